import pitfalls
import record_pitfalls
from cases import FolderCase, TreeCase
from tree import Fault

LENS = """$ program
2 hazards
ch/02_sum.cu:7:1: warning: read-after-write in kernel sum<8>, 02_sum.cu:7 and 02_sum.cu:9, seen 3 times
  first words of the lens
exit code 3
"""
RUN = """$ program
variant  verdict
-------  -----------
faulty   wrong, by 3
exit code 1
"""
SANITIZER = """$ compute-sanitizer
========= COMPUTE-SANITIZER
========= Error: Race reported
=========     at sum
=========
========= RACECHECK SUMMARY: 1 hazard displayed
exit code 99
"""


class Gists(FolderCase):
    def gist(self, name, text):
        return pitfalls.gist(self.write(name, text))

    def test_a_run_says_its_verdict(self):
        self.assertEqual(self.gist("p.v.plain.txt", RUN), "wrong, by 3")
        self.assertEqual(self.gist("p.v.gpu.txt", "$ p\np: killed\nexit code 1\n"), "stopped: killed")
        self.assertEqual(self.gist("p.v.gpu.txt", "$ p\nvariant v hangs: stopped after 5 s\n"), "hangs: stopped after 5 s")

    def test_the_lens_says_its_hazards(self):
        self.assertEqual(self.gist("p.v.lens.txt", LENS), "read-after-write (line 7 and 9)")
        self.assertEqual(self.gist("p.v.lens.txt", "$ p\nexit code 0\n"), "no hazard")

    def test_the_sanitizer_says_what_it_found(self):
        self.assertEqual(self.gist("p.v.racecheck.txt", SANITIZER), "1 hazard")
        self.assertEqual(self.gist("p.v.memcheck.txt", "========= ERROR SUMMARY: 0 errors\n"), "silent")
        self.assertEqual(self.gist("p.v.memcheck.txt", "it hangs: stopped\n========= ERROR SUMMARY: 0 errors\n"), "hangs")

    def test_findings_are_the_tools_own_words(self):
        self.assertEqual(pitfalls.findings(self.write("p.v.racecheck.txt", SANITIZER)), "========= Error: Race reported\n=========     at sum\n")
        self.assertTrue(pitfalls.findings(self.write("p.v.lens.txt", LENS)).endswith("  first words of the lens\n"))

    def test_paragraphs_of_hazards_are_broken_anew_without_the_folders_of_the_machine(self):
        words = "word " * 30
        text = record_pitfalls.tidied(f"$ {self.folder}/sim/p\n1 hazard\nrace\n  {words}\n  end\nexit code 3\n", self.folder)
        self.assertTrue(text.startswith("$ build/sim/p\n"))
        self.assertLessEqual(max(map(len, text.splitlines())), record_pitfalls.WIDTH)
        self.assertIn("word end\nexit code 3\n", text)


class Pages(TreeCase):
    def test_the_table_has_the_faults_below_the_pages_folder_with_links(self):
        page = self.write("ch06_reduction/pitfalls/README.md", "")
        self.write("ch06_reduction/pitfalls/01_race.cu", "")
        self.write("ch05_naive/pitfalls/01_other.cu", "")
        for name in ("race.early", "other.late"):
            self.write(f"docs/results/simulator/pitfalls/{name}.lens.txt", LENS)
            self.write(f"docs/results/simulator/pitfalls/{name}.plain.txt", RUN)
        rows = pitfalls.table(page).splitlines()[2:]
        self.assertEqual(rows, ["| [race](01_race.cu) | early | not recorded | "
                                "[wrong, by 3](../../docs/results/simulator/pitfalls/race.early.plain.txt) | "
                                "[read-after-write (line 7 and 9)](../../docs/results/simulator/pitfalls/race.early.lens.txt) | not recorded |"])
        self.assertIn("The lens:\n\n```text\n", pitfalls.sides(page, "race.early"))

    def test_a_head_that_points_to_nothing_is_noticed(self):
        self.write("ch06_reduction/pitfalls/01_race.cu", "// docs/results/simulator/pitfalls/race.*.txt\n")
        self.write("docs/results/simulator/pitfalls/other.txt", "")
        self.assertRaises(Fault, record_pitfalls.check_references)
        self.write("docs/results/simulator/pitfalls/race.v.txt", "")
        record_pitfalls.check_references()
