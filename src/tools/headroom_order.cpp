// SPDX-License-Identifier: MIT
#include "tools/headroom_order.hpp"

#include <algorithm>
#include <functional>
#include <set>
#include <utility>

#include "base/language.hpp"
#include "base/path.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "cli/app.hpp"
#include "tools/match_order.hpp"

namespace gougi::tools {
namespace {

void declare(cli::App& app, std::vector<std::string>& games) {
  app.add_option("GAMES", games,
                 base::said({"files: game records (.kif, .ki2, .csa, .jkf), matches of gougi match "
                             "(.db), and lines \"startpos moves 7g7f …\"",
                             "棋譜(.kif、.ki2、.csa、.jkf)、gougi match の対局ファイル(.db)、"
                             "\"startpos moves 7g7f …\" の行のファイル"}))
      ->type_name("");
  app.add_word("--engine", "COMMAND",
               {"a member and its arguments; two or more", "合議のメンバーと引数。2個以上"});
  app.add_word(
      "--judge", "COMMAND",
      {"the engine that values moves, which is better not one of the members. The next two "
       "belong to the engine or judge before them, or to all before the first",
       "指し手を評価するエンジン。メンバー以外がよい。次の2つは直前のエンジンか判定役のもの。"
       "最初より前に書けば全員のもの"});
  app.add_word("--name", "TEXT", {"what to call it", "表示名"});
  app.add_word("--option", "NAME=VALUE",
               {"an option's value; repeatable", "オプションの値。何度でも"});
  app.add_word("--nodes", "SUM",
               {"what the council has for a move; each of K members has SUM/K",
                "1手に合議が読む局面数の合計。K 個のメンバーは SUM/K ずつ"});
  app.add_word("--judge-nodes", "N",
               {"for its own move, and again for each move that it values",
                "判定役が自分の手と、評価する手ごとに読む局面数"});
  app.add_word(
      "--judge-coef", "N",
      {"win rate = 1 / (1 + exp(-score / N)) (600)", "勝率 = 1 / (1 + exp(-評価値 / N)) (600)"});
  app.add_word(
      "--anchor", "NAME",
      {"the member that the council is compared with (the first)", "合議と比べるメンバー(最初)"});
  app.add_word("--positions", "N", {"so many, drawn by lot (200)", "抽選する局面数(200)"});
  app.add_word("--seed", "S",
               {"of the lot and of the intervals (1)", "抽選と区間推定の乱数の種(1)"});
  app.add_word("--threads", "T",
               {"positions at once, each with its own processes (1)", "同時に調べる局面数(1)"});
  app.add_word("--patience", "MS",
               {"with one search; then the engine is killed (600000)",
                "1回の探索を待つ時間。過ぎたらエンジンを終了させる(600000)"});
  app.add_word(
      "--file", "FILE",
      {"keeps every position that is done, a line each", "済んだ局面を1行ずつ保存するファイル"});
  app.add_word(
      "--again", "FIRST",
      {"a --file of the same words with another judge: its moves are valued by this judge, "
       "too, and rho is not flattered any more",
       "判定役だけが違う同じ指定の --file。その指し手をこの判定役でも評価し、"
       "rho の過大評価を除く"});
  app.add_word("--shard", "I/N",
               {"do part I of N of the positions (0/8 to 7/8) into --file; gougi merge puts the "
                "parts together for a --file",
                "局面を N 分割した I 番目(0/8 から 7/8)だけを調べて --file に書く。gougi merge "
                "で1つの --file にまとめる"});
  app.add_word("--stop-file", "FILE",
               {"end as after Ctrl-C once there is this file",
                "このファイルができたら Ctrl-C と同じく終わる"});
  app.add_word("--report", "FILE", {"write an HTML page, too", "HTML のページも書く"});
  app.footer(base::said(
      {"Engines have no book, and one thread unless an --option says otherwise. How "
       "to read the result: docs/study.md",
       "エンジンは定跡なし、--option がなければ1スレッド。結果の読み方: docs/study.ja.md"}));
}

constexpr std::int64_t kMostNodes = 1'000'000'000'000;
constexpr std::int64_t kMostDrawn = 1'000'000;
constexpr std::int64_t kMostThreads = 256;
constexpr std::int64_t kMostPatienceMs = 86'400'000;
constexpr std::int64_t kMostCoef = 100'000;
constexpr std::size_t kMostMembers = 30;

/// Reads one word after the other.
class HeadroomReader {
 public:
  base::Result<HeadroomWords> read(const std::vector<std::string>& words) {
    cli::App app(
        {"Whether a council of these engines could beat its anchor with the same sum of nodes: at "
         "positions from games every engine thinks with its part of the sum, the anchor with the "
         "whole, too, and a judge values the moves. Begun again with the same words it goes on "
         "where it was.",
         "同じ合計局面数で、合議が基準のメンバーを上回れるかを調べます。棋譜の局面で各エンジンが割"
         "り当て分を、"
         "基準は全量でも読み、判定役が指し手を評価します。同じ指定で再び起動すると続きから始めます"
         "。"},
        "gougi study --headroom");
    std::vector<std::string> games;
    declare(app, games);
    if (const auto answer = cli::read_words(app, words)) {
      if (answer->exit_code != 0) return base::fail(answer->text);
      read_.answer = answer->text;
      return read_;
    }
    for (const auto& [name, value] : cli::words_in_order(app)) {
      if (name == "GAMES") {
        read_.games.push_back(base::path_from_utf8(value));
      } else if (auto taken = take(name, value); !taken) {
        return base::fail(name + ": " + taken.error().message);
      }
    }
    return finish();
  }

 private:
  using Taken = base::Result<void>;

  Taken take(const std::string& name, const std::string& value) {
    if (name == "--engine" || name == "--judge" || name == "--name" || name == "--option") {
      return take_engine(name, value);
    }
    if (!given_.insert(name).second)
      return base::fail(base::say({"stands there twice", "2回指定されています"}));
    study::HeadroomOrder& order = read_.order;
    if (name == "--anchor") {
      anchor_ = value;
    } else if (name == "--file") {
      read_.file = base::path_from_utf8(value);
    } else if (name == "--report") {
      read_.report = base::path_from_utf8(value);
    } else if (name == "--shard") {
      const auto shard = base::parse_shard(value);
      if (!shard) return tl::unexpected(shard.error());
      read_.shard = *shard;
    } else if (name == "--stop-file") {
      read_.stop_file = base::path_from_utf8(value);
    } else if (name == "--nodes") {
      return whole(value, 1, kMostNodes, order.nodes);
    } else if (name == "--again") {
      read_.again = base::path_from_utf8(value);
    } else if (name == "--judge-nodes") {
      return whole(value, 1, kMostNodes, order.judge_nodes);
    } else if (name == "--judge-coef") {
      return whole(value, 1, kMostCoef, order.judge_coef);
    } else if (name == "--positions") {
      return whole(value, 1, kMostDrawn, order.positions);
    } else if (name == "--seed") {
      return whole(value, 0, INT64_MAX, order.seed);
    } else if (name == "--threads") {
      return whole(value, 1, kMostThreads, read_.threads);
    } else if (name == "--patience") {
      std::int64_t ms = 0;
      auto taken = whole(value, 1, kMostPatienceMs, ms);
      if (taken) read_.patience = base::Milliseconds(ms);
      return taken;
    } else {
      return base::fail(base::say({"stands alone", "単独で指定してください"}));
    }
    return {};
  }

  template <class Number>
  static Taken whole(const std::string& value, std::int64_t least, std::int64_t most, Number& to) {
    const auto number = base::to_int(value);
    if (!number || *number < least || *number > most) {
      return base::fail(base::say(
          {"wants a number from {0} to {1}", "{0} から {1} の数を指定してください"}, least, most));
    }
    to = static_cast<Number>(*number);
    return {};
  }

  Taken take_engine(const std::string& name, const std::string& value) {
    if (name == "--engine" || name == "--judge") {
      if (const auto parts = split_command(value); !parts) return tl::unexpected(parts.error());
      study::HeadroomEngine engine = defaults_;
      engine.command = value;
      if (name == "--judge") {
        if (has_judge_) return base::fail(base::say({"stands there twice", "2回指定されています"}));
        has_judge_ = true;
        read_.order.judge = std::move(engine);
        target_ = Target::kJudge;
      } else {
        read_.order.engines.push_back(std::move(engine));
        target_ = Target::kMember;
      }
      return {};
    }
    study::HeadroomEngine& engine = target_ == Target::kAll     ? defaults_
                                    : target_ == Target::kJudge ? read_.order.judge
                                                                : read_.order.engines.back();
    if (name == "--name") {
      engine.name = base::printable(value, 60);
      return {};
    }
    const std::size_t sign = value.find('=');
    if (sign == std::string::npos || sign == 0)
      return base::fail(base::say({"wants NAME=VALUE", "NAME=VALUE の形で指定してください"}));
    engine.options.emplace_back(value.substr(0, sign), value.substr(sign + 1));
    return {};
  }

  base::Result<HeadroomWords> finish() {
    study::HeadroomOrder& order = read_.order;
    if (read_.games.empty())
      return base::fail(base::say({"a file of games is missing", "対局のファイルがありません"}));
    if (order.engines.size() < 2)
      return base::fail(base::say(
          {"a council needs two --engine or more", "合議には --engine が2つ以上必要です"}));
    if (order.engines.size() > kMostMembers) {
      return base::fail(base::say(
          {"a council has at most {0} engines here", "ここでの合議のエンジンは {0} 個までです"},
          kMostMembers));
    }
    if (!has_judge_) return base::fail(base::say({"--judge is missing", "--judge がありません"}));
    for (const char* const name : {"--nodes", "--judge-nodes", "--file"}) {
      if (!given_.contains(name))
        return base::fail(base::say({"{0} is missing", "{0} がありません"}, name));
    }
    if (order.nodes < order.engines.size()) {
      return base::fail(base::say({"--nodes: each engine needs one node at least",
                                   "--nodes: エンジンごとに1ノード以上が必要です"}));
    }
    if (read_.file == read_.report)
      return base::fail(base::say(
          {"--report and --file are the same file", "--report と --file が同じファイルです"}));
    order.again = !read_.again.empty();
    if (read_.shard && !read_.report.empty()) {
      return base::fail(
          base::say({"--shard does a part alone, and --report tells of all",
                     "--shard は一部だけを計算し、--report は全体のものです。同時には使えません"}));
    }
    if (!read_.stop_file.empty() && !read_.shard) {
      return base::fail(base::say({"--stop-file ends a part, and wants --shard",
                                   "--stop-file は部分を終わらせるもので、--shard が必要です"}));
    }
    for (std::size_t i = 0; i < order.engines.size(); ++i) name_engine(i);
    if (order.judge.name.empty()) order.judge.name = program_name(order.judge) + " (judge)";
    if (!given_.contains("--anchor")) return read_;
    const auto found = std::find_if(order.engines.begin(), order.engines.end(),
                                    [&](const auto& engine) { return engine.name == anchor_; });
    if (found == order.engines.end()) {
      return base::fail(base::say(
          {"--anchor: no engine is called {0}", "--anchor: {0} という名前のエンジンはありません"},
          base::printable(anchor_, 60)));
    }
    order.anchor = static_cast<std::size_t>(found - order.engines.begin());
    return read_;
  }

  static std::string program_name(const study::HeadroomEngine& engine) {
    const auto parts = split_command(engine.command);
    return base::printable(base::to_utf8(base::path_from_utf8(parts->front()).stem()), 200);
  }

  // Different names, as gougi match gives them.
  void name_engine(std::size_t i) {
    auto& engines = read_.order.engines;
    if (engines[i].name.empty()) engines[i].name = program_name(engines[i]);
    const auto is_taken = [&](const auto& engine) { return engine.name == engines[i].name; };
    while (std::any_of(engines.begin(), engines.begin() + static_cast<std::ptrdiff_t>(i), is_taken))
      engines[i].name += " #" + std::to_string(i + 1);
  }

  enum class Target { kAll, kMember, kJudge };

  HeadroomWords read_;
  study::HeadroomEngine defaults_;
  Target target_ = Target::kAll;
  bool has_judge_ = false;
  std::string anchor_;
  std::set<std::string> given_;
};

}  // namespace

base::Result<HeadroomWords> read_headroom_words(const std::vector<std::string>& words) {
  return HeadroomReader().read(words);
}

}  // namespace gougi::tools
