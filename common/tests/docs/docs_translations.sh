#!/bin/sh
# Every translation names the page that it follows, and that page's revision. Which are stale, this says, and counts as skipped: not everyone
# who mends a page can mend its translation. And this check notices what is stale.
# Needs: nothing
set -eu
# shellcheck source=common/tests/authoring/support/python.sh
. "$SOURCE_DIR/common/tests/authoring/support/python.sh"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# stale_in FOLDER: one line for each page in it whose original has changed; exit code 1 if one does not say what it translates.
stale_in() {
  for page in "$1"/*.md; do
    [ -e "$page" ] || continue
    line=$(head -n 1 "$page")
    original=$(printf '%s\n' "$line" | sed -n 's/^<!-- translates: \(.*\), revision [0-9a-f]\{64\} -->$/\1/p')
    if [ -z "$original" ] || [ ! -e "$1/$original" ]; then
      echo "$page begins with: $line, not with <!-- translates: PAGE.md, revision … -->" >&2
      return 1
    fi
    revision=$(author page_revision "$1/$original")
    case $line in *"revision ${revision%% *} -->") ;; *) echo "${page#"$SOURCE_DIR"/} follows an older revision of $original; it is now ${revision%% *}" ;; esac
  done
}

mkdir "$folder/zh"
printf '# A\n<!-- table: begin -->\n1\n<!-- table: end -->\n' >"$folder/a.md"
revision=$(author page_revision "$folder/a.md")
printf '<!-- translates: ../a.md, revision %s -->\n# B\n' "${revision%% *}" >"$folder/zh/a.md"
sed -i 's/^1$/2/' "$folder/a.md"
[ -z "$(stale_in "$folder/zh")" ] || { echo "a number that a script has put there makes a translation stale"; exit 1; }
sed -i 's/^# A$/# C/' "$folder/a.md"
[ -n "$(stale_in "$folder/zh")" ] || { echo "a stale translation was not noticed"; exit 1; }
echo '# no mark' >"$folder/zh/b.md"
! stale_in "$folder/zh" >/dev/null 2>&1 || { echo "a translation without a mark was not noticed"; exit 1; }

stale_in "$SOURCE_DIR/docs/zh" >"$folder/stale"
[ ! -s "$folder/stale" ] || { cat "$folder/stale"; exit 77; }
