// SPDX-License-Identifier: MIT
#include "farm/progress_log.hpp"

#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "base/file.hpp"
#include "base/path.hpp"
#include "base/rename.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "base/whole_file.hpp"
#include "game/ending.hpp"

namespace gougi::farm {
namespace {

using Json = nlohmann::json;

constexpr const char* kVersionKey = "gougi progress";
constexpr int kProgressVersion = 1;
constexpr std::size_t kMostEngines = 100;

std::string text_of(const ProgressHead& head) {
  Json json{{kVersionKey, kProgressVersion},
            {"kind", head.kind},
            {"job", head.job},
            {"part", head.shard.part},
            {"of", head.shard.of},
            {"units", head.units},
            {"names", head.names}};
  if (head.sprt) {
    json["sprt"] = {head.sprt->elo0, head.sprt->elo1, head.sprt->alpha, head.sprt->beta};
    json["logistic"] = head.sprt->model == match::EloModel::kLogistic;
  }
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string text_of(const ProgressLine& line) {
  Json json = Json::array({line.unit});
  if (line.game) {
    json.insert(json.end(),
                {line.game->black, line.game->white, static_cast<int>(line.game->result),
                 to_text(line.game->reason), line.game->plies});
  }
  return json.dump() + "\n";
}

// Throws where it is no whole number: what is read from one beyond all bounds would be undefined.
std::uint64_t whole(const Json& json) { return json.get_ref<const Json::number_unsigned_t&>(); }

// Whatever the text is: no exception leaves.
ProgressHead head_from(const Json& json) {
  ProgressHead head;
  head.kind = json.at("kind").get<std::string>();
  head.job = json.at("job").get<std::string>();
  head.shard = {whole(json.at("part")), whole(json.at("of"))};
  head.units = whole(json.at("units"));
  for (const Json& name : json.at("names")) {
    head.names.push_back(base::printable(name.get<std::string>()));
  }
  if (json.contains("sprt")) {
    const Json& sprt = json.at("sprt");
    match::SprtSettings settings{sprt.at(0), sprt.at(1), sprt.at(2), sprt.at(3)};
    settings.model =
        json.at("logistic").get<bool>() ? match::EloModel::kLogistic : match::EloModel::kNormalized;
    head.sprt = settings;
  }
  return head;
}

bool makes_sense(const ProgressHead& head) {
  const std::size_t fewest = head.kind == "match" ? 2 : 0;
  return head.shard.of > 0 && head.shard.part < head.shard.of && head.names.size() >= fewest &&
         head.names.size() <= kMostEngines && (!head.sprt || match::check(*head.sprt));
}

std::optional<ProgressLine> line_from(const Json& json, std::size_t engines) {
  ProgressLine line{whole(json.at(0)), {}};
  if (json.size() == 1) return line;
  const auto reason = game::reason_from_text(json.at(4).get<std::string>());
  const std::uint64_t result = whole(json.at(3));
  ProgressLine::Game game;
  game.black = whole(json.at(1));
  game.white = whole(json.at(2));
  game.plies = whole(json.at(5));
  const bool is_game = reason && result <= 2 && game.black < engines && game.white < engines &&
                       game.black != game.white && game.plies <= 1'000'000;
  if (!is_game) return std::nullopt;
  game.result = static_cast<match::Result>(result);
  game.reason = *reason;
  line.game = game;
  return line;
}

}  // namespace

ProgressLine progress_of(const match::GameRecord& game) {
  return {game.number, ProgressLine::Game{game.black, game.white, game.ending.result,
                                          game.ending.reason, game.moves.size()}};
}

ProgressLog::ProgressLog(const std::filesystem::path& file, const ProgressHead& head,
                         const std::vector<ProgressLine>& done) {
  const std::filesystem::path log = of(file);
  const std::filesystem::path draft = base::draft_of(log);
  std::error_code ignored;
  std::filesystem::remove(draft, ignored);
  {
    std::ofstream begun(draft, std::ios::binary);
    begun << text_of(head);
    for (const ProgressLine& line : done) begun << text_of(line);
  }
  base::rename(draft, log, ignored);
  stream_.open(log, std::ios::binary | std::ios::app);
}

void ProgressLog::add(const ProgressLine& line) { stream_ << text_of(line) << std::flush; }

base::Result<ProgressReader> ProgressReader::open(const std::filesystem::path& log) {
  auto stream = base::open_to_read(log);
  if (!stream) return tl::unexpected(stream.error());
  const auto refused =
      base::fail(base::say({"{0}: is no progress of a part", "{0}: 部分の進みの記録ではありません"},
                           base::to_utf8(log)));
  std::string text;
  if (!std::getline(*stream, text) || stream->eof()) return refused;
  ProgressReader reader;
  try {
    const Json json = Json::parse(text);
    if (json.at(kVersionKey) != kProgressVersion) return refused;
    reader.head_ = head_from(json);
  } catch (const Json::exception&) {
    return refused;
  }
  if (!makes_sense(reader.head_)) return refused;
  reader.stream_ = std::move(*stream);
  return reader;
}

std::optional<ProgressLine> ProgressReader::next() {
  std::string text;
  if (!std::getline(stream_, text) || stream_.eof()) return std::nullopt;
  try {
    return line_from(Json::parse(text), head_.names.size());
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

}  // namespace gougi::farm
