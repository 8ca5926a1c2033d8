#!/bin/sh
# A chapter program of the driver's tests. Its name determines what it does: good_*, wrong_*, fails_*, crashes_*, slow_*, skips_*,
# picky_* (takes no --n), strided_* (8 times the sectors, 32-way conflicts), racy_* (right, with hazards), faulty_* (--variant seen ends
# with a hazard), large_* (--large does not fit into memory), brittle_* (--large crashes), sampled_* (smaller under the lens without --large),
# meets_* (waits for another one that runs, and for $FAKE_BUILDS builds). Built for the lens it leaves counters. For the back end cuda it has times: $FAKE_SECONDS. $FAKE_LENS_SIZE: its default size under the lens.
name=$(basename "$0")
json=
size="1 K"
all="$*"
variant=
while [ $# -gt 0 ]; do
  case $1 in
    --json) json=$2; shift ;;
    --exit-2) echo "$name: no such option: --exit-2" >&2; exit 2 ;;
    --n) size=$2; shift ;;
    --variant) variant=$2; shift ;;
    --say) echo "said: $2"; shift ;;
  esac
  shift
done
[ -z "${LENS_JSON:-}" ] || size=${FAKE_LENS_SIZE:-$size}
verified=true
code=0
case $name$all in
  sampled_*--large*) ;;
  sampled_*) [ -z "${LENS_JSON:-}" ] || size="2 K" ;;
esac
case $name in
  picky_*) case $all in *--n*) echo "$name: takes no --n" >&2; exit 2 ;; esac ;;
  fails_*) echo "$name: out of memory" >&2; exit 1 ;;
  crashes_*) kill -SEGV $$ ;;
  skips_*) echo "$name: no device; the simulator needs none" >&2; exit 77 ;;
  large_*) case $all in *--large*) echo "$name: not enough host memory: 1 MB free; choose smaller sizes" >&2; exit 1 ;; esac ;;
  brittle_*) case $all in *--large*) kill -SEGV $$ ;; esac ;;
  meets_*)
    : >"$FAKE_DIR/$name.runs"
    waited=0
    while [ "$(find "$FAKE_DIR" -name 'meets_*.runs' | wc -l)" -lt 2 ] || [ "$(wc -l <"$FAKE_DIR/built.txt")" -lt "$FAKE_BUILDS" ]; do
      [ $((waited += 1)) -lt 300 ] || { echo "$name: nothing else happens" >&2; exit 1; }
      sleep 0.1
    done
    ;;
  slow_*) echo $$ >"$FAKE_DIR/slow.pid"; sleep 60 ;;
  wrong_*) verified=false; code=1; echo "$name: [3] got 1, wanted 2" >&2 ;;
esac
observed=
hazards=
case $name.$variant in
  racy_*) code=3 hazards=race-shared ;;
  faulty_*.seen) code=3 hazards=race-shared verified=null observed="wrong in 5 of 5 launches" ;;
  faulty_*.missed) verified=null observed="right in 5 of 5 launches" ;;
esac
if [ -n "${LENS_JSON:-}" ]; then
  case $0 in */lens/*) ;; *) echo "$name: not built for the lens" >&2; exit 1 ;; esac
  sectors=32 degree=1
  case $name in strided_*) sectors=256 degree=32 ;; esac
  [ -z "$hazards" ] || hazards='{"kind": "'$hazards'", "kernel": "k", "first": {"file": "a/01_k.cu", "line": 7}, "second": {"file": "a/01_k.cu",
    "line": 9}, "text": "a race", "times": 1}'
  launches=
  [ -z "${LENS_PREDICT:-}" ] || launches=', "launches": [{"section": "plain, '$size', float", "kernel": "k", "grid": ['${CUDASIM_MULTIPROCESSORS}', 1, 1],
    "block": [32, 1, 1], "shared_bytes": 0, "times": 1, "watched_blocks": 4, "load_requests": 8, "store_requests": 0, "atomic_requests": 0,
    "atomics": 0, "load_sectors": '$sectors', "store_sectors": 0, "atomic_sectors": 0, "shared_requests": 8, "wavefronts": 8, "barriers": 8,
    "dropped": 0}]'
  cat >"$LENS_JSON" <<END
{"kernels": [], "ranges": [{"name": "plain, $size, float", "kernels": [{"name": "k", "launches": 1, "blocks": 4, "threads": 128,
  "watched_blocks": 4, "barriers": 8, "accesses": [
  {"space": "global", "op": "load", "requests": 8, "sectors": $sectors, "ideal_sectors": 32, "conflict_degree": 0, "bytes": 1024},
  {"space": "shared", "op": "load", "requests": 8, "sectors": 0, "ideal_sectors": 0, "conflict_degree": $degree, "bytes": 1024}]}]}],
 "hazards": [$hazards]$launches}
END
fi
median=null
throughput=null
if [ "${FAKE_BACKEND:-sim}" = cuda ]; then median=${FAKE_SECONDS:-0.001} throughput=100; fi
echo "$name" >>"$FAKE_DIR/ran.txt"
echo "table of $name"
row='[{"chapter": "ch01_fake", "program": "'$name'", "variant": "plain", "size": "'"$size"'", "type": "float", "backend": "sim", "device": "CPU",
  "median_s": '$median', "spread": null, "throughput": '$throughput', "unit": "GB/s", "ceiling_fraction": null, "verified": '$verified', "observed": "'$observed'", "needed_bytes": 1024}]'
[ -z "$json" ] || printf '%s\n' "$row" >"$json"
exit $code
