#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The relay under wine, in a folder with a blank and Japanese in its name: finds its configuration
# and its engines there, plays a short game, leaves nothing behind, neither after quit nor when it
# is killed outright or its console window is closed. Usage: windows_test.sh FOLDER-OF-THE-EXES. scripts/build-windows sets up wine.
set -euo pipefail

bin=$1
wine=/usr/lib/wine/wine64
plies=12
tag=gougi-wine-$$
folder=${TMPDIR:-/tmp}/$tag/"合議 フォルダ"
mkdir -p "$folder"

# Everything of ours that still runs: each process has the folder's name in its command line.
ours() {
  local file
  for file in /proc/[0-9]*/cmdline; do
    if cat "$file" 2>/dev/null | tr '\0' ' ' | grep -q -e "$tag.*\.exe"; then
      basename "$(dirname "$file")"
    fi
  done
}
cleanup() {
  local pid
  for pid in $(ours); do kill -9 "$pid" 2>/dev/null || true; done
  rm -rf "${TMPDIR:-/tmp}/$tag"
}
trap cleanup EXIT

fail() {
  echo "FAILED: $*" >&2
  echo "--- the dialogue:" >&2
  tail -n 40 "$folder/dialogue" >&2 || true
  exit 1
}

cp "$bin"/{gougi,scripted-engine,gougi-random}.exe "$folder/"
cat >"$folder/gougi.yaml" <<'YAML'
name: 合議
consensus: majority
engines:
  - name: one
    command: [scripted-engine, --legal, '1']
  - name: two
    command: [scripted-engine, --legal, '1']
  - name: 三
    command: [scripted-engine, --legal, '2', --no-quit, --ignore-eof]
mate: off
YAML

start() {
  # Its working directory is elsewhere: GUIs differ in what they choose.
  coproc relay { cd / && exec "$wine" "$folder/gougi.exe" 2>"$folder/stderr"; }
}
say() { printf '%s\n' "$1" >&"${relay[1]}"; echo "> $1" >>"$folder/dialogue"; }
# hear WORD: reads until a line that begins with it; the line is left in $heard.
hear() {
  while IFS= read -r -t 60 heard <&"${relay[0]}"; do
    echo "< $heard" >>"$folder/dialogue"
    [[ $heard != "$1"* ]] || return 0
  done
  fail "no '$1' came"
}
until_gone() {
  local i
  for ((i = 0; i < 300; i++)); do
    [[ -n $(ours) ]] || return 0
    sleep 0.1
  done
  fail "still running $1: $(ours)"
}
ready() {
  say usi
  hear usiok
  grep -q '^< id name.*合議' "$folder/dialogue" || fail 'the configuration was not read'
  say isready
  hear readyok
  say usinewgame
}

start
ready
moves=
for ((ply = 0; ply < plies; ply++)); do
  say "position startpos moves$moves"
  say 'go byoyomi 1000'
  hear bestmove
  move=${heard#bestmove }
  move=${move%% *}
  [[ $move =~ ^([1-9][a-i][1-9][a-i]\+?|[PLNSGBR]\*[1-9][a-i])$ ]] || fail "no move: $heard"
  moves+=" $move"
done
[[ $(ours | wc -l) -ge 4 ]] || fail 'relay and three children should run'
say quit
until_gone 'after quit'
{ wait || true; } 2>/dev/null
echo "played:$moves"

start
ready
say 'go infinite'
for pid in $(ours); do
  if tr '\0' ' ' <"/proc/$pid/cmdline" | grep -q 'gougi\.exe'; then kill -9 "$pid"; fi
done
until_gone 'after the relay was killed'
{ wait || true; } 2>/dev/null

# In a console of its own, whose window is closed: Windows ends whoever is attached to it.
console_of() {
  local file
  for file in /proc/[0-9]*/cmdline; do
    if cat "$file" 2>/dev/null | tr '\0' ' ' | grep -q 'conhost\.exe' &&
      [[ $(readlink "${file%cmdline}fd/0") == "$1" ]]; then
      basename "$(dirname "$file")"
    fi
  done
}
cd /
mkfifo "$folder/typed"
script -qfc "exec $wine '$folder/gougi.exe'" "$folder/console" <"$folder/typed" >/dev/null 2>&1 &
exec 3>"$folder/typed"
# These are script, the relay and three children.
for ((i = 0; i < 600 && $(ours | wc -l) < 5; i++)); do sleep 0.1; done
[[ $(ours | wc -l) -ge 5 ]] || fail 'in a console, relay and three children should run'
console=
for pid in $(ours); do
  terminal=$(readlink "/proc/$pid/fd/0" 2>/dev/null || true)
  [[ $terminal != /dev/pts/* ]] || console=$(console_of "$terminal")
done
[[ -n $console ]] || fail 'there is no console'
kill -9 "$console"
until_gone 'after the console was closed'
exec 3>&-
{ wait || true; } 2>/dev/null
echo 'no process is left behind'
