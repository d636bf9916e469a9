// SPDX-License-Identifier: MIT
// Whether an answer to the GUI is built on what the engines said in this search and on nothing
// else: the move, the mate, the declaration, the lines of the vote table, and the record of the
// decision, which must decide the same when it is read again. How the rules of consensus choose is
// tested elsewhere.
#pragma once

#include <string>
#include <string_view>

#include "settings/relay_settings.hpp"
#include "simulation/host_search.hpp"

namespace gougi::simulation {

class VoteRules {
 public:
  /// `settings` must outlive it. `calm`: nothing goes wrong with any engine, so none may be cut
  /// short.
  VoteRules(const settings::RelaySettings& settings, bool calm);

  // Each gives a complaint or "".
  std::string judge_best_move(const HostSearch& search, std::string_view line,
                              base::TimePoint now) const;
  std::string judge_checkmate(const HostSearch& search, std::string_view line) const;
  /// `answer` is the bestmove line that went before the record.
  static std::string judge_record(const HostSearch& search, std::string_view answer,
                                  std::string_view json);

 private:
  struct TableLine;
  std::string judge_resignation(const HostSearch& search) const;
  bool mates_instead_of_resigning(const HostSearch& search, shogi::Move move) const;
  std::string judge_declaration(const HostSearch& search) const;
  static bool speaks_for_nobody(const HostSearch& search, const Testimony& its);
  static bool took_its_time(const HostSearch& search, const TableLine& line, base::TimePoint now);
  std::string judge_table(const HostSearch& search, std::string_view played,
                          base::TimePoint now) const;
  std::string judge_seat(const HostSearch& search, const TableLine& line,
                         std::string_view played) const;
  std::string judge_table_line(const HostSearch& search, const TableLine& line) const;
  bool has_time_for_all(const HostSearch& search) const;
  /// Of all that have no answer in the table, or of this one alone, where others were lost.
  bool could_change(const HostSearch& search, std::string_view played,
                    std::string_view late = {}) const;
  bool proven_mate(const HostSearch& search, shogi::Move move) const;

  const settings::RelaySettings& settings_;
  bool calm_;
};

}  // namespace gougi::simulation
