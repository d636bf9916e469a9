// SPDX-License-Identifier: MIT
// A decision's record as a line of JSON, and back: how each kind of value is written and read.
// Which fields there are is decision_fields.hpp's.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <utility>

#include "base/say.hpp"
#include "consensus/win_rate.hpp"
#include "relay/arbiter_json.hpp"
#include "relay/ballot_json.hpp"
#include "relay/decision_fields.hpp"
#include "relay/decision_record.hpp"
#include "relay/json_reader.hpp"
#include "relay/scale_json.hpp"

namespace gougi::relay {
namespace {

using Move = usi::Move;

// A record of a very long game with MultiPV is some 100 KB.
constexpr std::size_t kMostBytes = 8U << 20U;
constexpr std::size_t kMostTextBytes = 400;

constexpr std::array<std::pair<usi::Bound, std::string_view>, 2> kBounds{
    {{usi::Bound::kLower, "lower"}, {usi::Bound::kUpper, "upper"}}};

// Writing ------------------------------------------------------------------------------------

std::string moves_text(const std::vector<Move>& moves) {
  std::string text;
  for (const Move move : moves) {
    if (!text.empty()) text += ' ';
    usi::append_text(text, move);
  }
  return text;
}

std::string choice_text(const consensus::Choice& choice) {
  if (const auto* move = std::get_if<Move>(&choice)) return usi::to_text(*move);
  return std::holds_alternative<usi::Resign>(choice) ? "resign" : "win";
}

// As an info line has it.
std::string step_text(const consensus::CourseStep& step) {
  return "depth " + std::to_string(step.depth) + " nodes " + std::to_string(step.nodes) +
         " score " + usi::to_string(step.score) + " pv " + usi::to_text(step.move);
}

double win_rate(const usi::Score& score, const consensus::Scale& scale) {
  return std::round(consensus::win_rate(score, scale) * 10'000.0) / 10'000.0;
}

// ISO 8601 in UTC, with milliseconds.
std::string time_text(WallTime time) {
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(time - day);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     clock.hours().count(), clock.minutes().count(), clock.seconds().count(),
                     clock.subseconds().count());
}

// Into a value of the library's, field by field. A record of three voters takes 11 us, of a
// thousand some 5 ms; straight to text it would be 4 us and 3 ms, of the 0.1 and 100 ms that are
// promised.
class RecordWriter {
 public:
  explicit RecordWriter(Json& to) : to_(to) { to_ = Json::object(); }

  template <class Integer>
  void integer(const char* key, Integer value, Integer, Integer) const {
    to_[key] = value;
  }
  void integer_if_there(const char* key, int value, int, int) const { to_[key] = value; }
  /// Written only where it is not 0.
  void integer_if_any(const char* key, std::int64_t value, std::int64_t, std::int64_t) const {
    if (value != 0) to_[key] = value;
  }
  void number(const char* key, double value) const { to_[key] = value; }
  void number_if_there(const char* key, double value) const { number(key, value); }
  void boolean(const char* key, bool value) const { to_[key] = value; }
  void boolean_if_there(const char* key, bool value) const { boolean(key, value); }
  /// Written only where it is true.
  void flag(const char* key, bool value) const {
    if (value) boolean(key, true);
  }
  void text(const char* key, std::string_view value) const {
    to_[key] = base::printable(value, kMostTextBytes);
  }
  void text_if_any(const char* key, std::string_view value) const {
    if (!value.empty()) text(key, value);
  }
  void long_text(const char* key, std::string_view value) const {
    to_[key] = base::printable(value, kMostBytes);
  }
  void ms(const char* key, base::Milliseconds value) const { to_[key] = value.count(); }
  void time(const char* key, WallTime value) const { to_[key] = time_text(value); }
  void move(const char* key, Move value) const { to_[key] = usi::to_text(value); }
  void move_if_there(const char* key, const std::optional<Move>& value) const {
    if (value) move(key, *value);
  }
  void moves(const char* key, const std::vector<Move>& value) const {
    to_[key] = moves_text(value);
  }
  void choice(const char* key, const consensus::Choice& value) const {
    to_[key] = choice_text(value);
  }
  void score(const char* key, const usi::Score& value) const {
    object(key, value,
           [](const RecordWriter& inner, const usi::Score& score) { write_score(inner, score); });
  }
  void score_if_there(const char* key, const std::optional<usi::Score>& value) const {
    if (value) score(key, *value);
  }
  void course_if_any(const char* key, const std::vector<consensus::CourseStep>& course) const {
    for (const consensus::CourseStep& step : course) to_[key].push_back(step_text(step));
  }
  void model_if_there(const char* key, const consensus::SharedArbiterModel& value) const {
    if (value) to_[key] = arbiter_json(*value.model);
  }
  /// For readers of the file only.
  void win_rate(const char* key, const std::optional<usi::Score>& score,
                const consensus::Scale* scale) const {
    if (score && scale != nullptr) number(key, relay::win_rate(*score, *scale));
  }
  void knots_if_any(const char* key, const std::vector<consensus::ScaleKnot>& knots) const {
    if (!knots.empty()) to_[key] = knots_json(knots);
  }
  /// The coefficient alone where it is all.
  void scales(const char* coefficient, const char* all,
              const consensus::PhaseScales& scales) const {
    const consensus::Scale one{scales.of.front().eval_coef};
    to_[coefficient] = one.eval_coef;
    if (scales != consensus::PhaseScales::all(one)) to_[all] = scales_json(scales);
  }
  template <class Value, std::size_t N>
  void word(const char* key, const std::array<std::pair<Value, std::string_view>, N>& words,
            Value value) const {
    for (const auto& [each, word] : words) {
      if (each == value) to_[key] = word;
    }
  }
  void demand(bool, const char*, base::Text) const {}

  template <class Value, class Fields>
  void object(const char* key, const Value& value, const Fields& fields) const {
    fields(RecordWriter(to_[key]), value);
  }
  template <class Value, class Fields>
  void object_if_there(const char* key, const std::optional<Value>& value,
                       const Fields& fields) const {
    if (value) object(key, *value, fields);
  }
  template <class Value, class Fields>
  void objects(const char* key, const std::vector<Value>& values, const Fields& fields) const {
    Json& all = to_[key] = Json::array();
    for (const Value& value : values) fields(RecordWriter(all.emplace_back()), value);
  }
  template <class Value, class Fields>
  void objects_if_any(const char* key, const std::vector<Value>& values,
                      const Fields& fields) const {
    if (!values.empty()) objects(key, values, fields);
  }

 private:
  static void write_score(const RecordWriter& to, const usi::Score& score) {
    if (const auto* cp = std::get_if<usi::Centipawns>(&score.value)) {
      to.to_["cp"] = cp->value;
    } else {
      const auto& mate = std::get<usi::Mate>(score.value);
      to.to_["mate"] = (mate.winning ? "+" : "-") + (mate.plies ? std::to_string(*mate.plies) : "");
    }
    to.word("bound", kBounds, score.bound);
  }

  Json& to_;
};

// Reading ------------------------------------------------------------------------------------

void read_move(const JsonReader& from, std::string_view key, Move& to) {
  std::string text;
  from.text(key, text);
  if (from.failed()) return;
  if (const auto written = usi::parse_move(text)) {
    to = *written;
  } else {
    from.fail(key, base::say({"\"{0}\" is no move", "\"{0}\" は指し手ではありません"},
                             base::printable(text, 60)));
  }
}

void read_moves(const JsonReader& from, std::string_view key, std::vector<Move>& to) {
  std::string text;
  from.text(key, text);
  for (const std::string_view word : base::split_words(text)) {
    const auto move = usi::parse_move(word);
    if (!move)
      return from.fail(key, base::say({"\"{0}\" is no move", "\"{0}\" は指し手ではありません"},
                                      base::printable(word, 60)));
    to.push_back(*move);
  }
}

void read_choice(const JsonReader& from, std::string_view key, consensus::Choice& to) {
  std::string text;
  from.text(key, text);
  if (text == "resign") {
    to = usi::Resign{};
  } else if (text == "win") {
    to = usi::DeclareWin{};
  } else {
    Move move;
    read_move(from, key, move);
    to = move;
  }
}

template <class Value, std::size_t N>
void read_word(const JsonReader& from, std::string_view key,
               const std::array<std::pair<Value, std::string_view>, N>& words, Value& to) {
  std::string text;
  from.text(key, text);
  std::string allowed;
  for (const auto& [value, word] : words) {
    if (text == word) {
      to = value;
      return;
    }
    allowed += (allowed.empty() ? "" : ", ") + std::string(word);
  }
  from.fail(key, base::say({"\"{0}\" is none of {1}", "\"{0}\" は {1} のどれでもありません"},
                           base::printable(text, 60), allowed));
}

void read_mate(const JsonReader& from, usi::Score& to) {
  std::string text;
  from.text("mate", text);
  if (from.failed()) return;
  usi::Mate mate{text.starts_with('+'), std::nullopt};
  const std::string_view plies = std::string_view(text).substr(text.empty() ? 0 : 1);
  const auto number = plies.empty() || plies.front() < '0' ? std::nullopt : base::to_int(plies);
  if (number && *number <= kMostInt) mate.plies = static_cast<int>(*number);
  if ((!mate.winning && !text.starts_with('-')) || (!plies.empty() && !mate.plies)) {
    return from.fail("mate", base::say({"\"{0}\" is not +, - or +<plies>, -<plies>",
                                        "\"{0}\" は +、-、+手数、-手数 のどれでもありません"},
                                       base::printable(text, 60)));
  }
  to.value = mate;
}

void read_score(const JsonReader& from, usi::Score& to) {
  if (from.find("mate") != nullptr) {
    read_mate(from, to);
  } else {
    usi::Centipawns cp;
    from.integer("cp", cp.value, kLeastInt, kMostInt);
    to.value = cp;
  }
  if (from.find("bound") != nullptr) read_word(from, "bound", kBounds, to.bound);
}

void read_course(const JsonReader& from, std::string_view key,
                 std::vector<consensus::CourseStep>& to) {
  from.array(key, [&](const Json& element, const std::string& place) {
    const std::string text = "info " + (element.is_string() ? element.get<std::string>() : "");
    const usi::InfoView info = usi::parse_info(text);
    const auto move = usi::parse_move(info.pv);
    if (info.malformed || !info.depth || !info.nodes || !info.score || !move) {
      return from.fail(
          key,
          base::say(
              {"{0} is not such as \"depth 8 nodes 1200 score cp 35 pv 7g7f\", at {1}",
               "{1} の {0} は \"depth 8 nodes 1200 score cp 35 pv 7g7f\" のような形ではありません"},
              JsonReader::shown(element), place));
    }
    to.push_back({*info.depth, *info.nodes, *move, *info.score});
  });
}

void read_time(const JsonReader& from, std::string_view key, WallTime& to) {
  std::string text;
  from.text(key, text);
  int year = 0;
  unsigned month = 0;
  unsigned day = 0;
  std::array<int, 4> clock{};
  int end = 0;
  const int read = std::sscanf(text.c_str(), "%4d-%2u-%2uT%2d:%2d:%2d.%3dZ%n", &year, &month, &day,
                               &clock[0], &clock[1], &clock[2], &clock[3], &end);
  const std::chrono::year_month_day date{std::chrono::year{year}, std::chrono::month{month},
                                         std::chrono::day{day}};
  if (read != 7 || end != static_cast<int>(text.size()) || !date.ok()) {
    return from.fail(key,
                     base::say({"\"{0}\" is no time such as 2026-01-31T09:30:00.123Z",
                                "\"{0}\" は 2026-01-31T09:30:00.123Z のような日時ではありません"},
                               base::printable(text, 60)));
  }
  to = std::chrono::sys_days(date) + std::chrono::hours(clock[0]) + std::chrono::minutes(clock[1]) +
       std::chrono::seconds(clock[2]) + base::Milliseconds(clock[3]);
}

class RecordReader {
 public:
  explicit RecordReader(const JsonReader& from) : from_(from) {}

  template <class Integer>
  void integer(const char* key, Integer& to, Integer least, Integer most) const {
    from_.integer(key, to, least, most);
  }
  void integer_if_there(const char* key, int& to, int least, int most) const {
    if (from_.find(key) != nullptr) from_.integer(key, to, least, most);
  }
  void integer_if_any(const char* key, std::int64_t& to, std::int64_t least,
                      std::int64_t most) const {
    if (from_.find(key) != nullptr) from_.integer(key, to, least, most);
  }
  void number(const char* key, double& to) const { from_.number(key, to); }
  void number_if_there(const char* key, double& to) const {
    if (from_.find(key) != nullptr) from_.number(key, to);
  }
  void boolean(const char* key, bool& to) const { from_.boolean(key, to); }
  void boolean_if_there(const char* key, bool& to) const {
    if (from_.find(key) != nullptr) from_.boolean(key, to);
  }
  void flag(const char* key, bool& to) const { boolean_if_there(key, to); }
  void text(const char* key, std::string& to) const { from_.text(key, to); }
  void text_if_any(const char* key, std::string& to) const {
    if (from_.find(key) != nullptr) from_.text(key, to);
  }
  void long_text(const char* key, std::string& to) const { from_.text(key, to); }
  void ms(const char* key, base::Milliseconds& to) const {
    std::int64_t ms = 0;
    from_.integer<std::int64_t>(key, ms, -usi::kLongestTime.count(), usi::kLongestTime.count());
    to = base::Milliseconds(ms);
  }
  void time(const char* key, WallTime& to) const { read_time(from_, key, to); }
  void move(const char* key, Move& to) const { read_move(from_, key, to); }
  void move_if_there(const char* key, std::optional<Move>& to) const {
    if (from_.find(key) == nullptr) return;
    Move move;
    read_move(from_, key, move);
    to = move;
  }
  void moves(const char* key, std::vector<Move>& to) const { read_moves(from_, key, to); }
  void choice(const char* key, consensus::Choice& to) const { read_choice(from_, key, to); }
  void score(const char* key, usi::Score& to) const {
    if (from_.require(key) == nullptr) return;
    from_.object(key, [&](const JsonReader& score) { read_score(score, to); });
  }
  void score_if_there(const char* key, std::optional<usi::Score>& to) const {
    from_.object(key, [&](const JsonReader& score) { read_score(score, to.emplace()); });
  }
  void course_if_any(const char* key, std::vector<consensus::CourseStep>& to) const {
    if (from_.find(key) != nullptr) read_course(from_, key, to);
  }
  void model_if_there(const char* key, consensus::SharedArbiterModel& to) const {
    from_.object(key, [&](const JsonReader& model) { to = read_arbiter(model); });
  }
  void win_rate(const char*, const std::optional<usi::Score>&, const consensus::Scale*) const {}
  void knots_if_any(const char* key, std::vector<consensus::ScaleKnot>& to) const {
    if (from_.find(key) != nullptr) read_knots(from_, key, to);
  }
  void scales(const char* coefficient, const char* all, consensus::PhaseScales& to) const {
    consensus::Scale plain;
    from_.integer(coefficient, plain.eval_coef, 1, kMostInt);
    to = consensus::PhaseScales::all(plain);
    from_.object(all, [&](const JsonReader& scales) { read_scales(scales, to); });
  }
  template <class Value, std::size_t N>
  void word(const char* key, const std::array<std::pair<Value, std::string_view>, N>& words,
            Value& to) const {
    read_word(from_, key, words, to);
  }
  void demand(bool is_so, const char* key, base::Text complaint) const {
    if (!is_so) from_.fail(key, base::said(complaint));
  }

  template <class Value, class Fields>
  void object(const char* key, Value& to, const Fields& fields) const {
    if (from_.require(key) == nullptr) return;
    from_.object(key, [&](const JsonReader& inner) { fields(RecordReader(inner), to); });
  }
  template <class Value, class Fields>
  void object_if_there(const char* key, std::optional<Value>& to, const Fields& fields) const {
    from_.object(key, [&](const JsonReader& inner) { fields(RecordReader(inner), to.emplace()); });
  }
  template <class Value, class Fields>
  void objects(const char* key, std::vector<Value>& to, const Fields& fields) const {
    from_.objects(key,
                  [&](const JsonReader& each) { fields(RecordReader(each), to.emplace_back()); });
  }
  template <class Value, class Fields>
  void objects_if_any(const char* key, std::vector<Value>& to, const Fields& fields) const {
    if (from_.find(key) != nullptr) objects(key, to, fields);
  }

 private:
  const JsonReader& from_;
};

void write_fields(const RecordWriter& to, const DecisionRecord& record) {
  decision_fields(to, record);
}

void write_fields(const RecordWriter& to, const GameRecord& record) { game_fields(to, record); }

}  // namespace

Json ballot_json(const consensus::Ballot& ballot) {
  Json json;
  ballot_fields(RecordWriter(json), ballot, nullptr);
  return json;
}

void read_ballot(const JsonReader& from, consensus::Ballot& to) {
  ballot_fields(RecordReader(from), to, nullptr);
}

std::string to_json(const RecordLine& line) {
  Json json;
  std::visit([&](const auto& record) { write_fields(RecordWriter(json), record); }, line);
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

base::Result<RecordLine> parse_record(std::string_view text) {
  if (text.size() > kMostBytes)
    return base::fail(
        base::say({"the line is longer than 8 MiB", "この行は 8 MiB を超えています"}));
  const auto json = parse_json(text);
  if (!json) return base::fail(base::say({"the line {0}", "この行: {0}"}, json.error().message));
  std::string error;
  const JsonReader reader(*json, "", error);
  if (!error.empty()) return base::fail(error);
  RecordLine line;
  if (reader.find("decision") != nullptr) {
    decision_fields(RecordReader(reader), line.emplace<DecisionRecord>());
  } else if (reader.find("result") != nullptr) {
    game_fields(RecordReader(reader), line.emplace<GameRecord>());
  } else {
    return base::fail(base::say({"the line has neither \"decision\" nor \"result\"",
                                 "この行に \"decision\" も \"result\" もありません"}));
  }
  if (!error.empty()) return base::fail(error);
  return line;
}

}  // namespace gougi::relay
