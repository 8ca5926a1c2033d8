"""The blocks that are made from files alone, and the rows that every program has."""

import json

import counted
import recorded
import rows
import shown_commands
import update_pages
import woven
import written_programs
from cases import FolderCase, TreeCase, silent
from tree import Fault
from work import Work


class Recorded(TreeCase):
    def test_figures_that_are_drawn_are_linked(self):
        self.write("docs/figures/nvidia-h200/sum-bars.svg", "<svg><title>The sum</title><title>again</title></svg>")
        page = self.folder / "ch06_reduction/sum/README.md"
        self.assertEqual(recorded.figures(page, ["sum-bars", "none"]), "![The sum](../../docs/figures/nvidia-h200/sum-bars.svg)\n")

    def test_figures_of_a_table_are_rounded(self):
        self.assertEqual([recorded.rounded(value) for value in (1234.5, 99.96, 12.0, 0.25)], ["1235", "100", "12", "0.3"])

    def test_what_the_marking_was_measured_at_stands_on_pages(self):
        self.write("docs/results/simulator/marking.json", json.dumps({
            "class": {"date": "2026-01-02", "submissions": 500, "kinds": 9, "exercises": ["a", "b"], "hit": 8, "wrong": 1},
            "time": {"date": "2026-01-03", "exercises": 7, "cores": 2, "processor": 0.456, "wall": 0.789, "load": 1.2},
            "busy": {"date": "2026-01-03", "exercises": 7, "cores": 2, "processor": 0.456, "wall": 9, "load": 2.1}}))
        page = self.folder / "docs/pages/security.md"
        self.assertRegex(recorded.marking(page, ["class"]),
                         r"2026-01-02, by `\S+ 500 --exercises a,b`:\n500 submissions of 9 kinds and 2 exercises,\n8 of .* wrong scores: 1\.")
        self.assertRegex(recorded.marking(page, ["time"]), r"takes 0\.46 s .* of 7 exercises, measured on\n2026-01-03 .*\nOn an idle machine with 2 cores .* 0\.79 s after")
        self.assertNotIn("idle", recorded.marking(page, ["busy"]))

    def test_what_exercises_did_on_a_gpu_stands_on_a_page_without_its_times(self):
        rows = ("a,starter,loses,1,ok,x[0] is 1", "a,low.cu,loses,0,BAD,on the GPU: 1 us a call", "a,slow.cu,timed,1,ok,on the GPU: 2 us a call",
                "a,solution,full,0,ok,on the GPU: 1 us a call")
        head = ("# Some GPU, 2026-01-04, 12 at the same time", "exercise,answer,wanted,exit,verdict,says")
        self.write("docs/results/some-gpu/exercises.csv", "\n".join(head + rows))
        text = recorded.exercises_on_gpus(self.folder / "docs/pages/machines.md", [])
        self.assertIn("Some GPU, 2026-01-04: 3 of 4 answers", text)
        self.assertIn("| a | exit 1 | `low.cu`: exit 0, timed, unexpected | `slow.cu`: exit 1, timed | exit 0, timed |", text)

    def test_questions_are_counted_and_what_was_not_tried_is_named(self):
        self.write("ch06_reduction/exercises/a/exercise.json", json.dumps({"wrong": {name: {} for name in "pqrst"}}))
        of = {"exercise": "a", "asked": "guard 3", "why": ""}
        self.write("docs/results/simulator/questions.json", json.dumps({"rows": [
            {**of, "file": "p", "by": "mend", "verdict": "right"}, {**of, "file": "q", "by": "report", "verdict": "right"},
            {**of, "file": "r", "by": "", "verdict": "none", "why": "it is another kernel"},
            {**of, "file": "s", "by": "mend", "verdict": "MISLEADING"}]}))
        text = recorded.questions(self.folder / "docs/pages/exercises.md", [])
        self.assertRegex(text, r"gets full points, and the question leads to it \| 1 \|")
        self.assertIn("| no question: it is another kernel | 1 |\n| a misleading question | 1 |\n| not tried | 1 |", text)
        self.assertIn("Of the 4 answers tried, 2 get a helpful question: 50%. That is 40% of all 5 answers.", text)

    def exercise(self, name, text=""):
        self.write(f"{name}/exercise.json", json.dumps({"title": name[-1].upper(), "teaches": "much", "level": "core", "minutes": 5,
                                                        "builds_on": ["a", "reduce"], "points": {"compiles": 10, "right": 40}}))
        return self.write(f"{name}/README.md", text)

    def test_exercises_stand_in_the_order_of_learners_with_those_of_parts(self):
        for name in ("ch06/exercises/b", "ch06/exercises/a", "ch06/sum/exercises/c"):
            self.exercise(name)
        self.write("ch06/CMakeLists.txt", "add_subdirectory(sum)\nadd_subdirectory(exercises)\n")
        self.write("ch06/exercises/CMakeLists.txt", "tutorial_exercise(b)\ntutorial_exercise(a)\n")
        self.write("ch06/sum/exercises/CMakeLists.txt", "tutorial_exercise(c)\n")
        lines = recorded.list_of_exercises(self.folder / "ch06/README.md", []).splitlines()
        self.assertEqual(lines[2:5], ["| [B](exercises/b/README.md) | much | core | 5 |", "| [A](exercises/a/README.md) | much | core | 5 |",
                                      "| [C](sum/exercises/c/README.md) | much | core | 5 |"])
        self.assertEqual(len(recorded.list_of_exercises(self.folder / "ch06/sum/README.md", []).splitlines()), 5)

    def test_facts_link_programs_and_exercises(self):
        page = self.exercise("ch06/sum/exercises/b")
        self.exercise("ch06/exercises/a")
        self.assertRaisesRegex(Fault, "neither a program nor an exercise", recorded.facts, page, [])
        self.write("ch06/sum/01_reduce.cu", "")
        self.assertEqual(recorded.facts(page, []), "5 minutes, core.\nBuilds on [a](../../../../ch06/exercises/a/README.md), "
                                                   "[reduce](../../../../ch06/sum/01_reduce.cu).\nPoints: 10 compiles, 40 right.\n")

    def test_memories_that_do_not_match_are_a_fault(self):
        def memory(*names):
            self.write("docs/results/x/memory.json", json.dumps(
                [{"program": program, "variant": name, "throughput": 2.0, "device": "GPU"}
                 for program, name in zip(("memory_latency", "memory_bandwidth"), names)]))
            return recorded.memory(self.folder / "page.md", ["x"])

        self.assertIn("| registers | 2 ns | 1 x | 2 GB/s | 1 x |", memory("registers, a", "registers, b"))
        self.assertRaisesRegex(Fault, "do not match", memory, "registers", "shared memory")

    def test_a_program_without_row_or_code_is_noticed(self):
        self.write("ch06/sum/01_reduce.cu", '#include "sum/tree.cuh"\n')
        self.write("ch06/README.md", "| [reduce](sum/01_reduce.cu) | How? |\n<!-- code sum/tree.cuh kernel: begin -->\n")
        listed = "| [reduce](ch06/sum/01_reduce.cu) | How? |\n"
        self.assertEqual(rows.faults(listed, self.folder), [])
        page = self.write("ch06/sum/README.md", "| [reduce](01_reduce.cu) | Why? |\n")  # nearer
        self.assertEqual(len(rows.faults(listed, self.folder)), 2)
        page.write_text("| [reduce](01_reduce.cu) | How? |\n<!-- code 01_reduce.cu kernel: begin -->\n", encoding="utf-8")
        self.assertEqual(rows.faults(listed, self.folder), [])
        page.write_text("| [reduce](01_reduce.cu) | How? |\n", encoding="utf-8")
        self.assertEqual(len(rows.faults(listed, self.folder)), 1)
        self.write("ch06/sum/beside.md", "<!-- code 01_reduce.cu kernel: begin -->\n")
        self.assertEqual(rows.faults(listed, self.folder), [])


    def test_counters_belong_to_the_code_of_their_section(self):
        def page(*blocks):
            return "# T\n" + "".join(line + "\n" if line.startswith("#") else f"<!-- {line}: begin -->\n<!-- {line}: end -->\n" for line in blocks)

        for right in (("## A", "lens copy kernel", "## B", "lens quick turn kernel change", "code 02_turn.cu launch"),
                      ("## A", "code 01_copy.cu kernel", "lens copy"), ("## A", "code 01_copy.cu kernel", "code 02_turn.cu kernel"),
                      ("## A", "code sum/tree.cuh tree", "lens copy kernel")):
            self.assertEqual(rows.section_faults(page(*right), "page"), [])
        for wrong, says in ((("## A", "lens turn", "## B", "code 02_turn.cu kernel"), "counters of turn in the section '## A', which shows no code"),
                            (("## A", "code 01_copy.cu kernel", "lens turn"), "counters of turn in the section '## A', which shows copy"),
                            (("## A", "code 01_copy.cu kernel", "lens turn kernel"), "which shows copy")):
            self.assertRegex("".join(rows.section_faults(page(*wrong), "page")), says)


class Woven(TreeCase):
    def test_code_is_what_stands_between_its_marks(self):
        page = self.write("ch06/README.md", "")
        self.write("ch06/01_a.cu", "// [kernel]\n  int a;\n// [change]\n\n    b = c[a];  // [change]\n// that was it [kernel]\n")
        self.assertEqual(woven.code(page, ["01_a.cu", "kernel"]), "```cuda\nint a;\n\n  b = c[a];  // [change]\n```\n")
        self.assertRaisesRegex(Fault, "needs two lines", woven.code, page, ["01_a.cu", "other"])
        self.assertRaisesRegex(Fault, "there is no 02_b.cu", woven.code, page, ["02_b.cu", "kernel"])
        self.assertRaisesRegex(Fault, "code FILE MARK", woven.code, page, ["01_a.cu"])

    def test_what_a_translation_borrows_is_there(self):
        self.write("ch06/01_a.cu", "// [kernel]\nint a;\n// [kernel]\n")
        self.write("ch06/README.md", "<!-- lens a: begin -->\n1\n<!-- lens a: end -->\n")
        page = self.write("docs/zh/ch06.md", "<!-- block: ../../ch06/README.md lens a -->\n<!-- snippet: ../../ch06/01_a.cu kernel -->\n")
        self.assertEqual(woven.borrowing_faults(page), [])
        page.write_text("<!-- snippet: ../../ch06/01_a.cu change -->\n<!-- block: ../../ch06/counters.md lens a -->\n", encoding="utf-8")
        faults = woven.borrowing_faults(page)
        self.assertEqual(len(faults), 2)
        for fault, says in zip(faults, ("needs two lines", "there is no ../../ch06/counters.md")):
            self.assertIn(says, fault)

    def test_a_block_that_a_page_has_lost_is_no_fault_of_its_translation(self):
        self.write("ch06/README.md", "# T\n")
        page = self.write("docs/zh/ch06.md", "<!-- block: ../../ch06/README.md lens b -->\n")
        self.assertEqual(woven.borrowing_faults(page), [])

    def test_code_that_has_changed_since_is_noticed(self):
        source = self.write("ch06/01_a.cu", "// [kernel]\nint a;\n// [kernel]\n")
        page = self.write("ch06/README.md", "<!-- code 01_a.cu kernel: begin -->\n<!-- code 01_a.cu kernel: end -->\n")
        update_pages.fill(Work(check=False), page, [])
        work = Work(check=True)
        update_pages.fill(work, page, [])
        self.assertEqual(work.stale, [])
        source.write_text("// [kernel]\nint b;\n// [kernel]\n", encoding="utf-8")
        silent(update_pages.fill, work, page, [])
        self.assertEqual(len(work.stale), 1)


    def test_blocks_of_one_program_share_its_pieces_and_the_last_has_what_is_said_of_all(self):
        text = "".join(f"```cuda\n{number}\n```\n\n" for number in range(3)) + "Barriers per block: 1.\n"
        self.assertEqual(counted.share_of(text, 0, 2, last=False), "```cuda\n0\n```\n\n```cuda\n1\n```\n\n")
        self.assertEqual(counted.share_of(text, 2, 1, last=True), "```cuda\n2\n```\n\nBarriers per block: 1.\n")

    def test_what_stands_above_counters_names_the_files(self):
        self.write("ch06/01_a.cu", '#include "b.cuh"\n')
        self.write("ch06/b.cuh", "")
        page = self.write("ch06/README.md", "")
        self.assertEqual(counted.above_the_code(page, "./tutorial explain a", "a", ["kernel", "b.cuh:kernel", "change"]),
                         "From [01_a.cu](01_a.cu), [b.cuh](b.cuh); counters: `./tutorial explain a`\n\n")

    def test_long_tables_of_the_lens_are_folded(self):
        def table(rows):
            return "| line |\n| --- |\n" + "| 1 |\n" * rows

        text = f"{table(counted.LONG)}\nNo hazards.\n"
        self.assertEqual(counted.with_folded_table(text), text)
        self.assertEqual(counted.with_folded_table(f"{table(20)}\nNo hazards.\n"),
                         f"<details>\n<summary>Accesses: 20 rows</summary>\n\n{table(20)}\n</details>\n\nNo hazards.\n")



class Update(TreeCase):
    def test_each_kind_of_block_is_known_by_its_longest_beginning(self):
        for name, kind in (("table", "table"), ("table sum dot", "table"), ("output of ./tutorial run ch08", "output of ./tutorial run"),
                           ("machine code of x", "machine code of"), ("lens quick a b", "lens"), ("supported", None)):
            self.assertEqual(update_pages.kind_of(name), kind)
        for name in ("tables", "fact", "lenses a"):
            self.assertRaisesRegex(Fault, "there is no block", update_pages.kind_of, name)

    def test_a_block_that_is_out_of_date_is_noticed_and_mended(self):
        self.write("docs/figures/nvidia-h200/a.svg", "<title>A</title>")
        page = self.write("ch06/README.md", "<!-- figures a: begin -->\nB\n<!-- figures a: end -->\n<!-- lens x: begin -->\n<!-- lens x: end -->\n")
        work = Work(check=True)
        _, said = silent(update_pages.fill, work, page, [])
        self.assertEqual((len(work.stale), "-B" in said), (1, True))
        update_pages.fill(Work(check=False), page, [])
        self.assertIn("![A](../docs/figures/nvidia-h200/a.svg)\n", page.read_text(encoding="utf-8"))

    def test_only_the_table_of_a_run_is_compared(self):
        name = "output of ./tutorial run ch08"
        before = "Running here: no GPU\nResults are checked: yes\nrow 1\n"
        self.assertEqual(update_pages.comparable(name, before), update_pages.comparable(name, before.replace("no GPU", "no toolkit")))
        self.assertNotEqual(update_pages.comparable(name, before), update_pages.comparable(name, before.replace("row 1", "row 2")))
        timed = before + "  a  7.7 us  L1  ███▌  ok\n"
        self.assertEqual(update_pages.comparable(name, timed), update_pages.comparable(name, timed.replace("7.7", "12").replace("███▌", "█")))
        self.assertNotEqual(update_pages.comparable(name, timed), update_pages.comparable(name, timed.replace("L1", "L2")))

    def test_of_a_chapters_tables_the_first_is_shown(self):
        text = "head\n\nLadder: one\n  row\n\n\nLadder: two\n  row\n"
        self.assertEqual(counted.first_table(text), "head\n\nLadder: one\n  row\n")


class Shown(FolderCase):
    def test_times_and_widths_are_not_compared(self):
        self.assertEqual(shown_commands.comparable("copy   12.5 us ± 0.3 %  100 GB/s\n-----\n"),
                         shown_commands.comparable("copy 7 us ± 12 % 2.25 GB/s\n--\n"))
        self.assertNotEqual(shown_commands.comparable("copy ok\n"), shown_commands.comparable("copy WRONG\n"))

    def test_what_cannot_be_shown_is_refused(self):
        for command in ("./tutorial test", "./tutorial run copy", "rm -r /"):
            self.assertRaises(Fault, shown_commands.output, command)

    def test_a_program_is_what_a_reader_has_written_so_far(self):
        page = ("```cpp\n// a.cu: one\nint a;\nint b;\n```\n```diff\n int a;\n-int b;\n+int c;\n```\n```cpp\nint d;\n```\n"
                "```cpp\n// b.cu\nint e;\n```\n```diff\n-int e;\n```\n")
        self.assertEqual(written_programs.written_above(page, "a.cu"), "// a.cu: one\nint a;\nint c;\n")
        self.assertEqual(written_programs.written_above(page, "b.cu"), "// b.cu\n")

    def test_a_change_that_does_not_apply_is_refused(self):
        for change in ("-int c;\n+int d;\n", "-int a;\n", "+int a;\n", "int a;\n"):
            self.assertRaises(Fault, written_programs.changed, "int a;\nint b;\nint a;\n", change)
        self.assertRaises(Fault, written_programs.written_above, "```cpp\nint a;\n```\n", "a.cu")

    def test_a_block_keeps_the_line_that_shows_the_command(self):
        text = "<!-- run: ./tutorial list | head -n 1 -->\n```text\n$ ./tutorial list\nold\n```\nafter\n```text\nother\n```\n"
        match = shown_commands.SHOWN.search(text)
        self.assertEqual((match["command"], match["block"]), ("./tutorial list | head -n 1", "$ ./tutorial list\nold\n"))
        self.assertEqual(len(shown_commands.SHOWN.findall(text)), 1)
