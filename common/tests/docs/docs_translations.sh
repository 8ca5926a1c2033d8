#!/bin/sh
# Every translation names, in its first lines, each page that it follows and that page's revision: a chapter's those of its parts, too. Which are
# stale, this says, and counts as skipped: not everyone who mends a page can mend its translation. And this check notices what is stale, and a
# part that no translation of its chapter names.
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

# unnamed ROOT: the pages of chapters, of their parts and of what is further that no translation names.
unnamed() {
  for page in "$1"/ch*/*.md "$1"/ch*/*/*.md "$1"/ch*/*/*/*.md; do
    case $page in *'*'* | */exercises/* | */tests/*) continue ;; esac
    grep -qF "<!-- translates: ../../${page#"$1"/}, revision " "$1"/docs/zh/*.md || echo "no translation names ${page#"$1"/}"
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

tree=$folder/tree
mkdir -p "$tree/ch05_a/part/exercises/x" "$tree/docs/zh"
for page in ch05_a/README.md ch05_a/part/README.md ch05_a/part/exercises/x/README.md; do echo '# A' >"$tree/$page"; done
revision=$(author page_revision "$tree/ch05_a/README.md")
printf '<!-- translates: ../../ch05_a/README.md, revision %s -->\n# B\n' "${revision%% *}" >"$tree/docs/zh/ch05.md"
[ "$(unnamed "$tree")" = "no translation names ch05_a/part/README.md" ] || { echo "a part without a translation was not noticed"; exit 1; }
sed -i "1a <!-- translates: ../../ch05_a/part/README.md, revision ${revision%% *} -->" "$tree/docs/zh/ch05.md"
[ -z "$(unnamed "$tree")$(stale_in "$tree/docs/zh")" ] || { echo "a page that names two originals is not understood"; exit 1; }
echo 'more' >>"$tree/ch05_a/part/README.md"
[ "$(stale_in "$tree/docs/zh" | wc -l)" -eq 1 ] || { echo "a part that has changed was not noticed"; exit 1; }

unnamed "$SOURCE_DIR" >"$folder/unnamed"
[ ! -s "$folder/unnamed" ] || { cat "$folder/unnamed"; exit 1; }
stale_in "$SOURCE_DIR/docs/zh" >"$folder/stale"
[ ! -s "$folder/stale" ] || { cat "$folder/stale"; exit 77; }
