"""The rules property `RU` of SGF files: flags of the playing sites, and options of ours as `name=value`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.options import describe, parse_options, render_options
from companion.position import Place

from .messages import KEYS
from .options import DotsOptions, start_dots
from .settle import rules_of

SITE_OPTIONS = ("extra_move", "win_at")
"""Options that the sites have flags for."""


@dataclass(frozen=True, slots=True)
class ToldRules:
    """What a file tells: the options, who began the game of its setup stones, and whether areas close only
    where a chain is written."""

    options: DotsOptions
    began: int | None
    is_by_hand: bool


def read_rules(text: str, base: DotsOptions, size: tuple[int, int], setup: Mapping[Place, int]) -> ToldRules:
    """The rules of a game with these setup stones, on top of the caller's options; raises `OptionError`."""
    flags = dict(re.findall(r"(\w+)\s*=\s*([\w+-]+)", text))
    told = dict(render_options(base))
    told |= {one.name: flags[one.name] for one in describe(DotsOptions) if one.name in flags}
    if flags.get("AddTurn") == "1":
        told["extra_move"] = "true"
    if flags.get("InstantWin", "0") != "0":
        told["win_at"] = flags["InstantWin"]
    if "CaptureEmptyBase1" in text:
        told["capture_empty"] = "true"
    told.pop("size", None)
    options = replace(parse_options(DotsOptions, told.items()), size=size)
    if "start" not in flags:
        options = _with_start(options, setup)
    began = flags.get("began")
    return ToldRules(options, KEYS.index(began) if began in KEYS else None, flags.get("MustSurr") == "0")


def _with_start(options: DotsOptions, setup: Mapping[Place, int]) -> DotsOptions:
    """The start position that the setup stones are, else an empty field with stones on it."""
    for kind in ("cross", "double_cross", "multi"):
        printed = replace(options, start=kind)
        if min(options.size) >= 4 and dict(start_dots(printed)) == setup:
            return printed
    return replace(options, start="empty", opening_zone="none")


def write_rules(options: DotsOptions, began: int | None) -> str:
    """The text of the property; `began` is told where no moves show it."""
    flags = {
        "Punish": 0,
        "Holes": 1,
        "AddTurn": int(options.extra_move),
        "MustSurr": int(not rules_of(options).defers),
        "MinArea": 1,
        "Pass": 0,
        "Stop": int(options.stop_mode != "off"),
        "LastSafe": 0,
        "ScoreTerr": int(options.scoring == "area"),
        "InstantWin": options.win_at or 0,
    }
    told = dict(render_options(options)) | {"start": options.start}
    told |= {} if began is None else {"began": KEYS[began]}
    own = [(name, value) for name, value in told.items() if name not in ("size", *SITE_OPTIONS)]
    return ",".join(f"{name}={value}" for name, value in [*flags.items(), *own])
