// SPDX-License-Identifier: MIT
// What a strategy asks beyond the ballots: engines, voters or not, search the positions after
// candidate moves, each its own questions one after another, within the share of the time that the
// strategy set.
#pragma once

#include "relay/round_work.hpp"

namespace gougi::relay {

class Inquiries {
 public:
  explicit Inquiries(RoundWork& work) : work_(work) {}

  /// What it asks in vain, it is not asked again.
  void begin(const consensus::Ask& ask) const;
  /// One is answered, or lost: the child's next.
  void done(ReplySearch& reply) const;
  /// Its child is lost: who shares that one's seat is asked, if that is there.
  void lose(ReplySearch& reply) const;
  /// Nothing more is waited for.
  void end() const;

 private:
  /// nullptr: there is no such engine.
  const Child* asked(const consensus::Question& question) const;
  void take_back_nodes() const;
  /// To the replies from this place on.
  void share_out_nodes(const consensus::Ask& ask, std::size_t first) const;
  void ask_next(Child& child) const;
  usi::SearchLimits limits_for(const Child& child, ReplySearch& reply, shogi::Color side) const;

  RoundWork& work_;
};

}  // namespace gougi::relay
