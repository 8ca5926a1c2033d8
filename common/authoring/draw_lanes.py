#!/usr/bin/env python3
"""Draws which sectors or banks the lanes of a warp ask for, out of what the lens saw: docs/figures/drawn/lanes-*.svg.

common/authoring/draw_lanes.py           writes; wants the simulator, and no GPU
common/authoring/draw_lanes.py --check   exit code 1 and the differences if a figure is out of date

BUILD_DIR: the build folder to ask, by default that of the preset auto. A line is named by what stands in it, since lines move.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from urllib.parse import quote, urlencode
from xml.sax.saxutils import escape

from counted import HAZARDS, RIGHT, said
from options import only_check
from tree import DRIVER, ROOT, Fault, program_source, run_main
from work import Work

# figure: a program, the words of its line, the program's arguments, and the same access for the lens on the page
FIGURES = {
    "strided-read": ("transpose_strided_read", "] = in[std::size_t{col} * cols + row]", [],
                     {"address": "cols * i + row", "cols": "1024", "row": "0", "bytes": "4", "memory": "global"}),
    "array-of-structures": ("aos_soa", "sum += in[i].piece[0]", ["--fields", "4"], {"address": "4 * i", "bytes": "4", "memory": "global"}),
    "tile-32": ("transpose_shared", "] = tile[x][y]", [], {"address": "32 * i + col", "col": "0", "bytes": "4", "memory": "shared"}),
    "tile-33": ("transpose_padded", "] = tile[x][y]", [], {"address": "33 * i + col", "col": "0", "bytes": "4", "memory": "shared"}),
    "stride-2": ("bank_conflicts", "sum_of(tile[place])", ["--stride", "2"], {"address": "2 * i", "bytes": "4", "memory": "shared"}),
}


def line_with(program: str, words: str) -> int:
    """The number of the first line of the program's source that contains these words."""
    source = program_source(program)
    lines = source.read_text(encoding="utf-8").splitlines() if source else []
    for number, line in enumerate(lines, 1):
        if words in line:
            return number
    raise Fault(f"no line of {program} has '{words}'")


def for_the_page(svg: str, access: dict[str, str]) -> str:
    """The drawing, with the accesses that open the lens on the page."""
    return svg.replace(' class="lanes"', f' class="lanes" data-lens="{escape(urlencode(access, quote_via=quote))}"', 1)


def drawn(program: str, words: str, arguments: list[str], access: dict[str, str]) -> str:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "figure.svg"
        more = ["--", *arguments] if arguments else []
        said([DRIVER, "explain", program, "--line", line_with(program, words), "--svg", file, *more], (RIGHT, HAZARDS))
        return for_the_page(file.read_text(encoding="utf-8"), access)


def main() -> int:
    work = Work(only_check(__doc__))
    for name, figure in FIGURES.items():
        work.file(ROOT / "docs/figures/drawn" / f"lanes-{name}.svg", drawn(*figure))
    return work.finish("common/authoring/draw_lanes.py")


if __name__ == "__main__":
    run_main(main)
