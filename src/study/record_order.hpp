// SPDX-License-Identifier: MIT
// What the order of a file of decisions says: which of them are of one game. Several runs of a
// relay may have written one file after the other, and each counts its decisions and its games from
// 1. Used by all that looks at many decisions together; one thread.
#pragma once

#include "relay/decision_record.hpp"

namespace gougi::study {

/// An analysis (`go infinite`), or thoughts on a reply that did not come (`go ponder`).
bool is_of_no_game(const relay::DecisionRecord& record);

class RecordOrder {
 public:
  /// Whether this decision is of another game than the one before it. To be asked of all, in the
  /// order of the file.
  bool begins_game(const relay::DecisionRecord& record);
  /// Whether this end is that of the decisions before it.
  bool ends_game(const relay::GameRecord& record) const {
    return record.game == game_ && record.decisions > 0;
  }
  /// What follows belongs to other games, whatever its numbers.
  void end_file() { game_ = 0; }

 private:
  int game_ = 0;  ///< 0: none has begun
  int decision_ = 0;
};

}  // namespace gougi::study
