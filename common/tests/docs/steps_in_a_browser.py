#!/usr/bin/env python3
"""Drives the page of `explain --steps` in headless Chromium, as a reader would: buttons, keys, links, questions, two pages side by side.

    steps_in_a_browser.py DRIVER SOURCE [SCREENSHOTS]   the test: prints what is wrong, exit code 1 if anything is; 77 without Chromium

Each is tried in light, dark, and as narrow as a phone, and looked over as pages of the site are. SCREENSHOTS: a folder for pictures.
"""

import base64
import json
import pathlib
import subprocess
import sys
import tempfile
import time

from browser import LOOKS, PAGE_CHECKS, Browser, chromium

MOST_SCRIPT = 60_000  # bytes of the player without steps
RECORDINGS = ["transpose_shared", "transpose_padded", "reduce_shared", "reduce_shuffle", "missing_barrier"]
# Of a page of the site, not of this one: the player has no contents of its own, and its bar stays in view on purpose.
NOT_OF_PLAYERS = ("stays on the screen: DIV", "lines of ")


def made(driver, source, folder):
    for name in RECORDINGS:
        subprocess.run([driver, "explain", str(source / "docs/steps" / f"{name}.json"), "--steps", str(folder / f"steps_{name}.html")], check=True)
    page = (folder / "steps_reduce_shared.html").read_text(encoding="utf-8")
    (folder / "site_reduce_shared.html").write_text(page.replace('<html lang="en">', '<html lang="en" data-site="1">'), encoding="utf-8")
    frame = (source / "docs/theme/steps_beside.html").read_text(encoding="utf-8")
    beside = frame.replace("LEFT", "transpose_shared").replace("RIGHT", "transpose_padded")
    (folder / "beside.html").write_text(beside, encoding="utf-8")


class Player:
    """A page in the browser, and what was wrong with it."""

    def __init__(self, browser, folder, out):
        self.browser, self.folder, self.out, self.wrong, self.name = browser, folder, out, [], ""

    def open(self, name, place="", look="light"):
        self.name = f"{name}, {look}"
        self.browser.look(look)
        self.browser.open("about:blank")
        self.browser.open((self.folder / f"{name}.html").as_uri() + place)

    def value(self, expression):
        return self.browser.evaluate(expression)

    def expect(self, expression, expected, what):
        try:
            found = self.value(expression)
        except RuntimeError as fault:
            found = str(fault)
        if found != expected:
            self.wrong.append(f"{self.name}: {what}: {found!r}, not {expected!r}")

    def key(self, key):
        self.browser.call("Input.dispatchKeyEvent", type="keyDown", key=key)
        self.browser.call("Input.dispatchKeyEvent", type="keyUp", key=key)

    def picture(self, name):
        if self.out:
            time.sleep(0.2)
            data = self.browser.call("Page.captureScreenshot", format="png", captureBeyondViewport=name != "beside")["data"]
            (self.out / f"{name}.png").write_bytes(base64.b64decode(data))

    def looked_over(self):
        said = self.value(PAGE_CHECKS) + [f"on the console: {line}" for line in self.browser.console()]
        self.wrong += [f"{self.name}: {what}" for what in said if not what.startswith(NOT_OF_PLAYERS)]


STEP = "+document.getElementById('count').textContent.split(' ')[1]"
SAY = "document.getElementById('say').textContent"


TOPS = "(([source, memory, global]) => {0})(['.code', '.memory', '.globals'].map((name) => document.querySelector(name).getBoundingClientRect().top))"
ORDER = {True: TOPS.format("memory < global && global < source"), False: TOPS.format("memory === source && memory < global")}


def try_keys_and_links(player):
    player.open("steps_transpose_shared")
    player.expect(STEP, 0, "it does not begin before the first step")
    for key, step in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("Home", 0)):
        player.key(key)
        player.expect(STEP, step, f"after the key {key}")
    player.key("b")
    player.expect(f"{SAY}.includes('all 1024 threads have reached')", True, "the key B does not lead to a barrier")
    player.key("w")
    player.expect(f"{SAY}.includes('32 wavefronts; 1 is enough')", True, "the key W does not lead to the worst step")
    player.expect("document.querySelectorAll('#shared rect[stroke]').length", 32, "words of the column are framed")
    player.expect("new Set([...document.querySelectorAll('#shared .wavefront')].map((each) => each.getAttribute('x'))).size", 1, "its wavefronts are stacked on one bank")
    player.expect("document.querySelectorAll('#shared .wavefront').length", 32, "wavefronts are stacked")
    player.expect("document.getElementById('strip').getAttribute('aria-valuetext').includes('32 wavefronts')", True, "the strip has no text for a screen reader")
    step = player.value(STEP)
    player.expect("location.hash", f"#kernel=0&step={step}", "the address does not name the step")
    player.open("steps_transpose_shared", f"#step={step}")
    player.expect(STEP, step, "a link to a step is not followed")
    player.value("location.hash = '#step=3'; new Promise((next) => setTimeout(next, 100))")
    player.expect(STEP, 3, "a changed address is not followed")
    for button in ("first", "back", "play", "next", "line", "barrier", "worst"):
        player.expect(f"document.getElementById('{button}').click(); !!(document.getElementById('{button}').title)", True, f"the button {button} has no title")
    player.value("document.getElementById('lane').value = '5'; document.getElementById('lane').onchange(); 0")
    player.expect("document.querySelectorAll('#own li').length > 0", True, "nothing is told of lane 5")


def try_padding(player):
    player.open("steps_transpose_padded")
    player.expect("document.getElementById('shared_words').textContent.includes('A row of tile has 33 words: 32 that threads use, and 1 of padding (outlined), so a row begins 1 bank after')", True, "padding is not told")
    player.expect("document.querySelectorAll('#shared .padding').length", 32, "words of padding are outlined")
    player.open("steps_transpose_shared")
    player.expect("document.querySelectorAll('#shared .padding').length", 0, "words of padding where there are none")


def try_questions(player):
    player.open("steps_transpose_shared")
    player.value("document.getElementById('quiz').click(); 0")
    player.key("w")
    player.expect(f"{SAY}.includes('How many wavefronts')", True, "nothing is asked")
    player.expect("document.querySelectorAll('#shared rect[stroke]').length", 0, "the answer is drawn before it is asked for")
    player.value("[...document.querySelectorAll('#say button')].find((button) => button.textContent === '1').click(); 0")
    player.expect(f"{SAY}.startsWith('Not 1. ')", True, "a wrong answer is not told")
    player.key("Home")
    player.key("b")
    player.expect(f"{SAY}.includes('How many threads must reach it')", True, "nothing is asked of a barrier")
    player.value("[...document.querySelectorAll('#say button')].find((button) => button.textContent === '1024').click(); 0")
    player.expect(f"{SAY}.startsWith('Right. ')", True, "a right answer is not told")


def try_barriers(player):
    player.open("steps_reduce_shared")
    player.key("b")
    player.expect(f"{SAY}.includes('Without it: warp 0 loads word 64 of cache in step 11, and warp 2 stores it in step 6.')", True, "what a barrier is for is not told")
    player.expect("document.querySelector('#hazards .why').textContent.includes('./tutorial run missing_barrier')", True, "the command that shows the pitfall is not told")
    player.value("document.querySelectorAll('#hazards .why button')[1].click(); 0")
    player.expect(STEP, 11, "the step that a barrier holds back is not shown")
    # Beside other pages of the site it is a link.
    player.open("site_reduce_shared", "#step=9")
    player.expect("document.querySelector('#hazards .why a').getAttribute('href')", "steps_missing_barrier.html", "the pitfall is not linked")


def try_variants(player):
    player.open("steps_missing_barrier")
    player.expect("[...document.querySelectorAll('#tabs button')].map((each) => each.textContent.split('::')[1])", ["none_after_fill>", "none_in_tree>", "mended>"], "variants have no names")
    out = "[...document.querySelectorAll('#source .out')].map((each) => each.textContent.includes('if constexpr') && each.textContent.includes('none_after_fill'))"
    player.expect(out, [True], "the barrier that is left out is not crossed out")
    player.value("document.querySelectorAll('#tabs button')[2].click(); 0")
    player.expect(out, [], "a line of the fixed variant is crossed out")


def try_hazards(player):
    player.open("steps_missing_barrier")
    player.key("h")
    player.expect("document.querySelector('#hazards p').textContent.startsWith('race-shared')", True, "the key H does not lead to the race")
    player.expect("document.querySelectorAll('#shared rect[stroke-width=\"4\"]').length", 1, "words that race are framed")
    step = player.value(STEP)
    player.value("document.querySelector('#hazards button').click(); 0")
    player.expect(f"{STEP} !== {step} && document.querySelector('#hazards p').textContent.startsWith('race-shared')", True, "the other access is not shown")
    player.open("steps_reduce_shared")
    player.expect("document.getElementById('hazard').hidden", True, "a program without hazards has a button for them")


def try_side_by_side(player):
    player.open("beside", "#step=40")
    time.sleep(1)
    inside = "[...document.querySelectorAll('iframe')].map((frame) => frame.src.split('#')[1])"
    player.expect(inside, ["step=40", "step=40"], "the two do not begin at the step of the address")
    player.value("document.getElementById('left').contentWindow.postMessage({ go: 70 }, '*'); new Promise((next) => setTimeout(next, 500))")
    player.expect("location.hash", "#step=71", "one moves, and the page does not follow")
    player.picture("beside")


def try_looks(player):
    for look in LOOKS:
        for name in RECORDINGS:
            player.open(f"steps_{name}", look=look)
            player.key("h" if name == "missing_barrier" else "w")
            player.looked_over()
            player.expect(ORDER[look.startswith("narrow")], True, "the order of the panels")
            player.picture(f"{name}-{look}")
        if look.startswith("narrow"):
            player.open("steps_transpose_shared", look=look)
            player.key("w")
            player.expect("document.getElementById('shared').getBoundingClientRect().bottom <= innerHeight", True, "the sentence and the picture are on the screen together")
            player.value("scrollTo(0, 600); 0")
            player.expect("document.getElementById('say').getBoundingClientRect().top >= 0", True, "the sentence stays")
    # Printed, it is its key frames.
    player.open("steps_transpose_shared")
    player.expect("getComputedStyle(document.querySelector('.frames')).display", "none", "key frames are shown beside the player")
    player.browser.call("Emulation.setEmulatedMedia", media="print")
    player.expect("getComputedStyle(document.querySelector('.frames')).display + getComputedStyle(document.getElementById('player')).display", "blocknone", "printed")
    player.picture("print")
    player.browser.call("Emulation.setEmulatedMedia", media="")
    player.browser.looking = None


def main():
    driver, source = sys.argv[1], pathlib.Path(sys.argv[2])
    out = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else None
    program = chromium()
    if not program:
        print("skipped: Chromium is not installed (Debian: chromium)")
        return 77
    size = (source / "docs/theme/steps.html").stat().st_size
    wrong = [f"the player has {size} bytes"] if size > MOST_SCRIPT else []
    with tempfile.TemporaryDirectory() as name:
        made(driver, source, pathlib.Path(name))
        browser = Browser(program)
        try:
            player = Player(browser, pathlib.Path(name), out)
            for attempt in (try_keys_and_links, try_padding, try_questions, try_barriers, try_variants, try_hazards, try_side_by_side, try_looks):
                attempt(player)
            wrong += player.wrong
            # A player without its keys is noticed.
            page = pathlib.Path(name) / "steps_transpose_shared.html"
            page.write_text(page.read_text(encoding="utf-8").replace('"keydown"', '"nothing"'), encoding="utf-8")
            player.wrong = []
            try_keys_and_links(player)
            if not player.wrong:
                wrong.append("a player that hears no key was not noticed")
        finally:
            browser.close()
    print("\n".join(wrong) or f"the player of {size} bytes does as it should: {json.dumps(list(LOOKS))}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
