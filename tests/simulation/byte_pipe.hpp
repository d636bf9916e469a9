// SPDX-License-Identifier: MIT
// A pipe as the shell reads it: lines become bytes, the bytes arrive in pieces that begin and end
// anywhere, are read in blocks, several lines and half of another together, and become lines again
// by the splitter that the shell has. What a line means goes along with it. No clock: when pieces
// arrive and are read says the simulation.
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/line_splitter.hpp"
#include "simulation/chance.hpp"

namespace gougi::simulation {

template <class Meaning>
class BytePipe {
 public:
  /// A line on its way: the bytes, in the pieces in which they arrive, one or two.
  std::vector<std::string> write(std::string_view line, Meaning meaning, Chance& dice) {
    meanings_.push_back(std::move(meaning));
    std::string bytes(line);
    bytes += dice.happens(kCrLf) ? "\r\n" : "\n";
    return pieces(std::move(bytes), dice);
  }

  /// So many of a line, all in one piece.
  std::string write_many(int count, std::string_view line, const Meaning& meaning) {
    std::string bytes;
    for (int i = 0; i < count; ++i) {
      meanings_.push_back(meaning);
      bytes.append(line).push_back('\n');
    }
    return bytes;
  }

  void arrived(std::string_view bytes) { unread_ += bytes; }
  /// Reads one block of what has arrived: on_line(line, meaning) for each line that it completes.
  /// Whether there is more.
  template <class OnLine>
  bool read(Chance& dice, OnLine&& on_line) {
    const std::size_t size = dice.happens(kSmallBlocks) ? kSmallBlock : kBlock;
    const std::string block = unread_.substr(0, size);
    unread_.erase(0, block.size());
    splitter_.feed(block, [&](std::string_view line, bool) {
      const Meaning meaning = std::move(meanings_.front());
      meanings_.pop_front();
      on_line(line, meaning);
    });
    return !unread_.empty();
  }
  /// Nothing more comes: on_half(text) if something stands behind the last line end.
  template <class OnHalf>
  void end(OnHalf&& on_half) {
    splitter_.finish([&](std::string_view text, bool) { on_half(text); });
    *this = {};
  }

 private:
  static constexpr double kCrLf = 0.1;
  static constexpr double kCut = 0.2;  ///< so many lines arrive in two pieces
  // What the shell reads at once; and less, which it does where the lines take it long.
  static constexpr std::size_t kBlock = std::size_t{64} << 10U;
  static constexpr std::size_t kSmallBlock = 16;
  static constexpr double kSmallBlocks = 0.1;
  static constexpr std::size_t kLongestLine = std::size_t{1} << 20U;

  static std::vector<std::string> pieces(std::string bytes, Chance& dice) {
    if (bytes.size() < 2 || !dice.happens(kCut)) return {std::move(bytes)};
    const auto at = static_cast<std::size_t>(dice.between(1, static_cast<int>(bytes.size()) - 1));
    return {bytes.substr(0, at), bytes.substr(at)};
  }

  std::string unread_;
  std::deque<Meaning> meanings_;  ///< of the lines that have not been read
  io::LineSplitter splitter_{kLongestLine};
};

}  // namespace gougi::simulation
