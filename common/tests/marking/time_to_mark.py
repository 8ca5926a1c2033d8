#!/usr/bin/env python3
"""How long from a saved file to its mark? Marks each exercise's solution, and prints a line for each and the medians of all.

    common/tests/marking/time_to_mark.py [PROGRAM] [TIMES] [--record]

PROGRAM: tutorial-mark; else that of BUILD_DIR, or of the preset auto. TIMES: the best of so many, else of 3. --record: record.py

processor: user and system time of the marker and of all that it starts, which says the same on a busy machine; wall: what a learner waits.
No test, since it measures the machine.
"""
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from record import BUILD, ROOT, record


def timed(command: list) -> tuple:
    """Seconds of the processor and on the wall."""
    before, start = os.times(), time.monotonic()
    marked = subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
    after, end = os.times(), time.monotonic()
    if marked.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: exit {marked.returncode}")
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    return spent, end - start


def main() -> int:
    words = [word for word in sys.argv[1:] if word != "--record"]
    if len(words) > 2 or (len(words) == 2 and (not words[1].isdigit() or int(words[1]) == 0)):
        print("usage: time_to_mark.py [PROGRAM] [TIMES] [--record]", file=sys.stderr)
        return 2
    program = Path(words[0] if words else BUILD / "bin/tutorial-mark").resolve()
    times = int(words[1]) if len(words) == 2 else 3
    best = []
    with tempfile.TemporaryDirectory() as folder:
        for source in sorted(ROOT.glob("ch*/**/exercises/*/exercise.cu")):
            name = source.parent.name
            file = Path(folder) / f"{name}.cu"
            file.write_text("#define SOLUTION\n" + source.read_text())
            command = [program, "check", name, file]
            timed(command)  # builds what the exercise needs
            runs = [timed(command) for _ in range(times)]
            best.append((min(spent for spent, _ in runs), min(wall for _, wall in runs)))
            print(f"{name:24} processor {best[-1][0]:5.2f} s  wall {best[-1][1]:5.2f} s")
    processor, wall = (statistics.median(each) for each in zip(*best))
    print(f"median of {len(best)} exercises: processor {processor:.2f} s, wall {wall:.2f} s")
    if "--record" in sys.argv:
        record("time", {"exercises": len(best), "processor": round(processor, 2), "wall": round(wall, 2), "load": round(os.getloadavg()[0], 1)})
    return 0


if __name__ == "__main__":
    sys.exit(main())
