// SPDX-License-Identifier: MIT
// Games, what was seen of its lines on the way, memory, and the end.
#include <algorithm>
#include <array>
#include <string>
#include <variant>

#include "base/text.hpp"
#include "tools/engine_rule.hpp"
#include "usi/option.hpp"

namespace gougi::tools {
namespace {

using base::Milliseconds;

constexpr const char* kMannerGo = "go btime 0 wtime 0 byoyomi 100";
constexpr Milliseconds kThought{200};
constexpr Milliseconds kIdleTime{400};
constexpr int kManySearches = 10;
// Beyond the hash table, which fills as it is used.
constexpr std::size_t kMostGrowthMb = 64;
// A GUI that opens stderr and never reads it blocks the engine after so much, on Windows earlier.
constexpr std::uint64_t kMostErrorBytes = 64'000;
constexpr Milliseconds kEndInTime{1'000};
constexpr Milliseconds kEndAtAll{3'000};

Finding plays_a_second_game(Examinee& engine) {
  Finding finding = plays(engine, "position startpos moves 7g7f", kMannerGo, Milliseconds(100));
  if (finding.verdict != Verdict::kOk) return finding;
  engine.say("gameover lose");
  finding = lives_on(engine, "gameover lose");
  if (finding.verdict != Verdict::kOk) return finding;
  engine.say("usinewgame");
  return plays(engine, "position startpos", kMannerGo, Milliseconds(100));
}

// ShogiHome throws one bestmove away here: if there is none, that of the next game.
Finding answers_before_it_is_ready(Examinee& engine) {
  engine.say("position startpos");
  engine.ask("go infinite");
  engine.listen(kThought);
  if (engine.answers() > 0) return kept();  // go-infinite's affair
  engine.ask_at_once("stop\ngameover lose\nisready\n");
  const std::string sent = "go infinite / stop\\ngameover lose\\nisready\\n";
  const Milliseconds limit = engine.patience();
  if (!engine.wait_for("readyok", limit)) return unanswered(engine, sent, limit);
  const auto& heard = engine.heard();
  const auto first = std::ranges::find_if(heard, [](const Examinee::Answer& line) {
    return line.line.starts_with("bestmove") || line.line.starts_with("readyok");
  });
  if (first != heard.end() && first->line.starts_with("bestmove")) return kept();
  return answered_wrongly(engine, sent, "readyok");
}

Finding stops_at_gameover(Examinee& engine) {
  engine.say("position startpos");
  engine.ask("go infinite");
  engine.listen(kThought);
  if (engine.answers() > 0) return kept();  // go-infinite's affair
  engine.say("gameover win");
  const Milliseconds limit = engine.patience();
  const auto answer = engine.answer(limit);
  return answer ? kept() : unanswered(engine, "go infinite / gameover win", limit);
}

Finding seen_line(const Examinee& engine, const std::string& line) {
  return line.empty() ? kept() : broken(engine.words()(CheckText::kCame, line));
}

// Who has said none has shown nothing.
Finding seen_info(const Examinee& engine, const std::string& line) {
  return engine.seen().infos == 0 ? Finding{Verdict::kSkipped, {}} : seen_line(engine, line);
}

Finding has_fit_infos(Examinee& engine) { return seen_info(engine, engine.seen().malformed_info); }
Finding has_common_info_words(Examinee& engine) {
  return seen_info(engine, engine.seen().odd_word);
}
Finding has_legal_pvs(Examinee& engine) { return seen_info(engine, engine.seen().illegal_pv); }
Finding has_legal_currmoves(Examinee& engine) {
  return seen_info(engine, engine.seen().illegal_currmove);
}
Finding expects_legal_moves(Examinee& engine) {
  return seen_line(engine, engine.seen().illegal_ponder);
}
Finding speaks_usi_only(Examinee& engine) { return seen_line(engine, engine.seen().foreign); }
Finding answers_only_when_asked(Examinee& engine) {
  return seen_line(engine, engine.seen().unasked_answer);
}
Finding thinks_only_when_asked(Examinee& engine) {
  engine.listen(kIdleTime);
  return seen_line(engine, engine.seen().unasked_info);
}

std::size_t hash_mb(const Examinee& engine) {
  std::size_t most = 0;
  for (const usi::Option& option : engine.options()) {
    const bool is_hash =
        base::iequals(option.name, "USI_Hash") || base::iequals(option.name, "Hash");
    const auto* spin = std::get_if<usi::SpinOption>(&option.kind);
    if (is_hash && spin != nullptr && spin->default_value > 0) {
      most = std::max(most, static_cast<std::size_t>(spin->default_value));
    }
  }
  return most;
}

Finding keeps_its_size(Examinee& engine) {
  std::size_t first = 0;
  for (int i = 0; i <= kManySearches; ++i) {
    Finding finding = plays(engine, "position startpos", kMannerGo, Milliseconds(100));
    if (finding.verdict != Verdict::kOk) return finding;
    if (i == 0) first = engine.memory();
  }
  const std::size_t last = engine.memory();
  if ((last >> 20U) <= (first >> 20U) + hash_mb(engine) + kMostGrowthMb) return kept();
  return broken(engine.words()(CheckText::kGrew, first >> 20U, last >> 20U));
}

Finding is_silent_on_stderr(Examinee& engine) {
  engine.listen(kIdleTime);
  const Examinee::Seen& seen = engine.seen();
  if (seen.error_bytes <= kMostErrorBytes) return kept();
  return broken(engine.words()(CheckText::kErrorBytes, seen.error_bytes, seen.error_line));
}

// It was told to end; `sent` says how.
Finding ends(Examinee& engine, std::string_view sent) {
  const base::TimePoint began = io::EventLoop::now();
  engine.wait_exit(kEndAtAll);
  const base::Duration took = io::EventLoop::now() - began;
  const CheckWords& words = engine.words();
  Finding finding = kept();
  if (engine.runs()) {
    finding = broken(words(CheckText::kSent, sent) + words(CheckText::kThen) +
                     words(CheckText::kRunsOn, words.seconds(took)));
  } else if (took > kEndInTime || engine.exit()->by_signal || engine.exit()->code != 0) {
    finding = broken(words(CheckText::kSent, sent) + words(CheckText::kThen) +
                     words(CheckText::kEndedAfter, engine.death(), words.seconds(took)));
  }
  engine.kill();
  return finding;
}

Finding ends_by_quit(Examinee& engine) {
  engine.ask("quit");
  return ends(engine, "quit");
}

Finding ends_by_quit_while_thinking(Examinee& engine) {
  engine.say("position startpos");
  engine.ask("go infinite");
  engine.listen(kThought);
  engine.ask("quit");
  return ends(engine, "go infinite / quit");
}

Finding ends_with_its_input(Examinee& engine) {
  engine.hang_up(2 * kEndAtAll);  // longer than is waited for, so that nobody asks it to end
  return ends(engine, engine.words()(CheckText::kEndOfInput));
}

constexpr std::array kMannerRules{
    Rule{"second-game",
         {"bears gameover and plays another game", "gameover の後、次の対局ができる"},
         "USI",
         Weight::kMust,
         &plays_a_second_game},
    Rule{"gameover-thinking",
         {"answers gameover during a search by its bestmove",
          "探索中の gameover に bestmove を返す"},
         "ShogiHome",
         Weight::kShould,
         &stops_at_gameover},
    Rule{"stop-isready",
         {"says bestmove before readyok where stop, gameover and isready come together",
          "stop、gameover、isready が続けて来たら readyok の前に bestmove を返す"},
         "ShogiHome",
         Weight::kShould,
         &answers_before_it_is_ready},
    Rule{"memory",
         {"grows by no more than its hash and 64 MB in ten searches",
          "10回の探索でメモリがハッシュと64MBを超えて増えない"},
         "gougi",
         Weight::kShould,
         &keeps_its_size},
    Rule{"info-form",
         {"numbers and scores of info lines can be read", "info の数値と score が読める"},
         "USI",
         Weight::kMust,
         &has_fit_infos},
    Rule{"info-words",
         {"info lines have no words but those of USI", "info に USI の語だけを使う"},
         "MyShogi",
         Weight::kShould,
         &has_common_info_words},
    Rule{"info-pv",
         {"every pv is legal to its end", "pv が最後まで合法手"},
         "USI",
         Weight::kMust,
         &has_legal_pvs},
    Rule{"info-currmove",
         {"every currmove is legal", "currmove が合法手"},
         "USI",
         Weight::kShould,
         &has_legal_currmoves},
    Rule{"ponder-move",
         {"the move behind ponder is legal", "bestmove の ponder の手が合法手"},
         "USI",
         Weight::kMust,
         &expects_legal_moves},
    Rule{"usi-only",
         {"says no lines that are not of USI", "USI にない行を出力しない"},
         "USI",
         Weight::kShould,
         &speaks_usi_only},
    Rule{"unasked-answer",
         {"says no bestmove that no go asked for", "go なしに bestmove を返さない"},
         "USI",
         Weight::kMust,
         &answers_only_when_asked},
    Rule{"idle",
         {"says no lines of thought while nothing is searched",
          "探索していないときに読み筋を出力しない"},
         "USI",
         Weight::kShould,
         &thinks_only_when_asked},
    Rule{"stderr",
         {"writes no more than 64 kB to stderr", "stderr への出力が64kB以下"},
         "ShogiHome",
         Weight::kMust,
         &is_silent_on_stderr},
    Rule{
        "quit",
        {"ends within a second of quit, with exit code 0", "quit から1秒以内に終了コード0で終わる"},
        "USI",
        Weight::kMust,
        &ends_by_quit},
    Rule{"quit-thinking",
         {"ends within a second of quit during a search", "探索中の quit でも1秒以内に終わる"},
         "ShogiBoardQ",
         Weight::kMust,
         &ends_by_quit_while_thinking},
    Rule{"end-of-input",
         {"ends within a second of the end of its input", "標準入力が閉じたら1秒以内に終わる"},
         "ShogiBoardQ",
         Weight::kMust,
         &ends_with_its_input},
};

}  // namespace

std::span<const Rule> manner_rules() { return kMannerRules; }

}  // namespace gougi::tools
