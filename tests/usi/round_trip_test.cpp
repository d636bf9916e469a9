// SPDX-License-Identifier: MIT
// Whatever is written is read back as the same value, and is written with single blanks: random
// values of every command and answer, from fixed seeds.
#include <gtest/gtest.h>

#include <array>

#include "base/random.hpp"
#include "notation/sfen.hpp"
#include "usi/answer.hpp"
#include "usi/command.hpp"

namespace gougi::usi {
namespace {

constexpr int kRounds = 5000;

class Maker {
 public:
  explicit Maker(std::uint64_t seed) : random_(seed) {}

  bool coin() { return random_.below(2) == 1; }
  int number(int from, int to) {
    return from + static_cast<int>(random_.below(static_cast<std::uint64_t>(to - from + 1)));
  }
  std::int64_t wide() {
    const auto value = static_cast<std::int64_t>(random_.next() >> (1 + random_.below(63)));
    return coin() ? value : -value;
  }
  template <class F>
  auto maybe(F make) -> std::optional<decltype(make())> {
    if (coin()) return std::nullopt;
    return make();
  }

  shogi::Square square() { return shogi::Square(number(0, 80)); }
  Move move() {
    const auto freeze =
        number(0, 3) == 0 ? static_cast<shogi::PieceType>(number(1, 14)) : shogi::PieceType::kNone;
    return {bare_move(), freeze};
  }
  shogi::BareMove bare_move() {
    if (number(0, 3) == 0) {
      return shogi::BareMove::drop(shogi::kHandTypes[random_.below(7)], square());
    }
    const auto from = square();
    auto to = square();
    while (to == from) to = square();
    return shogi::BareMove::board(from, to, coin());
  }
  std::vector<Move> moves(int least, int most) {
    std::vector<Move> out;
    for (int n = number(least, most); n > 0; --n) out.push_back(move());
    return out;
  }

  std::string word() {
    // Real words among them: "value" and "type" have a meaning in some places and none in these.
    static constexpr std::array<std::string_view, 10> kWords{
        "a", "Book", "USI_Hash", "合議", "C:\\x.db", "-3", "default", "depth", "\xC2\xA0", "é"};
    return std::string(kWords[random_.below(kWords.size())]);
  }
  std::string text(int least, int most) {
    std::string out;
    for (int n = number(least, most); n > 0; --n) {
      if (!out.empty()) out += ' ';
      out += word();
    }
    return out;
  }

  base::Milliseconds time() { return base::Milliseconds(number(0, 100) * number(0, 100000)); }
  ClockTimes clock() {
    if (coin()) return {};
    ClockTimes clock{true, time(), time(), {}, {}, {}};
    if (coin()) clock.byoyomi = time();
    if (coin()) clock.binc = time();
    if (coin()) clock.winc = time();
    return clock;
  }
  std::uint64_t nodes() { return static_cast<std::uint64_t>(std::abs(wide())); }
  SearchLimits search_limits() {
    SearchLimits limits;
    limits.clock = clock();
    limits.movetime = maybe([&] { return time(); });
    limits.rtime = maybe([&] { return time(); });
    limits.depth = maybe([&] { return number(0, 2000000000); });
    limits.nodes = maybe([&] { return nodes(); });
    limits.infinite = coin();
    limits.ponder = coin();
    limits.wait_stop = coin();
    if (coin()) limits.search_moves = moves(0, 4);
    return limits;
  }

  Command command() {
    switch (number(0, 11)) {
      case 0:
        return UsiCommand{};
      case 1:
        return IsReadyCommand{};
      case 2:
        return NewGameCommand{};
      case 3:
        return StopCommand{};
      case 4:
        return QuitCommand{};
      case 5:
        return SetOptionCommand{text(1, 3), maybe([&] { return text(0, 3); })};
      case 6:
        return PositionCommand{coin() ? "" : "9/9/k8 w 2P3p 12", moves(0, 9)};
      case 7:
        return GoCommand{search_limits()};
      case 8:
        return GoCommand{MateLimits{maybe([&] { return time(); }), maybe([&] { return nodes(); })}};
      case 9:
        return PonderHitCommand{clock()};
      case 10:
        return GameOverCommand{static_cast<GameResult>(number(0, 2))};
      default:
        return QueryCommand{coin() ? "getoption" : "eval", text(0, 2)};
    }
  }

  Score score() {
    Score score;
    if (coin()) {
      score = Score::cp(number(-1000000, 1000000));
    } else {
      score.value = Mate{coin(), maybe([&] { return number(0, 300); })};
    }
    score.bound = static_cast<Bound>(number(0, 2));
    return score;
  }

  Option option() {
    Option option{to_wire_name(text(1, 1)), {}};  // as it is written for GUIs
    const auto value = [&] { return coin() ? std::string() : word(); };
    switch (number(0, 5)) {
      case 0:
        option.kind = CheckOption{coin()};
        break;
      case 1: {
        const auto min = wide() / 4;
        const auto max = min + std::abs(wide() / 4);
        option.kind = SpinOption{coin() ? min : max, min, max};
        break;
      }
      case 2:
        option.kind = ComboOption{"", {"x", ""}};
        break;
      case 3:
        option.kind = ComboOption{"b", {"a", "b", "合議"}};
        break;
      case 4:
        option.kind = StringOption{value()};
        break;
      default:
        option.kind = FilenameOption{value()};
        break;
    }
    return option;
  }

  InfoAnswer info() {
    InfoAnswer info;
    info.depth = maybe([&] { return number(-5, 1000); });
    info.seldepth = maybe([&] { return number(-5, 1000); });
    info.time_ms = maybe([&] { return wide(); });
    info.nodes = maybe([&] { return wide(); });
    info.nps = maybe([&] { return wide(); });
    info.hashfull = maybe([&] { return number(0, 1000); });
    info.multipv = maybe([&] { return number(1, 500); });
    info.score = maybe([&] { return score(); });
    info.currmove = maybe([&] { return move(); });
    if (coin()) info.pv = moves(0, 20);
    if (coin()) info.text = text(0, 6);
    return info;
  }

  CheckMateAnswer check_mate() {
    switch (number(0, 4)) {
      case 0:
        return {CheckMateFound{moves(1, 20)}};
      case 1:
        return {NoMate{}};
      case 2:
        return {MateTimeout{}};
      case 3:
        return {MateUnknown{}};
      default:
        return {MateNotImplemented{}};
    }
  }

  Answer answer() {
    switch (number(0, 10)) {
      case 0:
        return IdNameAnswer{text(0, 4)};
      case 1:
        return IdAuthorAnswer{text(0, 4)};
      case 2:
        return OptionAnswer{option()};
      case 3:
        return UsiOkAnswer{};
      case 4:
        return ReadyOkAnswer{};
      case 5:
        return BestMoveAnswer{Resign{}, {}};
      case 6:
        return BestMoveAnswer{DeclareWin{}, {}};
      case 7:
        return BestMoveAnswer{move(), maybe([&] { return move(); })};
      case 8:
        return check_mate();
      case 9:
        return OtherAnswer{"banner " + text(1, 4)};
      default:
        return info();
    }
  }

 private:
  base::Random random_;
};

void expect_single_blanked(const std::string& line) {
  EXPECT_EQ(line.find("  "), std::string::npos) << line;
  EXPECT_EQ(line.find_first_of("\t\r\n"), std::string::npos) << line;
  if (!line.empty()) {
    EXPECT_NE(line.front(), ' ') << line;
    EXPECT_NE(line.back(), ' ') << line;
  }
}

TEST(RoundTrip, EveryCommandIsReadBackAsWritten) {
  Maker maker(1);
  for (int i = 0; i < kRounds; ++i) {
    const auto command = maker.command();
    const auto line = format(command);
    expect_single_blanked(line);
    std::string warning;
    const auto back = parse_command(line, &warning);
    ASSERT_TRUE(back.has_value()) << line << ": " << back.error().message;
    ASSERT_TRUE(*back == command) << line << " became " << format(*back);
    ASSERT_EQ(warning, "") << line;
  }
}

TEST(RoundTrip, EveryAnswerIsReadBackAsWritten) {
  Maker maker(2);
  for (int i = 0; i < kRounds; ++i) {
    const auto answer = maker.answer();
    const auto line = format(answer);
    expect_single_blanked(line);
    const auto back = parse_answer(line);
    ASSERT_TRUE(back.has_value()) << line << ": " << back.error().message;
    ASSERT_TRUE(*back == answer) << line << " became " << format(*back);
  }
}

TEST(RoundTrip, DoubledBlanksChangeNothing) {
  Maker maker(3);
  const auto widened = [](const std::string& line) {
    std::string out = "\t ";
    for (const char c : line) out += c == ' ' ? std::string(" \t ") : std::string(1, c);
    return out + " \r";
  };
  for (int i = 0; i < kRounds; ++i) {
    const auto command = maker.command();
    const bool keeps_blanks = std::holds_alternative<SetOptionCommand>(command);
    if (!keeps_blanks) {
      const auto back = parse_command(widened(format(command)));
      ASSERT_TRUE(back.has_value() && *back == command) << format(command);
    }
    const auto answer = maker.answer();
    ASSERT_EQ(format(*parse_answer(widened(format(answer)))), format(answer));
  }
}

TEST(RoundTrip, EveryValueOfAnOptionIsNormalisedToItself) {
  Maker maker(4);
  for (int i = 0; i < kRounds; ++i) {
    const auto option = maker.option();
    const auto text = default_text(option);
    const auto value = normalise_value(option, text);
    ASSERT_TRUE(value.has_value()) << value.error().message;
    ASSERT_EQ(*value, text);
    ASSERT_TRUE(with_default(option, text) == option);
  }
}

// Lines cut, doubled and stirred: every one gives a value or an error, and what gives a value can
// be written and read again.
TEST(RoundTrip, BrokenLinesGiveAValueOrAnErrorAndNothingElse) {
  Maker maker(5);
  base::Random random(6);
  for (int i = 0; i < kRounds; ++i) {
    std::string line = maker.coin() ? format(maker.command()) : format(maker.answer());
    for (int n = maker.number(1, 4); n > 0 && !line.empty(); --n) {
      const auto at = random.below(line.size());
      switch (random.below(4)) {
        case 0:
          line.erase(at);
          break;
        case 1:
          line.insert(at, line.substr(random.below(line.size()), 8));
          break;
        case 2:
          line[at] = static_cast<char>(random.below(256));
          break;
        default:
          line.erase(at, 1);
          break;
      }
    }
    if (const auto command = parse_command(line)) {
      const auto written = format(*command);
      const auto again = parse_command(written);
      ASSERT_TRUE(again.has_value()) << written;
      ASSERT_EQ(format(*again), written);
    }
    if (const auto answer = parse_answer(line)) {
      const auto written = format(*answer);
      const auto again = parse_answer(written);
      ASSERT_TRUE(again.has_value()) << written;
      ASSERT_EQ(format(*again), written);
    }
    (void)parse_info(line);
    (void)parse_option(line);
  }
}

}  // namespace
}  // namespace gougi::usi
