#!/bin/sh
# The site in a browser, light and dark, at the widths of a phone, a laptop and a wider window: browser.py lists the checks, and reports faults.
# Tier: nightly
set -eu
python=$(command -v python3) || { echo "skipped: Python 3 is not installed"; exit 77; }
[ -e "$BUILD_DIR/docs/html/index.html" ] || { echo "skipped: there is no site in $BUILD_DIR/docs (Doxygen is not installed)"; exit 77; }
browser="$SOURCE_DIR/common/tests/docs/browser.py"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/index.html" <<'END'
<html><head><title></title><meta name="viewport" content="width=device-width, initial-scale=1, minimum-scale=1"/></head><body><div class="contents"><h1>First</h1><h3 style="width: 2000px">Third</h3>
<p style="color: #aaa; background: #fff">pale</p><a href="x.html"></a><figure><img src="gone.png" alt=""/></figure>
<p style="width: 90rem">Long lines. Long lines. Long lines. Long lines. Long lines. Long lines. Long lines. Long lines. Long lines. Long lines. Long lines. Long
lines.<br/>x<br/>x<br/>x<br/>x</p><p id="head" style="position: fixed">stays</p><pre class="fragment" style="margin: 3rem">code</pre>
<div class="fragment" style="white-space: pre"><div class="line">one</div>
<div class="line">two</div></div>
<table class="markdownTable"><tr><td><div style="width: 600px">x</div></td><td class="markdownTableBodyRight">1</td></tr></table>
<script>console.error("unhappy")</script></div></body></html>
END
status=0
"$python" "$browser" "$folder" >"$folder/said" || status=$?
[ $status -ne 77 ] || { cat "$folder/said"; exit 77; }
for fault in "scrolls sideways" "contrast 2" 'heading "Third" of level 3' "no language" "no title" "a link without a text" "a figure without a text" \
  "does not load" "unhappy" "has no search" "no lens on a page" "stays on the screen: head" "does not begin at the edge" "numbers are out of sight" \
  "empty lines in code: two"; do
  grep -qF "$fault" "$folder/said" || { echo "not noticed: $fault, in:"; cat "$folder/said"; exit 1; }
done
grep -q '^without axe' "$folder/said" || grep -q ': axe: ' "$folder/said" || { echo "not noticed by axe: anything of this page"; cat "$folder/said"; exit 1; }

exec "$python" "$browser" "$BUILD_DIR/docs/html"
