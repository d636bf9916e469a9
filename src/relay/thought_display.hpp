// SPDX-License-Identifier: MIT
// What the GUI is shown while a round thinks: lines of whoever leads, or the lines of an analysis.
#pragma once

#include <array>

#include "relay/legal_line.hpp"
#include "relay/round_work.hpp"

namespace gougi::relay {

class ThoughtDisplay {
 public:
  explicit ThoughtDisplay(RoundWork& work) : work_(work) {}

  /// A line of this voter's has come.
  void forward(const VoterSearch& voter, const usi::InfoView& info);
  /// What has come since it was shown last.
  void show_analysis();

 private:
  /// What has been shown, by multipv.
  struct Shown {
    int depth = 0;
    base::TimePoint at{};
    LegalLine line;
  };

  void say_legend();
  /// The row in which the line is shown; 0: not at all.
  std::size_t row_of(const VoterSearch& voter, const usi::InfoView& info) const;
  void show(const usi::InfoView& info, std::size_t row);
  const VoterSearch& leader() const;

  RoundWork& work_;
  std::array<Shown, 64> shown_{};
  bool legend_said_ = false;
  base::TimePoint legend_at_{};  ///< it is said then, whoever has not spoken yet
  base::TimePoint analysis_shown_at_{};
};

}  // namespace gougi::relay
