#!/usr/bin/env python3
"""Draws the layers of common and which includes which, from the includes themselves. ARCHITECTURE.md shows it.

common/authoring/draw_layers.py            writes docs/figures/drawn/layers.svg
common/authoring/draw_layers.py --check    exit code 1 and the differences if that is not what is there
"""

from __future__ import annotations

import textwrap
from pathlib import Path
from xml.sax.saxutils import escape

from layers import LAYERS, Common, layer_of
from options import only_check
from svg import Drawing
from tree import ROOT, run_main
from work import Work

WIDTH, LEFT, BOX = 600, 8, 460  # pixels
HEIGHT, GAP = 72, 22
SAYS = {
    "marking": "compiles, confines, runs and judges submissions; grades",
    "driver": "the verbs of ./tutorial",
    "utility": "what every program includes",
    "simcc": "the simulator as a compiler",
    "predict": "what a kernel would take on a GPU",
    "support": "text, files, processes: of the host alone",
    "simulator": "runs CUDA on the CPU; knows nothing of the rest",
}

STYLE = [
    ".layers .box { fill: currentColor; fill-opacity: 0.06; stroke: currentColor; stroke-opacity: 0.6; }",
    ".layers .name { font-weight: bold; }",
    ".layers .room { font-size: 11px; fill-opacity: 0.75; }",
    ".layers .way { fill: none; stroke: #1971c2; stroke-opacity: 0.8; }",
    ".layers .head { fill: #1971c2; }",
    ".layers .says { font-size: 12.5px; }",
]


def rooms(common: Common, number: int) -> str:
    """The folders of a layer, without those named by CUDA."""
    found = {Path(path).parent.as_posix() for path in common.files if layer_of(path) == number}
    depth = {"sim/include": 2, "include": 1}
    return ", ".join(sorted({"/".join(name.split("/")[:next((d for top, d in depth.items() if name.startswith(top)), 2)]) for name in found}))


def drawn() -> str:
    common = Common(ROOT)
    shown = [name for name, _ in LAYERS if name != "tests"]
    ways = {(layer_of(path), layer_of(target)) for path, _, target in common.edges}
    top = {number: 30 + (len(shown) - 1 - number) * (HEIGHT + GAP) for number in range(len(shown))}
    drawing = Drawing(
        "layers", "layers", (WIDTH, 30 + len(shown) * (HEIGHT + GAP)), "The layers of common, from the top down",
        "Boxes one below the other: " + ", ".join(reversed(shown)) + ". Arrows lead from a layer to those that it includes; none leads up.",
        14, STYLE)
    drawing.add("text", "An arrow leads to a layer that is included.", x=LEFT, y=16, class_="room")
    for number, name in enumerate(shown):
        y = top[number]
        drawing.add("rect", x=LEFT, y=y, width=BOX, height=HEIGHT, rx=4, class_="box")
        drawing.add("text", name, x=LEFT + 10, y=y + 19, class_="name")
        drawing.add("text", escape(SAYS[name]), x=LEFT + 96, y=y + 19, class_="says")
        for row, line in enumerate(textwrap.wrap(rooms(common, number), 76)[:3]):
            drawing.add("text", escape(line), x=LEFT + 10, y=y + 36 + 14 * row, class_="room")
    for upper, lower in sorted(ways):
        if upper == lower or max(upper, lower) >= len(shown):
            continue
        far = upper - lower
        begin, end, right = top[upper] + HEIGHT / 2 + 3 * far, top[lower] + HEIGHT / 2 - 4 * far, LEFT + BOX
        bow = right + 18 + 26 * far
        drawing.add("path", d=f"M {right} {begin:g} C {bow} {begin:g} {bow} {end:g} {right + 7} {end:g}", class_="way", stroke_width=1.2)
        drawing.add("path", d=f"M {right} {end:g} l 8 -3.5 v 7 z", class_="head")
    return drawing.finished()


def main() -> int:
    work = Work(only_check(__doc__))
    work.file(ROOT / "docs/figures/drawn/layers.svg", drawn())
    return work.finish("common/authoring/draw_layers.py")


if __name__ == "__main__":
    run_main(main)
