// SPDX-License-Identifier: MIT
#include "tools/analyse_serve.hpp"

#include <algorithm>
#include <initializer_list>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/say.hpp"
#include "base/text.hpp"
#include "base/version.hpp"
#include "cli/exit_code.hpp"
#include "io/event_loop.hpp"
#include "io/signals.hpp"
#include "io/stdin_reader.hpp"
#include "io/stdout_writer.hpp"
#include "notation/sfen.hpp"
#include "tools/council_queue.hpp"

namespace gougi::tools {
namespace {

using relay::Json;

constexpr base::Milliseconds kDrainLimit{10'000};
// Of one question; a thousand-move game has as many.
constexpr std::size_t kMostTurns = 20'000;
// That wait at once: each costs some hundred bytes.
constexpr std::size_t kMostWaiting = 200'000;
constexpr std::int64_t kMostPriority = 1'000'000'000;

// A question as it was written, its moves played.
struct Question {
  std::shared_ptr<const GameLine> game;
  std::vector<std::size_t> turns;
  std::vector<std::int64_t> priorities;  ///< by turn
};

// A full disk, a reader who has gone or one who reads no more.
constexpr base::Text kUnwritten{
    "the standard output cannot be written or is not read; answers are lost",
    "標準出力に書けないか、読まれていません。答えが失われました"};

void complain_of_serving(const std::string& what) {
  std::cerr << "gougi analyse: " << base::printable(what, 4000) << "\n";
}

// A text or a whole number, which come back as they came; 1 and "1" are two.
bool is_id(const Json& id) {
  return id.is_number_integer() || (id.is_string() && !id.get_ref<const std::string&>().empty());
}
constexpr base::Text kNoId{"is neither a text nor a whole number, or missing",
                           "文字列でも整数でもないか、ありません"};

// A problem may lack one of them.
bool has_king(const shogi::Position& position, shogi::Color side) {
  return position.king(side).valid();
}

std::string listed(std::string_view word) { return base::printable(word, 60); }

class QuestionReader {
 public:
  explicit QuestionReader(const Json& json) : json_(json) {}

  base::Result<Question> read() {
    Question question;
    auto game = played();
    if (!game) return tl::unexpected(game.error());
    question.game = std::make_shared<const GameLine>(*game);
    if (auto read = read_turns(question); !read) return tl::unexpected(read.error());
    if (auto read = read_priorities(question); !read) return tl::unexpected(read.error());
    return question;
  }
  const std::string& field() const { return field_; }

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
                      number, listed(text)));
      if (!game.play(*move))
        return base::fail(base::say({"{0}: {1} is not legal", "{0}: {1} は合法手ではありません"},
                                    number, listed(text)));
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
                      listed(turn.dump()), to.game->plies()));
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
          listed(json.dump()), -kMostPriority, kMostPriority));
    return json.get<std::int64_t>();
  }

  const Json& json_;
  std::string field_;
};

class AnalysisServer {
 public:
  AnalysisServer(const AnalyseOrder& order, const AnalyseCouncil& council,
                 analysis::JudgedPositions& judged)
      : council_(council),
        writer_(loop_, [this](const base::Error&) { end(cli::kFailed, base::said(kUnwritten)); }),
        queue_(loop_, council.plan(), judged, order.concurrency,
               [this](int status, const std::string& why) { end(status, why); }) {}

  int run() {
    const io::EndSignals signals(loop_, [this](int) { end(cli::kInterrupted, "stopped"); });
    io::StdinReader::Callbacks events;
    events.on_line = [this](std::string_view line) { take_line(line); };
    events.on_end = [this] {
      has_ended_ = true;
      end_if_done();
    };
    const io::StdinReader reader(loop_, std::move(events));
    loop_.run();
    // That the last answers are lost may be known only when the loop is through.
    if (!writer_.drain(kDrainLimit) && status_ == cli::kDone) {
      status_ = cli::kFailed;
      complain_of_serving(base::said(kUnwritten));
    }
    return status_;
  }

 private:
  using Turn = std::pair<std::size_t, CouncilQueue::Number>;

  void say(const Json& json) {
    std::string line = json_line(json);
    line.pop_back();
    writer_.write_line(line);
    writer_.flush();
  }
  void refuse(const std::string& what, const std::string& field = "", const Json& id = nullptr) {
    Json json{{"error", base::printable(what, 1000)}};
    if (!field.empty()) json["field"] = field;
    if (!id.is_null()) json["id"] = id;
    say(json);
  }

  void take_line(std::string_view line) {
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) return;
    if (line.size() >= io::StdinReader::kMaxLineBytes)
      return refuse(base::say({"the line is too long", "行が長すぎます"}));
    const auto parsed = relay::parse_json(line);
    if (!parsed) return refuse(base::say({"the line {0}", "この行: {0}"}, parsed.error().message));
    const Json& json = *parsed;
    if (!json.is_object())
      return refuse(
          base::say({"the line is no JSON object", "行が JSON のオブジェクトではありません"}));
    const auto id = json.find("id");
    if (id == json.end() || !is_id(*id)) return refuse(base::said(kNoId), "id");
    const auto action = json.find("action");
    if (action != json.end()) return act(*action, json);
    ask(json);
  }

  void warn_of_others(const Json& json, std::initializer_list<std::string_view> known) {
    for (const auto& [key, value] : json.items()) {
      if (std::find(known.begin(), known.end(), key) != known.end()) continue;
      say({{"warning", base::say({"is not known", "使えない項目です"})},
           {"field", listed(key)},
           {"id", json["id"]}});
    }
  }

  void act(const Json& action, const Json& json) {
    Json answer{{"id", json["id"]}, {"action", action}};
    if (action == "query_version") {
      answer["version"] = base::kVersion;
      warn_of_others(json, {"id", "action"});
    } else if (action == "terminate") {
      const auto which = json.find("terminateId");
      if (which == json.end() || !is_id(*which)) {
        return refuse(base::said(kNoId), "terminateId", json["id"]);
      }
      answer["terminateId"] = *which;
      warn_of_others(json, {"id", "action", "terminateId"});
      terminate(*which);
    } else if (action == "terminate_all") {
      warn_of_others(json, {"id", "action"});
      std::vector<Json> all;
      for (const auto& [id, turns] : asked_) all.push_back(id);
      for (const Json& id : all) terminate(id);
    } else {
      return refuse(
          base::say({"{0} is none of query_version, terminate and terminate_all",
                     "{0} は query_version、terminate、terminate_all のどれでもありません"},
                    listed(action.dump())),
          "action", json["id"]);
    }
    say(answer);
    end_if_done();
  }

  // What waits is answered at once, with nothing; what is being judged is answered when it is.
  void terminate(const Json& id) {
    const auto asked = asked_.find(id);
    if (asked == asked_.end()) return;
    std::set<Turn> left;
    for (const Turn& turn : asked->second) {
      if (!queue_.withdraw(turn.second)) {
        left.insert(turn);
        continue;
      }
      --waiting_;
      say({{"id", id}, {"turnNumber", turn.first}, {"noResults", true}});
    }
    if (left.empty()) {
      asked_.erase(asked);
    } else {
      asked->second = std::move(left);
    }
  }

  void ask(const Json& json) {
    const Json id = json["id"];
    QuestionReader reader(json);
    const auto question = reader.read();
    if (!question) return refuse(question.error().message, reader.field(), id);
    if (asked_.contains(id))
      return refuse(base::say({"is of a question that is not answered yet",
                               "まだ答えていない質問のものです"}),
                    "id", id);
    if (waiting_ + question->turns.size() > kMostWaiting) {
      return refuse(base::say({"too many positions wait already", "待っている局面が多すぎます"}),
                    "", id);
    }
    warn_of_others(json,
                   {"id", "initialPosition", "moves", "analyzeTurns", "priority", "priorities"});
    for (std::size_t i = 0; i < question->turns.size(); ++i) {
      const std::size_t turn = question->turns[i];
      const shogi::Position& position = question->game->position(turn);
      if (!position.has_legal_move()) {
        Json none{{"id", id}, {"turnNumber", turn}, {"noResults", true}};
        if (has_king(position, position.side_to_move())) none["mated"] = true;
        say(none);
        continue;
      }
      const auto number = std::make_shared<CouncilQueue::Number>();
      *number = queue_.add({question->game, turn, question->priorities[i],
                            [this, id, turn, number, game = question->game](Judgement judgement) {
                              answer(id, {turn, *number}, *game, judgement);
                            }});
      asked_[id].insert({turn, *number});
      ++waiting_;
    }
  }

  void answer(const Json& id, const Turn& turn, const GameLine& game, const Judgement& judgement) {
    const shogi::Position& position = game.position(turn.first);
    analysis::Verdict verdict = council_.verdict(position, turn.first, judgement);
    analysis::settle_mate(game.game(turn.first), judgement.mate, verdict);
    Json json{{"id", id}, {"turnNumber", turn.first}, {"position", notation::to_sfen(position)}};
    council_.describe(verdict, judgement, json);
    say(json);
    --waiting_;
    const auto asked = asked_.find(id);
    if (asked != asked_.end()) {
      asked->second.erase(turn);
      if (asked->second.empty()) asked_.erase(asked);
    }
    end_if_done();
  }

  void end_if_done() {
    if (has_ended_ && waiting_ == 0) end(status_, "");
  }
  void end(int status, const std::string& why) {
    if (is_over_) return;
    is_over_ = true;
    status_ = status;
    if (!why.empty()) complain_of_serving(why);
    queue_.end();
  }

  const AnalyseCouncil& council_;
  io::EventLoop loop_;
  io::StdoutWriter writer_;
  CouncilQueue queue_;
  std::map<Json, std::set<Turn>> asked_;  ///< what is not answered, by question
  std::size_t waiting_ = 0;               ///< turns that are not answered
  bool has_ended_ = false;                ///< standard input
  bool is_over_ = false;
  int status_ = 0;
};

}  // namespace

int serve_analysis(const AnalyseOrder& order, const AnalyseCouncil& council,
                   analysis::JudgedPositions& judged) {
  return AnalysisServer(order, council, judged).run();
}

}  // namespace gougi::tools
