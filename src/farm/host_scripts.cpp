// SPDX-License-Identifier: MIT
#include "farm/host_scripts.hpp"

#include <string_view>
#include <utility>
#include <vector>

#include "base/say.hpp"

namespace gougi::farm {
namespace {

using base::said;
using base::say;

/// Names between two @ of a script and what stands in their place.
using Places = std::vector<std::pair<std::string_view, std::string>>;

std::string filled(std::string_view script, const Places& places) {
  std::string text;
  while (!script.empty()) {
    const std::size_t at = script.find('@');
    text += script.substr(0, at);
    if (at == std::string_view::npos) break;
    script.remove_prefix(at);
    bool is_place = false;
    for (const auto& [name, value] : places) {
      if (!script.starts_with(name)) continue;
      text += value;
      script.remove_prefix(name.size());
      is_place = true;
      break;
    }
    if (is_place) continue;
    text += '@';
    script.remove_prefix(1);
  }
  return text;
}

// A line that breaks is known after a minute. What the job's ssh: says comes first, and counts.
constexpr std::string_view kHostsScript = R"sh(hosts=(@hosts@)
folder=@folder@  # on the hosts, as a word of their shells
ssh_to() { @ssh@ @ssh options@ "$@"; }
# Of what was said where something failed: the last line, and of tar, which then has nothing to
# read or nobody to write to, only where nobody else says anything.
reason() {
  local why
  why=$(grep -v '^tar: ' <<<"$1" | tail -n 1)
  why=${why:-${1%%$'\n'*}}
  printf %s "${why:+ ($why)}"
}
# Which job this is; so a host knows whose parts it has.
job() { local sum; sum=$(sha256sum <job.txt) && printf %s "${sum%% *}"; }
)sh";

// Each host's parts come into a folder of its own. A part is done where there is "done.NUMBER"
// beside it, which comes last.
constexpr std::string_view kWorkScript = R"sh(failed_at() {  # HOST WHY
  local i stay=() rest="@others@"
  for i in "${there[@]}"; do [ "$i" = "$1" ] || stay+=("$i"); done
  there=("${stay[@]}")
  [ ${#there[@]} -gt 0 ] || rest="@nobody@"
  echo "${hosts[$1]}: $2$rest" >&2
}
carry_to() {  # HOST
  # A file "stop" here is one there, and no other is.
  tar -cf - part carry carry.sha256 $([ ! -e stop ] || echo stop) |
    ssh_to "${hosts[$1]}" "job=$(job); "@carried@
}
# Those of the hosts that are there, by their numbers.
carry_all() {
  local i why
  there=("${!hosts[@]}")
  for i in "${!hosts[@]}"; do
    why=$(carry_to "$i" 2>&1 >/dev/null) || failed_at "$i" "@not there@$(reason "$why")"
  done
}
is_done() {  # PART
  local mark
  for mark in parts/*/done."$1"; do
    [ ! -e "$mark" ] || [ ! -e "${mark%/*}/$1@ending@" ] || return 0
  done
  return 1
}
left_parts() {
  local part
  left=()
  for ((part = 0; part < @parts@; ++part)); do is_done "$part" || left+=("$part"); done
}
# What is begun on the hosts ends, too; each goes on when this is run again.
interrupted() {
  trap '' INT TERM
  echo "@interrupted@" >&2
  [ -z "${working:-}" ] || kill "$working"  # begins nothing more
  { echo >&3; } 2>/dev/null                 # who fetches meanwhile ends
  local i
  for i in "${there[@]}"; do ssh_to "${hosts[$i]}" @stop@ </dev/null & done
  wait
  exit 130
}
there=()
# The end: what is done is put together, or it is said what is missing.
finish() {
  local mark part other
  left_parts
  if [ ${#left[@]} -gt 0 ]; then
    # What has begun may be all that is wanted, or go on elsewhere.
    [ ${#there[@]} -eq 0 ] || ./fetch "${there[@]}"
    [ -e stop ] || { echo "@missing@" >&2; exit 1; }
  fi
  # Where a part is done, what of it was begun elsewhere says no more.
  for mark in parts/*/done.*; do
    part=${mark##*/done.}
    for other in parts/*/"$part"@ending@; do
      [ -e "${other%/*}/done.$part" ] || rm -f "${other%/*}/$part".*
    done
  done
  exec ./merge
}
)sh";

constexpr std::string_view kSshScript = R"sh(# give HOST PART: what was fetched of a part, where the
# host has nothing of it; says whether.
give() {
  local from
  from=$(ls -td parts/*/"$2"@ending@ 2>/dev/null | head -n 1)
  [ -n "$from" ] || return 0
  (cd "${from%/*}" && tar -cf - "$2".* 2>/dev/null) |
    ssh_to "${hosts[$1]}" "cd $folder && mkdir -p parts && test ! -e parts/$2@ending@ &&
      rm -rf parts/.given && mkdir parts/.given && tar -xf - -C parts/.given &&
      mv parts/.given/* parts && echo given"
}
do_part() {  # HOST PART
  local host=${hosts[$1]} status=0 given
  given=$(give "$1" "$2")
  ssh_to "$host" "cd $folder && ./part $2" </dev/null || status=$?
  case "$given $status" in
    "given 0" | "given 130" | "given 255") ;;
    given*)  # it may have been fetched in mid-write
      status=0
      ssh_to "$host" "cd $folder && rm -f parts/$2.* && ./part $2" </dev/null || status=$?
      ;;
  esac
  [ "$status" != 0 ] || ./fetch --done "$1" || status=255
  return "$status"
}
# offer HOST: a part of its own, which it may have begun before, or the last of the others', but
# none that has failed there.
offer() {
  local at part own= other=
  for at in "${!left[@]}"; do
    [ -z "${tried["$1 ${left[at]}"]:-}" ] || continue
    [ $((left[at] % ${#hosts[@]})) != "$1" ] || { own=$at; break; }
    other=$at
  done
  at=${own:-$other}
  if [ -e stop ] || [ -z "$at" ]; then
    idle+=("$1")
    return
  fi
  part=${left[at]}
  unset "left[at]"
  running=$((running + 1))
  { do_part "$1" "$part"; echo "$1 $part $?" >&3; } 9>&- &
}
trap interrupted INT TERM
carry_all
left_parts
news=$(mktemp -d) && mkfifo "$news/ended" && exec 3<>"$news/ended" || exit 1
rm -r "$news"
running=0
idle=()
declare -A tried=() failures=()
for i in "${there[@]}"; do offer "$i"; done
while [ "$running" -gt 0 ]; do
  read -r i part status <&3
  running=$((running - 1))
  if [ "$status" = 0 ]; then
    failures[$i]=0
    offer "$i"
  elif [ "$status" != 130 ] || [ ! -e stop ]; then
    left+=("$part")
    tried["$i $part"]=1
    failures[$i]=$((${failures[$i]:-0} + 1))
    waiting=("${idle[@]}")
    idle=()
    if [ "$status" = 255 ]; then
      failed_at "$i" "@lost@"
    elif [ "${failures[$i]}" -lt 2 ]; then
      echo "${hosts[$i]}: @failed@" >&2
      waiting+=("$i")
    else
      failed_at "$i" "@failed@"
    fi
    for i in "${waiting[@]}"; do offer "$i"; done
  fi
done
finish
)sh";

constexpr std::string_view kParallelScript = R"sh(# Parts that are done come here meanwhile.
fetching() { until read -r -t 60 <&3; do ./fetch --done "${there[@]}"; done >/dev/null 2>&1; }
news=$(mktemp -d) && mkfifo "$news/end" && exec 3<>"$news/end" || exit 1
rm -r "$news"
trap interrupted INT TERM
before=none
while left_parts && [ ${#left[@]} -gt 0 ] && [ "${left[*]}" != "$before" ]; do
  before=${left[*]}
  carry_all
  [ ${#there[@]} -gt 0 ] || break
  logins=$(for i in "${there[@]}"; do printf '%s,' "${hosts[$i]}"; done)
  fetching 9>&- &
  # What fails on one host is tried on another.
  options=(@options@ --ssh @parallel ssh@ --sshlogin "${logins%,}" --workdir @there@)
  printf '%s\n' "${left[@]}" | parallel "${options[@]}" ./part {} 9>&- &
  working=$!
  wait "$working"
  echo >&3
  wait
  ./fetch --done "${there[@]}"
  [ ! -e stop ] || break
done
finish
)sh";

constexpr std::string_view kFetchScript = R"sh(set -uo pipefail
cd "$(dirname "$0")" || exit 1
how=all
case ${1:-} in --progress | --done)
  how=${1#--}
  shift
  ;;
esac
[ $# -gt 0 ] || set -- "${!hosts[@]}"
mkdir -p parts
here=
for mark in parts/*/done.*; do
  part=${mark##*/done.}
  # What hosts have named otherwise would be words of the next one's shell.
  case $part in '' | *[!0-9]*) continue ;; esac
  here+=" $part"
done
bring() {  # HOST FOLDER
  ssh_to "${hosts[$1]}" "bash -s $(job) $how$here" <<'END' | tar -xf - -C "$2" --strip-components=1
job=$1 how=$2
shift 2
cd @there@ || exit
[ ! -e job.sha256 ] || [ "$(cat job.sha256)" = "$job" ] || { echo @another job@ >&2; exit 1; }
mkdir -p parts
case $how in
  progress) find parts -name '*.progress' -o -name '*.games' | tar -cf - -T - ;;
  done)
    for mark in parts/done.*; do
      part=${mark#parts/done.}
      case " $* " in *" $part "*) continue ;; esac
      [ ! -e "$mark" ] || printf '%s\n' "parts/$part".* "$mark"
    done | tar -cf - -T -
    ;;
  *) tar --exclude='parts/done.*' --exclude='parts/.*' -X <(printf 'parts/%s.*\n' "$@") -cf - parts ;;
esac
[ $? -le 1 ]  # what grows meanwhile is no failure
END
}
fetch_from() {  # HOST
  local coming file why status=0 to=parts/$1
  coming=$(mktemp -d parts/.coming.XXXXXX) || return
  why=$(bring "$1" "$coming" 2>&1) || status=1
  # Where a part comes, nothing of it stays that was here, such as a log that belongs to it.
  if [ $status = 0 ] && [ $how != progress ]; then
    for file in "$coming"/*@ending@; do
      file=${file##*/}
      rm -f "$to/${file%@ending@}".* "$to/done.${file%@ending@}"
    done
  fi
  [ $status != 0 ] || { mkdir -p "$to" &&
    find "$coming" -type f ! -name 'done.*' -exec mv -f -t "$to" {} + &&
    find "$coming" -type f -exec mv -f -t "$to" {} +; } || status=1
  rm -rf "$coming"
  [ $status = 0 ] || echo "${hosts[$1]}: @not fetched@$(reason "$why")" >&2
  return $status
}
fetching=()
for i in "$@"; do fetch_from "$i" & fetching+=($!); done
failed=0
for each in "${fetching[@]}"; do wait "$each" || failed=1; done
exit $failed
)sh";

constexpr std::string_view kStopScript = R"sh(set -u
cd "$(dirname "$0")" || exit 1
failed=0
touch stop
for host in "${hosts[@]}"; do
  ssh_to "$host" @stop@ </dev/null || { echo "$host: @not stopped@" >&2; failed=1; }
done
exit $failed
)sh";

constexpr std::string_view kSshOptions =
    "-oConnectTimeout=20 -oServerAliveInterval=15 -oServerAliveCountMax=4";

Places places_of(const FarmPlan& plan) {
  std::string hosts;
  for (const std::string& host : plan.hosts)
    hosts += (hosts.empty() ? "" : " ") + quoted_word(host);
  const std::string there = quoted_word(plan.folder);
  const std::string another = quoted_word(
      say({"{0} has parts of another job; give another folder, or remove it there",
           "{0} には別の作業の部分があります。folder を変えるか、そこから消してください"},
          plan.folder));
  return {{"@hosts@", hosts},
          {"@ssh@", plan.ssh},
          {"@ssh options@", std::string(kSshOptions)},
          {"@parallel ssh@", quoted_word(plan.ssh + " " + std::string(kSshOptions))},
          {"@folder@", quoted_word(there)},
          {"@there@", there},
          {"@parts@", std::to_string(plan.parts)},
          {"@ending@", plan.part_ending},
          {"@another job@", another},
          {"@carried@",
           quoted_word("mkdir -p " + there + " && cd " + there +
                       " && if [ -e parts ] && [ -e job.sha256 ] && [ \"$(cat job.sha256)\" != "
                       "\"$job\" ]; then echo " +
                       another +
                       " >&2; exit 1; fi && echo \"$job\" >job.sha256 && rm -f stop && tar -xf -")},
          {"@stop@", quoted_word("touch " + quoted_word(plan.folder + "/stop"))},
          {"@others@", said({"; the others do its parts", "。部分はほかのホストで行います"})},
          {"@nobody@", said({"; there is no other host for its parts",
                             "。部分を代わりに行うホストはありません"})},
          {"@not there@", said({"cannot be reached, or written", "つながらないか、書けません"})},
          {"@interrupted@", said({"interrupted; the hosts end what they do, and go on when this is "
                                  "run again",
                                  "中断しました。ホストの処理も止めます。もう一度実行すると続きから"
                                  "始めます"})},
          {"@lost@", said({"the connection was lost", "接続が切れました"})},
          {"@failed@", said({"part $part failed (exit code $status)",
                             "部分 $part が失敗しました(終了コード $status)"})},
          {"@missing@", said({"these parts were done by nobody: ${left[*]}; run this again",
                              "どのホストでも終わっていない部分: ${left[*]}。"
                              "もう一度実行してください"})},
          {"@not fetched@", said({"its parts cannot be fetched", "部分を取ってこられません"})},
          {"@not stopped@", said({"cannot be told to stop", "止められません"})}};
}

}  // namespace

std::map<std::string, std::string> scripts_for_hosts(const FarmPlan& plan) {
  const Places places = places_of(plan);
  const std::string begin = filled(kHostsScript, places);
  return {
      {"fetch",
       "#!/usr/bin/env bash\n"
       "# fetch [--progress | --done] [NUMBER…]: brings here what the hosts have of the parts,\n"
       "# or those of them with these numbers, from 0; how far they are alone, or only parts\n"
       "# that are done. What is done and here is not brought again.\n" +
           begin + filled(kFetchScript, places)},
      {"stop-hosts",
       "#!/usr/bin/env bash\n"
       "# Ends the parts on all hosts, and those that are to come.\n" +
           begin + filled(kStopScript, places)}};
}

std::string parts_over_ssh(const FarmPlan& plan) {
  const Places places = places_of(plan);
  return filled(kHostsScript, places) + filled(kWorkScript, places) + filled(kSshScript, places);
}

std::string parts_over_parallel(const FarmPlan& plan, const std::string& options) {
  Places places = places_of(plan);
  places.emplace_back("@options@", options);
  return filled(kHostsScript, places) + filled(kWorkScript, places) +
         filled(kParallelScript, places);
}

}  // namespace gougi::farm
