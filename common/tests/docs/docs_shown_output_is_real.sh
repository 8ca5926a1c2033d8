#!/bin/sh
# Output shown below a command on a page is what the command prints on the simulator, and the check reports a difference.
set -eu
# shellcheck source=common/tests/authoring/support/python.sh
. "$SOURCE_DIR/common/tests/authoring/support/python.sh"
grep -q '"backends": .*"sim"' "$BUILD_DIR/tutorial.json" || exit 77
author shown_commands --check

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
page=$folder/page.md
printf '<!-- run: ./tutorial list | head -n 1 -->\n```text\n$ ./tutorial list\nsomething else\n```\n' >"$page"
! author shown_commands --check "$page" >/dev/null 2>&1 || { echo "another output was not noticed"; exit 1; }
author shown_commands "$page"
author shown_commands --check "$page" || { echo "what it wrote is not what it wants"; exit 1; }
grep -qxF '$ ./tutorial list' "$page" || { echo "the command was lost"; exit 1; }
grep -q '^ch05' "$page" || { echo "no output was written"; cat "$page"; exit 1; }
