// SPDX-License-Identifier: MIT
#include "study/headroom_lines.hpp"

#include <algorithm>
#include <limits>
#include <utility>
#include <variant>

#include "base/say.hpp"
#include "base/text.hpp"
#include "relay/ballot_json.hpp"
#include "relay/json_reader.hpp"
#include "usi/command.hpp"
#include "usi/move.hpp"
#include "usi/position_text.hpp"

namespace gougi::study {
namespace {

using relay::Json;
using relay::JsonReader;

constexpr std::string_view kFormat = "gougi headroom 2";
constexpr std::string_view kOldFormat = "gougi headroom 1";  // without searches
// A position's line of a game of 2000 moves is some 12 KB.
constexpr std::size_t kMostLineBytes = 1U << 20U;
constexpr std::size_t kMostText = 400;
constexpr std::size_t kMostMoves = 64;
constexpr std::size_t kMostGames = 1'000'000'000;
constexpr int kMostPly = shogi::kMaxPly + 10'000;  // and the moves of a game

std::string dumped(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// What is behind the last bar, but of a bar at the end.
std::string without_folder(const std::string& word) {
  const std::size_t bar = word.find_last_of("/\\");
  return bar == std::string::npos || bar + 1 == word.size() ? word : word.substr(bar + 1);
}

/// As a reader knows the program; what it is its identity says.
std::string without_folders(std::string_view command) {
  std::string text;
  while (!command.empty()) {
    const std::string word(base::next_word(command));
    if (!word.empty()) text += (text.empty() ? "" : " ") + without_folder(word);
  }
  return text;
}

Json engine_json(const HeadroomEngine& engine) {
  Json json;
  json["name"] = engine.name;
  const bool is_known = !engine.identity.empty();
  json["command"] = is_known ? without_folders(engine.command) : engine.command;
  json["options"] = Json::array();
  for (const auto& [name, value] : engine.options) {
    json["options"].push_back(name + "=" + (is_known ? without_folder(value) : value));
  }
  if (is_known) json["identity"] = engine.identity;
  return json;
}

/// As far as the files tell: an older gougi's have no identity.
bool is_same_engine(const HeadroomEngine& one, const HeadroomEngine& other) {
  if (one.name != other.name) return false;
  if (one.identity.empty() != other.identity.empty()) return true;
  return one.identity.empty() ? one == other : one.identity == other.identity;
}

/// Whether a file's words are an engine. Those without an identity are of an older gougi.
bool is_engine(const Json& there, HeadroomEngine engine) {
  if (!there.is_object() || !there.contains("identity")) engine.identity.clear();
  const Json mine = engine_json(engine);
  if (engine.identity.empty()) return there == mine;
  return there.value("name", Json()) == mine["name"] && there["identity"] == mine["identity"];
}

bool are_engines(const Json& there, const std::vector<HeadroomEngine>& engines) {
  return there.is_array() && there.size() == engines.size() &&
         std::equal(there.begin(), there.end(), engines.begin(), is_engine);
}

Json order_json(const HeadroomOrder& order) {
  Json json;
  json["format"] = kFormat;
  json["engines"] = Json::array();
  for (const HeadroomEngine& engine : order.engines) {
    json["engines"].push_back(engine_json(engine));
  }
  json["anchor"] = order.engines[order.anchor].name;
  json["nodes"] = order.nodes;
  json["judge"] = engine_json(order.judge);
  json["judge_nodes"] = order.judge_nodes;
  json["judge_coef"] = order.judge_coef;
  json["positions"] = order.positions;
  json["seed"] = order.seed;
  json["games"] = order.games;
  if (order.again) json["again"] = true;
  return json;
}

base::Result<Json> parsed(std::string_view text) {
  if (text.size() > kMostLineBytes)
    return base::fail(base::say({"is longer than 1 MiB", "1 MiB を超えています"}));
  return relay::parse_json(text);
}

void read_place(const JsonReader& from, std::string_view key, std::size_t below, std::size_t& to) {
  std::int64_t value = 0;
  const auto most = static_cast<std::int64_t>(below) - 1;
  from.integer(key, value, std::int64_t{0}, most);
  to = static_cast<std::size_t>(value);
}

void read_flags(const JsonReader& from, std::string_view key, std::size_t count,
                std::vector<bool>& to) {
  from.array(key, [&](const Json& element, const std::string& place) {
    if (!element.is_boolean()) {
      from.fail(key, base::say({"{0} is neither true nor false, at {1}",
                                "{1} の {0} は true でも false でもありません"},
                               JsonReader::shown(element), place));
    }
    to.push_back(element.is_boolean() && element.get<bool>());
  });
  if (to.size() != count)
    from.fail(key, base::say({"is not as long as moves", "moves と長さが違います"}));
}

void read_moves(const JsonReader& from, HeadroomLine& line) {
  from.array("moves", [&](const Json& element, const std::string& place) {
    if (!element.is_string() || element.get<std::string>().size() > 16) {
      from.fail("moves", base::say({"{0} is no move, at {1}", "{1} の {0} は指し手ではありません"},
                                   JsonReader::shown(element), place));
    } else {
      line.moves.push_back(element.get<std::string>());
    }
  });
  from.array("win_rates", [&](const Json& element, const std::string& place) {
    const double value = element.is_number() ? element.get<double>() : -1;
    if (!(value >= 0 && value <= 1)) {
      from.fail("win_rates", base::say({"{0} is not from 0 to 1, at {1}",
                                        "{1} の {0} は 0 から 1 の範囲にありません"},
                                       JsonReader::shown(element), place));
    }
    line.win_rates.push_back(value);
  });
  if (line.moves.empty() || line.moves.size() > kMostMoves) {
    from.fail("moves", base::say({"has none, or too many", "1つもないか、多すぎます"}));
  }
  if (line.win_rates.size() != line.moves.size()) {
    from.fail("win_rates", base::say({"is not as long as moves", "moves と長さが違います"}));
  }
  read_flags(from, "captures", line.moves.size(), line.captures);
  read_flags(from, "checks", line.moves.size(), line.checks);
}

void read_members(const JsonReader& from, std::size_t members, HeadroomLine& line) {
  from.array("members", [&](const Json& element, const std::string& place) {
    if (!element.is_number_unsigned() || element.get<std::uint64_t>() >= line.moves.size()) {
      from.fail("members", base::say({"{0} is no place among moves, at {1}",
                                      "{1} の {0} は moves の中の位置ではありません"},
                                     JsonReader::shown(element), place));
    } else {
      line.members.push_back(element.get<std::size_t>());
    }
  });
  if (line.members.size() != members) {
    from.fail("members", base::say({"has not one place for each of the {0} engines",
                                    "{0} 個のエンジンのそれぞれに1つの位置がありません"},
                                   members));
  }
}

// What a search answered is the move that stands there as its member's.
bool is_same(const consensus::Choice& choice, std::string_view move) {
  if (std::holds_alternative<usi::Resign>(choice)) return move == "resign";
  const auto* played = std::get_if<usi::Move>(&choice);
  return played != nullptr && usi::to_text(*played) == move;
}

void read_searches(const JsonReader& from, HeadroomLine& line) {
  from.objects("searches", [&](const JsonReader& each) {
    relay::read_ballot(each, line.searches.emplace_back());
  });
  if (line.searches.size() != line.members.size())
    from.fail("searches", base::say({"is not as long as members", "members と長さが違います"}));
  if (from.failed()) return;
  for (std::size_t i = 0; i < line.searches.size(); ++i) {
    if (is_same(line.searches[i].choice, line.moves[line.members[i]])) continue;
    from.fail("searches", base::say({"has another move than members for engine {0}",
                                     "エンジン {0} の指し手が members と違います"},
                                    i + 1));
  }
}

/// Whether the moves can be played there: whoever reads the line believes their win rates.
base::Result<void> check_moves(const HeadroomLine& line) {
  const auto command = usi::parse_command(line.position);
  const auto* position = command ? std::get_if<usi::PositionCommand>(&*command) : nullptr;
  if (position == nullptr) {
    return base::fail(base::say(
        {"position {0} is no position line", "position の {0} は position の行ではありません"},
        base::printable(line.position, kMostText)));
  }
  const auto game = usi::replay(*position);
  if (!game) return base::fail("position: " + game.error().message);
  for (const std::string& text : line.moves) {
    const auto move = usi::parse_move(text);
    if (text == "resign" ||
        (move && !move->freezes() && game->position().is_legal(move->of_shogi().bare))) {
      continue;
    }
    return base::fail(base::say({"moves has {0}, which is not legal there",
                                 "moves の {0} はその局面で合法手ではありません"},
                                base::printable(text)));
  }
  return {};
}

HeadroomEngine read_engine(const JsonReader& from) {
  HeadroomEngine engine;
  from.text("name", engine.name);
  from.text("command", engine.command);
  if (from.find("identity") != nullptr) from.text("identity", engine.identity);
  from.array("options", [&](const Json& element, const std::string& place) {
    const std::string text = element.is_string() ? element.get<std::string>() : "";
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos) {
      return from.fail("options", base::say({"{0} is not NAME=VALUE, at {1}",
                                             "{1} の {0} は NAME=VALUE ではありません"},
                                            JsonReader::shown(element), place));
    }
    engine.options.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  });
  return engine;
}

/// Whether the file's word `key` is what `order`, whose word is `mine`, says.
bool is_same_word(std::string_view key, const Json& there, const Json& mine,
                  const HeadroomOrder& order) {
  if (key == "engines") return are_engines(there, order.engines);
  return key == "judge" ? is_engine(there, order.judge) : there == mine;
}

/// A word that differs, and what was said.
struct Changed {
  std::string word;
  Json was;
  Json is;
};

/// The part of an engine that differs: what its user typed sooner than what follows from that.
Changed changed_part(const std::string& word, const Json& there, const Json& mine) {
  if (!there.is_object()) return {word, there, mine};
  for (const char* const key : {"name", "options", "command", "identity"}) {
    Json was = there.value(key, Json());
    Json is = mine.value(key, Json());
    if (was == is) continue;
    return {word + "." + key, std::move(was), std::move(is)};
  }
  return {word, there, mine};
}

/// Of engines the first that differs, counted from 1, where there are as many.
Changed changed_word(std::string_view key, const Json& there, const Json& mine,
                     const HeadroomOrder& order) {
  const std::string word(key);
  if (key == "judge") return changed_part(word, there, mine);
  if (key != "engines" || !there.is_array() || there.size() != mine.size()) {
    return {word, there, mine};
  }
  std::size_t i = 0;
  while (i + 1 < mine.size() && is_engine(there[i], order.engines[i])) ++i;
  return changed_part(word + "[" + std::to_string(i + 1) + "]", there[i], mine[i]);
}

}  // namespace

std::vector<HeadroomLine> drawn_lines(const std::vector<LotGame>& games,
                                      const std::vector<DrawnPosition>& places) {
  std::vector<HeadroomLine> lines;
  for (const DrawnPosition& place : places) {
    HeadroomLine& line = lines.emplace_back();
    line.number = lines.size() - 1;
    line.game = place.game;
    line.game_id = fingerprint({&games[place.game], 1});
    line.ply = games[place.game].start.ply() + static_cast<int>(place.moves);
    line.position = usi::position_line(game_at(games[place.game], place.moves));
  }
  return lines;
}

std::string to_line(const HeadroomOrder& order) { return dumped(order_json(order)); }

std::string to_line(const HeadroomLine& line) {
  Json json;
  json["number"] = line.number;
  json["game"] = line.game;
  if (!line.game_id.empty()) json["game_id"] = line.game_id;
  json["ply"] = line.ply;
  json["position"] = line.position;
  if (!line.left_out.empty()) {
    json["left_out"] = base::printable(line.left_out, kMostText);
    return dumped(json);
  }
  json["moves"] = line.moves;
  json["win_rates"] = line.win_rates;
  json["captures"] = line.captures;
  json["checks"] = line.checks;
  json["members"] = line.members;
  json["whole"] = line.whole;
  json["judges"] = line.judges;
  json["searches"] = Json::array();
  for (const consensus::Ballot& search : line.searches) {
    json["searches"].push_back(relay::ballot_json(search));
  }
  return dumped(json);
}

std::optional<std::string> difference(std::string_view text, const HeadroomOrder& order) {
  const auto json = parsed(text);
  const bool is_object = json && json->is_object();
  if (is_object && json->value("format", Json()) == kOldFormat) {
    return base::say({"is of an older gougi and lacks the members' searches; begin another --file",
                      "古い gougi のもので、メンバーの探索がありません。--file "
                      "で別のファイルから始めてください"});
  }
  if (!is_object || json->value("format", Json()) != kFormat) {
    return base::say(
        {"is no file of gougi study --headroom; --file names a new one, or one to go on with",
         "gougi study --headroom のファイルではありません。--file "
         "には新しいファイルか、続きから始めるファイルを指定します"});
  }
  Json mine = order_json(order);
  if (!order.again && json->contains("again")) mine["again"] = false;
  for (const auto& [key, value] : mine.items()) {
    const auto found = json->find(key);
    if (found != json->end() && is_same_word(key, *found, value, order)) continue;
    const Changed changed = changed_word(key, found == json->end() ? Json() : *found, value, order);
    const auto shown = [](const Json& what) {
      return what.is_null() ? base::say({"not said", "指定なし"})
                            : base::printable(dumped(what), kMostText);
    };
    if (changed.word.ends_with(".identity") && !changed.was.is_null()) {
      return base::say({"was begun with other words: {0}: the program, or a file that its options "
                        "name, has changed since; give the old one, or another --file",
                        "別の指定で始めたものです。{0}: プログラムか、オプションで指定したファイル"
                        "が変わっています。元のものにするか、--file で別のファイルにしてください"},
                       changed.word.substr(0, changed.word.rfind('.')));
    }
    return base::say({"was begun with other words: {0} was {1}, now it is {2}; give the same "
                      "again, or another --file",
                      "別の指定で始めたものです。{0} は {1} でしたが、今は {2} "
                      "です。同じ指定にするか、--file で別のファイルにしてください"},
                     changed.word, shown(changed.was), shown(changed.is));
  }
  return std::nullopt;
}

base::Result<HeadroomOrder> parse_headroom_order(std::string_view text) {
  const auto json = parsed(text);
  if (!json || !json->is_object())
    return base::fail(base::say({"is no file of gougi study --headroom",
                                 "gougi study --headroom のファイルではありません"}));
  std::string error;
  const JsonReader reader(*json, "", error);
  std::string format;
  reader.text("format", format);
  if (format == kOldFormat) {
    return base::fail(base::say({"is of an older gougi and lacks the members' searches",
                                 "古い gougi のもので、メンバーの探索がありません"}));
  }
  if (format != kFormat)
    return base::fail(base::say({"is no file of gougi study --headroom",
                                 "gougi study --headroom のファイルではありません"}));
  HeadroomOrder order;
  reader.objects("engines",
                 [&](const JsonReader& each) { order.engines.push_back(read_engine(each)); });
  std::string anchor;
  reader.text("anchor", anchor);
  const auto found = std::ranges::find(order.engines, anchor, &HeadroomEngine::name);
  if (found == order.engines.end())
    reader.fail("anchor", base::say({"is none of the engines", "エンジンのどれでもありません"}));
  order.anchor = static_cast<std::size_t>(found - order.engines.begin());
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  const auto number = [&](std::string_view key, std::uint64_t& to) {
    std::int64_t value = 0;
    reader.integer(key, value, std::int64_t{0}, kMost);
    to = static_cast<std::uint64_t>(value);
  };
  number("nodes", order.nodes);
  reader.object("judge", [&](const JsonReader& judge) { order.judge = read_engine(judge); });
  number("judge_nodes", order.judge_nodes);
  reader.integer("judge_coef", order.judge_coef, 1, 1'000'000);
  number("positions", order.positions);
  number("seed", order.seed);
  reader.text("games", order.games);
  const Json* const again = reader.find("again");
  order.again = again != nullptr && *again == true;
  if (!error.empty()) return base::fail(error);
  return order;
}

std::optional<std::string> members_difference(const HeadroomOrder& order,
                                              const HeadroomOrder& before) {
  if (!std::ranges::equal(order.engines, before.engines, is_same_engine)) {
    return base::say({"is of other engines than the file before it, or of other options",
                      "前のファイルとエンジンかオプションが違います"});
  }
  if (order.nodes == before.nodes) return std::nullopt;
  return base::say({"is of {0} nodes, the file before it of {1}",
                    "{0} ノードの結果ですが、前のファイルは {1} ノードです"},
                   order.nodes, before.nodes);
}

base::Result<HeadroomLine> parse_headroom_line(std::string_view text, std::size_t members,
                                               std::size_t positions) {
  const auto json = parsed(text);
  if (!json) return tl::unexpected(json.error());
  std::string error;
  const JsonReader reader(*json, "", error);
  HeadroomLine line;
  read_place(reader, "number", positions, line.number);
  read_place(reader, "game", kMostGames, line.game);
  if (reader.find("game_id") != nullptr) reader.text("game_id", line.game_id);
  reader.integer("ply", line.ply, 1, kMostPly);
  reader.text("position", line.position);
  if (reader.find("left_out") != nullptr) {
    reader.text("left_out", line.left_out);
    if (!reader.failed() && line.left_out.empty())
      reader.fail("left_out", base::say({"says nothing", "理由がありません"}));
  } else {
    read_moves(reader, line);
    read_members(reader, members, line);
    read_searches(reader, line);
    read_place(reader, "whole", line.moves.size(), line.whole);
    read_place(reader, "judges", line.moves.size(), line.judges);
  }
  if (!error.empty()) return base::fail(error);
  if (const auto legal = check_moves(line); !legal) return tl::unexpected(legal.error());
  return line;
}

HeadroomSample sample_of(const HeadroomLine& line) {
  HeadroomSample sample;
  sample.game = line.game;
  sample.ply = line.ply;
  sample.choices = line.members;
  for (const std::size_t place : line.members) sample.members.push_back(line.win_rates[place]);
  sample.whole = line.win_rates[line.whole];
  sample.judges = line.win_rates[line.judges];
  return sample;
}

}  // namespace gougi::study
