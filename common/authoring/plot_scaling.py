#!/usr/bin/env python3
"""Draws the scaling over several GPUs: docs/figures/DEVICE/scaling-strong.svg and scaling-weak.svg from docs/results/DEVICE/ranks*.json.

common/authoring/plot_scaling.py            draws them for every device with such results; wants gnuplot
common/authoring/plot_scaling.py --check    exit code 1 if a figure is out of date, 77 if this cannot be told here

Points are measured, lines the model of scaling_model.py from the time of one GPU.
"""

from __future__ import annotations

from typing import NamedTuple

import gnuplot
import ranks
from options import only_check
from tree import ROOT, run_main
from work import Work

SHOWN = {"sum_ranks": "sum", "heat_ranks": "plate", "nearest_ranks": "nearest"}  # whose largest work is drawn
MOST = 64  # GPUs


class Line(NamedTuple):
    label: str
    row: dict  # one of several GPUs
    one: float  # seconds on the first host's one GPU: the model's
    points: list[tuple[int, float]]  # GPUs, and the time of one GPU of that host as a part of theirs


def lines(records: list[dict], scaling: str) -> list[Line]:
    """For each program, its largest work on each host."""
    drawn: dict[str, Line] = {}
    for record in records:
        for one, row in ranks.pairs(record):
            if row["scaling"] != scaling or row["program"] not in SHOWN or "," in row["variant"]:
                continue
            label = row["work"].removesuffix(", 100 steps")
            line = drawn.setdefault(row["program"], Line(label, row, one["median_s"], [(1, 1.0)]))
            if line.label == label:
                line.points.append((row["gpus"], one["median_s"] / row["median_s"]))
    return [drawn[program] for program in SHOWN if program in drawn]


def figure(records: list[dict], scaling: str, width: int) -> str:
    strong = scaling == "strong"
    what = "times as fast as one GPU" if strong else "% of the ideal"
    most, device = records[-1]["gpus"], records[-1]["device"]
    commands = [
        *gnuplot.terminal(f"{width},400"),
        f"set logscale x 2; set grid ytics lc rgb '#808080' lw 0.5; set xrange [1:{MOST}]; set xlabel 'GPUs'; set ylabel '{what}'",
        f"set border 3; set tics nomirror; set key {'top' if strong else 'bottom'} left reverse Left",
        f"set title 'up to {most} {device} measured, the lines a model'",
        "set logscale y 2" if strong else "set yrange [0:110]",
    ]
    scale = 1 if strong else 100
    plots, data = [], {}
    for number, line in enumerate(lines(records, scaling)):
        counts = [2**power for power in range(MOST.bit_length())]
        model = [(n, scale * line.one / ranks.modelled({**line.row, "gpus": n}, line.one)) for n in counts]
        data[f"model{number}"] = gnuplot.table(model)
        data[f"points{number}"] = gnuplot.table([(gpus, scale * value) for gpus, value in line.points])
        colour = gnuplot.COLOURS[number]
        plots += [f"'model{number}' using 1:2 with lines dt {number + 1} lw 1.5 lc rgb '{colour}' notitle",
                  f"'points{number}' using 1:2 with points pt 7 ps 0.9 lc rgb '{colour}' title {gnuplot.quoted(line.label)}"]
    if strong:
        plots.append(f"x with lines dt 3 lw 1 lc rgb '{gnuplot.SPECIAL}' title 'ideal'")
    commands.append("plot " + ", ".join(plots))
    hosts = " and ".join(f"{record['gpus']} {record['device']} of one host, on {record['date']}" for record in records)
    caption = f"Points: measured, {hosts}; lines: a model up to {MOST} GPUs, not measured."
    return gnuplot.drawn(f"{scaling.capitalize()} scaling over several GPUs", caption, commands, data)


def main() -> int:
    work = Work(only_check(__doc__))
    gnuplot.need(work.check)
    for folder in sorted({file.parent for file in (ROOT / "docs/results").glob("*/ranks*.json")}):
        records = ranks.records(folder)
        for width, ending in ((gnuplot.WIDE, ""), (gnuplot.NARROW, "-narrow")):
            for scaling in ("strong", "weak"):
                gnuplot.publish(work, ROOT / "docs/figures" / folder.name / f"scaling-{scaling}{ending}.svg", figure(records, scaling, width))
    return work.finish("common/authoring/plot_scaling.py")


if __name__ == "__main__":
    run_main(main)
