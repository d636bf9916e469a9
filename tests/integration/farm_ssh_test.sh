#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# farm_ssh_test.sh BIN: two sshd of its own on the loopback, each with a folder of its own, do a match
# and an analysis in eight parts each, by what `gougi farm ssh` and `gougi farm parallel` wrote, while
# parts that have done some of their work are killed; and in the matches one of the hosts dies, with
# all that runs there, whose parts the other does. What comes out is that of undivided runs. Ends
# with 77 where there is no sshd.
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
# processes PID: it and all below it.
processes() {
  local child
  echo "$1"
  for child in $(pgrep -P "$1"); do processes "$child"; done
}
end_host() {  # NUMBER
  [ -z "${daemons[$1]:-}" ] || kill -9 $(processes "${daemons[$1]}") 2>/dev/null || true
  daemons[$1]=
}
trap 'end_host 0; end_host 1; [ -n "${KEEP:-}" ] || rm -rf "$folder"' EXIT
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
ForceCommand cd $folder/home$number && HOME=\$PWD exec bash -c "\$SSH_ORIGINAL_COMMAND"
END
  mkdir "home$number"
done
start_host() {  # NUMBER NAME
  "$(command -v sshd)" -D -f "$folder/sshd.$1" 2>>"sshd.$1.log" &
  daemons[$1]=$!
  for try in $(seq 50); do
    ! ssh -F config "$2" true 2>/dev/null || return 0
    sleep 0.2
  done
  fail "sshd does not answer: $(cat sshd.*.log)"
}
start_host 0 one
start_host 1 two

engine=$bin/gougi-engine
. "$here/farm_shared.sh"
match=(match --first "$engine" --name A --second "$engine" --name B --time "nodes ${NODES:-3000}" --games 32
  --random-plies 6 --seed 3 --max-plies 120 --quiet on)
"$bin/gougi" "${match[@]}" --file whole.db --concurrency 2 >/dev/null
make_records 20
make_council
analysis=(analyse "$folder/records" --config "$folder/council.yaml" --nodes "${JUDGED:-9000}")
"$bin/gougi" "${analysis[@]}" --out whole >/dev/null 2>analysis.log

# stop_in_mid_part FOLDER: what does a part there of which some games are played and not all; it
# goes no further. Says which.
stop_in_mid_part() {
  local pid part
  while read -r pid part; do
    [ "$(units_done "$1" "$part")" -gt 0 ] && kill -STOP "$pid" 2>/dev/null || continue
    if [ "$(units_done "$1" "$part")" -lt 4 ]; then
      echo "$part"
      return
    fi
    kill -CONT "$pid"
  done < <(running_parts "$1")
  return 1
}
is_as_whole() {  # FOLDER JOB
  if [ "$2" = match ]; then
    same_games "$1/all.db" whole.db
  else
    same_analyses "$1/all" whole
  fi
}
# unheard_of JOB PARTS: so many of its parts were killed in PARTS and are not done. GNU parallel tells
# what a part said once it has ended, so of a host that dies then nothing is heard.
unheard_of() {
  local each count=0
  for each in "${!killed[@]}"; do
    [ "${each% *}" = "$1" ] && [ -e "$2/${each#* }.db" ] && [ ! -e "$2/done.${each#* }" ] &&
      count=$((count + 1))
  done
  echo $count
}
for scheduler in ssh parallel; do
  if ! command -v $scheduler >/dev/null; then
    echo "$scheduler is not here, and left out"
    continue
  fi
  for job in match analysis; do
    if [ $job = match ]; then words=("${match[@]}"); else words=("${analysis[@]}"); fi
    there=there-$scheduler-$job
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
    lost=
    unheard=0
    while kill -0 "$run" 2>/dev/null; do
      if [ $job = match ] && [ -z "$lost" ] && part=$(stop_in_mid_part "$folder/home1/$there"); then
        lost=$part
        [ $scheduler = ssh ] || unheard=$(unheard_of "$scheduler-$job" "home1/$there/parts")
        end_host 1
      fi
      for home in home0 home1; do
        kill_parts "$scheduler-$job" "$folder/$home/$there" "$([ $job = match ] && echo 4 || echo 3)"
      done
      sleep 0.1
    done
    wait "$run" || fail "$scheduler: $(cat "$scheduler.log")"
    if [ $job = match ]; then
      [ -n "$lost" ] || fail "$scheduler: no host died in mid-part"
      [ -e "home0/$there/parts/done.$lost" ] || fail "$scheduler: part $lost was not done by the other"
      [ $scheduler != ssh ] || grep -q "^two: .*; the others do its parts" ssh.log ||
        fail "nothing is said of the host that died: $(cat ssh.log)"
      echo "$scheduler: a host died in part $lost, which the other did"
      start_host 1 two
    fi
    is_as_whole "$job-by-$scheduler" $job || fail "$scheduler: the results of the $job differ"
    kills=$(kills_of "$scheduler-$job")
    [ "$kills" -gt 0 ] || fail "$scheduler: no part of the $job was killed in mid-work"
    [ "$(grep -c "failed or was killed" "$scheduler.log")" -ge $((kills - unheard)) ] ||
      fail "$scheduler: parts do not say that they were killed"
    echo "$scheduler: $job as an undivided run, $kills parts were killed in mid-work"
  done

  # What was carried is checked on the other side.
  there=there-$scheduler-analysis
  echo changed >>"home0/$there/carry/gougi-engine"
  if ssh -F config one "$there/part 0" 2>refused; then fail "a changed engine plays"; fi
  grep -q "is not what the job was begun with" refused || fail "$(cat refused)"
done
