"""What editors read of the tree: tasks call verbs that there are, the debugger starts what its task makes, the problem matcher reads what
`explain` prints, and development containers call the script."""

import json
import re
import unittest

from tree import ROOT


def read(name: str) -> dict:
    """JSON with comments on lines of their own."""
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    return json.loads("\n".join(line for line in lines if not line.lstrip().startswith("//")))


def verbs() -> set[str]:
    usage = (ROOT / "common/setup/usage.txt").read_text(encoding="utf-8")
    return set(re.findall(r"^  ([a-z]+)(?= )", usage, re.MULTILINE))


def faults(tasks: dict) -> list[str]:
    known = {entry["id"] for entry in tasks["inputs"]}
    found = []
    for task in tasks["tasks"]:
        if task["command"] != "${workspaceFolder}/tutorial" or task["args"][0] not in verbs():
            found.append(f"{task['label']}: no verb {task['args'][0]}")
        for name in re.findall(r"\$\{input:(\w+)\}", " ".join(task["args"])):
            if name not in known:
                found.append(f"{task['label']}: no input {name}")
    return found


class Editor(unittest.TestCase):
    def test_tasks(self):
        tasks = read(".vscode/tasks.json")
        self.assertEqual(faults(tasks), [])
        tasks["tasks"][0]["args"] = ["fly", "${input:nothing}"]
        self.assertEqual(len(faults(tasks)), 2)

    def test_what_explain_prints_is_a_problem(self):
        task = next(task for task in read(".vscode/tasks.json")["tasks"] if task["args"][0] == "explain")
        title, place = (entry["regexp"] for entry in task["problemMatcher"]["pattern"])
        said = (ROOT / "common/tests/driver/explain_refuses.sh").read_text(encoding="utf-8")
        shown = [line.split("'")[1].strip("^$") for line in said.splitlines() if re.match(r"expect_line out '\^(hazard|  one\.cu:)", line)]
        self.assertEqual(len(shown), 3)
        self.assertEqual(re.match(title, shown[0])[1], "race-global in k")
        self.assertEqual(re.match(place, shown[1]).groups(), ("one.cu", "2"))
        self.assertIsNone(re.match(place, "global load  1 / 1"))

    def test_the_debugger_starts_what_is_built(self):
        tasks = {task["label"]: task for task in read(".vscode/tasks.json")["tasks"]}
        for entry in read(".vscode/launch.json")["configurations"]:
            self.assertIn(entry["program"], tasks[entry["preLaunchTask"]]["args"])
        for name in (".vscode/settings.json", ".vscode/c_cpp_properties.json"):
            self.assertTrue(read(name))

    def test_containers(self):
        for name in (".devcontainer/devcontainer.json", ".devcontainer/cuda/devcontainer.json"):
            verb = read(name)["postCreateCommand"].split()
            self.assertEqual(verb[0], "./tutorial")
            self.assertIn(verb[1], verbs())


if __name__ == "__main__":
    unittest.main()
