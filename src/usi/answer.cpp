// SPDX-License-Identifier: MIT
#include "usi/answer.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/say.hpp"
#include "base/text.hpp"
#include "notation/freeze.hpp"
#include "notation/sfen.hpp"
#include "usi/one_line.hpp"

namespace gougi::usi {
namespace {

// By index of FreezeAbility.
constexpr std::array<std::string_view, 5> kAbilities{"NONE", "IGNORE", "ALLOW_FREEZE", "CAN_FREEZE",
                                                     "OK"};

base::Result<Answer> parse_id(std::string_view rest) {
  const auto what = base::next_word(rest);
  if (what == "name") return IdNameAnswer{single_blanked(rest)};
  if (what == "author") return IdAuthorAnswer{single_blanked(rest)};
  return base::fail(
      base::say({"id: expected name or author, got {0}", "id: name か author が必要です: {0}"},
                quoted(what)));
}

base::Result<Answer> parse_info_answer(std::string_view line) {
  const auto view = parse_info(line);
  if (view.malformed)
    return base::fail(base::say({"info: a number is missing or none in {0}",
                                 "info: 数がないか、数でないものがあります: {0}"},
                                quoted(line)));
  InfoAnswer info;
  info.depth = view.depth;
  info.seldepth = view.seldepth;
  info.time_ms = view.time_ms;
  info.nodes = view.nodes;
  info.nps = view.nps;
  info.hashfull = view.hashfull;
  info.multipv = view.multipv;
  info.score = view.score;
  info.currmove = parse_move(view.currmove);
  std::string_view rest = view.pv;
  for (auto word = base::next_word(rest); !word.empty(); word = base::next_word(rest)) {
    const auto move = parse_move(word);
    if (!move) break;
    info.pv.push_back(*move);
  }
  info.text = view.text;
  return info;
}

bool means_no_move(std::string_view word) {
  constexpr std::array<std::string_view, 5> kWords{"none", "(none)", "0000", "null", "(null)"};
  return std::find(kWords.begin(), kWords.end(), word) != kWords.end();
}

base::Result<Answer> parse_bestmove(std::string_view rest) {
  BestMoveAnswer answer;
  const auto word = base::next_word(rest);
  if (word.empty())
    return base::fail(base::say({"bestmove: no move", "bestmove: 指し手がありません"}));
  answer.no_move = means_no_move(word);
  if (word == "resign" || answer.no_move) {
    answer.choice = Resign{};
  } else if (word == "win") {
    answer.choice = DeclareWin{};
  } else if (const auto move = parse_move(word)) {
    answer.choice = *move;
    if (const auto written = notation::parse_freeze_move(word)) {
      answer.made_under = written->made_under;
    }
    // An unreadable ponder move costs the guess, not the answer.
    if (base::next_word(rest) == "ponder") answer.ponder = parse_move(base::next_word(rest));
  } else {
    return base::fail(base::say(
        {"bestmove: {0} is no move", "bestmove: {0} は指し手ではありません"}, quoted(word)));
  }
  return answer;
}

base::Result<Answer> parse_checkmate(std::string_view rest) {
  std::string_view behind = rest;
  const auto word = base::next_word(behind);
  if (word.empty())
    return base::fail(base::say({"checkmate: no result", "checkmate: 結果がありません"}));
  if (word == "nomate") return CheckMateAnswer{NoMate{}};
  if (word == "timeout") return CheckMateAnswer{MateTimeout{}};
  if (word == "none") return CheckMateAnswer{MateUnknown{}};
  if (word == "notimplemented") return CheckMateAnswer{MateNotImplemented{}};
  CheckMateFound found;
  for (auto text = base::next_word(rest); !text.empty(); text = base::next_word(rest)) {
    const auto move = parse_move(text);
    if (!move) {
      return base::fail(base::say({"checkmate: {0} is no move (move {1})",
                                   "checkmate: {0} は指し手ではありません({1}手目)"},
                                  quoted(text), found.moves.size() + 1));
    }
    found.moves.push_back(*move);
  }
  return CheckMateAnswer{std::move(found)};
}

// "checkmatenomate" and its like, printed by a solver without the blank.
bool is_glued_checkmate(std::string_view word) {
  return word == "checkmatenomate" || word == "checkmatetimeout" || word == "checkmatenone" ||
         word == "checkmatenotimplemented";
}

// Longer than most lines of thought, which come by the ten thousand.
constexpr std::size_t kUsualInfo = 256;

template <class T>
void append_number(std::string& out, std::string_view name, const std::optional<T>& value) {
  if (!value) return;
  std::array<char, 20> digits;  // of the longest std::int64_t
  char* const end = std::to_chars(digits.data(), digits.data() + digits.size(), *value).ptr;
  out.append(name).append(digits.data(), end);
}

void append_moves(std::string& out, const std::vector<Move>& moves) {
  for (const Move move : moves) {
    out += ' ';
    append_text(out, move);
  }
}

std::string with_text(std::string word, std::string_view text) {
  const std::string line = one_line(text);
  if (line.empty()) return word;
  return word + ' ' + line;
}

struct AnswerFormatter {
  std::string operator()(const IdNameAnswer& id) const { return with_text("id name", id.name); }
  std::string operator()(const IdAuthorAnswer& id) const {
    return with_text("id author", id.author);
  }
  std::string operator()(const OptionAnswer& answer) const { return format(answer.option); }
  std::string operator()(const UsiOkAnswer&) const { return "usiok"; }
  std::string operator()(const ReadyOkAnswer&) const { return "readyok"; }

  std::string operator()(const InfoAnswer& info) const {
    std::string out;
    out.reserve(kUsualInfo);
    out += "info";
    append_number(out, " depth ", info.depth);
    append_number(out, " seldepth ", info.seldepth);
    append_number(out, " time ", info.time_ms);
    append_number(out, " nodes ", info.nodes);
    append_number(out, " nps ", info.nps);
    append_number(out, " hashfull ", info.hashfull);
    append_number(out, " multipv ", info.multipv);
    if (info.score) out += " score " + to_string(*info.score);
    if (info.currmove) {
      out += " currmove ";
      append_text(out, *info.currmove);
    }
    if (!info.pv.empty()) {
      out += " pv";
      append_moves(out, info.pv);
    }
    if (!info.text.empty()) out = with_text(out + " string", info.text);
    return out;
  }

  std::string operator()(const BestMoveAnswer& answer) const {
    if (std::holds_alternative<DeclareWin>(answer.choice)) return "bestmove win";
    const Move move = answer.move();
    if (!move) return "bestmove resign";
    std::string out = "bestmove ";
    append_text(out, move);
    if (answer.ponder && *answer.ponder) {
      out += " ponder ";
      append_text(out, *answer.ponder);
    }
    return out;
  }

  std::string operator()(const CheckMateAnswer& answer) const {
    if (const auto* found = std::get_if<CheckMateFound>(&answer.result)) {
      if (found->moves.empty()) return "checkmate timeout";  // no moves prove no mate
      std::string out = "checkmate";
      append_moves(out, found->moves);
      return out;
    }
    if (std::holds_alternative<NoMate>(answer.result)) return "checkmate nomate";
    if (std::holds_alternative<MateTimeout>(answer.result)) return "checkmate timeout";
    if (std::holds_alternative<MateUnknown>(answer.result)) return "checkmate none";
    return "checkmate notimplemented";
  }

  std::string operator()(const FreezeAnswer& answer) const {
    return "FREEZE " + std::string(to_text(answer.ability));
  }

  std::string operator()(const OtherAnswer& answer) const {
    std::string line = one_line(answer.text);
    // Some GUIs take a line that starts with "error" as a failure of the engine.
    if (base::iequals(std::string_view(line).substr(0, 5), "error")) return info_string(line);
    return line;
  }
};

}  // namespace

Move BestMoveAnswer::move() const {
  const auto* move = std::get_if<Move>(&choice);
  return move == nullptr ? Move() : *move;
}

std::string_view to_text(FreezeAbility ability) {
  return kAbilities[static_cast<std::size_t>(ability)];
}

std::optional<FreezeAbility> parse_freeze_ability(std::string_view word) {
  for (std::size_t i = 0; i < kAbilities.size(); ++i) {
    if (kAbilities[i] == word) return static_cast<FreezeAbility>(i);
  }
  return std::nullopt;
}

base::Result<Answer> parse_answer(std::string_view line) {
  line = base::trim(line);
  std::string_view rest = line;
  const auto word = base::next_word(rest);
  if (word == "info") return parse_info_answer(line);
  if (word == "bestmove") return parse_bestmove(rest);
  if (word == "checkmate") return parse_checkmate(rest);
  if (word == "id") return parse_id(rest);
  if (word == "usiok") return UsiOkAnswer{};
  if (word == "readyok") return ReadyOkAnswer{};
  if (word == "option") {
    auto option = parse_option(line);
    if (!option) return tl::unexpected(option.error());
    return OptionAnswer{std::move(*option)};
  }
  if (word == "FREEZE") {
    if (const auto ability = parse_freeze_ability(base::trim(rest))) return FreezeAnswer{*ability};
    return base::fail(
        base::say({"FREEZE: one of NONE, IGNORE, ALLOW_FREEZE, CAN_FREEZE and OK is expected",
                   "FREEZE: NONE、IGNORE、ALLOW_FREEZE、CAN_FREEZE、OK のどれかが必要です"}));
  }
  if (is_glued_checkmate(word)) return parse_checkmate(line.substr(9));
  return OtherAnswer{std::string(line)};
}

std::string format(const Answer& answer) { return std::visit(AnswerFormatter{}, answer); }

std::string harmless_text(std::string_view text, std::size_t max_bytes) {
  const std::string line = base::printable(base::trim(text), max_bytes);
  std::string_view rest = line;
  std::string out;
  for (auto word = base::next_word(rest); !word.empty(); word = base::next_word(rest)) {
    if (!out.empty()) out += ' ';
    const bool is_parsed =
        word == "pv" || word == "depth" || word == "score" || word == "multipv" || word == "nodes";
    if (is_parsed) out += '\'';
    out += word;
    if (is_parsed) out += '\'';
  }
  return out;
}

std::string info_string(std::string_view text, std::size_t max_bytes) {
  const std::string harmless = harmless_text(text, max_bytes);
  return harmless.empty() ? "info string" : "info string " + harmless;
}

}  // namespace gougi::usi
