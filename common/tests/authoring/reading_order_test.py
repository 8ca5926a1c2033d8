"""reading_order: every page has the order, and no sentence contradicts it."""

import unittest
from pathlib import Path

import blocks
import reading_order
from cases import TreeCase
from tree import ROOT

BLOCK = "<!-- order: begin -->\n<!-- order: end -->\n"
PAGES = [*reading_order.ENTRIES, *(stop.page for stop in reading_order.STOPS), "ch06_reduction/README.md", "ch06_reduction/dot/README.md"]


class Order(TreeCase):
    def setUp(self):
        super().setUp()
        for page in PAGES:
            self.write(page, "# Title\n\n" + BLOCK)

    def block(self, page: str) -> str:
        return reading_order.block(self.folder / page, [])

    def test_a_right_tree_has_no_fault(self):
        self.assertEqual(reading_order.faults(), [])

    def test_each_stop_leads_to_the_next(self):
        for page, start in {
            "docs/pages/first_kernel.md": "Next: [chapter 5](../../ch05_nearest_naive/README.md)",
            "ch05_nearest_naive/README.md": "Next: [chapter 8, the core](../ch08_transpose/README.md)",
            "ch08_transpose/README.md": "Next: [chapter 7](../ch07_shared_blocking/README.md)",
            "ch06_reduction/sum/README.md": "Next: further reading",
            "ch07_shared_blocking/heat/README.md": "This page is a part of [chapter 7](../../ch07",
            "ch06_reduction/README.md": "The reading order includes [chapter 6, the sum](sum/README.md)",
            "ch06_reduction/sum/further/README.md": "This page is further reading",
        }.items():
            with self.subTest(page):
                self.assertEqual(self.block(page)[:len(start)], start)

    def test_entry_pages_show_the_list_with_what_each_page_assumes(self):
        lines = self.block("README.md").splitlines()
        self.assertEqual(lines[0], "1. [Your first kernel](docs/pages/first_kernel.md): half an hour, no GPU. Assumes C++, no CUDA.")
        self.assertTrue(all(". Assumes " in line for line in lines[:-1]))
        self.assertEqual(len(self.block("docs/pages/start.md").splitlines()), 6)

    def test_a_tree_that_leads_elsewhere_is_noticed(self):
        wrong = {
            "README.md": "Read [ch05](ch05_nearest_naive) first.\n",
            "docs/pages/start.md": "Start with [chapter 8](../../ch08_transpose/README.md).\n",
            "docs/pages/instructors.md": "Let a class climb [chapter 8](../../ch08_transpose/README.md) first.\n",
            "ch05_nearest_naive/README.md": "- Go on to [chapter 7](../ch07_shared_blocking/README.md).\n",
        }
        for page, text in wrong.items():
            with self.subTest(page):
                self.write(page, "# Title\n\n" + text + BLOCK)
                self.assertEqual(len(reading_order.faults()), 1, reading_order.faults())
                self.write(page, "# Title\n\n" + BLOCK)

    def test_a_page_without_the_order_is_noticed(self):
        self.write("ch06_reduction/dot/README.md", "# Title\n")
        Path(self.folder / "docs/pages/teaching.md").unlink()
        self.assertEqual(reading_order.faults(), ["docs/pages/teaching.md: there is no such page",
                                                  "ch06_reduction/dot/README.md: has no block 'order', which says what is read when"])


class Tree(unittest.TestCase):
    def test_every_page_says_the_order(self):
        self.assertEqual(reading_order.faults(), [])
        for page in [ROOT / name for name in reading_order.ENTRIES] + sorted(ROOT.glob("ch[0-9]*/**/README.md")):
            text = page.read_text(encoding="utf-8")
            if "order" in blocks.names(text):
                with self.subTest(str(page)):
                    self.assertEqual(blocks.block(text, "order"), reading_order.block(page, []))
