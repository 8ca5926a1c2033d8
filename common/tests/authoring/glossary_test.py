"""The glossary has its terms in order, and each has a definition and a command that exists."""

import os
import unittest
from pathlib import Path

import blocks
import glossary
import letters

ROOT = Path(os.environ["SOURCE_DIR"])
PAGE = (ROOT / "docs/pages/glossary.md").read_text(encoding="utf-8")


class Glossary(unittest.TestCase):
    def faults(self, text: str) -> list:
        return glossary.faults(text, ROOT)

    def test_it_has_no_fault(self):
        self.assertEqual(self.faults(PAGE), [])

    def test_terms_out_of_order_are_noticed(self):
        self.assertEqual(self.faults(PAGE.replace("### warp\n", "### a warp\n")), ["a warp comes after warm-up"])

    def test_too_few_terms_are_noticed(self):
        self.assertIn("fewer than 70", self.faults(PAGE[: PAGE.index("### gather")])[0])

    def test_a_program_that_is_not_there_is_noticed(self):
        for right, wrong in (("explain transpose_padded", "explain transpose_paded"), ("start first_index", "start second_index"),
                             ("run ch06/sparse", "run ch06/spares"), ("./tutorial doctor", "./tutorial nurse")):
            with self.subTest(wrong):
                self.assertTrue(self.faults(PAGE.replace(right, wrong)))

    def test_an_entry_without_a_command_or_a_meaning_is_noticed(self):
        self.assertEqual(self.faults(PAGE.replace("See it: `./tutorial explain transpose_padded`\n", "")), ["padding: no command to see it by"])
        for missing in ('<small lang="zh-Hans">填充</small>\n', "Unused elements that shift the others, for example one extra column that moves each row of a tile to the next bank.\n"):
            with self.subTest(missing):
                self.assertEqual(self.faults(PAGE.replace(missing, "")), ["padding: does not begin with an English definition and the Chinese term"])

    def test_the_letters_lead_to_the_first_term_of_each(self):
        self.assertEqual(blocks.block(PAGE, "letters"), letters.block(ROOT / "docs/pages/glossary.md", []))
