"""Schemathesis makes up requests from the description; every answer must be one that the description promises."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.web import services
from tests.web.work.servers import Server, eventually, servers

pytestmark = [
    pytest.mark.skipif(not services.WANTED, reason=services.WHY_NOT),
    pytest.mark.timeout(900),
]

EXAMPLES = os.environ.get("SCHEMATHESIS_EXAMPLES", "25")
"""Made up for each operation."""


PATIENCE = "60"
"""Seconds for one answer: the machine may be busy."""

NOT_CHECKED = "positive_data_acceptance"
"""Made-up positions and codes of sheets are texts of the right form, but no positions and no codes."""


SETTINGS = """
[[operations]]
include-path-regex = ".*/positions/.*place.*"
parameters = {{ "path.token" = "{token}", "path.number" = 1, "path.place" = 1 }}

[[operations]]
include-path-regex = ".*/files/.*"
parameters = {{ "path.token" = "{token}", "path.file" = "1-annotated.jpg" }}
"""
"""Where photos are asked for that are sheets: made-up ones are not."""


def test_every_answer_is_as_described(tmp_path: Path, photo: bytes) -> None:
    with servers(tmp_path, COMPANION_LIMITS="off") as running:
        server = running.serve()
        token = json.loads(server.send(photo)[1])["token"]
        eventually(lambda: json.loads(server.get(f"/api/v1/readings/{token}")[1])["is_done"])
        (tmp_path / "schemathesis.toml").write_text(SETTINGS.format(token=token))
        done = _schemathesis(server, tmp_path)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]


def _schemathesis(server: Server, folder: Path) -> subprocess.CompletedProcess[str]:
    command = [
        str(Path(sys.executable).parent / "schemathesis"), "run", f"{server.url}/api/v1/openapi.json",
        "--checks", "all", "--exclude-checks", NOT_CHECKED, "--max-examples", EXAMPLES, "--seed", "7", "--workers", "1",
        "--request-timeout", PATIENCE, "--max-response-time", PATIENCE,
        "--phases", "examples,coverage,fuzzing,stateful", "--no-color",
    ]  # fmt: skip
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=800)
