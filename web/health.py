"""What those who run the server ask: is it well (`/healthz`), and how much does it do (`/metrics`)."""

from __future__ import annotations

import hmac
import ipaddress
import logging
import os
import time
from collections.abc import Iterator

from flask import Blueprint, Flask, Response, abort, g, jsonify, request
from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.metrics_core import GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from web.guard import limiter
from web.storage.reading_times import LONGEST_SECONDS
from web.storage.store import Store, current_store
from web.work.door import current_door

pages = Blueprint("health", __name__)
log = logging.getLogger("companion.requests")

TOKEN_VARIABLE = "COMPANION_METRICS_TOKEN"
"""With it, whoever shows it may see the counters; without it, only this machine may."""

SECONDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)


class _Photos(Collector):
    """What the database knows of photos and their reading: right for all servers together, and after a restart."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def collect(self) -> Iterator[Metric]:
        """Asked at every scrape."""
        photos = GaugeMetricFamily("companion_photos", "Photos that are kept, by state", labels=["state"])
        for state, count in self.store.counts().items():
            photos.add_metric([state], count)
        yield photos
        yield GaugeMetricFamily(
            "companion_queue_age_seconds",
            "How long the photo at the head of the queue has waited; 0 when none waits",
            value=self.store.oldest_waiting_seconds(),
        )
        times = self.store.reading_times()
        within = [
            ("+Inf" if most == LONGEST_SECONDS else f"{most:g}", photos)
            for most, photos in times.photos_within.items()
        ]
        yield HistogramMetricFamily(
            "companion_reading_seconds",
            "Time to read a photo, from taken in hand to read or refused",
            buckets=within,
            sum_value=times.seconds,
        )


class Meters:
    """The counters of one application."""

    def __init__(self, store: Store) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "companion_requests", "Requests answered", ["route", "method", "status"], registry=self.registry
        )
        self.seconds = Histogram(
            "companion_request_seconds", "Time to answer", ["route"], buckets=SECONDS, registry=self.registry
        )
        self.uploads = Counter("companion_uploads", "Photos taken in", registry=self.registry)
        self.refused = Counter(
            "companion_uploads_refused",
            "Uploads refused because too many photos wait",
            registry=self.registry,
        )
        self.registry.register(_Photos(store))


def set_up(app: Flask) -> None:
    """Count and log every request."""
    meters = Meters(app.extensions["store"])
    app.extensions["meters"] = meters
    app.before_request(_begin)
    app.after_request(lambda response: _end(meters, response))


def _begin() -> None:
    g.began = time.perf_counter()


def _end(meters: Meters, response: Response) -> Response:
    # The route, not the path: paths hold tokens.
    route = request.url_rule.rule if request.url_rule is not None else "none"
    spent = time.perf_counter() - g.get("began", time.perf_counter())
    method = (
        request.method if request.method in ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE") else "other"
    )
    meters.requests.labels(route, method, response.status_code).inc()
    meters.seconds.labels(route).observe(spent)
    log.info(
        "request",
        extra={
            "route": route,
            "method": method,
            "status": response.status_code,
            "ms": round(1000 * spent, 1),
            "bytes_in": request.content_length or 0,
        },
    )
    return response


@pages.get("/healthz")
@limiter.exempt
def healthz() -> tuple[Response, int]:
    """Whether the database answers and somebody reads photos."""
    checks = {"database": _is_well(), "readers": current_door().is_well()}
    is_well = all(checks.values())
    told = {name: "ok" if fine else "failing" for name, fine in checks.items()}
    return jsonify(status="ok" if is_well else "failing", **told), 200 if is_well else 503


def _is_well() -> bool:
    try:
        return current_store().database.is_well()
    except Exception:  # whatever the driver throws, the answer is no
        log.exception("database not well")
        return False


@pages.get("/metrics")
@limiter.exempt
def metrics() -> Response:
    """Counters in the text format of Prometheus."""
    if not _may_see_metrics():
        abort(404)
    meters = request_meters()
    return Response(generate_latest(meters.registry), mimetype="text/plain; version=0.0.4; charset=utf-8")


def request_meters() -> Meters:
    """The counters of the running application."""
    from flask import current_app

    meters = current_app.extensions["meters"]
    assert isinstance(meters, Meters)
    return meters


def _may_see_metrics() -> bool:
    token = os.environ.get(TOKEN_VARIABLE)
    if token:
        return hmac.compare_digest(
            request.headers.get("Authorization", "").encode(), f"Bearer {token}".encode()
        )
    if "X-Forwarded-For" in request.headers or "Forwarded" in request.headers:
        return False  # a proxy on this machine speaks for somebody elsewhere
    try:
        return ipaddress.ip_address(request.remote_addr or "").is_loopback
    except ValueError:
        return False
