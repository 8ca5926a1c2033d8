import tree
from cases import TreeCase


class Tree(TreeCase):
    def setUp(self):
        super().setUp()
        for name in ("ch06_reduction/README.md", "ch06_reduction/sum/README.md", "ch06_reduction/sum/further/README.md",
                     "ch06_reduction/sum/exercises/add/README.md", "ch06_reduction/sum/tests/notes.md", "ch06_reduction/sum/how.md",
                     "ch06_reduction/sum/02_reduce_global.cu", "ch08_transpose/README.md", "ch08_transpose/exercises/turn/README.md",
                     "docs/figures/x/sum.svg"):
            self.write(name, "")

    def names(self, paths):
        return [str(path.relative_to(self.folder)) for path in paths]

    def test_pages_are_found_at_every_depth(self):
        self.assertEqual(self.names(tree.chapter_pages()),
                         ["ch06_reduction/README.md", "ch06_reduction/sum/README.md", "ch06_reduction/sum/further/README.md",
                          "ch06_reduction/sum/how.md", "ch08_transpose/README.md"])
        self.assertEqual(self.names(tree.exercise_pages()),
                         ["ch06_reduction/sum/exercises/add/README.md", "ch08_transpose/exercises/turn/README.md"])

    def test_links_are_right_from_every_depth(self):
        figure = self.folder / "docs/figures/x/sum.svg"
        for page, up in (("ch06_reduction/README.md", "../"), ("ch06_reduction/sum/README.md", "../../"),
                         ("ch06_reduction/sum/further/README.md", "../../../"), ("ch08_transpose/exercises/turn/README.md", "../../../")):
            link = tree.way(self.folder / page, figure)
            self.assertEqual(link, up + "docs/figures/x/sum.svg")
            self.assertTrue(((self.folder / page).parent / link).is_file())
        page = self.folder / "ch06_reduction/README.md"
        self.assertEqual(tree.way(page, self.folder / "ch06_reduction/sum/exercises/add/README.md"), "sum/exercises/add/README.md")

    def test_programs_and_exercises_are_found_by_name(self):
        self.assertEqual(self.names([tree.program_source("reduce_global")]), ["ch06_reduction/sum/02_reduce_global.cu"])
        self.assertEqual(self.names([tree.exercise_folder("turn")]), ["ch08_transpose/exercises/turn"])
        self.assertIsNone(tree.program_source("global"))
        self.assertIsNone(tree.exercise_folder("global"))

    def test_a_chapter_may_be_a_link(self):
        (self.folder / "moved").mkdir()
        (self.folder / "ch08_transpose").rename(self.folder / "moved/ch08_transpose")
        (self.folder / "ch08_transpose").symlink_to(self.folder / "moved/ch08_transpose")
        self.assertIn("ch08_transpose/README.md", self.names(tree.chapter_pages()))
