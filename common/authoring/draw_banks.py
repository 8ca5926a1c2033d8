#!/usr/bin/env python3
"""Draws which cells of a tile lie in one bank of shared memory: the tile 32 words wide, and 33. Chapter 8 shows it; the start page shows it with
what a GPU made of both.

common/authoring/draw_banks.py            writes docs/figures/drawn/tile-banks.svg, before-and-after.svg and before-and-after-narrow.svg
common/authoring/draw_banks.py --check    exit code 1 and the differences if that is not what is there
"""

import json

from options import only_check
from svg import Drawing
from tree import RESULTS, ROOT, Fault, run_main
from work import Work

CELL = 8  # pixels
BANK = 12  # the bank whose cells are filled, and whose column is framed
BANKS = 32

STYLE = [
    ".tile-banks .heading { font-weight: bold; }",
    ".tile-banks .tile { fill: none; stroke: currentColor; stroke-opacity: 0.6; }",
    ".tile-banks .unused { fill: currentColor; fill-opacity: 0.15; }",
    ".tile-banks .bank { fill: currentColor; fill-opacity: 0.6; }",
    ".tile-banks .hit { fill: #d9480f; }",
    ".tile-banks .column { fill: none; stroke: #d9480f; stroke-width: 2; }",
]


def rectangle(drawing: Drawing, x: float, y: float, width: float, height: float, kind: str) -> None:
    drawing.add("rect", x=x, y=y, width=width, height=height, class_=kind)


def tile(drawing: Drawing, width: int, top: int, turns: str) -> None:
    """A tile of 32 rows, `width` words each, whose cells in the bank are filled, and the bank's column framed."""
    drawing.add("text", f"{width} words wide: {turns}", x=8, y=top, class_="heading")
    tile_at(drawing, width, 8, top + 8)


def tile_at(drawing: Drawing, width: int, left: float, first: float) -> None:
    rectangle(drawing, left, first, width * CELL, BANKS * CELL, "tile")
    if width > BANKS:
        rectangle(drawing, left + BANKS * CELL, first, CELL, BANKS * CELL, "unused")
    for row in range(BANKS):
        for column in range(width):
            if (row * width + column) % BANKS == BANK:
                rectangle(drawing, left + column * CELL, first + row * CELL, CELL, CELL, "hit" if column == BANK else "bank")
    rectangle(drawing, left + BANK * CELL, first, CELL, BANKS * CELL, "column")


def drawn() -> str:
    drawing = Drawing(
        "tile-banks", "tile-banks", (288, 640), "The cells of one bank in a tile 32 words wide and in one 33 words wide",
        "Two tiles of 32 rows. Filled: the cells that lie in bank 12. Framed: column 12, which a warp reads. With 32 words a row the "
        "whole column lies in bank 12. With 33 the bank moves one column to the left in each row, and meets the framed column in one "
        "cell.", 13, STYLE)
    tile(drawing, 32, 20, "32 of the column in one bank")
    tile(drawing, 33, 320, "1 of the column in it")
    drawing.add("text", f"Filled: cells of bank {BANK}. Framed: column {BANK}.", x=8, y=612)
    drawing.add("text", "Grey: the column that holds nothing.", x=8, y=630)
    return drawing.finished()


def throughput(program: str) -> float:
    """The program's best throughput at its default size, in GB/s."""
    rows = json.loads((RESULTS / "bench.json").read_text(encoding="utf-8"))["rows"]
    rates = [row["throughput"] for row in rows
             if row["program"] == program and row["arguments"] == "" and row["verified"] and row["unit"] == "GB/s"]
    if not rates:
        raise Fault(f"bench.json has no row of {program}")
    return max(rates)


def before_and_after(width: int) -> str:
    """A tile whose column is in one bank, and one with an extra column: the wavefronts, and the throughput; side by side, or one below the other."""
    about = json.loads((RESULTS / "bench.json").read_text(encoding="utf-8"))["about"]
    rates = [throughput("transpose_shared"), throughput("transpose_padded")]
    side_by_side = width > 600
    step_x, step_y = (width / 2, 0) if side_by_side else (0, 390)
    drawing = Drawing(
        "before-and-after", "tile-banks", (width, 390 if side_by_side else 780), "One more column: 33 beats 32",
        f"The same transpose on an {about['device']}, {about['date']}, 8192 x 8192 floats. A warp reads the framed column of a tile in "
        "shared memory; filled are the words of one bank, which gives one of them a turn. Before: 32 words wide, all 32 in one bank, "
        f"32 turns, {rates[0]:.0f} GB/s. After: one unused column more, each word in a bank of its own, 1 turn, {rates[1]:.0f} GB/s.", 14, STYLE)
    for i, (wide, turns) in enumerate(((32, "32 turns"), (33, "1 turn"))):
        x, y = 8 + i * step_x, 22 + i * step_y
        drawing.add("text", f"{('Before', 'After')[i]}: tile[32][{wide}], {turns}", x=x, y=y, class_="heading")
        tile_at(drawing, wide, x, y + 10)
        bar = rates[i] / max(rates) * 250
        rectangle(drawing, x, y + 288, bar, 22, "hit" if i == 0 else "bank")
        drawing.add("text", f"{rates[i]:.0f} GB/s", x=x, y=y + 332, class_="heading")
    return drawing.finished()


def main() -> int:
    work = Work(only_check(__doc__))
    figures = ROOT / "docs/figures/drawn"
    work.file(figures / "tile-banks.svg", drawn())
    work.file(figures / "before-and-after.svg", before_and_after(640))
    work.file(figures / "before-and-after-narrow.svg", before_and_after(300))
    return work.finish("common/authoring/draw_banks.py")


if __name__ == "__main__":
    run_main(main)
