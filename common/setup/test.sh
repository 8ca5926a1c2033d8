# shellcheck shell=sh disable=SC2154
# Part of the script `tutorial`, which sources it: the verb `test`.

# targets_of PATTERN: what the tests whose name matches want built, by what CMake wrote of them: what a test says itself in its environment
# (NEEDS=TARGET …; a script says it in a line "# Needs: TARGET …"), else the files of its command that lie in the build folder; a script
# that says nothing needs everything.
targets_of() {
  ctest --test-dir "$build" -N -R "$1" | sed -n 's/^ *Test *#[0-9]*: \([^ ]*\).*/\1/p' >"$log/chosen.txt"
  [ -s "$log/chosen.txt" ] || return 1
  # The test shell.clang has left a build of its own, with tests of the same names.
  find "$build" -path "$build/clang" -prune -o -name CTestTestfile.cmake -exec cat {} + | tr -d '\r' | awk -v build="$build/" '
    FNR == NR && FILENAME != "-" { chosen[$1]; next }
    match($0, /^(add_test|set_tests_properties)\((\[=*\[)?[^] ]+/) {
      name = substr($0, RSTART, RLENGTH)
      sub(/^[a-z_]*\((\[=*\[)?/, "", name)
      if (!(name in chosen)) next
      count = split($0, word, "\"")
      if (/^add_test/) {
        needs[name] = word[2] ~ /(^|\/)(ba)?sh$/ ? "all" : ""
        if (needs[name] == "")
          for (i = 2; i <= count; i += 2) if (index(word[i], build) == 1) needs[name] = needs[name] " " substr(word[i], length(build) + 1)
      } else {
        for (i = 2; i <= count; i += 2) if (match(word[i], /NEEDS=[^;]*/)) needs[name] = substr(word[i], RSTART + 6, RLENGTH - 6)
      }
    }
    END { for (name in needs) if (needs[name] != "nothing") print needs[name] }
    ' "$log/chosen.txt" - | tr -s ' ' '\n' | sed '/^$/d' | LC_ALL=C sort -u
}

run_tests() {
  [ $# -le 1 ] || fail 2 "test takes one pattern"
  case ${1-all} in '') fail 2 "the pattern is empty: without one, all tests run" ;; -*) fail 2 "test has no option '$1'" ;; esac
  prepare
  targets=all
  if [ $# -eq 1 ]; then
    logged configure ninja -C "$build" build.ninja  # a test may be new
    targets_of "$1" >"$log/targets.txt" || true
    [ -s "$log/chosen.txt" ] || fail 2 "no test's name matches '$1'; ctest --test-dir $build -N lists all"
    targets=$(cat "$log/targets.txt")
    case "
$targets
" in *"
all
"*) targets=all ;; esac
  fi
  summary=$log/${1:+part-}summary.txt  # pages show that of a whole run
  began=$(date +%s)
  compile tutorial_driver
  # shellcheck disable=SC2086  # names without spaces
  [ -z "$targets" ] || "$driver" build ${verbose:+--verbose} $targets || exit 1
  set -- ${1:+-R "$1"}
  # Where no GPU is visible each test that wants one would start its program only to be told so, which the test
  # cuda.every_program_is_skipped_without_a_gpu shows of all programs.
  left_out=0
  if [ $# -eq 0 ] && "$driver" backend 2>/dev/null | grep -q 'no NVIDIA GPU is visible'; then
    left_out=$(ctest --test-dir "$build" -N -L '^gpu$' | sed -n 's/^Total Tests: //p')
    set -- -LE '^gpu$'
  fi
  ! overwrites 1 || set -- --progress "$@"
  status=0
  built=$(date +%s)
  # One more than there are cores: some tests wait, above all for a browser.
  ctest --test-dir "$build" --no-tests=error --output-on-failure -j "$(($(nproc) + 1))" --output-log "$log/test.txt" \
    --output-junit "$log/test.xml" "$@" || status=$?
  echo
  echo "Building took $(minutes $((built - began))), testing $(minutes $(($(date +%s) - built)))."
  summarize_tests | tee "$summary"
  return "$status"
}

# minutes SECONDS
minutes() { echo "$(($1 / 60)) min $(($1 % 60)) s"; }

# What was skipped and why, which CTest counts as passed; then CTest's own closing line.
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

# The last lines of what each failed test said: CTest printed them long before its list of what was skipped. Its LastTest.log is no
# source of them, since tests of CTest itself write it anew.
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
