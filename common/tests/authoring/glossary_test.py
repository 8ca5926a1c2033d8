"""The glossary: its terms are in order, and each has a command that exists."""

import os
import unittest
from pathlib import Path

import glossary

ROOT = Path(os.environ["SOURCE_DIR"])
PAGE = (ROOT / "docs/pages/glossary.md").read_text(encoding="utf-8")


class Glossary(unittest.TestCase):
    def faults(self, text: str) -> list:
        return glossary.faults(text, ROOT)

    def test_it_has_no_fault(self):
        self.assertEqual(self.faults(PAGE), [])

    def test_terms_out_of_order_are_noticed(self):
        self.assertEqual(self.faults(PAGE.replace("### warp\n", "### a warp\n")), ["a warp stands behind warm-up"])

    def test_too_few_terms_are_noticed(self):
        self.assertEqual(self.faults(PAGE[: PAGE.index("### gather")])[0].split(",")[1], " and there are to be 70")

    def test_a_program_that_is_not_there_is_noticed(self):
        for right, wrong in (("explain transpose_padded", "explain transpose_paded"), ("start first_index", "start second_index"),
                             ("run ch06/sparse", "run ch06/spares"), ("./tutorial doctor", "./tutorial nurse")):
            with self.subTest(wrong):
                self.assertTrue(self.faults(PAGE.replace(right, wrong)))

    def test_an_entry_without_a_command_or_a_meaning_is_noticed(self):
        self.assertEqual(self.faults(PAGE.replace("See it: `./tutorial explain transpose_padded`\n", "")), ["padding: no command to see it by"])
        self.assertEqual(self.faults(PAGE.replace("填充. Unused", "Unused")), ["padding: no Chinese term and meaning"])
