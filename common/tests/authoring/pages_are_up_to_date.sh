#!/bin/sh
# Generated parts of pages (programs, results, figures, exercises) are up to date, and the check reports one that is not.
set -eu
# shellcheck source=common/tests/authoring/support/python.sh
. "$SOURCE_DIR/common/tests/authoring/support/python.sh"
grep -q '"backends": .*"sim"' "$BUILD_DIR/tutorial.json" || exit 77
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/outputs"
OUTPUTS=$folder/outputs  # a `./tutorial run` takes half a minute
export OUTPUTS
author update_pages --check

# notices KIND PAGE CHANGE: only blocks of that kind are generated.
notices() {
  sed "$3" "$SOURCE_DIR/$2" >"$folder/page.md"
  ! cmp -s "$SOURCE_DIR/$2" "$folder/page.md" || { echo "$2 has no line for: $3"; exit 1; }
  ! author update_pages --check --only "$1" "$folder/page.md" >"$folder/message" 2>&1 || { echo "not noticed in $2: $3"; exit 1; }
  grep -q 'out of date' "$folder/message"
}
notices "output of ./tutorial run" README.md 's/^4 padded  *tile of 33.*$/4 padded  WRONG/'
notices "memory of" docs/pages/memory.md 's/ ns |/ us |/'
