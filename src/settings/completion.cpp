// SPDX-License-Identifier: MIT
#include "settings/completion.hpp"

#include <utility>

namespace gougi::settings {
namespace {

// The scripts, with marks where the commands belong: @COMMANDS@ is their names, @TASKS@ a line for
// each command with tasks, "mate) tasks='solve generate' ;;".
constexpr std::string_view kBash =
    R"sh(# Completion for bash of the programs of gougi, as `gougi completion bash` writes it.
_gougi() {
  local program="${1/#\~/$HOME}" current="${COMP_WORDS[COMP_CWORD]}" tasks='' known='' i
  local first="${COMP_WORDS[1]-}" second="${COMP_WORDS[2]-}" commands=''
  local -a asked=()
  COMPREPLY=()
  case "${1##*/}" in
    gougi | gougi.exe)
      commands='@COMMANDS@ help'
      if [[ $first == help ]]; then
        first="$second" second="${COMP_WORDS[3]-}"
        ((COMP_CWORD == 2)) && known="$commands"
        i=3
      else
        i=2
      fi
      case "$first" in
@TASKS@      esac ;;
    gougi-engine*) commands='makebook learn' i=2 ;;
    gougi-naitou*) commands='trace' i=2 ;;
    gougi-pyon*) commands='solve' i=2 ;;
  esac
  ((COMP_CWORD == 1)) && known="$commands"
  ((COMP_CWORD == i)) && [[ -n $tasks ]] && known="$tasks"
  if [[ $current == -* ]]; then
    ((COMP_CWORD > 1)) && [[ " $commands " == *" $first "* ]] && asked+=("$first")
    ((COMP_CWORD > 2)) && [[ -n $second && " $tasks " == *" $second "* ]] && asked+=("$second")
    known+=" $("$program" "${asked[@]}" --help 2>/dev/null </dev/null |
      grep -oE -e '--[a-z][a-z0-9-]*' | sort -u)"
  fi
  mapfile -t COMPREPLY < <(compgen -W "$known" -- "$current")
}
complete -o bashdefault -o default -F _gougi gougi gougi-engine gougi-mate gougi-naitou gougi-pyon \
  gougi-random
)sh";

constexpr std::string_view kZsh =
    R"sh(#compdef gougi gougi-engine gougi-mate gougi-naitou gougi-pyon gougi-random
# Completion for zsh of the programs of gougi, as `gougi completion zsh` writes it.
_gougi() {
  local program="${words[1]/#\~/$HOME}" current="${words[CURRENT]}" tasks='' commands=''
  local first="${words[2]}" second="${words[3]}"
  local -a asked known
  integer i=3
  case "${words[1]:t}" in
    gougi | gougi.exe)
      commands='@COMMANDS@ help'
      if [[ $first == help ]]; then
        first="$second" second="${words[4]}" i=4
        (( CURRENT == 3 )) && known=(${=commands})
      fi
      case "$first" in
@TASKS@      esac ;;
    gougi-engine*) commands='makebook learn' ;;
    gougi-naitou*) commands='trace' ;;
    gougi-pyon*) commands='solve' ;;
  esac
  (( CURRENT == 2 )) && known=(${=commands})
  (( CURRENT == i )) && [[ -n $tasks ]] && known=(${=tasks})
  if [[ $current == -* ]]; then
    (( CURRENT > 2 )) && [[ " $commands " == *" $first "* ]] && asked+=("$first")
    (( CURRENT > 3 )) && [[ -n $second && " $tasks " == *" $second "* ]] && asked+=("$second")
    known+=(${(f)"$("$program" "${asked[@]}" --help 2>/dev/null </dev/null |
      grep -oE -e '--[a-z][a-z0-9-]*' | sort -u)"})
  fi
  if (( ${#known} )); then
    compadd -a known
    [[ $current == -* ]] || _files
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
    case 'gougi-engine*'
      string split ' ' -- 'makebook learn'
    case 'gougi-naitou*'
      echo trace
    case 'gougi-pyon*'
      echo solve
  end
end
function __gougi_tasks
  switch "$argv[1]"
@TASKS@  end
end
function __gougi_known
  set -l words (commandline -opc)
  set -l program (string replace -r '^~' $HOME -- $words[1])
  set -l commands (__gougi_commands $program)
  set -e words[1]
  if test (count $words) -gt 0; and test "$words[1]" = help
    set -e words[1]
  end
  set -l asked
  if test (count $words) -eq 0
    string join \n -- $commands
  else if contains -- "$words[1]" $commands
    set asked $words[1]
    set -l tasks (__gougi_tasks $words[1])
    if test (count $words) -eq 1
      string join \n -- $tasks
    else if contains -- "$words[2]" $tasks
      set asked $asked $words[2]
    end
  end
  if string match -q -- '-*' (commandline -ct)
    $program $asked --help 2>/dev/null </dev/null | grep -oE -e '--[a-z][a-z0-9-]*' | sort -u
  end
end
for each in gougi gougi-engine gougi-mate gougi-naitou gougi-pyon gougi-random
  complete -c $each -a '(__gougi_known)'
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

std::string completion_script(std::string_view shell, const std::vector<CommandName>& commands) {
  const bool is_fish = shell == "fish";
  std::string script(shell == "bash" ? kBash : shell == "zsh" ? kZsh : is_fish ? kFish : "");
  std::vector<std::string_view> names;
  std::string tasks;
  for (const CommandName& command : commands) {
    if (command.name != "default-yaml") names.push_back(command.name);  // for who adds a setting
    if (!command.tasks.empty()) tasks += tasks_line(command, is_fish);
  }
  return filled(filled(std::move(script), "@COMMANDS@", joined(names)), "@TASKS@", tasks);
}

}  // namespace gougi::settings
