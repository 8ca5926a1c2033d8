#!/usr/bin/env python3
"""Draws the scaling over several GPUs: docs/figures/DEVICE/scaling-strong.svg and scaling-weak.svg from docs/results/DEVICE/ranks.json.

common/authoring/plot_scaling.py            draws them for every device with such results; wants gnuplot
common/authoring/plot_scaling.py --check    exit code 1 if a figure is out of date, 77 if this cannot be told here

Points are measured, lines the model of scaling_model.py from the time of one GPU.
"""

from __future__ import annotations

import json

import gnuplot
import ranks
from options import only_check
from tree import ROOT, run_main
from work import Work

SHOWN = {"sum_ranks": "sum", "heat_ranks": "plate", "nearest_ranks": "nearest"}  # whose largest work is drawn
MOST = 64  # GPUs


def lines(record: dict, scaling: str) -> list[tuple[str, dict, list[dict]]]:
    """Of each program its largest work: the label, the row of one GPU, those of several."""
    drawn: dict[str, tuple[str, dict, list[dict]]] = {}
    for one, row in ranks.pairs(record):
        if row["scaling"] == scaling and row["program"] in SHOWN and "," not in row["variant"]:
            label, first, several = drawn.setdefault(row["program"], (row["work"].removesuffix(", 100 steps"), one, []))
            if first is one or row["work"].startswith(label):
                several.append(row)
    return [drawn[program] for program in SHOWN if program in drawn]


def figure(record: dict, scaling: str, width: int) -> str:
    strong = scaling == "strong"
    what = "times as fast as one GPU" if strong else "% of the ideal"
    commands = [
        *gnuplot.terminal(f"{width},400"),
        f"set logscale x 2; set grid ytics lc rgb '#808080' lw 0.5; set xrange [1:{MOST}]; set xlabel 'GPUs'; set ylabel '{what}'",
        f"set border 3; set tics nomirror; set key {'top' if strong else 'bottom'} left reverse Left",
        f"set title 'up to {record['gpus']} {record['device']} measured, the lines a model'",
        "set logscale y 2" if strong else "set yrange [0:110]",
    ]
    plots, data = [], {}
    for number, (label, one, several) in enumerate(lines(record, scaling)):
        def value(seconds: float, one: dict = one) -> float:
            return one["median_s"] / seconds * (1 if strong else 100)

        counts = [2**power for power in range(MOST.bit_length())]
        model = [(n, value(ranks.modelled({**several[0], "gpus": n}, one["median_s"]))) for n in counts]
        data[f"model{number}"] = gnuplot.table(model)
        data[f"points{number}"] = gnuplot.table([(row["gpus"], value(row["median_s"])) for row in (one, *several)])
        colour = gnuplot.COLOURS[number]
        plots += [f"'model{number}' using 1:2 with lines dt {number + 1} lw 1.5 lc rgb '{colour}' notitle",
                  f"'points{number}' using 1:2 with points pt 7 ps 0.9 lc rgb '{colour}' title {gnuplot.quoted(label)}"]
    if strong:
        plots.append(f"x with lines dt 3 lw 1 lc rgb '{gnuplot.SPECIAL}' title 'ideal'")
    commands.append("plot " + ", ".join(plots))
    caption = (f"{record['gpus']} {record['device']} of one host, measured on {record['date']}: points; "
               f"lines: a model up to {MOST} GPUs, not measured.")
    return gnuplot.drawn(f"{scaling.capitalize()} scaling over several GPUs", caption, commands, data)


def main() -> int:
    work = Work(only_check(__doc__))
    gnuplot.need(work.check)
    for file in sorted((ROOT / "docs/results").glob("*/ranks.json")):
        record = json.loads(file.read_text(encoding="utf-8"))
        for width, ending in ((gnuplot.WIDE, ""), (gnuplot.NARROW, "-narrow")):
            for scaling in ("strong", "weak"):
                gnuplot.publish(work, ROOT / "docs/figures" / file.parent.name / f"scaling-{scaling}{ending}.svg", figure(record, scaling, width))
    return work.finish("common/authoring/plot_scaling.py")


if __name__ == "__main__":
    run_main(main)
