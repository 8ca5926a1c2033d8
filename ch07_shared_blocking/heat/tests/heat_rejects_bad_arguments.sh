#!/bin/sh
# The heat programs refuse invalid arguments in one line, with exit code 2. heat_marching accepts strips of 1 to 65536 rows.
# Needs: ch07_shared_blocking.sim
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

# The solids: what no grid has blocks for, what no 32 bits number, and no steps at all.
for name in heat_solid solid_vector solid_rows solid_steps; do
  program=$BUILD_DIR/sim/ch07_shared_blocking/$name
  [ -x "$program" ] || exit 77
  while IFS='|' read -r arguments wanted; do
    # shellcheck disable=SC2086  # several words
    message=$("$program" --quick $arguments 2>&1 >/dev/null)
    [ $? -eq 2 ] || { echo "$name $arguments: wrong exit code"; exit 1; }
    [ "$message" = "$name: $wanted" ] || { echo "$name $arguments: $message"; exit 1; }
  done <<END
--planes 65536 --rows 0|--planes, --rows and --cols must be below 65536 each
--cols 65536 --rows 0|--planes, --rows and --cols must be below 65536 each
--planes 2049 --rows 1024 --cols 1024|a solid may have 2^31 cells at most
--steps 0|--steps must be from 1 to 1000000
--steps 1000001|--steps must be from 1 to 1000000
END
done
for name in solid_rows solid_steps; do
  message=$("$BUILD_DIR/sim/ch07_shared_blocking/$name" --quick --strip 65536 2>&1 >/dev/null)
  [ $? -eq 2 ] || { echo "$name --strip 65536: wrong exit code"; exit 1; }
  [ "$message" = "$name: --strip must not exceed 65535" ] || { echo "$name --strip 65536: $message"; exit 1; }
done
