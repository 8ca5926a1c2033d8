#!/bin/sh
# A chapter program of the driver's tests. What it does is its name: good_*, wrong_*, fails_*, crashes_*, slow_*, skips_*,
# picky_* (takes no --n). For the back end cuda it has times: $FAKE_SECONDS.
name=$(basename "$0")
json=
size="1 K"
all="$*"
while [ $# -gt 0 ]; do
  case $1 in
    --json) json=$2; shift ;;
    --exit-2) echo "$name: no such option: --exit-2" >&2; exit 2 ;;
    --n) size=$2; shift ;;
    --say) echo "said: $2"; shift ;;
  esac
  shift
done
verified=true
code=0
case $name in
  picky_*) case $all in *--n*) echo "$name: takes no --n" >&2; exit 2 ;; esac ;;
  fails_*) echo "$name: out of memory" >&2; exit 1 ;;
  crashes_*) kill -SEGV $$ ;;
  skips_*) echo "$name: no device; the simulator needs none" >&2; exit 77 ;;
  slow_*) echo $$ >"$FAKE_DIR/slow.pid"; sleep 60 ;;
  wrong_*) verified=false; code=1; echo "$name: [3] got 1, wanted 2" >&2 ;;
esac
median=null
throughput=null
if [ "${FAKE_BACKEND:-sim}" = cuda ]; then median=${FAKE_SECONDS:-0.001} throughput=100; fi
echo "$name" >>"$FAKE_DIR/ran.txt"
echo "table of $name"
row='[{"chapter": "ch01_fake", "program": "'$name'", "variant": "plain", "size": "'"$size"'", "type": "float", "backend": "sim", "device": "CPU",
  "median_s": '$median', "spread": null, "throughput": '$throughput', "unit": "GB/s", "ceiling_fraction": null, "verified": '$verified'}]'
[ -z "$json" ] || printf '%s\n' "$row" >"$json"
exit $code
