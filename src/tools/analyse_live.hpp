// SPDX-License-Identifier: MIT
// Shows an analysis to browsers while it runs (docs/live.md): how far it is, the games with what is
// known of each position so far, and of the newest all that the members said. Whoever analyses
// tells it what was judged and never waits for it; the page is made on the server's thread
// (live/server.hpp), of copies.
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "analysis/game_review.hpp"
#include "base/result.hpp"
#include "live/server.hpp"
#include "relay/json_reader.hpp"
#include "shogi/game.hpp"
#include "tools/council_run.hpp"

namespace gougi::tools {

class AnalyseLive {
 public:
  struct Game {
    shogi::Game game;
    relay::Json page;  ///< of page_game()
  };

  /// Serves from now on; `head` is page_head()'s. The error is one line.
  static base::Result<std::unique_ptr<AnalyseLive>> serve(int port, const relay::Json& head,
                                                          std::vector<Game> games,
                                                          const analysis::Thresholds& thresholds);
  std::string link() const { return live::link_to(server_->place()); }

  // The analysis's thread, as it happens.
  /// The position behind so many moves of the game; `described`: what NAME.jsonl has of it.
  void judged(std::size_t game, std::size_t plies, const analysis::Verdict& verdict,
              relay::Json described);
  void is_at(const CouncilProgress& progress);
  /// What was said of its positions before was of each by itself, and of its moves from what had
  /// been judged until then; `page`: what the page in the file is told of it.
  void settled(std::size_t game, const relay::Json& page);
  /// Returns when readers know it, or are too slow to. `results`: where they are.
  void over(const std::string& results);

 private:
  struct Shown {
    Game game;
    std::vector<analysis::Verdict> verdicts;
    std::vector<relay::Json> positions;  ///< without lines; null: not judged
    bool is_settled = false;
    bool is_new = true;  ///< it has not been told so
  };

  AnalyseLive(const relay::Json& head, std::vector<Game> games,
              const analysis::Thresholds& thresholds);
  void tell(live::Story& story);

  const std::string head_;
  const analysis::Thresholds thresholds_;
  std::mutex mutex_;  ///< of what follows; held for as long as copying takes
  std::vector<Shown> games_;
  std::deque<std::string> newest_;  ///< positions that are not told yet
  relay::Json progress_;
  std::unique_ptr<live::Server> server_;  ///< its thread uses what stands above
};

}  // namespace gougi::tools
