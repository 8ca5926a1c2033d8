#!/usr/bin/env python3
"""Holds programs.txt, small programs with nvcc's verdict on each, against a compiler.

matrix.py sim SIMCC      the simulator: what nvcc refuses, with its words at its line; what nvcc takes compiles
matrix.py nvcc NVCC      nvcc: some of those that it refuses, other ones each day, and all that it takes
matrix.py nvcc NVCC all  every one by itself, some minutes
matrix.py record NVCC    writes nvcc's verdicts into programs.txt
"""

import concurrent.futures
import datetime
import os
import pathlib
import re
import subprocess
import sys
import tempfile

TABLE = pathlib.Path(__file__).with_name("programs.txt")
OPTIONS = {"nvcc": ["-arch=sm_90", "-O0"], "sim": ["--plain"]}
SAMPLE = 6  # of the refused programs, in one run


class Program:
    """`=== name`, lines `--- key: value`, and the text."""

    def __init__(self, block):
        head, *lines = block.splitlines()
        self.name = head.strip()
        self.keys = dict(line[4:].split(": ", 1) for line in lines if line.startswith("--- "))
        self.code = "\n".join(line for line in lines if not line.startswith("--- ")).rstrip() + "\n"

    @property
    def right(self):
        return self.keys["nvcc"] == "right"

    @property
    def options(self):
        return self.keys.get("options", "").split()

    def text(self):
        order = [key for key in ("options", "nvcc", "sim") if key in self.keys]
        return f"=== {self.name}\n" + "".join(f"--- {key}: {self.keys[key]}\n" for key in order) + self.code


def read_table():
    comment, *blocks = re.split(r"^=== ", TABLE.read_text(), flags=re.M)
    return comment, [Program(block) for block in blocks]


def without_parameters(words):
    """nvcc prints a function with its parameters, or as the linker knows it."""
    words = re.sub(r'"_Z\w*?\d+([a-zA-Z_]\w*?)(?:E?(?:\d\?)*|\d*\?)"', r'"\1"', words)
    words = re.sub(r'function\("([\w:]+(?: \(\))?)(?<!operator)\([^"]*"', r'function("\1"', words)
    words = re.sub(r' \("lambda [^)]*\)->\w+", defined at [^)]*\)', "", words)
    return words.strip()


def first_error(output):
    """(line, words) of the first error that names a line of the program."""
    for line in output.splitlines():
        found = re.match(r"\S*program\.cu[:(](\d+)(?:\)|:(?:\d+:)?)?:? ?error: (.*)", line)
        if found:
            return int(found[1]), without_parameters(found[2])
    return None


def compiled(compiler, options, code):
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder, "program.cu")
        source.write_text(code)
        environment = {key: value for key, value in os.environ.items() if not key.startswith("NVCC_")}
        command = [compiler, *options, "-c", source.name, "-o", "program.o"]
        return subprocess.run(command, cwd=folder, capture_output=True, text=True, env=environment)


def verdict(compiler, options, code):
    run = compiled(compiler, options, code)
    if run.returncode == 0:
        return "right"
    error = first_error(run.stderr + run.stdout)
    return f"{error[0]}: {error[1]}" if error else "refused: " + (run.stderr + run.stdout).strip()[:400]


def together(programs):
    """All in one file, each in a namespace of its own."""
    includes = sorted({line for p in programs for line in p.code.splitlines() if line.startswith("#include")})
    bodies = [re.sub(r"^#include.*$", "", p.code, flags=re.M) for p in programs]
    parts = [f"namespace {p.name} {{\n{body}}}\n" for p, body in zip(programs, bodies)]
    return "\n".join(includes) + "\n" + "".join(parts)


def check_right(compiler, kind, programs):
    """Those with the same options at once."""
    failures = []
    for options in sorted({tuple(p.options) for p in programs}):
        group = [p for p in programs if tuple(p.options) == options]
        run = compiled(compiler, OPTIONS[kind] + list(options), together(group))
        if run.returncode:
            failures.append(f"right, {' '.join(options)}: {(run.stderr + run.stdout)[:2000]}")
    return failures


def check_sim(simcc, programs):
    failures = []
    for p in programs:
        expected = p.keys.get("sim", p.keys["nvcc"])
        by_compiler = expected.startswith("its compiler: ")
        options = OPTIONS["sim"] + p.options + ([] if by_compiler else ["--dryrun"])
        got = verdict(simcc, options, p.code)
        wanted = "right" if expected == "nothing" else expected
        if by_compiler:
            line = expected.split(": ")[1]
            if not got.startswith(line + ": "):
                failures.append(f"{p.name}: wanted an error in line {line}, got {got}")
        elif got != wanted:
            failures.append(f"{p.name}: wanted {wanted}\n    got {got}")
    return failures + check_right(simcc, "sim", [p for p in programs if p.right and "sim" not in p.keys])


def check_nvcc(nvcc, programs, everything):
    chosen = programs
    failures = []
    if not everything:
        refused = [p for p in programs if not p.right]
        first = datetime.date.today().toordinal() * SAMPLE
        chosen = [refused[(first + i) % len(refused)] for i in range(SAMPLE)]
        failures = check_right(nvcc, "nvcc", [p for p in programs if p.right])
    for p, got in zip(chosen, verdicts(nvcc, chosen)):
        if got != p.keys["nvcc"]:
            failures.append(f"{p.name}: the table says {p.keys['nvcc']}\n    nvcc {got}")
    print(f"nvcc: {len(chosen)} of {len(programs)} programs one by one" + ("" if everything else ", the right ones together"))
    return failures


def verdicts(nvcc, programs):
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        return list(pool.map(lambda p: verdict(nvcc, OPTIONS["nvcc"] + p.options, p.code), programs))


def main(words):
    if len(words) < 2 or words[0] not in ("sim", "nvcc", "record") or len(words) > 3 or words[2:] not in ([], ["all"]):
        sys.stderr.write(__doc__)
        return 2
    comment, programs = read_table()
    if words[0] == "record":
        for p, got in zip(programs, verdicts(words[1], programs)):
            p.keys["nvcc"] = got
        TABLE.write_text(comment + "\n".join(p.text() for p in programs))
        return 0
    failures = check_sim(words[1], programs) if words[0] == "sim" else check_nvcc(words[1], programs, words[2:] == ["all"])
    for failure in failures:
        print("FAILED " + failure)
    print(f"{words[0]}: {len(programs)} programs, {len(failures)} not as in the table")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
