// SPDX-License-Identifier: MIT
// The strictest GUI there is: hears a whole dialogue and complains of every line that some real GUI
// would misread, drop or lose a game by, whatever the transcript expects. Not a player; it only
// listens. Used by the transcripts of the relay, in virtual time and against the executable.
#pragma once

#include <algorithm>
#include <array>
#include <deque>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "notation/freeze.hpp"
#include "notation/sfen.hpp"
#include "shogi/game.hpp"
#include "usi/command.hpp"
#include "usi/position_text.hpp"

namespace gougi::transcript {

class StrictGui {
 public:
  /// For real pipes: an info line of a search may still be on its way when the next one begins.
  void let_lines_cross() { lines_may_cross_ = true; }
  /// The engine answers a search that another overtakes, if it could have been done by then.
  void answers_what_is_overtaken() { overtaken_are_answered_ = true; }

  /// A line that the GUI says.
  void said(std::string_view line) {
    const auto command = usi::parse_command(line);
    if (!command) {
      if (base::trim(line).starts_with("position")) game_.reset();
      if (base::trim(line).starts_with("gameover")) release();
      return;
    }
    if (const auto* position = std::get_if<usi::PositionCommand>(&*command)) {
      const auto read = usi::replay(*position);
      game_ = read ? std::optional(*read) : std::nullopt;
    } else if (const auto* go = std::get_if<usi::GoCommand>(&*command)) {
      begin(*go);
    } else if (std::holds_alternative<usi::PonderHitCommand>(*command)) {
      if (!searches_.empty()) searches_.back().ponder = false;
    } else if (std::holds_alternative<usi::UsiCommand>(*command)) {
      options_.clear();
    } else if (std::holds_alternative<usi::NewGameCommand>(*command)) {
      if (!searches_.empty() && searches_.back().ponder && !searches_.back().released) {
        searches_.pop_back();
      }
      release();
    } else if (std::holds_alternative<usi::StopCommand>(*command) ||
               std::holds_alternative<usi::GameOverCommand>(*command)) {
      release();
    } else if (std::holds_alternative<usi::IsReadyCommand>(*command)) {
      release();
      for (Search& search : searches_) search.before_ready = true;
    } else if (std::holds_alternative<usi::QuitCommand>(*command)) {
      searches_.clear();
    }
  }

  /// A line that the GUI hears: what is wrong with it, or "".
  std::string heard(std::string_view line) {
    if (line.empty()) return "";  // keeps a waiting GUI awake
    if (base::iequals(line.substr(0, 5), "error")) return "begins with error";
    if (line.find('\n') != line.npos || line.find('\r') != line.npos)
      return "has a line end inside";
    std::string_view rest = line;
    const auto word = base::next_word(rest);
    constexpr std::array<std::string_view, 7> kKnown{"info",    "bestmove", "checkmate", "option",
                                                     "readyok", "usiok",    "id"};
    if (std::ranges::find(kKnown, word) == kKnown.end()) return "";  // the answer to a query
    if (line.find("  ") != std::string_view::npos) return "has a doubled blank";
    if (line.front() == ' ' || line.back() == ' ') return "begins or ends with a blank";
    if ((word == "usiok" || word == "readyok") && line != word) return "stands not alone";
    if (word == "readyok" && std::ranges::any_of(searches_, &Search::before_ready)) {
      return "comes before the answer to a search";
    }
    if (word == "info") return judge_info(rest);
    if (word == "bestmove") return judge_best_move(rest);
    if (word == "checkmate") return judge_checkmate(rest);
    if (word == "option") return judge_option(rest);
    return "";
  }

  /// At the end of the dialogue: what is still owed, or "".
  std::string ended() const {
    return searches_.empty() ? "" : std::to_string(searches_.size()) + " search(es) unanswered";
  }
  void hung_up() { searches_.clear(); }

 private:
  struct Search {
    std::optional<shogi::Game> game;
    bool mate = false;
    bool infinite = false;
    bool waits = false;  ///< infinite or wait_stop
    bool ponder = false;
    bool before_ready = false;  ///< `isready` came after it
    bool released = false;      ///< by `stop` or what means the same
    std::string last_pv_move;
    bool held() const { return !mate && (waits || ponder) && !released; }
  };

  void begin(const usi::GoCommand& go) {
    // A search that was stopped owes its answer when another follows.
    if (!searches_.empty() && !searches_.back().released &&
        (!overtaken_are_answered_ || searches_.back().held())) {
      dropped_ = std::move(searches_.back().game);
      searches_.pop_back();
    }
    Search search;
    search.game = game_;
    if (const auto* limits = std::get_if<usi::SearchLimits>(&go.limits)) {
      search.infinite = limits->infinite;
      search.waits = limits->infinite || limits->wait_stop;
      search.ponder = limits->ponder;
    } else {
      search.mate = true;
    }
    searches_.push_back(std::move(search));
  }
  void release() {
    if (!searches_.empty()) searches_.back().released = true;
  }

  static bool is_number(std::string_view word) { return base::to_int(word).has_value(); }

  std::string judge_info(std::string_view rest) {
    constexpr std::array<std::string_view, 7> kNumbers{"depth", "seldepth", "time",   "nodes",
                                                       "nps",   "hashfull", "multipv"};
    std::optional<int> multipv;
    while (true) {
      const auto word = base::next_word(rest);
      if (word.empty()) return "has neither pv nor string at its end";
      if (std::ranges::find(kNumbers, word) != kNumbers.end()) {
        const auto value = base::next_word(rest);
        if (!is_number(value)) return std::string(word) + " without its number";
        if (word == "multipv") multipv = static_cast<int>(*base::to_int(value));
      } else if (word == "score") {
        const auto kind = base::next_word(rest);
        const auto value = base::next_word(rest);
        const bool open_mate = kind == "mate" && (value == "+" || value == "-");
        if ((kind != "cp" && kind != "mate") || (!is_number(value) && !open_mate)) {
          return "malformed score";
        }
        std::string_view behind = rest;
        const auto bound = base::next_word(behind);
        if (bound == "lowerbound" || bound == "upperbound") rest = behind;
      } else if (word == "currmove") {
        if (!notation::parse_usi_move(base::next_word(rest))) return "malformed currmove";
      } else if (word == "string") {
        return judge_text(rest);
      } else if (word == "pv") {
        return judge_pv(rest, multipv.value_or(1));
      } else {
        return "has the word " + std::string(word);
      }
    }
  }

  static std::string judge_text(std::string_view rest) {
    constexpr std::array<std::string_view, 5> kParsed{"pv", "depth", "score", "multipv", "nodes"};
    for (auto word = base::next_word(rest); !word.empty(); word = base::next_word(rest)) {
      if (std::ranges::find(kParsed, word) != kParsed.end()) {
        return "has the bare word " + std::string(word) + " in its text";
      }
    }
    return "";
  }

  static bool is_legal(std::string_view moves, shogi::Game game) {
    for (auto word = base::next_word(moves); !word.empty(); word = base::next_word(moves)) {
      const auto move = notation::parse_freeze_move(word);
      if (!move || !game.play(move->move)) return false;
    }
    return true;
  }

  std::string judge_pv(std::string_view rest, int multipv) {
    std::optional<shogi::Game> game;
    if (!searches_.empty()) game = searches_.front().game;
    if (lines_may_cross_ && dropped_ && game && !is_legal(rest, *game) &&
        is_legal(rest, *dropped_)) {
      return "";
    }
    bool first = true;
    for (auto word = base::next_word(rest); !word.empty(); word = base::next_word(rest)) {
      const auto move = notation::parse_freeze_move(word);
      if (!move) return "no move in its pv: " + std::string(word);
      if (game && !game->play(move->move)) return "illegal in its pv: " + std::string(word);
      if (first && multipv == 1 && !searches_.empty()) searches_.front().last_pv_move = word;
      first = false;
    }
    return first ? "has an empty pv" : "";
  }

  std::string judge_best_move(std::string_view rest) {
    if (searches_.empty()) return "answers no search";
    Search search = std::move(searches_.front());
    searches_.pop_front();
    if (search.mate) return "answers go mate";
    if (search.held()) return "comes before stop or ponderhit";
    const auto word = base::next_word(rest);
    if (word == "win") return "";
    if (word == "resign") {
      const bool could_move = search.game && search.game->freeze_position().has_legal_move();
      return search.infinite && could_move ? "resigns in analysis" : "";
    }
    if (!search.last_pv_move.empty() && search.last_pv_move != word) {
      return "is not where the last pv begins: " + search.last_pv_move;
    }
    const auto move = notation::parse_freeze_move(word);
    auto& game = search.game;
    if (!move || !game || !game->play(move->move)) return "is no legal move";
    if (base::next_word(rest) != "ponder") return "";
    const auto reply = notation::parse_freeze_move(base::next_word(rest));
    return reply && game->play(reply->move) ? "" : "has an illegal ponder move";
  }

  std::string judge_checkmate(std::string_view rest) {
    if (searches_.empty()) return "answers no search";
    Search search = std::move(searches_.front());
    searches_.pop_front();
    if (!search.mate) return "answers an ordinary search";
    if (rest.find_first_of("0123456789") == std::string_view::npos) return "";
    auto& game = search.game;
    for (auto word = base::next_word(rest); !word.empty(); word = base::next_word(rest)) {
      const auto move = notation::parse_freeze_move(word);
      if (!move || !game || !game->play(move->move)) {
        return "has an illegal move: " + std::string(word);
      }
    }
    const bool mated = game && (game->is_freeze_game() ? game->freeze_position().is_lost()
                                                       : game->position().is_mated());
    return mated ? "" : "is no mate";
  }

  std::string judge_option(std::string_view rest) {
    const auto words = base::split_words(rest);
    const auto at = [&](std::size_t i) { return i < words.size() ? words[i] : std::string_view(); };
    if (at(0) != "name" || at(2) != "type") return "name and type are not where they belong";
    if (!options_.emplace(at(1)).second) return "declares a name twice";
    const auto type = at(3);
    if (type == "button") return words.size() == 4 ? "" : "button with a value";
    if (at(4) != "default" || at(5).empty()) return "without default";
    if (type == "check") {
      const bool good = words.size() == 6 && (at(5) == "true" || at(5) == "false");
      return good ? "" : "malformed check";
    }
    if (type == "spin") {
      const bool good = words.size() == 10 && at(6) == "min" && at(8) == "max" &&
                        is_number(at(5)) && is_number(at(7)) && is_number(at(9)) &&
                        *base::to_int(at(7)) <= *base::to_int(at(5)) &&
                        *base::to_int(at(5)) <= *base::to_int(at(9));
      return good ? "" : "malformed spin";
    }
    if (type == "string" || type == "filename") return words.size() == 6 ? "" : "default of words";
    if (type != "combo") return "of an unknown type";
    std::set<std::string_view> choices;
    for (std::size_t i = 6; i < words.size(); i += 2) {
      if (at(i) != "var" || !choices.insert(at(i + 1)).second) return "malformed combo";
    }
    return choices.contains(at(5)) ? "" : "combo whose default is no choice";
  }

  std::optional<shogi::Game> game_ = shogi::Game();
  std::optional<shogi::Game> dropped_;  ///< of the search that the last `go` replaced
  bool lines_may_cross_ = false;
  bool overtaken_are_answered_ = false;
  std::deque<Search> searches_;  ///< not answered yet
  std::set<std::string, std::less<>> options_;
};

}  // namespace gougi::transcript
