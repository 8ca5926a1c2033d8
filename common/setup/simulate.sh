# shellcheck shell=sh disable=SC2154
# Part of the script `tutorial`, which sources it: the verb `sim`, which compiles and runs a program of the user's own.

# Both take the words after `sim`: the compiler's stand before "--", the program's arguments behind it. --predict is neither's.
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
    case $word in --predict | --predict=*) continue ;; esac
    set -- "$@" "$word"
  done
  exec "$simcc" "$@" -o "$folder/$program"
}

start_simulated() {
  while [ $# -gt 0 ] && [ "$1" != -- ]; do shift; done
  [ $# -eq 0 ] || shift
  if [ -n "$gpu" ]; then
    # A grid that the program fits to the device is the one that this GPU would get.
    CUDASIM_MULTIPROCESSORS=$(sed -n '/"multiprocessors"/,/}/s/.*"value": \([0-9]*\).*/\1/p' "$gpu")
    LENS_JSON=$folder/lens.json
    LENS_PREDICT=all
    export CUDASIM_MULTIPROCESSORS LENS_JSON LENS_PREDICT
  fi
  exec "$folder/$program" "$@"
}

# gpu_file NAME: of common/predict/gpus, or the path of a file like those there.
gpu_file() {
  case $1 in
    */* | *.json) gpu=$1 ;;
    *) gpu=$root/common/predict/gpus/$1.json ;;
  esac
  [ -f "$gpu" ] || fail 2 "--predict: there is no GPU '$1'; those of common/predict/gpus are there, or the path of a file like them"
}

# attended COMMAND…: a shell that waits for a command takes no signal before that has ended, so the command runs beside it and gets what we get.
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

run_simulated() {
  program=
  gpu=
  for word in "$@"; do
    case $word in
      --) break ;;
      --predict) gpu_file h200 ;;
      --predict=*) gpu_file "${word#*=}" ;;
      *.cu) [ -n "$program" ] || program=$(basename "$word" .cu) ;;
    esac
  done
  [ -n "$program" ] || fail 2 "sim wants a source file: ./tutorial sim file.cu … [compiler options] [-- args]"
  build cudasim-simcc ${gpu:+tutorial_driver}
  folder=$(mktemp -d "${TMPDIR:-/tmp}/tutorial-XXXXXX") || exit 1
  # As the programs' own temporary folders: what nobody has locked goes after a day.
  exec 8<"$folder"
  ! command -v flock >/dev/null || flock 8
  trap 'rm -rf "$folder"' EXIT
  exec 7<&0  # what runs in the background gets an empty input otherwise
  child=
  trap 'handed_on TERM 130' INT  # what runs in the background of a script ignores INT
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
