#!/bin/sh
# The site as a reader sees it, in light, dark, and as narrow as a phone: browser.py says what is looked at. And this check notices faults.
set -eu
python=$(command -v python3) || { echo "skipped: Python 3 is not installed"; exit 77; }
[ -e "$BUILD_DIR/docs/html/index.html" ] || { echo "skipped: there is no site in $BUILD_DIR/docs (Doxygen is not installed)"; exit 77; }
grep -q doxygen-awesome "$BUILD_DIR/docs/html/index.html" || { echo "skipped: the site is plain (doxygen-awesome-css is not installed)"; exit 77; }
browser="$SOURCE_DIR/common/tests/docs/browser.py"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/index.html" <<'END'
<html><head><title></title></head><body><div class="contents"><h1>First</h1><h3 style="width: 2000px">Third</h3>
<p style="color: #aaa; background: #fff">pale</p><a href="x.html"></a><div class="figure"><svg></svg></div><img src="gone.png" alt=""/><input id="site-search"/>
<script>console.error("unhappy")</script></div></body></html>
END
status=0
"$python" "$browser" "$folder" >"$folder/said" || status=$?
[ $status -ne 77 ] || { cat "$folder/said"; exit 77; }
for fault in "scrolls sideways" "contrast 2" 'heading "Third" of level 3' "no language" "no title" "a link without a text" "a figure without a text" \
  "does not load" "unhappy" 'does not find "bank conflict"'; do
  grep -qF "$fault" "$folder/said" || { echo "not noticed: $fault, in:"; cat "$folder/said"; exit 1; }
done

exec "$python" "$browser" "$BUILD_DIR/docs/html"
