#!/usr/bin/env python3
"""Draws which cells of a tile lie in one bank of shared memory: the tile 32 words wide, and 33. Chapter 8 shows it.

common/authoring/draw_banks.py            writes docs/figures/drawn/tile-banks.svg
common/authoring/draw_banks.py --check    exit code 1 and the differences if that is not what is there
"""

from options import only_check
from svg import Drawing
from tree import ROOT, run_main
from work import Work

CELL = 8  # pixels
BANK = 12  # which is filled; its column is framed
BANKS = 32

STYLE = [
    ".tile-banks .heading { font-weight: bold; }",
    ".tile-banks .tile { fill: none; stroke: currentColor; stroke-opacity: 0.6; }",
    ".tile-banks .unused { fill: currentColor; fill-opacity: 0.15; }",
    ".tile-banks .bank { fill: currentColor; fill-opacity: 0.6; }",
    ".tile-banks .hit { fill: #d9480f; }",
    ".tile-banks .column { fill: none; stroke: #d9480f; stroke-width: 2; }",
]


def rectangle(drawing: Drawing, x: int, y: int, width: int, height: int, kind: str) -> None:
    drawing.add("rect", x=x, y=y, width=width, height=height, class_=kind)


def tile(drawing: Drawing, width: int, top: int, turns: str) -> None:
    """A tile of 32 rows, `width` words each, whose cells in the bank are filled, and the bank's column framed."""
    left, first = 8, top + 8
    drawing.add("text", f"{width} words wide: {turns}", x=left, y=top, class_="heading")
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


def main() -> int:
    work = Work(only_check(__doc__))
    work.file(ROOT / "docs/figures/drawn/tile-banks.svg", drawn())
    return work.finish("common/authoring/draw_banks.py")


if __name__ == "__main__":
    run_main(main)
