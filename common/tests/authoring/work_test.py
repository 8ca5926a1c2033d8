import tree
from cases import FolderCase, silent
from svg import Drawing, element
from work import Work


class Works(FolderCase):
    def test_a_file_is_written_and_then_up_to_date(self):
        file = self.folder / "below" / "file.txt"
        Work(check=False).file(file, "a\n")
        work = Work(check=True)
        work.file(file, "a\n")
        self.assertEqual(work.finish("script"), 0)

    def test_checking_shows_the_differences_and_writes_nothing(self):
        page = self.write("page.md", "<!-- a: begin -->\nold\n<!-- a: end -->\n")
        work = Work(check=True)
        _, said = silent(work.block, page, "a", "new\n")
        self.assertIn("-old\n+new\n", said)
        self.assertIn("old", page.read_text())
        status, said = silent(work.finish, "script")
        self.assertEqual(status, 1)
        self.assertIn("out of date: script regenerates it", said)

    def test_a_page_without_the_marker_is_a_fault(self):
        self.assertRaises(tree.Fault, Work(check=False).block, self.write("page.md", ""), "a", "new\n")


class Elements(FolderCase):
    def test_numbers_are_short_and_names_are_those_of_svg(self):
        self.assertEqual(element("rect", x=1.0, y=2.5, class_="a", text_anchor="middle"), '<rect x="1" y="2.5" class="a" text-anchor="middle"/>')

    def test_a_drawing_has_a_title_and_follows_the_page(self):
        drawing = Drawing("n", "c", (10, 20), "a < b", "text", 12, [])
        drawing.add("text", "words", x=1)
        text = drawing.finished()
        for part in ('viewBox="0 0 10 20"', "<title id=\"n-title\">a &lt; b</title>", "prefers-color-scheme: dark", '<text x="1">words</text>'):
            self.assertIn(part, text)
