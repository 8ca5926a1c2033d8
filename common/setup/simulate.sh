# shellcheck shell=sh disable=SC2154
# Part of the script `tutorial`, which sources it: the verb `sim`, which compiles and runs a program of the user's own.

# Both take the words after `sim`: the compiler's stand before "--", the program's arguments behind it.
compile_simulated() {
  count=$#
  while [ "$count" -gt 0 ]; do
    word=$1
    shift
    count=$((count - 1))
    if [ "$word" = -- ]; then
      shift "$count"
      break
    fi
    set -- "$@" "$word"
  done
  "$simcc" "$@" -o "$folder/$program"
}

start_simulated() {
  while [ $# -gt 0 ] && [ "$1" != -- ]; do shift; done
  [ $# -eq 0 ] || shift
  "$folder/$program" "$@"
}

run_simulated() {
  program=
  for word in "$@"; do
    case $word in
      --) break ;;
      *.cu) [ -n "$program" ] || program=$(basename "$word" .cu) ;;
    esac
  done
  [ -n "$program" ] || fail 2 "sim wants a source file: ./tutorial sim file.cu … [compiler options] [-- args]"
  build cudasim-simcc
  folder=$(mktemp -d) || exit 1
  trap 'rm -rf "$folder"' EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM
  compile_simulated "$@" && start_simulated "$@"
}
