#!/usr/bin/env python3
"""Draws what `./tutorial bench` has measured, from its results file alone:

LADDER-size.svg         throughput over the data's size, the best variant of each program, each peer, and the sizes of the caches
LADDER-end-to-end.svg   time over size with the result on the host, where the ladder has such rows
LADDER-bars.svg         every rung and peer at the default size, below the ceiling
CHAPTER-roofline.svg    the chapter's ladders between the roofs that memory and arithmetic put over them

Each also as …-narrow.svg, drawn anew for a phone.

common/authoring/plot_bench.py RESULTS.json FOLDER     draws the figures of one file; wants gnuplot
common/authoring/plot_bench.py                         those of the GPU that the pages show, into docs/figures; where it has no bench.json,
                                                       what ladders.json has: no sizes, the rungs of $BUILD_DIR/tutorial.json
common/authoring/plot_bench.py --check [RESULTS.json FOLDER]   exit code 1 if a figure is out of date, 77 if this cannot be told here
"""

from __future__ import annotations

import math
import textwrap
from pathlib import Path

import gnuplot
import measured
from gnuplot import SPECIAL, quoted, table
from measured import Ladder, Row, median_ceiling
from options import parser
from roofline import roofline
from tree import DEVICE, RESULTS, ROOT, Fault, run_main
from work import Work

BYTES_TICS = "set xtics ('64 B' 2**6, '4 KiB' 2**12, '256 KiB' 2**18, '16 MiB' 2**24, '1 GiB' 2**30, '64 GiB' 2**36)"
PEER, OTHER_DEVICE, RUNG = 0xD95F02, 0x808080, 0x1F78B4  # a bar's colour, as gnuplot's "rgb variable" has it
LINES = 3  # of a panel, and the ceiling
MARGINS = 141  # pixels above and below the bars: title, ceiling's name, tics and unit


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


def panels_of(lines: list[list[Row]]) -> list[list[list[Row]]]:
    """Panels of a few lines each, in the order of the ladder."""
    return [lines[i:i + LINES] for i in range(0, len(lines), LINES)]


def panel(place: tuple[float, float, float, float], lines: list[list[Row]], number: int, ceiling: float | None,
          data: dict[str, str]) -> list[str]:
    """One panel at left, bottom, width, height (in parts of the figure), its key below it."""
    left, bottom, width, height = place
    plots = [f"{ceiling} with lines dt 3 lw 1.5 lc rgb '{SPECIAL}' title 'ceiling'"] if ceiling else []
    for i, line in enumerate(lines):
        name = line[0].variant if line[0].peer else line[0].program  # a program's best variant has the program's name
        file = f"data.{number}.{i}"
        style = f"lw 2 pt 7 ps 0.4 lc rgb '{gnuplot.COLOURS[i]}'"
        if line[0].peer:
            style = f"dt 2 lw 2 pt {4 + i * 2} ps 0.6 lc rgb '{SPECIAL}'"
        plots.append(f"'{file}' using (f($1)):2 with linespoints {style} title {quoted(name)}")
        data[file] = table((row.w, row.value) for row in line)
    return [f"set origin {left:.4f}, {bottom:.4f}; set size {width:.4f}, {height:.4f}", "plot " + ", ".join(plots)]


def over_size(about: dict, ladder: Ladder, lines: list[list[Row]], what: str, title: str, ceiling: float | None,
              width: int) -> str | None:
    """Panels of a few lines each, one line per list of rows; None if all have one size. Rates have a linear scale, so that 3500 and 4050
    have different heights; times a logarithmic one."""
    rows = [row for line in lines for row in line]
    if not rows or max(row.w for row in rows) <= 1.1 * min(row.w for row in rows):
        return None
    panels = panels_of(lines)
    columns = min(len(panels), width // gnuplot.NARROW)
    deep = -(-len(panels) // columns)
    height = 44 + 330 * deep
    data = {"data.all": table((row.w, row.value) for row in rows)}
    rates = ceiling is not None or what == ladder.unit
    scale = "set logscale y 10; set yrange [Y_min / 1.5:Y_max * 1.5]"
    if rates:
        scale = f"set yrange [0:{1.04 * max([row.value for row in rows] + [ceiling or 0])}]"
    commands = [
        *start(f"{width},{height}"),
        f"f(w) = {ladder.bytes}",
        f"set logscale x 2; {BYTES_TICS}; set format y '%.5g'; set tmargin 2; set bmargin 7; set lmargin 8; set rmargin 2",
        "set key at graph 0, graph -0.17 left top reverse Left samplen 2 spacing 1.1 font ',12' maxcols 1",
        "stats 'data.all' using (f($1)) nooutput name 'X'; stats 'data.all' using 2 nooutput name 'Y'",
        *cache_marks(about),
        f"set xrange [X_min / 1.5:X_max * 1.5]; {scale}",
        "set multiplot",
        f"set label 99 {quoted(f'{ladder.device}, {rows[0].type}')} at screen 8. / {width}, screen {1 - 14 / height}",
        f"set label 98 {quoted(f'{what}, over the bytes of data')} at screen 8. / {width}, screen {1 - 32 / height}",
    ]
    for i, group in enumerate(panels):
        place = (i % columns / columns, (height - 44 - 330 * (i // columns + 1)) / height, 1 / columns, 330 / height)
        commands += panel(place, group, i, ceiling, data) + ["unset label 98; unset label 99"]
    commands.append("unset multiplot")
    caption = (f"{about['device']}, {about['date']}: {what} over the bytes of data, the best variant of each program and each peer (dashed), "
               f"{'all panels on one scale' if len(panels) > 1 else 'one line each'}.")
    return gnuplot.drawn(title, caption, commands, data)


def step_of(most: float, tics: int) -> float:
    """The smallest round step that gives an axis up to `most` at most that many tics."""
    power = 10.0 ** math.floor(math.log10(most / tics))
    return next(power * factor for factor in (1, 2, 5, 10) if most <= power * factor * tics)


def bars(about: dict, ladder: Ladder, width: int) -> str | None:
    """Every row at the default size: its name above its bar, its figure next to it."""
    rows = ladder.bars
    if not rows:
        return None

    def colour(row: Row) -> int:
        return PEER if row.peer else OTHER_DEVICE if row.device != ladder.device else RUNG

    names = ["\n".join(textwrap.wrap(f"{row.program}: {row.variant}", 96 if width == gnuplot.WIDE else 48)) for row in rows]
    deep = max(name.count("\n") for name in names) + 1
    ceiling = median_ceiling(rows)
    most = 1.16 * max([row.throughput for row in rows] + [ceiling or 0])
    commands = [
        *start(f"{width},{MARGINS + (18 + 17 * deep) * len(rows)}"),
        f"set yrange [{len(rows)}:0]; unset key; unset ytics; set border 1; set grid noytics; set lmargin 2; set rmargin 3",
        f"set xrange [0:{most}]; set xtics {step_of(most, 8 if width == gnuplot.WIDE else 5)}; set tmargin 4",
        f"set xlabel {quoted(f'{ladder.unit} at {rows[0].size}, {rows[0].type}')}; set title {quoted(ladder.device)} offset 0, 0.6",
    ]
    if ceiling is not None:
        kinds = [row.ceiling for row in rows if row.ceiling]
        text = quoted(f"ceiling ({kinds[0]})" if kinds else "ceiling")
        commands += [f"set arrow from {ceiling}, graph 0 to {ceiling}, graph 1 nohead dt 3 lw 1.5 lc rgb '{SPECIAL}'",
                     f"set label {text} at {ceiling}, graph 1 offset 0, 0.5 right tc rgb '{SPECIAL}'"]
    top, bottom = 17 * deep / (18 + 17 * deep) + 0.02, 0.93
    commands += ["set style fill solid 0.85 noborder",
                 f"middle = {(top + bottom) / 2}",
                 f"plot 'data.bars' using ($2 / 2):($0 + middle):(0):2:($0 + {top}):($0 + {bottom}):1 with boxxyerror lc rgb variable, "
                 "'data.bars' using 2:($0 + middle):(sprintf(' %.4g', $2)) with labels left font ',12'"]
    for i, name in enumerate(names):
        for line, part in enumerate(name.split("\n")):
            commands.insert(-1, f"set label {quoted(part)} at 0, {i + (line + 0.62) * 17 / (18 + 17 * deep)} left font ',12'")
    data = table((colour(row), row.throughput) for row in rows)
    caption = (f"{about['device']}, {about['date']}: every rung (blue) and peer (orange) of the ladder at its default size, checked and timed by "
               "./tutorial bench.")
    return gnuplot.drawn(f"The ladder {ladder.name}: every rung and peer", caption, commands, {"data.bars": data})


def start(size: str) -> list[str]:
    return [*gnuplot.terminal(size, " noenhanced"), "set datafile separator tab",
            "set border 3; set tics nomirror; set grid lc rgb '#808080' lw 0.5"]


def figures_of(about: dict, ladder: Ladder, width: int) -> dict[str, str | None]:
    for line in ladder.sizes:
        for row in line:
            row.value = row.throughput
    sizes = over_size(about, ladder, ladder.sizes, ladder.unit, f"{ladder.name}: throughput over the data's size",
                      median_ceiling([row for line in ladder.sizes for row in line]), width)
    for line in ladder.end_to_end:
        for row in line:
            row.value = 1e6 * row.median_s
    return {"size": sizes, "bars": bars(about, ladder, width),
            "end-to-end": over_size(about, ladder, ladder.end_to_end, "microseconds, the result on the host",
                                    f"{ladder.name}: time over the data's size", None, width)}


def draw(work: Work, data: dict, folder: Path) -> None:
    """All figures of a results file."""
    about, ladders = data["about"], measured.ladders_in(data)
    for width, ending in ((gnuplot.WIDE, ""), (gnuplot.NARROW, "-narrow")):
        for ladder in ladders:
            for kind, figure in figures_of(about, ladder, width).items():
                if figure:
                    gnuplot.publish(work, folder / f"{ladder.name.replace('/', '-')}-{kind}{ending}.svg", figure)
        for chapter in sorted({ladder.chapter for ladder in ladders}):
            figure = roofline(about, chapter, ladders, start(f"{width},{width * 2 // 3 + (140 if ending else 20)}"), bool(ending))
            if figure:
                gnuplot.publish(work, folder / f"{chapter}-roofline{ending}.svg", figure)


def main() -> int:
    options = parser(__doc__)
    options.add_argument("results", nargs="?", type=Path, metavar="RESULTS.json")
    options.add_argument("folder", nargs="?", type=Path, metavar="FOLDER")
    words = options.parse_args()
    if (words.results is None) != (words.folder is None):
        options.error("a results file and a folder go together")
    work = Work(words.check)
    if words.results:
        data = measured.read(words.results)
        gnuplot.need(work.check)
        draw(work, data, words.folder)
    else:
        gnuplot.need(work.check)
        data = measured.of_device(RESULTS)
        if not data:
            raise Fault(f"no bench.json in {RESULTS}", gnuplot.CANNOT_TELL if work.check else 1)
        draw(work, data, ROOT / "docs/figures" / DEVICE)
    return work.finish("common/authoring/plot_bench.py")


if __name__ == "__main__":
    run_main(main)
