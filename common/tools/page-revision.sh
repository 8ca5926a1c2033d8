#!/bin/sh
# Prints the revision of pages, which their translations name: the SHA-256 of the text without the blocks that scripts fill in.
#
#   common/tools/page-revision.sh PAGE.md …
set -eu
[ $# -gt 0 ] || { echo "usage: page-revision.sh PAGE.md …" >&2; exit 2; }
for page in "$@"; do
  [ -r "$page" ] || { echo "page-revision: cannot read $page" >&2; exit 2; }
  revision=$(awk '/^<!-- .*: begin -->$/ { inside = 1 } !inside { print } /^<!-- .*: end -->$/ { inside = 0 }' "$page" | sha256sum)
  echo "${revision%% *}  $page"
done
