#!/usr/bin/env python3
"""Fills in what the tree's pages show of programs' output, recorded results, figures and exercises, so that nobody types it: all that stands
between <!-- NAME: begin --> and <!-- NAME: end -->.

common/authoring/update_pages.py                all blocks but `lens`; wants a build for the simulator, and takes the last ./tutorial test
                                                for its summary
common/authoring/update_pages.py --check        exit code 1 and the differences if a block is out of date; and every program has its row in
                                                the README of its folder, with its question, and shows code there;
                                                every rung predicts something, and each miss has a reason;
                                                what translations show of other pages is there
common/authoring/update_pages.py --only lens    the tables of what the lens counts; builds the programs for the lens that are not built yet
common/authoring/update_pages.py … PAGE …       these pages alone

A block's kind is how its name begins, and stands in the page's folder for that folder's programs and exercises:
{kinds}
BUILD_DIR: the build folder to ask, by default that of the preset auto.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import blocks
import counted
import coverage
import dependencies
import detectors
import gpu_values
import letters
import pitfalls
import predictions
import ranks
import reading_order
import recorded
import rows
import scaling_model
import shown_commands
import sized
import speed
import walk
import woven
from options import parser
from tree import ROOT, Fault, chapter_pages, exercise_pages, run_main
from work import Work


class Kind(NamedTuple):
    make: Callable[[Path, list], str | None]
    says: str


KINDS = {
    "code": Kind(woven.code, "code FILE MARK: the code of a file between two lines // [MARK]"),
    "table": Kind(counted.tables, "table [NAME …]: the ladders as they were measured, of the folder or those named; or single steps"),
    "sizes": Kind(sized.sizes, "sizes LADDER [shapes]: what its programs reach at each size, or at other shapes and data"),
    "book table": Kind(sized.book, "book table NUMBER: one of [Farber], with the same columns measured on our devices"),
    "figures": Kind(recorded.figures, "figures NAME …: what plot_bench.py draws"),
    "lens": Kind(counted.lens, "lens [quick] PROGRAM [MARK …]: what the lens counts of a program, beside its code between two lines // [MARK]"),
    "pitfalls": Kind(lambda page, names: pitfalls.table(page), "pitfalls: what is said about the folder's faults"),
    "sides": Kind(lambda page, names: pitfalls.sides(page, names[0]), "sides PROGRAM.VARIANT: what the tools say of one fault"),
    "predictions": Kind(predictions.table, "predictions: what the folder's programs expect and have measured, held against docs/results"),
    "all exercises": Kind(recorded.all_exercises, "all exercises: every exercise with level, minutes and what it builds on"),
    "result": Kind(predictions.result, "result PROGRAM [OTHER …]: what its fastest variant reached, in a sentence, and over other programs"),
    "exercises": Kind(recorded.list_of_exercises, "exercises: those of the folder"),
    "facts": Kind(recorded.facts, "facts: an exercise's minutes, level, what it builds on, points"),
    "limits": Kind(recorded.limits, "limits [DEVICE [KERNEL …]]: what holds kernels back, from limits.csv"),
    "products": Kind(recorded.products, "products: what holds matrix products back, from products.csv"),
    "marking": Kind(recorded.marking, "marking class, classes or time: a class of generated submissions, and how long grading takes, as recorded"),
    "questions": Kind(recorded.questions, "questions: which wrong answers get a question that leads to what they lack"),
    "exercises on GPUs": Kind(recorded.exercises_on_gpus, "exercises on GPUs: what exercises-on-gpu.sh has seen"),
    "tensor roof of": Kind(recorded.tensor_roof, "tensor roof of PROGRAM …: their rows against the nominal peak of tensor cores"),
    "detectors": Kind(detectors.block, "detectors suite, score, faults, bugs, reports or mutants: how good the lens is, and the programs' tests"),
    "coverage": Kind(coverage.block, "coverage: which programs of suites by others run on the simulator, as coverage.py has recorded"),
    "gpu values": Kind(gpu_values.block, "gpu values: operations that C++ leaves open, on an H100 and on the simulator, as gpu_values.py has recorded"),
    "speed": Kind(speed.block, "speed: how fast simulator and lens are, against their goals, as speed.py has measured"),
    "uncounted": Kind(recorded.uncounted, "uncounted: programs whose hardware counters were not read"),
    "machine code of": Kind(recorded.machine_code, "machine code of PROGRAM: what sass.sh found"),
    "memory of": Kind(recorded.memory, "memory of DEVICE: latency and bandwidth of each memory"),
    "map of chapters": Kind(counted.map_of_chapters, "map of chapters: ./tutorial list"),
    "output of ./tutorial run": Kind(counted.output_of_run, "output of ./tutorial run CHAPTER"),
    "output of ./tutorial test": Kind(counted.output_of_test, "output of ./tutorial test: its last summary"),
    "report of": Kind(counted.report, "report of EXERCISE ANSWER: a check of a wrong answer"),
    "targets": Kind(counted.targets, "targets [DEVICE]: docs/results against docs/results/targets.json"),
    "claims": Kind(counted.claims, "claims: ./tutorial claims"),
    "dependencies": Kind(dependencies.block, "dependencies: what the tutorial is built with, and under whose licence"),
    "scaling model": Kind(scaling_model.block, "scaling model: what many GPUs would do, of one GPU's measured times and assumed links"),
    "walk": Kind(walk.block, "walk limits, waits or predicted SIZE: what Nsight Compute shows along a ladder, from walk.csv, and what is predicted"),
    "ranks of": Kind(ranks.block, "ranks of DEVICE PROGRAM …: what several GPUs of one host took"),
    "letters": Kind(letters.block, "letters: links to the first term of each letter"),
    "order": Kind(reading_order.block, "order: what is read after what"),
}
ELSEWHERE = {"supported", "refusals", "subpages", "accuracy", "misses of nvidia-h200", "cost", "classes"}  # of other scripts and of the site

__doc__ = __doc__.replace("{kinds}", "".join(f"  {kind.says}\n" for kind in KINDS.values()))


def all_pages() -> list[Path]:
    others = [ROOT / "README.md", ROOT / "docs/results/README.md", ROOT / "docs/claims/README.md"]
    others += [page for folder in ("docs/pages", "docs/zh") for page in sorted((ROOT / folder).glob("*.md"))]
    return others + chapter_pages() + exercise_pages()


def kind_of(name: str) -> str | None:
    """The kind of a block with that name: the longest kind that it starts with. None for those that another script fills in."""
    kinds = [kind for kind in KINDS if name == kind or name.startswith(kind + " ")]
    if not kinds and name not in ELSEWHERE:
        raise Fault(f"there is no block '{name}' (--help lists them)")
    return max(kinds, key=len, default=None)


def comparable(name: str, text: str) -> str:
    """A run's output without what depends on the machine: the reason for the simulator, times, and speedups (they depend on registers)."""
    if not name.startswith("output of ./tutorial run"):
        return text
    text = re.sub(r"^Running [^:\n]*: .*$", "Running", text, flags=re.MULTILINE)
    return shown_commands.comparable(re.sub(r"\b\d+(\.\d+)?x(?!\w)", "#x", text))


def fill(work: Work, page: Path, only: list[str]) -> None:
    for name in blocks.names(page.read_text(encoding="utf-8")):
        kind = kind_of(name)
        if kind is None or (kind not in only if only else kind == "lens"):
            continue
        if work.check and kind == "output of ./tutorial test":
            continue  # one test more or less does not make a page wrong
        text = KINDS[kind].make(page, name[len(kind):].split())
        if text is None:
            continue
        old = blocks.block(page.read_text(encoding="utf-8"), name)
        if comparable(name, old) != comparable(name, text) or not work.check:
            work.block(page, name, text)


def check_recordings(pages: list[Path], work: Work) -> None:
    """The output of sass.sh must be on a page."""
    shown = {name for page in pages for name in blocks.names(page.read_text(encoding="utf-8"))}
    for file in sorted((ROOT / "docs/results/sass").glob("*.txt")):
        if f"machine code of {file.stem}" not in shown:
            work.complain(f"no page has a block 'machine code of {file.stem}'")


def main() -> int:
    options = parser(__doc__)
    options.add_argument("--only", action="append", default=[], choices=list(KINDS), metavar="KIND", help="blocks of this kind alone")
    options.add_argument("pages", nargs="*", type=Path, metavar="PAGE")
    words = options.parse_args()
    work = Work(words.check)
    pages = [page.absolute() for page in words.pages] or all_pages()
    for page in pages:
        fill(work, page, words.only)
    if not words.pages and not words.only:
        check_recordings(pages, work)
        for fault in [fault for page in pages for fault in woven.borrowing_faults(page)]:
            work.complain(fault)
        for fault in rows.faults(counted.map_of_chapters(ROOT, [])) + predictions.faults() if words.check else []:
            work.complain(fault)
        for fault in reading_order.faults():
            work.complain(fault)
    return work.finish("common/authoring/update_pages.py")


if __name__ == "__main__":
    run_main(main)
