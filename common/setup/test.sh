# shellcheck shell=sh disable=SC2154
# Part of the script `tutorial`, which sources it: the verb `test`.

# of_tests FIELD FILTER: the field (name or needs) of each matching test in tests.json, which CMake writes with one test per line. FILTER is an
# awk expression of name, tier, folder, gpu and needs.
of_tests() {
  awk -F '"' '/^ *{"name": / { name = $4; tier = $8; folder = $12; needs = $16; gpu = ($19 ~ /true/); if ('"$2"') print '"$1"' }' "$build/tests.json"
}

# folders_for: for each changed file on standard input, the folders of the tests that it can affect, one per line; `quick` for the quick tier;
# `test NAME` for one test.
folders_for() {
  while IFS= read -r file; do
    case $file in
      ch*/exercises/*/*) exercise=${file#*/exercises/} && echo "test exercise.${exercise%%/*}" && echo "test exercise.${exercise%%/*}.rest" ;;
      ch*/*) echo "${file%/*}" ;;
      docs/zh/* | *.md) echo common/tests/docs ;;
      docs/*) printf '%s\n' docs common/tests/docs common/tests/authoring ;;
      common/tests/*/*) echo "${file%/*}" ;;
      common/authoring/*) echo common/tests/authoring ;;
      common/driver/*) printf '%s\n' quick common/tests/driver ;;
      common/marking/*) printf '%s\n' quick common/tests/marking ;;
      common/predict/*) printf '%s\n' common/tests/predict common/tests/driver ;;
      common/setup/* | tutorial | CMakePresets.json | .ci/*) printf '%s\n' common/tests/driver common/tests/gates ;;
      common/sim/lens/*) printf '%s\n' quick common/tests/lens ;;
      common/sim/*) printf '%s\n' quick common/tests/sim common/tests/lens common/tests/faults common/tests/trials common/tests/ranks ;;
      *) echo quick ;;
    esac
  done | LC_ALL=C sort -u
}

# changed_files BASE: the files that differ from the commit where the branch left BASE, and new ones; if there are none, those of the last commit.
changed_files() {
  cd "$root" || exit 1
  {
    git diff --name-only --no-renames "$(git merge-base "$1" HEAD)" --
    git ls-files --others --exclude-standard
  } >"$log/changed.txt"
  [ -s "$log/changed.txt" ] || git diff-tree --no-commit-id --name-only --no-renames -r --root HEAD >"$log/changed.txt"
}

# choose_changed [BASE]: the names of the tests for the changed files, compared with main by default.
choose_changed() {
  command -v git >/dev/null && git -C "$root" rev-parse --verify --quiet HEAD >"$log/head.txt" || fail 2 "--changed needs git and a clone"
  if [ $# -eq 1 ]; then
    git -C "$root" merge-base "$1" HEAD >"$log/base.txt" 2>&1 || fail 2 "--changed: git knows no commit '$1' that this one comes from"
  else
    for base in main origin/main HEAD; do
      ! git -C "$root" merge-base "$base" HEAD >"$log/base.txt" 2>&1 || break
    done
    set -- "$base"
  fi
  (changed_files "$1")
  folders_for <"$log/changed.txt" >"$log/folders.txt"
  # The gates are quick, and each change can break one.
  of_tests '(name " " tier " " folder)' 'tier != "nightly" || folder == "common/tests/gates/planted"' | awk '
    FNR == NR { if ($1 == "test") chosen[$2]; else if ($1 == "quick") quick = 1; else folders[++count] = $1; next }
    {
      fits = $1 in chosen || quick && $2 == "quick" || $2 == "quick" && $3 == "common/tests/gates"
      for (i = 1; i <= count && !fits; ++i) fits = index($3 "/", folders[i] "/") == 1
      if (fits) print $1
    }' "$log/folders.txt" -
}

# choose [--all | --rest | --nightly | --changed [BASE] | PATTERN]: writes the names of the chosen tests to the log chosen.txt.
choose() {
  case ${1:-} in
    '') of_tests name 'tier == "quick"' ;;
    --all) of_tests name 'tier != "nightly"' ;;
    --rest) of_tests name 'tier == "all"' ;;
    --nightly) of_tests name 'tier == "nightly"' ;;
    --changed) shift && choose_changed "$@" ;;
    *) ctest --test-dir "$build" -N -R "$1" | sed -n 's/^ *Test *#[0-9]*: \([^ ]*\).*/\1/p' ;;
  esac >"$log/chosen.txt" || exit
}

# needs_of_chosen: the targets that the chosen tests need, one per line.
needs_of_chosen() {
  of_tests '(name " " needs)' 1 | awk 'FNR == NR { chosen[$1]; next } $1 in chosen { for (i = 2; i <= NF; ++i) print $i }' "$log/chosen.txt" - |
    LC_ALL=C sort -u
}

# numbers_of_chosen: CTest's file for -I: no range, and the chosen tests' numbers.
numbers_of_chosen() {
  ctest --test-dir "$build" -N | sed -n 's/^ *Test *#\([0-9]*\): \([^ ]*\).*/\2 \1/p' |
    awk 'FNR == NR { chosen[$1]; next } $1 in chosen { numbers = numbers "," $2 } END { print "0,0,0" numbers }' "$log/chosen.txt" -
}

check_words() {
  case ${1:-} in
    --all | --rest | --nightly) [ $# -eq 1 ] || fail 2 "test $1 takes nothing else" ;;
    --changed) [ $# -le 2 ] || fail 2 "test --changed takes one commit" ;;
    -*) fail 2 "test has no option '$1': --all, --rest, --changed [BASE]" ;;
    *)
      [ $# -le 1 ] || fail 2 "test takes one pattern"
      [ $# -eq 0 ] || [ -n "$1" ] || fail 2 "the pattern is empty: without one, the quick tests run"
      ;;
  esac
}

run_tests() {
  check_words "$@"
  prepare
  logged configure ninja -C "$build" build.ninja  # the test may be new
  choose "$@"
  if [ ! -s "$log/chosen.txt" ]; then
    case ${1:-} in -*) fail 2 "no test is chosen" ;; *) fail 2 "no test's name matches '${1:-}'; ctest --test-dir $build -N lists all" ;; esac
  fi
  summary=$log/part-summary.txt  # pages show the output of the README's command
  [ $# -gt 0 ] || summary=$log/summary.txt
  began=$(date +%s)
  compile tutorial_run
  # Without a visible GPU, each test that needs one would start its program only to be skipped; the test
  # cuda.every_program_is_skipped_without_a_gpu covers all programs.
  left_out=0
  case ${1:-} in
    '' | -*)
      if "$runner" backend 2>/dev/null | grep -q 'no NVIDIA GPU is visible'; then
        of_tests name gpu >"$log/gpu.txt"
        left_out=$(grep -cxFf "$log/gpu.txt" "$log/chosen.txt")
        grep -vxFf "$log/gpu.txt" "$log/chosen.txt" >"$log/chosen-here.txt"
        mv "$log/chosen-here.txt" "$log/chosen.txt"
      fi
      ;;
  esac
  case ${1:-} in
    --all | --rest) targets=all ;;  # targets that no test needs must compile, too
    *)
      targets=$(needs_of_chosen)
      ! printf '%s\n' "$targets" | grep -qx all || targets=all
      ;;
  esac
  printf '%s\n' "$targets" >"$log/targets.txt"
  # shellcheck disable=SC2086  # names without spaces
  [ -z "$targets" ] || "$runner" build ${verbose:+--verbose} $targets || exit 1
  numbers_of_chosen >"$log/numbers.txt"
  set -- -I "$log/numbers.txt"
  ! overwrites 1 || set -- --progress "$@"
  status=0
  built=$(date +%s)
  # One more than there are cores: some tests wait.
  ctest --test-dir "$build" --no-tests=error --output-on-failure -j "$(($(nproc) + 1))" --output-log "$log/test.txt" \
    --output-junit "$log/test.xml" "$@" || status=$?
  echo
  echo "Building took $(minutes $((built - began))), testing $(minutes $(($(date +%s) - built)))."
  summarize_tests | tee "$summary"
  return "$status"
}

# minutes SECONDS
minutes() { echo "$(($1 / 60)) min $(($1 % 60)) s"; }

# Prints what was skipped and why, which CTest counts as passed; then CTest's own closing line.
summarize_tests() {
  grep -q '"backends": .*"cuda"' "$build/tutorial.json" || echo "CUDA programs were not built (preset $preset; ./tutorial doctor tells which nvcc there is)."
  # CTest's list at the end: "	 12 - cuda.copy.float.n_0 (Skipped)".
  sed -n 's/^[[:space:]]*[0-9][0-9]* - \(.*\) (Skipped)$/\1/p' "$log/test.txt" >"$log/skipped.txt"
  gpu_tests=$((left_out + $(grep -c '^cuda\.' "$log/skipped.txt")))
  [ "$gpu_tests" -eq 0 ] || echo "$gpu_tests GPU tests skipped: no NVIDIA GPU is visible."
  grep -v '^cuda\.' "$log/skipped.txt" | sed 's/^/Skipped, since something it needs is not installed: /'
  ends_of_failed_tests
  grep '^[0-9]*% tests passed' "$log/test.txt" | tail -n 1
}

# The last lines of each failed test's output: CTest printed them long before its list of skipped tests. LastTest.log does not help,
# since tests of CTest itself overwrite it.
ends_of_failed_tests() {
  [ ! -e "$log/test.xml" ] || awk '
    /^\t<testcase name="/ {
      name = $2
      gsub(/^name="|"$/, "", name)
      failed = /status="fail"/
      count = 0
    }
    failed && sub(/^\t\t<system-out>/, "") { saying = 1 }
    saying {
      last = sub(/<\/system-out>$/, "")
      gsub("&lt;", "<"); gsub("&gt;", ">"); gsub("&quot;", "\""); gsub("&apos;", "\047"); gsub("&amp;", "\\&")
      if (!last || $0 != "") line[count++ % 20] = $0
      if (!last) next
      saying = 0
      print "The end of " name ":"
      for (i = count < 20 ? 0 : count - 20; i < count; ++i) print "  " line[i % 20]
    }' "$log/test.xml"
}
