#!/bin/sh
# In every ./tutorial command on a page or in a program's head, the verb, the chapter or program, and the options exist. The check reports others.
# Words in capitals, "program", and words with "…" or ending in _mine are placeholders. If a program, or tutorial-author, is not built, the test is skipped.
set -eu
driver=$BUILD_DIR/bin/tutorial-driver
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
verbs=$("$SOURCE_DIR/tutorial" help | sed -n 's/^  \([a-z][a-z]*\) .*  .*/\1/p')
sed -n 's/.*"\(cuda\|sim\)": "\([^"]*\)".*/\2/p' "$BUILD_DIR/tutorial.json" >"$folder/binaries"
"$driver" list | sed -n 's/^ *\([a-z][a-z0-9_]*\).*/\1/p' | sort -u >"$folder/names"

# The command lines of a page, in blocks of code and in code within a line, or of a program's head comment.
command_lines() {
  case $1 in
    *.cu | *.cpp) sed -n '/^[^/]/q; s|^// *\(Run\|See\)  *\(\./tutorial .*\)|\2|p' "$1" && return ;;
  esac
  awk '
    /^```|^~~~/ { code = !code; next }
    code { sub(/^\$ /, ""); if ($0 ~ /^\.\/tutorial /) print; next }
    { while (match($0, /`\.\/tutorial [^`]*`/)) { print substr($0, RSTART + 1, RLENGTH - 2); $0 = substr($0, RSTART + RLENGTH) } }' "$1" |
    sed 's/ *#.*//; s/ *|.*//'
}

# options_of FILE COMMAND…: what its --help names, once.
options_of() {
  file=$folder/$1.help
  shift
  [ -e "$file" ] || "$@" --help >"$file" 2>&1 || true
  grep -o -e '--[a-z][a-z-]*' "$file" | sort -u
}

# options_of_verb TOOL VERB: those of the tool and of the script, found once for each verb.
options_of_verb() {
  file=$folder/verb-$2.options
  [ -e "$file" ] || {
    options_of "verb-$2" "$1" "$2"
    for words in "" "$2"; do
      # shellcheck disable=SC2086  # no word or one
      "$SOURCE_DIR/tutorial" help $words
    done | grep -o -e '--[a-z]*' | sort -u
  } >"$file"
  cat "$file"
}

complain() { echo "$where: $line: $1"; }
placeholder() { case $1 in *…* | *NAME* | [A-Z]* | program | *_mine) return 0 ;; *) return 1 ;; esac }

check_program() {
  binary=$(grep "/$1\$" "$folder/binaries" | head -n 1)
  if [ -z "$binary" ] || [ ! -x "$binary" ]; then
    echo "$1" >>"$folder/not-built"
    return 0
  fi
  program=$1
  shift
  options=$(options_of "program-$program" "$binary")
  for word in "$@"; do
    case $word in --*) printf '%s\n' "$options" | grep -qxF -e "${word%%=*}" || complain "$program has no option $word" ;; esac
  done
}

check_line() {
  set -f
  # shellcheck disable=SC2086  # words
  set -- $line
  shift
  while [ "${1#--}" != "$1" ]; do
    case $1 in --preset) shift 2 ;; *) shift ;; esac
  done
  verb=$1
  shift
  printf '%s\n' "$verbs" | grep -qxF "$verb" || { complain "there is no verb $verb"; return 0; }
  case $verb in run | explain | list | claims | bench) ;; *) return 0 ;; esac
  tool=$driver
  case $verb in
    claims | bench)
      tool=$BUILD_DIR/bin/tutorial-author
      [ -x "$tool" ] || { echo tutorial-author >>"$folder/not-built"; return 0; }
      ;;
  esac
  own=$(options_of_verb "$tool" "$verb")
  name=
  before=
  while [ $# -gt 0 ] && [ "$1" != -- ]; do
    case $1 in
      --*) printf '%s\n' "$own" | grep -qxF -e "${1%%=*}" || complain "$verb has no option $1" ;;
      *) case $before in --*) ;; *) name=$1 ;; esac ;;
    esac
    before=$1
    shift
  done
  case $verb in run | explain) ;; *) return 0 ;; esac
  if [ -z "$name" ] || placeholder "$name"; then return 0; fi
  if grep -q "^$name" "$folder/names"; then
    case $name in ch[0-9]*) return 0 ;; esac  # what follows is for all of its programs
    [ $# -eq 0 ] || { shift; check_program "$name" "$@"; }
  else
    "$driver" list "$name" >"$folder/listed" 2>&1 || complain "there is no chapter, part or program $name"  # ch06/sum, ch08/further
  fi
}

check_pages() {
  for page in "$@"; do
    where=${page#"$SOURCE_DIR"/}
    command_lines "$page" >"$folder/lines"
    while read -r line; do check_line; done <"$folder/lines"
  done
}

printf '```sh\n./tutorial fly\n./tutorial run copi\n./tutorial run copy --slow\n./tutorial explain copy -- --rows 3\n```\nTry `./tutorial run NAME`.\n' >"$folder/page.md"
[ "$(check_pages "$folder/page.md" | wc -l)" -eq 3 ] || { echo "not noticed, or too much noticed, in:"; cat "$folder/page.md"; exit 1; }

# shellcheck disable=SC2046  # no page's name has blanks
check_pages $(find "$SOURCE_DIR" -name '*.md' -not -path "$SOURCE_DIR/build/*" -not -path '*/.*' -not -path '*/handout/*' | sort) $(find "$SOURCE_DIR"/ch* -name '[0-9]*_*.cu' -o -name '[0-9]*_*.cpp' | sort) >"$folder/complaints"
if [ -s "$folder/complaints" ]; then
  cat "$folder/complaints"
  exit 1
fi
[ ! -e "$folder/not-built" ] || { echo "not checked, since they are not built: $(sort -u "$folder/not-built" | tr '\n' ' ')"; exit 77; }
