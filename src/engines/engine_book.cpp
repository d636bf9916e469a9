// SPDX-License-Identifier: MIT
#include "engines/engine_book.hpp"

#include <system_error>
#include <utility>

#include "base/counted.hpp"
#include "base/path.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "book/library.hpp"

namespace gougi::engines {
namespace {

constexpr const char* kNoBook = "no_book";
constexpr int kLargestScore = 99999;
constexpr int kLargestPly = 10000;

template <class Kind>
std::unique_ptr<book::Library> keep(base::Result<Kind> opened,
                                    std::vector<std::string>& complaints) {
  if (opened) return std::make_unique<Kind>(std::move(*opened));
  complaints.push_back("book: " + opened.error().message);
  return nullptr;
}

void show(const book::BookAnswer& answer, usi::SearchHost& host) {
  int rank = 1;
  for (const book::BookLine& line : answer.lines) {
    usi::InfoAnswer info;
    info.multipv = rank++;
    info.score = usi::Score::cp(line.candidate.score);
    info.depth = line.candidate.depth;
    info.pv = {line.pv.begin(), line.pv.end()};
    host.info(info);
  }
  for (const std::string& note : answer.notes) host.message(note);
}

}  // namespace

EngineBook::EngineBook(std::filesystem::path home, std::uint64_t seed)
    : home_(std::move(home)), random_(seed) {}

std::vector<usi::Option> EngineBook::options() {
  const book::Choosiness by_default;
  return {
      {"USI_OwnBook", usi::CheckOption{true}},
      {"BookFile", usi::StringOption{kNoBook}},
      {"BookDir", usi::StringOption{"book"}},
      {"BookMoves", usi::SpinOption{by_default.moves, 0, kLargestPly}},
      {"BookOnTheFly", usi::CheckOption{false}},
      {"NarrowBook", usi::CheckOption{false}},
      {"BookEvalDiff", usi::SpinOption{by_default.eval_diff, 0, kLargestScore}},
      {"BookEvalBlackLimit",
       usi::SpinOption{by_default.black_limit, -kLargestScore, kLargestScore}},
      {"BookEvalWhiteLimit",
       usi::SpinOption{by_default.white_limit, -kLargestScore, kLargestScore}},
      {"BookDepthLimit", usi::SpinOption{by_default.depth_limit, 0, kLargestScore}},
      {"ConsiderBookMoveCount", usi::CheckOption{false}},
      {"BookIgnoreRate", usi::SpinOption{0, 0, 100}},
      {"BookPvMoves", usi::SpinOption{by_default.pv_moves, 1, 100}},
      {"IgnoreBookPly", usi::CheckOption{false}},
  };
}

bool EngineBook::set_option(const std::string& name, const std::string& value) {
  const int number = static_cast<int>(base::to_int(value).value_or(0));
  const bool yes = value == "true";
  const auto set_source = [this](auto& field, const auto& to) {
    stale_ = stale_ || field != to;
    field = to;
    return true;
  };
  const auto set = [](auto& field, auto to) {
    field = to;
    return true;
  };
  if (name == "BookFile") return set_source(file_, value);
  if (name == "BookDir") return set_source(folder_, value);
  if (name == "BookOnTheFly") return set_source(on_the_fly_, yes);
  if (name == "USI_OwnBook") return set_source(used_, yes);
  if (name == "BookMoves") return set(choosiness_.moves, number);
  if (name == "NarrowBook") return set(choosiness_.narrow, yes);
  if (name == "BookEvalDiff") return set(choosiness_.eval_diff, number);
  if (name == "BookEvalBlackLimit") return set(choosiness_.black_limit, number);
  if (name == "BookEvalWhiteLimit") return set(choosiness_.white_limit, number);
  if (name == "BookDepthLimit") return set(choosiness_.depth_limit, number);
  if (name == "ConsiderBookMoveCount") return set(choosiness_.by_count, yes);
  if (name == "BookIgnoreRate") return set(choosiness_.ignore_percent, number);
  if (name == "BookPvMoves") return set(choosiness_.pv_moves, number);
  if (name == "IgnoreBookPly") return set(choosiness_.ignore_ply, yes);
  return false;
}

std::filesystem::path EngineBook::path() const {
  return base::path_in(base::path_in(home_, base::path_from_utf8(folder_)),
                       base::path_from_utf8(file_));
}

std::vector<std::string> EngineBook::prepare() {
  std::vector<std::string> complaints;
  if (!std::exchange(stale_, false)) return complaints;
  library_.reset();
  if (!used_ || file_ == kNoBook || file_.empty()) return complaints;
  std::error_code ignored;
  if (std::filesystem::is_regular_file(path(), ignored) &&
      std::filesystem::is_empty(path(), ignored)) {
    complaints.push_back(
        base::say({"book: {0}: is empty", "定跡: {0}: 空です"}, base::to_utf8(path())));
    return complaints;
  }
  if (on_the_fly_) {
    library_ = keep(book::SortedFile::open(path()), complaints);
    return complaints;
  }
  std::size_t skipped = 0;
  std::string first;
  library_ = keep(book::MemoryLibrary::load(path(),
                                            [&](std::size_t line, std::string_view what) {
                                              if (skipped++ > 0) return;
                                              first = std::to_string(line) + ": ";
                                              first += what;
                                            }),
                  complaints);
  if (skipped > 0) {
    complaints.push_back(
        base::counted(skipped, {"book: {0} line skipped, ", "定跡: {0} 行を飛ばしました。"},
                      {"book: {0} lines skipped, ", "定跡: {0} 行を飛ばしました。"}) +
        base::say({"the first {0}:{1}", "最初は {0}:{1}"}, base::to_utf8(path()), first));
  }
  return complaints;
}

std::optional<usi::BestMoveAnswer> EngineBook::answer(const shogi::Position& position,
                                                      const usi::SearchLimits& limits,
                                                      usi::SearchHost& host) {
  if (!library_ || !limits.search_moves.empty()) return std::nullopt;
  const book::BookAnswer found = book::look_up(*library_, position, choosiness_, random_);
  show(found, host);
  if (!found.chosen) return std::nullopt;
  const book::BookLine& chosen = *found.chosen;
  if (chosen.candidate.move != found.lines.front().candidate.move) {
    // GUIs take the last first line for the move's.
    usi::InfoAnswer info;
    info.multipv = 1;
    info.score = usi::Score::cp(chosen.candidate.score);
    info.depth = chosen.candidate.depth;
    info.pv = {chosen.pv.begin(), chosen.pv.end()};
    host.info(info);
  }
  usi::BestMoveAnswer answer{chosen.candidate.move, std::nullopt};
  if (chosen.pv.size() > 1) answer.ponder = chosen.pv[1];
  return answer;
}

}  // namespace gougi::engines
