// SPDX-License-Identifier: MIT
// The searches of `gougi study --headroom`, from where its file stands to the end. Everything is
// for the caller's thread, which blocks in run().
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "cli/progress_line.hpp"
#include "io/event_loop.hpp"
#include "study/headroom.hpp"
#include "study/position_lot.hpp"
#include "tools/headroom_desk.hpp"
#include "tools/headroom_file.hpp"

namespace gougi::tools {

/// So many positions left out in a row are no accident: the run ends.
inline constexpr std::size_t kMostLeftOutInARow = 3;

class HeadroomRun {
 public:
  /// `drawn`: all positions, by number, without results; `games`: what they are of. `first`: those
  /// that another judge has valued, to be valued once more; nothing: they are to be searched.
  HeadroomRun(HeadroomPlan plan, HeadroomFile file, std::vector<study::HeadroomLine> drawn,
              const std::vector<study::LotGame>& games,
              const std::vector<study::DrawnPosition>& places, const FirstOpinion* first = nullptr);

  /// The exit code: 0 when all is done; 1 if too many were left out in a row, or the file cannot be
  /// written; 2 if an engine cannot be what it is to be; 130 if interrupted, which the
  /// positions at hand are not; 75 if a part lacks
  /// positions, as an engine failed at them. What went wrong was said on stderr.
  /// `stop_file`: ends it as Ctrl-C does, once it is there; empty: none.
  int run(std::size_t threads, const std::filesystem::path& stop_file = {});
  /// All that is done, by number; whoever left out is among them.
  const HeadroomLines& lines() const { return lines_; }

 private:
  bool wants(std::size_t number) const;
  bool take_as_it_was(std::size_t number);
  int complete();
  void begin(std::size_t threads);
  bool has_any_in_hand() const;
  void end_interrupted();
  void give_work(std::size_t desk);
  void take(std::size_t desk, study::HeadroomLine line, bool was_lost);
  void keep(study::HeadroomLine line);
  void leave_out(study::HeadroomLine line, bool was_lost);
  void keep_left_out();
  void end_without_any();
  void end(int status, const std::string& why);
  void show_progress(bool is_last);

  HeadroomPlan plan_;
  HeadroomFile file_;
  std::vector<study::HeadroomLine> drawn_;
  const std::vector<study::LotGame>& games_;
  const std::vector<study::DrawnPosition>& places_;
  const FirstOpinion* first_;
  io::EventLoop loop_;
  std::vector<std::unique_ptr<HeadroomDesk>> desks_;
  HeadroomLines lines_;
  std::vector<study::HeadroomSample> samples_;  ///< of those not left out, as they came
  /// Left out with nothing good behind them yet: written when there is, or at the end of all. Those
  /// that end the run are tried again by the next.
  std::vector<study::HeadroomLine> in_a_row_;
  std::size_t in_a_row_count_ = 0;  ///< of these, and of a part's that were lost among them
  std::size_t wanted_ = 0;          ///< positions to be done, now and before, of this part
  std::size_t left_out_ = 0;
  std::size_t lost_ = 0;     ///< of a part: not done, as an engine failed; the next run tries again
  std::size_t next_ = 0;     ///< the first position that nobody has
  std::size_t working_ = 0;  ///< desks with a position
  std::size_t done_now_ = 0;
  bool is_finishing_ = false;  ///< no further position is begun
  bool is_over_ = false;
  int status_ = 0;
  base::TimePoint began_;
  cli::ProgressLine line_;
};

}  // namespace gougi::tools
