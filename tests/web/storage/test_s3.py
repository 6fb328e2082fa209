"""Photos in a store that speaks S3, as moto plays one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from moto import mock_aws

from web.storage.photo_files import FolderFiles, open_files
from web.storage.s3_files import S3Files

TOKEN, OTHER = "A" * 24, "B" * 24

pytestmark = pytest.mark.filterwarnings("default")


@pytest.fixture
def files(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> Iterator[S3Files]:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "testing")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    monkeypatch.setenv("COMPANION_PHOTOS_URL", "s3://sheets/photos")
    with mock_aws():
        from pathlib import Path

        opened = open_files(Path("unused"))
        assert isinstance(opened, S3Files)
        opened.client.create_bucket(Bucket="sheets")
        yield opened


def test_put_get_delete(files: S3Files) -> None:
    files.put(TOKEN, "1.jpg", b"one")
    files.put(TOKEN, "1.jpg", b"two")
    files.put(OTHER, "1.jpg", b"other")
    assert files.get(TOKEN, "1.jpg") == b"two"
    assert files.get(TOKEN, "2.jpg") is None and files.get("../x", "1.jpg") is None
    assert set(files.tokens(-60)) == {TOKEN, OTHER} and not list(files.tokens(60))
    files.delete(TOKEN)
    assert files.get(TOKEN, "1.jpg") is None and files.get(OTHER, "1.jpg") == b"other"
    assert list(files.tokens(-60)) == [OTHER]


def test_names_are_ours(files: S3Files) -> None:
    with pytest.raises(ValueError, match="no names of ours"):
        files.put(TOKEN, "../1.jpg", b"x")


def test_a_store_that_is_away_is_said_so(files: S3Files) -> None:
    with pytest.raises(OSError, match="does not take it"):
        S3Files(files.client, "no-such-bucket", "").put(TOKEN, "1.jpg", b"x")


def test_another_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    monkeypatch.setenv("COMPANION_PHOTOS_URL", f"file://{tmp_path}")
    from pathlib import Path

    opened = open_files(Path("unused"))
    assert isinstance(opened, FolderFiles) and str(opened.folder) == str(tmp_path)
