import public_bugs
from cases import FolderCase


class Verdicts(FolderCase):
    def test_a_race_is_right_if_a_race_of_any_kind_is_reported(self):
        self.assertTrue(public_bugs.is_right("race", 3, {"race-warp"}, {}))
        self.assertFalse(public_bugs.is_right("race", 3, {"out-of-bounds"}, {}))

    def test_a_fault_is_right_if_the_program_fails_or_has_a_hazard(self):
        self.assertTrue(public_bugs.is_right("fault", 1, set(), {}))
        self.assertTrue(public_bugs.is_right("fault", 0, {"host-access"}, {}))
        self.assertFalse(public_bugs.is_right("fault", 0, set(), {}))

    def test_only_a_refused_program_may_fail_to_compile(self):
        self.assertTrue(public_bugs.is_right("refused", None, set(), {}))
        self.assertFalse(public_bugs.is_right("refused", 0, set(), {}))
        self.assertFalse(public_bugs.is_right("fault", None, set(), {}))

    def test_a_slow_program_has_a_counter_that_shows_it(self):
        line = {"conflict_degree": 1, "sectors_per_request": 32.0, "ideal_sectors_per_request": 4.0}
        self.assertTrue(public_bugs.is_right("slow", 0, set(), {"kernels": [{"lines": [line]}]}))
        self.assertFalse(public_bugs.is_right("slow", 0, set(), {"kernels": [{"lines": [{**line, "sectors_per_request": 4.0}]}]}))

    def test_the_table_of_the_readme_is_read_by_program(self):
        page = self.write("README.md", "text\n\n| program | verdict wanted | lens | GPU | compute-sanitizer |\n| --- | --- | --- | --- | --- |\n"
                          "| dot | race | race-warp | exit 0 | racecheck |\n")
        self.assertEqual(public_bugs.recorded(page.parent)["dot"], ["race-warp", "exit 0", "racecheck"])
