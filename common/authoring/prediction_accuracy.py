#!/usr/bin/env python3
"""How well times are predicted: docs/results/simulator/prediction_accuracy.md and its figure, from counters and what was measured.

common/authoring/prediction_accuracy.py [--build FOLDER] [--rows]    --rows: each row on standard output, the worst first

Wants predict-counters in the build folder, and the counters that prediction_counters.py has gathered. No constant is fitted to a row:
those of a GPU's file are measured by programs that do nothing else, or published.
"""

from __future__ import annotations

import json
import math
import statistics
import subprocess
from collections import defaultdict
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from options import parser
from prediction_counters import FILE as COUNTERS
from svg import Drawing, escape
from tree import ROOT, Fault, run_main

PAGE = ROOT / "docs" / "results" / "simulator" / "prediction_accuracy.md"
FIGURE = ROOT / "docs" / "figures" / "prediction.svg"
DEVICES = {"h200": "nvidia-h200", "h100": "nvidia-h100"}
APART = 1.2  # pairs of rungs whose order counts


class Row(NamedTuple):
    gpu: str
    chapter: str
    ladder: str
    program: str
    name: str
    size: str
    measured: float
    predicted: float | None
    limit: str
    why: str

    @property
    def error(self) -> float:
        return abs(self.predicted / self.measured - 1)


def predictions(build: Path) -> dict[tuple[str, str, str], dict]:
    tool = build / "bin" / "predict-counters"
    if not tool.exists():
        raise Fault(f"{tool} is not there: cmake --build {build} --target predict-counters", 2)
    files = [ROOT / "common" / "predict" / "gpus" / f"{gpu}.json" for gpu in DEVICES]
    text = subprocess.run([tool, COUNTERS, *files], check=True, capture_output=True, text=True).stdout
    found = {}
    for line in text.splitlines():
        row = json.loads(line)
        found[row["gpu"], row["run"].split()[0], row["row"]] = row
    return found


def rows(build: Path) -> list[Row]:
    found = predictions(build)
    joined = []
    for gpu, folder in DEVICES.items():
        bench = json.loads((ROOT / "docs" / "results" / folder / "bench.json").read_text())
        ladder_of = {program: ladder["ladder"] for ladder in bench["ladders"] for program in ladder["programs"]}
        seen = set()
        for row in bench["rows"]:
            name = f"{row['variant']}, {row['size']}, {row['type']}"
            key = gpu, row["program"], name
            if key in seen or key not in found or not row["median_s"]:
                continue
            seen.add(key)
            predicted = found[key]
            host = "end to end" in row["size"]
            ladder, size = ladder_of.get(row["program"], row["program"]), f"{row['size']}, {row['type']}"
            joined.append(Row(gpu, row["chapter"], ladder, row["program"], name, size, row["median_s"],
                              None if host else predicted["predicted_s"], predicted["limit"],
                              "the host's part of the time is not in the model" if host else predicted["why"]))
    return joined


def order_right(all_rows: list[Row]) -> tuple[int, int]:
    groups = defaultdict(list)
    for row in all_rows:
        groups[row.gpu, row.ladder, row.size].append(row)
    right = pairs = 0
    for group in groups.values():
        for a, b in combinations(group, 2):
            if max(a.measured, b.measured) < APART * min(a.measured, b.measured):
                continue
            pairs += 1
            right += (a.measured < b.measured) == (a.predicted < b.predicted)
    return right, pairs


def per_cent(value: float) -> str:
    return f"{100 * value:.0f} %"


def line(title: str, some: list[Row]) -> str:
    told = [row for row in some if row.predicted is not None]
    if not told:
        return f"| {title} | {len(some)} | {per_cent(1)} | - | - | - |"
    errors = sorted(row.error for row in told)
    right, pairs = order_right(told)
    p90 = errors[min(len(errors) - 1, math.ceil(0.9 * len(errors)) - 1)]
    order = f"{per_cent(right / pairs)} of {pairs}" if pairs else "-"
    return f"| {title} | {len(some)} | {per_cent(1 - len(told) / len(some))} | {per_cent(statistics.median(errors))} | {per_cent(p90)} | {order} |"


def table(all_rows: list[Row]) -> str:
    lines = ["| rows | number | abstained | median error | 90 % below | order right, of pairs |", "| --- | ---: | ---: | ---: | ---: | ---: |"]
    for gpu in DEVICES:
        lines.append(line(f"all, {gpu}", [row for row in all_rows if row.gpu == gpu]))
    for title, of in (("chapter", "chapter"), ("limit", "limit")):
        for value in sorted({getattr(row, of) for row in all_rows} - {""}):
            lines.append(line(f"{title} {value}", [row for row in all_rows if getattr(row, of) == value]))
    return "\n".join(lines) + "\n"


def worst(all_rows: list[Row]) -> str:
    told = [row for row in all_rows if row.predicted is not None]
    told.sort(key=lambda row: -abs(math.log(row.predicted / row.measured)))
    lines = ["| program | row | GPU | measured | predicted | limit | from |", "| --- | --- | --- | ---: | ---: | --- | --- |"]
    for row in told[:20]:
        times = f"{1e6 * row.measured:.4g} us | {1e6 * row.predicted:.4g} us"
        lines.append(f"| {row.program} | {row.name} | {row.gpu} | {times} | {row.limit} | {row.why} |")
    return "\n".join(lines) + "\n"


def figure(all_rows: list[Row]) -> str:
    side, edge = 420, 50
    told = [row for row in all_rows if row.predicted is not None]
    times = [time for row in told for time in (row.measured, row.predicted)]
    low, high = math.floor(math.log10(min(times))), math.ceil(math.log10(max(times)))

    def place(time: float) -> float:
        return side * (math.log10(time) - low) / (high - low)

    style = [".prediction line { stroke: currentColor; stroke-opacity: 0.3; }", ".prediction .equal { stroke-opacity: 0.9; }",
             ".prediction circle { fill: currentColor; fill-opacity: 0.45; }", ".prediction .h100 { fill: #2a7ab0; }"]
    drawing = Drawing("prediction", "prediction", (side + 2 * edge, side + 2 * edge), "Predicted against measured time",
                      "Each dot is a row of a ladder; on the line both times are the same, the thinner lines are 1.4 times apart.", 12, style)
    for factor in (1, 1.4, 1 / 1.4):
        shift = place(10**low * factor)
        drawing.add("line", x1=edge, y1=edge + side - shift, x2=edge + side, y2=edge - shift, class_="equal" if factor == 1 else "near")
    for power in range(low, high + 1):
        at = place(10**power)
        drawing.add("text", escape(f"1e{power} s"), x=edge + at, y=edge + side + 18, text_anchor="middle")
        drawing.add("text", escape(f"1e{power}"), x=edge - 6, y=edge + side - at + 4, text_anchor="end")
    for row in told:
        drawing.add("circle", cx=f"{edge + place(row.measured):.1f}", cy=f"{edge + side - place(row.predicted):.1f}", r=2.2, class_=row.gpu)
    drawing.add("text", "measured", x=edge + side / 2, y=2 * edge + side - 10, text_anchor="middle")
    drawing.add("text", "predicted", x=edge, y=edge - 14, text_anchor="middle")
    return drawing.finished()


def page(all_rows: list[Row], runs: int, failed: int) -> str:
    return f"""# How well are times predicted?

Made by `common/authoring/prediction_accuracy.py` from the counters of {runs} runs on the simulator and from what an H200 and an H100
measured; {failed} more runs took too long for the simulator. The error of a row is |predicted / measured - 1|; a pair is two rows of one
ladder, size and type whose measured times are more than 20 % apart. The constants of a GPU's file come from programs that do nothing else;
nothing is fitted to a row, so that no row and no chapter has to be left out for a fair figure.

![Predicted against measured time of each row, both on logarithmic scales](../../figures/prediction.svg)

{table(all_rows)}
## The widest misses

{worst(all_rows)}"""


def main() -> int:
    arguments = parser(__doc__, check=False)
    arguments.add_argument("--build", type=Path, default=ROOT / "build" / "sim", help="a folder that CMake has configured")
    arguments.add_argument("--rows", action="store_true", help="print every row instead")
    options = arguments.parse_args()
    all_rows = rows(options.build)
    if not all_rows:
        raise Fault("no row of the results is among the counters: common/authoring/prediction_counters.py gathers them")
    if options.rows:
        for row in sorted(all_rows, key=lambda row: -(row.error if row.predicted else 0)):
            print(row.gpu, row.program, row.name, f"{row.measured:.4g}", f"{row.predicted or math.nan:.4g}", row.limit, sep="\t")
        return 0
    runs = json.loads(COUNTERS.read_text()).values()
    failed = sum("failed" in run for run in runs)
    PAGE.write_text(page(all_rows, len(runs) - failed, failed))
    FIGURE.write_text(figure(all_rows))
    print(PAGE, FIGURE)
    return 0


if __name__ == "__main__":
    run_main(main)
