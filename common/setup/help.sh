# shellcheck shell=sh disable=SC2154
# Part of the script `tutorial`, which sources it: the introduction, and the verb `help`. Both fit the terminal.

# is_verb WORD
is_verb() { awk -v verb="$1" '/^[a-z]/ && $1 == verb { found = 1 } END { exit !found }' "$setup/usage.txt"; }

# usage [VERB]: the list of all verbs and options with their summaries, or all paragraphs of one verb.
usage() {
  find_columns 1
  awk -v verb="${1:-}" -v columns="$columns" '
    # The label, then the text between the indent and the last column.
    function fold(label, indent, text,   words, count, i, line) {
      if (length(label) >= indent && indent > 0) { print label; label = "" }
      line = label sprintf("%" (indent - length(label)) "s", "")
      count = split(text, words, " ")
      for (i = 1; i <= count; ++i) {
        if (i > 1 && length(line) + 1 + length(words[i]) > columns) {
          print line
          line = sprintf("%" indent "s", "")
        } else if (i > 1) line = line " "
        line = line words[i]
      }
      print line
    }
    BEGIN { if (verb == "") print "usage: ./tutorial VERB ..." }
    /^#/ || /^$/ { next }
    /^: / { if (verb == "") print "\n" substr($0, 3) ":"; next }
    /^[^ ]/ { name = $1; synopsis = $0; lines = 0; if (name == verb) fold("usage: ./tutorial", 18, $0); next }
    {
      text = substr($0, 3)
      if (++lines == 1 && verb == "") fold("  " (name ~ /^--/ ? synopsis : name), 13, text)
      if (name == verb) { print ""; fold("", 0, lines == 1 ? toupper(substr(text, 1, 1)) substr(text, 2) "." : text) }
    }
    END { print ""; fold("", 0, verb == "" ? "./tutorial help VERB explains one verb." : "./tutorial help lists all verbs, options of all verbs, and exit codes.") }
  ' "$setup/usage.txt"
}

version() { sed -n 's/^project(cuda_by_chapter VERSION \([0-9.]*\) .*/CUDA by Chapter \1/p' "$root/CMakeLists.txt"; }

# The first steps for a newcomer, on part of a screen of 80x24.
introduction() {
  find_columns 1
  folded "$columns" 0 <<END
$(version) teaches CUDA C++ performance with small programs, each of which changes one thing and is measured. You need no GPU: a \
simulator runs the same programs. The first command builds it: a few minutes, once.

END
  folded "$columns" 4 <<END
  less docs/pages/first_kernel.md   your first kernel, in half an hour
  ./tutorial run ch08               a ladder of transposes, from naive to fast
  ./tutorial exercise next          the next exercise, which checks itself
  ./tutorial docs                   all pages, as a site

END
  echo "./tutorial doctor says what is missing; ./tutorial help lists all commands." | folded "$columns" 0
}
