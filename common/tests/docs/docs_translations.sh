#!/bin/sh
# Each translation names in its first lines the pages that it follows, with a date, and shows its reader that date above a link to the original.
# A page may change without its translation. The check reports a translation without the date.
# Needs: nothing
# Tier: quick
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# unsaid_in FOLDER: one line for each page in it that does not say what it translates, and of when.
unsaid_in() {
  for page in "$1"/*.md; do
    first=$(sed -n '1s/^<!-- translates: \(.*\), \([0-9]\{4\}-[0-9][0-9]-[0-9][0-9]\) -->$/\1 \2/p' "$page")
    [ -n "$first" ] || { echo "$page does not begin with <!-- translates: PAGE.md, DATE -->"; continue; }
    grep -qF "> 本页依据 ${first#* } 的[英文页](${first% *})翻译" "$page" || echo "$page has no banner that links ${first% *} and says ${first#* }"
    sed -n 's/^<!-- translates: \(.*\), .*/\1/p' "$page" | while read -r original; do
      [ -e "$1/$original" ] || echo "$page translates $original, which does not exist"
    done
  done
}

# planted SED-SCRIPT: of a right page that is changed so.
mkdir "$folder/zh"
echo '# A' >"$folder/a.md"
planted() {
  printf '<!-- translates: ../a.md, 2026-11-28 -->\n# B\n\n> 本页依据 2026-11-28 的[英文页](../a.md)翻译。\n' | sed "$1" >"$folder/zh/b.md"
  unsaid_in "$folder/zh"
}
said=$(planted '')
[ -z "$said" ] || { echo "a right translation is reported: $said"; exit 1; }
for fault in 1d '1s/, .* -->/ -->/' '1s/28/29/' '/^>/d' 's/a\.md/b2.md/'; do
  [ -n "$(planted "$fault")" ] || { echo "a translation with the fault $fault was not noticed"; exit 1; }
done

unsaid_in "$SOURCE_DIR/docs/zh" >"$folder/unsaid"
[ ! -s "$folder/unsaid" ] || { cat "$folder/unsaid"; exit 1; }
