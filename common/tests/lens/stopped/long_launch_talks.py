#!/usr/bin/env python3
"""A launch that takes long shows its progress on a terminal, says after ten seconds where it stands still, and shows nothing in a pipe.
Its argument is races_for_ever."""

from __future__ import annotations

import os
import pty
import subprocess
import sys


def on_terminal(program: str, environment: dict[str, str]) -> str:
    master, slave = pty.openpty()
    with subprocess.Popen([program], stderr=slave, stdout=subprocess.DEVNULL, env=environment):
        os.close(slave)
        said = b""
        while True:
            try:
                part = os.read(master, 4096)
            except OSError:  # the other side is closed
                break
            if not part:
                break
            said += part
    return said.decode(errors="replace")


def main() -> int:
    program = sys.argv[1]
    said = on_terminal(program, {**os.environ, "CUDASIM_TIMEOUT": "13"})
    quiet = subprocess.run([program], env={**os.environ, "CUDASIM_TIMEOUT": "3"}, stderr=subprocess.PIPE, text=True, check=False).stderr
    faults = []
    if "launch 1: block 1 of 1" not in said:
        faults.append("no progress on a terminal")
    if "no block has begun or ended for 10 s, at " not in said or "it is stopped after 13 s" not in said:
        faults.append("a launch that stands still does not say where")
    if "launch 1: block" in quiet:
        faults.append("progress in a pipe")
    for fault in faults:
        print(fault)
    if faults:
        print(said[-2000:], quiet[-2000:], sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
