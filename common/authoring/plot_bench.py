#!/usr/bin/env python3
"""Draws what `./tutorial bench` has measured, from its results file alone:

LADDER-size.svg         throughput over the data's size, the best variant of each program, each peer, and the sizes of the caches
LADDER-end-to-end.svg   time over size with the result on the host, where the ladder has such rows
LADDER-bars.svg         every rung and peer at the default size, below the ceiling
CHAPTER-roofline.svg    the chapter's ladders between the roofs that memory and arithmetic put over them

common/authoring/plot_bench.py RESULTS.json FOLDER     draws the figures of one file; wants gnuplot
common/authoring/plot_bench.py                         those of every docs/results/DEVICE/bench.json into docs/figures/DEVICE; where there
                                                       is no such file, what ladders.json has: no sizes, the rungs of $BUILD_DIR/tutorial.json
common/authoring/plot_bench.py --check [RESULTS.json FOLDER]   exit code 1 if a figure is out of date, 77 if this cannot be told here
"""

from __future__ import annotations

from pathlib import Path

import gnuplot
import measured
from gnuplot import SPECIAL, quoted, table
from measured import Ladder, Row, median_ceiling
from options import parser
from roofline import roofline
from tree import ROOT, Fault, run_main
from work import Work

BYTES_TICS = ("set xtics ('64 B' 2**6, '512 B' 2**9, '4 KiB' 2**12, '32 KiB' 2**15, '256 KiB' 2**18, '2 MiB' 2**21, '16 MiB' 2**24, "
              "'128 MiB' 2**27, '1 GiB' 2**30, '8 GiB' 2**33, '64 GiB' 2**36)")
PEER, OTHER_DEVICE, RUNG = 0xD95F02, 0x808080, 0x1F78B4  # a bar's colour, as gnuplot's "rgb variable" has it


def cache_marks(about: dict) -> list[str]:
    """A line at the size of each cache, within an x axis from X_min to X_max."""
    commands = []
    for cache in ("L1", "L2"):
        size = about.get(f"{cache.lower()}_bytes") or 0
        if size <= 0:
            continue
        text = f"{size // 2**20} MiB" if size % 2**20 == 0 else f"{size // 2**10} KiB"
        commands += [f"X_min = {size} / 4. < X_min ? {size} / 4. : X_min; X_max = {size} * 4. > X_max ? {size} * 4. : X_max",
                     f"set arrow from {size}, graph 0 to {size}, graph 1 nohead dt 2 lw 1 lc rgb '#808080'",
                     f"set label '{cache}: {text}' at {size}, graph 1.03 center"]
    return commands


def over_size(about: dict, ladder: Ladder, lines: list[list[Row]], what: str, value, title: str, ceiling: float | None) -> str | None:
    """One line a list of rows; None where all are of one size."""
    rows = [row for line in lines for row in line]
    if not rows or max(row.w for row in rows) <= 1.1 * min(row.w for row in rows):
        return None
    data = {"data.all": table((row.w, value(row)) for row in rows)}
    plots = [f"{ceiling} with lines dt 3 lw 1.5 lc rgb '{SPECIAL}' title 'ceiling'"] if ceiling else []
    peers = 0
    for i, line in enumerate(lines):
        data[f"data.{i}"] = table((row.w, value(row)) for row in line)
        style = f"with linespoints lw 2 pt 7 ps 0.5 lc rgb '{gnuplot.COLOURS[i % len(gnuplot.COLOURS)]}'"
        if line[0].peer:
            style = f"with linespoints dt 2 lw 2 pt {4 + peers % 5 * 2} ps 0.7 lc rgb '{SPECIAL}'"
            peers += 1
        name = line[0].variant if line[0].peer else line[0].program  # a program's best variant goes by the program's name
        plots.append(f"'data.{i}' using (f($1)):2 {style} title {quoted(name)}")
    commands = [
        *start("980,460"),
        f"f(w) = {ladder.bytes}",
        f"set logscale x 2; set logscale y 10; {BYTES_TICS}; set format y '%.5g'; set tmargin 2",
        "set key outside right top reverse Left samplen 2 font ',11'",
        f"set xlabel 'bytes of data'; set ylabel {quoted(what)}",
        "stats 'data.all' using (f($1)) nooutput name 'X'",
        *cache_marks(about),
        "set xrange [X_min / 1.5:X_max * 1.5]",
        "plot " + ", ".join(plots),
    ]
    return gnuplot.drawn(title, commands, data)


def bars(ladder: Ladder) -> str | None:
    """Every row at the default size: its name, its bar, its figure beside the bar."""
    rows = ladder.bars
    if not rows:
        return None

    def colour(row: Row) -> int:
        return PEER if row.peer else OTHER_DEVICE if row.device != ladder.device else RUNG

    commands = [
        *start(f"980,{90 + 24 * len(rows)}"),
        "stats 'data.bars' using 2 nooutput name 'B'; step = 10. ** floor(log10(B_max)); step = B_max < 2 * step ? step / 2. : step",
        f"set yrange [{len(rows)} - 0.5:-0.5]; set xrange [0:*]; unset key; set xtics step; set grid noytics",
        f"set xlabel {quoted(f'{ladder.unit} at {rows[0].size}, {rows[0].type}')}; set rmargin 12; set offsets 0, graph 0.02, 0, 0",
    ]
    ceiling = median_ceiling(rows)
    if ceiling is not None:
        names = [row.ceiling for row in rows if row.ceiling]
        text = quoted(f"ceiling ({names[0]})" if names else "ceiling")
        commands += [f"set arrow from {ceiling}, graph 0 to {ceiling}, graph 1 nohead dt 3 lw 1.5 lc rgb '{SPECIAL}'",
                     f"set label {text} at {ceiling}, graph 1.02 center tc rgb '{SPECIAL}'; set tmargin 2; set xrange [0:{ceiling} * 1.02]"]
    commands += ["set style fill solid 0.85 noborder",
                 "plot 'data.bars' using ($2 / 2):0:(0):2:($0 - 0.36):($0 + 0.36):1:ytic(3) with boxxyerror lc rgb variable, "
                 "'data.bars' using 2:0:(sprintf(' %.4g', $2)) with labels left"]
    data = table((colour(row), row.throughput, f"{row.program}: {row.variant}") for row in rows)
    return gnuplot.drawn(f"The ladder {ladder.name}: every rung and peer", commands, {"data.bars": data})


def start(size: str) -> list[str]:
    return [*gnuplot.terminal(size, " noenhanced"), "set datafile separator tab",
            "set border 3; set tics nomirror; set grid lc rgb '#808080' lw 0.5"]


def draw(work: Work, data: dict, folder: Path) -> None:
    """All figures of a results file."""
    about, ladders = data["about"], measured.ladders_in(data)
    for ladder in ladders:
        figures = {
            "size": over_size(about, ladder, ladder.sizes, ladder.unit, lambda row: row.throughput,
                              f"{ladder.name}: throughput over the data's size",
                              median_ceiling([row for line in ladder.sizes for row in line])),
            "end-to-end": over_size(about, ladder, ladder.end_to_end, "microseconds, the result on the host", lambda row: 1e6 * row.median_s,
                                    f"{ladder.name}: time over the data's size", None),
            "bars": bars(ladder),
        }
        for kind, figure in figures.items():
            if figure:
                gnuplot.publish(work, folder / f"{ladder.name.replace('/', '-')}-{kind}.svg", figure)
    for chapter in sorted({ladder.chapter for ladder in ladders}):
        figure = roofline(chapter, ladders, start("980,520"))
        if figure:
            gnuplot.publish(work, folder / f"{chapter}-roofline.svg", figure)


def main() -> int:
    options = parser(__doc__)
    options.add_argument("results", nargs="?", type=Path, metavar="RESULTS.json")
    options.add_argument("folder", nargs="?", type=Path, metavar="FOLDER")
    words = options.parse_args()
    if (words.results is None) != (words.folder is None):
        options.error("a results file and a folder go together")
    work = Work(words.check)
    gnuplot.need(work.check)
    if words.results:
        draw(work, measured.read(words.results), words.folder)
    else:
        results = {folder: measured.of_device(folder) for folder in sorted((ROOT / "docs/results").iterdir()) if folder.is_dir()}
        results = {folder: data for folder, data in results.items() if data}
        if not results:
            raise Fault(f"no bench.json in {ROOT}/docs/results", gnuplot.CANNOT_TELL if work.check else 1)
        for folder, data in results.items():
            draw(work, data, ROOT / "docs/figures" / folder.name)
    return work.finish("common/authoring/plot_bench.py")


if __name__ == "__main__":
    run_main(main)
