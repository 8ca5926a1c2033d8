#!/bin/sh
# The README's map says what `list` says, and its table is what the command prints. And this check notices if not.
set -eu
grep -q '"backends": .*"sim"' "$BUILD_DIR/tutorial.json" || exit 77
update="$SOURCE_DIR/common/tools/update-readme.sh"
sh "$update" --check

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for change in 's/^| \[transpose_padded\].*$/| [transpose_padded](x) | something else? |/' 's/^  transpose_padded  *tile.*ok$/  transpose_padded  WRONG/'; do
  sed "$change" "$SOURCE_DIR/README.md" >"$folder/README.md"
  ! cmp -s "$SOURCE_DIR/README.md" "$folder/README.md" || { echo "the README has no line for: $change"; exit 1; }
  ! README="$folder/README.md" sh "$update" --check >/dev/null 2>&1 || { echo "not noticed: $change"; exit 1; }
done
