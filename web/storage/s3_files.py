"""Photos in a store that speaks the protocol of S3, for servers and workers that share no folder.

`COMPANION_PHOTOS_URL=s3://bucket/prefix`; who we are and where it is, boto3 takes from its own variables
(`AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_REGION`, `AWS_ENDPOINT_URL_S3`).
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from web.storage.photo_files import is_ours, is_token

PATIENCE_SECONDS = 10


@dataclass(frozen=True, slots=True)
class S3Files:
    """Files under a prefix of a bucket, a "folder" for each upload."""

    client: Any
    bucket: str
    prefix: str

    def put(self, token: str, name: str, content: bytes) -> None:
        """Keep a file, whole or not at all. Raises `OSError`."""
        from botocore.exceptions import BotoCoreError, ClientError

        if not is_ours(token, name):
            raise ValueError(f"{token!r} and {name!r} are no names of ours")
        try:
            self.client.put_object(Bucket=self.bucket, Key=self._key(token, name), Body=content)
        except (BotoCoreError, ClientError) as error:
            raise OSError(5, f"the photo store does not take it: {type(error).__name__}") from error

    def get(self, token: str, name: str) -> bytes | None:
        """What a file holds, `None` when it is not there."""
        if not is_ours(token, name):
            return None
        try:
            found = self.client.get_object(Bucket=self.bucket, Key=self._key(token, name))
        except self.client.exceptions.NoSuchKey:
            return None
        content: bytes = found["Body"].read()
        return content

    def delete(self, token: str) -> None:
        """Throw away all files of an upload."""
        if not is_token(token):
            return
        for page in self._pages(self._key(token, "")):
            keys = [{"Key": one["Key"]} for one in page.get("Contents", ())]
            if keys:
                self.client.delete_objects(Bucket=self.bucket, Delete={"Objects": keys, "Quiet": True})

    def tokens(self, older_than_seconds: float) -> Iterator[str]:
        """The uploads that have files, those only that were there so long."""
        latest = time.time() - older_than_seconds
        seen: dict[str, float] = {}
        for page in self._pages(self.prefix):
            for one in page.get("Contents", ()):
                token = one["Key"][len(self.prefix) :].split("/")[0]
                seen[token] = max(seen.get(token, 0.0), one["LastModified"].timestamp())
        yield from (token for token, at in seen.items() if is_token(token) and at < latest)

    def _pages(self, prefix: str) -> Iterator[Any]:
        yield from self.client.get_paginator("list_objects_v2").paginate(Bucket=self.bucket, Prefix=prefix)

    def _key(self, token: str, name: str) -> str:
        return f"{self.prefix}{token}/{name}"


def open_s3(url: str) -> S3Files:
    """The store at `s3://bucket/prefix`."""
    import boto3
    from botocore.config import Config

    parts = urlsplit(url)
    prefix = parts.path.strip("/")
    client = boto3.client(
        "s3", config=Config(connect_timeout=PATIENCE_SECONDS, read_timeout=PATIENCE_SECONDS)
    )
    return S3Files(client, parts.netloc, f"{prefix}/" if prefix else "")
