// What the pages do with a script: search over the text of all pages, in the browser, with lunr; a button that copies code; a theme switch; arrow
// keys for the pages before and after; wide things that scroll can be reached with the keyboard. There is no server, and no word leaves the browser.
"use strict";

(function () {
  const most = 20;
  const mostOfPage = 3;
  const around = 70; // characters shown before and after the match
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

  // Words as lunr needs them, without leading underscores; Chinese has no blanks between words, so each pair of characters is one.
  function tokenizer(text) {
    const tokens = [];
    for (const match of String(text ?? "").toLowerCase().matchAll(/[\p{L}\p{N}_]+/gu)) {
      const word = match[0].replace(/^_+(?=.)/, "");
      const parts = /\p{Script=Han}/u.test(word) && word.length > 2 ? [...word].slice(1).map((_, i) => word.slice(i, i + 2)) : [word];
      for (const part of parts) tokens.push(new lunr.Token(part, {}));
    }
    return tokens;
  }

  let sections = [];
  let index = null;

  async function load() {
    await Promise.all([script("lunr.min.js"), script(chinese ? "search-index-zh.js" : "search-index.js")]);
    searchIndex.forEach(({ page, title, rank, sections: all }) => {
      for (const section of all.length ? all : [{ anchor: "", heading: "", text: "" }]) sections.push({ page, title, rank, ...section });
    });
    index = lunr(function () {
      this.tokenizer = tokenizer;
      this.pipeline.remove(lunr.trimmer); // knows no letters but English ones
      this.ref("id");
      this.field("title", { boost: 6 });
      this.field("heading", { boost: 4 });
      this.field("text");
      sections.forEach((section, id) => this.add({ id, ...section }, { boost: section.rank }));
    });
  }
  let loading = null;

  // Sections that have all words, or, if there are none, some of them, or similar ones; best first, few of each page.
  function find(query) {
    const words = tokenizer(query).map(String);
    const search = (presence, editDistance = 0) => index.query((q) => {
      words.forEach((word, i) => {
        q.term(word, { presence, boost: 10, editDistance: word.length > 3 ? editDistance : 0 });
        if (i === words.length - 1) q.term(word, { presence: lunr.Query.presence.OPTIONAL, wildcard: lunr.Query.wildcard.TRAILING });
      });
    });
    if (words.length === 0) return [];
    const all = search(lunr.Query.presence.REQUIRED);
    const seen = new Set(all.map((found) => found.ref));
    const found = [...all, ...search(lunr.Query.presence.OPTIONAL).filter((each) => !seen.has(each.ref))];
    if (found.length === 0) found.push(...search(lunr.Query.presence.OPTIONAL, 1)); // a misspelled word
    const ofPage = {};
    return found.map(({ ref }) => sections[ref]).filter(({ page }) => (ofPage[page] = (ofPage[page] || 0) + 1) <= mostOfPage).slice(0, most);
  }

  function excerpt(text, query) {
    const lower = text.toLowerCase();
    const word = [query.toLowerCase(), ...query.toLowerCase().split(/\s+/)].find((each) => lower.includes(each));
    if (!word) return [text.slice(0, 2 * around)];
    const at = lower.indexOf(word);
    const from = Math.max(0, at - around);
    return [(from > 0 ? "… " : "") + text.slice(from, at), element("mark", { textContent: text.slice(at, at + word.length) }),
            text.slice(at + word.length, at + word.length + around) + " …"];
  }

  function show(results, query) {
    const found = find(query);
    results.replaceChildren();
    if (found.length === 0) results.append(element("p", { textContent: say("Nothing found.", "没有找到。") }));
    for (const { page, title, anchor, heading, text } of found)
      results.append(element("a", { href: page + (anchor ? "#" + anchor : "") }, [
        element("strong", { textContent: heading && heading !== title ? title + ": " + heading : title }),
        element("span", {}, excerpt(text, query))]));
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
      copy.querySelectorAll(".lineno, .counters, .number").forEach((number) => number.remove());
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
