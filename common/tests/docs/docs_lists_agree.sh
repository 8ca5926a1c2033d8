#!/bin/sh
# Facts that appear in several places agree: the script's verbs in its help and on a page; the pages and the menu; the number of tests in
# README and in tests.json. (pages_are_up_to_date compares a program's question in `list` and on its page.) Each page opens with a question
# and suggests what to try. The check reports pages that do not.
# Needs: nothing
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# chapter_pages ROOT: those of chapters, of their parts, and of what is past the core.
chapter_pages() { find "$1"/ch* -name README.md -not -path '*/exercises/*' -not -path '*/tests/*' | sort; }

# quick_tests GPU: how many tests of the quick tier need a GPU (true), or none (false). A build without nvcc, or with clang, has a few less.
quick_tests() { grep -c "\"tier\": \"quick\".*\"gpu\": $1" "$BUILD_DIR/tests.json" || true; }

# tells ROOT EXPRESSION COUNT: whether the number that README shows there is within 10 of the count
tells() {
  shown=$(sed -n "s/^$2.*/\1/p" "$1/README.md")
  [ -n "$shown" ] && [ "$shown" -ge $(($3 - 10)) ] && [ "$shown" -le $(($3 + 10)) ] ||
    echo "README.md: the output of ./tutorial test shows ${shown:-no number}, and tests.json has $3; replace it by what the command prints today"
}

# faults ROOT: one line for each.
faults() {
  tells "$1" '100% tests passed, 0 tests failed out of \([0-9]*\)' "$(quick_tests false)"
  [ "$(quick_tests true)" -eq 0 ] || tells "$1" '\([0-9]*\) GPU tests skipped' "$(quick_tests true)"

  for verb in $("$SOURCE_DIR/tutorial" help | sed -n 's/^  \([a-z][a-z]*\) .*  .*/\1/p'); do
    [ "$verb" = help ] || grep -rqF --include='*.md' "tutorial $verb" "$1/README.md" "$1/docs/pages" || echo "no page shows ./tutorial $verb"
  done

  for page in "$1"/docs/pages/*.md $(chapter_pages "$1"); do
    name=${page#"$1"/}
    case $name in
      ch*/*/README.md) linked=$(dirname "$(dirname "$page")")/README.md link="\]\((\./)?$(basename "$(dirname "$page")")[/)]" ;;
      *) linked=$1/docs/pages link="^- \[.*\]\((\.\./\.\./)?(${name#docs/pages/})\)" ;;
    esac
    # The first paragraph below the title, and the sections' headings.
    awk 'NR > 1 && NF { inside = 1; print; next } inside { exit }' "$page" | grep -q '?' || echo "$name: does not open with the question it answers"
    grep -qi '^#.*to try' "$page" || echo "$name: does not say what to try"
    [ "$name" = docs/pages/start.md ] || grep -rqE --include='*.md' "$link" "$linked" ||
      echo "$name: is in no menu: a chapter is in the list of docs/pages/start.md, a part is linked from its chapter's page"
  done
}

mkdir -p "$folder/tree/docs"
cp -R "$SOURCE_DIR/docs/pages" "$folder/tree/docs"
cp "$SOURCE_DIR/README.md" "$folder/tree"
for page in $(chapter_pages "$SOURCE_DIR"); do
  copy=$folder/tree/${page#"$SOURCE_DIR"/}
  mkdir -p "${copy%/*}"
  cp "$page" "$copy"
done
faults "$folder/tree" >"$folder/before"
printf '# Alone\n\nNo question.\n' >"$folder/tree/docs/pages/alone.md"
mkdir "$folder/tree/ch08_transpose/alone"
cp "$folder/tree/docs/pages/alone.md" "$folder/tree/ch08_transpose/alone/README.md"
sed -i 's/tests failed out of .*/tests failed out of 3014/' "$folder/tree/README.md"
sed -i 's/tutorial doctor/tutorial nurse/' "$folder/tree/README.md" "$folder/tree"/docs/pages/*.md
faults "$folder/tree" >"$folder/after"
[ "$(diff "$folder/before" "$folder/after" | grep -c '^>')" -eq 8 ] || { echo "eight faults were made, and these were noticed:"; diff "$folder/before" "$folder/after"; exit 1; }

[ ! -s "$folder/before" ] || { cat "$folder/before"; exit 1; }
