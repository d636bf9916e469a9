// SPDX-License-Identifier: MIT
#include "tools/headroom_desk.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include "base/say.hpp"
#include "consensus/win_rate.hpp"
#include "game/shogi_position.hpp"
#include "notation/sfen.hpp"
#include "relay/ballot_of.hpp"
#include "usi/position_text.hpp"

namespace gougi::tools {
namespace {

std::string answer_text(shogi::BareMove move) {
  return move.is_none() ? "resign" : notation::to_usi(move);
}

}  // namespace

std::optional<double> value_by_rules(const shogi::Game& game, shogi::BareMove move) {
  if (move.is_none()) return 0;
  shogi::Game after = game;
  static_cast<void>(after.play(move));
  if (!after.position().has_legal_move()) return 1;
  switch (after.repetition()) {
    case shogi::Repetition::kDraw:
      return 0.5;
    case shogi::Repetition::kWin:  // the opponent's, who moves now
      return 0;
    case shogi::Repetition::kLoss:
      return 1;
    case shogi::Repetition::kNone:
      break;
  }
  if (shogi::can_declare(after.position(), shogi::DeclarationRule::k27)) return 0;
  return std::nullopt;
}

HeadroomDesk::HeadroomDesk(io::EventLoop& loop, const HeadroomPlan& plan, Callbacks callbacks)
    : plan_(plan), callbacks_(std::move(callbacks)) {
  for (std::size_t i = 0; i <= plan.members.size(); ++i) {
    engines_.push_back(std::make_unique<AskedEngine>(
        loop, i < plan.members.size() ? plan.members[i] : plan.judge, plan.patience,
        [this, i](const std::string& why) { callbacks_.on_refusal(name_of(i) + ": " + why); }));
  }
}

const std::string& HeadroomDesk::name_of(std::size_t engine) const {
  return engine < plan_.members.size() ? plan_.order.engines[engine].name : plan_.order.judge.name;
}

void HeadroomDesk::judge(study::HeadroomLine line, shogi::Game game) {
  line_ = std::move(line);
  game_ = std::move(game);
  answers_.clear();
  moves_.clear();
  values_.clear();
  valued_ = 0;
  asked_anew_ = false;
  if (!line_.moves.empty() && !take_moves_of_line()) return;
  next();
}

void HeadroomDesk::next() {
  const std::size_t members = plan_.members.size();
  const study::HeadroomOrder& order = plan_.order;
  if (answers_.size() < members) return ask(answers_.size(), game_, order.nodes / members);
  if (answers_.size() == members) return ask(order.anchor, game_, order.nodes);
  if (answers_.size() == members + 1) return ask(members, game_, order.judge_nodes);
  if (moves_.empty()) list_moves();
  while (valued_ < moves_.size() && values_[valued_]) ++valued_;
  if (valued_ < moves_.size()) {
    shogi::Game after = game_;
    static_cast<void>(after.play(moves_[valued_]));
    return ask(members, after, order.judge_nodes);
  }
  for (const auto& value : values_) line_.win_rates.push_back(*value);
  callbacks_.on_done(std::move(line_), false);
}

void HeadroomDesk::ask(std::size_t engine, const shogi::Game& game, std::uint64_t nodes) {
  usi::SearchLimits limits;
  limits.nodes = nodes;
  engines_[engine]->ask(
      std::make_shared<const std::string>(usi::position_line(game)), game.position().side_to_move(),
      limits, [this, engine](const base::Result<AskedAnswer>& answer) { take(engine, answer); });
}

void HeadroomDesk::take(std::size_t engine, const base::Result<AskedAnswer>& answer) {
  if (!answer) {
    // Perhaps somebody killed it. Who dies of the position dies again.
    if (!engines_[engine]->has_died() || std::exchange(asked_anew_, true)) {
      return leave_out(engine, answer.error().message, true);
    }
    return next();
  }
  if (moves_.empty()) {
    take_move(engine, *answer);
  } else {
    take_value(*answer);
  }
}

void HeadroomDesk::take_move(std::size_t engine, const AskedAnswer& answer) {
  const usi::BestMoveAnswer& best = answer.best;
  const auto* const move = std::get_if<usi::Move>(&best.choice);
  const bool resigns = std::holds_alternative<usi::Resign>(best.choice);
  if (move != nullptr && (move->freezes() || !game_.position().is_legal(move->of_shogi().bare))) {
    engines_[engine]->discard();
    return leave_out(
        engine, base::say({"answered {0}, which is not legal", "合法手でない {0} を答えました"},
                          usi::to_text(*move)));
  }
  if (move == nullptr && !resigns) {
    engines_[engine]->discard();
    return leave_out(
        engine, base::say({"declared a win that is none", "条件を満たさない宣言勝ちをしました"}));
  }
  if (answers_.size() < plan_.members.size()) {
    line_.searches.push_back(
        relay::ballot_of(game::ShogiPosition(game_.position()), {}, answer.last, best, ""));
  }
  answers_.push_back(resigns ? shogi::BareMove() : move->of_shogi().bare);
  next();
}

// False: the position is left out.
bool HeadroomDesk::take_moves_of_line() {
  answers_.resize(plan_.members.size() + 2);
  for (const std::string& text : line_.moves) {
    const auto move = text == "resign" ? shogi::BareMove() : notation::parse_usi_move(text);
    if (!move || (!move->is_none() && !game_.position().is_legal(*move))) {
      leave_out(plan_.members.size(), base::say({"was to value {0}, which is not legal",
                                                 "評価させる {0} が合法手ではありません"},
                                                text));
      return false;
    }
    moves_.push_back(*move);
    values_.push_back(value_by_rules(game_, *move));
  }
  line_.win_rates.clear();
  return true;
}

// In an order that says nothing of whose moves they are.
void HeadroomDesk::list_moves() {
  moves_ = answers_;
  std::sort(moves_.begin(), moves_.end(),
            [](shogi::BareMove a, shogi::BareMove b) { return answer_text(a) < answer_text(b); });
  moves_.erase(std::unique(moves_.begin(), moves_.end()), moves_.end());
  std::vector<std::size_t> places;
  for (const shogi::BareMove answer : answers_) {
    places.push_back(
        static_cast<std::size_t>(std::find(moves_.begin(), moves_.end(), answer) - moves_.begin()));
  }
  line_.judges = places.back();
  places.pop_back();
  line_.whole = places.back();
  places.pop_back();
  line_.members = std::move(places);
  for (const shogi::BareMove move : moves_) {
    line_.moves.push_back(answer_text(move));
    const shogi::Position& position = game_.position();
    const bool is_move = !move.is_none();
    line_.captures.push_back(is_move && !position.piece_at(move.to()).empty());
    line_.checks.push_back(is_move && position.gives_check(move));
    values_.push_back(value_by_rules(game_, move));
  }
}

void HeadroomDesk::take_value(const AskedAnswer& answer) {
  double opponents = 0;
  if (std::holds_alternative<usi::Move>(answer.best.choice)) {
    if (!answer.last.score) {
      return leave_out(plan_.members.size(),
                       base::say({"gave no score after {0}", "{0} の後の評価値を答えません"},
                                 line_.moves[valued_]));
    }
    opponents = consensus::win_rate(*answer.last.score, consensus::Scale{plan_.order.judge_coef});
  } else if (std::holds_alternative<usi::DeclareWin>(answer.best.choice)) {
    engines_.back()->discard();
    return leave_out(plan_.members.size(), base::say({"declared a win that is none",
                                                      "条件を満たさない宣言勝ちをしました"}));
  }
  values_[valued_] = 1 - opponents;
  next();
}

void HeadroomDesk::leave_out(std::size_t engine, const std::string& why, bool was_lost) {
  study::HeadroomLine line;
  line.number = line_.number;
  line.game = line_.game;
  line.ply = line_.ply;
  line.position = line_.position;
  line.left_out = name_of(engine) + ": " + why;
  callbacks_.on_done(std::move(line), was_lost);
}

void HeadroomDesk::quit(base::Duration grace) {
  for (const auto& engine : engines_) engine->quit(grace);
}

bool HeadroomDesk::has_ended() const {
  return std::all_of(engines_.begin(), engines_.end(),
                     [](const auto& engine) { return engine->has_ended(); });
}

}  // namespace gougi::tools
