#!/bin/sh
# Draws what `./tutorial bench` has measured, from its results file alone:
#
#   LADDER-size.svg         throughput over the data's size, the best variant of each program, each peer, and the sizes of the caches
#   LADDER-end-to-end.svg   time over size with the result on the host, where the ladder has such rows
#   LADDER-bars.svg         every rung and peer at the default size, below the ceiling
#   CHAPTER-roofline.svg    the chapter's ladders between the roofs that memory and arithmetic put over them
#
#   common/tools/plot-bench.sh RESULTS.json FOLDER     draws the figures of one file; wants gnuplot and jq
#   common/tools/plot-bench.sh                         those of every docs/results/DEVICE/bench.json into docs/figures/DEVICE; where there
#                                                      is no such file, what ladders.json has: no sizes, the rungs of $BUILD_DIR/tutorial.json
#   common/tools/plot-bench.sh --check [RESULTS.json FOLDER]   exit code 1 if a figure is out of date, 77 if this cannot be told here
# shellcheck disable=SC2016  # jq's variables
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
check=
if [ "${1:-}" = --check ]; then
  check=yes
  shift
fi
case "$#,${1:-}" in
  0,* | 2,[!-]*) ;;
  *)
    echo "usage: plot-bench.sh [--check] [RESULTS.json FOLDER]" >&2
    exit 2
    ;;
esac
# shellcheck source=common/tools/plot-theme.sh
. "$root/common/tools/plot-theme.sh"
wants gnuplot jq
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# What the plots are of: each ladder with its rows that count, and what one run of each is rated by.
cat >"$folder/plots.jq" <<'END'
def scale: if .unit == "TFLOP/s" then 1e12 else 1e9 end;
def ladder_rows($steps; $programs):
  [.rows[] | select((.program as $p | $programs | index($p)) and .verified == true and .median_s != null and .throughput != null
                    and .unit != "ns" and $steps["\(.program) \(.arguments)"] != false)]
  | (first.type // "") as $type
  | map(select(.type == $type)
        | {program, variant, size, type, device, arguments, peer: (.peer // false), median_s, throughput, unit, ceiling, ceiling_fraction,
           w: (.throughput * .median_s * scale), end_to_end: (.size | endswith(", end to end"))});
# At the default size: of several sizes the one of most rows, and of those the largest.
def at_default:
  map(select(.arguments == "")) | (map(select(.end_to_end | not)) | if length > 0 then . else null end) // .
  | if length == 0 then [] else group_by(.size) | max_by([length, (map(.w) | max)]) end;
# One list a line of the plot: the best variant of each program at its largest size, and every peer.
def lines($programs):
  ([.[] | select(.peer | not)] | group_by(.program)
   | map((max_by([.w, -.median_s]).variant) as $best | map(select(.variant == $best)))
   | sort_by(.[0].program as $p | $programs | index($p)))
  + ([.[] | select(.peer)] | group_by([.program, .variant]))
  | map(group_by(.w) | map(.[0])) | map(select(length > 0));
(reduce (.runs[] | select(.step == false)) as $run ({}; .["\($run.program) \($run.arguments)"] = false)) as $steps
| . as $root
| {about, ladders: [.ladders[] | . as $ladder | ($root | ladder_rows($steps; $ladder.programs)) as $rows | select($rows | length > 0)
    | {chapter, ladder, bytes, operations, unit: $rows[0].unit, device: $root.about.device,
       # As the file has them, which is the order of the ladder.
       bars: ($rows | at_default | sort_by(.program as $p | $ladder.programs | index($p))),
       sizes: ($rows | map(select(.end_to_end | not)) | lines($ladder.programs)),
       end_to_end: ($rows | map(select(.end_to_end)) | lines($ladder.programs))}]}
END

# ask [jq options] QUESTION: a question to the plots.
ask() { jq -r "$@" "$folder/plots"; }
# of_ladder QUESTION: the same of the ladder number $ladder, $l.
of_ladder() { jq -r ". as \$l | $1" "$folder/ladder.$ladder"; }

# quoted TEXT: as gnuplot takes it.
quoted() { printf "'%s'" "$(printf '%s' "$1" | sed "s/'/''/g")"; }

# Expressions over w come out of the file and go to gnuplot, whose language can start programs: numbers and operators alone are passed on.
check_expressions() {
  ask '.ladders[] | .bytes, .operations' | while read -r expression; do
    case $expression in
      *[!w0-9.e+*/\(\)\ -]*)
        echo "plot-bench: '$expression' is no expression over w" >&2
        exit 1
        ;;
    esac
  done
}

colours='#1f78b4 #1b9e77 #7570b3 #e7298a #66a61e #a6761d #17a2b8 #e31a1c #9e9ac8 #5aae61 #808080'
colour() {
  # shellcheck disable=SC2086  # words
  set -- $(($1 % 11 + 1)) $colours
  shift "$1"
  echo "$1"
}

start_figure() {
  echo "set terminal svg size $1 dynamic font 'sans-serif,13' noenhanced"
  echo "set output 'figure.svg'"
  echo "set datafile separator tab"
  echo "set border 3; set tics nomirror; set grid lc rgb '#808080' lw 0.5"
}

# finish_figure TITLE NAME: draws what stands in the file commands.
finish_figure() {
  (cd "$folder" && gnuplot commands) || exit 1
  themed "$1" <"$folder/figure.svg" >"$folder/new.svg"
  publish "$folder/new.svg" "$figures/$2.svg" || {
    status=$?
    [ $status -ne 77 ] || exit 77
  }
  rm "$folder"/data.* 2>/dev/null || true
}

bytes_tics="set xtics ('64 B' 2**6, '512 B' 2**9, '4 KiB' 2**12, '32 KiB' 2**15, '256 KiB' 2**18, '2 MiB' 2**21, '16 MiB' 2**24, '128 MiB' 2**27, '1 GiB' 2**30, '8 GiB' 2**33, '64 GiB' 2**36)"

# cache_marks: a line at the size of each cache, within an x axis from X_min to X_max.
cache_marks() {
  for cache in L1 L2; do
    size=$(ask ".about.$(printf '%s' $cache | tr L l)_bytes // 0")
    [ "$size" -gt 0 ] || continue
    text="$((size / 1024)) KiB"
    [ $((size % 1048576)) -ne 0 ] || text="$((size / 1048576)) MiB"
    echo "X_min = $size / 4. < X_min ? $size / 4. : X_min; X_max = $size * 4. > X_max ? $size * 4. : X_max"
    echo "set arrow from $size, graph 0 to $size, graph 1 nohead dt 2 lw 1 lc rgb '#808080'"
    echo "set label '$cache: $text' at $size, graph 1.03 center"
  done
}

# over_size WHICH YLABEL VALUE TITLE NAME: WHICH is sizes or end_to_end; VALUE what to draw of a row.
over_size() {
  count=$(of_ladder "\$l.$1 | length")
  [ "$(of_ladder "[\$l.$1[][].w] | if length == 0 then false else max > 1.1 * min end")" = true ] || return 0  # more than one size
  of_ladder "\$l.$1[][] | [.w, $3] | map(tostring) | join(\"\\t\")" >"$folder/data.all"
  {
    start_figure 980,460
    echo "f(w) = $(of_ladder '$l.bytes')"
    echo "set logscale x 2; set logscale y 10; $bytes_tics; set format y '%.5g'; set tmargin 2"
    echo "set key outside right top reverse Left samplen 2 font ',11'"
    echo "set xlabel 'bytes of data'; set ylabel $(quoted "$2")"
    echo "stats 'data.all' using (f(\$1)) nooutput name 'X'"
    cache_marks
    echo "set xrange [X_min / 1.5:X_max * 1.5]"
    ceiling=
    [ "$1" != sizes ] || ceiling=$(of_ladder '[$l.sizes[][] | select((.ceiling_fraction // 0) > 0) | .throughput / .ceiling_fraction] | sort | if length > 0 then .[length / 2 | floor] else "" end')
    printf 'plot '
    [ -z "$ceiling" ] || printf "%s with lines dt 3 lw 1.5 lc rgb '#d95f02' title 'ceiling', " "$ceiling"
    i=0
    peers=0
    while [ $i -lt "$count" ]; do
      of_ladder "\$l.$1[$i] | sort_by(.w)[] | [.w, $3] | map(tostring) | join(\"\\t\")" >"$folder/data.$i"
      style="with linespoints lw 2 pt 7 ps 0.5 lc rgb '$(colour $i)'"
      if [ "$(of_ladder "\$l.$1[$i][0].peer")" = true ]; then
        style="with linespoints dt 2 lw 2 pt $((4 + peers % 5 * 2)) ps 0.7 lc rgb '#d95f02'"
        peers=$((peers + 1))
      fi
      # A program's best variant goes by the program's name.
      title=$(of_ladder "\$l.$1[$i][0] | if .peer then .variant else .program end")
      printf "'data.%s' using (f(\$1)):2 %s title %s, " "$i" "$style" "$(quoted "$title")"
      i=$((i + 1))
    done
    echo
  } | sed 's/, $//' >"$folder/commands"
  finish_figure "$4" "$5"
}

# Every row at the default size: its name, its bar, its figure beside the bar.
bars() {
  count=$(of_ladder '$l.bars | length')
  [ "$count" -gt 0 ] || return 0
  of_ladder '$l.bars[] | [(if .peer then 14245634 elif .device != $l.device then 8421504 else 2062516 end), .throughput, "\(.program): \(.variant)"]
             | map(tostring | gsub("[\t\n]"; " ")) | join("\t")' >"$folder/data.bars"
  {
    start_figure "980,$((90 + 24 * count))"
    echo "stats 'data.bars' using 2 nooutput name 'B'; step = 10. ** floor(log10(B_max)); step = B_max < 2 * step ? step / 2. : step"
    echo "set yrange [$count - 0.5:-0.5]; set xrange [0:*]; unset key; set xtics step; set grid noytics"
    echo "set xlabel $(quoted "$(of_ladder '$l.unit + " at " + $l.bars[0].size + ", " + $l.bars[0].type')"); set rmargin 12; set offsets 0, graph 0.02, 0, 0"
    ceiling=$(of_ladder '[$l.bars[] | select((.ceiling_fraction // 0) > 0) | .throughput / .ceiling_fraction] | sort | if length > 0 then .[length / 2 | floor] else "" end')
    if [ -n "$ceiling" ]; then
      name=$(of_ladder 'first($l.bars[] | .ceiling // empty) // ""')
      echo "set arrow from $ceiling, graph 0 to $ceiling, graph 1 nohead dt 3 lw 1.5 lc rgb '#d95f02'"
      echo "set label $(quoted "ceiling${name:+ ($name)}") at $ceiling, graph 1.02 center tc rgb '#d95f02'; set tmargin 2; set xrange [0:$ceiling * 1.02]"
    fi
    echo "set style fill solid 0.85 noborder"
    echo "plot 'data.bars' using (\$2 / 2):0:(0):2:(\$0 - 0.36):(\$0 + 0.36):1:ytic(3) with boxxyerror lc rgb variable, \\"
    echo "     'data.bars' using 2:0:(sprintf(' %.4g', \$2)) with labels left"
  } >"$folder/commands"
  finish_figure "The ladder $1: every rung and peer" "$1-bars"
}

# The ladders of one chapter: for each, operations a second over operations a byte, of bytes that must move for a row in GB/s, else of
# the data's. The roofs are the highest ceilings of the file.
roofline() {
  ladders=$(ask --arg chapter "$1" '.ladders | to_entries[] | select(.value.chapter == $chapter and .value.operations != "" and (.value.bars | length > 0)) | .key')
  [ -n "$ladders" ] || return 0
  {
    start_figure 980,520
    echo "set logscale xy 10; set format '10^{%L}'; set termoption enhanced"
    echo "set xlabel 'operations a byte'; set ylabel 'operations a second'; set key outside right top reverse Left samplen 1 font ',11' noenhanced"
    echo "memory = $(ask '[.ladders[] | select(.unit == "GB/s") | (.bars + [.sizes[][]])[] | select((.ceiling_fraction // 0) > 0) | 1e9 * .throughput / .ceiling_fraction] | max // 0')"
    echo "arithmetic = 0; low = 1e99; left = 1e99; right = 0"
    for ladder in $(ask '.ladders | to_entries[] | select(.value.operations != "" and .value.unit != "GB/s") | .key'); do
      of_ladder '($l.bars + [$l.sizes[][]])[] | select((.ceiling_fraction // 0) > 0) | [.w, .median_s, .ceiling_fraction] | map(tostring) | join("\t")' >"$folder/data.roof$ladder"
      [ -s "$folder/data.roof$ladder" ] || continue
      echo "o$ladder(w) = $(of_ladder '$l.operations')"
      echo "stats 'data.roof$ladder' using (o$ladder(\$1) / \$2 / \$3) nooutput name 'R'; arithmetic = R_max > arithmetic ? R_max : arithmetic"
    done
    plots=
    i=0
    for ladder in $ladders; do
      echo "o$ladder(w) = $(of_ladder '$l.operations')"
      echo "b$ladder(w) = $(of_ladder 'if $l.unit == "GB/s" then "w" else $l.bytes end')"
      for who in ours peers; do
        test=$([ $who = ours ] && echo not || echo .)
        of_ladder "\$l.bars[] | select(.device == \$l.device and (.peer | $test)) | [.w, .median_s] | map(tostring) | join(\"\\t\")" >"$folder/data.$who$ladder"
        [ -s "$folder/data.$who$ladder" ] || continue
        point="pt 7 ps 0.7"
        title=$(of_ladder '$l.ladder')
        [ $who = ours ] || { point="pt 6 ps 1.1 lw 2"; title="$title: peers"; }
        x="(o$ladder(\$1) / b$ladder(\$1))"
        echo "stats 'data.$who$ladder' using $x nooutput name 'P'; left = P_min < left ? P_min : left; right = P_max > right ? P_max : right"
        echo "stats 'data.$who$ladder' using (o$ladder(\$1) / \$2) nooutput name 'P'; low = P_min < low ? P_min : low"
        plots="$plots, 'data.$who$ladder' using $x:(o$ladder(\$1) / \$2) with points $point lc rgb '$(colour $i)' title $(quoted "$title")"
      done
      i=$((i + 1))
    done
    echo "ridge = memory > 0 && arithmetic > 0 ? arithmetic / memory : right"
    echo "left = (ridge < left ? ridge : left) / 4; right = (ridge > right ? ridge : right) * 4"
    echo "top = arithmetic > 0 ? arithmetic : memory * right"
    echo "set xrange [left:right]; set yrange [low / 3:top * 3]"
    echo "roof(x) = memory > 0 && arithmetic > 0 ? (memory * x < arithmetic ? memory * x : arithmetic) : memory > 0 ? memory * x : arithmetic"
    echo "if (memory > 0) set label sprintf('%.4g GB/s', memory / 1e9) at sqrt(left * ridge), memory * sqrt(left * ridge) offset -1,0.5 right tc rgb '#d95f02'"
    echo "if (arithmetic > 0) set label sprintf('%.3g T operations/s', arithmetic / 1e12) at right, arithmetic offset -0.5,0.7 right tc rgb '#d95f02'"
    echo "set samples 500; plot roof(x) with lines lw 2 lc rgb '#d95f02' title 'roof'$plots"
  } >"$folder/commands"
  finish_figure "$1 between its roofs" "$1-roofline"
}

# draw RESULTS FIGURES
draw() {
  results=$1
  figures=$2
  jq -c -f "$folder/plots.jq" "$results" >"$folder/plots" 2>"$folder/message" || {
    echo "plot-bench: $results is no file that ./tutorial bench has written" >&2
    exit 1
  }
  check_expressions || exit 1
  for ladder in $(ask '.ladders | keys[]'); do ask -c ".ladders[$ladder]" >"$folder/ladder.$ladder"; done
  for ladder in $(ask '.ladders | keys[]'); do
    name=$(of_ladder '$l.ladder')
    unit=$(of_ladder '$l.unit')
    over_size sizes "$unit" .throughput "$name: throughput over the data's size" "$name-size"
    over_size end_to_end 'microseconds, the result on the host' '1e6 * .median_s' "$name: time over the data's size" "$name-end-to-end"
    bars "$name"
  done
  for chapter in $(ask '[.ladders[].chapter] | unique[]'); do roofline "$chapter"; done
}

status=0
if [ $# -eq 2 ]; then
  [ -f "$1" ] || { echo "plot-bench: there is no file $1" >&2; exit 2; }
  draw "$1" "$2"
  exit $status
fi
# as_bench FOLDER: its ladders.json in the form of a bench.json.
as_bench() {
  manifest=${BUILD_DIR:-$root/build/auto}/tutorial.json
  [ -f "$manifest" ] || { echo "plot-bench: no $manifest (./tutorial doctor makes it)" >&2; exit 1; }
  jq -n --slurpfile rows "$1/ladders.json" --slurpfile about "$1/about.json" --slurpfile manifest "$manifest" '
    $manifest[0] as $m
    | {about: $about[0], runs: [],
       rows: ($rows[0] | map(. + {arguments: "", peer: (.peer // (.variant | test("^(cub::|thrust|cublas|cusparse)")))})),
       ladders: [$m.programs | map(select(.role != "demo")) | group_by(.ladder)[] | .[0] as $first
         | ($m.bench | map(select(.ladder == $first.ladder))) as $declared
         | {chapter: $first.chapter, ladder: $first.ladder, programs: map(.name),
            bytes: ($declared[0].bytes // "w"), operations: ($declared | map(.operations) | map(select(. != "")) | last // "")}]}'
}

found=
for file in "$root"/docs/results/*/bench.json "$root"/docs/results/*/ladders.json; do
  [ -f "$file" ] || continue
  device=$(dirname "$file")
  if [ "$(basename "$file")" = ladders.json ]; then
    [ ! -f "$device/bench.json" ] || continue
    as_bench "$device" >"$folder/bench.json"
    file=$folder/bench.json
  elif [ -f "$device/ladders.json" ]; then
    # Older rows, of programs that `bench` was stopped before.
    jq --slurpfile old "$device/ladders.json" '([.runs[].program] | unique) as $run
      | .rows += ($old[0] | map(select(.program as $p | $run | index($p) | not) + {arguments: ""}))' "$file" >"$folder/bench.json"
    file=$folder/bench.json
  fi
  found=yes
  draw "$file" "$root/docs/figures/$(basename "$device")"
done
if [ -z "$found" ]; then
  echo "plot-bench: no bench.json in $root/docs/results" >&2
  [ -n "$check" ] && exit 77
  exit 1
fi
exit $status
