#!/usr/bin/env python3
"""Command lines that pages show with their output: a mark, then a fenced block, whose first line may be the command itself.

<!-- run: ./tutorial explain copy | head -n 20 -->      what follows a pipe cuts the output down, and is not shown
```text
$ ./tutorial explain copy
…
```

A program that a reader writes on the page (written_programs.py) is run as he has it then: <!-- run: ./tutorial sim first.cu -->

common/authoring/shown_commands.py [PAGE …]           runs them, on the simulator, and writes their output into the pages
common/authoring/shown_commands.py --check [PAGE …]   exit code 1 and the differences if a page shows another output

Not compared: times and rates (a number and ns, us, ms, s or …/s), bars of them, spreads (± …), why this machine uses the simulator, and the widths of
columns, which follow from them.

BUILD_DIR: the build folder, by default that of the preset auto. PAGE: by default every Markdown page that has such a mark.
"""

from __future__ import annotations

import functools
import os
import re
import shlex
import subprocess
import tempfile
from pathlib import Path

from blocks import SHOWN
from options import parser
from tree import AUTHOR, BUILD, DRIVER, ROOT, Fault, chapter_pages, run_main
from work import Work, differences, name_of
from written_programs import written_above

VERBS = {"run", "explain", "list", "claims"}
COLUMNS = "80"  # of shown output, which must fit a page


@functools.cache
def simulated(file: str, source: str, *words: str) -> str:
    """What a reader's own program prints on a terminal: line by line, so that the lens, which speaks last, stands last. One worker: more
    take the blocks of a launch in any order. Once for pages that show the same program, as a page and its translation may."""
    simcc = BUILD / "bin" / "cudasim-simcc"
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / file).write_text(source, encoding="utf-8")
        line = f"{shlex.quote(str(simcc))} {shlex.join([file, *words])} -o program && stdbuf -oL ./program"
        settings = dict(os.environ, CUDASIM_WORKERS="1", COLUMNS=COLUMNS)
        done = subprocess.run(["sh", "-c", line], cwd=folder, env=settings, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True)
    return done.stdout.replace(folder + "/", "")


def output(command: str, above: str = "") -> str:
    """The output of ./tutorial …, whatever the program's exit code; `above`: the page's text up to there."""
    words = shlex.split(command.split("|", 1)[0])
    verb = words[1] if len(words) > 1 and words[0] == "./tutorial" else ""
    if verb == "sim" and len(words) > 2 and words[2].endswith(".cu"):
        return simulated(words[2], written_above(above, words[2]), *words[3:])
    if verb not in VERBS:
        raise Fault(f"./tutorial {verb} cannot be shown with its output: run, explain, list, claims and sim FILE.cu can")
    if verb == "run" and "--backend sim" not in " ".join(words):
        raise Fault("a page that shows a run says --backend sim")
    return driven(command)


@functools.cache
def driven(command: str) -> str:
    """The output of ./tutorial …: run once for all pages that show it."""
    program = AUTHOR if command.startswith("./tutorial claims") else DRIVER
    line = shlex.quote(str(program)) + command[len("./tutorial"):]
    settings = dict(os.environ, COLUMNS=COLUMNS)
    done = subprocess.run(["sh", "-c", line], env=settings, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if not 0 <= done.returncode <= 3:
        raise Fault(f"{command}: {done.stdout.strip()}")
    return done.stdout


def comparable(text: str) -> str:
    text = re.sub(r"^(Running on the CPU simulator):.*", r"\1", text, flags=re.MULTILINE)
    text = re.sub(r"± *[0-9.]* %", "±", text)
    text = re.sub(r"[0-9][0-9.]* ([numµ]*s)(?=[^a-z]|$)", "TIME", text)
    text = re.sub(r"[0-9][0-9.]* ([A-Za-z ]*/s)", "RATE", text)
    text = re.sub(r"[█▉▊▋▌▍▎▏]+", "BAR", text)
    return re.sub(r"-+", "-", re.sub(r" +", " ", text))


def made_anew(match: re.Match) -> str:
    """The current content of the block, with the line that shows the command."""
    block = match["block"]
    head = block.split("\n", 1)[0] + "\n" if block.startswith("$ ") else ""
    return head + output(match["command"], match.string[: match.start()])


def pages_with_marks() -> list[Path]:
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *chapter_pages(), *sorted((ROOT / "docs").rglob("*.md"))]
    return [page for page in pages if re.search(r"^<!-- run: ", page.read_text(encoding="utf-8"), re.MULTILINE)]


def main() -> int:
    options = parser(__doc__)
    options.add_argument("pages", nargs="*", type=Path, metavar="PAGE")
    words = options.parse_args()
    work = Work(words.check)
    for page in words.pages or pages_with_marks():
        text = page.read_text(encoding="utf-8")
        if not words.check:
            work.file(page, SHOWN.sub(lambda match: match[1] + made_anew(match), text))
            continue
        for match in SHOWN.finditer(text):
            old, new = comparable(match["block"]), comparable(made_anew(match))
            if old != new:
                work.complain(f"{name_of(page)}: {match['command']}\n{differences(old, new, 'the page')}")
    return work.finish("common/authoring/shown_commands.py")


if __name__ == "__main__":
    run_main(main)
