// SPDX-License-Identifier: MIT
// What is written to `gougi analyse --serve`, judged by itself: lines of JSON from any program
// (docs/analysis.md). Pure functions; used by analyse_serve.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/language.hpp"
#include "base/result.hpp"
#include "relay/json_reader.hpp"
#include "tools/council_judgement.hpp"

namespace gougi::tools {

/// A question as it was written, its moves played.
struct Question {
  std::shared_ptr<const GameLine> game;
  std::vector<std::size_t> turns;        ///< each up to the game's end
  std::vector<std::int64_t> priorities;  ///< by turn
};

/// A text or a whole number, which come back as they came; 1 and "1" are two.
bool is_request_id(const relay::Json& id);
inline constexpr base::Text kNoRequestId{"is neither a text nor a whole number, or missing",
                                         "文字列でも整数でもないか、ありません"};

/// A JSON object with an `id`. Of an error `field` is which, empty: it is the line's.
base::Result<relay::Json> read_request(std::string_view line, std::string& field);
/// What such an object asks for. Of an error `field` is the one that is wrong.
base::Result<Question> read_question(const relay::Json& json, std::string& field);

/// A problem may lack one of them.
bool has_king(const shogi::Position& position, shogi::Color side);
/// As a complaint shows it.
std::string shown_word(std::string_view word);

}  // namespace gougi::tools
