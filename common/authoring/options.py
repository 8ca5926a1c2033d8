"""The command lines of these scripts: what a script's own text says of it is its help."""

from __future__ import annotations

import argparse


class Parser(argparse.ArgumentParser):
    """Reports in one line what is wrong."""

    def error(self, message: str):
        self.exit(2, f"{self.prog.rsplit('.', 1)[0]}: {message} (--help says what there is)\n")


def parser(text: str, check: bool = True) -> Parser:
    made = Parser(description=text, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False)
    if check:
        made.add_argument("--check", action="store_true", help="write nothing; exit code 1 and the differences if something is out of date")
    return made


def only_check(text: str) -> bool:
    """Whether --check was given, the only argument that the script accepts."""
    return parser(text).parse_args().check
