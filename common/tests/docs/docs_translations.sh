#!/bin/sh
# Every translation names, in its first lines, each page that it follows and that page's revision. Stale translations are listed, and the test
# counts as skipped: whoever corrects a page need not be able to correct its translation. And this check notices a stale translation.
# Needs: nothing
set -eu
# shellcheck source=common/tests/authoring/support/python.sh
. "$SOURCE_DIR/common/tests/authoring/support/python.sh"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# stale_in FOLDER: one line for each page in it of which an original has changed; exit code 1 if one does not say what it translates.
stale_in() {
  for page in "$1"/*.md; do
    [ -e "$page" ] || continue
    sed '/^<!-- translates: /!q' "$page" | grep '^<!-- translates: ' >"$folder/lines" || head -n 1 "$page" >"$folder/lines"
    while read -r line; do
      original=$(printf '%s\n' "$line" | sed -n 's/^<!-- translates: \(.*\), revision [0-9a-f]\{64\} -->$/\1/p')
      if [ -z "$original" ] || [ ! -e "$1/$original" ]; then
        echo "$page begins with: $line, not with <!-- translates: PAGE.md, revision … -->" >&2
        return 1
      fi
      revision=$(author page_revision "$1/$original")
      case $line in *"revision ${revision%% *} -->") ;; *) echo "${page#"$SOURCE_DIR"/} follows an older revision of $original; it is now ${revision%% *}" ;; esac
    done <"$folder/lines"
  done
}

mkdir "$folder/zh"
printf '# A\n<!-- table: begin -->\n1\n<!-- table: end -->\n<!-- run: ./tutorial list -->\n```text\n1\n```\n' >"$folder/a.md"
revision=$(author page_revision "$folder/a.md")
printf '<!-- translates: ../a.md, revision %s -->\n# B\n' "${revision%% *}" >"$folder/zh/a.md"
sed -i 's/^1$/2/' "$folder/a.md"
[ -z "$(stale_in "$folder/zh")" ] || { echo "a number that a script has put there makes a translation stale"; exit 1; }
sed -i 's/^# A$/# C/' "$folder/a.md"
[ -n "$(stale_in "$folder/zh")" ] || { echo "a stale translation was not noticed"; exit 1; }
echo '# no mark' >"$folder/zh/b.md"
! stale_in "$folder/zh" >/dev/null 2>&1 || { echo "a translation without a mark was not noticed"; exit 1; }

cp "$folder/zh/a.md" "$folder/zh/b.md"
[ "$(stale_in "$folder/zh" | wc -l)" -eq 2 ] || { echo "of two stale translations one was not noticed"; exit 1; }

stale_in "$SOURCE_DIR/docs/zh" >"$folder/stale"
[ ! -s "$folder/stale" ] || { cat "$folder/stale"; exit 77; }
