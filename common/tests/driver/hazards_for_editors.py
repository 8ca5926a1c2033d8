"""hazards_for_editors.py SAID SARIF: whether what `explain` has printed becomes entries of Visual Studio Code's list of problems, and
whether its SARIF file has the form that the standard asks for (SARIF 2.1.0, chapter 3): no property that it does not know, none missing,
and the values that it allows. The two must tell of the same hazards."""

import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]

# An object's properties, and what each holds: a type, allowed words, an object by its name, a list [of], a map {of}. "!" marks what must be there.
FORMS = {
    "sarifLog": {"$schema": str, "version!": ("2.1.0",), "runs!": ["run"]},
    "run": {"tool!": "tool", "columnKind": ("utf16CodeUnits", "unicodeCodePoints"), "results": ["result"],
            "originalUriBaseIds": {"artifactLocation"}},
    "tool": {"driver!": "toolComponent"},
    "toolComponent": {"name!": str, "rules": ["reportingDescriptor"]},
    "reportingDescriptor": {"id!": str, "shortDescription": "text", "help": "text", "defaultConfiguration": "configuration"},
    "text": {"text!": str, "markdown": str},
    "configuration": {"level": ("none", "note", "warning", "error")},
    "result": {"ruleId": str, "ruleIndex": int, "level": ("none", "note", "warning", "error"), "message!": "text", "locations": ["location"],
               "relatedLocations": ["location"], "occurrenceCount": int, "partialFingerprints": {str}},
    "location": {"physicalLocation": "physicalLocation", "logicalLocations": ["logicalLocation"], "message": "text"},
    "physicalLocation": {"artifactLocation": "artifactLocation", "region": "region"},
    "artifactLocation": {"uri": str, "uriBaseId": str},
    "region": {"startLine": int, "startColumn": int},
    "logicalLocation": {"name": str, "kind": str},
}


def faults(value, form, where="file"):
    if isinstance(form, str):
        if not isinstance(value, dict):
            return [f"{where} is no object"]
        known = {name.rstrip("!"): name for name in FORMS[form]}
        found = [f"{where} has no {name[:-1]}" for name in FORMS[form] if name.endswith("!") and name[:-1] not in value]
        for name, each in value.items():
            found += faults(each, FORMS[form][known[name]], f"{where}.{name}") if name in known else [f"{where}.{name} is unknown"]
        return found
    if isinstance(form, list):
        if not isinstance(value, list):
            return [f"{where} is no list"]
        return [fault for number, each in enumerate(value) for fault in faults(each, form[0], f"{where}[{number}]")]
    if isinstance(form, set):
        return [fault for name, each in value.items() for fault in faults(each, next(iter(form)), f"{where}.{name}")]
    if isinstance(form, tuple):
        return [] if value in form else [f"{where} is {value!r}"]
    if not isinstance(value, form) or (form is int and value < (0 if where.endswith("Index") else 1)):
        return [f"{where} is {value!r}"]
    return []


def meaning(log):
    """What no form says: rules that are there and told of, places that the file's own base makes whole, fingerprints of their own."""
    found = []
    run = log["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    for rule in rules:
        if not rule["shortDescription"]["text"].endswith(".") or rule["id"] not in rule["help"]["text"]:
            found.append(f"rule {rule['id']} has no help")
    for base in run["originalUriBaseIds"].values():
        if not re.fullmatch(r"file:///(.*/)?", base["uri"]):
            found.append(f"base {base['uri']}")
    for result in run["results"]:
        if rules[result["ruleIndex"]]["id"] != result["ruleId"]:
            found.append(f"{result['ruleId']} is another rule")
        for place in result["locations"] + result.get("relatedLocations", []):
            file = place["physicalLocation"]["artifactLocation"]
            if file.get("uriBaseId", "%SRCROOT%") not in run["originalUriBaseIds"] or ("uriBaseId" in file) == (":" in file["uri"]):
                found.append(f"place {file}")
    prints = [str(result["partialFingerprints"]) for result in run["results"]]
    return found + ["two hazards have one fingerprint"] * (len(set(prints)) != len(prints))


def kinds_of_the_lens():
    """Every name in kinds.hpp: a hazard that HAZARDS.md says nothing of would have no help."""
    text = (ROOT / "common/sim/lens/report/kinds.hpp").read_text(encoding="utf-8")
    names = set(re.findall(r'^  X\(\w+, "([a-z-]+)"', text, re.MULTILINE))
    return names or sys.exit("kinds.hpp names no hazard")


def problems(said):
    """What the tasks' matchers make of it: file, line, column, severity, message."""
    lines = [line for line in (ROOT / ".vscode/tasks.json").read_text(encoding="utf-8").splitlines() if not line.lstrip().startswith("//")]
    tasks = {task["label"]: task for task in json.loads("\n".join(lines))["tasks"]}
    found = []
    for label in ("explain this program", "run this file on the simulator"):
        pattern = tasks[label]["problemMatcher"]["pattern"]
        matches = [re.match(pattern["regexp"], line) for line in said.splitlines()]
        found.append([tuple(match[pattern[name]] for name in ("file", "line", "column", "severity", "message")) for match in matches if match])
    if found[0] != found[1]:
        raise SystemExit("the tasks' matchers differ")
    return found[0]


def planted(log):
    """Faults that must be found, or the checks above check nothing."""
    for change in ("log['version'] = '2.0.0'", "del log['runs'][0]['tool']", "log['runs'][0]['results'][0]['place'] = 1",
                   "log['runs'][0]['results'][0]['locations'][0]['physicalLocation']['region']['startLine'] = 0"):
        copy = json.loads(json.dumps(log))
        exec(change, {"log": copy})
        if not faults(copy, "sarifLog"):
            return [f"not found: {change}"]
    return []


def main():
    said, log = Path(sys.argv[1]).read_text(encoding="utf-8"), json.loads(Path(sys.argv[2]).read_text(encoding="utf-8"))
    found = faults(log, "sarifLog")
    if not found:
        run = log["runs"][0]
        found = meaning(log) + planted(log)
        told = {rule["id"] for rule in run["tool"]["driver"]["rules"]}
        found += [f"HAZARDS.md says nothing of {kind}" for kind in kinds_of_the_lens() - told]
        places = [result["locations"][0]["physicalLocation"] for result in run["results"] if result["locations"]]
        in_file = [(place["artifactLocation"]["uri"], str(place["region"]["startLine"]), str(place["region"]["startColumn"])) for place in places]
        if not in_file or [each[:3] for each in problems(said)] != in_file:
            found.append(f"problems {problems(said)}, and in SARIF {in_file}")
    if found:
        raise SystemExit("\n".join(found))


main()
