// SPDX-License-Identifier: MIT
#include "tools/analyse_question.hpp"

#include "base/say.hpp"
#include "base/text.hpp"
#include "notation/sfen.hpp"

namespace gougi::tools {
namespace {

using relay::Json;

// Of one question; a thousand-move game has as many.
constexpr std::size_t kMostTurns = 20'000;
constexpr std::int64_t kMostPriority = 1'000'000'000;

class QuestionReader {
 public:
  QuestionReader(const Json& json, std::string& field) : json_(json), field_(field) {}

  base::Result<Question> read() {
    Question question;
    auto game = played();
    if (!game) return tl::unexpected(game.error());
    question.game = std::make_shared<const GameLine>(*game);
    if (auto read = read_turns(question); !read) return tl::unexpected(read.error());
    if (auto read = read_priorities(question); !read) return tl::unexpected(read.error());
    return question;
  }

 private:
  const Json* find(const char* field) {
    field_ = field;
    const auto found = json_.find(field);
    return found == json_.end() || found->is_null() ? nullptr : &*found;
  }

  base::Result<shogi::Game> played() {
    shogi::Position start = shogi::Position::start();
    if (const Json* const sfen = find("initialPosition")) {
      if (!sfen->is_string()) return base::fail(base::say({"is no text", "文字列ではありません"}));
      const auto position = notation::parse_sfen(sfen->get<std::string>());
      if (!position) return tl::unexpected(position.error());
      if (!has_king(*position, shogi::Color::kBlack) && !has_king(*position, shogi::Color::kWhite))
        return base::fail(base::say({"has no king", "玉がありません"}));
      start = *position;
    }
    shogi::Game game(start);
    const Json* const moves = find("moves");
    if (moves == nullptr) return game;
    if (!moves->is_array())
      return base::fail(base::say({"is no list of moves", "指し手の配列ではありません"}));
    if (moves->size() > kMostTurns)
      return base::fail(base::say({"has too many moves", "指し手が多すぎます"}));
    for (std::size_t i = 0; i < moves->size(); ++i) {
      const std::string number = base::say({"move {0}", "{0}手目"}, i + 1);
      if (!(*moves)[i].is_string())
        return base::fail(base::say({"{0} is no text", "{0}が文字列ではありません"}, number));
      const auto text = (*moves)[i].get<std::string>();
      const auto move = notation::parse_usi_move(text);
      if (!move)
        return base::fail(
            base::say({"{0}: {1} is no move in USI", "{0}: {1} は USI の指し手ではありません"},
                      number, shown_word(text)));
      if (!game.play(*move))
        return base::fail(base::say({"{0}: {1} is not legal", "{0}: {1} は合法手ではありません"},
                                    number, shown_word(text)));
    }
    return game;
  }

  base::Result<void> read_turns(Question& to) {
    const Json* const turns = find("analyzeTurns");
    if (turns == nullptr) {
      to.turns.push_back(to.game->plies());
      return {};
    }
    if (!turns->is_array() || turns->empty())
      return base::fail(base::say({"is no list of turns", "手数の配列ではありません"}));
    if (turns->size() > kMostTurns)
      return base::fail(base::say({"has too many turns", "手数が多すぎます"}));
    for (const Json& turn : *turns) {
      if (!turn.is_number_unsigned() || turn.get<std::uint64_t>() > to.game->plies()) {
        return base::fail(
            base::say({"{0} is no turn from 0 to {1}", "{0} は 0 から {1} の手数ではありません"},
                      shown_word(turn.dump()), to.game->plies()));
      }
      to.turns.push_back(turn.get<std::size_t>());
    }
    return {};
  }

  base::Result<void> read_priorities(Question& to) {
    std::int64_t all = 0;
    if (const Json* const priority = find("priority")) {
      auto read = priority_of(*priority);
      if (!read) return tl::unexpected(read.error());
      all = *read;
    }
    to.priorities.assign(to.turns.size(), all);
    const Json* const each = find("priorities");
    if (each == nullptr) return {};
    if (!each->is_array() || each->size() != to.turns.size()) {
      return base::fail(base::say({"is no list with a number for each turn",
                                   "手数ごとに1つの数を並べた配列ではありません"}));
    }
    for (std::size_t i = 0; i < to.turns.size(); ++i) {
      auto read = priority_of((*each)[i]);
      if (!read) return tl::unexpected(read.error());
      to.priorities[i] = *read;
    }
    return {};
  }

  static base::Result<std::int64_t> priority_of(const Json& json) {
    const bool is_huge = json.is_number_unsigned() &&
                         json.get<std::uint64_t>() > static_cast<std::uint64_t>(kMostPriority);
    const bool fits = json.is_number_integer() && !is_huge &&
                      json.get<std::int64_t>() <= kMostPriority &&
                      json.get<std::int64_t>() >= -kMostPriority;
    if (!fits)
      return base::fail(base::say(
          {"{0} is no whole number from {1} to {2}", "{0} は {1} から {2} の整数ではありません"},
          shown_word(json.dump()), -kMostPriority, kMostPriority));
    return json.get<std::int64_t>();
  }

  const Json& json_;
  std::string& field_;
};

}  // namespace

bool is_request_id(const Json& id) {
  return id.is_number_integer() || (id.is_string() && !id.get_ref<const std::string&>().empty());
}

bool has_king(const shogi::Position& position, shogi::Color side) {
  return position.king(side).valid();
}

std::string shown_word(std::string_view word) { return base::printable(word, 60); }

base::Result<Json> read_request(std::string_view line, std::string& field) {
  field.clear();
  auto json = relay::parse_json(line);
  if (!json) return base::fail(base::say({"the line {0}", "この行: {0}"}, json.error().message));
  if (!json->is_object())
    return base::fail(
        base::say({"the line is no JSON object", "行が JSON のオブジェクトではありません"}));
  const auto id = json->find("id");
  if (id != json->end() && is_request_id(*id)) return json;
  field = "id";
  return base::fail(base::said(kNoRequestId));
}

base::Result<Question> read_question(const Json& json, std::string& field) {
  return QuestionReader(json, field).read();
}

}  // namespace gougi::tools
