#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# slurm_test.sh BIN: a Slurm of two nodes on this machine does a match, an analysis and mate problems
# in eight parts each, by what `gougi farm slurm` wrote, while parts that have done some of their
# work, and a node's daemon, are killed. The files that come out are those of undivided runs, times
# aside. Then a sequential test is decided, and what waits in the queue is taken back; a node fails
# with all that runs there, whose part goes on on the other; and a council has a member by srun. Ends
# with 77 where there is no Slurm, or no right to start one.
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
declare -A daemon_of=()  # a node
start_node() {
  slurmd -D -N "$1" 2>>"$folder/slurmd.$1.err" &
  daemon_of[$1]=$!
  daemons+=($!)
}
start_node n1
start_node n2
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
    kill -9 "${daemon_of[n2]}"
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

# A node that fails in mid-part, with all that a job runs there: the part comes back on the other
# node, and what it had played before is not played again.
until_true 120 two_up || fail "the node does not come back"
long=(match --first "$engine" --name A --second "$engine" --name B --time "nodes ${NODES:-10000}" --games 64
  --random-plies 6 --seed 4 --max-plies 160 --quiet on)
cat >long.yaml <<END
name: long
parts: 2
run: [$(list "${long[@]}")]
result: all.db
END
"$bin/gougi" farm slurm long.yaml --submit >/dev/null
id=$(cat long/slurm.job)
node_of_part() { squeue -h -t R -j "$id" -o '%i %N' | sed -n "s/^${id}_0 //p"; }
in_mid_part() { [ "$(units_done long 0)" -ge 3 ]; }
until_true 120 in_mid_part || fail "the long match does not begin"
lost=$(node_of_part)
[ -n "$lost" ] || fail "part 0 runs nowhere"
kill -9 "${daemon_of[$lost]}"
for process in /proc/[0-9]*; do
  [ "$(readlink "$process/cwd" 2>/dev/null)" = "$folder/long" ] || continue
  { tr '\0' '\n' <"$process/environ"; } 2>/dev/null | grep -qx "SLURMD_NODENAME=$lost" || continue
  parent=$(sed -n 's/^PPid:[[:space:]]*//p' "$process/status" 2>/dev/null) || continue
  [ "$(cat "/proc/$parent/comm" 2>/dev/null)" != slurmstepd ] || kill -9 "$parent" 2>/dev/null || true
  kill -9 "${process#/proc/}" 2>/dev/null || true
done
begun() { sqlite3 -readonly long/parts/0.db 'SELECT number, began FROM game ORDER BY number'; }
before=$(begun)
comes_back() {
  scontrol update "jobid=${id}_0" StartTime=now >/dev/null 2>&1 || true
  other=$(node_of_part)
  [ -n "$other" ] && [ "$other" != "$lost" ]
}
until_true 200 comes_back || { squeue -o '%i %T %r %N'; fail "part 0 does not come back on another node"; }
is_whole() {
  scontrol update "jobid=${id}_1" StartTime=now >/dev/null 2>&1 || true
  [ -s long/all.db ]
}
until_true 300 is_whole || { squeue -o '%i %T %r %N'; fail "the long match is not put together"; }
[ "$(grep -cFxf <(echo "$before") <(begun))" = "$(echo "$before" | wc -l)" ] ||
  fail "games were played again: $before"
"$bin/gougi" "${long[@]}" --file long-whole.db --concurrency 2 >/dev/null
same_games long/all.db long-whole.db || fail "the games of the long match differ"
echo "a node failed: part 0 went on from $(echo "$before" | wc -l) games on $lost, to 32 on $other"
start_node "$lost"

# A council with a member on a node. Its job is cancelled: the others go on, and it comes back.
until_true 120 two_up || fail "the node does not come back"
cat >srun.yaml <<END
consensus: majority
language: en
mate: off
ponder: off
engines:
  - {name: here, command: $engine}
  - {name: far, command: [srun, --nodes=1, --ntasks=1, --unbuffered, --job-name=voter, $engine]}
END
coproc RELAY { exec "$bin/gougi" --config srun.yaml 2>relay.err; }
relay=$RELAY_PID
say() { printf '%s\n' "$@" >&"${RELAY[1]}"; }
# hear PATTERN: lines up to one like that, into `heard`.
hear() {
  local line
  heard=
  while read -r -t 60 line <&"${RELAY[0]}"; do
    heard+=$line$'\n'
    # shellcheck disable=SC2053
    [[ $line != $1 ]] || return 0
  done
  fail "no $1 from the relay: $heard $(cat relay.err)"
}
say usi
hear usiok
say isready
hear readyok
say usinewgame
# moves_until PATTERN: a move each time, until something like that was heard on the way.
moves_until() {
  local move
  for move in $(seq 200); do
    say "position startpos" "go byoyomi 300"
    hear "bestmove [1-9]*"
    # shellcheck disable=SC2053
    [[ $heard != $1 ]] || return 0
  done
  fail "the relay never said $1: $heard"
}
moves_until "*] bestmove *\[far\]*"
scancel --name=voter
moves_until "*[(]far[)] ended*it is restarted*"
moves_until "*] bestmove *\[far\]*"
say quit
wait "$relay" || fail "the relay: $(cat relay.err)"
echo "a member by srun voted, was cancelled, and came back to vote"
