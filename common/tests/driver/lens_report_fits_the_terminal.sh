#!/bin/sh
# On a terminal of 80 columns, no line of the lens's table and hazards is longer; in a pipe they are complete.
# Needs: cudasim-simcc
set -eu
grep -q '"backends": .*"sim"' "$BUILD_DIR/tutorial.json" || exit 77
# shellcheck source=common/tests/support/terminal.sh
. "$SOURCE_DIR/common/tests/support/terminal.sh"
has_terminal || exit 77
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/reverse_tile.cu" <<'END'
__global__ void reverse(float* data) {
  __shared__ float tile[256];
  tile[threadIdx.x] = data[threadIdx.x];
  data[threadIdx.x] = tile[255 - threadIdx.x];
}
int main() {
  float* data;
  cudaMalloc(&data, 256 * sizeof(float));
  cudaMemset(data, 0, 256 * sizeof(float));
  reverse<<<1, 256>>>(data);
  cudaDeviceSynchronize();
  cudaFree(data);
}
END
complain() {
  echo "$1"
  cat "$folder/out"
  exit 1
}
cd "$folder"
"$BUILD_DIR/bin/cudasim-simcc" reverse_tile.cu -o reverse
on_terminal 80 ./reverse >out
grep -q 'shared load .* no conflict$' out || complain "no table"
grep -q 'warning: race-shared in kernel reverse, seen [0-9]* times$' out || complain "no hazard"
! LC_ALL=C.UTF-8 grep -Eq '.{81}' out || complain "a line of more than 80 columns"
./reverse >out 2>&1 || true
grep -q '4\.00 sectors each (minimum 4\.00)$' out || complain "another table in a pipe"
grep -q 'reverse, reverse_tile.cu:4 and reverse_tile.cu:3, seen' out || complain "another hazard in a pipe"
# A long name, and numbers with decimals: what does not fit is below its line.
sed 's/256>>>/200>>>/; s/255 -/199 -/' reverse_tile.cu >reverse_the_tile_of_each_block.cu
"$BUILD_DIR/bin/cudasim-simcc" reverse_the_tile_of_each_block.cu -o long_name
on_terminal 80 ./long_name >out
! grep -v ': warning: ' out | LC_ALL=C.UTF-8 grep -Eq '.{81}' || complain "a line of more than 80 columns, of a file with a long name"
grep -q '^      3.571 sectors each, minimum 3.571$' out || complain "no numbers of a file with a long name"
# Eight lanes touch one sector.
sed 's/256>>>/8>>>/; s/255 -/7 -/' reverse_tile.cu >one_sector.cu
"$BUILD_DIR/bin/cudasim-simcc" one_sector.cu -o one_sector
on_terminal 80 ./one_sector >out
grep -q '1 sector each, minimum 1$' out || complain "no singular"
