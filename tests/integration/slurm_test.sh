#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# slurm_test.sh BIN: a Slurm of two nodes on this machine does a match and mate problems in eight
# parts each, by what `gougi farm slurm` wrote, while parts, what they started and a node's daemon
# are killed. The files that come out are those of undivided runs, times aside. Ends with 77 where
# there is no Slurm, or no right to start one.
set -eu
bin=$(cd "$1" && pwd)
problems=$(cd "$(dirname "$0")/.." && pwd)/data/mate/problems.txt
export PATH=$PATH:/usr/sbin:/sbin
skip() {
  echo "skipped: $*"
  exit 77
}
for program in slurmctld slurmd sbatch squeue scontrol munged mungekey sqlite3; do
  command -v $program >/dev/null ||
    skip "there is no $program; apt-get install slurmctld slurmd slurm-client munge sqlite3"
done
[ "$(id -u)" = 0 ] || skip "only root may start a Slurm of its own"

folder=$(mktemp -d /tmp/gougi-slurm.XXXXXX)
daemons=()
clean() {
  set +e
  export SLURM_CONF=$folder/slurm.conf
  scancel --user=root 2>/dev/null
  for pid in "${daemons[@]}" $(cat "$folder"/*.pid 2>/dev/null); do kill -9 "$pid" 2>/dev/null; done
  [ -n "${KEEP:-}" ] || rm -rf "$folder"
}
trap clean EXIT
fail() {
  echo "FAILED: $*"
  tail -n 20 "$folder"/*.log "$folder"/*/log/*.txt 2>/dev/null
  exit 1
}
# until_true SECONDS COMMAND…
until_true() {
  local end=$((SECONDS + $1))
  shift
  until "$@"; do
    [ $SECONDS -lt $end ] || return 1
    sleep 0.5
  done
}

# A Slurm of our own.
chmod 711 "$folder"
mkdir -m 700 "$folder/munge" "$folder/state"
mungekey --create --keyfile="$folder/munge/key"
munged --force --key-file="$folder/munge/key" --socket="$folder/munge.socket" \
  --pid-file="$folder/munged.pid" --log-file="$folder/munge/munged.log" \
  --seed-file="$folder/munge/seed" --num-threads=2
port=$((20000 + RANDOM % 20000))
cat >"$folder/slurm.conf" <<END
ClusterName=gougi
SlurmctldHost=$(hostname)(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket
CredType=cred/munge
SlurmctldPort=$port
SlurmctldPidFile=$folder/slurmctld.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdPidFile=$folder/slurmd.%n.pid
SlurmdLogFile=$folder/slurmd.%n.log
SlurmdSpoolDir=$folder/spool.%n
StateSaveLocation=$folder/state
SlurmdParameters=config_overrides
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
SlurmdTimeout=30
KillWait=5
SwitchType=switch/none
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
NodeName=n1 NodeHostname=$(hostname) NodeAddr=127.0.0.1 Port=$((port + 1)) CPUs=2 RealMemory=4000
NodeName=n2 NodeHostname=$(hostname) NodeAddr=127.0.0.1 Port=$((port + 2)) CPUs=2 RealMemory=4000
PartitionName=all Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP
END
export SLURM_CONF=$folder/slurm.conf
slurmctld -D 2>"$folder/slurmctld.err" &
daemons+=($!)
start_node() {
  slurmd -D -N "$1" 2>>"$folder/slurmd.$1.err" &
  node=$!
  daemons+=("$node")
}
start_node n1
start_node n2
second=$node
two_idle() { [ "$(sinfo -h -N -t idle -o %N 2>/dev/null | wc -l)" = 2 ]; }
until_true 60 two_idle || fail "the nodes do not become idle"

# What is to be done, and the same undivided.
engine=$bin/gougi-engine
match=(match --first "$engine" --name A --second "$engine" --name B --time "nodes ${NODES:-10000}" --games 32
  --random-plies 6 --seed 3 --max-plies 160 --notes on --quiet on)
solve=(mate solve "$problems" --nodes 200000 --hash 64 --csv)
list() { printf '%s, ' "$@" | sed 's/, $//'; }
cd "$folder"
cat >match.yaml <<END
name: match
parts: 8
run: [$(list "${match[@]}")]
result: all.db
time: "0:30:00"
memory: 500M
END
cat >solve.yaml <<END
name: solve
parts: 8
run: [$(list "${solve[@]}")]
result: all.csv
END
"$bin/gougi" farm slurm match.yaml --submit
"$bin/gougi" farm slurm solve.yaml --submit

# Now and then a part is killed, and once a node's daemon.
workers() {
  local exe
  for exe in /proc/[0-9]*/exe; do
    [ "$(readlink "$exe" 2>/dev/null)" != "$folder/match/carry/gougi" ] || basename "$(dirname "$exe")"
  done
}
some_worker() { [ -n "$(workers)" ]; }
until_true 60 some_worker || fail "no part begins"
kills=0
for round in 1 2 3 4 5 6; do
  sleep "$((1 + RANDOM % 3))"
  victim=$(workers | shuf -n 1)
  if [ -n "$victim" ] && kill -9 "$victim" 2>/dev/null; then kills=$((kills + 1)); fi
  if [ "$round" = 3 ]; then
    kill -9 "$second"
    sleep 3
    start_node n2
  fi
done
echo "killed $kills parts and a node's daemon"
is_merged() {
  scontrol update "jobid=$(cat match/slurm.job)" StartTime=now >/dev/null 2>&1 || true
  [ -s match/all.db ] && [ -s solve/all.csv ]
}
until_true 500 is_merged || { squeue -o '%i %T %r'; fail "the parts are not put together"; }
nothing_left() { [ -z "$(squeue -h)" ]; }
until_true 120 nothing_left || { squeue -o '%i %T %r'; fail "jobs are left"; }

"$bin/gougi" "${match[@]}" --file whole.db --concurrency 2 >/dev/null
"$bin/gougi" "${solve[@]}" >whole.csv
games() {
  sqlite3 "$1" "SELECT number, opening, black, white, result, reason, detail, moves, scores, depths,
    nodes, notes, pvs FROM game ORDER BY number"
}
untimed() { sed -E 's/,[0-9]+\.[0-9]{3},/,,/' "$1"; }
without_speeds() { sed -E 's/ (time|nps|hashfull) [0-9]+//g'; }
[ "$(games match/all.db | wc -l)" -ge 32 ] || fail "games are missing"
cmp <(games match/all.db | without_speeds) <(games whole.db | without_speeds) || fail "the games differ"
cmp <(untimed solve/all.csv) <(untimed whole.csv) || fail "the problems' rows differ"
[ "$kills" -gt 0 ] || fail "no part was there to be killed"
echo "as an undivided run: 32 games, $(wc -l <whole.csv) lines"
