#!/bin/sh
# What docs/pages shows of recorded results is what docs/results holds; the script that fills it in notices if not.
set -eu
command -v jq >/dev/null || { echo "jq is not installed"; exit 77; }
sh "$SOURCE_DIR/common/tools/update-pages.sh" --check

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder/docs" "$folder/common"
cp -R "$SOURCE_DIR/docs/pages" "$SOURCE_DIR/docs/results" "$folder/docs"
cp -R "$SOURCE_DIR/common/tools" "$folder/common"
for chapter in "$SOURCE_DIR"/ch*; do ln -s "$chapter" "$folder/${chapter##*/}"; done
sed -i 's/ ns |/ us |/' "$folder/docs/pages/memory.md"
! sh "$folder/common/tools/update-pages.sh" --check >"$folder/message" 2>&1 || { echo "a changed page was not noticed"; exit 1; }
grep -q 'out of date' "$folder/message"
