#!/bin/sh
# Functions that run at a submission's start, before the stack canary is set, have none, whatever the compiler's defaults. The check reports one that has.
# Needs: nothing
set -eu
command -v ninja >/dev/null && [ -e "$BUILD_DIR/build.ninja" ] || { echo "no ninja"; exit 77; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
ninja -C "$BUILD_DIR" -t commands all >"$work/commands"

# canaries SOURCE [OPTION]: does it check one, compiled as it is built, after an option that protects every function? OPTION is left out.
canaries() {
  command=$(grep -m 1 -- "-c [^ ]*/$1\$" "$work/commands" | sed "s| -o [^ ]*| -o $work/object.o|; s| -M[DTF] [^ ]*\.o\(\.d\)\{0,1\}||g; s| -MD||; ${2:+s| $2||}")
  [ -n "$command" ] || { echo "no command compiles $1"; exit 1; }
  rm -f "$work/object.o"
  (cd "$BUILD_DIR" && sh -c "$(printf '%s' "$command" | sed 's| -std=gnu++20|& -fstack-protector-all|')") || { echo "cannot compile $1"; exit 1; }
  nm "$work/object.o" | grep -q __stack_chk_fail
}
for source in lens/hooks.cpp runner/copies.cpp; do
  ! canaries $source || { echo "$source checks a canary"; exit 1; }
done
canaries runner/copies.cpp -fno-stack-protector || { echo "not noticed: a canary"; exit 1; }
