"""Tables over sizes and shapes, out of docs/results: what each program of a ladder reaches there, and the book's tables beside ours."""

from __future__ import annotations

import re
from pathlib import Path

import measured
from predictions import TIE, Who, results, row_of, rows_of
from tree import RESULTS, Fault, in_tree, program_source


def text_of(figure: float) -> str:
    return f"{figure:.0f}" if figure >= 1000 else f"{figure:.4g}"


def label(row: measured.Row) -> str:
    """The size, and the kind of data if the size does not include it."""
    data = re.search(r"--data (\w+)", row.arguments)
    return f"{row.size}, {data[1]}" if data and data[1] not in row.size else row.size


def programs_shown(page: Path, declared: list[str]) -> list[str]:
    """A page of a folder `further` shows the whole ladder, another page its own folder's programs."""
    folder = in_tree(page).parent
    own = [name for name in declared if (source := program_source(name)) and in_tree(source).parent == folder]
    return declared if folder.name == "further" else own


def is_ceiling(program: str) -> bool:
    """The ceiling of a ladder is none of its rungs."""
    source = program_source(program)
    declared = source and (source.parent / "CMakeLists.txt").read_text(encoding="utf-8")
    return bool(declared and re.search(rf"{re.escape(source.name)}\s+ROLE ceiling\b", declared))


class Sizes:
    """The results of a ladder's programs at each size, or at each shape whose size is not a step."""

    def __init__(self, data: dict, programs: list[str], shapes: bool):
        self.programs = programs
        self.runs = {(run["program"], run["arguments"]): run for run in data["runs"]}
        rows = [row for name in programs for row in rows_of(RESULTS).get(name, []) if not row.end_to_end and row.unit != "ns"]
        rows = [row for row in rows if row.type == rows[0].type and (self.runs[row.program, row.arguments].get("step") is False) == shapes]
        if not rows:
            raise Fault("no row of docs/results has such a size")
        self.unit = rows[0].unit
        self.rows = [row for row in rows if row.unit == self.unit]
        self.columns = list(dict.fromkeys(label(row) for row in sorted(self.rows, key=lambda row: row.w)))
        self.ceilings = {name for name in programs if is_ceiling(name)}
        self.refused = {(name, arguments) for (name, arguments), run in self.runs.items() if run.get("refused")}

    def best(self, column: str, wanted) -> measured.Row | None:
        return max((row for row in self.rows if label(row) == column and wanted(row)), key=lambda row: row.throughput, default=None)

    def rung(self, row: measured.Row) -> bool:
        return not row.peer and row.program not in self.ceilings

    def cells(self, wanted, program: str = "") -> list[str]:
        cells = []
        for column in self.columns:
            row = self.best(column, wanted)
            arguments = {row.arguments for row in self.rows if label(row) == column}
            refused = any((program, argument) in self.refused for argument in arguments)
            cells.append(text_of(row.throughput) if row else "refused" if refused else "-")
        return cells

    def against(self, peer: str) -> list[str]:
        """Our fastest time relative to a peer; a lead within 5% is a tie."""
        cells = []
        for column in self.columns:
            ours, theirs = self.best(column, self.rung), self.best(column, lambda row: row.peer and row.variant == peer)
            ratio = ours.throughput / theirs.throughput if ours and theirs else None
            cells.append("-" if ratio is None else f"{ratio:.2f}x{', a tie' if abs(ratio - 1) <= TIE else ''}")
        return cells


def sizes(page: Path, names: list[str]) -> str:
    ladder, *more = names
    data = measured.read(RESULTS / "bench.json")
    declared = [name for each in data["ladders"] if each["ladder"] in (ladder, f"{ladder}/further") for name in each["programs"]]
    if not declared or more not in ([], ["shapes"]):
        raise Fault(f"{page}: 'sizes LADDER' or 'sizes LADDER shapes', of a ladder of docs/results")
    found = Sizes(data, programs_shown(page, declared), shapes=bool(more))
    table = [(name, found.cells(lambda row, name=name: row.program == name and not row.peer, name)) for name in found.programs]
    for peer in dict.fromkeys(row.variant for row in found.rows if row.peer):
        table.append((f"{peer} (peer)", found.cells(lambda row, peer=peer: row.peer and row.variant == peer)))
        table.append((f"fastest of ours : {peer}", found.against(peer)))
    lines = [f"{found.unit} of each program's fastest variant, {data['about']['device']}; a dash means not measured.", "",
             f"| program | {' | '.join(found.columns)} |", "| --- |" + " ---: |" * len(found.columns)]
    return "\n".join(lines + [f"| {name} | {' | '.join(cells)} |" for name, cells in table]) + "\n"


class Book:
    """A table of [Farber]: the program that has its figures and measures ours, our variants for its columns, and the divisor of its ratios."""

    def __init__(self, program: str, first: str, columns: dict[str, str], ratios: list[tuple[str, str]]):
        self.program, self.first, self.columns, self.ratios = program, first, columns, ratios


BOOKS = {
    "6.1": Book("function_reduce_table", "elements", {"no prefetch": "no prefetch", "prefetch": "prefetch", "Thrust": "Thrust"},
                [("Thrust", "no prefetch"), ("Thrust", "prefetch")]),
    "6.2": Book("gather_elements", "size", {order: f"gather, {order}, one per thread" for order in ("sequential", "sorted", "random")},
                [("sorted", "sequential"), ("random", "sequential")]),
}


def book_rows(source: Path) -> list[tuple[int, list[float]]]:
    """From the program's book_table: sizes, and seconds by column."""
    table = re.search(r"book_table\[\] = \{(.*?)\};", source.read_text(encoding="utf-8"), re.DOTALL)
    rows = re.findall(r"\{([\d']+)((?:, [\d.e-]+)+)\}", table[1] if table else "")
    if not rows:
        raise Fault(f"{source} has no book_table")
    return [(int(count.replace("'", "")), [float(figure) for figure in figures.split(", ")[1:]]) for count, figures in rows]


def count_text(count: int) -> str:
    return f"{count // 10**6} M" if count >= 10**6 else f"{count // 10**3} K"


def book(page: Path, names: list[str]) -> str:
    """A table of the book, with the same columns measured here: a row for each size and device."""
    about = BOOKS[names[0]]
    columns = [*about.columns, *(f"{over} / {under}" for over, under in about.ratios)]
    lines = [f"[Farber] Table {names[0]}, in us, beside `./tutorial run {about.program}` on our devices.", "",
             f"| {about.first} | device | {' | '.join(columns)} |", "| ---: | --- |" + " ---: |" * len(columns)]

    def add(size: str, device: str, seconds: dict[str, float | None], printed: list[float] = ()) -> None:
        ratios = printed or [seconds[over] / seconds[under] if seconds[over] and seconds[under] else None for over, under in about.ratios]
        times = ["not measured" if time is None else text_of(time * 1e6) for time in seconds.values()]
        lines.append(f"| {size} | {device} | {' | '.join(times + ['-' if ratio is None else f'{ratio:.1f}' for ratio in ratios])} |")

    for count, figures in book_rows(program_source(about.program)):
        size = count_text(count)
        add(size, "Tesla C2070 (the book)", dict(zip(about.columns, figures)), figures[len(about.columns):])
        for name, folder in results().items():
            rows = {column: row_of(rows_of(folder), Who(about.program, variant), size) for column, variant in about.columns.items()}
            add("", name, {column: row and row.median_s for column, row in rows.items()})
    return "\n".join(lines) + "\n"
