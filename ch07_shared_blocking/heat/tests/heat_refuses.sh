#!/bin/sh
# What the heat programs refuse, in one line and with exit code 2. heat_marching takes strips of 1 to 65536 rows.
program=$BUILD_DIR/sim/ch07_shared_blocking/heat_marching
[ -x "$program" ] || exit 77

for strip in 0 65537; do
  message=$("$program" --quick --strip $strip 2>&1 >/dev/null)
  [ $? -eq 2 ] || { echo "--strip $strip: wrong exit code"; exit 1; }
  [ "$message" = "heat_marching: --strip must be from 1 to 65536" ] || { echo "--strip $strip: $message"; exit 1; }
done

# heat_time_steps needs room for the numbers of the cells beyond the edge. Asked for before the plate is made: this one has no cells.
program=$BUILD_DIR/sim/ch07_shared_blocking/heat_time_steps
[ -x "$program" ] || exit 77
message=$("$program" --quick --rows 1073741825 --cols 0 2>&1 >/dev/null)
[ $? -eq 2 ] || { echo "--rows 1073741825: wrong exit code"; exit 1; }
[ "$message" = "heat_time_steps: --rows and --cols must not exceed 2^30: beyond the edge numbers go on" ] || { echo "$message"; exit 1; }
