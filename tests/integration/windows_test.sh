#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The relay under wine as users have it, in a folder with a blank and Japanese in its name: its
# engines die, hang, are killed and speak CP932, it is killed itself, its console is closed; games go
# on, and nothing is left behind. Each part says in one line what it has shown.
# Usage: windows_test.sh FOLDER-OF-THE-EXES [PART…]. scripts/build-windows sets up wine.
# shellcheck disable=SC2317  # parts are called by name
set -euo pipefail

bin=${1:?"FOLDER-OF-THE-EXES is missing"}
wine=/usr/lib/wine/wine64
tag=gougi-wine-$$
top=${TMPDIR:-/tmp}/$tag
folder=$top/"合議 フォルダ"
relay=1  # the one that is spoken to
to=() from=() started=() moves=()

# ---- processes ----------------------------------------------------------------------------------

# processes PATTERN: those of which a word matches.
processes() {
  local all=(/proc/[0-9]*/cmdline)  # before there is a grep
  LC_ALL=C grep -zls -e "$1" "${all[@]}" | sed 's|/proc/\([0-9]*\)/.*|\1|' || true
}
# Everything of ours that still runs: each process has the folder's name in its command line.
ours() { processes "$tag.*\.exe"; }
cleanup() {
  local pid
  disown -a  # bash need not tell of the killed
  for pid in $(ours); do kill -9 "$pid" 2>/dev/null || true; done
  rm -rf "$top"
}
trap cleanup EXIT

fail() {
  local file
  echo "FAILED: $part: $*" >&2
  for file in "$top"/dialogue.* "$top"/stderr.* "$folder/console"; do
    [[ -s $file ]] || continue
    echo "--- $file:" >&2
    tail -n 40 "$file" >&2
  done
  exit 1
}
# happens COMMAND…: within a minute.
happens() {
  local i
  for ((i = 0; i < 600; i++)); do
    ! "$@" || return 0
    sleep 0.1
  done
  return 1
}
are_gone() { [[ -z $(ours) ]]; }
are_at_least() { (($(ours | wc -l) >= $1)); }
until_gone() {
  local pids
  happens are_gone && return
  mapfile -t pids < <(ours)
  ps -f -p "${pids[@]}" >&2 || true
  fail "still running $1: ${pids[*]}"
}
# kill_one WORD: the process of ours that was started with this word.
kill_one() {
  local pid found=()
  for pid in $(ours); do
    ! grep -qzx -e "$1" "/proc/$pid/cmdline" 2>/dev/null || found+=("$pid")
  done
  ((${#found[@]} == 1)) || fail "there should be one process with $1, not '${found[*]}'"
  kill -9 "${found[0]}"
}
# kill_relay: the gougi.exe that is no keeper.
kill_relay() {
  local pid found=()
  for pid in $(processes "$tag.*gougi\.exe\$"); do
    grep -qzx keep "/proc/$pid/cmdline" || found+=("$pid")
  done
  ((${#found[@]} == 1)) || fail "there should be one relay, not '${found[*]}'"
  kill -9 "${found[0]}"
}

# ---- a GUI --------------------------------------------------------------------------------------

# council ENTRY…: the configuration. All are waited for, so that the votes show who takes part.
council() {
  printf 'name: 合議\nconsensus: optimistic\nmate: off\nencoding: utf-8\nlanguage: en\nlog: {directory: logs}\n' \
    >"$folder/gougi.yaml"
  printf 'engines:\n' >>"$folder/gougi.yaml"
  printf '  - %s\n' "$@" >>"$folder/gougi.yaml"
}
engine() { echo "{name: $1, command: [scripted-engine, --legal, '$2'${3:+, $3}]}"; }

# start [WORD…]: a relay. Its working directory is elsewhere: GUIs differ in what they choose.
start() {
  local pipe=$top/pipe.$relay fd
  : >"$top/dialogue.$relay"
  mkfifo "$pipe.to" "$pipe.from"
  (
    for fd in "${to[@]}" "${from[@]}"; do exec {fd}>&-; done
    cd / && exec "$wine" "$folder/gougi.exe" "$@" <"$pipe.to" >"$pipe.from" 2>"$top/stderr.$relay"
  ) &
  started[relay]=$!
  exec {fd}>"$pipe.to"
  to[relay]=$fd
  exec {fd}<"$pipe.from"
  from[relay]=$fd
  rm "$pipe.to" "$pipe.from"
  moves[relay]=
}
say() {
  echo "> $1" >>"$top/dialogue.$relay"
  printf '%s\n' "$1" >&"${to[relay]}"
}
# hear WORD: reads until a line that begins with it; the line is left in $heard.
hear() {
  while IFS= read -r -t 60 heard <&"${from[relay]}"; do
    echo "< $heard" >>"$top/dialogue.$relay"
    [[ $heard != "$1"* ]] || return 0
  done
  fail "no '$1' came"
}
was_said() { grep -q -e "$1" "$top/dialogue.$relay"; }
ready() {
  say usi
  hear usiok
  was_said '^< id name.*合議' || fail 'the configuration was not read'
  say isready
  hear readyok
  say usinewgame
}
now_ms() { local us=${EPOCHREALTIME//[!0-9]/} && echo "${us%???}"; }
ask() {
  byoyomi=$1
  say "position startpos moves${moves[relay]}"
  asked=$(now_ms)
  say "go btime 0 wtime 0 byoyomi $byoyomi"
}
# The answer to ask: its move, and when it came. Half a second is for who is not run meanwhile.
answered() {
  hear bestmove
  took=$(($(now_ms) - asked))
  ((took < byoyomi + 500)) || fail "answered after $took of $byoyomi ms"
  local move=${heard#bestmove }
  move=${move%% *}
  [[ $move =~ ^([1-9][a-i][1-9][a-i]\+?|[PLNSGBR]\*[1-9][a-i])$ ]] || fail "no move: $heard"
  moves[relay]+=" $move"
}
# think [BYOYOMI]: a move.
think() { ask "${1:-2000}" && answered; }
# voted NAME: in the last move, by a vote that counts.
voted() {
  awk '/^> go/ { all = "" } { all = all $0 "\n" } END { printf "%s", all }' "$top/dialogue.$relay" |
    grep "^< info string .* bestmove .*\[$1\]\$" | grep -qv -e void -e 'from its last line'
}
votes() {
  local name
  for name in "$@"; do voted "$name" || fail "no vote of $name in the last move"; done
}
# is_back NAME: asked often enough for the same move, it takes part.
votes_now() {
  local before=${moves[relay]}
  think 1000
  moves[relay]=$before
  voted "$1"
}
is_back() { happens votes_now "$1" || fail "$1 is not back"; }
quits() {
  local status=0
  say quit
  wait "${started[relay]}" || status=$?
  [[ $status == 0 ]] || fail "ended with $status"
}
# ends: quit, and nothing is left.
ends() { quits && until_gone 'after quit'; }
# It will be killed, of which bash need not tell.
forget() { disown "${started[relay]}"; }

# ---- the parts ----------------------------------------------------------------------------------

part_play() {
  local ply
  council "$(engine one 1)" "$(engine two 1)" "$(engine 三 2 '--no-quit, --ignore-eof')"
  start && ready
  for ((ply = 0; ply < 12; ply++)); do think; done
  votes one two 三
  are_at_least 4 || fail 'relay and three children should run'
  ends
  echo "three voters play in a Japanese folder:${moves[relay]}; after quit none is left, one deaf to it neither"
}

part_relay_killed() {
  council "$(engine one 1)" "$(engine two 1)" "$(engine 三 2 '--no-quit, --ignore-eof')"
  start && ready && forget
  say 'go infinite'
  hear 'info depth'
  kill_relay
  until_gone 'after the relay was killed'
  echo 'the relay is killed while three think: none is left'
}

part_engine_killed() {
  council "$(engine one 1 '--delay-ms, 1000')" "$(engine two 2)" "$(engine 三 3 '--delay-ms, 1000, --name, victim')"
  start && ready
  think
  votes one two 三
  ask 4000
  hear 'info depth'
  kill_one victim
  answered
  votes one two
  was_said '^< info string E3 (三) ended: .*it is restarted' || fail 'nothing tells of its end'
  is_back 三
  ends
  echo "an engine is killed in mid-think: the other two vote, the move comes in time, and it votes again"
}

part_engine_dies() {
  council "$(engine one 1)" "$(engine two 2)" "$(engine 三 3 '--die-every, 2')"
  start && ready
  think && votes one two 三
  think && votes one two
  was_said '^< info string E3 (三) ended: exit code 3; it is restarted' || fail 'nothing tells of its end'
  is_back 三
  ends
  echo 'an engine ends at go: the other two vote, its exit code is told, and it votes again'
}

part_engine_hangs() {
  council "$(engine one 1)" "$(engine two 2)" "$(engine 三 3 '--stuck-every, 2')"
  start && ready
  think && votes one two 三
  think && votes one two
  local after="$took of $byoyomi ms"
  is_back 三
  was_said '^< info string E3 (三) ended: ' || fail 'nothing tells of its end'
  ends
  echo "an engine hangs at go: the other two vote, the move comes after $after, and it votes again"
}

part_mirror() {
  local fault
  for fault in die-every stuck-every; do
    council "{name: one, command: [scripted-engine, --legal, '1', --$fault, '2'], mirror: {command: [scripted-engine, --legal, '2']}}"
    start && ready
    think && votes one
    think && votes 'one (mirror)'
    ends
  done
  echo "an engine with a mirror ends, and hangs, at go: the move is the mirror's, in time"
}

part_keep() {
  council "$(engine one 1 '--delay-ms, 500')" "$(engine two 2)" "$(engine 三 3 '--no-quit, --ignore-eof')"
  start keep -- "$folder/gougi.exe" && ready
  think && votes one two 三
  say 'setoption name G_Explain value true'
  ask 4000
  hear 'info depth'
  kill_relay
  answered
  was_said '^< info string the relay ended: ' || fail 'nothing tells of its end'
  think 4000
  say 'getoption G_Explain'
  hear 'Options[G_Explain] == true'
  votes one two 三
  ends
  start keep -- "$folder/gougi.exe" && ready && forget
  say 'go infinite'
  hear 'info depth'
  kill_one keep
  until_gone 'after the keeper was killed'
  echo 'gougi keep: its relay is killed in mid-think, the move comes in time, options are known to the next; killed itself, it leaves none'
}

part_cp932() {
  local seen=$folder/seen
  council "{command: [scripted-engine, --legal, '1', --cp932, --name, 将棋表, --string, 表示, --transcript, '$seen',
    --option, 'name 定跡 type combo default 居飛車 var 居飛車 var 表']}" "$(engine two 1)"
  start && ready
  grep -qx '< option name E1__[^ ]* type combo default 居飛車 var 居飛車 var 表' "$top/dialogue.1" ||
    fail 'its option is not declared in UTF-8'
  say "setoption name $(sed -n 's/^< option name \(E1__[^ ]*\) type combo .*/\1/p' "$top/dialogue.1") value 表"
  think && votes 将棋表 two
  [[ $(iconv -f CP932 -t UTF-8 "$seen") == *'setoption name 定跡 value 表'* ]] ||
    fail 'it was not answered in its own code page'
  ends
  echo 'an engine that speaks CP932: its name, option and values are shown in UTF-8, and told to it in CP932'
}

# The engines run there, but lie elsewhere: wine 8 starts no program with such a path.
part_long_path() {
  local short=$folder logs
  folder=$top$(printf "/$(printf '深い%.0s' {1..25})%.0s" {1..7})
  mkdir -p "$folder"
  cp "$bin/gougi.exe" "$folder/"
  council "{name: one, command: ['$short/scripted-engine.exe', --legal, '1'], directory: '$folder'}" \
    "{name: two, command: ['$short/scripted-engine.exe', --legal, '2', --transcript, seen], directory: .}"
  start && ready
  think && votes one two
  ends
  grep -q '^go ' "$folder/seen" || fail 'its working folder is another'
  logs=("$folder"/logs/*.log)
  grep -q bestmove "${logs[0]}" || fail 'there is no log'
  echo "relay, configuration, log and the engines' working folder where the path has ${#folder} characters: played"
  folder=$short
}

part_two_relays() {
  local ply logs
  council "$(engine one 1)" "$(engine two 2)" "$(engine three 3)"
  rm -rf "$folder/logs"
  for relay in 1 2; do start; done
  for relay in 1 2; do ready; done
  for ((ply = 0; ply < 6; ply++)); do
    for relay in 1 2; do ask 2000; done
    for relay in 1 2; do answered && votes one two three; done
  done
  are_at_least 8 || fail 'two relays with three children each should run'
  relay=1 && quits
  relay=2 && think && votes one two three
  ends
  relay=1
  logs=("$folder"/logs/*.log)
  ((${#logs[@]} == 2)) || fail "there should be two logs, not ${logs[*]}"
  echo "two relays of one folder at once: played${moves[1]} and${moves[2]}; each has its log, and the end of one leaves the other alone"
}

# ---- in a console -------------------------------------------------------------------------------

# The console of a terminal: the conhost.exe whose input it is.
console_of() {
  local pid
  for pid in $(processes 'conhost\.exe'); do
    [[ $(readlink "/proc/$pid/fd/0") != "$1" ]] || echo "$pid"
  done
}
console_says() { grep -q "$1" "$folder/console"; }

# A relay that thinks, in a console of its own; who types does so on descriptor 3.
think_in_a_console() {
  council "$(engine one 1)" "$(engine two 1)" "$(engine 三 2 '--no-quit, --ignore-eof')"
  rm -f "$folder"/{typed,console}
  mkfifo "$folder/typed"
  (cd / && exec script -qefc "exec $wine '$folder/gougi.exe'" "$folder/console" <"$folder/typed" >/dev/null 2>&1) &
  started[relay]=$!
  exec 3>"$folder/typed"
  # These are script, the relay and three children.
  happens are_at_least 5 || fail 'in a console, relay and three children should run'
  printf 'usi\risready\r' >&3
  happens console_says readyok || fail 'what is typed is not answered'
  printf 'usinewgame\rposition startpos\rgo infinite\r' >&3
  happens console_says 'info .*score' || fail 'it does not think'
}

part_console_closed() {
  think_in_a_console && forget
  local console='' pid terminal
  for pid in $(ours); do
    terminal=$(readlink "/proc/$pid/fd/0" 2>/dev/null || true)
    [[ $terminal != /dev/pts/* ]] || console=$(console_of "$terminal")
  done
  [[ -n $console ]] || fail 'there is no console'
  kill -9 "$console"
  until_gone 'after the console was closed'
  exec 3>&-
  echo 'the window of the console is closed while three think: none is left'
}

part_ctrl_c() {
  local status=0
  think_in_a_console
  printf '\x03' >&3
  wait "${started[relay]}" || status=$?
  until_gone 'after Ctrl-C'
  exec 3>&-
  [[ $status == 0 ]] || fail "ended with $status"
  echo 'Ctrl-C in the console while three think: the relay ends well, and none is left'
}

all=(play relay_killed engine_killed engine_dies engine_hangs mirror keep cp932 long_path two_relays
  console_closed ctrl_c)
chosen=("${@:2}")
((${#chosen[@]})) || chosen=("${all[@]}")
mkdir -p "$folder"
cp "$bin"/{gougi,scripted-engine,gougi-engine}.exe "$folder/"
for part in "${chosen[@]}"; do
  "part_$part"
done
