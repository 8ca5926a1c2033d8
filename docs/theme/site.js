// What the pages do with a script: search in an index of all pages that was made with them; a button that copies code; a theme switch; arrow keys
// for the pages before and after; ticks for what is read or solved, kept in the browser; wide things that scroll can be reached with the keyboard.
// There is no server, and no word leaves the browser.
"use strict";

(function () {
  const chinese = document.documentElement.lang.startsWith("zh");
  const say = (english, translated) => (chinese ? translated : english);

  function element(name, attributes, children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes || {})) {
      if (key in made) made[key] = value;
      else made.setAttribute(key, value);
    }
    made.append(...(children || []));
    return made;
  }

  function script(src) {
    return new Promise((resolve, reject) => document.head.append(element("script", { src, onload: resolve, onerror: reject })));
  }

  // ---- search ----

  const mostOfPage = 3;
  const forms = /(ies|es|s|ed|ing|e)$/;  // endings of one word's forms
  const otherForm = 0.6, begun = 0.5, similar = 0.3;  // how much a word counts that is not the typed one

  let index = null;  // of search_index.hpp: pages, sections, words, postings

  async function load() {
    await script(chinese ? "search-index-zh.js" : "search-index.js");
    index = { ...searchIndex, words: searchIndex.words.split(" "), postings: searchIndex.postings.split(" ") };
  }
  let loading = null;

  // As search_words in search_index.cpp.
  function wordsOf(query) {
    const words = [];
    for (const [run] of query.toLowerCase().matchAll(/\p{Script=Han}+|[\p{Script=Latin}\p{Script=Greek}0-9_]+/gu)) {
      const word = run.replace(/^_+(?=.)/, "");
      if (/\p{Script=Han}/u.test(word) && word.length > 2) words.push(...[...word].slice(1).map((_, i) => word.slice(i, i + 2)));
      else words.push(word);
    }
    return words;
  }

  // Of the sorted words, those that begin so: from the first to the last of them.
  function beginningWith(start) {
    let from = 0;
    for (let to = index.words.length; from < to;) {
      const middle = (from + to) >> 1;
      if (index.words[middle] < start) from = middle + 1;
      else to = middle;
    }
    let end = from;
    while (end < index.words.length && index.words[end].startsWith(start)) ++end;
    return Array.from({ length: end - from }, (_, i) => from + i);
  }

  // Whether one word becomes the other by at most so many letters more, less or changed.
  function isSimilar(a, b, most) {
    if (Math.abs(a.length - b.length) > most) return false;
    let row = Array.from({ length: b.length + 1 }, (_, i) => i);
    for (let i = 1; i <= a.length; ++i) {
      const next = [i];
      for (let k = 1; k <= b.length; ++k) next.push(Math.min(row[k] + 1, next[k - 1] + 1, row[k - 1] + (a[i - 1] === b[k - 1] ? 0 : 1)));
      if (Math.min(...next) > most) return false;
      row = next;
    }
    return row[b.length] <= most;
  }

  // The words of the index that a typed word means, as [number, factor].
  function meant(word, isLast) {
    const stem = word.length > 4 ? word.replace(forms, "") : word;
    const longest = word.length > 3 ? stem.length + 3 : word.length;
    const found = beginningWith(stem).filter((i) => index.words[i].length <= longest).map((i) => [i, index.words[i] === word ? 1 : otherForm]);
    if (isLast) found.push(...beginningWith(word).map((i) => [i, begun]));
    if (found.length || word.length < 4) return found;
    const most = word.length > 7 ? 2 : 1;
    return index.words.flatMap((other, i) => (isSimilar(word, other, most) ? [[i, similar]] : []));
  }

  // Sections that have most of the words, best first, few of each page.
  function find(query) {
    const words = wordsOf(query);
    const scores = new Map();
    words.forEach((word, at) => {
      const ofWord = new Map();
      for (const [number, factor] of meant(word, at === words.length - 1)) {
        let section = 0;
        for (const [, step, letter] of index.postings[number].matchAll(/([0-9a-z]+)([A-Z])/g)) {
          section += parseInt(step, 36);
          const score = factor * (2 ** ((letter.charCodeAt(0) - 65) / 4) - 1);
          ofWord.set(section, Math.max(score, ofWord.get(section) || 0));
        }
      }
      for (const [section, score] of ofWord) {
        const before = scores.get(section) || [0, 0];
        scores.set(section, [before[0] + 1, before[1] + score]);
      }
    });
    const ofPage = {};
    return [...scores].sort(([, a], [, b]) => b[0] - a[0] || b[1] - a[1]).map(([section]) => index.sections[section])
      .filter(([page]) => (ofPage[page] = (ofPage[page] || 0) + 1) <= mostOfPage).slice(0, 20);
  }

  // The text with what was typed marked in it.
  function marked(text, query) {
    const lower = text.toLowerCase();
    const word = [query.toLowerCase(), ...wordsOf(query)].find((each) => lower.includes(each));
    if (!word) return [text];
    const at = lower.indexOf(word);
    return [text.slice(0, at), element("mark", { textContent: text.slice(at, at + word.length) }), text.slice(at + word.length)];
  }

  function show(results, query) {
    const found = find(query);
    results.replaceChildren();
    if (found.length === 0) results.append(element("p", { textContent: say("Nothing found.", "没有找到。") }));
    for (const [number, anchor, heading, text] of found) {
      const [page, title] = index.pages[number];
      results.append(element("a", { href: page + (anchor ? "#" + anchor : "") }, [
        element("strong", { textContent: heading && heading !== title ? title + ": " + heading : title }),
        element("span", {}, marked(text, query))]));
    }
    results.hidden = false;
  }

  function addSearch() {
    const place = document.getElementById("search");
    if (!place) return;
    const field = element("input", { type: "search", id: "search-field", placeholder: say("Search", "搜索"), autocomplete: "off",
                                     "aria-label": say("Search all pages", "搜索所有页面"), "aria-controls": "found" });
    const results = element("div", { id: "found", hidden: true, role: "region", "aria-label": say("Search results", "搜索结果"), "aria-live": "polite" });
    place.append(field, results);
    let last = "";
    async function search() {
      const query = last = field.value.trim();
      if (query.length < 2) {
        results.hidden = true;
        return;
      }
      try {
        await (loading ||= load());
      } catch {
        results.replaceChildren(element("p", { textContent: say("This site was made without its search.", "本站未包含搜索。") }));
        results.hidden = false;
        return;
      }
      if (query === last) show(results, query);
    }
    field.addEventListener("input", search);
    field.addEventListener("keydown", (event) => {
      if (event.key === "Enter") results.querySelector("a")?.click();
      if (event.key === "ArrowDown") results.querySelector("a")?.focus();
    });
    results.addEventListener("keydown", (event) => {
      const next = event.key === "ArrowDown" ? event.target.nextElementSibling : event.key === "ArrowUp" ? event.target.previousElementSibling || field : null;
      if (!next) return;
      next.focus();
      event.preventDefault();
    });
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !results.hidden) {
        results.hidden = true;
        field.focus();
      }
      if (event.key === "/" && !["INPUT", "TEXTAREA", "SELECT"].includes(event.target.tagName)) {
        field.focus();
        event.preventDefault();
      }
    });
    document.addEventListener("click", (event) => {
      if (!place.contains(event.target)) results.hidden = true;
    });
    results.addEventListener("click", () => { results.hidden = true; });
  }

  // ---- code ----

  // Code with its counters has columns to its left that leave no room for the code. They become parts of their own: site.css puts them below
  // their line, and the copy button copies only the code.
  function separateCounters() {
    for (const fragment of document.querySelectorAll(".contents .fragment")) {
      const all = [...fragment.querySelectorAll(".line")];
      const lines = all.slice(all.findIndex((line) => /^access .*\bline\b/.test(line.textContent)));  // a command may stand above
      const names = lines[0]?.textContent ?? "";
      if (!names.startsWith("access ")) continue;
      const conflictsFrom = names.includes("conflict") ? names.indexOf("conflict") : names.length;
      const conflictsTo = conflictsFrom + "conflict".length;
      fragment.classList.add("counted");
      for (const line of lines) {
        const parts = /^(.*?)(\d*)( │ ?)(.*)$/s.exec(line.textContent.replace(/\u00a0/g, " "));
        line.classList.add(line === lines[0] ? "names" : !parts ? "remark" : parts[2] ? "of-code" : "of-line-above");
        if (!parts) continue;
        const [before, conflicts, behind] = [[0, conflictsFrom], [conflictsFrom, conflictsTo], [conflictsTo]].map((of) => parts[1].slice(...of));
        line.replaceChildren(element("span", { className: "counters" }, [
                               before, element("span", { className: conflicts.trim() && "conflicts", textContent: conflicts }), behind]),
                             element("span", { className: "number", textContent: parts[2] + parts[3] }),
                             element("span", { className: "code", textContent: parts[4] }));
      }
    }
  }

  function codeOf(fragment) {
    const lines = fragment.querySelectorAll(".line:not(.names, .remark, .of-line-above)");
    if (!lines.length) return fragment.textContent;
    return [...lines].map((line) => {
      const copy = line.cloneNode(true);
      copy.querySelectorAll(".lineno, .counters, .number, .line-link").forEach((number) => number.remove());
      return copy.textContent.replace(/\u00a0/g, " ").trimEnd();
    }).join("\n") + "\n";
  }

  function addCopyButtons() {
    for (const fragment of document.querySelectorAll(".contents .fragment")) {
      const button = element("button", { type: "button", textContent: say("Copy", "复制") });
      button.addEventListener("click", async () => {
        try {
          await navigator.clipboard.writeText(codeOf(fragment));
          button.textContent = say("Copied", "已复制");
        } catch {
          button.textContent = say("Not allowed", "无法复制");
        }
        setTimeout(() => { button.textContent = say("Copy", "复制"); }, 1500);
      });
      const around = element("div", { className: "with-copy" });
      fragment.before(around);
      around.append(fragment, button);
    }
  }

  // Beside the line below the pointer, a link to that line: the pages name their lines.
  function addLineLinks() {
    const link = element("a", { className: "line-link", textContent: "#" });
    document.addEventListener("pointerover", (event) => {
      const line = event.target.closest?.(".contents .fragment .line[id]");
      if (!line || link.parentElement === line) return;
      link.href = "#" + line.id;
      link.setAttribute("aria-label", say("Link to this line", "本行的链接"));
      line.prepend(link);
    });
  }

  // What scrolls sideways can be reached, and so scrolled, with the keyboard.
  function makeScrollersReachable() {
    for (const box of document.querySelectorAll(".table, .fragment, .memproto")) {
      if (box.scrollWidth > box.clientWidth) {
        box.tabIndex = 0;
        box.setAttribute("role", "group");
        box.setAttribute("aria-label", box.classList.contains("table") ? say("Table", "表格") : say("Code", "代码"));
      } else if (box.tabIndex === 0) {
        for (const name of ["tabindex", "role", "aria-label"]) box.removeAttribute(name);
      }
    }
  }

  // On a phone a row of numbers stands below its name, each number with the name of its column: site.css.
  function nameNumbers() {
    for (const table of document.querySelectorAll(".contents table.markdownTable")) {
      if (!table.querySelector(".markdownTableBodyRight")) continue;
      const names = [...table.rows[0].cells].map((cell) => cell.textContent.trim());
      table.classList.add("of-numbers");
      for (const row of [...table.rows].slice(1)) [...row.cells].forEach((cell, column) => { cell.dataset.column = names[column] || ""; });
    }
  }

  // ---- the frame ----

  // The system's colors, light, or dark; remembered.
  function addThemeSwitch() {
    const names = { "": say("auto", "自动"), light: say("light", "浅色"), dark: say("dark", "深色") };
    const root = document.documentElement;
    const button = element("button", { type: "button", id: "theme" });
    const use = (theme) => {
      root.dataset.theme = theme;
      button.textContent = names[theme] ?? names[""];
      button.setAttribute("aria-label", say("Theme: ", "主题：") + button.textContent);
      try { localStorage.setItem("theme", theme); } catch { /* it is not remembered */ }
    };
    button.addEventListener("click", () => use({ "": "light", light: "dark", dark: "" }[root.dataset.theme || ""] ?? ""));
    use(root.dataset.theme || "");
    document.getElementById("head")?.append(button);
  }

  function addArrowKeys() {
    document.addEventListener("keydown", (event) => {
      const way = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
      if (!way || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.target.closest("input, textarea, select, [tabindex='0']")) return;
      document.querySelector(`#neighbours a[rel="${way}"]`)?.click();
    });
  }

  // ---- what is read, and solved: kept in this browser ----

  const thisPage = location.pathname.replace(/.*\//, "") || "index.html";
  const isExercise = (page) => page.includes("_exercises_");

  function donePages() {
    try {
      return new Set(JSON.parse(localStorage.getItem("done") || "[]"));
    } catch {
      return new Set();
    }
  }

  // A tick behind each link to a page that is done: in the menu, in the reading order, in lists of exercises.
  function showTicks() {
    const done = donePages();
    for (const link of document.querySelectorAll("#menu a, .contents td a, .contents li a")) {
      const page = (link.getAttribute("href") || "").replace(/#.*/, "");
      link.classList.toggle("done", page !== "" && done.has(page));
    }
    const list = thisPage === "exercises.html" && [...document.querySelectorAll(".contents table")].find((table) => table.querySelector("a[href*='_exercises_']"));
    if (!list) return;
    const exercises = [...list.rows].slice(1).map((row) => row.querySelector("a")?.getAttribute("href"));
    const solved = exercises.filter((page) => done.has(page)).length;
    const progress = document.getElementById("progress") || element("p", { id: "progress" });
    progress.textContent = say(`${solved} of ${exercises.length} solved, as marked in this browser.`, `本浏览器已标记完成：${solved}／${exercises.length}`);
    (list.closest(".table") || list).before(progress);
  }

  function addDoneButton() {
    const neighbours = document.getElementById("neighbours");
    if (!neighbours || document.querySelector("main.start")) return;
    const button = element("button", { type: "button", id: "done" });
    const word = isExercise(thisPage) ? say("solved", "已完成") : say("read", "已读");
    const showState = () => {
      const done = donePages().has(thisPage);
      button.setAttribute("aria-pressed", String(done));
      button.textContent = done ? "✓ " + word : say("Mark as ", "标记为") + word;
      showTicks();
    };
    button.addEventListener("click", () => {
      const done = donePages();
      if (!done.delete(thisPage)) done.add(thisPage);
      try { localStorage.setItem("done", JSON.stringify([...done])); } catch { /* it is not remembered */ }
      showState();
    });
    neighbours.before(button);
    showState();
  }

  // On a phone "Pages" opens the menu on top of the page, and closes it again; without a script it leads to the end of the page.
  function addMenuToggle() {
    const link = document.getElementById("to-menu");
    link?.addEventListener("click", (event) => {
      event.preventDefault();
      link.setAttribute("aria-expanded", String(document.body.classList.toggle("menu-open")));
      scrollTo(0, 0);
    });
  }

  // In the contents of the page, the heading that one reads below.
  function markHeading() {
    const links = [...document.querySelectorAll("#on-this-page a")];
    const places = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))));
    const mark = () => {
      const passed = places.filter((place) => place && place.getBoundingClientRect().top < 120).length;
      links.forEach((link, i) => (i === passed - 1 ? link.setAttribute("aria-current", "true") : link.removeAttribute("aria-current")));
    };
    if (links.length) addEventListener("scroll", mark, { passive: true });
    mark();
  }

  addSearch();
  addThemeSwitch();
  addArrowKeys();
  addMenuToggle();
  markHeading();
  nameNumbers();
  separateCounters();
  addCopyButtons();
  addLineLinks();
  showTicks();
  addDoneButton();
  makeScrollersReachable();
  addEventListener("resize", makeScrollersReachable);
  const narrow = matchMedia("(max-width: 75rem)");
  const fold = () => document.getElementById("on-this-page")?.toggleAttribute("open", !narrow.matches);
  fold();
  narrow.addEventListener("change", fold);
  // Its page has a picture in its place, for those without a script.
  const picture = /\/lens\.html$/.test(location.pathname) && document.querySelector(".contents figure");
  if (picture) {
    picture.replaceWith(element("div", { id: "lens-tool" }));
    script("lens_count.js").then(() => script("lens.js"));
  }
})();
