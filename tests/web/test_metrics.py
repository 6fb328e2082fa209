"""What `/metrics` tells of the queue and of reading: from the database, whoever read and whenever it was restarted."""

from __future__ import annotations

import time
from pathlib import Path

from flask import Flask
from prometheus_client.parser import text_string_to_metric_families

import web
from tests.web.conftest import UNGUARDED
from tests.web.test_snap import send
from web.work.door import InlineDoor


class NobodyReads(InlineDoor):
    """A door behind which photos only wait."""

    def submit(self, photo_ids: object) -> None:
        """Later."""


def told(app: Flask) -> dict[tuple[str, str], float]:
    """Every sample by its name and its `le` or `state`."""
    text = app.test_client().get("/metrics").text
    return {
        (sample.name, sample.labels.get("le") or sample.labels.get("state") or ""): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_reading_times_outlive_the_photo_and_the_server(tmp_path: Path, photo: bytes) -> None:
    first = web.create_app(data=tmp_path, settings=UNGUARDED)
    client = first.test_client()
    assert told(first)["companion_reading_seconds_count", ""] == 0
    start = time.perf_counter()
    address = send(client, photo).headers["Location"]
    send(client, b"not a picture")  # refused at the door: nobody read it
    spent = time.perf_counter() - start
    client.post(f"{address}/delete")
    again = told(web.create_app(data=tmp_path, settings=UNGUARDED))
    assert again["companion_reading_seconds_count", ""] == 1
    assert 0 < again["companion_reading_seconds_sum", ""] <= spent
    sum_of_one = again["companion_reading_seconds_sum", ""]
    reading = {
        float(le): count for (name, le), count in again.items() if name == "companion_reading_seconds_bucket"
    }
    assert reading[float("inf")] == 1
    assert all(count == (le >= sum_of_one) for le, count in reading.items())


def test_age_of_the_queue(tmp_path: Path, photo: bytes) -> None:
    app = web.create_app(data=tmp_path, settings=UNGUARDED, door=NobodyReads)
    assert told(app)["companion_queue_age_seconds", ""] == 0
    send(app.test_client(), photo)
    time.sleep(0.05)
    now = told(app)
    assert now["companion_queue_age_seconds", ""] >= 0.05
    assert now["companion_photos", "waiting"] == 1
