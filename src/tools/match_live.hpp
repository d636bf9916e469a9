// SPDX-License-Identifier: MIT
// Shows a match to browsers while it is played (docs/live.md): the boards of the games that run,
// the table, the curves of Elo and of the sequential test, the games that are over. Whoever plays
// the match tells it what happens and never waits for it; the page is made on the server's thread
// (live/server.hpp), of copies.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "live/server.hpp"
#include "match/progress.hpp"
#include "match/referee.hpp"
#include "match/schedule.hpp"
#include "match/standing.hpp"

namespace gougi::tools {

class MatchLive {
 public:
  /// Serves from now on; `facts` as they are before the first game, `shows_boards` where the game
  /// is shogi. The error is one line.
  static base::Result<std::unique_ptr<MatchLive>> serve(int port, match::ProgressFacts facts,
                                                        bool shows_boards);
  std::string link() const { return live::link_to(server_->place()); }

  // The match's thread, as it happens.
  void at_table(std::size_t table, const match::ScheduledGame& game, const match::Referee& referee);
  /// A game of this run, or of an earlier one of the same match.
  void finished(const match::GameRecord& game);
  /// Of this run, for the time that is left.
  void is_running(base::Milliseconds running, std::uint64_t played);
  /// Over the pairs in their order, where games come as they like.
  void test_stands(const match::SprtState& in_order);
  /// Nothing more is to come, and the pages are told so; no game runs.
  void over();

 private:
  struct Said {
    usi::Score score;
    int depth = 0;
  };
  struct Table {
    std::uint64_t game = 0;
    std::size_t black = 0;
    std::size_t white = 0;
    std::string position;
    std::size_t plies = 0;
    shogi::Color mover = shogi::Color::kBlack;
    std::vector<std::int64_t> left;  ///< ms of both for the game; empty: they have none
    std::map<shogi::Color, Said> said;
    bool is_free = false;
  };
  /// After so many games; what it holds, match.js says.
  struct CurvePoint {
    std::uint64_t games = 0;
    std::vector<double> values;  ///< not finite: unknown
  };
  struct Now {
    match::Standing standing;
    match::ProgressFacts facts;
    std::map<std::size_t, Table> tables;
    std::vector<CurvePoint> curve;  ///< at most kMostPoints, evenly spaced
    std::uint64_t step = 1;         ///< games between two of its points
    std::deque<std::string> games;  ///< that are over and not told yet
    bool is_over = false;
  };

  MatchLive(match::ProgressFacts facts, bool shows_boards);
  void tell(live::Story& story);
  CurvePoint point() const;

  bool shows_boards_;
  std::mutex mutex_;  ///< of now_; held for as long as copying takes
  Now now_;
  std::unique_ptr<live::Server> server_;  ///< its thread uses what stands above
};

}  // namespace gougi::tools
