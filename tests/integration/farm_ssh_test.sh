#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# farm_ssh_test.sh BIN: two sshd of its own on the loopback do a match in eight parts, by what `gougi
# farm ssh` and `gougi farm parallel` wrote, while parts are killed. The files that come out hold the
# games of an undivided run. Ends with 77 where there is no sshd.
set -eu
bin=$(cd "$1" && pwd)
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
match=(match --first "$engine" --name A --second "$engine" --name B --time "nodes ${NODES:-3000}" --games 32
  --random-plies 6 --seed 3 --max-plies 120 --quiet on)
"$bin/gougi" "${match[@]}" --file whole.db --concurrency 2 >/dev/null
games() {
  sqlite3 "$1" "SELECT number, opening, black, white, result, reason, detail, moves, scores, depths,
    nodes, pvs FROM game ORDER BY number"
}
for scheduler in ssh parallel; do
  if ! command -v $scheduler >/dev/null; then
    echo "$scheduler is not here, and left out"
    continue
  fi
  {
    echo "name: by-$scheduler"
    echo "parts: 8"
    echo "run: [$(printf '%s, ' "${match[@]}" | sed 's/, $//')]"
    echo "result: all.db"
    echo "hosts: [one, two]"
    echo "ssh: ssh -F $folder/config"
    echo "folder: $folder/there-$scheduler"
  } >"$scheduler.yaml"
  "$bin/gougi" farm $scheduler "$scheduler.yaml" >/dev/null
  "by-$scheduler/$scheduler.sh" >"$scheduler.log" 2>&1 &
  run=$!
  kills=0
  while kill -0 "$run" 2>/dev/null; do
    for exe in /proc/[0-9]*/exe; do
      [ "$(readlink "$exe" 2>/dev/null)" = "$folder/there-$scheduler/carry/gougi" ] || continue
      [ "$kills" -lt 4 ] || break
      if kill -9 "$(basename "$(dirname "$exe")")" 2>/dev/null; then kills=$((kills + 1)); fi
      break
    done
    sleep 0.7
  done
  wait "$run" || fail "$scheduler: $(cat "$scheduler.log")"
  cmp <(games "by-$scheduler/all.db") <(games whole.db) || fail "$scheduler: the games differ"
  echo "$scheduler: as an undivided run, $kills parts were killed"

  # What was carried is checked on the other side.
  echo changed >>"there-$scheduler/carry/gougi-engine"
  if ssh -F config one "$folder/there-$scheduler/part 0" 2>refused; then fail "a changed engine plays"; fi
  grep -q "is not what the job was begun with" refused || fail "$(cat refused)"
done
