// SPDX-License-Identifier: MIT
#include "engines/word_help.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>

#include "base/say.hpp"
#include "base/width.hpp"

namespace gougi::engines {
namespace {

using base::WordHelp;

// As CLI11 lays out the options above.
constexpr std::size_t kColumns = 28;

constexpr std::array kUsiHelp{
    WordHelp{"usi", {"its name and its options", "エンジンの名前とオプションを表示する"}},
    WordHelp{"isready", {"load what it needs", "必要なものを読み込む"}},
    WordHelp{"setoption name NAME [value VALUE]", {"set an option", "オプションを設定する"}},
    WordHelp{"usinewgame", {"forget the last game", "前の対局を忘れる"}},
    WordHelp{"position startpos|sfen SFEN [moves MOVE ...]",
             {"set a position, for what comes behind it", "後に続くコマンドの局面を決める"}},
    WordHelp{"go [btime MS wtime MS byoyomi MS | depth N | nodes N | mate MS | infinite ...]",
             {"think about the position, and name a move", "局面を考えて、指し手を答える"}},
    WordHelp{"stop", {"answer now", "すぐに答える"}},
    WordHelp{"ponderhit", {"the move that was pondered on has come", "先読みした手が指された"}},
    WordHelp{"gameover win|lose|draw", {"a game has ended", "対局が終わった"}},
    WordHelp{"quit", {"leave", "終わる"}},
    WordHelp{"FREEZENUM zNZN",
             {"of Freeze shogi: how many freezes White and Black have",
              "Freeze将棋で、後手と先手がフリーズできる回数"}},
    WordHelp{"getoption [NAME]",
             {"an option's value, or all of them", "オプションの値(名前がなければ全部)を表示する"}},
    WordHelp{"d", {"show the board", "盤面を表示する"}},
    WordHelp{"sfen", {"the position as SFEN", "局面を SFEN で表示する"}},
    WordHelp{"side", {"whose turn it is", "手番を表示する"}},
    WordHelp{"moves", {"all legal moves", "合法手をすべて表示する"}},
    WordHelp{"key", {"the hash key of the position", "局面のハッシュ値を表示する"}},
    WordHelp{"perft DEPTH",
             {"count the positions DEPTH plies below", "DEPTH 手先までの局面数を数える"}},
    WordHelp{"compiler", {"what it was built with", "ビルドに使ったコンパイラを表示する"}},
    WordHelp{"eval", {"the score of the position, unsearched", "読まずに局面を評価する"}},
    WordHelp{"bench [DEPTH]",
             {"search positions that are always the same: nodes, which are the same on every "
              "machine, and how many of them a second",
              "決まった局面を読み、局面数(どのマシンでも同じ)と毎秒の局面数を表示する"}},
    WordHelp{"test",
             {"check rules, scores, mates and the search, a line each",
              "規則、評価値、詰み、探索を調べて1行ずつ表示する"}},
    WordHelp{"makebook TASK ...", {"opening books", "定跡の作成"}},
    WordHelp{"learn FILE ...", {"a network from teacher positions", "教師局面からの学習"}},
    WordHelp{"trace [POSITION]", {"show how it thinks", "思考の過程を表示する"}}};

void append_indented(std::string& text, std::string_view lines, std::size_t columns) {
  for (const char c : lines) {
    text += c;
    if (c == '\n') text.append(columns, ' ');
  }
  text += '\n';
}

bool asks_for_help(std::string_view word) {
  return word == "--help" || word == "-h" || word == "help";
}

}  // namespace

std::span<const WordHelp> usi_word_help() { return kUsiHelp; }

WordHelp file_help() {
  return {"file NAME",
          {"read commands from a file, then from standard input",
           "コマンドをファイルから読み、続いて標準入力から読む"}};
}

std::vector<WordHelp> help_of(const std::vector<std::string_view>& words,
                              std::span<const WordHelp> all) {
  std::vector<WordHelp> found;
  std::ranges::copy_if(all, std::back_inserter(found), [&](const WordHelp& each) {
    return std::ranges::any_of(words, [&](std::string_view word) { return each.names(word); });
  });
  return found;
}

std::string list_of_help(std::span<const WordHelp> all) {
  std::string text = base::said({"Commands of the protocol:\n", "プロトコルのコマンド:\n"});
  for (const WordHelp& each : all) {
    std::string usage = "  " + std::string(each.usage);
    if (usage.size() >= kColumns + 2) usage += "\n  ";
    const std::size_t line = usage.rfind('\n') + 1;  // 0: it is the only one
    text += usage.substr(0, line) + base::padded(usage.substr(line), kColumns + 2);
    append_indented(text, base::said(each.about), kColumns + 2);
  }
  text.pop_back();
  return text;
}

std::optional<std::string> help_asked_for(const std::string& program, const cli::Words& words,
                                          std::span<const WordHelp> all) {
  if (words.size() < 2 || std::none_of(words.begin() + 1, words.end(), asks_for_help)) {
    return std::nullopt;
  }
  const std::string& word = words.front();
  const auto known =
      std::ranges::find_if(all, [&](const WordHelp& each) { return each.names(word); });
  if (known == all.end()) return std::nullopt;
  std::string text;
  append_indented(text, base::said(known->about), 0);
  return text + base::say({"Usage: {0} {1}\n", "使い方: {0} {1}\n"}, program, known->usage);
}

}  // namespace gougi::engines
