// SPDX-License-Identifier: MIT
#include "notation/freeze.hpp"

#include <algorithm>
#include <cstdint>

#include "base/say.hpp"
#include "base/text.hpp"
#include "shogi/kind_names.hpp"

namespace gougi::notation {
namespace {

using shogi::FreezeCounts;
using shogi::FreezePosition;
using shogi::PieceType;

constexpr std::string_view kKindLetters = ".PLNSBRGK";  // by index of the unpromoted kind
constexpr std::string_view kCommentWord = "freeze ";

std::string cited(std::string_view text) { return '"' + base::printable(text, 60) + '"'; }

bool is_decimal(char c) { return c >= '0' && c <= '9'; }

// Takes a number of at least one digit off the front; more than kMaxFreezes becomes one more.
std::optional<int> take_count(std::string_view& text) {
  if (text.empty() || !is_decimal(text.front())) return std::nullopt;
  int value = 0;
  while (!text.empty() && is_decimal(text.front())) {
    value = std::min(value * 10 + (text.front() - '0'), shogi::kMaxFreezes + 1);
    text.remove_prefix(1);
  }
  return value;
}

// The kind at the front, with the plus on either side.
std::optional<PieceType> take_kind(std::string_view& text) {
  std::string_view rest = text;
  bool promoted = rest.starts_with('+');
  if (promoted) rest.remove_prefix(1);
  if (rest.empty()) return std::nullopt;
  const std::size_t i = kKindLetters.find(rest.front(), 1);
  if (i == std::string_view::npos) return std::nullopt;
  rest.remove_prefix(1);
  if (!promoted && rest.starts_with('+')) {
    promoted = true;
    rest.remove_prefix(1);
  }
  const auto kind = static_cast<PieceType>(i);
  if (promoted && !can_promote(kind)) return std::nullopt;
  text = rest;
  return promoted ? promote(kind) : kind;
}

}  // namespace

std::optional<PieceType> parse_kind(std::string_view text) {
  const auto kind = take_kind(text);
  return text.empty() ? kind : std::nullopt;
}

std::string to_text(PieceType kind) {
  std::string text(1, kKindLetters[static_cast<std::size_t>(index(unpromote(kind)))]);
  if (is_promoted(kind)) text += '+';
  return text;
}

base::Result<FreezeCounts> parse_freeze_counts(std::string_view text) {
  const auto what = [&, whole = text](base::Text why) {
    return base::fail(base::say({"{0} {1}; expected are both sides' freezes as in z3Z3",
                                 "{0}: {1}。z3Z3 のように双方のフリーズ回数を書いてください"},
                                cited(whole), base::said(why)));
  };
  FreezeCounts left{};
  for (const shogi::Color color : {shogi::Color::kWhite, shogi::Color::kBlack}) {
    const bool is_white = color == shogi::Color::kWhite;
    if (!text.starts_with(is_white ? 'z' : 'Z')) {
      return what(is_white ? base::Text{"lacks White's", "後手の回数がありません"}
                           : base::Text{"lacks Black's", "先手の回数がありません"});
    }
    text.remove_prefix(1);
    const auto count = take_count(text);
    if (!count) return what({"lacks a number", "数がありません"});
    if (*count > shogi::kMaxFreezes) return what({"has too many", "回数が多すぎます"});
    left[static_cast<std::size_t>(index(color))] = static_cast<std::uint16_t>(*count);
  }
  if (!text.empty()) return what({"goes on behind the numbers", "回数の後に余分な文字があります"});
  return left;
}

std::string frozen_in_japanese(PieceType kind) {
  return std::string(shogi::kKindNames.at(static_cast<std::size_t>(index(kind))).japanese) +
         "をフリーズ";
}

std::string to_text(const FreezeCounts& left) {
  return 'z' + std::to_string(left[1]) + 'Z' + std::to_string(left[0]);
}

bool is_freeze_word(std::string_view word) {
  return !word.empty() && (word.front() == 'z' || word.front() == 'Z');
}

base::Result<void> add_freeze_token(FreezeTokens& tokens, std::string_view word) {
  if (!is_freeze_word(word))
    return base::fail(base::say({"{0} is no freeze", "{0} はフリーズではありません"}, cited(word)));
  if (word.size() > 1 && is_decimal(word[1])) {
    const auto left = parse_freeze_counts(word);
    if (!left) return tl::unexpected(left.error());
    if (tokens.left)
      return base::fail(base::say(
          {"{0} gives the freezes left a second time", "{0}: 残りフリーズ回数が2回書かれています"},
          cited(word)));
    tokens.left = *left;
    return {};
  }
  const auto kind = parse_kind(word.substr(1));
  if (!kind)
    return base::fail(
        base::say({"{0} names no kind of piece", "{0} に駒種がありません"}, cited(word)));
  PieceType& field = word.front() == 'z' ? tokens.in_force : tokens.was_frozen;
  if (field != PieceType::kNone) {
    return base::fail(base::say(
        {"{0} comes after another freeze of its sort", "{0} の前に同じ種類のフリーズがあります"},
        cited(word)));
  }
  field = *kind;
  return {};
}

std::string to_text(const FreezeTokens& tokens) {
  std::string out;
  const auto add = [&](const std::string& token) {
    if (!out.empty()) out += ' ';
    out += token;
  };
  if (tokens.in_force != PieceType::kNone) add('z' + to_text(tokens.in_force));
  if (tokens.was_frozen != PieceType::kNone) add('Z' + to_text(tokens.was_frozen));
  if (tokens.left) add(to_text(*tokens.left));
  return out;
}

base::Result<FreezePosition> parse_freeze_sfen(std::string_view text,
                                               shogi::Strictness strictness) {
  const std::string_view whole = text;
  std::string_view sfen = whole;
  FreezeTokens tokens;
  bool has_tokens = false;
  for (auto word = base::next_word(text); !word.empty(); word = base::next_word(text)) {
    if (!has_tokens && is_freeze_word(word)) {
      has_tokens = true;
      sfen = whole.substr(0, static_cast<std::size_t>(word.data() - whole.data()));
    }
    if (!has_tokens) continue;
    const auto added = add_freeze_token(tokens, word);
    if (!added) return base::fail("sfen: " + added.error().message);
  }
  const auto position = parse_sfen(sfen, strictness);
  if (!position) return tl::unexpected(position.error());
  auto result =
      FreezePosition::from(*position, {tokens.in_force, tokens.left.value_or(FreezeCounts{})});
  if (!result) return base::fail("sfen: " + result.error().message);
  return result;
}

std::string to_sfen(const FreezePosition& position) {
  std::string out = to_sfen(position.position());
  const auto& state = position.state();
  if (state.in_force != PieceType::kNone) out += " z" + to_text(state.in_force);
  if (!state.plain()) out += ' ' + to_text(state.left);
  return out;
}

std::optional<WrittenMove> parse_freeze_move(std::string_view text) {
  const std::size_t end = std::min(text.find_first_of("zZ"), text.size());
  const auto move = parse_usi_move(text.substr(0, end));
  if (!move) return std::nullopt;
  WrittenMove written{*move};
  text.remove_prefix(end);
  while (!text.empty()) {
    if (!is_freeze_word(text)) return std::nullopt;
    PieceType& field = text.front() == 'z' ? written.move.freeze : written.made_under;
    text.remove_prefix(1);
    const auto kind = take_kind(text);
    if (!kind || field != PieceType::kNone) return std::nullopt;
    field = *kind;
  }
  return written;
}

void append_usi(std::string& out, const WrittenMove& move) {
  append_usi(out, move.move);
  if (move.made_under != PieceType::kNone) out += 'Z' + to_text(move.made_under);
}

std::string freeze_comment(PieceType freeze) {
  return freeze == PieceType::kNone ? "" : std::string(kCommentWord) + to_text(freeze);
}

std::optional<PieceType> parse_freeze_comment(std::string_view text) {
  if (!text.starts_with(kCommentWord)) return std::nullopt;
  return parse_kind(text.substr(kCommentWord.size()));
}

}  // namespace gougi::notation
