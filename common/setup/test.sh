# shellcheck shell=sh disable=SC2154
# Part of the script `tutorial`, which sources it: the verb `test`.

run_tests() {
  [ $# -le 1 ] || fail 2 "test takes one pattern"
  build tutorial_driver
  "$driver" build ${verbose:+--verbose} all || exit 1
  set -- ${1:+-R "$1"}
  [ ! -t 1 ] || set -- --progress "$@"
  status=0
  ctest --test-dir "$build" --no-tests=error --output-on-failure -j "$(nproc)" --output-log "$log/test.txt" "$@" || status=$?
  echo
  summarize_tests | tee "$log/test-summary.txt"
  return "$status"
}

# What was skipped and why, which CTest counts as passed; then CTest's own closing line.
summarize_tests() {
  grep -q '"backends": .*"cuda"' "$build/tutorial.json" || echo "CUDA programs were not built (preset $preset; ./tutorial doctor tells which nvcc there is)."
  # CTest's list at the end: "	 12 - cuda.copy.float.n_0 (Skipped)".
  sed -n 's/^[[:space:]]*[0-9][0-9]* - \(.*\) (Skipped)$/\1/p' "$log/test.txt" >"$log/skipped.txt"
  gpu_tests=$(grep -c '^cuda\.' "$log/skipped.txt")
  [ "$gpu_tests" -eq 0 ] || echo "$gpu_tests GPU tests skipped: no NVIDIA GPU is visible."
  grep -v '^cuda\.' "$log/skipped.txt" | sed 's/^/Skipped, since something it needs is not installed: /'
  grep '^[0-9]*% tests passed' "$log/test.txt" | tail -n 1
}
