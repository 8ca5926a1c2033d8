#!/bin/sh
# The book's command line, `function_reduce MILLIONS OP`, has the book's meaning; wrong arguments are refused in one line.
# Needs: function_reduce.sim
program=$BUILD_DIR/sim/ch06_reduction/function_reduce
[ -x "$program" ] || exit 77

table=$("$program" 1 1) || { echo "function_reduce 1 1 failed"; exit 1; }
case $table in
  *' 1 M '*) ;;
  *) echo "1 is not a million in: $table"; exit 1 ;;
esac
case $table in
  *'no prefetch'* | *Thrust*) echo "op 1 is not prefetch alone in: $table"; exit 1 ;;
esac
"$program" 1 0 | grep -q '^no prefetch' || { echo "op 0 is not the plain loop"; exit 1; }

# Thrust's headers may be missing; then --check thrust and op 2 say so.
if "$program" --quick | grep -q 'left out: thrust'; then thrust_status=2; else thrust_status=0; fi
for arguments in "1 2" "--quick --check thrust --type float --data cancel" "--quick --check thrust --operation minimum"; do
  # shellcheck disable=SC2086  # words
  "$program" $arguments >/dev/null 2>&1
  status=$?
  if [ $status -ne $thrust_status ]; then echo "$arguments: exit code $status, wanted $thrust_status"; exit 1; fi
done

refuses() {  # what the message must contain, arguments
  wanted=$1
  shift
  message=$("$program" "$@" 2>&1 >/dev/null)
  status=$?
  if [ $status -ne 2 ]; then echo "$*: exit code $status, wanted 2"; exit 1; fi
  case $message in
    *"$wanted"*) ;;
    *) echo "$*: no '$wanted' in: $message"; exit 1 ;;
  esac
}

refuses '--op' 1 7
refuses 'too large' 99999999999999 1
refuses 'unexpected argument' 1 1 1
refuses 'may not fit an int' --data equal --n 3000000000 --type int
