// SPDX-License-Identifier: MIT
#include "tools/engine_rule.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.hpp"
#include "notation/sfen.hpp"
#include "shogi/declaration.hpp"

namespace gougi::tools {
namespace {

constexpr std::size_t kMostQuoted = 160;
constexpr base::Milliseconds kReadyAgain{10'000};

bool may_declare(const shogi::Position& position) {
  using enum shogi::DeclarationRule;
  constexpr std::array kRules{k24, k24Handicap, k27, k27Handicap, kTry};
  return std::ranges::any_of(
      kRules, [&](shogi::DeclarationRule rule) { return shogi::can_declare(position, rule); });
}

}  // namespace

std::vector<const Rule*> all_rules() {
  std::vector<const Rule*> all;
  for (const auto rules : {start_rules(), position_rules(), search_rules(), manner_rules()}) {
    for (const Rule& rule : rules) all.push_back(&rule);
  }
  return all;
}

Finding kept() { return {}; }

Finding broken(std::string what) { return {Verdict::kFailed, std::move(what)}; }

Finding answered_wrongly(const Examinee& engine, std::string_view sent, std::string_view came) {
  const CheckWords& words = engine.words();
  return broken(words(CheckText::kSent, base::printable(sent, kMostQuoted)) +
                words(CheckText::kThen) +
                words(CheckText::kCame, base::printable(came, kMostQuoted)));
}

Finding unanswered(const Examinee& engine, std::string_view sent, base::Duration limit) {
  const CheckWords& words = engine.words();
  return broken(
      words(CheckText::kSent, base::printable(sent, kMostQuoted)) + words(CheckText::kThen) +
      (engine.runs() ? words(CheckText::kNothingIn, words.seconds(limit)) : engine.end_in_words()));
}

Finding lives_on(Examinee& engine, std::string_view sent) {
  engine.ask("isready");
  const base::Milliseconds limit = std::max(kReadyAgain, engine.patience());
  if (engine.wait_for("readyok", limit)) return kept();
  return unanswered(engine, std::string(sent) + " / isready", limit);
}

Finding judged(const Examinee& engine, std::string_view sent, const Examinee::Answer& answer,
               Resigning resigning) {
  const CheckWords& words = engine.words();
  const shogi::Position& position = engine.game().position();
  const auto wrong = [&](CheckText why) {
    Finding finding = answered_wrongly(engine, sent, answer.line);
    finding.what += words(why);
    return finding;
  };
  std::string_view rest(answer.line);
  if (base::next_word(rest) != "bestmove") return wrong(CheckText::kNoBestmove);
  const std::string_view choice = base::next_word(rest);
  if (choice == "resign") {
    const bool fine = resigning == Resigning::kFine || !position.has_legal_move();
    return fine ? kept() : wrong(CheckText::kTooEarly);
  }
  if (choice == "win") return may_declare(position) ? kept() : wrong(CheckText::kNoWin);
  const auto move = notation::parse_usi_move(choice);
  if (!move) return wrong(CheckText::kNoMove);
  if (!position.is_legal(*move)) return wrong(CheckText::kIsIllegal);
  const std::string_view behind = base::next_word(rest);
  return behind.empty() || behind == "ponder" ? kept() : wrong(CheckText::kOddWords);
}

Finding plays(Examinee& engine, const std::string& position, const std::string& go,
              base::Milliseconds time, Resigning resigning) {
  engine.say(position);
  engine.ask(go);
  const std::string sent = base::printable(position, 100) + " / " + go;
  const base::Milliseconds limit = time + engine.patience();
  const auto answer = engine.answer(limit);
  if (!answer) return unanswered(engine, sent, limit);
  return judged(engine, sent, *answer, resigning);
}

}  // namespace gougi::tools
