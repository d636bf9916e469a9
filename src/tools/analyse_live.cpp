// SPDX-License-Identifier: MIT
#include "tools/analyse_live.hpp"

#include <chrono>
#include <cmath>
#include <utility>

#include "tools/analyse_json.hpp"
#include "tools/analyse_page.hpp"

namespace gougi::tools {
namespace {

relay::Json without_lines_of_members(const relay::Json& described) {
  relay::Json members = relay::Json::array();
  for (const relay::Json& member : described["members"]) {
    relay::Json& to = members.emplace_back(relay::Json::object());
    for (const char* const name : {"answer", "win_rate"}) {
      if (member.contains(name)) to[name] = member[name];
    }
  }
  return members;
}

// What is kept of every position: curves and votes are drawn of it.
relay::Json without_lines(const relay::Json& described) {
  relay::Json brief = relay::Json::object();
  for (const char* const name :
       {"move", "declares", "win_rate", "mate", "mate_proven", "same_move", "same_plies"}) {
    if (described.contains(name)) brief[name] = described[name];
  }
  brief["members"] = without_lines_of_members(described);
  return brief;
}

// What the file has of it; of members what is kept of every position.
relay::Json settled_position(relay::Json position) {
  if (position.contains("members")) position["members"] = without_lines_of_members(position);
  return position;
}

}  // namespace

AnalyseLive::AnalyseLive(const relay::Json& head, std::vector<Game> games,
                         const analysis::Thresholds& thresholds)
    : head_(page_text(head)), thresholds_(thresholds) {
  for (Game& game : games) {
    const std::size_t positions = game.game.moves().size() + 1;
    games_.push_back({std::move(game), std::vector<analysis::Verdict>(positions),
                      std::vector<relay::Json>(positions), false, true});
  }
}

base::Result<std::unique_ptr<AnalyseLive>> AnalyseLive::serve(
    int port, const relay::Json& head, std::vector<Game> games,
    const analysis::Thresholds& thresholds) {
  std::unique_ptr<AnalyseLive> view(new AnalyseLive(head, std::move(games), thresholds));
  live::Place place;
  place.port = port;
  auto server = live::Server::start(place, live::analysis_page(),
                                    [v = view.get()](auto& story) { v->tell(story); });
  if (!server) return tl::unexpected(server.error());
  view->server_ = std::move(*server);
  return view;
}

void AnalyseLive::judged(std::size_t game, std::size_t plies, const analysis::Verdict& verdict,
                         relay::Json described) {
  relay::Json brief = without_lines(described);
  described["game"] = game;
  described["ply"] = plies + 1;
  std::string told = page_text(described);
  const std::lock_guard lock(mutex_);
  Shown& shown = games_[game];
  shown.verdicts[plies] = verdict;
  shown.positions[plies] = std::move(brief);
  shown.is_new = true;
  newest_.push_back(std::move(told));
  // While nobody looks it is kept for who may.
  if (newest_.size() > live::kMostItems) newest_.pop_front();
}

void AnalyseLive::is_at(const CouncilProgress& progress) {
  relay::Json json{{"done", progress.done}, {"all", progress.all}};
  if (progress.done_now > 0) {
    const double each = std::chrono::duration<double>(progress.running).count() /
                        static_cast<double>(progress.done_now);
    json["left_s"] = std::round(each * static_cast<double>(progress.all - progress.done));
  }
  const std::lock_guard lock(mutex_);
  progress_ = std::move(json);
}

void AnalyseLive::settled(std::size_t game, const relay::Json& page) {
  std::vector<relay::Json> positions;
  for (const relay::Json& position : page["positions"]) {
    positions.push_back(settled_position(position));
  }
  const std::lock_guard lock(mutex_);
  Shown& shown = games_[game];
  shown.positions = std::move(positions);
  shown.is_settled = true;
  shown.is_new = true;
}

void AnalyseLive::over(const std::string& results) {
  {
    const std::lock_guard lock(mutex_);
    progress_["over"] = results;
  }
  server_->tell_last();
}

void AnalyseLive::tell(live::Story& story) {
  std::unique_lock lock(mutex_);
  const std::deque<std::string> newest = std::exchange(newest_, {});
  const relay::Json progress = progress_;
  std::vector<std::pair<std::size_t, Shown>> changed;
  for (std::size_t i = 0; i < games_.size(); ++i) {
    if (std::exchange(games_[i].is_new, false)) changed.emplace_back(i, games_[i]);
  }
  lock.unlock();
  story.set("head", head_);
  story.set("progress", page_text(progress));
  for (const std::string& position : newest) story.add(position);
  for (auto& [number, shown] : changed) {
    relay::Json& json = shown.game.page;
    json["positions"] = std::move(shown.positions);
    if (shown.is_settled) {
      json["settled"] = true;
    } else {
      const auto review = analysis::review_of(shown.game.game, shown.verdicts, thresholds_);
      for (std::size_t i = 0; i < review.moves.size(); ++i) {
        if (!json["positions"][i].is_null()) describe_move(review.moves[i], json["positions"][i]);
      }
    }
    story.set("game." + std::to_string(number), page_text(json));
  }
}

}  // namespace gougi::tools
