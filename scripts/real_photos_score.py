#!/usr/bin/env python3
"""Reads the real photos in .photos/ and prints how many hand-drawn boards come out right, per source.

    python scripts/real_photos_score.py [--verbose] [--half a|b] [--annotate DIR] [NAME ...]

Thresholds were chosen on half `a` (every other photo of each source, as listed); half `b` was held out. A wrong
cell counts as silent when neither it nor its grid is flagged. Photos without bounding boxes in the list are
matched to it by what is read, so that order does not matter.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from scipy.optimize import linear_sum_assignment

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from printables.marks import Symbol
from vision.freehand.find import FreehandGrid, find_grids

DOUBT = 0.85
"""A mark of lower confidence is shown to the player as doubtful."""
GRID_DOUBT = 0.5
"""A grid of lower confidence is shown as doubtful as a whole."""
LETTERS = {Symbol.CROSS: "X", Symbol.NOUGHT: "O", Symbol.NOTHING: "."}


@dataclass(slots=True)
class Score:
    """The figures of a group of photos."""

    counts: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)

    def line(self, name: str) -> str:
        """One row of the table."""
        c = self.counts
        share = 100 * c["right"] / max(c["boards"], 1)
        return (
            f"{name:<12}{len(self.seconds):>7}{c['boards']:>8}{c['right']:>7} {share:5.1f} %{c['missed']:>8}"
            f"{c['flagged wrong']:>9}{c['silent']:>8}{c['right flagged']:>9}{c['false']:>7}{c['false flagged']:>9}"
            f"{np.median(self.seconds):>8.2f}{max(self.seconds):>7.2f}"
        )


def rows_of(grid: FreehandGrid) -> tuple[str, set[int]]:
    """The nine cells as read, and which of them are flagged."""
    cells = ["."] * 9
    doubtful = set()
    for mark in grid.marks:
        x, y = mark.at
        place = 3 * int(y) + int(x)  # type: ignore[arg-type]
        cells[place] = LETTERS[mark.symbol]
        if mark.confidence < DOUBT:
            doubtful.add(place)
    return "".join(cells), doubtful


def wrong_cells(read: str, truth: str) -> list[int]:
    """The places that differ; hidden cells may be anything."""
    return [place for place in range(9) if truth[place] not in ("?", read[place])]


def matched(
    grids: list[FreehandGrid], boards: list[dict[str, object]], size: tuple[int, int]
) -> list[tuple[int, int]]:
    """Which grid is which listed board."""
    if not grids or not boards:
        return []
    costs = np.zeros((len(grids), len(boards)))
    for g, grid in enumerate(grids):
        x, y = np.array(grid.corners_px).mean(axis=0)
        for b, board in enumerate(boards):
            box = board.get("bbox_rel")
            if isinstance(box, list):
                left, top, right, bottom = np.array(box) * [size[0], size[1], size[0], size[1]]
                costs[g, b] = 0 if left < x < right and top < y < bottom else 100
            else:
                costs[g, b] = len(wrong_cells(rows_of(grid)[0], "".join(board["rows"])))  # type: ignore[arg-type]
    pairs = zip(*linear_sum_assignment(costs), strict=True)
    return [(int(g), int(b)) for g, b in pairs if costs[g, b] < 100]


def count_photo(photo: dict[str, object], path: Path, annotate: Path | None, is_verbose: bool) -> Score:
    """The figures of one photo."""
    image = np.asarray(cv2.imread(str(path)), np.uint8)
    start = time.perf_counter()
    grids = find_grids(image)
    score = Score(seconds=[time.perf_counter() - start])
    boards: list[dict[str, object]] = photo["truth"].get("boards", [])  # type: ignore[attr-defined]
    pairs = matched(grids, boards, (image.shape[1], image.shape[0]))
    counts = score.counts
    counts["boards"] = len(boards)
    counts["missed"] = len(boards) - len(pairs)
    notes = [f"missed {counts['missed']}"] if counts["missed"] else []
    for g, b in pairs:
        read, doubtful = rows_of(grids[g])
        truth = "".join(boards[b]["rows"])  # type: ignore[arg-type]
        wrong = wrong_cells(read, truth)
        is_doubtful = grids[g].confidence < GRID_DOUBT
        if not wrong:
            counts["right"] += 1
            counts["right flagged"] += bool(doubtful or is_doubtful)
            if doubtful or is_doubtful:
                notes.append(f"right but flagged {sorted(doubtful)} grid {grids[g].confidence}")
        elif is_doubtful or set(wrong) <= doubtful:
            counts["flagged wrong"] += 1
            notes.append(f"flagged: read {read} truth {truth} grid {grids[g].confidence}")
        else:
            counts["silent"] += 1
            sure = [(mark.at, mark.symbol.name, mark.confidence) for mark in grids[g].marks]
            notes.append(f"SILENT: read {read} truth {truth} at {wrong} grid {grids[g].confidence} {sure}")
    for g in set(range(len(grids))) - {g for g, _ in pairs}:
        name = (
            "false flagged" if grids[g].confidence < GRID_DOUBT or len(rows_of(grids[g])[1]) > 2 else "false"
        )
        counts[name] += 1
        notes.append(f"{name}: {rows_of(grids[g])[0]} grid {grids[g].confidence}")
    if is_verbose:
        for note in notes:
            print(f"{photo['id']}: {note}")
    if annotate is not None:
        draw(image, grids, annotate / f"{path.stem}.jpg")
    return score


def draw(image: np.ndarray, grids: list[FreehandGrid], path: Path) -> None:
    """The photo with what was read drawn over it."""
    thick = max(1, max(image.shape) // 400)
    for grid in grids:
        for line in (*np.array(grid.lattice_px), *np.array(grid.lattice_px).transpose(1, 0, 2)):
            cv2.polylines(image, [np.round(line).astype(np.int32)], False, (0, 160, 0), thick)
        for mark in grid.marks:
            x, y = grid.place_px((mark.at[0] + 0.5, mark.at[1] + 0.5))  # type: ignore[operator]
            colour = (0, 0, 255) if mark.confidence < DOUBT else (200, 0, 200)
            text = f"{LETTERS[mark.symbol]} {mark.confidence:.2f}"
            size = thick / 3
            cv2.putText(image, text, (int(x - 25 * size), int(y)), 0, size, colour, thick)
        x, y = grid.corners_px[0]
        cv2.putText(image, f"{grid.confidence:.2f}", (int(x), int(y)), 0, thick / 3, (255, 0, 0), thick)
    scale = min(1.0, 900 / max(image.shape))
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path), cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA))


def halves(photos: list[dict[str, object]]) -> dict[str, str]:
    """Half `a` or `b` of every photo: by turns within each source."""
    seen: Counter[object] = Counter()
    half = {}
    for photo in photos:
        half[str(photo["id"])] = "ab"[seen[photo["repo"]] % 2]
        seen[photo["repo"]] += 1
    return half


def main() -> int:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*")
    parser.add_argument("--photos", type=Path, default=ROOT / ".photos")
    parser.add_argument("--half", choices=["a", "b"])
    parser.add_argument("--annotate", type=Path)
    parser.add_argument("--verbose", action="store_true")
    given = parser.parse_args()
    cv2.setNumThreads(1)
    photos = json.loads((ROOT / "samples" / "real_photos.json").read_text(encoding="utf-8"))["photos"]
    half = halves(photos)
    scores: dict[str, Score] = {}
    for photo in photos:
        name = str(photo["id"])
        path = given.photos / (name + Path(photo["path"]).suffix)
        if (given.half and half[name] != given.half) or (given.names and name not in given.names):
            continue
        if not path.is_file():
            print(f"{name} is not in {given.photos}; run scripts/get_real_photos", file=sys.stderr)
            continue
        score = count_photo(photo, path, given.annotate, given.verbose)
        for group in (name.split("_")[0], f"half {half[name]}", "all"):
            total = scores.setdefault(group, Score())
            total.counts.update(score.counts)
            total.seconds.extend(score.seconds)
    print(
        f"{'source':<12}{'photos':>7}{'boards':>8}{'right':>7}{'':>8}{'missed':>8}{'flagged':>9}{'SILENT':>8}"
        f"{'ok+flag':>9}{'false':>7}{'f.flag':>9}{'median s':>8}{'max s':>7}"
    )
    order = sorted(scores, key=lambda group: (group == "all", group.startswith("half"), group))
    for group in order:
        print(scores[group].line(group))
    return 0


if __name__ == "__main__":
    sys.exit(main())
