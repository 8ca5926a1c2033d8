#!/bin/sh
# Uses the field's names: CONTRIBUTING.md lists them, and the words that they replaced. This gate looks for those identifiers in
# programs, headers and exercises, and for fixed phrases everywhere; prose.py looks for awkward wording in pages, head comments and messages.
# Needs: nothing
# Tier: quick
set -eu
# shellcheck source=common/tests/gates/support/tree.sh
. "$SOURCE_DIR/common/tests/gates/support/tree.sh"

# The word, and an expression that finds what it replaced: in code without its comments, or in all text.
in_code='items per thread|(unsigned|int|size_t|uint32_t)[ ]+each\>|\[each\]|<each[,>]|\<each \* |\* each\>
resident blocks|\<Places places ?[={]|::places\(|\<places\.(blocks|multiprocessors)|\<(blocks|warps)_?places\>|max_places
lane offset|(unsigned|int|size_t|uint32_t)[ ]+(lanes_)?apart\>|\[(lane|i|t) \+ apart\]|apart (/=|>>=|\*=|<<=)
min3|\<of_three\>|\<minimum_of_three\>'
in_text='integer|[Ww]hole[ _-]numbers?\>'

search() {  # WORD EXPRESSION TEXT-OF-FILES: FILE:LINE:text on standard input
  grep -E -e "$2" | sed "s/\$/   (say: $1)/"
}

# The lines of C++ and CUDA of chapters, without comments and strings, each with its place; and of all files with text, as they are.
code_lines() {
  files '*.cu' '*.cuh' '*.hpp' '*.cpp' | grep '^ch[0-9]' >"$folder/files" || return 0
  (cd "$tree" && xargs awk '{ sub(/\/\/.*/, ""); gsub(/"[^"]*"/, "\"\""); if (NF) print FILENAME ":" FNR ":" $0 }' <"$folder/files")
}
text_lines() {
  files '*.cu' '*.cuh' '*.hpp' '*.cpp' '*.md' '*.json' '*.sh' '*.py' '*.txt' | grep -E '^(ch[0-9]|common/|docs/|README|CONTRIBUTING)' |
    grep -vE '^docs/zh/|^common/tests/gates/gate_words\.sh$|^CONTRIBUTING\.md$' >"$folder/files" || return 0
  (cd "$tree" && xargs awk '{ print FILENAME ":" FNR ":" $0 }' <"$folder/files")
}

# In the table of words alone CONTRIBUTING.md has the old ones.
said_right() {
  code_lines >"$folder/code"
  text_lines >"$folder/text"
  {
    printf '%s\n' "$in_code" | while IFS='|' read -r word expression; do search "$word" "$expression" <"$folder/code"; done
    printf '%s\n' "$in_text" | while IFS='|' read -r word expression; do search "$word" "$expression" <"$folder/text"; done
  } | sort -u >"$folder/wrong"
  [ ! -s "$folder/wrong" ] || { cut -c1-200 "$folder/wrong"; return 1; }
}

for line in 'constexpr unsigned each = 4;' 'float sum[each][each] = {};' 'const Places places = ch07::places(kernel);' 'run(places.blocks);' \
  'for (int apart = 16; apart > 0; apart /= 2) {' 'filter<of_three>(x);' '// They are whole numbers.'; do
  new_tree
  plant ch01_one/01_a.cu "$line"
  must_find ch01_one/01_a.cu:1 said_right
done
new_tree
plant docs/pages/a.md 'A whole number of blocks.'
must_find '(say: integer)' said_right
new_tree
plant ch01_one/01_a.cu '// The lanes lie a row apart, each in its places; int each
for (const auto& each : all) swap_places(each, "int apart");'
must_pass said_right

real_tree
printf '%s\n%s\n' "$in_code" "$in_text" | cut -d '|' -f 1 | while read -r word; do
  grep -q "^| .*$word.* |" "$SOURCE_DIR/CONTRIBUTING.md" || { echo "CONTRIBUTING.md does not list: $word"; exit 1; }
done
said_right

# prose.py: a page, a head comment and a message with two findings are reported; a page with one is not.
if python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))' 2>/dev/null && git -C "$SOURCE_DIR" rev-parse --show-toplevel >/dev/null 2>&1; then
  prose() { python3 "$SOURCE_DIR/common/tests/gates/prose.py" "$@"; }
  new_tree
  git -C "$tree" init -q
  plant docs/pages/a.md 'The guard wants a thread a point.'
  plant docs/pages/b.md 'The guard wants it. `Nobody wants it.`'
  plant ch01_one/01_a.cu '// a: what does a thread a point cost, and who mends it?'
  plant common/driver/a.cpp 'say("it wants a GPU, and 5 % of it");'
  git -C "$tree" add -A
  for file in docs/pages/a.md ch01_one/01_a.cu common/driver/a.cpp; do
    prose "$tree" >"$folder/found" || grep -q "^$file: 2 findings" "$folder/found" || { echo "not noticed: awkward wording in $file"; exit 1; }
  done
  [ "$(grep -c '^[^ ]' "$folder/found")" -eq 3 ] || { echo "too much is noticed:"; cat "$folder/found"; exit 1; }
  prose "$SOURCE_DIR"
fi
