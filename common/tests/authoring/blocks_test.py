import unittest

import blocks

PAGE = "# Title\n<!-- table a: begin -->\nold\n<!-- table a: end -->\ntext\n<!-- facts: begin -->\n<!-- facts: end -->\n"


class Blocks(unittest.TestCase):
    def test_names_are_in_the_order_of_the_page(self):
        self.assertEqual(blocks.names(PAGE), ["table a", "facts"])

    def test_a_block_is_what_stands_between_its_marks(self):
        self.assertEqual(blocks.block(PAGE, "table a"), "old\n")
        self.assertEqual(blocks.block(PAGE, "facts"), "")

    def test_replacing_leaves_the_rest(self):
        new = blocks.replaced(PAGE, "table a", "1\n2\n")
        self.assertEqual(blocks.block(new, "table a"), "1\n2\n")
        self.assertEqual(blocks.replaced(new, "table a", "old\n"), PAGE)

    def test_a_block_that_is_not_there_is_an_error(self):
        for name in ("table b", "table"):
            self.assertRaises(ValueError, blocks.block, PAGE, name)
