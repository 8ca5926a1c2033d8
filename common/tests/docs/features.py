"""What the site offers a reader, as browser.py tries it in each of its looks: the way through the pages, code and its lines, figures, exercises
and what is solved, the glossary, version and report. Each check returns what is wrong."""

from __future__ import annotations

import re
import time

# Pages whose problem, picture and first code are within the first screen on a laptop, and whose text can be read in one sitting.
CORE = ["ch05_nearest_naive", "ch08_transpose", "ch06_reduction_sum", "ch07_shared_blocking_nearest", "ch07_shared_blocking_matmul"]
LAPTOP = 1200  # pixels from which a window is one
EXERCISES = 38
WORDS = 2500
EXERCISE = "ch05_nearest_naive_exercises_guard_tail"
OTHER_SENSES = [("heat", "spreads"), ("dense", "clusters"), ("barrier", "guards"), ("pull", "request"), ("order of", "events"), ("a", "blocking"), ("the driver", "loads")]
LARGEST_INDEX = 700_000  # bytes that the first typed letter loads

WAY = r"""
(() => {
  const wrong = [];
  const below = (element) => !element || element.getBoundingClientRect().bottom > innerHeight;
  const button = [...document.querySelectorAll(".contents a")].find((link) => link.getAttribute("href") === "first_kernel.html");
  if (below(button)) wrong.push("the button to the first kernel is not in the first screen");
  const clone = [...document.querySelectorAll(".contents .line")].find((line) => line.textContent.startsWith("git clone"));
  if (below(clone)) wrong.push("how to get the tutorial is not in the first screen");
  const next = document.querySelector("#neighbours a[rel=next]");
  if (!/1 of \d/.test(next?.textContent) || !next.href.endsWith("first_kernel.html")) wrong.push(`the page after the start is ${next?.textContent}`);
  const groups = [...document.querySelectorAll("#menu p")].map((group) => group.textContent);
  for (const group of ["Start", "Chapters", "Practice", "Concepts", "Evidence"]) if (!groups.includes(group)) wrong.push(`the menu has no group ${group}`);
  return wrong;
})()
"""

CODE = r"""
(() => {
  const wrong = [];
  const seen = (line) => line.querySelector(".keyword, .cuda") && line.checkVisibility();
  const code = [...document.querySelectorAll(".contents .fragment .line")].find(seen);
  if (!code) return ["no code in colors"];
  const picture = document.querySelector(".contents figure, .contents .fragment");
  if (innerWidth >= LAPTOP && picture.getBoundingClientRect().top > innerHeight) wrong.push("neither picture nor code is in the first screen");
  if (innerWidth >= LAPTOP && code.getBoundingClientRect().bottom > innerHeight) wrong.push("the first code is not in the first screen");
  if (document.querySelectorAll(".contents .fragment .counter").length === 0) wrong.push("no line shows its counters");
  if (document.querySelectorAll(".ttc").length) wrong.push("Doxygen's tooltips are on the page");
  for (const line of document.querySelectorAll(".contents .fragment .line"))
    if (!line.id && !line.querySelector("[id]")) return [...wrong, `a line without a name: ${line.textContent}`];
  const plain = getComputedStyle(code).backgroundColor;
  location.hash = code.id;
  if (getComputedStyle(code).backgroundColor === plain) wrong.push("a line that a link leads to is not marked");
  code.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
  if (code.querySelector("a.line-link")?.getAttribute("href") !== "#" + code.id) wrong.push("a line has no link to itself");
  const text = document.querySelector(".contents").textContent;
  const first = text.indexOf("Measured on");
  if (first < 0 || first > text.indexOf("What we learned")) wrong.push("no result beside a step");
  return wrong;
})()
"""

# Of the text alone: code, output and tables are looked up, not read.
LENGTH = r"""
(() => {
  const text = document.querySelector(".contents").cloneNode(true);
  text.querySelectorAll(".fragment, pre, table, svg, script, style").forEach((element) => element.remove());
  const words = text.textContent.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  return words > WORDS ? [`${words} words of text`] : [];
})()
"""

FIGURES = r"""
[...document.querySelectorAll("figure img")].filter((image) => !(image.getBoundingClientRect().width <= parseFloat(image.style.width) + 1))
  .map((image) => `a figure is larger than drawn: ${image.getAttribute("src")}`)
"""

FRAME = r"""
(() => {
  const wrong = [];
  if (!/\d{4}-\d{2}-\d{2}/.test(document.querySelector("footer").textContent)) wrong.push("no version and date");
  if (!document.querySelector("footer a[href='errata.html']")) wrong.push("no link to report an error");
  return wrong;
})()
"""

# The page of an exercise: marks it as solved, and the other way round.
SOLVE = r"""
(() => {
  const wrong = [];
  const headings = [...document.querySelectorAll("h2")];
  const starter = headings.find((heading) => heading.textContent.trim() === "The starter");
  if (!starter) wrong.push("no starter");
  const commands = [...document.querySelectorAll(".contents .line")].map((line) => line.textContent.trim());
  if (!commands.includes("./tutorial exercise start guard_tail")) wrong.push("its commands do not have a line each");
  if (document.querySelectorAll("#neighbours a").length !== 2) wrong.push("no next and previous exercise");
  const button = document.getElementById("done");
  button?.click();
  if (button?.getAttribute("aria-pressed") !== "true") wrong.push("it cannot be marked as solved");
  return wrong;
})()
"""

LIST = r"""
(() => {
  const wrong = [];
  const table = [...document.querySelectorAll(".contents table")].find((each) => each.querySelector("a[href*='_exercises_']"));
  const rows = [...table.rows].slice(1);
  if (rows.length !== EXERCISES) wrong.push(`${rows.length} exercises are listed`);
  for (const row of rows)
    if (!row.cells[1].textContent.trim() || !Number(row.cells[2].textContent) || !row.querySelector("a")) wrong.push(`incomplete: ${row.textContent}`);
  if (table.querySelectorAll("a.done").length === 0) wrong.push("what is solved has no tick");
  if (!/^[1-9]\d* of/.test(document.getElementById("progress")?.textContent)) wrong.push("no number of solved exercises");
  return wrong;
})()
"""

GLOSSARY = r"""
(() => {
  const wrong = [];
  const bar = [...document.querySelectorAll(".contents p")].find((text) => /^A · B · C/.test(text.textContent.trim()));
  if (!bar) wrong.push("no letter bar");
  for (const entry of document.querySelectorAll("h3")) {
    const definition = entry.nextElementSibling;
    if (!/^[\x20-\x7e\u2019]{20}/.test(definition?.textContent.trim() || "")) wrong.push(`${entry.textContent.trim()} does not begin with a definition`);
  }
  const seen = [...document.querySelectorAll(".contents p")].filter((text) => text.textContent.startsWith("See it:"));
  const linked = seen.filter((text) => text.querySelector("a[href]"));
  if (linked.length < 0.8 * seen.length) wrong.push(`only ${linked.length} of ${seen.length} commands lead to what they show`);
  return wrong;
})()
"""


def checks_of_pages() -> dict[str, list[str]]:
    code, length = CODE.replace("LAPTOP", str(LAPTOP)), LENGTH.replace("WORDS", str(WORDS))
    return {"index": [WAY, FRAME], **{name: [code, FIGURES, length] for name in CORE}, "first_kernel": [FIGURES, length], "coalescing_and_banks": [FIGURES], "glossary": [GLOSSARY, FIGURES],
            EXERCISE: [SOLVE, FRAME], "exercises": [LIST.replace("EXERCISES", str(EXERCISES))]}


def check_wrong_senses(folder) -> list[str]:
    """Terms of the glossary where another sense is meant."""
    wrong = []
    for before, word in OTHER_SENSES:
        link = re.compile(rf"\b{before} (?:<[^>]*>)*<a [^>]*href=\"glossary\.html[^>]*>{word}</a>")
        wrong += [f"{page.name}: \"{before} {word}\" leads to the glossary, which means something else by it"
                  for page in sorted(folder.glob("*.html")) if link.search(page.read_text(encoding="utf-8"))]
    return wrong


def check_features(browser, folder, looks) -> list[str]:
    wrong = check_wrong_senses(folder)
    for language in ("", "-zh"):
        size = (folder / f"search-index{language}.js").stat().st_size
        if size > LARGEST_INDEX:
            wrong.append(f"search-index{language}.js has {size} bytes")
    for look in looks:
        browser.look(look)
        browser.open((folder / "index.html").as_uri())
        browser.evaluate("localStorage.removeItem('done')")
        for name, checks in checks_of_pages().items():
            browser.open((folder / f"{name}.html").as_uri())
            for check in checks:
                wrong += [f"{name}.html, {look}: {what}" for what in browser.evaluate(check)]
    return wrong


def goes_to(browser, address: str) -> bool:
    """Whether the browser gets to the address before five seconds are over."""
    for _ in range(100):
        # Not asked of the page: an evaluation fails when its page is left.
        history = browser.call("Page.getNavigationHistory")
        if history["entries"][history["currentIndex"]]["url"].endswith(address):
            return True
        time.sleep(0.05)
    return False
