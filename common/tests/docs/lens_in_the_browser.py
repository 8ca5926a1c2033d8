#!/usr/bin/env python3
"""The lens on the page counts what the lens counts: 1,000 accesses made at random, with the same seed each time.

    lens_in_the_browser.py LENS_PATTERNS LENS_COUNT.js    exit code 1 and the first that differ; 77 without Node.js and Chromium

Each access is an expression of a lane's element, what it is worth in C being worked out here while it is made.
"""

import json
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

PATTERNS = 1000
NAMES = {"row": 5, "col": 3, "cols": 33}
RUNNER = r"""
const run = (patterns) => patterns.map(({ address, lanes, bytes, memory, operation, names }) => {
  try {
    const addresses = lensCount.addressesOf(address, lanes, bytes, names);
    const cost = lensCount.costOf(addresses, bytes, memory, operation);
    return { addresses, cost: [cost.sectors, cost.idealSectors, cost.wavefronts, cost.idealWavefronts, cost.degree] };
  } catch (problem) {
    return { problem: problem.message };
  }
});
"""


def divided(a, b):
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


BINARY = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "/": divided, "%": lambda a, b: a - b * divided(a, b),
    "&": lambda a, b: a & b, "|": lambda a, b: a | b, "^": lambda a, b: a ^ b, "<<": lambda a, b: a << b, ">>": lambda a, b: a >> b,
    "<": lambda a, b: int(a < b), ">=": lambda a, b: int(a >= b), "==": lambda a, b: int(a == b), "&&": lambda a, b: int(bool(a and b)),
    "||": lambda a, b: int(bool(a or b)),
}
LEVEL = {"||": 0, "&&": 1, "|": 2, "^": 3, "&": 4, "==": 5, "<": 6, ">=": 6, "<<": 7, ">>": 7, "+": 8, "-": 8, "*": 9, "/": 9, "%": 9}


def applied(sign, a, b):
    """As int has it: what is too large there raises an exception."""
    if sign in ("<<", ">>") and not 0 <= b < 31:
        raise ValueError(f"{sign} {b}")
    result = BINARY[sign](a, b)
    if abs(result) >= 2**31:
        raise OverflowError(result)
    return result


def expression(chance, depth):
    """Text, how tightly it binds, and its value for the values of the names."""
    kind = chance.random()
    if depth == 0 or kind < 0.15:
        leaf = chance.choice(["i", "i", "i", "lane", *NAMES, str(chance.choice([0, 1, 2, 3, 4, 8, 16, 31, 32, 33, 64])), hex(chance.randrange(64))])
        if leaf in NAMES or leaf in ("i", "lane"):
            return leaf, 20, lambda names: names["i" if leaf == "lane" else leaf]
        return leaf, 20, lambda names: int(leaf, 0)
    if kind < 0.2:
        sign = chance.choice("-~!")
        text, binds, value = expression(chance, depth - 1)
        apply = {"-": lambda a: -a, "~": lambda a: ~a, "!": lambda a: int(not a)}[sign]
        return f"{sign}{text if binds == 20 else f'({text})'}", 10, lambda names: apply(value(names))
    if kind < 0.25:
        (a, _, x), (b, _, y), (c, _, z) = (expression(chance, depth - 1) for _ in range(3))
        return f"({a} ? {b} : {c})", 20, lambda names: y(names) if x(names) else z(names)
    sign = chance.choice(["+", "*", "*", "^", "&", *BINARY])
    (a, left, x), (b, right, y) = expression(chance, depth - 1), expression(chance, depth - 1)
    level = LEVEL[sign]
    a = a if left >= level else f"({a})"  # brackets only where C wants them
    b = b if right > level else f"({b})"
    space = chance.choice(["", " "])
    return f"{a}{space}{sign}{space}{b}", level, lambda names: applied(sign, x(names), y(names))


def pattern(chance):
    """An access, with the addresses that its expressions mean; None if they mean none."""
    address, _, value = expression(chance, 3)
    lanes, _, takes_part = ("1", 20, lambda names: 1) if chance.random() < 0.6 else expression(chance, 2)
    size = chance.choice([1, 2, 4, 4, 4, 8, 16])
    try:
        all_names = [{**NAMES, "i": lane} for lane in range(32)]
        addresses = [value(names) * size if takes_part(names) else None for names in all_names]
    except (ZeroDivisionError, ValueError, OverflowError):
        return None
    known = [each for each in addresses if each is not None]
    if not known or min(known) < 0 or max(known) >= 2**31:
        return None
    memory = chance.choice(["global", "shared"])
    return {"address": address, "lanes": lanes, "bytes": size, "memory": memory, "names": NAMES, "addresses": addresses,
            "operation": chance.choice(["load", "store", "atomic"] if size <= 8 else ["load", "store"])}


def patterns():
    chance = random.Random(33)
    made = []
    while len(made) < PATTERNS:
        each = pattern(chance)
        # Most of what comes by chance is one address for all: not too many of those.
        if each and (len(set(each["addresses"])) > 2 or chance.random() < 0.05):
            made.append(each)
    return made


def counted_by_the_lens(program, accesses):
    lines = (f"{each['memory']} {each['operation']} {each['bytes']} " + " ".join("-" if a is None else str(a) for a in each["addresses"])
             for each in accesses)
    done = subprocess.run([program], input="\n".join(lines) + "\n", stdout=subprocess.PIPE, text=True, check=True)
    return [list(map(int, line.split())) for line in done.stdout.splitlines()]


def counted_by_the_page(script, accesses):
    """By Node.js, or else by Chromium; None without both."""
    data = json.dumps(accesses)
    if shutil.which("node"):
        code = f"{script}\n{RUNNER}\nconsole.log(JSON.stringify(run({data})));"
        return json.loads(subprocess.run(["node", "-"], input=code, stdout=subprocess.PIPE, text=True, check=True).stdout)
    from browser import Browser, chromium
    if not chromium():
        return None
    with tempfile.TemporaryDirectory() as folder:
        page = pathlib.Path(folder) / "page.html"
        page.write_text(f"<script>{script}\n{RUNNER}</script>", encoding="utf-8")
        browser = Browser(chromium())
        try:
            browser.open(page.as_uri())
            return json.loads(browser.evaluate(f"JSON.stringify(run({data}))"))
        finally:
            browser.close()


def differences(accesses, lens, page):
    wrong = []
    for access, theirs, ours in zip(accesses, lens, page):
        what = {name: access[name] for name in ("address", "lanes", "bytes", "memory", "operation")}
        if ours.get("addresses") != access["addresses"]:
            wrong.append(f"{what}: addresses {ours.get('addresses', ours.get('problem'))}, not {access['addresses']}")
        elif ours["cost"] != theirs:
            wrong.append(f"{what}: {ours['cost']}, the lens counts {theirs}")
    return wrong


def main():
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    program, script = sys.argv[1], pathlib.Path(sys.argv[2]).read_text(encoding="utf-8")
    accesses = patterns()
    lens = counted_by_the_lens(program, accesses)
    page = counted_by_the_page(script, accesses)
    if page is None:
        print("skipped: neither Node.js nor Chromium is installed (Debian: nodejs, chromium)")
        return 77
    assert len(lens) == len(page) == PATTERNS
    wrong = differences(accesses, lens, page)
    print("\n".join(wrong[:5]))
    kinds = {tuple(cost) for cost in lens}
    # The page's counts, wrong on purpose: the comparison notices.
    for right, planted in (("const sectorBytes = 32", "const sectorBytes = 64"), ("const turnBytes = 128", "const turnBytes = 256"),
                           ("Math.trunc(a / b)", "Math.round(a / b)"), ('["|"], ["^"]', '["^"], ["|"]')):
        assert right in script, right
        if not differences(accesses, lens, counted_by_the_page(script.replace(right, planted), accesses)):
            wrong.append(f"{planted} is not noticed")
            print(wrong[-1])
    print(f"{PATTERNS} accesses of {len(kinds)} different costs, {len(wrong)} differences")
    return 1 if wrong or len(kinds) < 50 else 0


if __name__ == "__main__":
    sys.exit(main())
