#!/usr/bin/env python3
"""Draws what the kernels of the core pages do:
docs/figures/drawn/{broadcast-and-coalesced,broadcast-and-coalesced-narrow,tile-walk,matmul-element,matmul-tiles,shuffle-step,xor-swizzle,double-buffer,last-block}.svg.

common/authoring/draw_kernels.py           writes
common/authoring/draw_kernels.py --check   exit code 1 and the differences if a drawing is out of date
"""

from draw_ideas import Idea
from options import only_check
from tree import ROOT, run_main
from work import Work


def row_of_cells(idea: Idea, x: float, y: float, cell: float, texts: list, kinds: list[str]) -> None:
    for i, (text, kind) in enumerate(zip(texts, kinds)):
        idea.box(x + i * cell, y, cell - 2, cell - 2, kind)
        idea.words(x + (i + 0.5) * cell - 1, y + cell / 2 + 3, text, "middle", "")


def broadcast_and_coalesced(lanes: int, sector: int, words: int, cell: int, left: int) -> str:
    """Which words the lanes of a warp load if they all need the same one, and if each needs its own."""
    idea = Idea("broadcast", left + words * cell + 10, 206, "A broadcast and a coalesced load",
                f"Above, all {lanes} lanes load one word: the request touches one sector of {sector} words. Below, lane i loads word i: "
                f"{lanes // sector} sectors, and every word is used.")
    for top, name, target in ((10, "broadcast: points[3] for all lanes", lambda lane: 3),
                              (112, "coalesced: points[i] for lane i", lambda lane: lane)):
        used = {target(lane) for lane in range(lanes)}
        touched = {word // sector for word in used}
        idea.words(left, top + 8, f"{name}: {len(touched)} sector{'s' if len(touched) > 1 else ''}", "start", "")
        row_of_cells(idea, left, top + 18, cell, list(range(lanes)), ["soft"] * lanes)
        kinds = ["marked" if word in used else "soft" if word // sector in touched else "" for word in range(words)]
        row_of_cells(idea, left, top + 54, cell, [""] * words, kinds)
        for lane in range(lanes):
            idea.edge(left + (lane + 0.5) * cell, top + 41, left + (target(lane) + 0.5) * cell, top + 53)
        for s in range(words // sector):
            idea.words(left + (s + 0.5) * sector * cell, top + 90, f"sector {s}", "middle", "note")
        idea.words(left - 8, top + 34, "lanes", "end", "note")
        idea.words(left - 8, top + 70, "words", "end", "note")
    return idea.finished()


def matmul_element(size: int, row: int, col: int) -> str:
    """The row of A and the column of B that one element of C needs."""
    cell, top, gap = 18, 22, 36
    side = size * cell
    idea = Idea("matmul-element", 3 * side + 2 * gap + 20, top + side + 6, "One element of a matrix product",
                "C[row][col] is the sum, over all i, of A[row][i] * B[i][col].")
    for place, (name, is_marked) in enumerate((("row of A", lambda r, c: r == row), ("column of B", lambda r, c: c == col),
                                               ("element of C", lambda r, c: (r, c) == (row, col)))):
        left = 10 + place * (side + gap)
        idea.words(left + side / 2, 14, name, "middle", "")
        for r in range(size):
            for c in range(size):
                kind = "" if not is_marked(r, c) else "marked" if place == 2 else "soft"
                idea.box(left + c * cell, top + r * cell, cell, cell, kind)
        if place < 2:
            idea.words(left + side + gap / 2, top + side / 2 + 4, "*="[place], "middle", "")
    return idea.finished()


def tile_walk(tiles: int, points: int) -> str:
    """A block loads the list of points, one tile after the other."""
    cell, top = 28, 30
    tile = points * cell
    idea = Idea("tile-walk", tiles * (tile + 12) + 30, 180, "A tile walks over the list",
                f"Each of a block's {points} threads loads one point of tile 1; then each compares its own point with all {points}. So each point is "
                "loaded once per block.")
    shared = 10 + tile + 12
    for t in range(tiles):
        x = 10 + t * (tile + 12)
        idea.words(x + tile / 2, top - 10, f"tile {t}", "middle", "note" if t != 1 else "")
        row_of_cells(idea, x, top, cell, [t * points + i for i in range(points)], ["marked" if t == 1 else ""] * points)
        if t > 1:
            idea.arrow(x - 14, top + cell / 2, x - 1, top + cell / 2)
    idea.words(shared + tile + 14, top + 44, "1. each thread loads one point", "start", "note")
    idea.words(shared + tile + 14, top + 60, "barrier: the tile is full", "start", "note")
    for i in range(points):
        idea.arrow(shared + (i + 0.5) * cell, top + cell + 2, shared + (i + 0.5) * cell, top + 54)
    row_of_cells(idea, shared, top + 56, cell, [points + i for i in range(points)], ["soft"] * points)
    idea.words(shared - 10, top + 74, "shared tile", "end", "note")
    for thread in range(points):
        for i in range(points):
            idea.edge(shared + (i + 0.5) * cell, top + 56 + cell, shared + (thread + 0.5) * cell, top + 110)
    row_of_cells(idea, shared, top + 112, cell, [f"t{i}" for i in range(points)], [""] * points)
    idea.words(shared - 10, top + 130, "threads", "end", "note")
    idea.words(shared + tile + 14, top + 98, "2. each thread reads all points of the tile", "start", "note")
    idea.words(shared + tile + 14, top + 114, "barrier: the tile may be overwritten", "start", "note")
    return idea.finished()


def matmul_tiles(steps: int) -> str:
    """The tiles of A and B that a block multiplies, step by step, for its tile of C."""
    cell, gap, left, top = 42, 24, 30, 26
    size = steps * cell
    row, column = 1, 2
    idea = Idea("matmul-tiles", left + 2 * size + gap + 190, top + 2 * size + gap + 30, "Tiles over A, B and C",
                "A block owns one tile of C. In step t it loads the t-th tile of its row of A and the t-th tile of its column of B, "
                "multiplies them, and adds the "
                "product to its tile of C, which stays in registers.")
    b_left, low = left + size + gap, top + size + gap
    for name, x, y, on in (("B", b_left, top, lambda r, c: c == column), ("A", left, low, lambda r, c: r == row),
                           ("C", b_left, low, lambda r, c: (r, c) == (row, column))):
        idea.words(x - 12, y + 14, name, "middle", "")
        for r in range(steps):
            for c in range(steps):
                idea.box(x + c * cell, y + r * cell, cell - 2, cell - 2, "" if not on(r, c) else "marked" if name == "C" else "soft")
                if name != "C" and on(r, c):
                    idea.words(x + (c + 0.5) * cell - 1, y + (r + 0.5) * cell + 4, f"t{r if name == 'B' else c}", "middle", "")
    for y, text in ((top + 20, "step 0: t0 of A times t0 of B"), (top + 40, "step 1: t1 of A times t1 of B"), (top + 60, ".."),
                    (low + (row + 0.5) * cell, "one tile of C,"), (low + (row + 0.5) * cell + 16, "summed in registers")):
        idea.words(b_left + size + 8, y, text, "start", "note")
    idea.arrow(left, low + size + 10, left + size, low + size + 10)
    idea.words(left + size / 2, low + size + 26, "k", "middle", "note")
    idea.arrow(b_left - 8, top + 24, b_left - 8, top + size)
    return idea.finished()


def shuffle_step(lanes: int) -> str:
    """The steps of a sum by shuffles in a warp, with the values that each lane receives."""
    cell, step, left = 52, 76, 64
    offsets = [lanes >> (level + 1) for level in range((lanes - 1).bit_length())]
    idea = Idea("shuffle-step", left + lanes * cell + 120, len(offsets) * step + 44, "Shuffle steps in a warp",
                f"A warp, drawn with {lanes} lanes. With offset {offsets[0]}, lane i receives the value of lane i + {offsets[0]} and adds "
                f"it. The offset halves in each "
                "step, and after the last step lane 0 holds the sum. Values of the other lanes are not used.")
    value = list(range(1, lanes + 1))
    for level in range(len(offsets) + 1):
        y, used = 10 + level * step, lanes >> level
        idea.words(left - 8, y + 18, "lane" if level == 0 else "", "end", "note")
        for lane in range(lanes):
            idea.box(left + lane * cell, y, cell - 8, 26, ("marked" if level == len(offsets) else "soft") if lane < used else "")
            text = f"v{lane}" if level == 0 else value[lane] if lane < used else "-"
            idea.words(left + lane * cell + cell / 2 - 4, y + 17, text, "middle", "" if lane < used else "note")
        if level < len(offsets):
            offset = offsets[level]
            for lane in range(offset):
                idea.arrow(left + (lane + offset) * cell + cell / 2 - 4, y + 28, left + lane * cell + cell / 2 + 4, y + step - 2)
                idea.edge(left + lane * cell + cell / 2 - 4, y + 28, left + lane * cell + cell / 2 - 4, y + step - 2)
                value[lane] += value[lane + offset]
            idea.words(left + lanes * cell + 4, y + step / 2 + 14, f"offset {offset}", "start", "note")
    idea.words(left + lanes * cell + 4, 28, "v0 = 1, v1 = 2, ..", "start", "note")
    return idea.finished()


def xor_swizzle(size: int, column: int) -> str:
    """The banks of a tile's columns: unchanged, and XORed with the row number."""
    cell, gap, left, top = 30, 76, 64, 60
    width = size * cell
    idea = Idea("xor-swizzle", left + 2 * width + gap + 20, top + width + 40, "The XOR swizzle",
                f"Two tiles of {size} x {size} words with {size} banks. Numbers are columns of the matrix. Without a swizzle column "
                f"{column} is in bank {column} in every "
                f"row. With it, row r keeps column c in bank c XOR r, and column {column} is in a different bank in each row.")
    for x, title, swizzled in ((left, f"plain: column {column} is in one bank", False), (left + width + gap, f"swizzled: in {size} banks", True)):
        idea.words(x + width / 2, 16, title, "middle", "")
        for bank in range(size):
            idea.words(x + (bank + 0.5) * cell - 1, top - 8, bank, "middle", "note")
        idea.words(x - 8, top - 8, "bank", "end", "note")
        for row in range(size):
            columns = [bank ^ row if swizzled else bank for bank in range(size)]
            idea.words(x - 8, top + (row + 0.5) * cell + 4, f"row {row}", "end", "note")
            row_of_cells(idea, x, top + row * cell, cell, columns, ["marked" if c == column else "" for c in columns])
    examples = ", ".join(f"{column} ^ {row} = {column ^ row}" for row in range(3))
    idea.words(left, top + width + 24, f"Row r keeps column c in bank c ^ r: for column {column}, {examples}, ..",
               "start", "note")
    return idea.finished()


def double_buffer(tiles: int) -> str:
    """When a block loads and when it computes: with one pair of tiles, and with two."""
    unit, height, left = 62, 30, 96
    idea = Idea("double-buffer", left + (2 * tiles + 1) * unit + 10, 218, "Double buffering over time",
                f"With one pair of tiles a block loads tile 0, computes with it, loads tile 1, and so on: {2 * tiles} units of time for "
                f"{tiles} tiles. With two pairs it loads "
                f"tile t + 1 into one pair while it computes with tile t in the other: {tiles + 1} units.")

    def bar(y: float, at: int, text: str, kind: str) -> None:
        idea.box(left + at * unit, y, unit - 3, height, kind)
        idea.words(left + (at + 0.5) * unit - 1, y + 19, text, "middle", "")

    idea.words(10, 18, "one pair of tiles", "start", "")
    idea.words(10, 46, "load", "start", "note")
    idea.words(10, 76, "compute", "start", "note")
    idea.words(10, 120, "two pairs: double buffering", "start", "")
    idea.words(10, 148, "load", "start", "note")
    idea.words(10, 178, "compute", "start", "note")
    for t in range(tiles):
        bar(28, 2 * t, f"tile {t}", "")
        bar(60, 2 * t + 1, f"tile {t}", "soft")
        bar(130, t, f"tile {t}", "")
        bar(162, t + 1, f"tile {t}", "marked" if t % 2 else "soft")
    idea.words(left, 210, "Blue and orange: the two pairs. A barrier ends each step.", "start", "note")
    return idea.finished()


def last_block(ends: list[int]) -> str:
    """Blocks take tickets after writing their partial sums; the last one adds them all."""
    unit, height, left = 58, 34, 74
    order = sorted(range(len(ends)), key=lambda block: ends[block])
    idea = Idea("last-block", left + (max(ends) + 4) * unit + 40, len(ends) * 46 + 56, "Tickets of the last block",
                "Each block sums its part of the vector, writes its partial sum, and takes a ticket. " +
                " ".join(f"Block {block} takes ticket {ticket}." for ticket, block in enumerate(order)) +
                f" Block {order[-1]}, which has the last ticket, adds all {len(ends)} partial sums.")
    for block, end in enumerate(ends):
        y, ticket = 14 + block * 46, order.index(block)
        idea.words(left - 10, y + 22, f"block {block}", "end", "note")
        idea.box(left, y, end * unit, height, "soft")
        idea.words(left + end * unit / 2, y + 21, f"walk, tree, partial[{block}] = ..", "middle", "")
        idea.box(left + end * unit + 4, y, 62, height, "")
        idea.words(left + end * unit + 35, y + 21, f"ticket {ticket}", "middle", "")
        if ticket == len(ends) - 1:
            idea.box(left + end * unit + 70, y, 150, height, "marked")
            idea.words(left + end * unit + 145, y + 21, f"add partial[0 .. {len(ends) - 1}]", "middle", "")
        else:
            idea.words(left + end * unit + 74, y + 21, "exits", "start", "note")
    idea.arrow(left, len(ends) * 46 + 22, left + 3 * unit, len(ends) * 46 + 22)
    idea.words(left + 3 * unit + 8, len(ends) * 46 + 26, "time; which block is last is chance", "start", "note")
    return idea.finished()


def main() -> int:
    work = Work(only_check(__doc__))
    figures = ROOT / "docs/figures/drawn"
    work.file(figures / "broadcast-and-coalesced.svg", broadcast_and_coalesced(16, 8, 32, 24, 70))
    work.file(figures / "broadcast-and-coalesced-narrow.svg", broadcast_and_coalesced(16, 8, 16, 19, 46))
    work.file(figures / "tile-walk.svg", tile_walk(4, 4))
    work.file(figures / "matmul-element.svg", matmul_element(5, 2, 3))
    work.file(figures / "matmul-tiles.svg", matmul_tiles(4))
    work.file(figures / "shuffle-step.svg", shuffle_step(8))
    work.file(figures / "xor-swizzle.svg", xor_swizzle(8, 2))
    work.file(figures / "double-buffer.svg", double_buffer(4))
    work.file(figures / "last-block.svg", last_block([5, 7, 6, 4]))
    return work.finish("common/authoring/draw_kernels.py")


if __name__ == "__main__":
    run_main(main)
