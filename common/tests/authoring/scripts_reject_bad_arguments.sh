#!/bin/sh
# Authors' scripts end with code 2 and one line for bad arguments, and --help lists the valid ones. Scripts that documentation starts by
# name are executable.
# Needs: nothing
set -eu
# shellcheck source=common/tests/authoring/support/python.sh
. "$SOURCE_DIR/common/tests/authoring/support/python.sh"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for words in "plot_bench --chek" "plot_bench bench.json" "plot_bench a b c" "plot_memory x" "draw_ideas --help-me" "record_pitfalls" "record_pitfalls gpu" \
  "update_pages --only nothing" "plot_bench nowhere.json folder" "detectors" "detectors --record --suite x"; do
  code=0
  # shellcheck disable=SC2086  # words
  author $words >"$folder/message" 2>&1 || code=$?
  [ "$code" -eq 2 ] || { echo "exit code $code, not 2: $words"; cat "$folder/message"; exit 1; }
  [ "$(wc -l <"$folder/message")" -eq 1 ] || { echo "not one line: $words"; cat "$folder/message"; exit 1; }
done
for script in "$SOURCE_DIR"/common/authoring/*.py; do
  grep -q '^def main' "$script" || continue
  name=$(basename "$script" .py)
  [ "$name" != nearest_peers ] || continue  # wants PyTorch
  author "$name" --help | grep -q "common/authoring/$name.py" || { echo "$name --help does not say how it is called"; exit 1; }
done

# cannot_start FOLDER: the scripts there that begin with #! and are not executable.
cannot_start() { for script in "$1"/*.py "$1"/*.sh; do [ "$(head -c 2 "$script")" != '#!' ] || [ -x "$script" ] || echo "$script"; done; }
mkdir "$folder/planted"
echo '#!/bin/sh' >"$folder/planted/one.sh"
echo 'import sys' >"$folder/planted/two.py"
[ "$(cannot_start "$folder/planted")" = "$folder/planted/one.sh" ] || { echo "not noticed: a script that cannot be started"; exit 1; }
cannot_start "$authoring" >"$folder/message"
[ ! -s "$folder/message" ] || { echo "these cannot be started, chmod +x:"; cat "$folder/message"; exit 1; }
