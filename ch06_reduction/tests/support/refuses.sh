# shellcheck shell=sh
# Sourced by the tests of the chapter's programs: where these are, and what a refusal looks like.
programs=$BUILD_DIR/sim/ch06_reduction

# refuses TEXT PROGRAM ARGUMENT…: the program ends with exit code 2 and one line that contains the text, and prints nothing else.
refuses() {
  wanted=$1
  program=$2
  shift 2
  message=$("$programs/$program" "$@" 2>&1 >/dev/null)
  status=$?
  if [ $status -ne 2 ]; then echo "$program $*: exit code $status, wanted 2"; exit 1; fi
  if [ -n "$("$programs/$program" "$@" 2>/dev/null)" ]; then echo "$program $*: something on standard output"; exit 1; fi
  if [ "$(printf '%s\n' "$message" | wc -l)" -ne 1 ]; then echo "$program $*: not one line: $message"; exit 1; fi
  case $message in
    *"$wanted"*) ;;
    *) echo "$program $*: no '$wanted' in: $message"; exit 1 ;;
  esac
}
