#!/usr/bin/env python3
"""Opens every page of the site in headless Chromium, as a person would: light, dark, and as narrow as a phone.

    browser.py FOLDER                            the test: prints what is wrong, exit code 1 if anything is; 77 without Chromium
    browser.py FOLDER --screenshots OUT PAGE …   writes pictures of pages in the three looks

Pages that show a source, or list a class's members, are all made alike: they take turns, one look each.

Wanted of each page: nothing on the console, no sideways scrolling, text that stands out from its background (WCAG AA), headings in order,
a language, a title, links and figures with a text. Wanted of the search: that it finds what a reader would look for.
"""

import base64
import itertools
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

LOOKS = {"light": ("light", 1280, 900), "dark": ("dark", 1280, 900), "narrow": ("light", 380, 800)}
SEARCHES = ("bank conflict", "__syncthreads", "存储体冲突")

# Returns a list of complaints about the page as it is shown now.
PAGE_CHECKS = r"""
(() => {
  const wrong = [];
  for (const element of [document.documentElement, document.getElementById("doc-content")])
    if (element && element.scrollWidth > element.clientWidth + 1) {
      const wide = [...document.querySelectorAll(".contents *, .header *")].filter((each) => {
        for (let up = each.parentElement; up && up.id !== "doc-content"; up = up.parentElement)
          if (["auto", "scroll", "hidden"].includes(getComputedStyle(up).overflowX)) return false;
        return each.getBoundingClientRect().right > innerWidth + 1;
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
  const walker = document.createTreeWalker(document.querySelector(".contents") || document.body, NodeFilter.SHOW_TEXT);
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
  for (const heading of document.querySelectorAll("[role=heading], .contents h1, .contents h2, .contents h3, .contents h4")) {
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
  for (const figure of document.querySelectorAll(".figure svg"))
    if (!figure.getAttribute("aria-label")) wrong.push("a figure without a text");
  for (const image of document.querySelectorAll(".contents img"))
    if (image.complete && image.naturalWidth === 0) wrong.push(`an image that does not load: ${image.src}`);
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
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=name == "narrow")

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


def is_made_alike(page):
    return page.name.startswith("source_") or page.name.endswith("-members.html")


def check_pages(browser, pages):
    wrong = []
    turns = itertools.cycle(LOOKS)
    for page in pages:
        looks = [next(turns)] if is_made_alike(page) else list(LOOKS)
        browser.look(looks[0])
        browser.open(page.as_uri())
        for look in looks:
            browser.look(look)
            wrong += [f"{page.name}, {look}: {what}" for what in browser.evaluate(PAGE_CHECKS)]
        wrong += [f"{page.name}: on the console: {what}" for what in browser.console()]
    return wrong


def check_search(browser, index):
    wrong = []
    browser.look("narrow")
    for words in SEARCHES:
        browser.open(index.as_uri())
        browser.evaluate("document.getElementById('site-search').focus()")
        browser.call("Input.insertText", text=words)
        for _ in range(50):
            shown = browser.evaluate("[...document.querySelectorAll('#site-results a')].map((link) => [link.href, link.textContent])")
            if shown:
                break
            time.sleep(0.05)
        if not any(words.lower() in text.lower() for _, text in shown):
            wrong.append(f"the search does not find \"{words}\"")
            continue
        browser.events.clear()
        browser.evaluate("document.querySelector('#site-results a').click()")
        time.sleep(0.5)
        if words.lower() not in browser.evaluate("document.body.textContent").lower():
            wrong.append(f"the search for \"{words}\" leads to a page without it")
    return wrong


def write_screenshots(browser, folder, out, names):
    out.mkdir(parents=True, exist_ok=True)
    for name in names:
        page, _, place = name.partition("#")
        browser.open((folder / f"{page}.html").as_uri() + (f"#{place}" if place else ""))
        for look in LOOKS:
            browser.look(look)
            time.sleep(0.3)
            picture = browser.call("Page.captureScreenshot", format="png")["data"]
            (out / f"{name}-{look}.png").write_bytes(base64.b64decode(picture))


def main():
    if len(sys.argv) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    folder = pathlib.Path(sys.argv[1]).resolve()
    program = next((found for found in map(shutil.which, ("chromium", "chromium-browser", "google-chrome")) if found), None)
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
        wrong = check_pages(browser, pages) + check_search(browser, folder / "index.html")
    finally:
        browser.close()
    print("\n".join(wrong))
    print(f"{len(pages)} pages in {len(LOOKS)} looks, {len(wrong)} complaints")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
