"""The ladders of one chapter between the roofs that memory and arithmetic put over them, the highest ceilings of the results file."""

from __future__ import annotations

import gnuplot
from gnuplot import SPECIAL, quoted, table
from measured import Ladder, Row


def roofs(ladders: list[Ladder], data: dict[str, str]) -> list[str]:
    """Commands that set `memory` and `arithmetic`."""
    memory = [1e9 * row.ceiling_rate for ladder in ladders if ladder.unit == "GB/s" for row in ladder.all_rows if row.ceiling_rate]
    commands = [f"memory = {max(memory, default=0)}", "arithmetic = 0; low = 1e99; left = 1e99; right = 0"]
    for number, ladder in enumerate(ladders):
        rows = [(row.w, row.median_s, row.ceiling_fraction) for row in ladder.all_rows if row.ceiling_rate]
        if not rows or not ladder.operations or ladder.unit == "GB/s":
            continue
        data[f"data.roof{number}"] = table(rows)
        commands += [f"o{number}(w) = {ladder.operations}",
                     f"stats 'data.roof{number}' using (o{number}($1) / $2 / $3) nooutput name 'R'; "
                     "arithmetic = R_max > arithmetic ? R_max : arithmetic"]
    return commands


def points_of(number: int, who: str, rows: list[Row], data: dict[str, str]) -> tuple[list[str], str]:
    """Commands that widen the axes by these rows, and the x of their points: operations a byte."""
    file, x = f"data.{who}{number}", f"(o{number}($1) / b{number}($1))"
    data[file] = table((row.w, row.median_s) for row in rows)
    return [f"stats '{file}' using {x} nooutput name 'P'; left = P_min < left ? P_min : left; right = P_max > right ? P_max : right",
            f"stats '{file}' using (o{number}($1) / $2) nooutput name 'P'; low = P_min < low ? P_min : low"], x


def roofline(about: dict, chapter: str, ladders: list[Ladder], start: list[str]) -> str | None:
    """For each ladder, operations a second over operations a byte: of bytes that must move for a row in GB/s, else of the data's."""
    shown = [(number, ladder) for number, ladder in enumerate(ladders) if ladder.chapter == chapter and ladder.operations and ladder.bars]
    if not shown:
        return None
    data: dict[str, str] = {}
    commands = [
        *start,
        "set logscale xy 10; set format '10^{%L}'; set termoption enhanced",
        "set xlabel 'operations a byte'; set ylabel 'operations a second'; "
        "set key at graph 0, graph -0.2 left top reverse Left samplen 1 spacing 1.1 font ',12' noenhanced maxcols 1; set bmargin 17",
        f"set title {quoted(about['device'])} noenhanced",
        *roofs(ladders, data),
    ]
    plots = [f"roof(x) with lines lw 2 lc rgb '{SPECIAL}' title 'roof'"]
    for place, (number, ladder) in enumerate(shown):
        commands += [f"o{number}(w) = {ladder.operations}", f"b{number}(w) = {'w' if ladder.unit == 'GB/s' else ladder.bytes}"]
        for who, style, title in (("ours", "pt 7 ps 0.7", ladder.name), ("peers", "pt 6 ps 1.1 lw 2", f"{ladder.name}: peers")):
            rows = [row for row in ladder.bars if row.device == ladder.device and row.peer == (who == "peers")]
            if not rows:
                continue
            widening, x = points_of(number, who, rows, data)
            commands += widening
            plots.append(f"'data.{who}{number}' using {x}:(o{number}($1) / $2) with points {style} "
                         f"lc rgb '{gnuplot.COLOURS[place % len(gnuplot.COLOURS)]}' title {quoted(title)}")
    commands += [
        "ridge = memory > 0 && arithmetic > 0 ? arithmetic / memory : right",
        "left = (ridge < left ? ridge : left) / 4; right = (ridge > right ? ridge : right) * 4",
        "top = arithmetic > 0 ? arithmetic : memory * right",
        "set xrange [left:right]; set yrange [low / 3:top * 3]",
        "roof(x) = memory > 0 && arithmetic > 0 ? (memory * x < arithmetic ? memory * x : arithmetic) : memory > 0 ? memory * x : arithmetic",
        "if (memory > 0) set label sprintf('%.4g GB/s', memory / 1e9) at sqrt(left * ridge), memory * sqrt(left * ridge) "
        f"offset -1,0.5 right tc rgb '{SPECIAL}'",
        "if (arithmetic > 0) set label sprintf('%.3g T operations/s', arithmetic / 1e12) at right, arithmetic offset -0.5,0.7 right "
        f"tc rgb '{SPECIAL}'",
        "set samples 500; plot " + ", ".join(plots),
    ]
    caption = (f"{about['device']}, {about['date']}: the rungs (filled) and peers of each ladder at its default size, between what memory "
               "and arithmetic let through at most.")
    return gnuplot.drawn(f"{chapter} between its roofs", caption, commands, data)
