#!/usr/bin/env python3
"""Whether the steps of each ladder are predicted in the order in which they were measured, and as far from each other.

common/authoring/prediction_order.py [--build FOLDER]     exit code 1 if a pair of steps disagrees and has no reason, or agrees and has one
common/authoring/prediction_order.py --list               each pair with both speedups, on standard output

A pair is a core step and the one after it, at the size of the ladder's table, or at the largest size that was counted of both. Its speedup is
the time of the fastest row of the one over that of the other. Predicted and measured speedups may differ by 25%. The reasons of those that
differ by more are in docs/results/simulator/prediction_order.txt: one paragraph per pair, which begins with "STEP, STEP:".
"""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

from options import parser
from prediction_accuracy import DEVICES, Row, rows
from tree import BUILD, ROOT, Fault, run_main

REASONS = ROOT / "docs" / "results" / "simulator" / "prediction_order.txt"
ALLOWED = 1.25


class Pair(NamedTuple):
    gpu: str
    ladder: str
    before: str
    after: str
    size: str
    measured: float  # speedups
    predicted: float

    @property
    def name(self) -> str:
        return f"{self.before}, {self.after}"

    @property
    def disagrees(self) -> bool:
        return not 1 / ALLOWED <= self.predicted / self.measured <= ALLOWED

    @property
    def text(self) -> str:
        return f"{self.name} ({self.gpu}, {self.size}): measured {self.measured:.2f}x, predicted {self.predicted:.2f}x"


def ladders(build: Path) -> dict[str, list[str]]:
    """Core steps in their order."""
    steps = defaultdict(list)
    for program in json.loads((build / "tutorial.json").read_text())["programs"]:
        if program["ladder"] and not program["further"] and not program["host"]:
            steps[program["ladder"]].append(program["name"])
    return steps


def fastest(some: list[Row]) -> tuple[float, float]:
    return min(row.measured for row in some), min(row.predicted for row in some)


def pairs(build: Path) -> list[Pair]:
    rows_of: dict[tuple[str, str, str], list[Row]] = defaultdict(list)
    for row in rows(build):
        if row.predicted is not None and not row.to_the_host:
            rows_of[row.gpu, row.program, row.size].append(row)
    found = []
    for ladder, steps in ladders(build).items():
        for gpu in DEVICES:
            for before, after in zip(steps, steps[1:]):
                sizes = [size for g, program, size in rows_of if (g, program) == (gpu, before) and (gpu, after, size) in rows_of]
                if not sizes:
                    continue
                size = max(sizes, key=lambda each: fastest(rows_of[gpu, before, each])[0])
                measured, predicted = (a / b for a, b in zip(fastest(rows_of[gpu, before, size]), fastest(rows_of[gpu, after, size])))
                found.append(Pair(gpu, ladder, before, after, size, measured, predicted))
    return found


def reasons() -> dict[str, str]:
    """By pair."""
    found = {}
    for paragraph in REASONS.read_text().split("\n\n"):
        text = " ".join(line for line in paragraph.splitlines() if not line.startswith("#"))
        name, colon, reason = text.partition(":")
        if colon:
            found[name.strip()] = reason.strip()
    return found


def main() -> int:
    arguments = parser(__doc__, check=False)
    arguments.add_argument("--build", type=Path, default=BUILD, help="a folder that CMake has configured; by default build/auto")
    arguments.add_argument("--list", action="store_true", help="print every pair instead")
    options = arguments.parse_args()
    found = pairs(options.build)
    if not found:
        raise Fault("no step of a ladder was counted and measured at the same size: common/authoring/prediction_counters.py counts")
    if options.list:
        for pair in found:
            print(pair.text + (", disagrees" if pair.disagrees else ""))
        return 0
    known = reasons()
    differing = {pair.name for pair in found if pair.disagrees}
    unexplained = [pair for pair in found if pair.disagrees and not known.get(pair.name)]
    for pair in unexplained:
        print(f"{pair.text}: no reason in {REASONS.relative_to(ROOT)}")
    for name in sorted(set(known) - differing):
        print(f"{name}: agrees, or is no pair; remove its reason from {REASONS.relative_to(ROOT)}")
    print(f"{len(found)} pairs, of which {sum(pair.disagrees for pair in found)} differ by more than {100 * (ALLOWED - 1):.0f}%")
    return 1 if unexplained or set(known) - differing else 0


if __name__ == "__main__":
    run_main(main)
