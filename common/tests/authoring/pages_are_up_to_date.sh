#!/bin/sh
# What pages show of programs, results, figures and exercises is what scripts put there today. And this check notices if not.
set -eu
# shellcheck source=common/tests/authoring/support/python.sh
. "$SOURCE_DIR/common/tests/authoring/support/python.sh"
grep -q '"backends": .*"sim"' "$BUILD_DIR/tutorial.json" || exit 77
author update_pages --check

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
notices() {
  ! cmp -s "$SOURCE_DIR/$1" "$folder/page.md" || { echo "$1 has no line for: $2"; exit 1; }
  ! author update_pages --check "$folder/page.md" >"$folder/message" 2>&1 || { echo "not noticed in $1: $2"; exit 1; }
  grep -q 'out of date' "$folder/message"
}
for change in 's/^| \[transpose_padded\].*$/| [transpose_padded](x) | something else? |/' 's/^  padded  *one column.*ok$/  padded  WRONG/'; do
  sed "$change" "$SOURCE_DIR/README.md" >"$folder/page.md"
  notices README.md "$change"
done
sed 's/ ns |/ us |/' "$SOURCE_DIR/docs/pages/memory.md" >"$folder/page.md"
notices docs/pages/memory.md "another unit"
