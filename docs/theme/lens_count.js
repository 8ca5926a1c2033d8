// What the memory system makes of one access by the 32 lanes of a warp, as common/sim/lens/count/memory_model.cpp counts it, and the small language
// in which an access is written. common/tests/docs/lens_in_the_browser.sh holds both to the lens.
"use strict";

const lensCount = (() => {
  const lanes = 32;
  const banks = 32;
  const sectorBytes = 32;
  const wordBytes = 4;
  const turnBytes = 128; // all banks together

  // ---- expressions: C's operators on integers, names, round brackets ----

  const levels = [["||"], ["&&"], ["|"], ["^"], ["&"], ["==", "!="], ["<", "<=", ">", ">="], ["<<", ">>"], ["+", "-"], ["*", "/", "%"]];
  const binary = {
    "||": (a, b) => (a || b ? 1 : 0), "&&": (a, b) => (a && b ? 1 : 0),
    "|": (a, b) => a | b, "^": (a, b) => a ^ b, "&": (a, b) => a & b,
    "==": (a, b) => (a === b ? 1 : 0), "!=": (a, b) => (a !== b ? 1 : 0),
    "<": (a, b) => (a < b ? 1 : 0), "<=": (a, b) => (a <= b ? 1 : 0), ">": (a, b) => (a > b ? 1 : 0), ">=": (a, b) => (a >= b ? 1 : 0),
    "<<": (a, b) => a * 2 ** b, ">>": (a, b) => Math.floor(a / 2 ** b),
    "+": (a, b) => a + b, "-": (a, b) => a - b, "*": (a, b) => a * b,
    "/": (a, b) => Math.trunc(a / b), "%": (a, b) => a % b,
  };
  const ofBits = ["|", "^", "&"];

  function tokensOf(text) {
    const tokens = [];
    const token = /\s*(?:(0[xX][0-9a-fA-F]+|\d+)|([A-Za-z_]\w*(?:\.[xyz])?)|(<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^~!<>?:()]))/y;
    let at = 0;
    while (/\S/.test(text.slice(at))) {
      token.lastIndex = at;
      const found = token.exec(text);
      if (!found) throw new Error(`"${text.slice(at).trim()[0]}" means nothing here`);
      at = token.lastIndex;
      tokens.push(found[1] !== undefined ? { number: Number(found[1]) } : found[2] !== undefined ? { name: found[2] } : { sign: found[3] });
    }
    return tokens;
  }

  function whole(value) {
    if (!Number.isSafeInteger(value)) throw new Error("a number is too large");
    return value === 0 ? 0 : value; // no -0
  }

  function applied(sign, a, b) {
    if ((sign === "/" || sign === "%") && b === 0) throw new Error(`${sign} by 0`);
    if ((sign === "<<" || sign === ">>") && (b < 0 || b > 31)) throw new Error(`${sign} by ${b}`);
    if (ofBits.includes(sign) && (a !== (a | 0) || b !== (b | 0))) throw new Error("a number is too large");
    return whole(binary[sign](a, b));
  }

  // parse("32 * i").value({i: 3}) is 96; .names are the names in it.
  function parse(text) {
    const tokens = tokensOf(text);
    const names = new Set();
    let at = 0;
    const sign = (which) => tokens[at]?.sign === which && ++at > 0;

    function primary() {
      const token = tokens[at++];
      if (!token) throw new Error("something is missing at the end");
      if (token.number !== undefined) {
        const number = whole(token.number);
        return () => number;
      }
      if (token.name !== undefined) {
        const name = token.name;
        names.add(name);
        return (values) => values[name];
      }
      if (token.sign === "(") {
        const inside = choice();
        if (!sign(")")) throw new Error("a ) is missing");
        return inside;
      }
      const of = ["-", "~", "!", "+"].includes(token.sign) ? primary() : null;
      if (!of) throw new Error(`a number or a name is missing before "${token.sign}"`);
      switch (token.sign) {
        case "-": return (values) => whole(-of(values));
        case "~": return (values) => whole(-of(values) - 1);
        case "!": return (values) => (of(values) ? 0 : 1);
        default: return of;
      }
    }
    function level(number) {
      if (number === levels.length) return primary();
      let left = level(number + 1);
      while (levels[number].includes(tokens[at]?.sign)) {
        const operator = tokens[at++].sign;
        const [a, b] = [left, level(number + 1)];
        left = operator === "&&" ? (values) => (a(values) && b(values) ? 1 : 0)
          : operator === "||" ? (values) => (a(values) || b(values) ? 1 : 0)
          : (values) => applied(operator, a(values), b(values));
      }
      return left;
    }
    function choice() {
      const condition = level(0);
      if (!sign("?")) return condition;
      const yes = choice();
      if (!sign(":")) throw new Error("a : is missing");
      const no = choice();
      return (values) => (condition(values) ? yes(values) : no(values));
    }

    if (tokens.length === 0) throw new Error("nothing is written here");
    const value = choice();
    if (at < tokens.length) throw new Error(`"${tokens[at].sign ?? tokens[at].name ?? tokens[at].number}" is too much`);
    return { value, names: [...names] };
  }

  // Byte addresses of the lanes; null for one that does not take part. `names` has values for all names but i and lane.
  function addressesOf(index, takesPart, bytes, names) {
    const [place, condition] = [parse(index), parse(takesPart)];
    const addresses = [];
    for (let lane = 0; lane < lanes; ++lane) {
      const values = { ...names, i: lane, lane };
      for (const name of [...place.names, ...condition.names])
        if (values[name] === undefined) throw new Error(`what is ${name}?`);
      if (!condition.value(values)) {
        addresses.push(null);
        continue;
      }
      const element = place.value(values);
      if (element < 0) throw new Error(`lane ${lane} is at ${element}, before the beginning`);
      addresses.push(whole(element * bytes));
    }
    return addresses;
  }

  // ---- counting ----

  const unitsOf = (addresses, bytes, unitBytes) => {
    const units = new Set();
    for (const address of addresses)
      if (address !== null) for (let unit = Math.floor(address / unitBytes); unit <= Math.floor((address + bytes - 1) / unitBytes); ++unit) units.add(unit);
    return units;
  };
  const only = (addresses, lane, count) => addresses.map((address, each) => (each >= lane && each < lane + count ? address : null));
  const isIdle = (addresses) => addresses.every((address) => address === null);

  // Every lane wants the same as the one whose number differs in this bit, if that one takes part.
  const share = (addresses, bit) => addresses.every((address, lane) => address === null || addresses[lane ^ bit] === null || address === addresses[lane ^ bit]);

  // The banks serve 128 bytes a turn, twice as many of 8 or 16 a lane where neighbours share their elements.
  function groupsOf(addresses, bytes) {
    const lanesATurn = Math.min(lanes, turnBytes / bytes);
    const together = Math.min(lanes, 2 * lanesATurn);
    const groups = [];
    for (let first = 0; first < lanes; first += together) {
      const both = only(addresses, first, together);
      if (together === lanesATurn || share(both, 1) || share(both, 2)) groups.push(both);
      else groups.push(only(both, first, lanesATurn), only(both, first + lanesATurn, lanesATurn));
    }
    return groups;
  }

  // How many turns a group of lanes takes: different words of the busiest bank, or its lanes where each updates.
  function degreeOf(addresses, bytes, operation) {
    const wanted = new Array(banks).fill(0);
    if (operation === "atomic") for (const address of addresses) address !== null && ++wanted[Math.floor(address / wordBytes) % banks];
    else for (const word of unitsOf(addresses, bytes, wordBytes)) ++wanted[word % banks];
    return Math.max(...wanted);
  }

  // memory: "global" or "shared"; operation: "load", "store" or "atomic".
  function costOf(addresses, bytes, memory, operation) {
    const cost = { sectors: 0, idealSectors: 0, wavefronts: 0, idealWavefronts: 0, degree: 0 };
    if (memory === "global") {
      cost.sectors = unitsOf(addresses, bytes, sectorBytes).size;
      const different = new Set(addresses.filter((address) => address !== null)).size * bytes;
      cost.idealSectors = Math.min(cost.sectors, Math.ceil(different / sectorBytes));
      return cost;
    }
    for (const group of groupsOf(addresses, bytes)) {
      if (isIdle(group)) continue;
      const degree = degreeOf(group, bytes, operation);
      cost.wavefronts += degree;
      cost.idealWavefronts += 1;
      cost.degree = Math.max(cost.degree, degree);
    }
    return cost;
  }

  return { lanes, banks, sectorBytes, wordBytes, parse, addressesOf, unitsOf, groupsOf, costOf };
})();

if (typeof module !== "undefined") module.exports = lensCount;
