"""The pages about the server say what is so: tests that are named exist, settings that are listed are read."""

from __future__ import annotations

import re
from pathlib import Path

from web.api.openapi import description

ROOT = Path(__file__).parents[2]
THREATS = (ROOT / "docs/explanation/threats.md").read_text(encoding="utf-8")
SERVER = (ROOT / "docs/how-to/run-the-server.md").read_text(encoding="utf-8")
API = (ROOT / "docs/reference/http-api.md").read_text(encoding="utf-8")

NOT_FOR_PEOPLE = {"COMPANION_TEST_SERVICES"}


def test_every_line_of_the_threats_has_a_test_that_exists() -> None:
    lines = [line for line in THREATS.splitlines() if line.startswith("| ")][2:]
    assert len(lines) > 15
    for line in lines:
        file = ""
        tests = re.findall(r"`([\w/.]+\.py)?(?:::)?(\w*)`", line.split("|")[-2])
        assert tests, line
        for named, test in tests:
            file = named or file
            path = ROOT / file if file.startswith("scripts/") else ROOT / "tests/web" / file
            assert path.is_file(), file
            assert f"def {test}(" in path.read_text(encoding="utf-8") if test else True, test


def test_every_place_of_the_threats_exists() -> None:
    for line in [line for line in THREATS.splitlines() if line.startswith("| ")][2:]:
        for place in re.findall(r"`(web/[\w/.]+)`", line):
            assert (ROOT / place).exists(), place


def test_settings_are_those_of_the_program() -> None:
    sources = [
        path for folder in ("web", "printables", "companion") for path in (ROOT / folder).rglob("*.py")
    ]
    read = {
        name
        for path in sources
        for name in re.findall(r'_VARIABLE = "(COMPANION_\w+)"', path.read_text(encoding="utf-8"))
    }
    listed = set(re.findall(r"(?m)^\| `(COMPANION_\w+)`", SERVER))
    assert listed == read - NOT_FOR_PEOPLE


def test_paths_of_the_api_are_those_of_its_description() -> None:
    paths = set(description()["paths"])
    told = set(re.findall(r"[` ](/[a-z]+(?:/[{}\w]+)*)`", API))
    assert len(told) > 8 and told <= paths
    for end in re.findall(r"…(/[{}/\w]+)`", API):
        assert [path for path in paths if path.endswith(end)], end
