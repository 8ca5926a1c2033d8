#!/usr/bin/env python3
"""Draws what needs no measurement: docs/figures/drawn/{data-flow,host-and-device,grid-of-blocks,reduction-tree,transpose-tiles,halo,grid-walk,six-vertices}.svg. Each drawing follows
from a few numbers, which stand in the calls at the end.

common/authoring/draw_ideas.py           writes
common/authoring/draw_ideas.py --check   exit code 1 and the differences if a drawing is out of date
"""

from math import hypot

from options import only_check
from svg import Drawing
from tree import ROOT, run_main
from work import Work

STYLE = [
    ".idea rect { fill: none; stroke: currentColor; }",
    ".idea rect.marked { fill: #d9480f; fill-opacity: 0.75; }",
    ".idea rect.soft { fill: #1f78b4; fill-opacity: 0.35; }",
    ".idea line { stroke: currentColor; opacity: 0.6; }",
    ".idea .note { opacity: 0.75; }",
]


class Idea(Drawing):
    """A drawing of boxes, words and edges."""

    def __init__(self, name: str, width: float, height: float, title: str, text: str):
        super().__init__(name, "idea", (width, height), title, text, 12, STYLE)

    def box(self, x: float, y: float, width: float, height: float, kind: str) -> None:
        self.add("rect", class_=kind, x=x, y=y, width=width, height=height)

    def words(self, x: float, y: float, text: object, anchor: str, kind: str) -> None:
        self.add("text", str(text), x=x, y=y, text_anchor=anchor, class_=kind)

    def edge(self, x1: float, y1: float, x2: float, y2: float) -> None:
        self.add("line", x1=x1, y1=y1, x2=x2, y2=y2)

    def arrow(self, x1: float, y1: float, x2: float, y2: float) -> None:
        """An edge with an arrowhead."""
        length = hypot(x2 - x1, y2 - y1)
        dx, dy = (x2 - x1) / length, (y2 - y1) / length
        self.edge(x1, y1, x2, y2)
        self.edge(x2, y2, x2 - 8 * dx + 5 * dy, y2 - 8 * dy - 5 * dx)
        self.edge(x2, y2, x2 - 8 * dx - 5 * dy, y2 - 8 * dy + 5 * dx)


FLOWS = {
    "a size becomes a launch": ["command line\ncommon/src", "main, lambdas\nchNN/NN_x.cu", "timing, check\ncommon/src", "rows (JSON)\ncommon/src",
                                "table\ndriver/run"],
    "an access becomes a counter": ["compiler's hook\nsim/lens", "request\nof a warp", "sectors, banks,\nshadow memory", "lens JSON\nsim/lens",
                                    "line of explain\ndriver/explain"],
    "a submission becomes a score": ["screening\nmarking/screen", "sandboxed\ncompiler", "sandboxed run\nunder the lens", "records\nmarking",
                                    "judge, contract\nmarking"],
}


def data_flow(flows: dict[str, list[str]]) -> str:
    """The path of a size, an access and a submission, stage by stage, with the folder of each stage."""
    width, step, height = 128, 158, 92
    stages = max(map(len, flows.values()))
    idea = Idea("data-flow", stages * step - 10, len(flows) * height + 6, "How data flows", " ".join(
        f"{name[0].upper()}{name[1:]}: {', then '.join(stage.replace(chr(10), ', ') for stage in row)}." for name, row in flows.items()))
    for i, (name, row) in enumerate(flows.items()):
        y = 10 + i * height
        idea.words(10, y + 10, name, "start", "")
        for j, stage in enumerate(row):
            x = 10 + j * step
            idea.box(x, y + 20, width, 50, "soft" if j in (0, len(row) - 1) else "")
            for k, line in enumerate(stage.split("\n")):
                idea.words(x + width / 2, y + 41 + 17 * k, line, "middle", "note" if k else "")
            if j:
                idea.arrow(x - step + width + 4, y + 45, x - 4, y + 45)
    return idea.finished()


def host_and_device() -> str:
    """Two processors, each with its own memory: launches go one way, copies go both ways."""
    idea = Idea("host-and-device", 560, 190, "Host and device",
                "The host is the CPU with its memory, the device is the GPU with its memory. The host launches kernels on the device, and copies data "
                "between the two memories.")
    for left, name, processor, note in ((10, "host", "CPU", "runs main"), (360, "device", "GPU", "runs many threads")):
        idea.words(left + 95, 18, name, "middle", "")
        idea.box(left, 28, 190, 70, "soft")
        idea.words(left + 95, 58, processor, "middle", "")
        idea.words(left + 95, 78, note, "middle", "note")
        idea.box(left, 110, 190, 70, "")
        idea.words(left + 95, 149, f"{name} memory", "middle", "")
    for y, word, both in ((63, "launches", False), (145, "copies", True)):
        idea.words(280, y - 10, word, "middle", "note")
        idea.arrow(206, y, 354, y)
        if both:
            idea.arrow(354, y, 206, y)
    return idea.finished()


def grid_of_blocks(blocks: int, threads: int) -> str:
    """The threads of a small grid, with the two numbers of each."""
    cell, gap = 66, 24
    width = threads * cell + 16
    idea = Idea("grid-of-blocks", blocks * (width + gap) + 6, 132, f"A grid of {blocks} blocks of {threads} threads",
                f"A launch with <<<{blocks}, {threads}>>> starts {blocks * threads} threads: {blocks} blocks of {threads}. threadIdx.x counts within the "
                "block, blockIdx.x counts the blocks.")
    for block in range(blocks):
        left = 10 + block * (width + gap)
        idea.words(left + width / 2, 18, f"blockIdx.x = {block}", "middle", "")
        idea.box(left, 28, width, 76, "")
        idea.words(left + width / 2, 122, "threadIdx.x", "middle", "note")
        for thread in range(threads):
            idea.box(left + 10 + thread * cell, 42, cell - 6, 48, "soft")
            idea.words(left + 7 + (thread + 0.5) * cell, 71, thread, "middle", "")
    return idea.finished()


def tree(values: int) -> str:
    """A block adds up one value per thread; below each row is the barrier that makes it complete."""
    cell, step = 40, 62
    levels = (values - 1).bit_length()
    idea = Idea("tree", values * cell + 130, levels * step + 50, f"The tree of a reduction of {values} values",
                f"{values} values become one in {levels} levels. On each level the first half of the threads that are left adds the "
                "value one stride away; a barrier stands between two levels.")
    value = list(range(1, values + 1))
    aside = values * cell + 8
    for level in range(levels + 1):
        left, y = values >> level, level * step + 10
        for i in range(values):
            idea.box(i * cell + 2, y, cell - 4, 24, ("marked" if level == levels else "soft") if i < left else "")
            idea.words(i * cell + cell / 2, y + 16, value[i], "middle", "" if i < left else "note")
        if level == levels:
            break
        stride = left // 2
        for i in range(stride):
            for source in (i, i + stride):
                idea.edge(source * cell + cell / 2, y + 24, i * cell + cell / 2, y + step)
            value[i] += value[i + stride]
        idea.words(aside, y + 16, "one value a thread" if level == 0 else "", "start", "note")
        idea.words(aside, y + step - 12, f"stride {stride}, barrier", "start", "note")
    idea.words(aside, levels * step + 26, "the sum", "start", "note")
    return idea.finished()


def tiles(count: int) -> str:
    """A matrix of count x count tiles and its transpose; the tile that one block moves, and how."""
    cell, row, column, gap, top = 34, 1, 3, 120, 26
    size = count * cell
    idea = Idea("tiles", 2 * size + gap + 20, size + 60, "A block transposes one tile",
                f"The tile in row {row} and column {column} of the input becomes the tile in row {column} and column {row} of the output. "
                "Inside shared memory its rows are read as columns.")
    for side, marked in (("input", (row, column)), ("output", (column, row))):
        left = 10 + (size + gap if side == "output" else 0)
        idea.words(left + size / 2, 16, side, "middle", "")
        for r in range(count):
            for c in range(count):
                idea.box(left + c * cell, top + r * cell, cell, cell, "marked" if (r, c) == marked else "")
    x, y = 10 + size + gap / 2, top + size / 2
    idea.box(x - cell / 2, y - cell / 2, cell, cell, "soft")
    idea.words(x, y - cell / 2 - 8, "shared tile", "middle", "note")
    idea.words(x, y + cell / 2 + 16, "rows in,", "middle", "note")
    idea.words(x, y + cell / 2 + 30, "columns out", "middle", "note")
    idea.edge(10 + (column + 1) * cell, top + row * cell + cell / 2, x - cell / 2, y)
    idea.edge(x + cell / 2, y, 10 + size + gap + row * cell, top + column * cell + cell / 2)
    idea.words(10, size + 46, "Lanes go along the rows on both sides: both are coalesced.", "start", "note")
    return idea.finished()


def halo(width: int, height: int) -> str:
    """The cells of a tile, and the cells around it that a 5-point stencil reads."""
    cell = 26
    cells, border = width * height, 2 * (width + height)
    idea = Idea("halo", (width + 2) * cell + 20, (height + 2) * cell + 50, f"A tile of {width} x {height} cells and its halo",
                f"A block computes {cells} cells and reads {cells + border}: its own, and {border} of its neighbours.")
    for r in range(-1, height + 1):
        for c in range(-1, width + 1):
            above_or_below, beside = not 0 <= r < height, not 0 <= c < width
            if not (above_or_below and beside):
                idea.box(10 + (c + 1) * cell, 10 + (r + 1) * cell, cell - 2, cell - 2, "marked" if above_or_below or beside else "soft")
    idea.words(10, (height + 2) * cell + 26,
               f"{cells} cells computed, {cells + border} read: {(cells + border) / cells:.2f} a cell; without a tile 5", "start", "note")
    return idea.finished()


def walk(elements: int, blocks: int, threads: int) -> str:
    """Which thread of a grid processes which element of a vector, if each thread advances by the size of the grid."""
    cell, grid = 34, blocks * threads
    steps = -(-elements // grid)
    idea = Idea("walk", grid * cell + 150, steps * (cell + 8) + 70, "A grid walks over a vector",
                f"{blocks} blocks of {threads} threads walk over {elements} elements in {steps} steps of {grid}. In each step neighbouring threads "
                "take neighbouring elements; in the last one some have none.")
    for block in range(blocks):
        idea.words(10 + (block + 0.5) * threads * cell, 16, f"block {block}", "middle", "")
    for thread in range(grid):
        idea.words(10 + (thread + 0.5) * cell, 32, f"t {thread}", "middle", "note")
    for element in range(elements):
        step, thread = divmod(element, grid)
        x, y = 10 + thread * cell, 42 + step * (cell + 8)
        idea.box(x + 1, y, cell - 2, cell, "marked" if thread == 0 else "soft" if thread < threads else "")
        idea.words(x + cell / 2, y + cell / 2 + 4, element, "middle", "")
    for step in range(steps):
        idea.words(18 + grid * cell, 42 + step * (cell + 8) + cell / 2 + 4, f"step {step}: i = t + {step} x {grid}", "start", "note")
    return idea.finished()


def graph(places: list[tuple[float, float]], edges: list[tuple[int, int]], start: int) -> str:
    """A graph, its adjacency lists one after the other, and the distance of each vertex from the start."""
    lists = [sorted({b for a, b in edges if a == v} | {a for a, b in edges if b == v}) for v in range(len(places))]
    level, frontier = {start: 0}, [start]
    while frontier:
        frontier = sorted({near for v in frontier for near in lists[v]} - set(level))
        level.update({v: max(level.values()) + 1 for v in frontier})
    cell, scale, left = 26, 70, 330
    idea = Idea("graph", left + (sum(map(len, lists)) + 2) * cell, 240, f"A graph of {len(places)} vertices",
                "The neighbours of all vertices one behind the other, and for each vertex where its own begin: the rows of a sparse matrix "
                f"without values. Colours are levels of a breadth-first search from {start}.")
    for a, b in edges:  # between the boxes, which are next to, below or across from each other
        (x1, y1), (x2, y2) = places[a], places[b]
        right, down = 14 * ((x2 > x1) - (x2 < x1)), 14 * ((y2 > y1) - (y2 < y1))
        idea.edge(30 + scale * x1 + right, 30 + scale * y1 + down, 30 + scale * x2 - right, 30 + scale * y2 - down)
    for vertex, (x, y) in enumerate(places):
        idea.box(30 + scale * x - 14, 30 + scale * y - 14, 28, 28, ("marked", "soft", "")[min(level[vertex], 2)])
        idea.words(30 + scale * x, 34 + scale * y, vertex, "middle", "")
    starts = [sum(map(len, lists[:vertex])) for vertex in range(len(lists) + 1)]
    for y, name, row in ((40, "row_start", starts), (100, "neighbour", [near for each in lists for near in each]),
                         (160, "level", [level[vertex] for vertex in range(len(places))])):
        idea.words(left - 8, y + 17, name, "end", "note")
        for i, value in enumerate(row):
            idea.box(left + i * cell, y, cell - 2, cell - 2, "" if name != "level" else ("marked", "soft", "")[min(value, 2)])
            idea.words(left + (i + 0.5) * cell - 1, y + 16, value, "middle", "")
    idea.words(30, 225, f"{len(edges)} edges, each in two lists: {starts[-1]} neighbours. Levels: breadth-first from {start}.", "start", "note")
    return idea.finished()


def main() -> int:
    work = Work(only_check(__doc__))
    figures = ROOT / "docs/figures/drawn"
    work.file(figures / "data-flow.svg", data_flow(FLOWS))
    work.file(figures / "host-and-device.svg", host_and_device())
    work.file(figures / "grid-of-blocks.svg", grid_of_blocks(2, 4))
    work.file(figures / "reduction-tree.svg", tree(8))
    work.file(figures / "transpose-tiles.svg", tiles(5))
    work.file(figures / "halo.svg", halo(12, 6))
    work.file(figures / "grid-walk.svg", walk(22, 2, 4))
    work.file(figures / "six-vertices.svg",
              graph([(0, 0), (1, 0), (0, 1), (1, 1), (2, 1), (1, 2)], [(0, 1), (0, 2), (1, 3), (2, 3), (3, 4), (3, 5)], 0))
    return work.finish("common/authoring/draw_ideas.py")


if __name__ == "__main__":
    run_main(main)
