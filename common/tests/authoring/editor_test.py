"""What editors read of the tree: tasks call verbs that there are, the debugger starts what its task makes, the problem matcher reads
hazards, and development containers call the script."""

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
    return set(re.findall(r"^([a-z]+)\b", usage, re.MULTILINE))


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

    def test_hazards_and_errors_are_problems(self):
        """What `explain` truly prints goes through hazards_for_editors.py."""
        tasks = [task for task in read(".vscode/tasks.json")["tasks"] if task["args"][0] in ("explain", "sim")]
        self.assertEqual(len(tasks), 2)
        for task in tasks:
            regexp = task["problemMatcher"]["pattern"]["regexp"]
            match = re.match(regexp, "ch06/one.cu:2:1: warning: race-global in k, seen 3 times")
            self.assertEqual(match.groups(), ("ch06/one.cu", "2", "1", "warning", "race-global in k, seen 3 times"))
            self.assertEqual(re.match(regexp, "/a b/x.cu:4:12: error: 'n' was not declared")[4], "error")
            for line in ("  one.cu:2  two", "global load  1 / 1", "4:12: warning: nowhere"):
                self.assertIsNone(re.match(regexp, line))

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
