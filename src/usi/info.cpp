// SPDX-License-Identifier: MIT
// Reading `info`: the one line that engines send by the ten thousand a second. One pass over the
// bytes, no allocation; words are told apart by their length first.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <limits>

#include "usi/answer.hpp"

namespace gougi::usi {
namespace {

constexpr bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Whether `word` has the shape of a move: enough to find where a pv ends.
constexpr bool is_move_like(std::string_view word) {
  if (word.size() > 5) {  // 7g7fzG, 8h2b+zB+ZR+: with suffixes of Freeze shogi
    const std::size_t bare = std::min(word.find_first_of("zZ"), word.size());
    if (bare == word.size() || word.size() > bare + 6) return false;
    word = word.substr(0, bare);
  }
  if (word.size() != 4 && word.size() != 5) return false;
  if (is_digit(word[0]) || (word[1] == '*' && is_digit(word[2]))) return true;
  return word.size() == 4 && ((is_digit(word[1]) && is_digit(word[3])) || word == "draw");
}

template <std::size_t N>
bool is(std::string_view word, const char (&name)[N]) {  // the caller knows the length is N - 1
  return std::memcmp(word.data(), name, N - 1) == 0;
}

// More is as good as won, as GPSShogi's 1148897; what no engine says is no value, and must not
// decide a vote.
constexpr int kMostCentipawns = 1'000'000;
constexpr int kNobodySays = 10 * kMostCentipawns;

class InfoReader {
 public:
  explicit InfoReader(std::string_view line) : at_(line.data()), end_(line.data() + line.size()) {}

  InfoView read() {
    const auto first = next();
    if (first.size() != 4 || !is(first, "info")) {
      out_.malformed = true;
      return out_;
    }
    for (auto word = next(); !word.empty(); word = next()) field(word);
    return out_;
  }

 private:
  std::string_view next() {
    while (at_ != end_ && is_blank(*at_)) ++at_;
    const char* begin = at_;
    while (at_ != end_ && !is_blank(*at_)) ++at_;
    return {begin, static_cast<std::size_t>(at_ - begin)};
  }

  void field(std::string_view word) {
    switch (word.size()) {
      case 2:
        if (is(word, "pv")) read_pv();
        break;
      case 3:
        if (is(word, "nps")) read_number(out_.nps);
        break;
      case 4:
        if (is(word, "time")) read_number(out_.time_ms);
        break;
      case 5:
        if (is(word, "depth"))
          read_number(out_.depth);
        else if (is(word, "score"))
          read_score();
        else if (is(word, "nodes"))
          read_number(out_.nodes);
        break;
      case 6:
        if (is(word, "string")) read_text();
        break;
      case 7:
        if (is(word, "multipv")) read_number(out_.multipv);
        break;
      case 8:
        if (is(word, "seldepth"))
          read_number(out_.seldepth);
        else if (is(word, "hashfull"))
          read_number(out_.hashfull);
        else if (is(word, "currmove"))
          out_.currmove = next();
        break;
      case 10:
        if (out_.score && is(word, "lowerbound")) out_.score->bound = Bound::kLower;
        if (out_.score && is(word, "upperbound")) out_.score->bound = Bound::kUpper;
        break;
      default:
        break;
    }
  }

  // Reads a whole word as a number, clamped to what `T` holds (symmetrically, so that it can be
  // negated). If it is none, nothing is consumed: the word may be the next field's name.
  template <class T>
  bool number(T& value) {
    const char* const before = at_;
    std::string_view word = next();
    const bool negative = !word.empty() && word[0] == '-';
    if (!word.empty() && (word[0] == '-' || word[0] == '+')) word.remove_prefix(1);
    constexpr std::uint64_t kLimit = static_cast<std::uint64_t>(std::numeric_limits<T>::max());
    std::uint64_t sum = 0;
    bool good = !word.empty();
    for (const char c : word) {
      if (!is_digit(c)) {
        good = false;
        break;
      }
      sum = sum > kLimit / 10 ? kLimit : sum * 10 + static_cast<std::uint64_t>(c - '0');
      if (sum > kLimit) sum = kLimit;
    }
    if (!good) {
      at_ = before;
      out_.malformed = true;
      return false;
    }
    value = negative ? static_cast<T>(-static_cast<T>(sum)) : static_cast<T>(sum);
    return true;
  }

  template <class T>
  void read_number(std::optional<T>& field) {
    T value{};
    if (number(value)) field = value;
  }

  void read_score() {
    const char* const before = at_;
    const auto kind = next();
    if (kind == "cp") {
      int value = 0;
      if (!number(value)) return;
      if (std::abs(value) < kNobodySays) {
        out_.score = Score::cp(std::clamp(value, -kMostCentipawns, kMostCentipawns));
      } else {
        out_.malformed = true;
      }
    } else if (kind == "mate") {
      read_mate();
    } else {
      at_ = before;
      out_.malformed = true;
    }
  }

  void read_mate() {
    const char* const before = at_;
    const auto word = next();
    if (word == "+" || word == "-") {
      out_.score = Score{Mate{word == "+", std::nullopt}, Bound::kExact};
      return;
    }
    at_ = before;
    int plies = 0;
    if (!number(plies)) return;
    if (plies != 0) {
      out_.score = plies > 0 ? Score::mate_in(plies) : Score::mated_in(-plies);
    } else {
      out_.score = word[0] == '+' ? Score::mate_in(0) : Score::mated_in(0);
    }
  }

  void read_pv() {
    while (at_ != end_ && is_blank(*at_)) ++at_;
    const char* const begin = at_;
    const char* last = at_;
    while (true) {
      while (is_plain_move_ahead()) {  // most words of most lines
        last = at_ + 4;
        at_ += 5;
      }
      const char* const before = at_;
      if (!is_move_like(next())) {
        at_ = before;
        break;
      }
      last = at_;
    }
    out_.pv = {begin, static_cast<std::size_t>(last - begin)};
  }

  // Four characters of a move and a blank. What else there is takes the slow way.
  bool is_plain_move_ahead() const {
    return end_ - at_ > 4 && at_[4] == ' ' && at_[1] > ' ' && at_[3] > ' ' &&
           (is_digit(at_[0]) ? at_[2] > ' ' : at_[0] > ' ' && at_[1] == '*' && is_digit(at_[2]));
  }

  void read_text() {
    while (at_ != end_ && is_blank(*at_)) ++at_;
    const char* last = end_;
    while (last != at_ && is_blank(last[-1])) --last;
    out_.text = {at_, static_cast<std::size_t>(last - at_)};
    out_.has_text = true;
    at_ = end_;
  }

  const char* at_;
  const char* const end_;
  InfoView out_;
};

}  // namespace

InfoView parse_info(std::string_view line) { return InfoReader(line).read(); }

}  // namespace gougi::usi
