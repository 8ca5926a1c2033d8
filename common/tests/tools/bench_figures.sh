#!/bin/sh
# The figures of what `bench` has measured: which there are, what they show, and that the script notices when they are out of date.
set -eu
plot="$SOURCE_DIR/common/tools/plot-bench.sh"
for tool in gnuplot jq; do
  command -v $tool >/dev/null || { echo "$tool is not installed"; exit 77; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
figures=$folder/figures
complain() { echo "$1"; cat "$folder/message" 2>/dev/null; exit 1; }
fails() { if sh "$plot" "$@" >"$folder/message" 2>&1; then complain "not noticed: $wrong"; fi }
shows() { grep -qF -e "$2" "$figures/$1.svg" || complain "$1.svg does not show: $2"; }
hides() { ! grep -qF -e "$2" "$figures/$1.svg" || complain "$1.svg shows: $2"; }

# Two ladders: one in GB/s at three sizes, with a slower variant, a peer, end-to-end rows, a wrong row and a run that is no step in size; one
# in TFLOP/s at one size.
jq -n '
  def row(program; variant; n; rate; more):
    {chapter: "ch01_one", program: program, variant: variant, size: "\(n)", type: "float", backend: "cuda", device: "GPU", arguments: "",
     median_s: (n / rate / 1e9), spread: 0.01, throughput: rate, unit: "GB/s", ceiling_fraction: (rate / 4000), ceiling: "read", verified: true} + more;
  def at(n): {arguments: "--n \(n)"};
  {about: {device: "GPU", l1_bytes: 262144, l2_bytes: 62914560}, complete: true,
   ladders: [{chapter: "ch01_one", ladder: "sum", programs: ["naive_sum", "fast_sum"], bytes: "w", operations: "w / 4"},
             {chapter: "ch01_one", ladder: "mul", programs: ["mul"], bytes: "12 * (w / 2) ** (2. / 3)", operations: "w"}],
   runs: [{program: "fast_sum", arguments: "--data odd", step: false}],
   rows: [row("naive_sum"; "plain"; 4e8; 800; {}), row("naive_sum"; "plain"; 4e6; 400; at(1)), row("naive_sum"; "plain"; 4e4; 10; at(2)),
          row("fast_sum"; "narrow"; 4e8; 1700; {}), row("fast_sum"; "it'"'"'s wide"; 4e8; 3500; {}), row("fast_sum"; "it'"'"'s wide"; 4e4; 20; at(2)),
          row("fast_sum"; "broken"; 4e8; 9000; {verified: false}), row("fast_sum"; "a library"; 4e8; 3000; {peer: true}),
          row("fast_sum"; "odd one"; 4e12; 3600; {arguments: "--data odd"}), row("fast_sum"; "double"; 4e8; 3700; {type: "double"}),
          row("fast_sum"; "kept"; 4e8; 3100; {size: "1, end to end"}), row("fast_sum"; "kept"; 4e4; 3; ({size: "2, end to end"} + at(2))),
          row("mul"; "tiles"; 1e11; 10; {unit: "TFLOP/s", median_s: 0.01, ceiling_fraction: 0.2, ceiling: "fma"})]}' >"$folder/bench.json"

sh "$plot" "$folder/bench.json" "$figures" 2>"$folder/message"
[ ! -s "$folder/message" ] || complain "something on standard error"
[ "$(cd "$figures" && echo *)" = "ch01_one-roofline.svg mul-bars.svg sum-bars.svg sum-end-to-end.svg sum-size.svg" ] ||
  complain "other figures: $(cd "$figures" && echo *)"
for name in naive_sum fast_sum "a library" ceiling 'L1: 256 KiB' 'L2: 60 MiB' 'GB/s'; do shows sum-size "$name"; done
for name in 'naive_sum: plain' 'fast_sum: narrow' 's wide' 'fast_sum: a library' 'ceiling (read)' 3500; do shows sum-bars "$name"; done
for name in broken double 'odd one' kept; do hides sum-bars "$name"; done
hides sum-size narrow
hides sum-size '64 GiB'  # where the odd one would be
for name in 'microseconds' fast_sum; do shows sum-end-to-end "$name"; done
for name in '4000 GB/s' '50 T operations/s' sum mul roof; do shows ch01_one-roofline "$name"; done
for figure in "$figures"/*.svg; do
  grep -q 'prefers-color-scheme: dark' "$figure" || complain "$figure does not follow the page"
  ! grep -q black "$figure" || complain "$figure has black lines, which nobody sees on a dark page"
done
sh "$plot" --check "$folder/bench.json" "$figures" || complain "what was just drawn is out of date"

wrong="the data have changed"
sed 's/3500/3400/g' "$folder/bench.json" >"$folder/other.json"
fails --check "$folder/other.json" "$figures"
grep -q 'sum-bars.svg is out of date' "$folder/message" || complain "another message"
wrong="a figure is missing"
rm "$figures/sum-size.svg"
fails --check "$folder/bench.json" "$figures"
wrong="no results file"
echo '[]' >"$folder/other.json"
fails "$folder/other.json" "$figures"
[ "$(wc -l <"$folder/message")" -eq 1 ] || complain "not one line"
wrong="an expression that is a program"
sed 's/"w \/ 4"/"system(1)"/' "$folder/bench.json" >"$folder/other.json"
fails "$folder/other.json" "$figures"
[ "$(wc -l <"$folder/message")" -eq 1 ] || complain "not one line"
for words in "--chek" "$folder/bench.json" "a b c"; do
  code=0
  # shellcheck disable=SC2086  # words
  sh "$plot" $words 2>"$folder/message" || code=$?
  [ "$code" -eq 2 ] || complain "not refused: $words"
  [ "$(wc -l <"$folder/message")" -eq 1 ] || complain "not one line: $words"
done

sh "$plot" --check || [ $? -eq 77 ]  # 77: nothing measured yet, or drawn by another gnuplot
