#!/usr/bin/env python3
"""Opens every page of the site in headless Chromium, as a person would: light and dark, on a phone, on a laptop, and wider.

    browser.py FOLDER                            the test: prints what is wrong, exit code 1 if anything is; 77 without Chromium
    browser.py FOLDER --screenshots OUT PAGE …   writes pictures of pages in all looks

Pages that show a source, or list a class's members, are all made alike: every tenth is looked at, in one look, which they take turns at.

Wanted of each page: nothing on the console, no sideways scrolling, text that stands out from its background (WCAG AA), headings in order,
a language, a title, links and figures with a text; lines of about 70 letters, or on a phone code from edge to edge and the numbers of tables
in sight. Of pages of each kind: nothing that axe finds, where that is installed (PyPI: axe-core-python). Of the search: that it finds what
a reader would look for. Of the lens on the page: that it draws what is typed. Of the start page: that it is small. And what features.py asks.
"""

import base64
import importlib.util
import itertools
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

from features import check_features, goes_to

LOOKS = {"light": ("light", 1280, 900), "dark": ("dark", 1280, 900), "narrow": ("light", 390, 844), "narrow-dark": ("dark", 390, 844),
         "wide": ("light", 1440, 900), "wide-dark": ("dark", 1440, 900)}
# What is typed, the page that comes first, and a word that some result's page has.
SEARCHES = [("bank conflict", "glossary.html", "bank conflict"), ("race condition", "glossary.html", "race"), ("profile", "profiling.html", "profil"),
            ("exit code 77", "commands.html", "exit code"), ("__syncthreads", None, "__syncthreads"), ("synchthreads", None, "__syncthreads"),
            ("install", "machines.html", "install"), ("how to install", "machines.html", "install"), ("docker", "editors.html", "docker"),
            ("colab", "notebooks.html", "colab"), ("存储体冲突", None, "存储体冲突")]
TEACHES = {"race condition": "barriers_and_warps.html"}  # pages that are among the first six
LENS = {"lens": [("32 * i", "32 wavefronts, 32-way conflict"), ("33 * i", "1 wavefront, no conflict"), ("33 * (i", "a ) is missing")]}
OF_EACH_KIND = ["index", "ch08_transpose", "ch06_reduction_sum", "coalescing_and_banks", "lens", "glossary", "zh_ch08", "sources",
                "source_ch08_transpose_05_transpose_padded_cu", "classtutorial_1_1DeviceBuffer", "files"]
START_PAGE_BYTES = 300_000  # all that it loads but the search's index

# Returns a list of complaints about the page as it is shown now.
PAGE_CHECKS = r"""
(() => {
  const wrong = [];
  for (const element of [document.documentElement])
    if (element.scrollWidth > element.clientWidth + 1) {
      const wide = [...document.querySelectorAll("body *")].filter((each) => {
        for (let up = each.parentElement; up; up = up.parentElement)
          if (["auto", "scroll", "hidden"].includes(getComputedStyle(up).overflowX)) return false;
        return each.getBoundingClientRect().right > document.documentElement.clientWidth + 1;
      });
      wrong.push(`scrolls sideways: ${element.scrollWidth} of ${element.clientWidth} pixels, ` +
                 (wide[0] ? `<${wide[0].tagName} class="${wide[0].className}"> ${wide[0].textContent.slice(0, 40)}` : ""));
      break;
    }

  const channels = (text) => (text.match(/[\d.]+/g) || []).map(Number);
  const opaque = (color) => color.length === 3 || color[3] === 1;
  function background(element) {
    for (let at = element; at; at = at.parentElement) {
      const color = channels(getComputedStyle(at).backgroundColor);
      if (color.length && opaque(color)) return color;
    }
    return [255, 255, 255];
  }
  const luminance = (color) => {
    const [r, g, b] = color.map((c) => c / 255).map((c) => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const kinds = new Set();  // elements that look alike are looked at once
  const pairs = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const kind = [element.tagName, element.className, element.parentElement.className, element.closest("[class]")?.className].join();
    if (kinds.has(kind) || !node.textContent.trim() || element.closest("svg, script, style") || !element.checkVisibility()) continue;
    kinds.add(kind);
    const style = getComputedStyle(element);
    const behind = background(element);
    const key = style.color + behind + style.fontSize;
    if (pairs.has(key)) continue;
    pairs.add(key);
    const [darker, lighter] = [luminance(channels(style.color).slice(0, 3)), luminance(behind.slice(0, 3))].sort((a, b) => a - b);
    const ratio = (lighter + 0.05) / (darker + 0.05);
    const size = parseFloat(style.fontSize);
    const wanted = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
    if (ratio < wanted) wrong.push(`contrast ${ratio.toFixed(1)}: ${style.color} on ${behind} (${element.className || element.tagName}): ${node.textContent.trim().slice(0, 30)}`);
  }

  let before = 0;
  for (const heading of document.querySelectorAll("h1, h2, h3, h4")) {
    const level = Number(heading.getAttribute("aria-level") || heading.tagName[1]);
    if (level > before + 1) wrong.push(`heading "${heading.textContent.trim()}" of level ${level} after one of level ${before}`);
    if (before > 0 && level === 1) wrong.push(`a second title: ${heading.textContent.trim()}`);
    before = level;
  }
  if (before === 0) wrong.push("no title on the page");
  if (!document.documentElement.lang) wrong.push("no language");
  if (!document.title) wrong.push("no title");
  for (const link of document.querySelectorAll(".contents a[href]"))
    if (!link.textContent.trim() && !link.getAttribute("aria-label") && !link.querySelector("img[alt], svg")) wrong.push(`a link without a text to ${link.href}`);
  for (const figure of document.querySelectorAll("figure"))
    if (!figure.querySelector("figcaption")?.textContent.trim() || !figure.querySelector("img")?.alt) wrong.push("a figure without a text");
  for (const image of document.querySelectorAll(".contents img"))
    if (image.complete && image.naturalWidth === 0) wrong.push(`an image that does not load: ${image.src}`);

  const lines = [...document.querySelectorAll(".fragment .line + .line")].find((line) => line.checkVisibility() && line.previousElementSibling.checkVisibility());
  if (lines) {
    const [above, here] = [lines.previousElementSibling, lines].map((line) => line.getBoundingClientRect());
    if (here.top - above.bottom > 1) wrong.push(`empty lines in code: ${lines.textContent.trim().slice(0, 30)}`);
  }

  if (matchMedia("(max-width: 40rem)").matches)
    for (const fragment of document.querySelectorAll(".contents .fragment")) {
      const starts = [...fragment.querySelectorAll(".line")].map((line) => line.textContent.indexOf("│")).filter((at) => at > 20);
      const code = fragment.querySelector(".code");
      if (starts.length && !(code && code.getBoundingClientRect().left - fragment.getBoundingClientRect().left < 30))
        wrong.push(`code beside its counters begins far to the right: ${fragment.textContent.trim().slice(0, 30)}`);
    }

  const width = document.documentElement.clientWidth;
  if (!matchMedia("(max-width: 40rem)").matches) {
    for (const text of document.querySelectorAll(".contents p")) {
      const lines = Math.round(text.getBoundingClientRect().height / parseFloat(getComputedStyle(text).lineHeight));
      const letters = text.textContent.length / lines;
      if (lines > 4 && !/[\u4e00-\u9fff]/.test(text.textContent) && (letters < 55 || letters > 85)) {
        wrong.push(`lines of ${Math.round(letters)} letters: ${text.textContent.trim().slice(0, 30)}`);
        break;
      }
    }
  } else {
    for (const fixed of document.querySelectorAll("body *:not(.top)"))  // but a player's controls and sentence do
      if (["fixed", "sticky"].includes(getComputedStyle(fixed).position) && fixed.checkVisibility()) wrong.push(`stays on the screen: ${fixed.id || fixed.tagName}`);
    for (const code of document.querySelectorAll(".contents .fragment"))
      if (code.checkVisibility() && !code.closest("li, dd, .memitem, .memberdecls, details") && code.getBoundingClientRect().left > 1) {
        wrong.push(`code that does not begin at the edge: ${code.textContent.slice(0, 30)}`);
        break;
      }
    for (const table of document.querySelectorAll("table.markdownTable")) {
      const hidden = [...table.querySelectorAll("td.markdownTableBodyRight")].find((number) => number.checkVisibility() && number.getBoundingClientRect().right > width + 1);
      if (hidden) wrong.push(`a table's numbers are out of sight: ${table.textContent.trim().replace(/\s+/g, " ").slice(0, 40)}`);
    }
  }
  return wrong;
})()
"""


class Browser:
    """Headless Chromium, spoken to through its debugging pipe."""

    def __init__(self, program):
        self.profile = tempfile.mkdtemp()
        to_browser, from_us = os.pipe()
        to_us, from_browser = os.pipe()

        def place_pipes():  # Chromium reads from 3 and writes to 4
            reading, writing = os.dup(to_browser), os.dup(from_browser)
            os.dup2(reading, 3)
            os.dup2(writing, 4)

        self.process = subprocess.Popen(
            [program, "--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu", "--no-first-run",
             "--disable-background-networking", "--disable-dev-shm-usage", "--hide-scrollbars", f"--user-data-dir={self.profile}", "about:blank"],
            close_fds=False, preexec_fn=place_pipes, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.out = os.fdopen(from_us, "wb", buffering=0)
        self.into = os.fdopen(to_us, "rb", buffering=0)
        self.rest = b""
        self.events = []
        self.count = 0
        self.session = None
        self.looking = None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")

    def close(self):
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)

    def receive(self):
        while b"\0" not in self.rest:
            more = self.into.read(1 << 16)
            if not more:
                raise RuntimeError("Chromium has ended")
            self.rest += more
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **parameters):
        self.count += 1
        message = {"id": self.count, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        self.out.write(json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.count:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            if "method" in answer:
                self.events.append(answer)

    def wait_for(self, method):
        while not any(event["method"] == method for event in self.events):
            answer = self.receive()
            if "method" in answer:
                self.events.append(answer)

    def evaluate(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"].get("exception", {}).get("description", "an exception"))
        return result["result"].get("value")

    def look(self, name):
        if name == self.looking:
            return
        self.looking = name
        scheme, width, height = LOOKS[name]
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 500)

    def open(self, address):
        self.events.clear()
        self.call("Page.navigate", url=address)
        self.wait_for("Page.loadEventFired")

    def console(self):
        """What the page has complained about since it was opened."""
        said = []
        for event in self.events:
            parameters = event["params"]
            if event["method"] == "Runtime.exceptionThrown":
                said.append(parameters["exceptionDetails"].get("exception", {}).get("description", parameters["exceptionDetails"]["text"]))
            elif event["method"] == "Log.entryAdded" and parameters["entry"]["level"] == "error":
                said.append(parameters["entry"]["text"] + " " + parameters["entry"].get("url", ""))
            elif event["method"] == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "assert"):
                said.append(" ".join(str(word.get("value", "")) for word in parameters["args"]))
        return said


def chromium():
    return next((found for found in map(shutil.which, ("chromium", "chromium-browser", "google-chrome")) if found), None)


def is_made_alike(page):
    return page.name.startswith(("source_", "dir_", "functions_", "globals_", "namespacemembers_")) or page.name.endswith(("-members.html", "_8hpp.html"))


def check_pages(browser, pages):
    wrong = []
    turns = itertools.cycle(LOOKS)
    alike = [page for page in pages if is_made_alike(page)]
    for page in [page for page in pages if page not in alike] + alike[::10]:
        looks = [next(turns)] if is_made_alike(page) else list(LOOKS)
        browser.look(looks[0])
        browser.open(page.as_uri())
        for look in looks:
            browser.look(look)
            wrong += [f"{page.name}, {look}: {what}" for what in browser.evaluate(PAGE_CHECKS)]
        wrong += [f"{page.name}: on the console: {what}" for what in browser.console()]
    return wrong


def check_search(browser, folder):
    if not (folder / "search-index.js").exists():
        return ["the site has no search"]
    wrong = []
    browser.look("narrow")
    for typed, first, word in SEARCHES:
        chinese = not typed.isascii()
        browser.open((folder / ("zh.html" if chinese else "index.html")).as_uri())
        if not browser.evaluate("document.getElementById('search-field')?.focus() ?? !!document.getElementById('search-field')"):
            return ["there is no field for the search"]
        browser.call("Input.insertText", text=typed)
        shown = []
        for _ in range(400):
            shown = browser.evaluate("[...document.querySelectorAll('#found a')].map((link) => link.getAttribute('href'))")
            if shown:
                break
            time.sleep(0.05)
        pages = [link.partition("#")[0] for link in shown]
        if not any(word in (folder / page).read_text(encoding="utf-8").lower() for page in pages[:5]):
            wrong.append(f"the search does not find \"{typed}\"")
        elif any(page.startswith("zh") != chinese for page in pages):
            wrong.append(f"the search for \"{typed}\" finds pages in the other language")
        elif first and pages[0] != first:
            wrong.append(f"the search for \"{typed}\" begins with {pages[0]}, not {first}")
        if TEACHES.get(typed, pages[0]) not in pages[:6]:
            wrong.append(f"the search for \"{typed}\" does not show {TEACHES[typed]} among the first six")
    return wrong


FRAME = r"""
(() => {
  const wrong = [];
  const root = document.documentElement;
  if (!document.getElementById("theme")) return ["there is no theme switch"];
  const colors = [];
  for (let i = 0; i < 3; ++i) {
    document.getElementById("theme").click();
    colors.push(root.dataset.theme + getComputedStyle(document.body).backgroundColor);
  }
  if (new Set(colors).size !== 3 || root.dataset.theme !== "") wrong.push(`the theme switch shows ${colors}`);
  const contents = document.getElementById("on-this-page");
  if (innerWidth >= 1200) {
    scrollTo(0, 3000);
    const nav = contents.querySelector("nav").getBoundingClientRect();
    if (!contents.open || nav.top < 0 || nav.top > 200) wrong.push(`the contents of the page do not stay: they are at ${nav.top}`);
    const head = document.getElementById("search-field").getBoundingClientRect();
    if (head.top < 0 || head.top > 100) wrong.push("the search does not stay");
    scrollTo(0, 0);
    for (const code of document.querySelectorAll(".fragment.counted"))
      if (code.checkVisibility() && code.scrollWidth > code.clientWidth + 40) wrong.push(`code with its counters is cut off: ${code.textContent.trim().slice(0, 40)}`);
  } else {
    const row = ["home", "to-menu", "theme"].map((id) => document.getElementById(id).getBoundingClientRect());
    if (row.some((each) => each.bottom < row[0].top || each.top > row[0].bottom)) wrong.push("the head takes more than one row and the search");
    const menu = document.getElementById("menu");
    const before = menu.getBoundingClientRect().top;
    document.getElementById("to-menu").click();
    if (menu.getBoundingClientRect().top > Math.min(before - 1, 300)) wrong.push("the menu does not open at the top");
    document.getElementById("to-menu").click();
    if (menu.getBoundingClientRect().top < before - 1) wrong.push("the menu does not close");
  }
  return wrong;
})()
"""


def check_frame(browser, folder):
    """The theme switch, the contents of the page, the menu on a phone, the arrow keys."""
    wrong = []
    for look in LOOKS:
        browser.look(look)
        browser.open((folder / "ch08_transpose.html").as_uri())
        wrong += [f"ch08_transpose.html, {look}: {what}" for what in browser.evaluate(FRAME)]
    browser.call("Input.dispatchKeyEvent", type="keyDown", key="ArrowRight")
    if not goes_to(browser, "ch07_shared_blocking.html"):
        wrong.append("the right arrow key does not lead to the next page")
    return wrong


PRINTED = r"""
(() => {
  const shown = [...document.querySelectorAll("button, #menu, #head")].filter((each) => each.checkVisibility());
  const cut = [...document.querySelectorAll(".fragment .line")].filter((line) => getComputedStyle(line).whiteSpace !== "pre-wrap");
  return [...shown.map((each) => `printed: ${each.id || each.textContent}`), ...cut.slice(0, 1).map((line) => `cut off in print: ${line.textContent}`)];
})()
"""


def check_print(browser, folder):
    browser.look("narrow")  # as wide as paper
    browser.open((folder / "ch08_transpose.html").as_uri())
    browser.call("Emulation.setEmulatedMedia", media="print")
    wrong = browser.evaluate(PRINTED)
    browser.call("Emulation.setEmulatedMedia", media="")
    browser.looking = None
    return [f"ch08_transpose.html: {what}" for what in wrong]


def check_lens(browser, folder):
    if not (folder / "lens.html").exists():
        return ["there is no lens on a page"]
    wrong = []
    for look, name in itertools.product(LOOKS, LENS):
        browser.look(look)
        browser.open((folder / f"{name}.html").as_uri() + "?address=i&bytes=4&memory=shared")
        for address, said in LENS[name]:
            shown = browser.evaluate(f"""new Promise(async (resolve) => {{
              for (let tries = 0; !document.querySelector('#lens-tool input') && tries < 100; ++tries) await new Promise((next) => setTimeout(next, 50));
              const field = document.querySelector('#lens-tool input[name=address]');
              if (!field) return resolve('nothing');
              field.value = {json.dumps(address)};
              field.dispatchEvent(new Event('input', {{ bubbles: true }}));
              resolve(document.querySelector('#lens-tool .said').textContent);
            }})""")
            if said not in shown:
                wrong.append(f"{name}.html, {look}: {address} is \"{shown}\", not \"{said}\"")
        wrong += [f"{name}.html, {look}: {what}" for what in browser.evaluate(PAGE_CHECKS) + browser.console()]
    return wrong


def axe_script():
    found = importlib.util.find_spec("axe_core_python")
    scripts = [path for place in (found.submodule_search_locations if found else []) for path in pathlib.Path(place).glob("axe.min.js")]
    return scripts[0].read_text(encoding="utf-8") if scripts else None


def check_with_axe(browser, folder):
    axe = axe_script()
    if not axe:
        print("without axe: it is not installed (PyPI: axe-core-python)")
        return []
    wrong = []
    for name in OF_EACH_KIND:
        for look in ("dark", "narrow"):
            if not (folder / f"{name}.html").exists():
                continue
            browser.look(look)
            browser.open((folder / f"{name}.html").as_uri())
            browser.evaluate(axe + "; 0")
            found = browser.evaluate("axe.run().then(({ violations }) => violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes[0].html.slice(0, 120)}`))")
            wrong += [f"{name}.html, {look}: axe: {what}" for what in found]
    return wrong


def check_size(folder):
    page = (folder / "index.html").read_text(encoding="utf-8")
    loaded = {"index.html", *re.findall(r'(?:src|href|srcset)="([^":#?]+\.(?:js|css|svg|png))"', page)}
    bytes_ = sum((folder / name).stat().st_size for name in loaded if (folder / name).exists())
    return [f"the start page loads {bytes_} bytes"] if bytes_ > START_PAGE_BYTES else []


def write_screenshots(browser, folder, out, names):
    out.mkdir(parents=True, exist_ok=True)
    for name in names:
        page, _, place = name.partition("#")
        browser.open((folder / f"{page}.html").as_uri() + (f"#{place}" if place else ""))
        for look in LOOKS:
            browser.look(look)
            time.sleep(0.3)
            picture = browser.call("Page.captureScreenshot", format="png", captureBeyondViewport=False)["data"]
            (out / f"{name}-{look}.png").write_bytes(base64.b64decode(picture))


def main():
    if len(sys.argv) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    folder = pathlib.Path(sys.argv[1]).resolve()
    program = chromium()
    if not program:
        print("skipped: Chromium is not installed (Debian: chromium)")
        return 77
    pages = sorted(page for page in folder.glob("*.html") if page.name != "doxygen_crawl.html")  # that one is for robots
    if not pages:
        print(f"skipped: there is no site in {folder}")
        return 77
    browser = Browser(program)
    try:
        if sys.argv[2:3] == ["--screenshots"]:
            write_screenshots(browser, folder, pathlib.Path(sys.argv[3]), sys.argv[4:])
            return 0
        wrong = check_pages(browser, pages) + check_search(browser, folder) + check_frame(browser, folder) + check_print(browser, folder) + check_lens(browser, folder) + check_with_axe(browser, folder)
        wrong += check_size(folder) + (check_features(browser, folder, LOOKS) if (folder / "search-index.js").exists() else [])
    finally:
        browser.close()
    print("\n".join(wrong))
    print(f"{len(pages)} pages in {len(LOOKS)} looks, {len(wrong)} complaints")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
