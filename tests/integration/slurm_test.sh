#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# slurm_test.sh BIN: a Slurm of two nodes on this machine does a match, an analysis and mate problems
# in eight parts each, by what `gougi farm slurm` wrote, while parts that have done some of their
# work, and a node's daemon, are killed. The files that come out are those of undivided runs, times
# aside. Then a sequential test is decided, and what waits in the queue is taken back. Ends with 77
# where there is no Slurm, or no right to start one.
set -eu
bin=$(cd "$1" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
problems=$here/../data/mate/problems.txt
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
analysis=(analyse "$folder/records" --config "$folder/council.yaml" --nodes "${JUDGED:-12000}")
solve=(mate solve "$problems" --nodes 200000 --hash 64 --csv)
cd "$folder"
. "$here/farm_shared.sh"
make_records 24
make_council
cat >match.yaml <<END
name: match
parts: 8
run: [$(list "${match[@]}")]
result: all.db
time: "0:30:00"
memory: 500M
END
cat >analysis.yaml <<END
name: analysis
parts: 8
run: [$(list "${analysis[@]}")]
result: all
END
cat >solve.yaml <<END
name: solve
parts: 8
run: [$(list "${solve[@]}")]
result: all.csv
END
for job in match analysis solve; do "$bin/gougi" farm slurm $job.yaml --submit; done

# Parts are killed that have done some of their work and not all, each once, and once a node's daemon.
declare -A units=([match]=4 [analysis]=3)
all_over() { [ -z "$(squeue -h -n match,analysis)" ]; }
node_was_killed=0
end=$((SECONDS + 400))
until all_over || { [ "$(kills_of match)" -ge 3 ] && [ "$(kills_of analysis)" -ge 3 ]; }; do
  [ $SECONDS -lt $end ] || fail "no part does anything"
  for job in match analysis; do [ "$(kills_of $job)" -ge 3 ] || kill_parts $job "$folder/$job" "${units[$job]}"; done
  if [ "$node_was_killed" = 0 ] && [ ${#killed[@]} -ge 2 ]; then
    node_was_killed=1
    kill -9 "$second"
    sleep 3
    start_node n2
  fi
  sleep 0.2
done
echo "killed in mid-work: $(kills_of match) parts of the match, $(kills_of analysis) of the analysis;" \
  "and $node_was_killed node's daemon"
for job in match analysis; do
  [ "$(kills_of $job)" -gt 0 ] || fail "no part of the $job was killed in mid-work"
  grep -q "failed or was killed" $job/log/*.txt || fail "no part of the $job says that it was killed"
done
[ "$node_was_killed" = 1 ] || fail "no node's daemon was killed"
is_merged() {
  local job
  for job in match analysis solve; do
    scontrol update "jobid=$(cat $job/slurm.job)" StartTime=now >/dev/null 2>&1 || true
  done
  [ -s match/all.db ] && [ -s analysis/all/analysis.html ] && [ -s solve/all.csv ]
}
until_true 500 is_merged || { squeue -o '%i %T %r'; fail "the parts are not put together"; }
nothing_left() { [ -z "$(squeue -h)" ]; }
until_true 120 nothing_left || { squeue -o '%i %T %r'; fail "jobs are left"; }

"$bin/gougi" "${match[@]}" --file whole.db --concurrency 2 >/dev/null
"$bin/gougi" "${analysis[@]}" --out whole >/dev/null
"$bin/gougi" "${solve[@]}" >whole.csv
untimed() { sed -E 's/,[0-9]+\.[0-9]{3},/,,/' "$1"; }
[ "$(games match/all.db | wc -l)" -ge 32 ] || fail "games are missing"
same_games match/all.db whole.db || fail "the games differ"
cmp <(untimed solve/all.csv) <(untimed whole.csv) || fail "the problems' rows differ"
same_analyses analysis/all whole || fail "the analyses differ"
[ "$(grep -c '"members"' whole/*.jsonl | awk -F: '{s += $2} END {print s}')" -gt 400 ] || fail "votes are missing"
echo "as an undivided run: 32 games, $(ls whole/*.jsonl | wc -l) analysed with" \
  "$(judged whole | wc -l) judged positions, $(wc -l <whole.csv) lines of mates"

# A test that is decided while most parts wait: they are taken back, the merge begins all the same.
sprt=(match --first "$engine" --name strong --time "nodes 2000" --second "$engine" --name weak --time "nodes 20"
  --games 80 --sprt 0,300 --random-plies 6 --seed 9 --max-plies 200 --quiet on)
cat >sprt.yaml <<END
name: sprt
parts: 40
run: [$(list "${sprt[@]}")]
result: all.db
END
two_up() { [ "$(sinfo -h -N -t idle,mixed,allocated -o %N 2>/dev/null | wc -l)" = 2 ]; }
until_true 120 two_up || fail "the node does not come back"
"$bin/gougi" farm slurm sprt.yaml --submit >/dev/null
"$bin/gougi" watch sprt --interval 1 >watched || fail "watch: $(cat watched)"
grep -q "^scancel $(cat sprt/slurm.job) takes back" watched || fail "no scancel: $(cat watched)"
is_cut() { [ -s sprt/all.db ]; }
until_true 120 is_cut || { squeue -o '%i %T %r'; cat watched; fail "the decided match is not put together"; }
until_true 120 nothing_left || fail "jobs of the decided match are left"
begun=$(find sprt/parts -name '*.db' | wc -l)
[ "$begun" -lt 40 ] || fail "all parts began, though the test was decided"
"$bin/gougi" "${sprt[@]}" --file sprt-whole.db >/dev/null
same_games sprt/all.db sprt-whole.db || fail "the decided matches differ"
echo "decided: $(grep '^decided' watched) $begun of 40 parts had begun; the games are those of an undivided run"
