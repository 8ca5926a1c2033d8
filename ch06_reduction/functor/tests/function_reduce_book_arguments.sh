#!/bin/sh
# The book's command line, `function_reduce MILLIONS OP`, has the book's meaning; wrong arguments are refused in one line.
# Needs: function_reduce.sim
# shellcheck source=ch06_reduction/tests/support/refuses.sh
. "$SOURCE_DIR/ch06_reduction/tests/support/refuses.sh"
program=$programs/function_reduce
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

refuses '--op' function_reduce 1 7
refuses 'too large' function_reduce 99999999999999 1
refuses 'unexpected argument' function_reduce 1 1 1
refuses 'may not fit an int' function_reduce --data equal --n 3000000000 --type int
