// Search over the text of all pages, in the browser: no server, and no word leaves it. search-index.js is loaded with the first key.
"use strict";

(function () {
  const most = 25;
  const around = 60; // letters shown before and behind what was found

  function element(name, attributes, children) {
    const made = document.createElement(name);
    Object.assign(made, attributes);
    (children || []).forEach((child) => made.append(child));
    return made;
  }

  let loading = null;
  function load() {
    loading ||= new Promise((resolve, reject) => {
      const script = element("script", { src: "search-index.js", onload: resolve, onerror: reject });
      document.head.append(script);
    });
    return loading;
  }

  // Sections that hold all words, best first: in a title, in a heading, as they were typed, or anywhere.
  function find(query) {
    const typed = query.toLowerCase();
    const words = typed.split(/\s+/);
    const found = [];
    for (const { page, title, sections } of searchIndex) {
      for (const { anchor, heading, text } of sections.length ? sections : [{ anchor: "", heading: "", text: "" }]) {
        const all = [title, heading, text].join(" ").toLowerCase();
        if (!words.every((word) => all.includes(word))) continue;
        const rank = (heading || title).toLowerCase().includes(typed) ? 0
          : text.toLowerCase().includes(typed) ? 1
          : title.toLowerCase().includes(typed) ? 2 : 3;
        found.push({ page, title, anchor, heading, text, rank });
      }
    }
    return found.sort((a, b) => a.rank - b.rank);
  }

  function excerpt(text, query) {
    const lower = text.toLowerCase();
    let at = lower.indexOf(query.toLowerCase());
    let length = query.length;
    if (at < 0) {
      const word = query.toLowerCase().split(/\s+/).find((each) => lower.includes(each));
      if (!word) return [text.slice(0, 2 * around)];
      at = lower.indexOf(word);
      length = word.length;
    }
    const from = Math.max(0, at - around);
    return [(from > 0 ? "… " : "") + text.slice(from, at), element("mark", { textContent: text.slice(at, at + length) }),
            text.slice(at + length, at + length + around) + " …"];
  }

  function show(results, query) {
    const found = find(query);
    results.replaceChildren();
    if (found.length === 0) results.append(element("p", { textContent: "Nothing found." }));
    for (const { page, title, anchor, heading, text } of found.slice(0, most)) {
      const link = element("a", { href: page + (anchor ? "#" + anchor : "") }, [
        element("strong", { textContent: heading && heading !== title ? title + ": " + heading : title }),
        element("span", {}, excerpt(text, query))]);
      results.append(link);
    }
    if (found.length > most) results.append(element("p", { textContent: `${found.length - most} more; another word narrows it down.` }));
    results.hidden = false;
  }

  // Doxygen's page title is no heading, some pages have none, and sections begin with h1 or h2: the outline as readers of it expect it.
  function outline() {
    let title = document.querySelector(".header .title");
    if (!title) {
      title = element("div", { className: "title", textContent: document.title.split(": ").pop() });
      document.querySelector(".contents")?.before(element("div", { className: "header" }, [element("div", { className: "headertitle" }, [title])]));
    }
    title.setAttribute("role", "heading");
    title.setAttribute("aria-level", "1");
    let first = 0;
    for (const heading of document.querySelectorAll(".contents h1, .contents h2, .contents h3, .contents h4")) {
      const level = Number(heading.tagName[1]);
      first = first ? Math.min(first, level) : level;
      heading.setAttribute("aria-level", String(level - first + 2));
    }
  }

  document.addEventListener("DOMContentLoaded", () => {
    outline();
    const field = element("input", { type: "search", id: "site-search", placeholder: "Search", autocomplete: "off" });
    field.setAttribute("aria-label", "Search all pages");
    const results = element("div", { id: "site-results", hidden: true });
    results.setAttribute("role", "region");
    results.setAttribute("aria-label", "Search results");
    results.setAttribute("aria-live", "polite");
    document.getElementById("titlearea")?.append(field);
    document.body.append(results);

    let last = "";
    async function search() {
      const query = field.value.trim();
      last = query;
      if (query.length < 2) {
        results.hidden = true;
        return;
      }
      await load();
      if (query === last) show(results, query);
    }
    field.addEventListener("input", search);
    field.addEventListener("keydown", (event) => {
      if (event.key === "Enter") results.querySelector("a")?.click();
    });
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape") results.hidden = true;
    });
    document.addEventListener("click", (event) => {
      if (!results.contains(event.target) && event.target !== field) results.hidden = true;
    });
    results.addEventListener("click", () => { results.hidden = true; });
  });
})();
