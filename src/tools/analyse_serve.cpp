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
#include "tools/analyse_question.hpp"
#include "tools/council_queue.hpp"

namespace gougi::tools {
namespace {

using relay::Json;

constexpr base::Milliseconds kDrainLimit{10'000};
// That wait at once: each costs some hundred bytes.
constexpr std::size_t kMostWaiting = 200'000;

// A full disk, a reader who has gone or one who reads no more.
constexpr base::Text kUnwritten{
    "the standard output cannot be written or is not read; answers are lost",
    "標準出力に書けないか、読まれていません。答えが失われました"};

void complain_of_serving(const std::string& what) {
  std::cerr << "gougi analyse: " << base::printable(what, 4000) << "\n";
}

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
    std::string field;
    const auto parsed = read_request(line, field);
    if (!parsed) return refuse(parsed.error().message, field);
    const Json& json = *parsed;
    const auto action = json.find("action");
    if (action != json.end()) return act(*action, json);
    ask(json);
  }

  void warn_of_others(const Json& json, std::initializer_list<std::string_view> known) {
    for (const auto& [key, value] : json.items()) {
      if (std::find(known.begin(), known.end(), key) != known.end()) continue;
      say({{"warning", base::say({"is not known", "使えない項目です"})},
           {"field", shown_word(key)},
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
      if (which == json.end() || !is_request_id(*which)) {
        return refuse(base::said(kNoRequestId), "terminateId", json["id"]);
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
                    shown_word(action.dump())),
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
    const Json& id = json["id"];
    std::string field;
    const auto question = read_question(json, field);
    if (!question) return refuse(question.error().message, field, id);
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
      *number =
          queue_.add({question->game, turn, question->priorities[i],
                      [this, id, turn, number, game = question->game](const Judgement& judgement) {
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
