#!/usr/bin/env python3
"""Draws the memory ladder: docs/figures/DEVICE/memory-latency.svg and memory-bandwidth.svg from docs/results/DEVICE/memory.json.

common/authoring/plot_memory.py            draws them for every device with results; wants gnuplot
common/authoring/plot_memory.py --check    exit code 1 if a figure is out of date, 77 if this cannot be told here

memory.json: the rows of both programs in one array, as `memory_latency --json` and `memory_bandwidth --json` write them.
RESULTS, FIGURES: other folders than those in docs.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import gnuplot
from options import only_check
from tree import ROOT, Fault, run_main
from work import Work

SWEEP = "global memory, "
ONE_LEVEL = ["registers", "shared memory", "host memory over the bus"]
UNITS = {"B": 0, "KiB": 1, "MiB": 2, "GiB": 3}


def in_bytes(size: str) -> int:
    """65536 of "64 KiB"."""
    count, unit = size.split()[:2]
    return int(float(count) * 1024 ** UNITS[unit])


def cache_size(rows: list[dict], name: str) -> str:
    """The size of the cache in a row's name, as text: "256 KiB" of "L1 cache of 256 KiB, …"."""
    beginning = f"{name} of "
    return next(row["variant"][len(beginning):].split(",")[0] for row in rows if row["variant"].startswith(beginning))


def level(rows: list[dict], name: str) -> float:
    """The value of the only row whose variant starts with it."""
    return next(row["throughput"] for row in rows if row["variant"].startswith(name) and row["throughput"] is not None)


def figure(rows: list[dict], program: str, what: str, title: str, width: int) -> str:
    """The staircase, with the caches' sizes and the memories that have one level."""
    timed = [row for row in rows if row["program"] == program and row["throughput"] is not None]
    staircase = [(in_bytes(row["variant"][len(SWEEP):]), row["throughput"]) for row in timed if row["variant"].startswith(SWEEP)]
    if not staircase:
        raise Fault(f"the results have no times of {program}")
    commands = [
        *gnuplot.terminal(f"{width},440"),
        "set logscale x 2; set logscale y 10; set grid ytics lc rgb '#808080' lw 0.5",
        f"set border 3; set tics nomirror; set key off; set rmargin 4; set title '{rows[0]['device']}'",
        f"set xlabel 'bytes read round and round'; set ylabel '{what}'",
        "set xtics ('1 KiB' 2**10, '64 KiB' 2**16, '4 MiB' 2**22, '256 MiB' 2**28)",
        "set format y '%.0f'",
        "stats 'staircase' using 1 nooutput name 'X'; stats 'staircase' using 2 nooutput name 'Y'",
    ]
    for cache in ("L1", "L2"):
        size = cache_size(rows, f"{cache} cache")
        commands += [f"set arrow from {in_bytes(size)}, graph 0 to {in_bytes(size)}, graph 1 nohead dt 2 lw 1 lc rgb '#808080'",
                     f"set label '{cache}: {size}' at {in_bytes(size)}, graph 0.97 right offset -0.6,0"]
    commands.append("low = Y_min; high = Y_max")
    for name in ONE_LEVEL:  # each name stands where the staircase is far away
        place = "X_min, y left offset 1.5,0.6" if name == "host memory over the bus" else "X_max, y right offset 0,0.6"
        commands += [f"y = {level(timed, name)}; low = y < low ? y : low; high = y > high ? y : high",
                     f"set arrow from X_min, y to X_max, y nohead dt 3 lw 1.5 lc rgb '{gnuplot.SPECIAL}'",
                     f"set label '{name}' at {place} tc rgb '{gnuplot.SPECIAL}'"]
    commands += ["set xrange [X_min:X_max]; set yrange [low / 2:high * 4]",
                 f"plot 'staircase' using 1:2 title 'global memory' with linespoints lw 2 pt 7 ps 0.5 lc rgb '{gnuplot.COLOURS[0]}'"]
    caption = f"{rows[0]['device']}: a sweep over more and more bytes of global memory; the caches' sizes, and memories of one level, dotted."
    return gnuplot.drawn(title, caption, commands, {"staircase": gnuplot.table(staircase)})


def main() -> int:
    work = Work(only_check(__doc__))
    gnuplot.need(work.check)
    results = Path(os.environ.get("RESULTS") or ROOT / "docs/results")
    figures = Path(os.environ.get("FIGURES") or ROOT / "docs/figures")
    files = sorted(results.glob("*/memory.json"))
    if not files:
        raise Fault(f"no memory.json in {results}", gnuplot.CANNOT_TELL if work.check else 1)
    for file in files:
        rows = json.loads(file.read_text(encoding="utf-8"))
        folder = figures / file.parent.name
        for width, ending in ((gnuplot.WIDE, ""), (gnuplot.NARROW, "-narrow")):
            gnuplot.publish(work, folder / f"memory-latency{ending}.svg",
                            figure(rows, "memory_latency", "nanoseconds a step", "Latency of each memory", width))
            gnuplot.publish(work, folder / f"memory-bandwidth{ending}.svg",
                            figure(rows, "memory_bandwidth", "GB/s, all threads together", "Bandwidth of each memory", width))
    return work.finish("common/authoring/plot_memory.py")


if __name__ == "__main__":
    run_main(main)
