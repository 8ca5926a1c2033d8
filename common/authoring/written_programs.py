"""Programs that a page has its reader write: a block of C++ that begins with the file's name, and changes to it.

```cpp
// first.cu: what it does            the whole file
…
```

```diff
-  a line that goes                  a change: the lines that go stand in the file once, one below the other; what begins with a blank
+  a line that comes                 stays, and says where
```
"""

from __future__ import annotations

import re

from tree import Fault

_BLOCK = re.compile(r"^```(?P<kind>cpp|diff)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
_NAME = re.compile(r"// (\w+\.cu)\b")


def changed(source: str, change: str) -> str:
    """The source after one block of changes."""
    lines = change.splitlines(keepends=True)
    strange = [line for line in lines if line[0] not in "+- "]
    if strange:
        raise Fault(f"a change has lines that begin with +, - or a blank, unlike: {strange[0].strip()}")
    before = "".join(line[1:] for line in lines if line[0] in "- ")
    after = "".join(line[1:] for line in lines if line[0] in "+ ")
    at = ("\n" + source).find("\n" + before)
    if not before or at < 0 or ("\n" + source).find("\n" + before, at + 1) >= 0:
        raise Fault(f"a change applies to lines that stand in the program once, unlike:\n{before}")
    return source[:at] + after + source[at + len(before):]


def written_above(text: str, name: str) -> str:
    """The program of that name, as a reader has it who did everything that a page's text says."""
    source = ""
    last = ""  # the program to change: the one shown last
    for block in _BLOCK.finditer(text):
        if block["kind"] == "cpp":
            head = _NAME.match(block["text"])
            if head:
                last = head[1]
            if head and last == name:
                source = block["text"]
        elif last == name:
            source = changed(source, block["text"])
    if not source:
        raise Fault(f"no block of C++ above begins with // {name}")
    return source
