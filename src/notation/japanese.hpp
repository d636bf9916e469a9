// SPDX-License-Identifier: MIT
// Moves as Japanese readers write them: KIF (７六歩(77)), and KI2-like with side marks.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "shogi/movegen.hpp"
#include "shogi/position.hpp"

namespace gougi::notation {

/// "７六歩(77)", "同　歩(77)" when `previous` went to the same square, "４五角打", "２二角成(88)".
/// `move` must be legal in `position` (before the move).
std::string to_kif(const shogi::Position& position, shogi::BareMove move,
                   shogi::BareMove previous = shogi::BareMove());

/// Reads what to_kif writes; an error names what is wrong.
base::Result<shogi::BareMove> parse_kif_move(const shogi::Position& position, std::string_view text,
                                             shogi::BareMove previous = shogi::BareMove());

/// "☗７六歩", "☖同飛成": side mark and disambiguation (右左直上寄引打成不成) as newspapers print
/// it.
std::string to_ki2(const shogi::Position& position, shogi::BareMove move,
                   shogi::BareMove previous = shogi::BareMove());

/// Of that what tells the move from others: "右", "直", "打", "左上"; "" where nothing need be
/// said.
std::string relative_words(const shogi::Position& position, shogi::BareMove move);
/// Whether the piece may promote with `move`, which then says 成 or 不成.
bool could_promote(const shogi::Position& position, shogi::BareMove move);

/// The same with the marks ▲ and △, which other readers of KI2 know.
std::string compatible_ki2(std::string_view text);

/// Whether `text` names only the piece and the square, and several of `moves` are that.
bool could_be_several(const shogi::Position& position, const shogi::MoveList& moves,
                      std::string_view text, shogi::BareMove previous);

/// That of `moves` which `text` names as to_ki2 does; other marks, names of pieces, digits and
/// blanks behind 同 are fine, and so are 生 for 不成 and words that are true and not needed. What
/// could be several moves is none. Nothing: none of them.
std::optional<shogi::BareMove> find_ki2_move(const shogi::Position& position,
                                             const shogi::MoveList& moves, std::string_view text,
                                             shogi::BareMove previous = shogi::BareMove());

/// 平手, 香落ち, 右香落ち, 角落ち, 飛車落ち, 飛香落ち, 二枚落ち, 三枚落ち, 四枚落ち, 五枚落ち,
/// 六枚落ち, 八枚落ち, 十枚落ち, … ; nothing if unknown.
std::optional<shogi::Position> handicap(std::string_view name);

/// Whether a record says by this name that its start is drawn: その他, 詰将棋.
bool is_drawn_start(std::string_view name);

/// The name of the handicap, or 平手, that a game beginning with `start` has; nothing: of none.
std::optional<std::string_view> handicap_name(const shogi::Position& start);

}  // namespace gougi::notation
