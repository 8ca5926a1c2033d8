#!/usr/bin/env python3
"""Looks for another answer of every wrong program of the corpus (common/tests/lens/wrong) that races, of every faulty variant of the pitfalls,
and of right programs, by `explain --break`, and writes down what came of it.

common/authoring/break_corpus.py           writes common/tests/lens/break/answers.txt
common/authoring/break_corpus.py --check   exit code 1 and the differences: what is found there must be found again, and nothing in a right program

Wants the programs' lens builds: cmake --build --preset auto. Takes some minutes. BUILD_DIR: the build folder, by default that of the preset auto.
"""

from __future__ import annotations

import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import record_pitfalls
from options import parser
from tree import BUILD, DRIVER, ROOT, run_main

TABLE = ROOT / "common/tests/lens/break/answers.txt"
RACES = re.compile(r"^// expect-hazard: .*(race-|reuse-)", re.MULTILINE)


def programs() -> list[tuple[str, list[str]]]:
    """Names, and commands to run."""
    found = []
    for source in sorted((ROOT / "common/tests/lens/wrong").glob("*.cu")):
        if RACES.search(source.read_text(encoding="utf-8")):
            found.append((f"wrong {source.stem}", [str(BUILD / f"common/tests/lens/corpus_wrong_{source.stem}")]))
    for case in record_pitfalls.cases(BUILD, "lens"):
        found.append((f"pitfall {case.program}.{case.variant}",
                      [str(BUILD / "lens" / case.binary), "--", "--quick", case.option, case.variant]))
    for source in sorted((ROOT / "common/tests/lens/right").glob("*.cu"))[::4]:
        found.append((f"right {source.stem}", [str(BUILD / f"common/tests/lens/corpus_right_{source.stem}")]))
    return found


def answer(words: list[str]) -> str:
    """"found", "none", or the reason for neither."""
    done = subprocess.run([str(DRIVER), "explain", "--break", *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True)
    waits = re.search(r"^(\d+ waits?):$", done.stdout, re.MULTILINE)
    if done.returncode == 3:
        return f"found, {waits[1]}" if waits else "found, by the order of blocks and warps"
    return "none found" if done.returncode == 0 else f"exit code {done.returncode}: {done.stdout.strip()}"


def main() -> int:
    options = parser(__doc__)
    options.add_argument("names", nargs="*", help="these alone, such as 'wrong 26'")
    options.add_argument("--jobs", type=int, default=2, help="programs at a time")
    given = options.parse_args()
    known = dict(line.split(": ", 1) for line in TABLE.read_text(encoding="utf-8").splitlines()) if TABLE.exists() else {}
    known_answers, faults = dict(known), 0
    chosen = [each for each in programs() if not given.names or any(each[0].startswith(name) for name in given.names)]
    with ThreadPoolExecutor(given.jobs) as pool:
        for (name, _), said in zip(chosen, pool.map(answer, [words for _, words in chosen])):
            known_answers[name] = said
            print(f"{name}: {said}", flush=True)
            lost = known.get(name, "none found").startswith("found") and not said.startswith("found")
            invented = name.startswith("right ") and said != known.get(name, "none found")
            if given.check and (lost or invented or said.startswith("exit code")):
                print(f"  and not, as recorded: {known.get(name)}", file=sys.stderr)
                faults += 1
    if not given.check:
        TABLE.parent.mkdir(parents=True, exist_ok=True)
        TABLE.write_text("".join(f"{name}: {said}\n" for name, said in sorted(known_answers.items())), encoding="utf-8")
    return 1 if faults else 0


if __name__ == "__main__":
    run_main(main)
