#!/usr/bin/env python3
"""Prints the revision of pages, which their translations name: the SHA-256 of the text without what scripts fill in.

common/authoring/page_revision.py PAGE.md …
"""

from __future__ import annotations

from pathlib import Path

from blocks import revision
from options import parser
from tree import Fault, run_main


def main() -> int:
    options = parser(__doc__, check=False)
    options.add_argument("pages", nargs="+", type=Path, metavar="PAGE.md")
    for page in options.parse_args().pages:
        try:
            print(f"{revision(page.read_text(encoding='utf-8'))}  {page}")
        except OSError:
            raise Fault(f"cannot read {page}", 2) from None
    return 0


if __name__ == "__main__":
    run_main(main)
