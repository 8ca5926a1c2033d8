#!/bin/sh
# Command lines that pages show with their output: a mark, then a fenced block, whose first line may be the command itself.
#
#   <!-- run: ./tutorial explain copy | head -n 20 -->      what follows a pipe cuts the output down, and is not shown
#   ```text
#   $ ./tutorial explain copy
#   …
#   ```
#
#   common/tools/shown-commands.sh [PAGE …]           runs them, on the simulator, and writes their output into the pages
#   common/tools/shown-commands.sh --check [PAGE …]   exit code 1 and the differences if a page shows another output
#
# Not compared: times and rates (a number and ns, us, ms, s or …/s), spreads (± …), why this machine uses the simulator, and the widths of
# columns, which follow from them.
#
# BUILD_DIR: the build folder, by default that of the preset auto. PAGE: by default every Markdown page that has such a mark.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
driver=${BUILD_DIR:-$root/build/auto}/bin/tutorial-driver
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
check=
if [ "${1:-}" = --check ]; then
  check=1
  shift
fi
if [ $# -eq 0 ]; then
  # shellcheck disable=SC2046  # no page's name has blanks
  set -- $(grep -rl --include='*.md' '^<!-- run: ' "$root"/README.md "$root"/CONTRIBUTING.md "$root"/ch* "$root"/docs || true)
fi

# What pages call ./tutorial.
tutorial() {
  verb=$1
  shift
  case $verb in
    run)
      case " $* " in *" --backend sim "*) ;; *) echo "shown-commands: a page that shows a run says --backend sim" >&2 && return 4 ;; esac
      "$driver" run "$@"
      ;;
    explain | list | claims) "$driver" "$verb" "$@" ;;
    *) echo "shown-commands: ./tutorial $verb cannot be shown with its output: run, explain, list and claims can" >&2 && return 4 ;;
  esac
}

# shown COMMAND: its output, whatever a program's exit code.
shown() { eval "tutorial ${1#./tutorial}" || [ $? -le 3 ]; } 2>&1

comparable() {
  sed -e 's/^\(Running on the CPU simulator\):.*/\1/' -e 's/± *[0-9.]* %/±/g' -e 's/[0-9][0-9.]* \([numµ]*s\)\([^a-z]\|$\)/TIME\2/g' \
    -e 's/[0-9][0-9.]* \([A-Za-z ]*\/s\)/RATE/g' "$1" | tr -s ' -'
}

status=0
for page in "$@"; do
  grep '^<!-- run: ' "$page" >"$folder/marks" || continue
  number=0
  while read -r mark; do
    number=$((number + 1))
    command=${mark#<!-- run: }
    command=${command% -->}
    # The lines of the block that follows the mark of this number.
    awk -v wanted="$number" '
      /^<!-- run: / { count++; if (count == wanted) waiting = 1; next }
      waiting && /^```/ { waiting = 0; inside = 1; next }
      inside && /^```/ { exit }
      inside { print }' "$page" >"$folder/block"
    { sed -n '1{/^\$ /p;}' "$folder/block"; shown "$command"; } >"$folder/new" || { cat "$folder/new" >&2; exit 1; }
    if [ -n "$check" ]; then
      comparable "$folder/block" >"$folder/old.txt"
      comparable "$folder/new" >"$folder/new.txt"
      diff -u "$folder/old.txt" "$folder/new.txt" >"$folder/diff" || {
        echo "${page#"$root"/}: $command"
        cat "$folder/diff"
        status=1
      }
    else
      awk -v wanted="$number" -v file="$folder/new" '
        inside && /^```/ { inside = 0 }
        !inside { print }
        /^<!-- run: / { count++; waiting = count == wanted }
        waiting && /^```/ { waiting = 0; inside = 1; while ((getline line < file) > 0) print line }' "$page" >"$folder/page"
      cat "$folder/page" >"$page"
    fi
  done <"$folder/marks"
done
[ $status -eq 0 ] || echo "a page shows another output: common/tools/shown-commands.sh writes it anew" >&2
exit $status
