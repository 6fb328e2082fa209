"""The test data that came from elsewhere."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

DATA = Path(__file__).parent.parent / "data"


def examples(game: str) -> list[dict[str, Any]]:
    """The worked examples of a game's rules."""
    text = (DATA / "rules" / f"{game}.yaml").read_text(encoding="utf-8")
    return [example for example in yaml.safe_load_all(text) if example]


def oracle(name: str) -> Iterator[dict[str, Any]]:
    """The lines of an oracle file."""
    with (DATA / "oracles" / f"{name}.jsonl").open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def places(pairs: list[list[int]]) -> set[tuple[int, int]]:
    """`[[x, y], ...]` as a set of places."""
    return {(x, y) for x, y in pairs}
