"""Blocks of pages that are made from recorded files alone: docs/results, docs/figures, exercise.json."""

from __future__ import annotations

import collections
import csv
import json
import math
import re
from pathlib import Path

import exercises
import reading_order
from tree import DEVICE, RESULTS, ROOT, Fault, chapters, exercise_folder, found, program_source, way


def figures(page: Path, names: list[str]) -> str:
    """The figures of plot_bench.py with these names."""
    shown = []
    for name in names:
        svg = ROOT / "docs/figures" / DEVICE / f"{name}.svg"
        if svg.is_file():
            title = re.search(r"<title>([^<]*)<", svg.read_text(encoding="utf-8"))
            shown.append(f"![{title[1] if title else name}]({way(page, svg)})\n")
    return "\n".join(shown)


def limits(page: Path, names: list[str]) -> str:
    """What limits the kernels in limits.csv: those of the named device and program, by default those that copy and transpose."""
    device, *programs = names or [DEVICE]
    chosen = tuple(programs or ("copy", "move_tiles", "transpose"))
    lines = ["| kernel | arguments | time | read, written | sectors that L2 served | bridge of L2 busy | memory busy |",
             "| --- | --- | ---: | ---: | ---: | ---: | ---: |"]
    with open(RESULTS.parent / device / "limits.csv", encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if not row["kernel"].startswith(chosen):
                continue
            bridge = f"{float(row['bridge']):.0f} %" if row["bridge"] else "-"
            read, written, sectors = (f"{float(row[name]) / 1e6:.0f} MB" for name in ("read", "written", "sectors"))
            lines.append(f"| `{row['kernel']}` | `{row['arguments']}` | {float(row['seconds']) * 1e6:.1f} us | {read}, {written} | {sectors} | "
                         f"{bridge} | {float(row['memory']):.0f} % |")
    return "\n".join(lines) + "\n"


def products(page: Path, names: list[str]) -> str:
    """What limits the kernels in products.csv. cuBLAS's have names of their own."""
    lines = ["| kernel | arguments | blocks | time | multiply-add pipes busy | schedulers issue | warps that wait to dispatch | for shared memory |",
             "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |"]
    with open(RESULTS / "products.csv", encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            kernel = "cuBLAS" if row["kernel"].startswith(("Kernel2", "sm80_xmma")) else f"`{row['kernel']}`"
            lines.append(f"| {kernel} | `{row['arguments']}` | {row['blocks']} | {float(row['seconds']) * 1e6:.1f} us | "
                         f"{float(row['fma']):.0f} % | {float(row['issue']):.0f} % | {row['dispatch']} | {row['shared']} |")
    return "\n".join(lines) + "\n"


def marking(page: Path, names: list[str]) -> str:
    """The results of common/tests/marking/record.py: for a `class` of one exercise, for `classes` of several, or the `time` that grading takes."""
    known = json.loads((ROOT / "docs/results/simulator/marking.json").read_text(encoding="utf-8"))
    of = known[names[0]]
    if names[0] in ("class", "classes"):
        chosen = of["exercises"]
        words = "all" if len(chosen) == len(found("exercise.json")) else ",".join(chosen)
        return (f"On {of['date']}, by `class_of.py {of['submissions']} --exercises {words}`:\n"
                f"{of['submissions']} submissions of {of['kinds']} kinds and {len(chosen)} exercise{'s' if len(chosen) > 1 else ''},\n"
                f"{of['hit']} of them hit by a machine fault; wrong scores: {of['wrong']}.\n")
    # Times on a busy machine do not show how long a learner waits.
    waiting = ""
    if of["load"] < of["cores"]:
        waiting = f"On an idle machine with {of['cores']} cores the score appears {of['wall']:.2f} s after saving the file.\n"
    return (f"Grading a submission takes {of['processor']:.2f} s of processor time: the median over the solutions of {of['exercises']} exercises, measured on\n"
            f"{of['date']} with `common/tests/marking/time_to_mark.py`.\n") + waiting


def questions(page: Path, names: list[str]) -> str:
    """The results of `tutorial-mark questions`: for how many wrong answers the question leads to the missing step, and why others have none."""
    rows = json.loads((ROOT / "docs/results/simulator/questions.json").read_text(encoding="utf-8"))["rows"]
    shipped = sum(len(json.loads(each.read_text(encoding="utf-8"))["wrong"]) for each in found("exercise.json"))
    right = {by: sum(row["verdict"] == "right" and row["by"] == by for row in rows) for by in ("mend", "report")}
    wrong = sum(row["verdict"] == "MISLEADING" for row in rows)
    none = collections.Counter(row["why"] or "a small change is known, but was not among those tried" for row in rows if row["verdict"] == "none")
    lines = ["| wrong answers of the exercises | number |", "| --- | ---: |",
             f"| a small change of the file gets full points, and the question leads to it | {right['mend']} |",
             f"| no small change does; the question is about a finding of the report, at its line | {right['report']} |"]
    lines += [f"| no question: {why} | {times} |" for why, times in sorted(none.items(), key=lambda each: (-each[1], each[0]))]
    lines += [f"| a misleading question | {wrong} |", f"| not tried | {shipped - len(rows)} |"]
    times = sum(right.values())
    return "\n".join(lines) + (f"\n\nOf the {len(rows)} answers tried, {times} get a helpful question: {100 * times / len(rows):.0f}%. "
                               f"That is {100 * times / shipped:.0f}% of all {shipped} answers.\n")


def exercises_on_gpus(page: Path, names: list[str]) -> str:
    """The results of exercises-on-gpu.sh on each device: one exercise per line, with the exit codes. Times are left out: many ran at once."""
    text = []
    for file in sorted(RESULTS.parent.glob("*/exercises.csv")):
        about, *lines = file.read_text(encoding="utf-8").splitlines()
        device, date, _ = about.removeprefix("# ").split(", ")
        rows = list(csv.DictReader(lines))
        right = sum(row["verdict"] == "ok" for row in rows)
        text += [f"{device}, {date}: {right} of {len(rows)} answers get the expected result.", "",
                 "| exercise | starter | wrong | right but not good | solution |", "| --- | --- | --- | --- | --- |"]
        for exercise in dict.fromkeys(row["exercise"] for row in rows):
            own = [row for row in rows if row["exercise"] == exercise]
            cells = {"starter" if row["answer"] == "starter" else row["wanted"]: row for row in own}
            shown = [("" if row["answer"] in ("starter", "solution") else f"`{row['answer']}`: ") + f"exit {row['exit']}" +
                     (", timed" if "a call" in row["says"] else "") + ("" if row["verdict"] == "ok" else ", unexpected")
                     for row in (cells[kind] for kind in ("starter", "loses", "timed", "full"))]
            text.append(f"| {exercise} | {' | '.join(shown)} |")
        text.append("")
    return "\n".join(text)


def uncounted(page: Path, names: list[str]) -> str:
    """The programs with a kernel that is not in counters.json."""
    cases = json.loads((RESULTS / "counters.json").read_text(encoding="utf-8"))
    counted = {case["case"].split()[0] for case in cases}
    missing = []
    for source in found("[0-9]*.cu"):
        name = re.sub(r"^\d+_", "", source.stem)
        if not {"exercises", "tests"} & set(source.parts) and name not in counted:
            missing.append(f"[{name}]({way(page, source)})")
    return (", ".join(missing) or "none") + ".\n"


def tensor_roof(page: Path, names: list[str]) -> str:
    """The named programs' rows, compared with the nominal peak of half-precision products: SMs * highest clock * operations per clock."""
    per_clock = {"9.0": 4096}  # of an SM, dense; NVIDIA's data sheets
    per_pair = 16  # eight products and additions
    lines = ["| device | program | size | on tensor cores | nominal peak | of the peak |", "| --- | --- | ---: | ---: | ---: | ---: |"]
    for file in sorted(RESULTS.parent.glob("*/bench.json"), reverse=True):
        data = json.loads(file.read_text(encoding="utf-8"))
        about = data["about"]
        peak = about["multiprocessors"] * about["clocks"]["multiprocessor_mhz_max"] * 1e6 * per_clock[about["compute_capability"]]
        for row in data["rows"]:
            if row["program"] in names and row["arguments"] in ("", "--count 1000000") and row["verified"]:
                rate = per_pair * 1e9 * row["throughput"]
                lines.append(f"| {about['device']} | {row['program']} | {row['size']} | {rate / 1e12:.0f} TFLOP/s | {peak / 1e12:.0f} TFLOP/s | "
                             f"{100 * rate / peak:.1f} % |")
    return "\n".join(lines) + "\n"


def machine_code(page: Path, names: list[str]) -> str:
    """A program's kernels by architecture, from the output of sass.sh."""
    file = ROOT / "docs/results/sass" / f"{names[-1]}.txt"
    compiler, *lines = file.read_text(encoding="utf-8").splitlines()
    cells: dict[str, dict[str, list[str]]] = {}
    architectures: list[str] = []
    for architecture, kernel, *words in map(str.split, lines):
        if architecture not in architectures:
            architectures.append(architecture)
        instruction = words[1] if words[0].startswith("@") else words[0]
        cells.setdefault(kernel, {}).setdefault(architecture, []).append(f"`{instruction}`")
    table = [f"Compiled by {compiler}, by `common/authoring/sass.sh`.", "", "| kernel |" + "".join(f" {name} |" for name in architectures),
             "| --- |" + " --- |" * len(architectures)]
    table += [f"| `{kernel}` |" + "".join(f" {', '.join(row.get(name, []))} |" for name in architectures) for kernel, row in cells.items()]
    return "\n".join(table) + "\n"


def rounded(value: float) -> str:
    """A figure of a table: an integer from 100 on, otherwise with one decimal."""
    if value >= 100:
        return str(math.floor(value + 0.5))
    tenths = math.floor(value * 10 + 0.5)
    return str(tenths // 10) if tenths % 10 == 0 else f"{tenths / 10:.1f}"


def memory(page: Path, names: list[str]) -> str:
    """Latency and bandwidth of each memory of a device."""
    file = ROOT / "docs/results" / names[-1] / "memory.json"
    rows = [row for row in json.loads(file.read_text(encoding="utf-8")) if not row["variant"].startswith("global memory")]
    latencies = [row for row in rows if row["program"] == "memory_latency"]
    bandwidths = [row for row in rows if row["program"] == "memory_bandwidth"]
    lines = [f"Measured on one {rows[0]['device']}, by `./tutorial run memory_latency` and `./tutorial run memory_bandwidth`.", "",
             "| memory | latency | against registers | bandwidth, all threads together | against the slowest |",
             "| --- | ---: | ---: | ---: | ---: |"]
    for latency, bandwidth in zip(latencies, bandwidths):
        name = latency["variant"].split(",")[0]
        if name != bandwidth["variant"].split(",")[0]:
            raise Fault(f"{file}: the rows of '{name}' do not match")
        time, rate = latency["throughput"], bandwidth["throughput"]
        lines.append(f"| {name} | {rounded(time)} ns | {rounded(time / latencies[0]['throughput'])} x | {rounded(rate)} GB/s | "
                     f"{rounded(rate / bandwidths[-1]['throughput'])} x |")
    return "\n".join(lines) + "\n"


def link(page: Path, name: str) -> str:
    """A link to the program or the exercise of that name."""
    folder = exercise_folder(name)
    target = folder / "README.md" if folder else program_source(name)
    if target is None:
        raise Fault(f"{page} names {name}, which is neither a program nor an exercise")
    return f"[{name}]({way(page, target)})"


def facts(page: Path, names: list[str]) -> str:
    """Minutes, level, prerequisites and points of an exercise."""
    about = exercises.read(page.parent)
    lines = [f"{about['minutes']} minutes, {about['level']}."]
    if about["builds_on"]:
        lines.append(f"Builds on {', '.join(link(page, name) for name in about['builds_on'])}.")
    required = [part for part, points in about["points"].items() if points == 0]
    lines.append("Points: " + ", ".join(f"{points} {part}" for part, points in about["points"].items() if points > 0) + "." +
                 (f" Required, without points: {', '.join(required)}." if required else ""))
    return "\n".join(lines) + "\n"


def all_exercises(page: Path, names: list[str]) -> str:
    """All exercises in reading order, with the prerequisites of each."""
    order = [stop.page.split("/", 1)[0] for stop in reading_order.STOPS]
    lines = ["| exercise | level | minutes | builds on |", "| --- | --- | ---: | --- |"]
    for chapter in sorted(chapters(), key=lambda folder: order.index(folder.name)):
        for folder in exercises.below(chapter):
            about = exercises.read(folder)
            builds_on = ", ".join(link(page, name) for name in about["builds_on"])
            lines.append(f"| [{folder.name}]({way(page, folder / 'README.md')}): {about['teaches']} | {about['level']} | {about['minutes']} | {builds_on} |")
    return "\n".join(lines) + "\n"


def list_of_exercises(page: Path, names: list[str]) -> str:
    """The exercises below the page's folder, in the order learners take them."""
    folders = exercises.below(page.parent)
    if not folders:
        return ""
    lines = ["| exercise | what it teaches | level | minutes |", "| --- | --- | --- | ---: |"]
    for folder in folders:
        about = exercises.read(folder)
        lines.append(f"| [{about['title']}]({way(page, folder / 'README.md')}) | {about['teaches']} | {about['level']} | {about['minutes']} |")
    lines += ["", "`./tutorial exercise start NAME` puts the starter into `my_exercises/`, `./tutorial exercise check NAME` checks it."]
    return "\n".join(lines) + "\n"
