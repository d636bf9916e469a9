#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# farm_ssh_test.sh BIN: two sshd of its own on the loopback do a match and an analysis in eight parts
# each, by what `gougi farm ssh` and `gougi farm parallel` wrote, while parts that have done some of
# their work are killed. What comes out is that of undivided runs. Ends with 77 where there is no sshd.
set -eu
bin=$(cd "$1" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
export PATH=$PATH:/usr/sbin
for program in sshd ssh ssh-keygen sqlite3; do
  command -v $program >/dev/null || { echo "skipped: there is no $program"; exit 77; }
done
[ "$(id -u)" != 0 ] || mkdir -p /run/sshd
folder=$(mktemp -d /tmp/gougi-ssh.XXXXXX)
daemons=()
trap 'kill "${daemons[@]}" 2>/dev/null; [ -n "${KEEP:-}" ] || rm -rf "$folder"' EXIT
fail() {
  echo "FAILED: $*"
  exit 1
}
cd "$folder"
ssh-keygen -q -t ed25519 -N '' -f key
ssh-keygen -q -t ed25519 -N '' -f hostkey
cp key.pub authorized
port=$((20000 + RANDOM % 20000))
{
  echo "UserKnownHostsFile $folder/known"
  echo "StrictHostKeyChecking no"
  echo "LogLevel ERROR"
  echo "IdentityFile $folder/key"
  echo "HostName 127.0.0.1"
  echo "Host one"
  echo "  Port $port"
  echo "Host two"
  echo "  Port $((port + 1))"
} >config
for number in 0 1; do
  cat >"sshd.$number" <<END
Port $((port + number))
ListenAddress 127.0.0.1
HostKey $folder/hostkey
AuthorizedKeysFile $folder/authorized
StrictModes no
PidFile none
PasswordAuthentication no
PermitRootLogin yes
UsePAM no
END
  "$(command -v sshd)" -D -f "$folder/sshd.$number" 2>"sshd.$number.log" &
  daemons+=($!)
done
for host in one two; do
  for try in $(seq 50); do
    ! ssh -F config "$host" true 2>/dev/null || continue 2
    sleep 0.2
  done
  fail "sshd does not answer: $(cat sshd.*.log)"
done

engine=$bin/gougi-engine
. "$here/farm_shared.sh"
match=(match --first "$engine" --name A --second "$engine" --name B --time "nodes ${NODES:-3000}" --games 32
  --random-plies 6 --seed 3 --max-plies 120 --quiet on)
"$bin/gougi" "${match[@]}" --file whole.db --concurrency 2 >/dev/null
make_records 20
make_council
analysis=(analyse "$folder/records" --config "$folder/council.yaml" --nodes "${JUDGED:-9000}")
"$bin/gougi" "${analysis[@]}" --out whole >/dev/null 2>analysis.log

is_as_whole() {  # FOLDER JOB
  if [ "$2" = match ]; then
    same_games "$1/all.db" whole.db
  else
    same_analyses "$1/all" whole
  fi
}
for scheduler in ssh parallel; do
  if ! command -v $scheduler >/dev/null; then
    echo "$scheduler is not here, and left out"
    continue
  fi
  for job in match analysis; do
    if [ $job = match ]; then words=("${match[@]}"); else words=("${analysis[@]}"); fi
    there=$folder/there-$scheduler-$job
    {
      echo "name: $job-by-$scheduler"
      echo "parts: 8"
      echo "run: [$(list "${words[@]}")]"
      if [ $job = match ]; then echo "result: all.db"; else echo "result: all"; fi
      echo "hosts: [one, two]"
      echo "ssh: ssh -F $folder/config"
      echo "folder: $there"
    } >"$scheduler.yaml"
    "$bin/gougi" farm $scheduler "$scheduler.yaml" >/dev/null
    "$job-by-$scheduler/$scheduler.sh" >"$scheduler.log" 2>&1 &
    run=$!
    while kill -0 "$run" 2>/dev/null; do
      kill_parts "$scheduler-$job" "$there" "$([ $job = match ] && echo 4 || echo 3)"
      sleep 0.1
    done
    wait "$run" || fail "$scheduler: $(cat "$scheduler.log")"
    is_as_whole "$job-by-$scheduler" $job || fail "$scheduler: the results of the $job differ"
    kills=$(kills_of "$scheduler-$job")
    [ "$kills" -gt 0 ] || fail "$scheduler: no part of the $job was killed in mid-work"
    [ "$(grep -c "failed or was killed" "$scheduler.log")" -ge "$kills" ] ||
      fail "$scheduler: parts do not say that they were killed"
    echo "$scheduler: $job as an undivided run, $kills parts were killed in mid-work"
  done

  # What was carried is checked on the other side.
  there=$folder/there-$scheduler-analysis
  echo changed >>"$there/carry/gougi-engine"
  if ssh -F config one "$there/part 0" 2>refused; then fail "a changed engine plays"; fi
  grep -q "is not what the job was begun with" refused || fail "$(cat refused)"
done
