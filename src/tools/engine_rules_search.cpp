// SPDX-License-Identifier: MIT
// Searches of all kinds: clocks and limits, stop, pondering, mates.
#include <algorithm>
#include <array>
#include <string>
#include <variant>

#include "base/text.hpp"
#include "tools/engine_rule.hpp"
#include "usi/answer.hpp"

namespace gougi::tools {
namespace {

using base::Milliseconds;

constexpr const char* kStartPosition = "position startpos";
// In no book: what is found there is thought of.
constexpr const char* kMiddleGame =
    "position sfen ln1g5/1r2S1k2/p2pppn2/2ps2p2/1p7/2P6/PPSPPPPLP/2G2K1pr/LN4G1b b BGSLPnp 1";
constexpr const char* kPonderPosition = "position startpos moves 7g7f 3c3d";
constexpr const char* kMateInOne = "position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1";
constexpr Milliseconds kByoyomi{300};
// Of what a move may take beyond its byoyomi; more costs games on the clock.
constexpr Milliseconds kByoyomiMargin{100};
// How long an endless search is left alone.
constexpr Milliseconds kLongThought{400};
// For a second answer, which should not come.
constexpr Milliseconds kAfterwards{200};
// GUIs wait for it without limit, people do not.
constexpr Milliseconds kPromptStop{300};

Finding plays_by(Examinee& engine, const std::string& go, Milliseconds time) {
  return plays(engine, kStartPosition, go, time);
}

Finding plays_once_with_byoyomi(Examinee& engine) {
  const std::string go = "go btime 0 wtime 0 byoyomi 300";
  Finding finding = plays_by(engine, go, kByoyomi);
  if (finding.verdict != Verdict::kOk) return finding;
  engine.listen(kAfterwards);
  if (engine.answers() == 1) return kept();
  return broken(engine.words()(CheckText::kSent, go) + engine.words()(CheckText::kThen) +
                engine.words()(CheckText::kCameTimes, "bestmove", engine.answers()));
}

Finding keeps_to_its_byoyomi(Examinee& engine) {
  const std::string go = "go btime 0 wtime 0 byoyomi 300";
  Finding finding = plays(engine, kMiddleGame, go, kByoyomi);
  if (finding.verdict != Verdict::kOk) return finding;
  const auto answer = engine.answer(Milliseconds(0));
  if (!answer || answer->after <= kByoyomi + kByoyomiMargin) return kept();
  return broken(engine.words()(CheckText::kSent, go) + engine.words()(CheckText::kThen) +
                engine.words()(CheckText::kCameAfter, base::printable(answer->line, 60),
                               engine.words().milliseconds(answer->after)));
}

Finding plays_by_fischer(Examinee& engine) {
  return plays_by(engine, "go btime 2000 wtime 2000 binc 100 winc 100", Milliseconds(2'100));
}
Finding plays_by_main_time(Examinee& engine) {
  return plays_by(engine, "go btime 2000 wtime 2000", Milliseconds(2'000));
}
Finding plays_with_no_time(Examinee& engine) {
  return plays_by(engine, "go btime 0 wtime 0 byoyomi 0", Milliseconds(0));
}
Finding plays_by_nodes(Examinee& engine) {
  return plays_by(engine, "go nodes 1000", Milliseconds(0));
}
Finding plays_by_depth(Examinee& engine) { return plays_by(engine, "go depth 2", Milliseconds(0)); }
Finding plays_by_movetime(Examinee& engine) {
  return plays_by(engine, "go movetime 200", Milliseconds(200));
}

// `go` and a while later `stop`: no answer before it, one legal one behind it.
Finding answers_stop(Examinee& engine, const std::string& position, const std::string& go) {
  engine.say(position);
  engine.ask(go);
  engine.listen(kLongThought);
  const std::string sent = position + " / " + go;
  if (engine.answers() > 0) {
    const auto early = engine.answer(Milliseconds(0));
    return broken(engine.words()(CheckText::kSent, sent) + engine.words()(CheckText::kThen) +
                  engine.words()(CheckText::kCameEarly, base::printable(early->line, 60), "stop"));
  }
  engine.say("stop");
  const Milliseconds limit = engine.patience();
  const auto answer = engine.answer(limit);
  if (!answer) return unanswered(engine, sent + " / stop", limit);
  Finding finding = judged(engine, sent + " / stop", *answer);
  if (finding.verdict != Verdict::kOk) return finding;
  engine.listen(kAfterwards);
  if (engine.answers() == 1) return kept();
  return broken(engine.words()(CheckText::kSent, sent + " / stop") +
                engine.words()(CheckText::kThen) +
                engine.words()(CheckText::kCameTimes, "bestmove", engine.answers()));
}

Finding thinks_until_stop(Examinee& engine) {
  return answers_stop(engine, kStartPosition, "go infinite");
}

Finding stops_promptly(Examinee& engine) {
  engine.say(kMiddleGame);
  engine.ask("go infinite");
  engine.listen(kLongThought);
  if (engine.answers() > 0) return kept();  // go-infinite's affair
  engine.ask("stop");
  const Milliseconds limit = engine.patience();
  const auto answer = engine.answer(limit);
  if (!answer) return unanswered(engine, "go infinite / stop", limit);
  if (answer->after <= kPromptStop) return kept();
  return broken(engine.words()(CheckText::kSent, "go infinite / stop") +
                engine.words()(CheckText::kThen) +
                engine.words()(CheckText::kCameAfter, base::printable(answer->line, 60),
                               engine.words().milliseconds(answer->after)));
}

Finding stops_at_once(Examinee& engine) {
  engine.say(kMiddleGame);
  engine.ask_at_once("go infinite\nstop\n");
  const Milliseconds limit = engine.patience();
  const auto answer = engine.answer(limit);
  const std::string sent = "go infinite\\nstop\\n";
  if (!answer) return unanswered(engine, sent, limit);
  Finding finding = judged(engine, sent, *answer);
  if (finding.verdict != Verdict::kOk) return finding;
  engine.listen(kAfterwards);
  if (engine.answers() == 1) return kept();
  return broken(engine.words()(CheckText::kSent, sent) + engine.words()(CheckText::kThen) +
                engine.words()(CheckText::kCameTimes, "bestmove", engine.answers()));
}

Finding ignores_stop_when_idle(Examinee& engine) {
  engine.ask("stop");
  engine.listen(kAfterwards);
  if (engine.answers() > 0) {
    return answered_wrongly(engine, "stop", engine.answer(Milliseconds(0))->line);
  }
  return lives_on(engine, "stop");
}

Finding ponders_until_stop(Examinee& engine) {
  return answers_stop(engine, kPonderPosition, "go ponder btime 0 wtime 0 byoyomi 300");
}

Finding ponders_until_ponderhit(Examinee& engine) {
  const std::string go = "go ponder btime 0 wtime 0 byoyomi 300";
  const std::string sent = std::string(kPonderPosition) + " / " + go;
  engine.say(kPonderPosition);
  engine.ask(go);
  engine.listen(kLongThought);
  if (engine.answers() > 0) {
    const auto early = engine.answer(Milliseconds(0));
    return broken(
        engine.words()(CheckText::kSent, sent) + engine.words()(CheckText::kThen) +
        engine.words()(CheckText::kCameEarly, base::printable(early->line, 60), "ponderhit"));
  }
  engine.say("ponderhit");
  const Milliseconds limit = kByoyomi + engine.patience();
  const auto answer = engine.answer(limit);
  if (!answer) return unanswered(engine, sent + " / ponderhit", limit);
  return judged(engine, sent + " / ponderhit", *answer);
}

// ShogiBoardQ does so after every ponder.
Finding drops_a_ponder_that_is_replaced(Examinee& engine) {
  engine.say(kPonderPosition);
  engine.ask("go ponder btime 0 wtime 0 byoyomi 300");
  engine.listen(kLongThought);
  if (engine.answers() > 0) return kept();  // ponder-stop's affair
  const std::string position = "position startpos moves 2g2f 8c8d";
  const std::string go = "go btime 0 wtime 0 byoyomi 100";
  const std::string sent = "go ponder … / " + position + " / " + go;
  engine.say(position);
  engine.ask(go);
  engine.forgive();
  const Milliseconds limit = engine.patience();
  const auto answer = engine.answer(limit);
  if (!answer) return unanswered(engine, sent, limit);
  Finding finding = judged(engine, sent, *answer);
  if (finding.verdict != Verdict::kOk) return finding;
  engine.listen(kAfterwards);
  if (engine.answers() == 1) return kept();
  return broken(engine.words()(CheckText::kSent, sent) + engine.words()(CheckText::kThen) +
                engine.words()(CheckText::kCameTimes, "bestmove", engine.answers()));
}

// A line of mating moves, legal to the end and mate there.
bool mates(const shogi::Position& start, const usi::CheckMateFound& found) {
  shogi::Position position = start;
  for (const usi::Move played : found.moves) {
    const shogi::BareMove move = played.of_shogi().bare;
    if (played.freezes()) return false;
    if (!position.is_legal(move)) return false;
    shogi::Undo undo;
    position.do_move(move, undo);
  }
  return position.is_mated();
}

Finding answers_go_mate(Examinee& engine) {
  const std::string go = "go mate 2000";
  const std::string sent = std::string(kMateInOne) + " / " + go;
  engine.say(kMateInOne);
  engine.ask(go);
  const Milliseconds limit = Milliseconds(2'000) + engine.patience();
  const auto answer = engine.answer(limit);
  if (!answer) return unanswered(engine, sent, limit);
  const auto parsed = usi::parse_answer(answer->line);
  const auto* mate = parsed ? std::get_if<usi::CheckMateAnswer>(&*parsed) : nullptr;
  if (mate == nullptr) return answered_wrongly(engine, sent, answer->line);
  if (std::holds_alternative<usi::NoMate>(mate->result)) {
    return answered_wrongly(engine, sent, answer->line);
  }
  const auto* found = std::get_if<usi::CheckMateFound>(&mate->result);
  if (found != nullptr && !mates(engine.game().position(), *found)) {
    return answered_wrongly(engine, sent, answer->line);
  }
  return kept();
}

Finding stops_go_mate(Examinee& engine) {
  engine.say(kStartPosition);
  engine.ask("go mate infinite");
  engine.listen(kLongThought);
  engine.say("stop");
  const Milliseconds limit = engine.patience();
  const auto answer = engine.answer(limit);
  if (!answer) return unanswered(engine, "go mate infinite / stop", limit);
  if (answer->line.starts_with("checkmate")) return kept();
  return answered_wrongly(engine, "go mate infinite / stop", answer->line);
}

constexpr std::array kSearchRules{
    Rule{"byoyomi",
         {"go with byoyomi is answered by one legal bestmove",
          "秒読みの go に合法な bestmove を1回だけ返す"},
         "USI",
         Weight::kMust,
         &plays_once_with_byoyomi},
    Rule{"keeps-time",
         {"takes no more than its byoyomi of 300 ms (100 ms of grace)",
          "300ミリ秒の秒読みを守る(100ミリ秒まで許容)"},
         "USI",
         Weight::kShould,
         &keeps_to_its_byoyomi},
    Rule{"fischer",
         {"plays with btime, wtime, binc and winc", "btime、wtime、binc、winc の go に答える"},
         "USI",
         Weight::kMust,
         &plays_by_fischer},
    Rule{"main-time",
         {"plays with btime and wtime alone", "btime と wtime だけの go に答える"},
         "USI",
         Weight::kMust,
         &plays_by_main_time},
    Rule{"no-time",
         {"answers fast where all clocks are 0", "時計がすべて0の go にすぐ答える"},
         "ShogiHome",
         Weight::kShould,
         &plays_with_no_time},
    Rule{"go-nodes",
         {"plays with go nodes", "go nodes に答える"},
         "UCI",
         Weight::kShould,
         &plays_by_nodes},
    Rule{"go-depth",
         {"plays with go depth", "go depth に答える"},
         "UCI",
         Weight::kShould,
         &plays_by_depth},
    Rule{"go-movetime",
         {"plays with go movetime", "go movetime に答える"},
         "UCI",
         Weight::kShould,
         &plays_by_movetime},
    Rule{"go-infinite",
         {"thinks in go infinite until stop, then says one legal bestmove",
          "go infinite では stop まで考え、合法な bestmove を1回だけ返す"},
         "USI",
         Weight::kMust,
         &thinks_until_stop},
    Rule{"stop-soon",
         {"answers stop within 300 ms", "stop に300ミリ秒以内に答える"},
         "ShogiHome",
         Weight::kShould,
         &stops_promptly},
    Rule{"stop-at-once",
         {"answers a stop right behind go infinite, once",
          "go infinite 直後の stop に1回だけ答える"},
         "USI",
         Weight::kMust,
         &stops_at_once},
    Rule{"stop-idle",
         {"says nothing to stop where nothing is searched", "探索していないときの stop に答えない"},
         "USI",
         Weight::kMust,
         &ignores_stop_when_idle},
    Rule{"ponder-stop",
         {"thinks in go ponder until stop, then says one legal bestmove",
          "go ponder では stop まで考え、合法な bestmove を1回だけ返す"},
         "USI",
         Weight::kMust,
         &ponders_until_stop},
    Rule{"ponder-hit",
         {"thinks in go ponder until ponderhit, then plays in its time",
          "go ponder では ponderhit まで考え、持ち時間内に指す"},
         "USI",
         Weight::kMust,
         &ponders_until_ponderhit},
    Rule{"ponder-replaced",
         {"drops a ponder search for a new position and go, and answers only the new one",
          "先読み中に新しい position と go が来たら、新しい方にだけ答える"},
         "ShogiBoardQ",
         Weight::kShould,
         &drops_a_ponder_that_is_replaced},
    Rule{"go-mate",
         {"answers go mate by checkmate: a mating line, timeout, or notimplemented",
          "go mate に checkmate で答える(詰み手順、timeout、notimplemented)"},
         "USI",
         Weight::kMust,
         &answers_go_mate},
    Rule{"go-mate-stop",
         {"answers stop during go mate infinite by checkmate",
          "go mate infinite 中の stop に checkmate で答える"},
         "USI",
         Weight::kMust,
         &stops_go_mate},
};

}  // namespace

std::span<const Rule> search_rules() { return kSearchRules; }

}  // namespace gougi::tools
