// SPDX-License-Identifier: MIT
#include "relay/live_view.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>
#include <variant>

#include "base/language.hpp"
#include "base/text.hpp"
#include "base/version.hpp"
#include "consensus/explanation.hpp"
#include "consensus/strategy.hpp"
#include "consensus/win_rate.hpp"
#include "relay/roster.hpp"
#include "usi/answer.hpp"
#include "usi/failure_words.hpp"

namespace gougi::relay {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostThought = 4000;  // of a line; a pv of 500 plies
constexpr std::size_t kLongestLine = 40;    // plies of a pv that are shown
constexpr std::size_t kMostPosition = 1 << 16;
// Of decisions, for whoever looks later: a long game of a hundred voters. A page that is open has
// more.
constexpr std::size_t kMostKept = 4 << 20;

// Engines write what they like: what is no UTF-8 becomes U+FFFD.
std::string text_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string_view kind_of(Role role) {
  switch (role) {
    case Role::kVoter:
      return "voter";
    case Role::kSolver:
    case Role::kPvSolver:
      return "solver";
    case Role::kMirror:
      return "mirror";
    case Role::kReserve:
      return "reserve";
  }
  return "";
}

std::int64_t wall_ms() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

/// Of the line that says most: with a pv, and the first of several.
bool is_main_line(std::string_view info) {
  if (info.find(" pv ") == std::string_view::npos || info.size() > kMostThought) return false;
  constexpr std::string_view kRank = " multipv ";
  const std::size_t rank = info.find(kRank);
  return rank == std::string_view::npos || info.substr(rank + kRank.size()).starts_with("1 ");
}

/// Number of the move about to be played.
int ply_of(std::string_view position) {
  int ply = 1;
  bool moves = false;
  int word_of_sfen = -1;
  for (std::string_view rest = position; !rest.empty();) {
    const std::string_view word = base::next_word(rest);
    if (word.empty()) break;
    if (moves) {
      ++ply;
    } else if (word == "moves") {
      moves = true;
    } else if (word == "sfen") {
      word_of_sfen = 0;
    } else if (word_of_sfen >= 0 && ++word_of_sfen == 4) {
      ply = static_cast<int>(base::to_int(word).value_or(1));
    }
  }
  return ply;
}

/// Of a decision, as its line begins.
std::optional<std::int64_t> number_of(std::string_view record) {
  constexpr std::string_view kStart = R"({"decision":)";
  if (!record.starts_with(kStart)) return std::nullopt;
  record.remove_prefix(kStart.size());
  return base::to_int(record.substr(0, record.find_first_of(",}")));
}

// With the names and the rounding of the file of decisions.
void add_score(Json& to, const usi::Score& score, const consensus::Scale& scale) {
  if (const auto* mate = std::get_if<usi::Mate>(&score.value)) {
    to["score"]["mate"] = (mate->winning ? 1 : -1) * mate->plies.value_or(0);
    to["score"]["winning"] = mate->winning;
  } else {
    to["score"]["cp"] = std::get<usi::Centipawns>(score.value).value;
  }
  if (score.bound != usi::Bound::kExact) {
    to["score"]["bound"] = score.bound == usi::Bound::kLower ? "lower" : "upper";
  }
  to["win_rate"] = std::round(consensus::win_rate(score, scale) * 10'000.0) / 10'000.0;
}

Json thought_json(const std::string& line, const consensus::Scale& scale) {
  Json json = Json::object();
  const usi::InfoView info = usi::parse_info(line);
  if (info.score) add_score(json, *info.score, scale);
  if (info.depth) json["depth"] = *info.depth;
  if (info.nodes) json["nodes"] = *info.nodes;
  if (info.nps) json["nps"] = *info.nps;
  json["pv"] = Json::array();
  for (std::string_view rest = info.pv; json["pv"].size() < kLongestLine;) {
    const std::string_view word = base::next_word(rest);
    if (word.empty()) break;
    json["pv"].push_back(word);
  }
  return json;
}

Json head_json(const settings::RelaySettings& settings) {
  Json head{{"version", std::string(base::kVersion)}, {"name", settings.name}};
  for (const consensus::Strategy& each : consensus::strategies()) {
    const std::string name(each.identifier);
    head["rules"][name] = std::string(consensus::spoken_japanese_name(each));
    const base::Text text = consensus::explanation_of(each);
    head["explanations"][name] = {{"en", text.english}, {"ja", text.japanese}};
  }
  return head;
}

}  // namespace

LiveView::LiveView(const settings::RelaySettings& settings,
                   const std::vector<consensus::PhaseScales>& scales)
    : settings_(settings) {
  std::size_t voters = 0;
  for (const RosterEntry& entry : roster(settings)) {
    Member& member = now_.members.emplace_back();
    member.label = entry.label();
    member.kind = kind_of(entry.role);
    member.number = entry.number;
    if (entry.settings != nullptr) {
      member.name = entry.settings->name;
      member.scales =
          consensus::PhaseScales::all(consensus::Scale{.eval_coef = entry.settings->eval_coef});
    }
    member.is_named = !member.name.empty();
    if (entry.role == Role::kVoter && voters < scales.size()) member.scales = scales[voters];
    voters += entry.role == Role::kVoter ? 1 : 0;
  }
}

std::string LiveView::serve(int port) {
  if (port == port_) return {};
  server_.reset();
  untold_ = records_.size();
  port_ = port;
  if (port == 0) return {};
  if (settings_.protocol != settings::GameProtocol::kUsi) {
    return base::said({"live: the page is for shogi only", "live: ページは将棋専用です"});
  }
  auto started =
      live::Server::start({settings_.live.address, port, settings_.live.token},
                          live::council_page(), [this](live::Story& story) { tell(story); });
  if (!started) return "live: " + started.error().message;
  server_ = std::move(*started);
  return "live: " + live::link_to(server_->place());
}

void LiveView::took(const Event& event) {
  if (const auto* line = std::get_if<HostLine>(&event.what)) return take_host_line(line->text);
  const auto member = [this](int child) -> Member& {
    return now_.members[static_cast<std::size_t>(child)];
  };
  if (const auto* said = std::get_if<ChildLine>(&event.what)) {
    const bool is_thought = said->text.starts_with("info ");
    if (is_thought && (!server_ || !is_main_line(said->text))) return;
    if (!is_thought && !said->text.starts_with("id name ")) return;
    const std::lock_guard lock(mutex_);
    take_child_line(member(said->child), said->text);
  } else if (const auto* started = std::get_if<ChildStarted>(&event.what)) {
    const std::lock_guard lock(mutex_);
    ++member(started->child).starts;
    member(started->child).runs = true;
  } else if (const auto* ended = std::get_if<ChildExited>(&event.what)) {
    const std::lock_guard lock(mutex_);
    member(ended->child).runs = false;
    member(ended->child).ended = ended->how;
    member(ended->child).thought.clear();
  } else if (const auto* failed = std::get_if<ChildFailed>(&event.what)) {
    const std::lock_guard lock(mutex_);
    member(failed->child).runs = false;
    member(failed->child).ended = failed->error;
  }
}

void LiveView::take_child_line(Member& member, std::string_view line) const {
  constexpr std::string_view kName = "id name ";
  if (!line.starts_with(kName)) {
    if (now_.thinks) member.thought = line;
  } else if (!member.is_named) {
    member.name = base::printable(line.substr(kName.size()), 80);
  }
}

void LiveView::take_host_line(std::string_view line) {
  std::string_view rest = line;
  const std::string_view word = base::next_word(rest);
  if (word == "position" && line.size() <= kMostPosition) {
    const std::lock_guard lock(mutex_);
    if (is_begun_) begin_game();
    if (std::exchange(now_.position, line) == line) return;
    now_.is_guess = false;
    for (Member& member : now_.members) member.thought.clear();  // of another position
  } else if (const std::string_view how = word == "go" ? base::next_word(rest) : "mate";
             how != "mate") {
    const std::lock_guard lock(mutex_);
    // Who does without usinewgame; an analysis is of the game that is over.
    if (is_over_ && how != "infinite") begin_game();
    now_.is_guess = how == "ponder";
    now_.go = base::printable(line, 400);
    now_.went_at = wall_ms();
    now_.thinks = true;
    for (Member& member : now_.members) member.thought.clear();
  } else if (word == "ponderhit") {
    const std::lock_guard lock(mutex_);
    if (!std::exchange(now_.is_guess, false)) return;
    now_.went_at = wall_ms();
  } else if (word == "gameover" || word == "usinewgame") {
    const std::lock_guard lock(mutex_);
    now_.thinks = false;
    (word == "gameover" ? is_over_ : is_begun_) = true;
  }
}

void LiveView::begin_game() {
  now_.earlier = decided_;
  is_begun_ = false;
  is_over_ = false;
}

void LiveView::said(std::string_view line) {
  if (!line.starts_with("bestmove ")) return;
  const std::lock_guard lock(mutex_);
  now_.thinks = false;
  now_.last_said = line;
}

void LiveView::recorded(std::string_view line) {
  if (settings_.protocol != settings::GameProtocol::kUsi) return;  // it has no page
  auto record = std::make_shared<const std::string>(line);
  const std::lock_guard lock(mutex_);
  decided_ = number_of(line).value_or(decided_);
  bytes_ += record->size();
  records_.push_back(std::move(record));
  ++untold_;
  while (records_.size() > live::kMostItems || (bytes_ > kMostKept && records_.size() > 1)) {
    bytes_ -= records_.front()->size();
    records_.pop_front();
  }
  untold_ = std::min(untold_, records_.size());
}

void LiveView::tell(live::Story& story) {
  Now now;
  std::vector<std::shared_ptr<const std::string>> records;
  {
    const std::lock_guard lock(mutex_);
    now = now_;
    records.assign(records_.end() - static_cast<std::ptrdiff_t>(untold_), records_.end());
    untold_ = 0;
  }
  for (const auto& record : records) story.add(*record);
  story.set("head", text_of(head_json(settings_)));
  story.set("position", text_of(Json(now.position)));
  story.set("earlier", std::to_string(now.earlier));
  story.set("go", text_of(Json{{"line", now.go},
                               {"at", now.went_at},
                               {"thinks", now.thinks},
                               {"guess", now.is_guess},
                               {"said", now.last_said}}));
  Json members = Json::array();
  const int ply = ply_of(now.position);
  for (const Member& member : now.members) {
    members.push_back({{"label", member.label},
                       {"kind", member.kind},
                       {"number", member.number},
                       {"name", member.name.empty() ? member.label : member.name},
                       {"starts", member.starts},
                       {"runs", member.runs},
                       {"ended", member.ended}});
    if (!member.ended.empty()) {
      members.back()["ended_ja"] = usi::failure_words(member.ended, base::Language::kJapanese);
    }
    const bool thinks = !member.thought.empty();
    story.set("thought." + member.label,
              thinks ? text_of(thought_json(member.thought, member.scales.at(ply))) : "null");
  }
  story.set("members", text_of(members));
}

}  // namespace gougi::relay
