// SPDX-License-Identifier: MIT
// Positions judged by all members of a council, several at once, each by processes of its own and
// as if it were the first of a new game, so that neither order nor number of processes changes an
// answer. What is judged is kept in a file at once and never judged again. Used by `gougi analyse`;
// everything is for the caller's thread, which blocks in run().
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "consensus/council.hpp"
#include "io/event_loop.hpp"
#include "io/private_file.hpp"
#include "shogi/game.hpp"
#include "tools/asked_engine.hpp"

namespace gougi::tools {

struct CouncilPlan {
  std::vector<std::string> names;  ///< of the members
  std::vector<AskedProgram> members;
  std::vector<std::uint64_t> nodes;  ///< of each for a position
  base::Milliseconds patience{600'000};
  std::string key;  ///< all that answers depend on besides the position
};

/// By member; of one that failed the ballot is void, with the reason.
using CouncilBallots = std::vector<consensus::Ballot>;

class CouncilRun {
 public:
  /// `file`: read, and gone on with; what is not a whole line of this plan in it is passed over.
  CouncilRun(CouncilPlan plan, std::filesystem::path file);
  ~CouncilRun();

  /// A position that is to be judged, by its `position` line; once, however often it is added.
  void add(const std::string& position, const shogi::Game& game);
  /// The exit code: 0; 1 if an engine failed or the file cannot be written; 2 if an engine cannot
  /// be what it is to be; 130 if interrupted. What went wrong was said on stderr.
  int run(std::size_t concurrency);
  /// Null: it was not judged.
  const CouncilBallots* find(const std::string& position) const;

 private:
  class Desk;
  struct Work {
    std::string position;
    shogi::Game game;
  };

  void read_file();
  void read_line(const std::string& line);
  base::Result<void> keep(const std::string& position, const CouncilBallots& ballots);
  void give_work(std::size_t desk);
  void take(std::size_t desk, const Work& work, CouncilBallots ballots);
  void end(int status, const std::string& why);
  void show_progress(bool is_last);

  CouncilPlan plan_;
  std::filesystem::path file_;
  std::optional<io::PrivateFile> out_;
  bool is_cut_ = false;  ///< the file's last line was not written to its end
  std::map<std::string, CouncilBallots> judged_;
  std::set<std::string> wanted_;
  std::vector<Work> work_;
  io::EventLoop loop_;
  std::vector<std::unique_ptr<Desk>> desks_;
  std::size_t next_ = 0;
  std::size_t working_ = 0;
  std::size_t done_ = 0;
  bool is_over_ = false;
  int status_ = 0;
  base::TimePoint began_;
  base::TimePoint next_line_;
};

}  // namespace gougi::tools
