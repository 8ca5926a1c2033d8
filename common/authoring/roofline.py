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


def kind_of(row: Row) -> str:
    """"tensor": without a ceiling, since the ladder's ceiling does not apply."""
    return "peers" if row.peer else "ours" if row.ceiling_rate or row.unit == "GB/s" else "tensor"


def rows_of(ladder: Ladder, kind: str) -> list[Row]:
    """Those of its bars that the device has run."""
    return [row for row in ladder.bars if row.device == ladder.device and kind_of(row) == kind]


def points_of(number: int, who: str, rows: list[Row], data: dict[str, str]) -> tuple[list[str], str]:
    """Commands that widen the axes by these rows, and the x of their points: operations per byte."""
    file, x = f"data.{who}{number}", f"(o{number}($1) / b{number}($1))"
    data[file] = table((row.w, row.median_s) for row in rows)
    return [f"stats '{file}' using {x} nooutput name 'P'; left = P_min < left ? P_min : left; right = P_max > right ? P_max : right",
            f"stats '{file}' using (o{number}($1) / $2) nooutput name 'P'; low = P_min < low ? P_min : low"], x


def worth(expression: str, w: float) -> float:
    """An expression in w, already checked by measured.EXPRESSION."""
    return eval(expression, {"__builtins__": {}}, {"w": w})


def intensity(ladder: Ladder) -> float:
    """Operations per byte of its first row."""
    w = ladder.bars[0].w
    return worth(ladder.operations, w) / (w if ladder.unit == "GB/s" else worth(ladder.bytes, w))


def lowest(ladder: Ladder) -> tuple[Row, float]:
    """The row with the fewest operations per second, and that number."""
    rates = [(row, worth(ladder.operations, row.w) / row.median_s) for row in rows_of(ladder, "ours")]
    return min(rates, key=lambda each: each[1])


def side_of(ladder: Ladder, others: list[Ladder], narrow: bool) -> str:
    """A free position for its name: below, if nothing is there; otherwise on the right, or on the left if the right is taken or ends."""
    ways = {other.name: (intensity(other) / intensity(ladder), lowest(other)[1] / lowest(ladder)[1]) for other in others if other is not ladder}
    if not any(0.1 < way < 10 and rate < 1 for way, rate in ways.values()):
        return "center offset 0,-0.8"
    rates = [rate for way, rate in ways.values() if abs(way - 1) < 0.01]
    near = 1.6 if narrow else 1.3
    up = -0.7 if any(1 <= rate < near for rate in rates) else 0.4 if any(1 / near < rate < 1 for rate in rates) else 0
    close = any(1.01 < way < 4 for way, _ in ways.values())
    at_the_end = intensity(ladder) > 10 and not any(0.05 < way < 0.99 for way, _ in ways.values())
    return f"right offset -1,{up}" if close or at_the_end else f"left offset 1,{up}"


def name_beside(number: int, ladder: Ladder, x: str, side: str, colour: str, data: dict[str, str]) -> str:
    """The ladder's name at its lowest point."""
    row, _ = lowest(ladder)
    data[f"data.name{number}"] = table([(row.w, row.median_s, ladder.name)])
    return f"'data.name{number}' using {x}:(o{number}($1) / $2):3 with labels {side} noenhanced font ',11' tc rgb '{colour}'"


def above_the_roof(rows: list[Row]) -> str:
    """Why our rows may exceed the roof; empty if none does."""
    said = ""
    if any(kind_of(row) == "tensor" for row in rows):
        said += " Crosses: on tensor cores, which have a roof of their own."
    if any(row.ceiling_fraction and row.ceiling_fraction > 1.05 for row in rows):
        said += " Dots above the roof take several steps in one pass over the data."
    return said


def roofline(about: dict, chapter: str, ladders: list[Ladder], start: list[str], narrow: bool) -> str | None:
    """For each ladder, operations per second as a function of operations per byte. Bytes must move, for a row in GB/s, or are the data's."""
    shown = [(number, ladder) for number, ladder in enumerate(ladders) if ladder.chapter == chapter and ladder.operations and rows_of(ladder, "ours")]
    if not shown:
        return None
    data: dict[str, str] = {}
    commands = [
        *start,
        "set logscale xy 10; set format '10^{%L}'; set termoption enhanced",
        "set xlabel 'operations a byte'; set ylabel 'operations a second'; unset key",
        f"set title {quoted(about['device'])} noenhanced",
        *roofs(ladders, data),
    ]
    plots = [f"roof(x) with lines lw 2 lc rgb '{SPECIAL}'"]
    ours = [row for _, ladder in shown for kind in ("ours", "tensor") for row in rows_of(ladder, kind)]
    for place, (number, ladder) in enumerate(shown):
        commands += [f"o{number}(w) = {ladder.operations}", f"b{number}(w) = {'w' if ladder.unit == 'GB/s' else ladder.bytes}"]
        colour = gnuplot.COLOURS[place % len(gnuplot.COLOURS)]
        for who, style in (("ours", "pt 7 ps 0.7"), ("tensor", "pt 2 ps 0.8 lw 2"), ("peers", "pt 6 ps 1.1 lw 2")):
            rows = rows_of(ladder, who)
            if not rows:
                continue
            widening, x = points_of(number, who, rows, data)
            commands += widening
            plots.append(f"'data.{who}{number}' using {x}:(o{number}($1) / $2) with points {style} lc rgb '{colour}'")
            if who == "ours":
                plots.append(name_beside(number, ladder, x, side_of(ladder, [other for _, other in shown], narrow), colour, data))
    commands += [
        "ridge = memory > 0 && arithmetic > 0 ? arithmetic / memory : right",
        f"left = (ridge < left ? ridge : left) / {12 if narrow else 4}; right = (ridge > right ? ridge : right) * {15 if narrow else 6}",
        "top = arithmetic > 0 ? arithmetic : memory * right",
        "set xrange [left:right]; set yrange [low / 3:top * 3]",
        "roof(x) = memory > 0 && arithmetic > 0 ? (memory * x < arithmetic ? memory * x : arithmetic) : memory > 0 ? memory * x : arithmetic",
        "if (memory > 0) set label sprintf('%.4g GB/s', memory / 1e9) at sqrt(left * ridge), memory * sqrt(left * ridge) "
        f"offset 1,-0.4 left tc rgb '{SPECIAL}'",
        "if (arithmetic > 0) flat = log10(right / ridge) > log10(right / left) / 2; at = flat ? ridge : right; "
        "roof_label = sprintf('%.3g T operations/s', arithmetic / 1e12)",
        f"if (arithmetic > 0 && flat) set label roof_label at at, arithmetic offset 0,0.7 left tc rgb '{SPECIAL}'",
        f"if (arithmetic > 0 && !flat) set label roof_label at at, arithmetic offset -0.5,0.7 right tc rgb '{SPECIAL}'",
        "set samples 500; plot " + ", ".join(plots),
    ]
    caption = (f"{about['device']}, {about['date']}: the rungs (filled) and peers of each ladder at its default size, between what memory "
               f"and arithmetic let through at most.{above_the_roof(ours)}")
    return gnuplot.drawn(f"{chapter} between its roofs", caption, commands, data)
