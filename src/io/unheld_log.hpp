// SPDX-License-Identifier: MIT
// A log whose writer waits for no disk: one that spins up, lies in a network, is looked at by a
// virus scanner or makes room costs a relay no time of its clock. Lines go to a thread of their
// own, which writes them to another sink; what does not fit while the disk stands still is lost.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include "base/clock.hpp"
#include "base/log.hpp"

namespace gougi::io {

/// Safe from any thread, as every sink.
class UnheldLog final : public base::log::Sink {
 public:
  /// Minutes of engines that talk much.
  static constexpr std::size_t kMostWaiting = std::size_t{4} << 20U;
  /// So long the end waits for a disk; `quit` is to be obeyed within a second.
  static constexpr base::Milliseconds kLastWait{400};

  /// Where no thread can be had, whoever writes waits.
  explicit UnheldLog(std::unique_ptr<base::log::Sink> to);
  /// What is on its way is written, unless the disk still stands after kLastWait.
  ~UnheldLog() override;
  UnheldLog(const UnheldLog&) = delete;
  UnheldLog& operator=(const UnheldLog&) = delete;

  void write(std::string_view line) override;
  /// What was written is on its way.
  void flush() override;

 private:
  struct Shared;
  std::shared_ptr<Shared> shared_;
};

}  // namespace gougi::io
