# SPDX-License-Identifier: MIT
# What ShogiHome does with a program that is registered as its engine, line by line: sourced by the
# tests of packages. The caller has a folder `work` and a function fail().
# shellcheck shell=bash

# start FOLDER COMMAND…: the engine, with FOLDER as its working folder. ShogiHome takes the engine's
# own; others leave their own.
start() {
  : >"$work/dialogue"
  coproc gui { cd "$1" && shift && exec "$@" 2>"$work/stderr"; }
  in=${gui[1]} out=${gui[0]} engine=$gui_PID
}

say() { printf '%s\n' "$1" >&"$in"; }

# Reads on until a line that begins so, which is `heard` then.
hear() {
  while IFS= read -r -t 120 heard <&"$out"; do
    heard=${heard%$'\r'}
    echo "$heard" >>"$work/dialogue"
    [[ $heard != "$1"* ]] || return 0
  done
  tail -n 20 "$work/dialogue" "$work/stderr" >&2
  fail "no '$1' came"
}

# A GUI kills who has not ended some seconds after `quit`.
quits() {
  local status=0
  say quit
  while IFS= read -r -t 120 heard <&"$out"; do :; done
  wait "$engine" || status=$?
  [[ $status == 0 ]] || fail "ended with $status"
}

knows() { grep -q "^$1" "$work/dialogue" || fail "said no '$1'"; }

# registers FOLDER COMMAND…: it is added to the engines, and asked who it is and for its options alone.
registers() {
  start "$@"
  say usi && hear usiok
  knows 'id name [^ ]'
  knows 'id author [^ ]'
  knows 'option name G_'
  knows 'option name E1_ThreadVote'  # of config/default.yaml, which was found
  quits
}

# All options but buttons, as they were declared.
options_back() {
  sed -nE -e 's/^(option name .+ type combo default .*) var .*$/\1/' -e ': again' \
    -e 's/^(option name .+ type combo default .*) var .*$/\1/' -e 't again' \
    -e 's/^(option name .+ type (check|spin) default [^ ]+).*$/\1/' \
    -e 's/^option name (.+) type (check|spin|combo|string|filename) default (.*)$/setoption name \1 value \3/p' \
    "$work/dialogue"
}

# plays FOLDER COMMAND…: the first moves of a game.
plays() {
  local ply moves='' move line
  start "$@"
  say usi && hear usiok
  options_back >"$work/options"
  grep -q '^setoption name E1_ThreadVote' "$work/options" || fail 'config/default.yaml was not read'
  while IFS= read -r line; do say "$line"; done <"$work/options"
  say isready && hear readyok
  say usinewgame
  for ((ply = 0; ply < 6; ply++)); do
    say "position startpos moves$moves"
    say 'go btime 0 wtime 0 byoyomi 1000' && hear bestmove
    read -r _ move _ <<<"$heard"
    [[ $move =~ ^([1-9][a-i][1-9][a-i]\+?|[PLNSGBR]\*[1-9][a-i])$ ]] || fail "no move: $heard"
    moves+=" $move"
  done
  knows 'info .*balanced'  # the votes
  say 'gameover win'
  quits
  echo "  played:$moves"
}
