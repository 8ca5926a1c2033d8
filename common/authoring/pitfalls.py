"""What docs/results has of the pitfalls' faults: what each tool said, the gist of it, and the tables and texts that pages show."""

from __future__ import annotations

import re
from pathlib import Path

import blocks
from tree import DEVICE, ROOT, found, in_tree, way

SIMULATOR = Path("docs/results/simulator/pitfalls")
GPU = Path("docs/results") / DEVICE / "pitfalls"
SANITIZERS = ["racecheck", "synccheck", "memcheck", "initcheck"]
ON_GPU = "on one NVIDIA H200"


def sources() -> list[Path]:
    """The pitfalls' programs: those in a folder of that name."""
    return [path for path in found("[0-9]*.cu") if path.parent.name == "pitfalls"]


def name_of(source: Path) -> str:
    return source.stem.split("_", 1)[1]


def _gist_of_the_lens(lines: list[str]) -> str:
    hazards = []
    for line in lines:
        match = re.match(r"(?:[^ ]*: warning: )?([a-z-]*) in kernel [^,]*, (.*)$", line)
        if match:
            text = re.sub(r", seen [0-9]* times\)$", ")", f"{match[1]} ({match[2]})")
            text = re.sub(r"and [0-9a-z_]*\.cu:", "and ", text, count=1)
            hazards.append(re.sub(r"\([0-9a-z_]*\.cu:", "(line ", text, count=1))
    return "; ".join(hazards) or "no hazard"


def _gist_of_a_run(lines: list[str]) -> str:
    """A program's own verdict: the last column of its first row, what stopped it, or its first words."""
    said = ""
    table = False
    for line in lines:
        columns = re.split(r"  +", line)
        if table and len(columns) > 1 and not said:
            said = columns[-1]
        table = table or line.startswith("---")
        if "hangs: stopped" in line:
            said = re.sub(r".*hangs:", "hangs:", line)
        if line.startswith("cudasim: kernel ") and not said:
            said = re.sub(r".*\): ", "stopped: ", line)
    return said or "stopped: " + (re.sub(r"^[a-z_]*: ", "", lines[1]) if len(lines) > 1 else "")


def _gist_of_the_sanitizer(lines: list[str]) -> str:
    found_text = ""
    for line in lines:
        if re.search(r"SUMMARY: [1-9]", line):
            found_text = re.sub(r".*SUMMARY: ", "", line).replace(" displayed", "", 1)
        elif "SUMMARY: 0" in line and not found_text:
            found_text = "silent"
    if not any("hangs: stopped" in line for line in lines):
        return found_text or "nothing"
    return "hangs" if found_text in ("", "silent") else f"hangs, {found_text}"


def gist(file: Path) -> str:
    """A tool's report, in one line."""
    lines = file.read_text(encoding="utf-8").splitlines()
    tool = file.name.split(".")[-2]
    if tool == "lens":
        return _gist_of_the_lens(lines)
    return _gist_of_a_run(lines) if tool in ("gpu", "plain") else _gist_of_the_sanitizer(lines)


def cell(page: Path, file: Path) -> str:
    """A table's entry for a recorded output, with a link to it."""
    if not (ROOT / file).is_file():
        return "not recorded"
    text = re.sub(r", first: .*", "", gist(ROOT / file)).replace("|", "\\|").replace("<", "&lt;")
    return f"[{text}]({way(page, ROOT / file)})"


def sanitizer_cell(page: Path, fault: str) -> str:
    """The tools that found something, or a statement that none did."""
    said = []
    for tool in SANITIZERS:
        file = GPU / f"{fault}.{tool}.txt"
        if not (ROOT / file).is_file():
            return "not recorded"
        if gist(ROOT / file) != "silent":
            said.append(f"{tool}: {cell(page, file)}")
    return "; ".join(said) or "silent"


def table(page: Path) -> str:
    """The faults of the programs below the page's folder."""
    lines = [f"| program | fault | {ON_GPU} | simulator, plain | simulator, under the lens | compute-sanitizer |",
             "| --- | --- | --- | --- | --- | --- |"]
    for source in sources():
        if not in_tree(source).is_relative_to(in_tree(page).parent):
            continue
        name = name_of(source)
        for file in sorted((ROOT / SIMULATOR).glob(f"{name}.*.lens.txt")):
            fault = file.name[:-len(".lens.txt")]
            lines.append(f"| [{name}]({way(page, source)}) | {fault.split('.', 1)[1]} | {cell(page, GPU / f'{fault}.gpu.txt')} | "
                         f"{cell(page, SIMULATOR / f'{fault}.plain.txt')} | {cell(page, SIMULATOR / file.name)} | "
                         f"{sanitizer_cell(page, fault)} |")
    return "\n".join(lines) + "\n"


def findings(file: Path) -> str:
    """The relevant part of a tool's output: the hazards, the barrier, the sanitizer's first report."""
    lines = file.read_text(encoding="utf-8").splitlines()
    tool = file.name.split(".")[-2]
    kept: list[str] = []
    inside = False
    for line in lines:
        if tool == "lens":
            if line.startswith("exit code"):
                break
            if inside:
                kept.append(line)
            inside = inside or re.fullmatch(r"[0-9]+ hazards?", line) is not None
        elif tool == "plain":
            inside = line.startswith("cudasim: ") or (inside and line.startswith("  "))
            if inside:
                kept.append(line)
        else:
            inside = inside or re.match(r"========= (Error|Warning): ", line) is not None
            if inside and re.fullmatch(r"========= *", line):
                break
            if inside:
                kept.append(line)
    return "".join(line + "\n" for line in kept)


def sides(page: Path, fault: str) -> str:
    """For a page: the reports of the simulator, the GPU and its sanitizer on PROGRAM.VARIANT."""
    plain, lens = SIMULATOR / f"{fault}.plain.txt", SIMULATOR / f"{fault}.lens.txt"
    text = f"O{ON_GPU[1:]}: **{cell(page, GPU / f'{fault}.gpu.txt')}**. The simulator, plain: {cell(page, plain)}.\n\n"
    words = findings(ROOT / lens) or findings(ROOT / plain)
    text += f"The lens:\n\n{blocks.fenced(words)}\n" if words else "The lens: no hazard.\n\n"
    silent, hanging = [], []
    for tool in SANITIZERS:
        file = ROOT / GPU / f"{fault}.{tool}.txt"
        if not file.is_file():
            text += f"compute-sanitizer, {tool}: not recorded.\n\n"
            continue
        words = findings(file)
        if words:
            text += f"compute-sanitizer, {tool}:\n\n{blocks.fenced(words)}\n"
        else:
            (hanging if "hangs: stopped" in file.read_text(encoding="utf-8") else silent).append(tool)
    if hanging:
        text += f"compute-sanitizer: hangs with the program ({', '.join(hanging)}).\n"
    if silent:
        text += f"compute-sanitizer: silent ({', '.join(silent)}).\n"
    return text
