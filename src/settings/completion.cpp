// SPDX-License-Identifier: MIT
#include "settings/completion.hpp"

#include <utility>

namespace gougi::settings {
namespace {

// The scripts, with marks where the commands belong: @COMMANDS@ is their names, @TASKS@ a line for
// each command with tasks, "mate) tasks='solve generate' ;;", @VALUES@ one for each kind of value
// that help does not list. All else they read from the help of the program at hand: an option's
// line is "  --format round-robin|gauntlet", "  --kind terms|halfkp=terms", "  --file FILE" or, if
// it has no value, "  --json" alone or with "Excludes:".
constexpr std::string_view kBash =
    R"sh(# Completion for bash of the programs of gougi, as `gougi completion bash` writes it.
_gougi() {
  local program="${1/#\~/$HOME}" current="${COMP_WORDS[COMP_CWORD]}" tasks='' known='' commands=''
  local before="${COMP_WORDS[COMP_CWORD - 1]}" word='' skips='' help='' type='' helped=''
  local -a words=() asked=()
  COMPREPLY=()
  # Bash makes three words of --lang=ja.
  if [[ $current == '=' ]]; then
    current=''
  elif [[ $before == '=' ]] && ((COMP_CWORD > 1)); then
    before="${COMP_WORDS[COMP_CWORD - 2]}"
  fi
  # What says what is to be done: without --lang, and what else may stand before a command.
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    if [[ $word == '=' ]]; then
      continue
    elif [[ -n $skips ]]; then
      skips=''
    elif [[ $word == --lang ]] || { ((${#words[@]} == 0)) &&
      [[ $word == --config || $word == --live || $word == --member ]]; }; then
      skips=1
    elif [[ $word == help && ${#words[@]} -eq 0 && -z $helped ]]; then
      helped=1
    else
      words+=("$word")
    fi
  done
  local first="${words[0]-}" second="${words[1]-}"
  case "${1##*/}" in
    gougi | gougi.exe)
      commands='@COMMANDS@ help'
      case "$first" in
@TASKS@      esac ;;
    gougi-*) commands="$("$program" --lang en --help 2>/dev/null </dev/null |
      sed -n '/^Subcommands:/,/^$/s/^  \([A-Za-z_]*\).*/\1/p; /^Commands of/,/^$/s/^  \([A-Za-z_]*\).*/\1/p' |
      tr '\n' ' ')help" ;;
  esac
  [[ -n $first && " $commands " == *" $first "* ]] && asked+=("$first")
  [[ -n $second && " $tasks " == *" $second "* ]] && asked+=("$second")
  if [[ $current == -* || $before == --* ]]; then
    help="$("$program" "${asked[@]}" --lang en --help 2>/dev/null </dev/null)"
  fi
  if [[ $current == -* ]]; then
    known="$(grep -oE -e '--[a-z][a-z0-9-]*' <<<"$help" | sort -u)"
  elif [[ $before == --* ]]; then
    type="$(sed -n "s/^  $before \([^ ]*\).*/\1/p" <<<"$help" | head -n 1)"
    [[ $before == --lang ]] && type='auto|ja|en'
  fi
  case "$type" in
    '' | *:)  # no value
      ((${#words[@]} == 0)) && [[ $current != -* ]] && known="$commands"
      ((${#words[@]} == 1)) && [[ -n $tasks ]] && known+=" $tasks" ;;
    *\|*=[[:lower:][:digit:]]*) known="${type%%=*}" known="${known//|/ }" ;;
    *\|*=*) known="${type%%=*}=" known="${known//|/= }" ;;
    *\|*) known="${type//|/ }" ;;
@VALUES@  esac
  mapfile -t COMPREPLY < <(compgen -W "$known" -- "$current")
  if [[ ${COMPREPLY[0]-} == *= ]]; then compopt -o nospace 2>/dev/null || true; fi
}
complete -o bashdefault -o default -F _gougi gougi gougi-engine gougi-mate gougi-naitou gougi-pyon \
  gougi-random
)sh";

constexpr std::string_view kZsh =
    R"sh(#compdef gougi gougi-engine gougi-mate gougi-naitou gougi-pyon gougi-random
# Completion for zsh of the programs of gougi, as `gougi completion zsh` writes it.
_gougi() {
  local program="${words[1]/#\~/$HOME}" current="${words[CURRENT]}" before="${words[CURRENT-1]}"
  local tasks='' commands='' word='' skips='' help='' type='' helped=''
  local -a behind asked known
  if [[ $current == --*=* ]]; then
    before="${current%%=*}" current="${current#*=}"
    compset -P '*='
  fi
  # What says what is to be done: without --lang, and what else may stand before a command.
  for word in "${(@)words[2,CURRENT-1]}"; do
    if [[ -n $skips ]]; then
      skips=''
    elif [[ $word == --lang=* ]]; then
      continue
    elif [[ $word == --lang ]] || { (( ${#behind} == 0 )) && [[ $word == --(config|live|member) ]] }; then
      skips=1
    elif [[ $word == help && ${#behind} -eq 0 && -z $helped ]]; then
      helped=1
    else
      behind+=("$word")
    fi
  done
  local first="${behind[1]}" second="${behind[2]}"
  case "${words[1]:t}" in
    gougi | gougi.exe)
      commands='@COMMANDS@ help'
      case "$first" in
@TASKS@      esac ;;
    gougi-*) commands="$("$program" --lang en --help 2>/dev/null </dev/null |
      sed -n '/^Subcommands:/,/^$/s/^  \([A-Za-z_]*\).*/\1/p; /^Commands of/,/^$/s/^  \([A-Za-z_]*\).*/\1/p' |
      tr '\n' ' ')help" ;;
  esac
  [[ -n $first && " $commands " == *" $first "* ]] && asked+=("$first")
  [[ -n $second && " $tasks " == *" $second "* ]] && asked+=("$second")
  if [[ $current == -* || $before == --* ]]; then
    help="$("$program" "${asked[@]}" --lang en --help 2>/dev/null </dev/null)"
  fi
  if [[ $current == -* ]]; then
    known+=(${(f)"$(grep -oE -e '--[a-z][a-z0-9-]*' <<<"$help" | sort -u)"})
  elif [[ $before == --* ]]; then
    type="$(sed -n "s/^  $before \([^ ]*\).*/\1/p" <<<"$help" | head -n 1)"
    [[ $before == --lang ]] && type='auto|ja|en'
  fi
  case "$type" in
    '' | *:)  # no value
      (( ${#behind} == 0 )) && [[ $current != -* ]] && known+=(${=commands})
      (( ${#behind} == 1 )) && [[ -n $tasks ]] && known+=(${=tasks}) ;;
    *\|*=[[:lower:][:digit:]]*) known=(${(s:|:)${type%%=*}}) ;;
    *\|*=*) known=(${^${(s:|:)${type%%=*}}}=) ;;
    *\|*) known=(${(s:|:)type}) ;;
@VALUES@  esac
  if (( ${#known} )); then
    local -a ends=()
    [[ ${known[1]} != *= ]] || ends=(-S '')
    compadd "${(@)ends}" -a known
    [[ $current == -* || -n $type || ${#behind} -eq 0 ]] || _files
  else
    _files
  fi
}
if [[ ${zsh_eval_context[-1]} == loadautofunc ]]; then
  _gougi "$@"
else
  compdef _gougi gougi gougi-engine gougi-mate gougi-naitou gougi-pyon gougi-random
fi
)sh";

constexpr std::string_view kFish =
    R"sh(# Completion for fish of the programs of gougi, as `gougi completion fish` writes it.
function __gougi_commands
  switch (string replace -r '.*/' '' -- $argv[1])
    case gougi gougi.exe
      string split ' ' -- '@COMMANDS@ help'
    case 'gougi-*'
      $argv[1] --lang en --help 2>/dev/null </dev/null |
        sed -n '/^Subcommands:/,/^$/s/^  \([A-Za-z_]*\).*/\1/p; /^Commands of/,/^$/s/^  \([A-Za-z_]*\).*/\1/p' |
        string match -r '.+'
      echo help
  end
end
function __gougi_tasks
  switch "$argv[1]"
@TASKS@  end
end
# What may stand for a kind of value, of which help says "on|off", "terms|halfkp=terms" where one is
# what holds without it, or "kif|csa=FILE".
function __gougi_values
  switch "$argv[1]"
    case '*|*=*'
      set -l list (string replace -r '=.*' '' -- $argv[1] | string split '|')
      string match -qr '=[a-z0-9]' -- $argv[1]; and printf '%s\n' $list; or printf '%s=\n' $list
    case '*|*'
      string split '|' -- $argv[1]
@VALUES@  end
end
function __gougi_known
  set -l words (commandline -opc)
  set -l current (commandline -ct)
  set -l program (string replace -r '^~' $HOME -- $words[1])
  set -l before $words[-1]
  set -l prefix ''
  set -l commands (__gougi_commands $program)
  set -e words[1]
  if string match -q -- '--*=*' $current
    set before (string replace -r '=.*' '' -- $current)
    set prefix "$before="
  end
  # What says what is to be done: without --lang, and what else may stand before a command.
  set -l behind
  set -l skips
  set -l helped
  for word in $words
    if test -n "$skips"
      set skips
    else if string match -q -- '--lang=*' $word
      continue
    else if test "$word" = --lang
      set skips 1
    else if test (count $behind) -eq 0; and contains -- $word --config --live --member
      set skips 1
    else if test (count $behind) -eq 0; and test "$word" = help; and test -z "$helped"
      set helped 1
    else
      set behind $behind $word
    end
  end
  set -l asked
  set -l tasks
  if test (count $behind) -gt 0; and contains -- "$behind[1]" $commands
    set asked $behind[1]
    set tasks (__gougi_tasks $behind[1])
    if test (count $behind) -gt 1; and contains -- "$behind[2]" $tasks
      set asked $asked $behind[2]
    end
  end
  if string match -q -- '--*' $before
    set -l type ($program $asked --lang en --help 2>/dev/null </dev/null |
      sed -n "s/^  $before \([^ ]*\).*/\1/p")
    test "$before" = --lang; and set type 'auto|ja|en'
    if test -n "$type[1]"; and not string match -q -- '*:' $type[1]
      for value in (__gougi_values $type[1])
        echo $prefix$value
      end
      return
    end
  end
  if string match -q -- '-*' $current
    $program $asked --lang en --help 2>/dev/null </dev/null | grep -oE -e '--[a-z][a-z0-9-]*' | sort -u
  else if test (count $behind) -eq 0
    string join \n -- $commands
  else if test (count $behind) -eq 1
    string join \n -- $tasks
  end
end
for each in gougi gougi-engine gougi-mate gougi-naitou gougi-pyon gougi-random
  complete -c $each -f -n 'count (__gougi_known) >/dev/null' -a '(__gougi_known)'
end
)sh";

std::string joined(const std::vector<std::string_view>& words) {
  std::string text;
  for (const std::string_view word : words) {
    if (!text.empty()) text += ' ';
    text += word;
  }
  return text;
}

std::string tasks_line(const CommandName& command, bool is_fish) {
  const std::string name(command.name);
  const std::string tasks = "'" + joined(command.tasks) + "'";
  if (!is_fish) return "        " + name + ") tasks=" + tasks + " ;;\n";
  return "    case " + name + "\n      string split ' ' -- " + tasks + "\n";
}

std::string values_line(const CompletedValues& values, std::string_view shell) {
  const std::string type = "'" + values.type + "'";
  const std::string words = joined({values.words.begin(), values.words.end()});
  if (shell == "fish") return "    case " + type + "\n      string split ' ' -- '" + words + "'\n";
  return "    " + type + ") known=" + (shell == "zsh" ? "(" + words + ")" : "'" + words + "'") +
         " ;;\n";
}

std::string filled(std::string text, std::string_view mark, const std::string& content) {
  if (const auto at = text.find(mark); at != std::string::npos) {
    text.replace(at, mark.size(), content);
  }
  return text;
}

}  // namespace

const std::vector<std::string>& completed_shells() {
  static const std::vector<std::string> all{"bash", "zsh", "fish"};
  return all;
}

std::string completion_script(std::string_view shell, const std::vector<CommandName>& commands,
                              const std::vector<CompletedValues>& values) {
  const bool is_fish = shell == "fish";
  std::string script(shell == "bash" ? kBash : shell == "zsh" ? kZsh : is_fish ? kFish : "");
  std::vector<std::string_view> names;
  std::string tasks;
  for (const CommandName& command : commands) {
    if (command.name != "default-yaml") names.push_back(command.name);  // for who adds a setting
    if (!command.tasks.empty()) tasks += tasks_line(command, is_fish);
  }
  std::string kinds;
  for (const CompletedValues& each : values) kinds += values_line(each, shell);
  script = filled(filled(std::move(script), "@COMMANDS@", joined(names)), "@TASKS@", tasks);
  return filled(std::move(script), "@VALUES@", kinds);
}

}  // namespace gougi::settings
