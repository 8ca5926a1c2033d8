#!/usr/bin/env python3
"""What the starters of exercises that are about speed would take on a GPU: "predicted" in their exercise.json.

    common/authoring/starter_times.py [--check] [--program PROGRAM]   PROGRAM: tutorial-mark; else that of BUILD_DIR, or of the preset auto

An exercise is about speed where its check.cpp has TUTORIAL_PREDICTED. `tutorial-mark prove` holds each time to what it would be today.
"""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

from options import parser
from tree import BUILD, Fault, found, run_main
from work import Work

GPU = "h200"


def starter_time(program: Path, exercise: str) -> dict:
    command = [str(program), "starter-time", exercise, "--gpu", GPU]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    if ran.returncode != 0:
        raise Fault(f"{' '.join(command)}: exit {ran.returncode}\n{ran.stderr}")
    return json.loads(ran.stdout)


def with_time(text: str, time: dict) -> str:
    """exercise.json with this line for its starter, instead of the old one."""
    line = f'  "predicted": {{"gpu": "{time["gpu"]}", "size": "{time["size"]}", "starter_s": {time["starter_s"]:.3g}}},\n'
    without = re.sub(r'^  "predicted": .*\n', "", text, flags=re.MULTILINE)
    return re.sub(r'^(  "starter": )', lambda match: line + match[1], without, count=1, flags=re.MULTILINE)


def main() -> int:
    options = parser(__doc__)
    options.add_argument("--program", type=Path, default=BUILD / "bin/tutorial-mark", help="tutorial-mark")
    given = options.parse_args()
    work = Work(given.check)
    for check in found("check.cpp"):
        if "TUTORIAL_PREDICTED" in check.read_text(encoding="utf-8"):
            file = check.parent / "exercise.json"
            work.file(file, with_time(file.read_text(encoding="utf-8"), starter_time(given.program, check.parent.name)))
    return work.finish("common/authoring/starter_times.py")


if __name__ == "__main__":
    run_main(main)
