"""The workers of many machines: `celery -A web.work.celery_app worker`, with the same settings as the pages.

A message only says that a photo waits. Which one is read, by whom and how often is for the database to say, so a
message that comes twice or not at all does no harm.
"""

from __future__ import annotations

import os
from functools import lru_cache
from typing import Any

from celery import Celery
from celery.signals import worker_process_init

from web.storage.store import Store, open_store
from web.work.door import BROKER_VARIABLE
from web.work.limits import MOST_MEGABYTES, MOST_SECONDS

PATIENCE_SECONDS = 2.0
"""How long a page waits for the broker; a photo that could not be announced is announced again later."""

START_SECONDS = 120.0
"""How long a fresh worker process may take to load what reading needs, on a busy machine."""

app = Celery("companion", broker=os.environ.get(BROKER_VARIABLE))
app.conf.update(
    accept_content=["json"],
    broker_connection_retry_on_startup=True,
    broker_connection_max_retries=None,
    broker_transport_options={
        "visibility_timeout": 3 * MOST_SECONDS,
        "socket_connect_timeout": PATIENCE_SECONDS,
        "socket_timeout": 5 * PATIENCE_SECONDS,
        "socket_keepalive": True,
    },
    task_acks_late=True,
    task_reject_on_worker_lost=True,
    task_ignore_result=True,
    task_time_limit=MOST_SECONDS,
    worker_cancel_long_running_tasks_on_connection_loss=False,
    worker_prefetch_multiplier=1,
    worker_proc_alive_timeout=START_SECONDS,
    worker_redirect_stdouts=False,
    worker_max_tasks_per_child=100,
    worker_max_memory_per_child=MOST_MEGABYTES * 1000,
    worker_hijack_root_logger=False,
)


@worker_process_init.connect  # type: ignore[untyped-decorator]
def prepare(**_: Any) -> None:
    """What a worker process does first."""
    from web.log import set_up_log
    from web.work.job import warm_up
    from web.work.limits import limit_memory

    set_up_log()
    limit_memory()
    warm_up()


@lru_cache(maxsize=1)
def _store(process: int) -> Store:
    """The store of this process: connections are not shared with the one it was forked from."""
    return open_store()


@app.task(name="companion.read_photo")  # type: ignore[untyped-decorator]
def read(photo_id: int) -> None:
    """Read a photo that waits, unless somebody else does."""
    from web.work.job import read_photo
    from web.work.limits import reader_name

    read_photo(_store(os.getpid()), photo_id, reader_name(os.getpid()))
