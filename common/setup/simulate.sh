# shellcheck shell=sh disable=SC2154
# Part of the script `tutorial`, which sources it: the verb `sim`, which compiles and runs a user's program.

# Both take the words after `sim`: the compiler's before "--", the program's arguments after it. --predict, --sample and --sarif belong to neither.
compile_simulated() {
  count=$#
  while [ "$count" -gt 0 ]; do
    word=$1
    shift
    count=$((count - 1))
    if [ "$word" = -- ]; then
      shift "$count"
      break
    fi
    case $word in
      --predict | --predict=* | --sample | --sample=* | --sarif=*) continue ;;
      --sarif)
        shift
        count=$((count - 1))
        continue
        ;;
    esac
    set -- "$@" "$word"
  done
  exec "$simcc" "$@" -o "$folder/$program"
}

start_simulated() {
  while [ $# -gt 0 ] && [ "$1" != -- ]; do shift; done
  [ $# -eq 0 ] || shift
  if [ -n "$gpu" ]; then
    # A grid that the program sizes by the device gets the size that it would have on this GPU.
    CUDASIM_MULTIPROCESSORS=$(sed -n '/"multiprocessors"/,/}/s/.*"value": \([0-9]*\).*/\1/p' "$gpu")
    LENS_JSON=$folder/lens.json
    LENS_PREDICT=${sample:-all}
    [ -z "$blocks" ] || LENS_WATCH=$blocks
    [ -z "$blocks" ] || export LENS_WATCH
    export CUDASIM_MULTIPROCESSORS LENS_JSON LENS_PREDICT
  fi
  if [ -n "$sarif" ]; then
    LENS_SARIF=$sarif
    export LENS_SARIF
  fi
  exec "$folder/$program" "$@"
}

# gpu_file NAME: a file of common/predict/gpus, or the path of a similar file.
gpu_file() {
  case $1 in
    */* | *.json) gpu=$1 ;;
    *) gpu=$root/common/predict/gpus/$1.json ;;
  esac
  [ -f "$gpu" ] || fail 2 "--predict: there is no GPU '$1'; those of common/predict/gpus are there, or the path of a file like them"
}

# attended COMMAND…: a shell that waits for a command handles signals only when it ends, so the command runs in the background and gets ours.
attended() {
  "$@" <&7 7<&- &
  child=$!
  wait "$child"
}

handed_on() {
  kill -"$1" "$child" 2>/dev/null
  wait "$child"
  exit "$2"
}

# sim --break FILE.cu [-- args]: the driver compiles it and searches for another result.
break_simulated() {
  shift
  case ${1:-} in *.cu) ;; *) fail 2 "sim --break needs a source file: ./tutorial sim --break file.cu [-- args]" ;; esac
  [ -f "$1" ] || fail 2 "there is no file '$1'"
  [ $# -eq 1 ] || [ "$2" = -- ] || fail 2 "sim --break takes one source file, and arguments behind --"
  build tutorial_driver cudasim-simcc
  exec "$driver" explain --break ${verbose:+--verbose} "$@"
}

# sim FILE.cu --steps FILE.html or --trace FILE.json [-- args]: the driver compiles it and records the steps of one block.
steps_simulated() {
  source=
  count=$#
  while [ "$count" -gt 0 ] && [ "$1" != -- ]; do
    word=$1
    shift
    count=$((count - 1))
    case $word in
      --steps | --trace | --block | --launch)
        [ "$count" -gt 0 ] && [ "$1" != -- ] || fail 2 "$word needs a value"
        set -- "$@" "$word=$1"
        shift
        count=$((count - 1))
        ;;
      --steps=* | --trace=* | --block=* | --launch=*)
        set -- "$@" "$word"
        ;;
      *.cu)
        [ -z "$source" ] || fail 2 "sim with --steps or --trace takes one source file"
        [ -f "$word" ] || fail 2 "there is no file '$word'"
        source=$word
        ;;
      *) fail 2 "sim with --steps or --trace takes one source file, --block N, --launch N, and arguments after --" ;;
    esac
  done
  [ -n "$source" ] || fail 2 "sim needs a source file: ./tutorial sim file.cu --steps steps.html [-- args]"
  # The rest are the program's arguments, if any, then our options: the driver takes the options first.
  while [ "$count" -gt 0 ]; do
    word=$1
    shift
    count=$((count - 1))
    set -- "$@" "$word"
  done
  build tutorial_driver cudasim-simcc
  exec "$driver" explain ${verbose:+--verbose} "$source" "$@"
}

run_simulated() {
  [ "${1:-}" != --break ] || break_simulated "$@"
  for word in "$@"; do
    case $word in
      --) break ;;
      --steps | --steps=* | --trace | --trace=*) steps_simulated "$@" ;;
    esac
  done
  program=
  gpu=
  sample=
  blocks=
  sarif=
  plain=
  before=
  for word in "$@"; do
    if [ "$before" = --sarif ]; then
      sarif=$word
      before=
      continue
    fi
    before=$word
    case $word in
      --) break ;;
      --sarif=*) sarif=${word#*=} ;;
      --plain) plain=1 ;;
      --predict) gpu_file "${TUTORIAL_GPU:-h200}" ;;
      --predict=*) gpu_file "${word#*=}" ;;
      --sample) sample=sample ;;
      --sample=*)
        sample=sample
        blocks=${word#*=}
        case $blocks in '' | 0* | *[!0-9]*) fail 2 "$word: the number of blocks is a positive integer" ;; esac
        ;;
      *.cu)
        [ -f "$word" ] || fail 2 "there is no file '$word'"
        [ -n "$program" ] || program=$(basename "$word" .cu)
        ;;
    esac
  done
  [ -n "$program" ] || fail 2 "sim needs a source file: ./tutorial sim file.cu … [compiler options] [-- args]"
  [ -z "$sample" ] || [ -n "$gpu" ] || gpu_file "${TUTORIAL_GPU:-h200}"
  case " $* " in *" --sarif "* | *" --sarif="*) [ -n "$sarif" ] || fail 2 "--sarif needs a file" ;; esac
  [ -z "$sarif" ] || [ -z "$plain" ] || fail 2 "--sarif needs the lens, which --plain leaves out"
  build cudasim-simcc ${gpu:+tutorial_driver}
  folder=$(mktemp -d "${TMPDIR:-/tmp}/tutorial-XXXXXX") || exit 1
  # Like the programs' own temporary folders: those without a lock are deleted after a day.
  exec 8<"$folder"
  ! command -v flock >/dev/null || flock 8
  trap 'rm -rf "$folder"' EXIT
  exec 7<&0  # otherwise a background command gets an empty input
  child=
  trap 'handed_on TERM 130' INT  # a script's background commands ignore INT
  trap 'handed_on TERM 143' TERM
  trap 'handed_on TERM 129' HUP
  attended compile_simulated "$@" || exit
  status=0
  attended start_simulated "$@" || status=$?
  [ "$status" -le 128 ] || [ "$status" -gt 159 ] || printf 'tutorial: %s was killed by signal %s\n' "$program" "$((status - 128))" >&2
  if [ -e "$folder/lens.json" ]; then
    "$driver" predict --counted "$folder/lens.json" --gpu "$gpu" || exit
  elif [ -n "$gpu" ] && [ "$status" -eq 0 ]; then
    fail 1 "$program left no counts for a prediction: --plain leaves the lens out"
  fi
  exit "$status"
}
