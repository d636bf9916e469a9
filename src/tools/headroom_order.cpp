// SPDX-License-Identifier: MIT
#include "tools/headroom_order.hpp"

#include <algorithm>
#include <functional>
#include <set>
#include <utility>

#include "base/path.hpp"
#include "base/text.hpp"
#include "tools/match_order.hpp"
#include "tools/word_options.hpp"

namespace gougi::tools {
namespace {

constexpr const char* kHeadroomHelp =
    "usage: gougi study --headroom GAMES… --engine COMMAND --engine COMMAND … --nodes SUM\n"
    "                   --judge COMMAND --judge-nodes N --file FILE.jsonl [OPTION VALUE]…\n"
    "Whether a council of these engines could beat its anchor with the same sum of nodes: at\n"
    "positions from games every engine thinks with its part of the sum, the anchor with the "
    "whole,\n"
    "too, and a judge values the moves. Begun again with the same words it goes on where it was.\n"
    "  GAMES             files: game records (.kif, .ki2, .csa, .jkf), matches of gougi match "
    "(.db), "
    "and\n"
    "                    lines \"startpos moves 7g7f …\"\n"
    "  --engine COMMAND  a member and its arguments; two or more\n"
    "  --judge COMMAND   the engine that values moves, which is better not one of the members.\n"
    "                    The next two belong to the engine or judge before them, or to all before\n"
    "                    the first\n"
    "  --name TEXT       what to call it\n"
    "  --option NAME=VALUE\n"
    "  --nodes SUM       what the council has for a move; each of K members has SUM/K\n"
    "  --judge-nodes N   for its own move, and again for each move that it values\n"
    "  --judge-coef N    win rate = 1 / (1 + exp(-score / N)) (600)\n"
    "  --anchor NAME     the member that the council is compared with (the first)\n"
    "  --positions N     so many, drawn by lot (200)\n"
    "  --seed S          of the lot and of the intervals (1)\n"
    "  --threads T       positions at once, each with its own processes (1)\n"
    "  --patience MS     with one search; then the engine is killed (600000)\n"
    "  --file FILE       keeps every position that is done, a line each\n"
    "  --report FILE     write an HTML page, too\n"
    "Engines have no book, and one thread unless an --option says otherwise. How to read the\n"
    "result: docs/study.md\n";

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
    for (std::size_t i = 0; i < words.size(); ++i) {
      const std::string& word = words[i];
      if (word == "--help" || word == "-h") {
        read_.help = true;
        return read_;
      }
      if (!word.starts_with("--")) {
        read_.games.push_back(base::path_from_utf8(word));
        continue;
      }
      const auto options = options_in(kHeadroomHelp);
      if (std::ranges::find(options, word) == options.end()) {
        return base::fail(base::printable(word, 60) + ": " +
                          no_such_option(word, kHeadroomHelp, "gougi study --headroom"));
      }
      if (i + 1 == words.size()) return base::fail(base::printable(word, 60) + " lacks its value");
      if (auto taken = take(word, words[++i]); !taken) {
        return base::fail(base::printable(word, 60) + ": " + taken.error().message);
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
    if (!given_.insert(name).second) return base::fail("stands there twice");
    study::HeadroomOrder& order = read_.order;
    if (name == "--anchor") {
      anchor_ = value;
    } else if (name == "--file") {
      read_.file = base::path_from_utf8(value);
    } else if (name == "--report") {
      read_.report = base::path_from_utf8(value);
    } else if (name == "--nodes") {
      return whole(value, 1, kMostNodes, order.nodes);
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
      return base::fail("stands alone");
    }
    return {};
  }

  template <class Number>
  static Taken whole(const std::string& value, std::int64_t least, std::int64_t most, Number& to) {
    const auto number = base::to_int(value);
    if (!number || *number < least || *number > most) {
      return base::fail("wants a number from " + std::to_string(least) + " to " +
                        std::to_string(most));
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
        if (has_judge_) return base::fail("stands there twice");
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
    if (sign == std::string::npos || sign == 0) return base::fail("wants NAME=VALUE");
    engine.options.emplace_back(value.substr(0, sign), value.substr(sign + 1));
    return {};
  }

  base::Result<HeadroomWords> finish() {
    study::HeadroomOrder& order = read_.order;
    if (read_.games.empty()) return base::fail("a file of games is missing");
    if (order.engines.size() < 2) return base::fail("a council needs two --engine or more");
    if (order.engines.size() > kMostMembers) {
      return base::fail("a council has at most " + std::to_string(kMostMembers) + " engines here");
    }
    if (!has_judge_) return base::fail("--judge is missing");
    for (const char* const name : {"--nodes", "--judge-nodes", "--file"}) {
      if (!given_.contains(name)) return base::fail(std::string(name) + " is missing");
    }
    if (order.nodes < order.engines.size()) {
      return base::fail("--nodes: each engine needs one node at least");
    }
    if (read_.file == read_.report) return base::fail("--report and --file are the same file");
    for (std::size_t i = 0; i < order.engines.size(); ++i) name_engine(i);
    if (order.judge.name.empty()) order.judge.name = program_name(order.judge) + " (judge)";
    if (!given_.contains("--anchor")) return read_;
    const auto found = std::find_if(order.engines.begin(), order.engines.end(),
                                    [&](const auto& engine) { return engine.name == anchor_; });
    if (found == order.engines.end()) {
      return base::fail("--anchor: no engine is called " + base::printable(anchor_, 60));
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
    for (std::size_t j = 0; j < i; ++j) {
      if (engines[j].name == engines[i].name) engines[i].name += " #" + std::to_string(i + 1);
    }
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

const char* headroom_help() { return kHeadroomHelp; }

base::Result<HeadroomWords> read_headroom_words(const std::vector<std::string>& words) {
  return HeadroomReader().read(words);
}

}  // namespace gougi::tools
