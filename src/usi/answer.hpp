// SPDX-License-Identifier: MIT
// Engine -> GUI: every USI answer as a value, with parse and format. Used by the relay for what its
// children say and for what it says to its GUI, and by the bundled engines.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.hpp"
#include "shogi/types.hpp"
#include "usi/move.hpp"
#include "usi/option.hpp"
#include "usi/score.hpp"

namespace gougi::usi {

struct IdNameAnswer {
  std::string name;
  friend bool operator==(const IdNameAnswer&, const IdNameAnswer&) = default;
};
struct IdAuthorAnswer {
  std::string author;
  friend bool operator==(const IdAuthorAnswer&, const IdAuthorAnswer&) = default;
};
struct OptionAnswer {
  Option option;
  friend bool operator==(const OptionAnswer&, const OptionAnswer&) = default;
};
struct UsiOkAnswer {
  friend bool operator==(const UsiOkAnswer&, const UsiOkAnswer&) = default;
};
struct ReadyOkAnswer {
  friend bool operator==(const ReadyOkAnswer&, const ReadyOkAnswer&) = default;
};

/// The words of an `info` line. Views point into the line it was read from; reading allocates
/// nothing, so that a flood of lines costs little. `pv` and `text` are raw.
struct InfoView {
  std::optional<int> depth;
  std::optional<int> seldepth;
  std::optional<std::int64_t> time_ms;
  std::optional<std::int64_t> nodes;
  std::optional<std::int64_t> nps;
  std::optional<int> hashfull;
  std::optional<int> multipv;
  std::optional<Score> score;
  std::string_view currmove;
  std::string_view pv;    ///< the words behind `pv` that look like moves; not judged here
  std::string_view text;  ///< what follows `string`; has_text tells an empty one
  bool has_text = false;
  bool malformed = false;  ///< a number was missing or none; the other fields hold
};
/// `line` begins with the word info. Unknown words are skipped, with their values; known ones count
/// even behind a pv; of a word given twice the last counts; numbers that overflow are clamped.
InfoView parse_info(std::string_view line);

/// The same as an owning value, for writing.
struct InfoAnswer {
  std::optional<int> depth;
  std::optional<int> seldepth;
  std::optional<std::int64_t> time_ms;
  std::optional<std::int64_t> nodes;
  std::optional<std::int64_t> nps;
  std::optional<int> hashfull;
  std::optional<int> multipv;
  std::optional<Score> score;
  std::optional<Move> currmove;
  std::vector<Move> pv;
  std::string text;  ///< after `string`; empty: none. Towards a GUI: see harmless_text
  friend bool operator==(const InfoAnswer&, const InfoAnswer&) = default;
};

struct Resign {
  friend bool operator==(const Resign&, const Resign&) = default;
};
struct DeclareWin {
  friend bool operator==(const DeclareWin&, const DeclareWin&) = default;
};
/// What a bestmove may be.
using MoveChoice = std::variant<Move, Resign, DeclareWin>;

struct BestMoveAnswer {
  MoveChoice choice;
  std::optional<Move> ponder = std::nullopt;
  /// 7g7fZG: it says that this was frozen when it was made, which only its judge needs to know: it
  /// is read, and never written.
  shogi::PieceType made_under = shogi::PieceType::kNone;
  /// `none`, `(none)`, `0000`, …: its choice is to resign, if there is no legal move indeed.
  bool no_move = false;
  /// `choice`, if it is a move; else no move.
  Move move() const;
  friend bool operator==(const BestMoveAnswer&, const BestMoveAnswer&) = default;
};

struct CheckMateFound {
  std::vector<Move> moves;  ///< at least one
  friend bool operator==(const CheckMateFound&, const CheckMateFound&) = default;
};
struct NoMate {
  friend bool operator==(const NoMate&, const NoMate&) = default;
};
struct MateTimeout {
  friend bool operator==(const MateTimeout&, const MateTimeout&) = default;
};
/// `checkmate none`: memory or nodes ran out.
struct MateUnknown {
  friend bool operator==(const MateUnknown&, const MateUnknown&) = default;
};
struct MateNotImplemented {
  friend bool operator==(const MateNotImplemented&, const MateNotImplemented&) = default;
};
struct CheckMateAnswer {
  std::variant<CheckMateFound, NoMate, MateTimeout, MateUnknown, MateNotImplemented> result;
  friend bool operator==(const CheckMateAnswer&, const CheckMateAnswer&) = default;
};

/// What an engine can do in Freeze shogi; without a word of it, kNone.
enum class FreezeAbility : std::uint8_t {
  kNone,         ///< such a move may be an error to it
  kIgnore,       ///< reads freezes and plays on as in ordinary shogi
  kAllowFreeze,  ///< accepts freezes, declares none
  kCanFreeze,    ///< declares freezes, accepts none
  kOk,           ///< both
};
constexpr bool reads_freezes(FreezeAbility a) {
  return a == FreezeAbility::kIgnore || a == FreezeAbility::kAllowFreeze || a == FreezeAbility::kOk;
}
constexpr bool accepts_freezes(FreezeAbility a) {
  return a == FreezeAbility::kAllowFreeze || a == FreezeAbility::kOk;
}
constexpr bool declares_freezes(FreezeAbility a) {
  return a == FreezeAbility::kCanFreeze || a == FreezeAbility::kOk;
}
std::string_view to_text(FreezeAbility ability);  ///< "ALLOW_FREEZE"
/// Nothing if it is none of the five words.
std::optional<FreezeAbility> parse_freeze_ability(std::string_view word);

/// `FREEZE OK`, among the answers to `usi`.
struct FreezeAnswer {
  FreezeAbility ability = FreezeAbility::kNone;
  friend bool operator==(const FreezeAnswer&, const FreezeAnswer&) = default;
};

/// Banners, `Unknown command: …`, empty lines: anything that is no USI answer.
struct OtherAnswer {
  std::string text;
  friend bool operator==(const OtherAnswer&, const OtherAnswer&) = default;
};

using Answer = std::variant<IdNameAnswer, IdAuthorAnswer, OptionAnswer, UsiOkAnswer, ReadyOkAnswer,
                            InfoAnswer, BestMoveAnswer, CheckMateAnswer, FreezeAnswer, OtherAnswer>;

/// Reads one line of an engine. Tolerant of what engines in the wild print (`checkmatenomate`,
/// `bestmove none`/`(none)`/`0000` as resign, doubled blanks, an unreadable ponder move, a pv that
/// ends in other words); an error for a malformed answer.
base::Result<Answer> parse_answer(std::string_view line);
/// One line without its end, single blanks, words in the order GUIs expect: depth seldepth time
/// nodes nps hashfull multipv score currmove, then pv, then string. GUIs want string or pv last, so
/// a line for them has only one of the two.
std::string format(const Answer& answer);

/// Whether `line` begins with the word info: for readers that treat floods apart. Costs nothing.
constexpr bool is_info(std::string_view line) {
  while (!line.empty() && (line.front() == ' ' || line.front() == '\t')) line.remove_prefix(1);
  return line.starts_with("info") && (line.size() == 4 || line[4] == ' ' || line[4] == '\t');
}

/// Free text of any origin made fit to stand behind `info string`: one line, single blanks, control
/// characters and broken UTF-8 replaced, cut to `max_bytes`, and the bare words pv, depth, score,
/// multipv and nodes, which ShogiBoardQ parses even there, quoted ('pv').
std::string harmless_text(std::string_view text, std::size_t max_bytes = 400);
/// "info string " and the harmless text.
std::string info_string(std::string_view text, std::size_t max_bytes = 400);

}  // namespace gougi::usi
