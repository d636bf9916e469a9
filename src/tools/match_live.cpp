// SPDX-License-Identifier: MIT
#include "tools/match_live.hpp"

#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <utility>
#include <variant>

#include "match/rating.hpp"
#include "match/sprt.hpp"
#include "match/strength.hpp"

namespace gougi::tools {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr std::size_t kMostPoints = 400;  // more than a screen can tell apart

std::string text_of(const OrderedJson& json) {
  return json.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

OrderedJson number(double value) {
  return std::isfinite(value) ? OrderedJson(value) : OrderedJson();
}

OrderedJson score_json(const usi::Score& score, int depth) {
  OrderedJson json = OrderedJson::object();
  if (const auto* mate = std::get_if<usi::Mate>(&score.value)) {
    json["mate"] = (mate->winning ? 1 : -1) * mate->plies.value_or(1);
  } else {
    json["cp"] = std::get<usi::Centipawns>(score.value).value;
  }
  json["depth"] = depth;
  return json;
}

std::string_view verdict_text(match::SprtVerdict verdict) {
  switch (verdict) {
    case match::SprtVerdict::kH0:
      return "H0";
    case match::SprtVerdict::kH1:
      return "H1";
    case match::SprtVerdict::kGoOn:
      break;
  }
  return "go_on";
}

// What each is above the mean, or against the anchors, as the match's page and its result have it.
std::vector<match::Interval> live_ratings(const match::Standing& standing,
                                          const match::ProgressFacts& facts) {
  std::vector<match::Interval> elo(standing.engines());
  const auto table = match::rate(standing.engines(), standing.matchups(), facts.anchors);
  for (std::size_t i = 0; table && i < elo.size(); ++i) elo[i] = table->players[i].elo;
  return elo;
}

OrderedJson table_of(const match::Standing& standing, const match::ProgressFacts& facts) {
  OrderedJson score{{"games", standing.games()}};
  if (facts.played_now > 0 && standing.games() < facts.games) {
    const double each =
        static_cast<double>(facts.running.count()) / 1000 / static_cast<double>(facts.played_now);
    score["left_s"] = std::round(each * static_cast<double>(facts.games - standing.games()));
  }
  const auto elo = live_ratings(standing, facts);
  score["engines"] = OrderedJson::array();
  for (std::size_t i = 0; i < standing.engines(); ++i) {
    const match::Trinomial games = standing.games_of(i);
    std::uint64_t faults = 0;
    for (const auto& [what, count] : standing.faults()) faults += what.first == i ? count : 0;
    score["engines"].push_back({{"wins", games.wins},
                                {"draws", games.draws},
                                {"losses", games.losses},
                                {"elo", number(elo[i].value)},
                                {"error", number(elo[i].error())},
                                {"faults", faults}});
  }
  if (standing.engines() != 2) return score;
  const auto pairs = standing.pairs_of(0, 1);
  score["los"] = match::strength(pairs, standing.games_of(0, 1)).superiority;
  if (facts.sprt) {
    const match::SprtState state =
        facts.in_order ? *facts.in_order : match::sprt(*facts.sprt, match::observations(pairs));
    score["sprt"] = {{"llr", state.llr},
                     {"lower", state.lower},
                     {"upper", state.upper},
                     {"verdict", verdict_text(state.verdict)}};
  }
  return score;
}

}  // namespace

MatchLive::MatchLive(match::ProgressFacts facts, bool shows_boards)
    : shows_boards_(shows_boards),
      now_{match::Standing(facts.names.size()), std::move(facts), {}, {}, 1, {}, false} {}

base::Result<std::unique_ptr<MatchLive>> MatchLive::serve(int port, match::ProgressFacts facts,
                                                          bool shows_boards) {
  std::unique_ptr<MatchLive> view(new MatchLive(std::move(facts), shows_boards));
  live::Place place;
  place.port = port;
  auto server = live::Server::start(place, live::match_page(),
                                    [v = view.get()](auto& story) { v->tell(story); });
  if (!server) return tl::unexpected(server.error());
  view->server_ = std::move(*server);
  return view;
}

void MatchLive::at_table(std::size_t table, const match::ScheduledGame& game,
                         const match::Referee& referee) {
  Table now;
  now.game = game.number;
  now.black = game.black;
  now.white = game.white;
  now.position = *referee.position();
  now.plies = referee.moves().size();
  now.mover = referee.mover();
  for (const shogi::Color side : shogi::kColors) {
    now.left.push_back(referee.clock().left(side).count());
  }
  if (now.left == std::vector<std::int64_t>{0, 0}) now.left.clear();
  // The last two moves are of both.
  shogi::Color side = now.mover;
  const auto& moves = referee.moves();
  for (auto move = moves.rbegin(); move != moves.rend() && move - moves.rbegin() < 2; ++move) {
    side = ~side;
    if (move->score) now.said.emplace(side, Said{*move->score, move->depth});
  }
  const std::lock_guard lock(mutex_);
  now_.tables[table] = std::move(now);
}

void MatchLive::finished(const match::GameRecord& game) {
  constexpr const char* kResults[] = {"1-0", "0-1", "½-½"};
  std::string told =
      text_of(OrderedJson{{"game", game.number + 1},
                          {"black", game.black},
                          {"white", game.white},
                          {"result", kResults[static_cast<std::size_t>(game.ending.result)]},
                          {"reason", game::to_text(game.ending.reason)},
                          {"plies", game.moves.size()}});
  const std::lock_guard lock(mutex_);
  for (auto& [number, table] : now_.tables) table.is_free |= table.game == game.number;
  now_.standing.add(game);
  now_.games.push_back(std::move(told));
  // While nobody looks it is kept for who may.
  if (now_.games.size() > live::kMostItems) now_.games.pop_front();
  if (now_.standing.games() % now_.step != 0) return;
  now_.curve.push_back(point());
  if (now_.curve.size() <= kMostPoints) return;
  now_.step *= 2;
  std::erase_if(now_.curve, [this](const CurvePoint& p) { return p.games % now_.step != 0; });
}

MatchLive::CurvePoint MatchLive::point() const {
  const match::Standing& standing = now_.standing;
  CurvePoint point{standing.games(), {}};
  if (standing.engines() != 2) {
    for (std::size_t i = 0; i < standing.engines(); ++i) {
      const match::Trinomial games = standing.games_of(i);
      point.values.push_back(games.games() == 0 ? std::nan("") : 100 * games.score());
    }
    return point;
  }
  const auto pairs = standing.pairs_of(0, 1);
  const match::Strength s = match::strength(pairs, standing.games_of(0, 1));
  point.values = {s.elo.value, s.elo.low, s.elo.high};
  if (now_.facts.sprt) {
    const auto& in_order = now_.facts.in_order;
    point.values.push_back(
        in_order ? in_order->llr : match::sprt(*now_.facts.sprt, match::observations(pairs)).llr);
  }
  return point;
}

void MatchLive::is_running(base::Milliseconds running, std::uint64_t played) {
  const std::lock_guard lock(mutex_);
  now_.facts.running = running;
  now_.facts.played_now = played;
}

void MatchLive::test_stands(const match::SprtState& in_order) {
  const std::lock_guard lock(mutex_);
  now_.facts.in_order = in_order;
}

void MatchLive::over() {
  {
    const std::lock_guard lock(mutex_);
    for (auto& [number, table] : now_.tables) table.is_free = true;
    now_.is_over = true;
  }
  server_->tell_last();
}

void MatchLive::tell(live::Story& story) {
  std::unique_lock lock(mutex_);
  const std::deque<std::string> games = std::exchange(now_.games, {});
  const Now now = now_;
  lock.unlock();
  for (const std::string& game : games) story.add(game);
  story.set(
      "head",
      text_of({{"names", now.facts.names}, {"games", now.facts.games}, {"shogi", shows_boards_}}));
  story.set("progress", text_of({{"over", now.is_over}}));
  story.set("score", text_of(table_of(now.standing, now.facts)));
  OrderedJson curve = OrderedJson::array();
  for (const CurvePoint& point : now.curve) {
    OrderedJson values = OrderedJson::array({point.games});
    for (const double value : point.values) {
      values.push_back(number(std::round(value * 100) / 100));
    }
    curve.push_back(std::move(values));
  }
  story.set("curve", text_of(curve));
  for (const auto& [number, table] : now.tables) {
    const std::string name = "table." + std::to_string(number);
    if (table.is_free) {
      story.set(name, "null");
      continue;
    }
    OrderedJson said = OrderedJson::object();
    for (const auto& [side, what] : table.said) {
      said[side == shogi::Color::kBlack ? "b" : "w"] = score_json(what.score, what.depth);
    }
    OrderedJson json{
        {"game", table.game + 1}, {"black", table.black},
        {"white", table.white},   {"position", table.position},
        {"plies", table.plies},   {"thinks", table.mover == shogi::Color::kBlack ? "b" : "w"},
        {"said", std::move(said)}};
    if (!table.left.empty()) json["left"] = table.left;
    story.set(name, text_of(json));
  }
}

}  // namespace gougi::tools
