#!/bin/sh
# What is said in several places is the same there: a program's question in `list`, its head comment and its chapter's page; the script's verbs
# in its help and on a page; the pages and the menu. Each page opens with a question and says what to try. And this check notices if not.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$BUILD_DIR/bin/tutorial-driver" list --markdown | sed -n 's/^| \[\(.*\)\](\(.*\)) | \(.*\) |$/\1|\2|\3/p' >"$folder/programs"
[ -s "$folder/programs" ] || { echo "list --markdown has no programs"; exit 1; }

# faults ROOT: one line for each.
faults() {
  while IFS='|' read -r name source question; do
    page=${source%%/*}/README.md
    grep -qF "](${source#*/}) | $question |" "$1/$page" || echo "$page: no row of $name with its question: $question"
  done <"$folder/programs"

  for verb in $("$SOURCE_DIR/tutorial" help | sed -n 's/^  \([a-z][a-z]*\) .*  .*/\1/p'); do
    [ "$verb" = help ] || grep -rqF --include='*.md' "tutorial $verb" "$1/README.md" "$1/docs/pages" || echo "no page shows ./tutorial $verb"
  done

  for page in "$1"/docs/pages/*.md "$1"/ch*/README.md; do
    name=${page#"$1"/}
    # The first paragraph below the title, and the sections' headings.
    awk 'NR > 1 && NF { inside = 1; print; next } inside { exit }' "$page" | grep -q '?' || echo "$name: does not open with the question it answers"
    grep -qi '^#.*to try' "$page" || echo "$name: does not say what to try"
    [ "$name" = docs/pages/start.md ] || grep -rlE --include='*.md' "^- \[.*\]\((\.\./\.\./)?(${name#docs/pages/})\)" "$1"/docs/pages >/dev/null ||
      echo "$name: is in no menu, the list of docs/pages/start.md"
  done
}

mkdir -p "$folder/tree/docs"
cp -R "$SOURCE_DIR/docs/pages" "$folder/tree/docs"
cp "$SOURCE_DIR/README.md" "$folder/tree"
for chapter in "$SOURCE_DIR"/ch*; do
  mkdir "$folder/tree/${chapter##*/}"
  cp "$chapter/README.md" "$folder/tree/${chapter##*/}"
done
faults "$folder/tree" >"$folder/before"
printf '# Alone\n\nNo question.\n' >"$folder/tree/docs/pages/alone.md"
sed -i 's/how fast could a transpose be/how slow could it be/' "$folder/tree/ch08_transpose/README.md"
sed -i 's/tutorial doctor/tutorial nurse/' "$folder/tree/README.md" "$folder/tree"/docs/pages/*.md
faults "$folder/tree" >"$folder/after"
[ "$(diff "$folder/before" "$folder/after" | grep -c '^>')" -eq 5 ] || { echo "five faults were made, and these were noticed:"; diff "$folder/before" "$folder/after"; exit 1; }

[ ! -s "$folder/before" ] || { cat "$folder/before"; exit 1; }
