#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# farm_shared.sh: what slurm_test.sh and farm_ssh_test.sh both do, for sourcing in the folder of the
# test: records and a council to analyse, what results are compared by, and parts that are killed.
# Wants $bin (the programs), $engine and $folder.

# make_records PLIES: some games that are begun by chance, in records/.
make_records() {
  mkdir records
  "$bin/gougi" match --first "$engine" --name A --second "$engine" --name B --time "nodes 200" \
    --games 24 --random-plies 6 --seed 5 --max-plies "$1" --quiet on --export usi=records/games.usi >/dev/null
}
make_council() {
  cat >council.yaml <<END
consensus: majority
engines:
  - {name: balanced, command: $engine}
  - {name: attack, command: $engine, options: {Style: attack}}
  - {name: handmade, command: $engine, options: {EvalKind: handmade}}
END
}
# list WORD…: as YAML has it between [ and ].
list() { printf '"%s", ' "$@" | sed 's/, $//'; }

# games FILE: all but times.
games() {
  sqlite3 "$1" "SELECT number, opening, black, white, result, reason, detail, moves, scores, depths,
    nodes, notes, pvs FROM game ORDER BY number" | sed -E 's/ (time|nps|hashfull) [0-9]+//g'
}
same_games() { cmp <(games "$1") <(games "$2"); }
# Votes and all: but for the file of judged positions, whose rows are compared, bytes.
judged() { sqlite3 "$1/positions.db" "SELECT name, found FROM judged ORDER BY name"; }
same_analyses() { diff -r --exclude='positions.db*' "$1" "$2" >&2 && cmp <(judged "$1") <(judged "$2"); }

# units_done FOLDER PART: units, as the part tells them.
units_done() { echo $(($(cat "$1/parts/$2.db.progress" 2>/dev/null | wc -l) - 1)); }
declare -A killed=()
# kills_of JOB
kills_of() { printf '%s\n' "${!killed[@]}" | grep -c "^$1 " || true; }
# running_parts FOLDER: what does each of the eight parts there, as "PID PART".
running_parts() {
  local exe pid part
  for exe in /proc/[0-9]*/exe; do
    [ "$exe" -ef "$1/carry/gougi" ] || continue
    pid=$(basename "$(dirname "$exe")")
    part=$({ tr '\0' '\n' <"/proc/$pid/cmdline"; } 2>/dev/null | sed -n 's:^\([0-9]*\)/8$:\1:p')
    [ -z "$part" ] || echo "$pid $part"
  done
}
# kill_parts JOB FOLDER UNITS: kill -9 of each of the eight parts in FOLDER, once, where it has done
# some of its UNITS and not all.
kill_parts() {
  local pid part
  while read -r pid part; do
    [ -z "${killed["$1 $part"]:-}" ] || continue
    [ "$(units_done "$2" "$part")" -gt 0 ] || continue
    kill -STOP "$pid" 2>/dev/null || continue  # it cannot end between the look and the kill
    if [ "$(units_done "$2" "$part")" -lt "$3" ] && kill -9 "$pid" 2>/dev/null; then
      killed["$1 $part"]=1
    else
      kill -CONT "$pid" 2>/dev/null || true
    fi
  done < <(running_parts "$2")
}
