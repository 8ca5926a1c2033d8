"""Where code for the device, and the host's calls for it, can be made wrong: what mutate.py compiles and runs.

Every fault of a file goes into one program, which has all of them and chooses one when it starts (mutants.hpp): a program is
compiled once. The sources are formatted by clang-format: an operator with a blank on both sides has two operands.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

TOKEN = re.compile(
    r'//[^\n]*|/\*.*?\*/|^[ \t]*#(?:[^\n]*\\\n)*[^\n]*|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)+\''
    r"|0[xX][0-9a-fA-F.]+[pP][+-]?\d+[fFlL]?|0[xX][0-9a-fA-F']+[uUlL]*|(?:\d[\d']*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[uUlLfF]*|[A-Za-z_]\w*"
    r"|<<<|>>>|<<=|>>=|->|\+\+|--|::|&&|\|\||[-+*/%&|^<>=!]=|<<|>>|\S",
    re.DOTALL | re.MULTILINE)
OPERATORS = {"+": ("Plus", "-"), "-": ("Minus", "+"), "*": ("Times", "+"), "/": ("Over", "*"), "%": ("Modulo", "/"), "<": ("Less", "<="),
             "<=": ("NotMore", "<"), ">": ("Greater", ">="), ">=": ("NotLess", ">"), "==": ("Equal", "!="), "!=": ("Unequal", "=="),
             "&": ("And", "|"), "|": ("Or", "&"), "^": ("Xor", "&"), "<<": ("Left", ">>"), ">>": ("Right", "<<")}
ENDS_OPERAND = {"&&", "||", "?", ":", ",", ";", "=", "return"}
OPENING = {"(": ")", "[": "]", "{": "}"}
KEYWORDS = {"return", "if", "else", "for", "while", "do", "switch", "case", "default", "using", "static_assert", "const", "constexpr", "goto",
            "template", "typename", "static", "extern", "struct", "class", "auto", "unsigned", "asm", "namespace", "public", "private"}
AXES = {"threadIdx", "blockIdx", "blockDim", "gridDim"}


@dataclass(frozen=True)
class Mutant:
    number: int
    line: int
    kind: str
    text: str  # what it replaces by what
    edits: tuple[tuple[int, int, str], ...]  # from, to, replacement; from == to inserts


@dataclass(frozen=True)
class Token:
    text: str
    begin: int
    end: int

    @property
    def word(self) -> bool:
        return self.text[0].isalpha() or self.text[0] == "_"


class Finder:
    """The mutants of one source."""

    def __init__(self, source: str, first: int = 1):
        self.source = source
        self.tokens = [Token(match[0].lstrip(" \t"), match.end() - len(match[0].lstrip(" \t")), match.end()) for match in TOKEN.finditer(source)
                       if not match[0].lstrip().startswith(("//", "/*", "#"))]
        self.partner: dict[int, int] = {}
        opened: list[int] = []
        for i, token in enumerate(self.tokens):
            if token.text in OPENING:
                opened.append(i)
            elif token.text in OPENING.values() and opened:
                self.partner[i] = opened.pop()
                self.partner[self.partner[i]] = i
        self.mutants: list[Mutant] = []
        self.first = first

    def text(self, i: int) -> str:
        return self.tokens[i].text if 0 <= i < len(self.tokens) else ""

    def code(self, begin: int, end: int) -> str:
        """The source of some tokens, in one line and without comments."""
        pieces = []
        for i in range(begin, end):
            between = self.source[self.tokens[i - 1].end:self.tokens[i].begin] if i > begin else ""
            pieces += [" " if re.search(r"\s", between) else "", self.text(i)]
        return "".join(pieces)

    def beside(self, i: int) -> str:
        """The context of a token, in its line."""
        begin, end = self.source.rfind("\n", 0, self.tokens[i].begin), self.source.find("\n", self.tokens[i].end)
        shown = [k for k in range(max(i - 4, 0), min(i + 5, len(self.tokens))) if begin < self.tokens[k].begin < end]
        return self.code(shown[0], shown[-1] + 1)

    def add(self, i: int, kind: str, text: str, *edits: tuple[int, int, str]) -> None:
        number = self.first + len(self.mutants)
        place = self.tokens[i].begin
        line = self.source.count("\n", 0, place) + 1
        self.mutants.append(Mutant(number, line, kind, text, tuple((begin, end, new.replace("@", str(number))) for begin, end, new in edits)))

    def around(self, begin: int, end: int, before: str, after: str) -> tuple[tuple[int, int, str], tuple[int, int, str]]:
        first, last = self.tokens[begin].begin, self.tokens[end - 1].end
        return (first, first, before), (last, last, after)

    def bodies(self) -> list[tuple[int, int]]:
        """The bodies of functions for the device, without their braces."""
        found = []
        for i, token in enumerate(self.tokens):
            if token.text not in ("__global__", "__device__") or (found and i < found[-1][1]):
                continue
            j = i + 1
            while j < len(self.tokens) and self.text(j) not in ("{", ";", "="):
                j = self.partner.get(j, j) + 1 if self.text(j) in ("(", "[") else j + 1
            if self.text(j) == "{" and (not found or found[-1][0] != j + 1):
                found.append((j + 1, self.partner[j]))
        return found

    def find(self) -> list[Mutant]:
        inside = self.bodies()
        for begin, end in inside:
            self.body(begin, end)
        for i in range(len(self.tokens)):
            if not any(begin <= i < end for begin, end in inside):
                self.host(i)
        return self.mutants

    def body(self, begin: int, end: int) -> None:
        two_dimensional = re.search(r"\b(threadIdx|blockIdx)\.y", self.code(begin, end)) is not None if end > begin else False
        i = begin
        while i < end:
            if self.starts_statement(i):
                after = self.skipped(i, end)
                if after is not None:
                    i = after
                    continue
                self.statement(i)
            self.condition(i)
            self.operator(i)
            self.constant(i)
            if two_dimensional:
                self.axis(i)
            self.subscripts(i)
            if self.text(i) == "[" and self.declares_array(i):
                i = self.partner[i]
            i += 1

    def starts_statement(self, i: int) -> bool:
        before = self.text(i - 1)
        if before == "{" and self.initialises(i - 1):
            return False
        if before == ")":
            return self.text(self.partner[i - 1] - 1) in ("if", "for", "while", "constexpr")
        if before == "}" and self.initialises(self.partner[i - 1]):
            return False
        return before in (";", "{", "}", "else", "do") and not (before == ";" and self.in_parentheses(i))

    def initialises(self, i: int) -> bool:
        """Whether this brace opens `T{…}` or `= {…}`, not a block."""
        before = self.tokens[i - 1]
        return before.text in ("=", ">", ",", "(") or (before.word and before.text not in ("else", "do", "const", "noexcept", "mutable"))

    def in_parentheses(self, i: int) -> bool:
        depth = i - 1
        while depth >= 0:
            if self.text(depth) in (")", "]", "}"):
                depth = self.partner[depth]
            elif self.text(depth) in OPENING:
                return self.text(depth) != "{"
            depth -= 1
        return False

    def end_of_statement(self, i: int) -> int:
        while self.text(i) not in (";", "") and self.text(i) != "}":
            i = self.partner[i] + 1 if self.text(i) in OPENING else i + 1
        return i

    def skipped(self, i: int, end: int) -> int | None:
        """After a statement whose value the compiler must know."""
        words = {self.text(i), self.text(i + 1)}
        if words & {"constexpr", "static_assert", "using", "__shared__", "case"} and self.text(i) != "if":
            return self.end_of_statement(i) + 1 if self.text(i) != "case" else self.after_label(i, end)
        if self.text(i) == "if" and self.text(i + 1) == "constexpr":
            return self.partner[i + 2] + 1
        if self.text(i) == "asm":
            stop = self.end_of_statement(i)
            self.remove(i, stop)
            return stop + 1
        return None

    def after_label(self, i: int, end: int) -> int:
        while i < end and self.text(i) != ":":
            i += 1
        return i + 1

    def statement(self, i: int) -> None:
        stop = self.end_of_statement(i)
        if self.text(stop) != ";" or stop == i or self.text(i) in ("if", "for", "while", "do", "else", "switch"):
            return
        if self.text(i) in ("break", "continue"):
            self.remove(i, stop)
            return
        name = i
        while self.text(name + 1) == "::":
            name += 2
        expression = self.text(i) in ("*", "++", "--") or (
            self.tokens[i].word and self.text(i) not in KEYWORDS and
            (self.text(self.after_arguments(name + 1)) in ("(", "[", ".", "->", "++", "--") or
             re.fullmatch(r"(<<|>>|[-+*/%&|^])?=", self.text(name + 1))))
        if expression:
            self.remove(i, stop)
        assigned = self.assignment(i, stop)
        if assigned is None or self.text(assigned + 1) == "{" or self.text(i) == "return":
            return
        declared = self.code(i, assigned)
        if not re.search(r"[&*]", declared) or expression:
            self.add(i, "type narrowed", f"{declared} {self.text(assigned)} … in half of the bits",
                     *self.around(assigned + 1, stop, "mutants::narrow(@, ", ")"))

    def after_arguments(self, i: int) -> int:
        """After `<…>`, the arguments of a template, or here: `f<4>(x);` is a call, `T<4> x;` declares a name that is needed later."""
        depth = 0
        while self.text(i) not in (";", ""):
            depth += {"<": 1, ">": -1, ">>": -2}.get(self.text(i), 0)
            if depth <= 0:
                return i + 1 if self.text(i) in (">", ">>") else i
            i += 1
        return i

    def assignment(self, i: int, stop: int) -> int | None:
        while i < stop:
            if self.text(i) in ("=", "+=", "-="):
                return i
            i = self.partner[i] + 1 if self.text(i) in OPENING else i + 1
        return None

    def remove(self, i: int, stop: int) -> None:
        code = self.code(i, stop + 1)
        kind = "barrier or fence removed" if re.search(r"sync|fence", code) and "shfl" not in code else "statement removed"
        self.add(i, kind, f"{code} removed", *self.around(i, stop + 1, "{ if (!mutants::on(@)) ", " }"))

    def condition(self, i: int) -> None:
        text = self.text(i)
        if text in ("if", "while") and self.text(i + 1) == "(":
            begin, end = i + 2, self.partner[i + 1]
            if any(self.text(k) in (";", "=") for k in range(begin, end)):
                return
            code = self.code(begin, end)
            if text == "if":
                self.add(i, "condition", f"if ({code}) always", *self.around(begin, end, "mutants::on(@) || (", ")"))
            self.add(i, "condition", f"{text} ({code}) never", *self.around(begin, end, "!mutants::on(@) && (", ")"))
        if text in ("&&", "||") and self.spaced(i):
            left, right = i, i + 1
            while left > 0 and self.text(left - 1) not in ENDS_OPERAND and self.text(left - 1) not in OPENING:
                left = self.partner[left - 1] if self.text(left - 1) in OPENING.values() else left - 1
            while self.text(right) not in ENDS_OPERAND and self.text(right) not in OPENING.values() and self.text(right) != "":
                right = self.partner[right] + 1 if self.text(right) in OPENING else right + 1
            before = "(mutants::on(@) || (" if text == "&&" else "(!mutants::on(@) && ("
            self.add(i, "condition", f"{self.code(left, right)} without its left side", *self.around(left, i, before, "))"))
            self.add(i, "condition", f"{self.code(left, right)} without its right side", *self.around(i + 1, right, before, "))"))

    def spaced(self, i: int) -> bool:
        token = self.tokens[i]
        return self.source[token.begin - 1].isspace() and self.source[token.end:token.end + 1].isspace()

    def operator(self, i: int) -> None:
        text = self.text(i)
        if text not in OPERATORS or not self.spaced(i) or self.text(i - 1) in ("(", ",", "=", "return", "operator"):
            return
        name, other = OPERATORS[text]
        token = self.tokens[i]
        context = self.beside(i)
        if text == "*":
            # One more number, for the same proxy: the product in half the bits.
            self.add(i, "operator", f"{context}: * to +", (token.begin, token.end, "* mutants::Times{@} *"))
            self.add(i, "type narrowed", f"{context}: * in half of the bits")
        else:
            self.add(i, "operator", f"{context}: {text} to {other}", (token.begin, token.end, f"{text} mutants::{name}{{@}} {text}"))

    def constant(self, i: int) -> None:
        text = self.text(i)
        if not re.match(r"\d|\.\d", text):
            return
        plain = re.sub(r"[']", "", text)
        if re.fullmatch(r"(0[xX][0-9a-fA-F]+|\d+)[uUlL]*", plain):
            number, suffix = re.fullmatch(r"(0[xX][0-9a-fA-F]+|\d+)([uUlL]*)", plain).groups()
            value = int(number, 0) if not re.fullmatch(r"0\d+", number) else int(number, 8)
            others = [f"{value + 1}{suffix}"] if value == 0 else [f"{value - 1}{suffix}", f"{value + 1}{suffix}"]
            if value >= 2**32 - 1:
                others.pop()
        else:
            others = [f"({text} + 1)"]
        begin, end = self.tokens[i].begin, self.tokens[i].end
        kind = self.braced_type(i)
        for other in others:
            new = f"(mutants::on(@) ? {other} : {{}})" if kind is None else f"(mutants::on(@) ? {kind}({other}) : {{}})"
            self.add(i, "constant", f"{self.beside(i)}: {text} to {other}", (begin, end, new))

    def braced_type(self, i: int) -> str | None:
        """The type in `T{0}`, which does not accept a non-constant int."""
        if self.text(i - 1) != "{" or self.text(i + 1) != "}" or not self.tokens[i - 2].word:
            return None
        begin = i - 2
        while self.text(begin - 1) == "::":
            begin -= 2
        return self.code(begin, i - 1)

    def axis(self, i: int) -> None:
        if self.text(i) in AXES and self.text(i + 1) == "." and self.text(i + 2) in ("x", "y"):
            other = "y" if self.text(i + 2) == "x" else "x"
            self.add(i, "index swapped", f"{self.code(i, i + 3)} to .{other}",
                     (self.tokens[i].begin, self.tokens[i + 2].end, f"(mutants::on(@) ? {self.text(i)}.{other} : {self.code(i, i + 3)})"))

    def subscripts(self, i: int) -> None:
        if self.text(i) != "[" or self.text(self.partner[i] + 1) != "[" or self.declares_array(i) or not self.tokens[i - 1].word:
            return
        first, second = (i + 1, self.partner[i]), (self.partner[i] + 2, self.partner[self.partner[i] + 1])
        one, two = self.code(*first), self.code(*second)
        if one != two:
            self.add(i, "index swapped", f"{self.text(i - 1)}[{one}][{two}] to [{two}][{one}]",
                     *self.around(*first, f"mutants::on(@) ? ({two}) : (", ")"), *self.around(*second, f"mutants::on(@) ? ({one}) : (", ")"))

    def declares_array(self, i: int) -> bool:
        """Whether this bracket belongs to `T name[…]`."""
        if self.text(i - 1) == "]":
            return self.declares_array(self.partner[i - 1])
        before = self.text(i - 2)
        return self.tokens[i - 1].word and bool(before) and (before == ">" or self.tokens[i - 2].word) and before not in ("return", "else")

    def host(self, i: int) -> None:
        """Host code for the device: copies, initial values, launches, and calls that fail."""
        text = self.text(i)
        if text in ("CUDA_CHECK", "CUDA_CHECK_LAUNCH") and self.text(i + 1) == "(":
            end = self.partner[i + 1]
            if text == "CUDA_CHECK":
                self.add(i, "call fails", f"{self.code(i + 2, end)} fails",
                         *self.around(i + 2, end, "mutants::on(@) ? cudaErrorUnknown : (", ")"))
            elif self.text(end + 1) == ";":
                self.add(i, "call fails", "the launch above fails", *self.around(i, end + 2, "{ if (mutants::on(@)) mutants::fail(); ", " }"))
        if text in ("cudaMemcpy", "cudaMemset", "cudaMemcpyAsync", "cudaMemsetAsync") and self.text(i + 1) == "(":
            arguments = self.arguments(i + 1)
            if len(arguments) >= 3:
                begin, end = arguments[2]
                self.add(i, "copy", f"{text}: half of {self.code(begin, end)}", *self.around(begin, end, "(", ") / (mutants::on(@) ? 2 : 1)"))
                if "Memset" in text:
                    begin, end = arguments[1]
                    self.add(i, "initial value", f"{text} to 1 instead of {self.code(begin, end)}",
                             *self.around(begin, end, "mutants::on(@) ? 1 : (", ")"))
        if text == "<<<":
            end = next((k for k in range(i, len(self.tokens)) if self.text(k) == ">>>"), None)
            begin = i
            while begin > 0 and self.text(begin - 1) not in (";", "{", "}", ")"):
                begin -= 1
            if end is not None and self.text(end + 1) == "(" and self.text(self.partner[end + 1] + 1) == ";":
                stop = self.partner[end + 1] + 1
                self.add(begin, "statement removed", f"{self.code(begin, stop + 1)} removed",
                         *self.around(begin, stop + 1, "{ if (!mutants::on(@)) ", " }"))

    def arguments(self, i: int) -> list[tuple[int, int]]:
        found, begin, k = [], i + 1, i + 1
        while k <= self.partner[i]:
            if self.text(k) == "," or k == self.partner[i]:
                found.append((begin, k))
                begin = k + 1
            k = self.partner[k] + 1 if self.text(k) in OPENING else k + 1
        return found


def apply(source: str, mutants: list[Mutant]) -> str:
    """The source with all of these mutants; outer ones are applied before inner ones."""
    edits = [(edit, mutant.number) for mutant in mutants for edit in mutant.edits]
    replaced: dict[tuple[int, int], str] = {}
    opening: dict[int, list[tuple[int, str]]] = {}
    closing: dict[int, list[tuple[int, str]]] = {}
    for mutant in mutants:
        inserts = [edit for edit in mutant.edits if edit[0] == edit[1]]
        for first, last in zip(inserts[::2], inserts[1::2]):
            length = last[0] - first[0]
            opening.setdefault(first[0], []).append((length, first[2]))
            closing.setdefault(last[0], []).append((length, last[2]))
    for (begin, end, new), _ in edits:
        if begin != end:
            old = replaced.get((begin, end), source[begin:end])
            replaced[begin, end] = new.replace("{}", old)
    pieces, position = [], 0
    places = sorted(set(opening) | set(closing) | {place for span in replaced for place in span})
    spans = dict(replaced.keys())
    for place in places:
        if place < position:
            continue
        pieces.append(source[position:place])
        position = place
        for _, text in sorted(closing.get(place, []), key=lambda entry: entry[0]):
            pieces.append(text)
        for _, text in sorted(opening.get(place, []), key=lambda entry: -entry[0]):
            pieces.append(text)
        if place in spans:
            pieces.append(replaced[place, spans[place]])
            position = spans[place]
    pieces.append(source[position:])
    return "".join(pieces)
