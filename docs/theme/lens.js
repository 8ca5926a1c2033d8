// The lens on the page: an access is typed, and drawn as `./tutorial explain PROGRAM --line N --svg` draws it. lens_count.js counts.
"use strict";

(function () {
  const { lanes, banks, sectorBytes, wordBytes, addressesOf, parse, unitsOf, groupsOf, costOf } = lensCount;
  const lineBytes = 128;
  const [rowHeight, head, laneRight, cellsLeft, cellWidth, bankWidth, width] = [18, 24, 40, 140, 14, 40, 360];
  const place = document.getElementById("lens-tool");
  const chinese = document.documentElement.lang.startsWith("zh");
  const say = (english, translated) => (chinese ? translated : english);

  const examples = [
    [say("Neighbours", "相邻"), { address: "i", bytes: "4", memory: "global" }],
    [say("Down a column", "沿一列向下"), { address: "cols * i", cols: "1024", bytes: "4", memory: "global" }],
    [say("One field of four", "四个字段之一"), { address: "4 * i + field", field: "0", bytes: "4", memory: "global" }],
    [say("Not aligned", "未对齐"), { address: "i + 1", bytes: "4", memory: "global" }],
    [say("Column of 32 x 32", "32 x 32 的一列"), { address: "32 * i + col", col: "0", bytes: "4", memory: "shared" }],
    [say("Column of 32 x 33", "32 x 33 的一列"), { address: "33 * i + col", col: "0", bytes: "4", memory: "shared" }],
    [say("Swizzled", "混排"), { address: "32 * i + (col ^ i)", col: "0", bytes: "4", memory: "shared" }],
    [say("Stride 2", "跨度 2"), { address: "2 * i", bytes: "4", memory: "shared" }],
    [say("Four counters", "四个计数器"), { address: "i % 4", bytes: "4", memory: "shared", operation: "atomic" }],
  ];

  function element(name, attributes, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  }
  const labelled = (text, input, kind = "") => element("label", { class: kind }, text, input);
  const text = (name, value) => element("input", { name, value, autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
  const select = (name, values) => element("select", { name }, ...values.map(([value, shown]) => element("option", { value }, shown)));

  const fields = {
    address: text("address", "32 * i + col"),
    lanes: text("lanes", "1"),
    bytes: select("bytes", [1, 2, 4, 8, 16].map((bytes) => [String(bytes), String(bytes)])),
    memory: select("memory", [["shared", say("shared", "共享内存")], ["global", say("global", "全局内存")]]),
    operation: select("operation", [["load", say("load", "读取")], ["store", say("store", "写入")], ["atomic", say("atomic", "原子操作")]]),
  };
  const names = element("span", { style: "display: contents" });
  const said = element("p", { class: "said", role: "status" });
  const drawing = element("div", {});
  const values = { col: "0" }; // of the names in the expressions
  fields.bytes.value = "4";

  const translated = { lane: "个束内线程", byte: "字节", wavefront: "轮", sector: "个扇区", line: "条缓存行" };
  const counted = (count, noun) => say(`${count} ${noun}${count === 1 ? "" : "s"}`, `${count} ${translated[noun]}`);

  // ---- drawing ----

  function svg(name, attributes, content) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (content !== undefined) made.textContent = content;
    return made;
  }
  const middle = (row, rows) => head + (2 * row + 1) * ((Math.max(rows, lanes) * rowHeight) / rows) / 2;

  // Rows of sectors (with the words that are wanted) or banks (with the words each is asked for, group after group), and who wants them.
  function rowsOf(addresses, bytes, memory, operation) {
    if (memory === "global")
      return [...unitsOf(addresses, bytes, sectorBytes)].sort((a, b) => a - b).map((sector) => {
        const touches = (lane, first, size) => addresses[lane] !== null && addresses[lane] < first + size && addresses[lane] + bytes > first;
        const all = [...Array(lanes).keys()];
        return { label: `+${sector * sectorBytes}`, lanes: all.filter((lane) => touches(lane, sector * sectorBytes, sectorBytes)),
                 cells: [...Array(sectorBytes / wordBytes).keys()].map((word) => all.some((lane) => touches(lane, sector * sectorBytes + word * wordBytes, wordBytes))) };
      });
    const rows = [...Array(banks).keys()].map((bank) => ({ bank, lanes: [], turns: 0 }));
    for (const group of groupsOf(addresses, bytes)) {
      const words = unitsOf(group, bytes, wordBytes);
      if (operation !== "atomic") for (const word of words) ++rows[word % banks].turns;
      group.forEach((address, lane) => {
        if (address === null) return;
        if (operation === "atomic") ++rows[Math.floor(address / wordBytes) % banks].turns;
        for (const word of unitsOf([address], bytes, wordBytes)) if (!rows[word % banks].lanes.includes(lane)) rows[word % banks].lanes.push(lane);
      });
    }
    return rows;
  }

  function drawn(addresses, bytes, memory, operation, cost, description) {
    const rows = rowsOf(addresses, bytes, memory, operation);
    const most = Math.max(...rows.map((row) => row.turns || 0));
    const picture = svg("svg", { viewBox: `0 0 ${width} ${head + Math.max(rows.length, lanes) * rowHeight + 8}`, role: "img", "aria-label": description,
                                 "font-size": "12", "font-family": "sans-serif", fill: "currentColor" });
    const put = (name, attributes, content) => picture.append(svg(name, attributes, content));
    put("text", { x: laneRight - 6, y: 14, "text-anchor": "end", class: "idle" }, say("lane", "线程"));
    put("text", { x: cellsLeft, y: 14, class: "idle" }, memory === "shared" ? say("bank", "存储体") : say("sectors, from byte", "扇区，从该字节起"));
    addresses.forEach((address, lane) => put("text", { x: laneRight - 6, y: middle(lane, lanes) + 4, "text-anchor": "end", class: address === null ? "idle" : "" }, lane));
    rows.forEach((row, at) => {
      const y = middle(at, rows.length);
      const crowded = memory === "shared" && cost.degree > 1 && row.turns === most;
      for (const lane of row.lanes)
        put("line", { x1: laneRight, y1: middle(lane, lanes), x2: cellsLeft - 2, y2: y, class: crowded ? "crowded" : "" });
      if (memory === "shared") {
        put("rect", { x: cellsLeft, y: y - 7, width: bankWidth, height: 14, class: crowded ? "crowded" : row.turns ? "" : "unused" });
        put("text", { x: cellsLeft + bankWidth + 6, y: y + 4 }, crowded ? `${row.bank}: ${counted(row.turns, "wavefront")}` : row.bank);
      } else {
        row.cells.forEach((used, word) => put("rect", { x: cellsLeft + word * cellWidth, y: y - 6, width: cellWidth, height: 12, class: used ? "" : "unused" }));
        put("text", { x: cellsLeft + 8 * cellWidth + 6, y: y + 4 }, row.label);
      }
    });
    return picture;
  }

  // ---- what is shown for what is typed ----

  function summary(addresses, bytes, memory, cost) {
    const lanesOf = counted(addresses.filter((address) => address !== null).length, "lane");
    const who = say(`${lanesOf}, ${counted(bytes, "byte")} each: `, `${lanesOf}，各 ${counted(bytes, "byte")}：`);
    if (memory === "shared") {
      const conflict = cost.degree > 1 ? say(`, ${cost.degree}-way conflict`, `，${cost.degree} 路冲突`) : say(", no conflict", "，无冲突");
      return who + counted(cost.wavefronts, "wavefront") + conflict;
    }
    const [sectors, lines] = [counted(cost.sectors, "sector"), counted(unitsOf(addresses, bytes, lineBytes).size, "line")];
    return who + say(`${sectors} in ${lines} of 128 bytes, minimum ${cost.idealSectors}`, `${sectors}，在 ${lines}（128 字节）中，最少 ${cost.idealSectors} 个就够`);
  }

  // A field for each name in the expressions that is no lane.
  function askForNames(wanted) {
    const asked = [...names.querySelectorAll("input")].map((input) => input.name);
    if (asked.join() === wanted.join()) return;
    names.replaceChildren(...wanted.map((name) => {
      const input = text(name, (values[name] ??= "0"));
      input.addEventListener("input", () => { values[name] = input.value; });
      return labelled(`${name} =`, input);
    }));
  }

  function refresh() {
    try {
      const wanted = [...new Set([...parse(fields.address.value).names, ...parse(fields.lanes.value).names])].filter((name) => !["i", "lane"].includes(name));
      askForNames(wanted);
      const numbers = Object.fromEntries(wanted.map((name) => [name, parse(values[name]).value({})]));
      if (Object.values(numbers).some((value) => value === undefined)) throw new Error(say("a value is a number", "值应当是一个数"));
      const [bytes, memory, operation] = [Number(fields.bytes.value), fields.memory.value, fields.operation.value];
      const addresses = addressesOf(fields.address.value, fields.lanes.value, bytes, numbers);
      if (addresses.every((address) => address === null)) throw new Error(say("no lane takes part", "没有束内线程参与"));
      const cost = costOf(addresses, bytes, memory, operation);
      const words = summary(addresses, bytes, memory, cost);
      said.textContent = words;
      said.classList.remove("wrong");
      drawing.replaceChildren(drawn(addresses, bytes, memory, operation, cost, words));
      const query = new URLSearchParams({ ...Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.value])),
                                          ...Object.fromEntries(wanted.map((name) => [name, values[name]])) });
      history.replaceState(null, "", `?${query}${location.hash}`);
    } catch (problem) {
      said.textContent = problem.message;
      said.classList.add("wrong");
    }
  }

  function fill(given) {
    for (const [name, value] of Object.entries({ lanes: "1", operation: "load", ...given })) {
      if (fields[name]) fields[name].value = value;
      else values[name] = value;
    }
    for (const input of names.querySelectorAll("input")) input.value = values[input.name];
    refresh();
  }

  const form = element("form", {}, labelled(say("Element that lane i accesses", "束内线程 i 访问的元素"), fields.address, "wide"), names, labelled(say("Bytes of an element", "元素的字节数"), fields.bytes),
                       labelled(say("Memory", "内存"), fields.memory), labelled(say("Operation", "操作"), fields.operation), labelled(say("Active lanes", "参与的束内线程"), fields.lanes));
  form.addEventListener("input", refresh);
  form.addEventListener("submit", (event) => event.preventDefault());
  const list = element("ul", { class: "examples" }, ...examples.map(([title, given]) => {
    const button = element("button", { type: "button" }, title);
    button.addEventListener("click", () => fill(given));
    return element("li", {}, button);
  }));
  place.replaceChildren(list, form, said, drawing);
  const given = Object.fromEntries(new URLSearchParams(location.search));
  fill(given.address ? given : examples[4][1]);
})();
