"""What `./tutorial bench` has measured, as figures need it: each ladder with the rows that count, and what one run of each is rated by."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from tree import BUILD, Fault

EXPRESSION = re.compile(r"[w0-9.e+*/() -]*")  # in w; goes to gnuplot, which could start programs
LIBRARIES = re.compile(r"(cub::|thrust|cublas|cusparse)")


@dataclass
class Row:
    program: str
    variant: str
    size: str
    type: str
    device: str
    arguments: str
    peer: bool
    median_s: float
    throughput: float
    unit: str
    ceiling: str | None
    ceiling_fraction: float | None
    value: float = 0  # what a figure shows of it

    @property
    def w(self) -> float:
        """The work of one run: bytes, operations, elements."""
        return self.throughput * self.median_s * (1e12 if self.unit == "TFLOP/s" else 1e9)

    @property
    def size_in_w(self) -> float:
        """The same without the last digits, in which rows of one size differ because rates and times are rounded."""
        return float(f"{self.w:.6g}")

    @property
    def end_to_end(self) -> bool:
        return self.size.endswith(", end to end")

    @property
    def ceiling_rate(self) -> float | None:
        return self.throughput / self.ceiling_fraction if self.ceiling_fraction and self.ceiling_fraction > 0 else None


@dataclass
class Ladder:
    chapter: str
    name: str
    bytes: str
    operations: str
    unit: str
    device: str
    bars: list[Row]  # at the default size, in the order of the ladder
    sizes: list[list[Row]]  # one list per line of the plot, by the size of the data
    end_to_end: list[list[Row]]

    @property
    def all_rows(self) -> list[Row]:
        return self.bars + [row for line in self.sizes for row in line]


def grouped(rows, key) -> list[list]:
    """Sorted by key."""
    return [list(group) for _, group in groupby(sorted(rows, key=key), key=key)]


def last_maximum(rows, key):
    return max(reversed(list(rows)), key=key)


def median_ceiling(rows: list[Row]) -> float | None:
    rates = sorted(row.ceiling_rate for row in rows if row.ceiling_rate is not None)
    return rates[len(rates) // 2] if rates else None


def row_of(row: dict) -> Row:
    kept = {name: row.get(name) for name in ("ceiling", "ceiling_fraction")}
    return Row(peer=bool(row.get("peer")), **kept,
               **{name: row[name] for name in ("program", "variant", "size", "type", "device", "arguments", "median_s", "throughput", "unit")})


def rows_that_count(data: dict, programs: list[str]) -> list[Row]:
    """The verified rows of these programs that have a time, of the first one's type, without runs whose size is not a step."""
    no_step = {(run["program"], run["arguments"]) for run in data["runs"] if run.get("step") is False}
    rows = [row_of(row) for row in data["rows"]
            if row["program"] in programs and row.get("verified") is True and row.get("median_s") is not None
            and row.get("throughput") is not None and row["unit"] != "ns" and (row["program"], row["arguments"]) not in no_step]
    return [row for row in rows if row.type == rows[0].type]


def at_default(rows: list[Row]) -> list[Row]:
    """The rows at the default size: the size with the most rows, or the largest of those."""
    default = [row for row in rows if row.arguments == ""]
    default = [row for row in default if not row.end_to_end] or default
    return last_maximum(grouped(default, lambda row: row.size), lambda group: (len(group), max(row.w for row in group))) if default else []


def lines_of(rows: list[Row], order) -> list[list[Row]]:
    """The best variant of each program at its largest size, and every peer; each as a function of the size."""
    lines = []
    for group in sorted(grouped([row for row in rows if not row.peer], lambda row: row.program), key=lambda group: order(group[0])):
        best = last_maximum(group, lambda row: (row.size_in_w, -row.median_s)).variant
        lines.append([row for row in group if row.variant == best])
    lines += grouped([row for row in rows if row.peer], lambda row: (row.program, row.variant))
    return [[same[0] for same in grouped(line, lambda row: row.size_in_w)] for line in lines]


def ladder_of(data: dict, declared: dict) -> Ladder | None:
    programs = declared["programs"]
    rows = rows_that_count(data, programs)
    if not rows:
        return None

    def order(row: Row) -> int:
        return programs.index(row.program)

    for expression in (declared["bytes"], declared["operations"]):
        if not EXPRESSION.fullmatch(expression):
            raise Fault(f"'{expression}' is no expression over w")
    return Ladder(declared["chapter"], declared["ladder"], declared["bytes"], declared["operations"], rows[0].unit, data["about"]["device"],
                  sorted(at_default(rows), key=order), lines_of([row for row in rows if not row.end_to_end], order),
                  lines_of([row for row in rows if row.end_to_end], order))


def ladders_in(data: dict) -> list[Ladder]:
    return [ladder for ladder in (ladder_of(data, declared) for declared in data["ladders"]) if ladder]


def read(file: Path) -> dict:
    """A file written by `bench`."""
    if not file.is_file():
        raise Fault(f"there is no file {file}", 2)
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
        data["about"]["device"], data["runs"], data["rows"], data["ladders"]
    except (ValueError, KeyError, TypeError):
        raise Fault(f"{file} is no file that ./tutorial bench has written") from None
    return data


def ladders_of_the_manifest() -> list[dict]:
    manifest_file = BUILD / "tutorial.json"
    if not manifest_file.is_file():
        raise Fault(f"no {manifest_file} (./tutorial doctor makes it)")
    manifest = json.loads(manifest_file.read_text(encoding="utf-8"))
    ladders = []
    for programs in grouped([each for each in manifest["programs"] if each["role"] != "demo"], lambda each: each["ladder"]):
        declared = [each for each in manifest["bench"] if each["ladder"] == programs[0]["ladder"]]
        rated = [each["operations"] for each in declared if each["operations"]]
        ladders.append({"chapter": programs[0]["chapter"], "ladder": programs[0]["ladder"], "programs": [each["name"] for each in programs],
                        "bytes": declared[0]["bytes"] if declared else "w", "operations": rated[-1] if rated else ""})
    return ladders


def of_device(folder: Path) -> dict | None:
    """A device's results in docs/results: bench.json, and the rows in ladders.json of programs that `bench` has not run."""
    bench, older = folder / "bench.json", folder / "ladders.json"
    if not bench.is_file() and not older.is_file():
        return None
    old_rows = []
    if older.is_file():
        old_rows = [{"arguments": "", "peer": bool(LIBRARIES.match(row["variant"])), **row}
                    for row in json.loads(older.read_text(encoding="utf-8"))]
    if not bench.is_file():
        about = json.loads((folder / "about.json").read_text(encoding="utf-8"))
        return {"about": about, "runs": [], "rows": old_rows, "ladders": ladders_of_the_manifest()}
    data = read(bench)
    run = {each["program"] for each in data["runs"]}
    data["rows"] += [row for row in old_rows if row["program"] not in run]
    return data
