#!/bin/sh
# Several processes form one program: they find each other, and all end if one does.
# Needs: rank
rank=$BUILD_DIR/sim/rank
[ -x "$rank" ] || exit 77
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
unset LENS_JSON RANK WORLD_SIZE LOCAL_RANK LOCAL_WORLD_SIZE OMPI_COMM_WORLD_SIZE PMI_SIZE SLURM_STEP_NUM_TASKS
port=$((30000 + $$ % 2000))

fail() { echo "$*"; exit 1; }

has() {  # file, line
  grep -qE "$2" "$1" || { cat "$1"; fail "no line matches: $2"; }
}

ends_with() {  # exit code, command…
  wanted=$1
  shift
  begin=$(date +%s)
  "$@" >"$folder/out" 2>"$folder/err"
  status=$?
  [ $status -eq "$wanted" ] || { cat "$folder/out" "$folder/err"; fail "$*: exit code $status, wanted $wanted"; }
  [ $(($(date +%s) - begin)) -lt 30 ] || fail "$*: took too long"
}

# One rank, without a launcher; then several, with one table, and one results file.
ends_with 0 "$rank"
for ranks in 1 2 4; do
  ends_with 0 "$rank" --ranks $ranks --json "$folder/rows.json"
  [ "$(grep -c '^sum .* ok$' "$folder/out")" -eq 1 ] || { cat "$folder/out"; fail "not one table"; }
  has "$folder/rows.json" '"verified": true'
  [ ! -s "$folder/err" ] || { cat "$folder/err"; fail "ranks $ranks: standard error is not empty"; }
done

# One of them goes: all go, with a message, and a wrong result counts on whichever rank it is.
ends_with 1 "$rank" --ranks 4 --fault killed
has "$folder/err" 'rank: rank 3 was killed by signal 9'
ends_with 1 "$rank" --ranks 2 --fault throws
has "$folder/err" '^rank: thrown$'
ends_with 1 "$rank" --ranks 2 --fault exits
has "$folder/err" 'rank 1 has ended|the process of rank 1 has ended'
ends_with 1 "$rank" --ranks 4 --fault wrong
has "$folder/out" '^sum .* WRONG'
has "$folder/err" 'rank 3: 1 of 1 value'

# Arguments.
ends_with 2 "$rank" --ranks 2000
has "$folder/err" '^rank: --ranks: 2000 is too large; at most 1024$'
ends_with 2 "$rank" --ranks -1
ends_with 2 "$rank" --ranks 2 --rendezvous localhost:1
has "$folder/err" '^rank: --rendezvous: ranks that --ranks starts need none$'
ends_with 2 "$rank" --ranks 1 --patience 0

# As a launcher starts them: each set of variables; the ranks of one host find each other by their parent.
started() {  # rank variable, size variable, local rank, local size, ranks, common arguments…
  rank_name=$1; size_name=$2; local_name=$3; locals_name=$4; ranks=$5
  shift 5
  number=1
  while [ $number -lt "$ranks" ]; do
    env "$rank_name=$number" "$size_name=$ranks" "$local_name=$number" "$locals_name=$ranks" "$rank" "$@" >"$folder/out$number" 2>"$folder/err$number" &
    number=$((number + 1))
  done
  ends_with "$wanted_code" env "$rank_name=0" "$size_name=$ranks" "$local_name=0" "$locals_name=$ranks" "$rank" "$@"
  wait
}
wanted_code=0
started OMPI_COMM_WORLD_RANK OMPI_COMM_WORLD_SIZE OMPI_COMM_WORLD_LOCAL_RANK OMPI_COMM_WORLD_LOCAL_SIZE 3
has "$folder/out" '^sum .* ok$'
[ ! -s "$folder/out1" ] || fail "rank 1 prints, too"
started SLURM_PROCID SLURM_STEP_NUM_TASKS SLURM_LOCALID SLURM_STEP_TASKS_PER_NODE 2
has "$folder/out" '^sum .* ok$'
started PMI_RANK PMI_SIZE MPI_LOCALRANKID MPI_LOCALNRANKS 2 --rendezvous "localhost:$port"
has "$folder/out" '^sum .* ok$'
wanted_code=1
started RANK WORLD_SIZE LOCAL_RANK LOCAL_WORLD_SIZE 2 --fault killed
has "$folder/err" 'rank 1 has ended|the process of rank 1 has ended'

# Half an environment, a rank too many, a rank that never comes, ranks that disagree on how many they are and on what to do.
ends_with 2 env OMPI_COMM_WORLD_RANK=0 "$rank"
has "$folder/err" '^rank: Open MPI: OMPI_COMM_WORLD_SIZE is not set'
ends_with 2 env RANK=2 WORLD_SIZE=2 LOCAL_RANK=0 LOCAL_WORLD_SIZE=2 "$rank"
has "$folder/err" 'RANK is 2, of 2 ranks'
ends_with 2 env RANK=x WORLD_SIZE=2 LOCAL_RANK=0 LOCAL_WORLD_SIZE=2 "$rank"
ends_with 2 env RANK=0 WORLD_SIZE=2 LOCAL_RANK=0 LOCAL_WORLD_SIZE=1 "$rank"
has "$folder/err" '^rank: --rendezvous: 2 ranks on several hosts need HOST:PORT'
ends_with 2 env RANK=0 WORLD_SIZE=2 LOCAL_RANK=0 LOCAL_WORLD_SIZE=2 "$rank" --ranks 2
ends_with 2 env RANK=0 WORLD_SIZE=2 LOCAL_RANK=0 LOCAL_WORLD_SIZE=2 "$rank" --rendezvous nowhere
ends_with 1 env RANK=0 WORLD_SIZE=3 LOCAL_RANK=0 LOCAL_WORLD_SIZE=3 "$rank" --patience 1
has "$folder/err" 'rank 0 has waited 1 s at port [0-9]+ for ranks 1, 2 of 3'
ends_with 1 env RANK=1 WORLD_SIZE=2 LOCAL_RANK=1 LOCAL_WORLD_SIZE=2 "$rank" --patience 1
has "$folder/err" 'rank 1 has waited 1 s for rank 0 at 127.0.0.1:[0-9]+'
env RANK=1 WORLD_SIZE=3 LOCAL_RANK=1 LOCAL_WORLD_SIZE=3 "$rank" --patience 5 2>"$folder/err1" &
ends_with 1 env RANK=0 WORLD_SIZE=2 LOCAL_RANK=0 LOCAL_WORLD_SIZE=2 "$rank" --patience 5
wait
has "$folder/err" 'rank 1 says that there are 3 ranks, and rank 0 that there are 2'
env RANK=1 WORLD_SIZE=2 LOCAL_RANK=1 LOCAL_WORLD_SIZE=2 "$rank" --fault wrong 2>"$folder/err1" &
ends_with 2 env RANK=0 WORLD_SIZE=2 LOCAL_RANK=0 LOCAL_WORLD_SIZE=2 "$rank"
wait
has "$folder/err" 'rank 1 was started with other arguments than rank 0'
