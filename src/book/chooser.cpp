// SPDX-License-Identifier: MIT
#include "book/chooser.hpp"

#include <algorithm>
#include <cstdint>

namespace gougi::book {
namespace {

using Candidates = std::vector<Candidate>;

/// What is chosen more seldom than this is rare.
constexpr std::int64_t kRarePercent = 10;

std::int64_t times_chosen(const Candidate& candidate) {
  return std::max<std::int64_t>(candidate.count, 1);
}

std::int64_t times_chosen(const Candidates& candidates) {
  std::int64_t sum = 0;
  for (const Candidate& candidate : candidates) sum += times_chosen(candidate);
  return sum;
}

std::vector<shogi::BareMove> pv_of(Library& library, shogi::Position position,
                                   const Candidate& candidate, const Choosiness& options) {
  std::vector<shogi::BareMove> pv;
  const auto play = [&](shogi::BareMove move) {
    shogi::Undo undo;
    position.do_move(move, undo);
    pv.push_back(move);
  };
  play(candidate.move);
  shogi::BareMove next = candidate.reply;
  while (static_cast<int>(pv.size()) < options.pv_moves) {
    const Candidates known = library.find(position, options.ignore_ply);
    if (!next && !known.empty()) next = known.front().move;
    if (!next || !position.is_legal(next)) break;
    const auto expected = std::ranges::find(known, next, &Candidate::move);
    const shogi::BareMove reply = expected == known.end() ? shogi::BareMove() : expected->reply;
    play(next);
    next = reply;
  }
  return pv;
}

class Filters {
 public:
  Filters(const Choosiness& options, shogi::Color side, BookAnswer& answer)
      : options_(options), side_(side), answer_(answer) {}

  void apply(Candidates& left) {
    if (options_.narrow) {
      const std::int64_t all = times_chosen(left);
      remove(left, "narrow book",
             [&](const Candidate& c) { return times_chosen(c) * 100 < all * kRarePercent; });
    }
    if (options_.depth_limit != 0) {
      const auto shallow =
          std::erase_if(left, [&](const Candidate& c) { return c.depth < options_.depth_limit; });
      if (shallow > 0) {
        answer_.notes.emplace_back("BookDepthLimit is lower than the depth of this node.");
      }
    }
    if (left.empty()) return;
    const auto best = std::ranges::max(left, {}, &Candidate::score).score;
    remove(left, "BookEvalDiff = " + std::to_string(options_.eval_diff) + " ,",
           [&](const Candidate& c) {
             return std::int64_t{best} - c.score > std::int64_t{options_.eval_diff};
           });
    const bool black = side_ == shogi::Color::kBlack;
    const int limit = black ? options_.black_limit : options_.white_limit;
    remove(left,
           std::string(black ? "BookEvalBlackLimit = " : "BookEvalWhiteLimit = ") +
               std::to_string(limit) + " ,",
           [&](const Candidate& c) { return c.score < limit; });
  }

 private:
  template <class Unwanted>
  void remove(Candidates& left, const std::string& name, Unwanted unwanted) {
    if (std::erase_if(left, unwanted) == 0) return;
    answer_.notes.push_back(name + " moves to " + std::to_string(left.size()) + " moves.");
  }

  const Choosiness& options_;
  shogi::Color side_;
  BookAnswer& answer_;
};

const Candidate& draw(const Candidates& left, bool by_count, base::Random& random) {
  const auto all = static_cast<std::uint64_t>(by_count ? times_chosen(left)
                                                       : static_cast<std::int64_t>(left.size()));
  auto number = static_cast<std::int64_t>(random.next() % all);
  for (const Candidate& candidate : left) {
    number -= by_count ? times_chosen(candidate) : 1;
    if (number < 0) return candidate;
  }
  return left.back();
}

}  // namespace

BookAnswer look_up(Library& library, const shogi::Position& position, const Choosiness& options,
                   base::Random& random) {
  BookAnswer answer;
  if (position.ply() > options.moves) return answer;
  Candidates left = library.find(position, options.ignore_ply);
  if (left.empty()) return answer;
  if (static_cast<int>(random.below(100)) < options.ignore_percent) {
    answer.notes.emplace_back("BookIgnoreRate: the book is ignored here.");
    return answer;
  }
  for (const Candidate& candidate : left) {
    answer.lines.push_back({candidate, pv_of(library, position, candidate, options)});
  }
  Filters(options, position.side_to_move(), answer).apply(left);
  if (left.empty()) return answer;
  const shogi::BareMove move = draw(left, options.by_count, random).move;
  answer.chosen = *std::ranges::find(answer.lines, move,
                                     [](const BookLine& line) { return line.candidate.move; });
  return answer;
}

}  // namespace gougi::book
