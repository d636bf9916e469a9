// SPDX-License-Identifier: MIT
#include "engines/naitou_engine.hpp"

#include <algorithm>
#include <optional>

#include "base/say.hpp"
#include "naitou/frame.hpp"
#include "naitou/trace_table.hpp"
#include "notation/sfen.hpp"

namespace gougi::engines {
namespace {

std::string choice_text(const naitou::Decision& decision, shogi::Color com) {
  if (decision.outcome == naitou::Outcome::kSuicide) {
    return base::said({"declare its win", "宣言勝ち"});
  }
  if (!decision.move) return base::said({"resign", "投了"});
  return base::say({"play {0}", "{0}"}, notation::to_usi(naitou::from_frame(*decision.move, com)));
}

bool is_mate(shogi::Position position, shogi::BareMove move) {
  if (!position.is_legal(move)) return false;
  shogi::Undo undo;
  position.do_move(move, undo);
  return position.is_mated();
}

bool is_asked_for(const usi::SearchLimits& limits, usi::Move move) {
  const auto& asked = limits.search_moves;
  return asked.empty() || std::ranges::find(asked, move, &usi::Move::without_freeze) != asked.end();
}

/// For what the original never thinks of: it always promotes.
usi::MoveChoice first_legal(const shogi::Position& position, const usi::SearchLimits& limits) {
  for (const usi::Move move : limits.search_moves) {
    if (position.is_legal(move.of_shogi().bare)) return move.without_freeze();
  }
  return usi::Resign{};
}

}  // namespace

std::string NaitouEngine::name() const { return "gougi-naitou"; }
std::string NaitouEngine::author() const { return "the gougi project"; }

std::vector<usi::Option> NaitouEngine::options() const {
  return {
      {"TimeLimit", usi::CheckOption{false}},
      {"LegalOnly", usi::CheckOption{true}},
      {"LeaveKing", usi::CheckOption{false}},
  };
}

void NaitouEngine::set_option(const std::string& name, const std::string& value) {
  const bool on = value == "true";
  if (name == "TimeLimit") settings_.time_limit = on;
  if (name == "LegalOnly") legal_only_ = on;
  if (name == "LeaveKing") settings_.may_leave_king = on;
}

std::vector<std::string> NaitouEngine::prepare() {
  follower_.set(settings_);
  return {};
}

std::vector<std::string> NaitouEngine::remarks() const {
  std::vector<std::string> lines;
  if (follower_.mode() == naitou::Mode::kUnknown) {
    lines.push_back(base::said(
        {"the original has no such game: played without its book, else from its initial state",
         "元のソフトにない対局なので、定跡を使わず初期状態から指します"}));
  }
  if (const auto departure = follower_.departure()) {
    lines.push_back(base::say({"move {0} is not the original's, which would {1}; its state is kept",
                               "{0}手目は元のソフトの手({1})と違います。状態は引き継ぎます"},
                              departure->ply + 1,
                              choice_text(departure->instead, follower_.com())));
  }
  return lines;
}

usi::BestMoveAnswer NaitouEngine::search(const shogi::Game& game, const usi::SearchLimits& limits,
                                         usi::SearchHost& host) {
  follower_.follow(game.start().setup(), game.moves());
  for (const std::string& line : remarks()) host.message(line);
  const naitou::Decision& decision = follower_.decide();
  if (decision.outcome == naitou::Outcome::kLost) return {usi::Resign{}, std::nullopt};

  const shogi::Position& position = game.position();
  const shogi::Color com = follower_.com();
  const auto admits = [&](shogi::BareMove move) {
    return is_asked_for(limits, move) && (!legal_only_ || position.is_legal(move));
  };
  shogi::BareMove choice;
  if (decision.move) choice = naitou::from_frame(*decision.move, com);
  if (!choice || !admits(choice)) {
    const auto instead = naitou::best_of(follower_.state(), [&](naitou::Move move) {
      return admits(naitou::from_frame(move, com));
    });
    if (choice && !position.is_legal(choice)) {
      host.message(base::say({"the original plays {0}, which is not legal",
                              "元のソフトの手 {0} は合法手ではありません"},
                             notation::to_usi(choice)));
    }
    if (!instead) return {first_legal(position, limits), std::nullopt};
    choice = naitou::from_frame(*instead, com);
  } else if (decision.mates && !is_mate(position, choice)) {
    host.message(
        base::said({"the original takes this for mate", "元のソフトはこれを詰みとみなします"}));
  }
  usi::InfoAnswer info;
  info.depth = 1;
  info.nodes = decision.searched.candidates;
  if (is_mate(position, choice)) info.score = usi::Score::mate_in(1);
  info.pv = {choice};
  host.info(info);
  return {choice, std::nullopt};
}

usi::BestMoveAnswer NaitouEngine::search_unruled(const usi::PositionCommand& position,
                                                 const usi::SearchLimits& limits,
                                                 usi::SearchHost& host) {
  (void)limits;
  if (!follow(position)) return {usi::Resign{}, std::nullopt};
  for (const std::string& line : remarks()) host.message(line);
  const naitou::Decision& decision = follower_.decide();
  if (decision.outcome == naitou::Outcome::kSuicide) {
    host.message(base::said({"the opponent's king can be taken", "相手の玉を取れます"}));
    return {usi::DeclareWin{}, std::nullopt};
  }
  if (!decision.move) return {usi::Resign{}, std::nullopt};
  return {naitou::from_frame(*decision.move, follower_.com()), std::nullopt};
}

std::vector<std::string> NaitouEngine::query(const usi::QueryCommand& command,
                                             const shogi::Game& game, usi::SearchHost& host) {
  (void)host;
  if (command.word != "trace") return {};
  follower_.follow(game.start().setup(), game.moves());
  return trace_here();
}

base::Result<void> NaitouEngine::follow(const usi::PositionCommand& position) {
  const auto start = position.sfen.empty() ? base::Result<shogi::Position>(shogi::Position::start())
                                           : notation::parse_sfen(position.sfen);
  if (!start) return tl::unexpected(start.error());
  follower_.follow(start->setup(), usi::shogi_moves(position.moves));
  return {};
}

std::vector<std::string> NaitouEngine::trace_here() const {
  std::vector<std::string> lines = remarks();
  const auto table = naitou::trace(follower_.state(), follower_.com(), settings_.may_leave_king);
  for (std::string& line : naitou::lines_of(table)) lines.push_back(std::move(line));
  return lines;
}

base::Result<std::vector<std::string>> NaitouEngine::trace(const usi::PositionCommand& position) {
  prepare();
  return follow(position).map([this] { return trace_here(); });
}

}  // namespace gougi::engines
