"""The log: one JSON object a line on standard error. Tokens, file names and addresses of visitors are not in it."""

from __future__ import annotations

import json
import logging
import sys
import time

LOG = "companion"

_OWN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
"""What every record has; the rest was given as `extra`."""


class JsonLines(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Time in UTC, level, who says it, what, and everything given with it."""
        seconds = time.gmtime(record.created)
        line = {
            "time": f"{time.strftime('%Y-%m-%dT%H:%M:%S', seconds)}.{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= {name: value for name, value in vars(record).items() if name not in _OWN}
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def set_up_log(level: int = logging.INFO) -> None:
    """Write our own lines, and others' warnings, to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logging.getLogger(LOG).setLevel(level)
    logging.captureWarnings(True)
