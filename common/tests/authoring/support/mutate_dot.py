"""That mutate.py's verdicts are true: a fault of each kind is killed by dot's tests, and survives where dot's check says that all is well.

And that mutants.py leaves a declaration alone, which the compiler would miss in another line, and takes a number as a whole.
"""

import sys
import threading

import mutants
import mutate

TEMPLATES = """__global__ void kernel() {
  Cells<4> next;
  fill<Kind<2>>(next);
  next.cell = 0x1p-20f;
}
"""
CHECK = "return in.check(d_partial.to_host());"
BLIND = 'return tutorial::Verdict{true, "ok"};'


def survey(program: mutate.Program, source: str, kinds: list[str], numbers: set[int]) -> list[str]:
    unit = mutate.Unit(program.source, [program], source)
    unit.mutants = [mutant for mutant in unit.mutants if mutant.number in numbers]
    unit.survey(kinds, threading.Semaphore(2))
    return [f"{mutant.kind}: {mutant.text}: {unit.status[mutant.number]}" for mutant in unit.mutants]


def read_templates() -> list[str]:
    """What is wrong with the faults of TEMPLATES."""
    made = {mutant.text for mutant in mutants.Finder(TEMPLATES).find()}
    return [text for text, wanted in (("Cells<4> next; removed", False), ("fill<Kind<2>>(next); removed", True),
                                      ("next.cell = 0x1p-20f;: 0x1p-20f to (0x1p-20f + 1)", True)) if (text in made) != wanted]


def main() -> int:
    if wrong := read_templates():
        print("made, or not made:", *wrong)
        return 1
    dot = next(program for program in mutate.programs() if program.name == "dot")
    dot.runs = [run for run in dot.runs if "1000003" not in run.words]
    whole = dot.source.read_text(encoding="utf-8")
    if CHECK not in whole:
        print(f"dot's check is no longer {CHECK}")
        return 1
    found = [mutant for mutant in mutate.Unit(dot.source, [dot]).mutants if mutant.kind != mutate.NARROWED or "sum +=" in mutant.text]
    first = {mutant.kind: mutant.number for mutant in reversed(found)}
    seeing = survey(dot, whole, ["sim", "lens"], set(first.values()))
    blind = survey(dot, whole.replace(CHECK, BLIND), ["sim"], {first["constant"]})
    print("\n".join(["with its check:", *seeing, "blind:", *blind]))
    samples = [mutate.Unit(dot.source, [dot]) for _ in range(2)]
    for unit in samples:
        unit.sample(8)
    if len(samples[0].mutants) != mutate.FEWEST or samples[0].mutants != samples[1].mutants:
        print(f"a sample of one in eight: {len(samples[0].mutants)} faults, not {mutate.FEWEST}, or not the same ones each time")
        return 1
    killed = all(line.endswith((": killed", ": hung")) for line in seeing)
    return 0 if killed and len(seeing) >= 6 and all(line.endswith(": survived") for line in blind) else 1


if __name__ == "__main__":
    sys.exit(main())
