// SPDX-License-Identifier: MIT
// What learning looks like, as HTML pages without network: what files of teacher positions hold,
// and how the loss fell. Pure; used by `gougi selfplay stat` and `gougi learn`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "learn/teacher_summary.hpp"
#include "report/chart.hpp"

namespace gougi::tools {

std::string teacher_html(const learn::TeacherSummary& summary);

struct LearntEpoch {
  double loss = 0.0;      ///< on what was learnt from, in nats a position
  double held_out = 0.0;  ///< on what was not
};

/// `settings`: one line of text in each language. `terms`: the loss of the hand-made terms on what
/// was held out; nothing where nothing was, and held_out means nothing then.
std::string learning_html(const report::InBoth& settings, const std::vector<LearntEpoch>& epochs,
                          std::optional<double> terms);

}  // namespace gougi::tools
