#!/bin/sh
# transpose_in_place refuses a matrix that is not square: one line, exit code 2.
# Needs: transpose_in_place.sim
set -eu
program="$BUILD_DIR/sim/ch08_transpose/transpose_in_place"
[ -x "$program" ] || exit 77
for sizes in "--rows 31 --cols 33" "--rows 0 --cols 1" "--rows 4" ; do
  code=0
  # shellcheck disable=SC2086
  message=$("$program" --quick $sizes 2>&1) || code=$?
  [ "$code" -eq 2 ] || { echo "$sizes: exit code $code"; exit 1; }
  case $message in
    *"
"*) echo "$sizes: more than one line"; exit 1 ;;
    "transpose_in_place: --rows and --cols must be equal"*) ;;
    *) echo "$sizes: $message"; exit 1 ;;
  esac
done
