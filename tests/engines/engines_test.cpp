// SPDX-License-Identifier: MIT
// The bundled engines behind the protocol's engine side, without processes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "engines/mate_engine.hpp"
#include "engines/search_engine.hpp"
#include "eval/nnue_file.hpp"
#include "eval/nnue_kernel.hpp"
#include "usi/talk.hpp"

namespace gougi::engines {
namespace {

using testing::AllOf;
using testing::AnyOf;
using testing::Contains;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// One that was greeted.
class Talk : public usi::Talk {
 public:
  explicit Talk(std::unique_ptr<usi::Engine> engine) : usi::Talk(std::move(engine)) {
    say("usi");
    wait_for("usiok");
  }
};

constexpr std::string_view kMateInOne = "position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1";
constexpr std::string_view kNoChecks = "position sfen 4k4/9/9/9/9/9/9/9/4K4 b P 1";
constexpr std::string_view kLongProblem = "position sfen 8k/9/9/9/9/9/9/9/9 b RG 1";

TEST(SearchEngineTalk, MatesAndSaysSo) {
  Talk talk(std::make_unique<SearchEngine>());
  talk.say("isready");
  talk.wait_for("readyok");
  EXPECT_EQ(talk.ask(kMateInOne, "go btime 0 wtime 0 byoyomi 1000", "bestmove"), "bestmove G*5b");
  EXPECT_THAT(talk.lines(), Contains(HasSubstr("score mate 1")));
}

TEST(SearchEngineTalk, ABenchThatWasStoppedShowsNoSignature) {
  Talk talk(std::make_unique<SearchEngine>());
  talk.say("bench 60");
  talk.say("stop");
  EXPECT_EQ(talk.wait_for("bench"), "bench: stopped");
}

TEST(SearchEngineTalk, SolvesMatesToo) {
  Talk talk(std::make_unique<SearchEngine>());
  EXPECT_EQ(talk.ask(kMateInOne, "go mate 60000", "checkmate"), "checkmate G*5b");
  EXPECT_EQ(talk.ask(kNoChecks, "go mate infinite", "checkmate"), "checkmate nomate");
}

constexpr std::string_view kFreezeMate = "position sfen 4k4/9/9/9/9/9/9/9/9 b G 1 z0Z1";
constexpr std::string_view kFrozenGold = "position sfen 4k4/9/9/9/9/9/9/9/9 b G 1 zG z0Z1";

TEST(SearchEngineTalk, TheNodesLimitOfItsOptionsIsAlsoThatOfAMate) {
  Talk talk(std::make_unique<SearchEngine>());
  talk.say("setoption name NodesLimit value 100");
  EXPECT_EQ(talk.ask(kLongProblem, "go mate infinite", "checkmate"), "checkmate none");
  EXPECT_THAT(talk.lines(), Contains(HasSubstr("node limit")));
  EXPECT_EQ(
      talk.ask("position sfen 8k/9/9/9/9/9/9/9/9 b RGP 1 zP z0Z0", "go mate infinite", "checkmate"),
      "checkmate none");
}

TEST(SearchEngineTalk, SolvesFreezeMatesToo) {
  Talk talk(std::make_unique<SearchEngine>());
  EXPECT_THAT(talk.ask(kFreezeMate, "go mate 60000", "checkmate"),
              AllOf(StartsWith("checkmate G*"), EndsWith("zK")));
  EXPECT_EQ(talk.ask(kFrozenGold, "go mate infinite", "checkmate"), "checkmate nomate");
  EXPECT_EQ(talk.ask(kMateInOne, "go mate 60000", "checkmate"), "checkmate G*5b");
}

TEST(MateEngineTalk, SolvesPositionsOfFreezeShogi) {
  Talk talk(std::make_unique<MateEngine>());
  EXPECT_THAT(talk.ask(kFreezeMate, "go mate 60000", "checkmate"),
              AllOf(StartsWith("checkmate G*"), EndsWith("zK")));
  EXPECT_THAT(talk.lines(), Contains(AllOf(HasSubstr("score mate 1"), EndsWith("zK"))));
  EXPECT_EQ(talk.ask(kFrozenGold, "go mate infinite", "checkmate"), "checkmate nomate");
  EXPECT_EQ(talk.ask(kMateInOne, "go mate 60000", "checkmate"), "checkmate G*5b");
  EXPECT_EQ(talk.ask("position startpos z3Z3", "go mate infinite", "checkmate"),
            "checkmate nomate");
  EXPECT_THAT(talk.ask(kFreezeMate, "go btime 0 wtime 0 byoyomi 1000", "bestmove"), EndsWith("zK"));
  EXPECT_THAT(talk.ask("position sfen 4k4/9/9/9/9/9/9/9/4K4 b G 1 zG z0Z1",
                       "go btime 0 wtime 0 byoyomi 1000", "bestmove"),
              StartsWith("bestmove 5i"));
}

TEST(MateEngineTalk, DefendsInFreezeShogiIfAskedTo) {
  constexpr std::string_view kChecked = "position sfen 4k4/4G4/9/9/9/9/9/9/9 w - 1 zK z0Z1";
  constexpr std::string_view kEscapes = "position sfen 4k4/4G4/9/9/9/9/9/9/9 w - 1 z1Z1";
  Talk talk(std::make_unique<MateEngine>());
  talk.say("setoption name RootIsAndNodeIfChecked value true");
  EXPECT_EQ(talk.ask(kEscapes, "go mate infinite", "checkmate"), "checkmate nomate");
  // It is over already: there is no line to show.
  EXPECT_EQ(talk.ask(kChecked, "go mate infinite", "checkmate"), "checkmate none");
  EXPECT_THAT(talk.lines(), Contains(HasSubstr("is mated already")));
}

TEST(MateEngineTalk, WhoIsMatedAlreadyHasNoLineAndIsToldSo) {
  Talk talk(std::make_unique<MateEngine>());
  talk.say("setoption name RootIsAndNodeIfChecked value true");
  EXPECT_EQ(talk.ask("position sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1", "go mate 1000", "checkmate"),
            "checkmate none");
  EXPECT_THAT(talk.lines(), Contains(HasSubstr("no answer: the side to move is mated already")));
  EXPECT_THAT(talk.lines(), Not(Contains(HasSubstr("is none"))));
}

TEST(MateEngineTalk, AnswersOfFreezeShogiSayWhyThereIsNone) {
  Talk talk(std::make_unique<MateEngine>());
  EXPECT_EQ(
      talk.ask("position sfen 4k4/9/9/9/9/9/9/9/9 b G 1 z0Z1", "go helpmate 60000", "checkmate"),
      "checkmate none");
  EXPECT_THAT(talk.lines(), Contains(HasSubstr("help-mates with freezes")));
  talk.say("setoption name NodesLimit value 50");
  EXPECT_EQ(
      talk.ask("position sfen 8k/9/9/9/9/9/9/9/9 b RGP 1 zP z0Z0", "go mate infinite", "checkmate"),
      "checkmate none");
  EXPECT_THAT(talk.lines(), Contains(HasSubstr("node limit")));
}

TEST(SearchEngineTalk, ResignsOnlyWhenMated) {
  Talk talk(std::make_unique<SearchEngine>());
  EXPECT_EQ(talk.ask("position sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1", "go depth 3", "bestmove"),
            "bestmove resign");
  constexpr std::string_view kLost = "position sfen 4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
  EXPECT_THAT(talk.ask(kLost, "go depth 3", "bestmove"), Not(HasSubstr("resign")));
  talk.say("setoption name ResignValue value 2000");
  EXPECT_EQ(talk.ask(kLost, "go depth 3", "bestmove"), "bestmove resign");
}

TEST(SearchEngineTalk, DeclaresByTheRuleThatIsSet) {
  constexpr std::string_view kEntered =
      "position sfen K2R5/RB1G1G3/SSGGN4/9/9/9/9/9/8k b B2S3N4L18P 1";
  Talk talk(std::make_unique<SearchEngine>());
  EXPECT_EQ(talk.ask(kEntered, "go depth 2", "bestmove"), "bestmove win");
  talk.say("setoption name EnteringKingRule value NoEnteringKing");
  EXPECT_THAT(talk.ask(kEntered, "go depth 2", "bestmove"), Not(HasSubstr("win")));
}

TEST(SearchEngineTalk, KeepsToTheDepthLimitOfItsOptions) {
  Talk talk(std::make_unique<SearchEngine>());
  talk.say("setoption name DepthLimit value 2");
  talk.ask("position startpos", "go depth 30", "bestmove");
  EXPECT_THAT(talk.lines(), Contains(StartsWith("info depth 2 ")));
  EXPECT_THAT(talk.lines(), Not(Contains(StartsWith("info depth 3 "))));
}

TEST(SearchEngineTalk, BenchSaysWhichInstructionsItsNetworksUse) {
  Talk talk(std::make_unique<SearchEngine>());
  talk.say("bench 1");
  EXPECT_THAT(talk.wait_for("bench"),
              EndsWith(" with " + std::string(eval::fastest_nnue_kernel().name)));
}

// A change that is meant to change what the engine thinks changes this number, too.
TEST(SearchEngineTalk, BenchGivesTheSameSignatureOnEveryMachine) {
  Talk talk(std::make_unique<SearchEngine>());
  for (int i = 0; i < 2; ++i) {
    talk.say("bench");
    EXPECT_THAT(talk.wait_for("bench"), StartsWith("bench depth 8 nodes 76273 "));
  }
}

TEST(SearchEngineTalk, TheNumbersOfTheSearchAreOptionsOnlyWhereThatIsAskedFor) {
  const auto tuned = [](const SearchEngine& engine) {
    std::vector<std::string> names;
    for (const usi::Option& option : engine.options()) {
      if (option.name.starts_with("Tune_")) names.push_back(option.name);
    }
    return names;
  };
  EXPECT_TRUE(tuned(SearchEngine()).empty());
  EngineSurroundings around;
  around.tunable = true;
  const auto names = tuned(SearchEngine(around));
  EXPECT_EQ(names.size(), search::kTunables.size());
  EXPECT_THAT(names, Contains("Tune_FutilityMargin"));

  Talk talk(std::make_unique<SearchEngine>(around));
  talk.say("bench");
  EXPECT_THAT(talk.wait_for("bench"), StartsWith("bench depth 8 nodes 76273 "));
  talk.say("setoption name Tune_FutilityMargin value 60");
  talk.say("bench");
  EXPECT_THAT(talk.wait_for("bench"), Not(StartsWith("bench depth 8 nodes 76273 ")));
  talk.say("setoption name Tune_FutilityMargin value 118");
  talk.say("bench");
  EXPECT_THAT(talk.wait_for("bench"), StartsWith("bench depth 8 nodes 76273 "));
}

TEST(SearchEngineTalk, EveryRungOfTheLadderPlaysALegalMoveAndHasItsOwnTree) {
  constexpr std::string_view kPosition =
      "position sfen lnsgk1snl/1r4gb1/p1pppp2p/6pR1/1p7/2P6/PP1PPPP1P/1BG6/LNS1KGSNL b Pp 17";
  std::set<std::string> trees;
  for (const char* rung : {"random", "nano", "nano-plus", "mini", "classic", "mid2016", "full"}) {
    Talk talk(std::make_unique<SearchEngine>());
    talk.say(std::string("setoption name Engine value ") + rung);
    EXPECT_THAT(talk.ask(kPosition, "go depth 5", "bestmove"), Not(HasSubstr("resign"))) << rung;
    std::string last;
    for (const std::string& line : talk.lines()) {
      if (line.starts_with("info depth")) last = line;
    }
    const std::size_t at = last.find(" nodes ");
    trees.insert(last.substr(at, last.find(' ', at + 7) - at));
  }
  EXPECT_EQ(trees.size(), 7U);
}

TEST(SearchEngineTalk, WithLittleSkillItLooksLessDeepAndSaysWhatItPlays) {
  std::set<std::string> answers;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    EngineSurroundings around;
    around.seed = seed;
    Talk talk(std::make_unique<SearchEngine>(std::move(around)));
    talk.say("setoption name SkillLevel value 2");
    const std::string answer = talk.ask("position startpos", "go depth 9", "bestmove");
    std::string last;
    for (const std::string& line : talk.lines()) {
      if (line.starts_with("info depth")) last = line;
    }
    EXPECT_THAT(last, StartsWith("info depth 3 "));
    const std::string move = answer.substr(9, answer.find(' ', 9) - 9);
    EXPECT_THAT(last, HasSubstr(" pv " + move));
    answers.insert(move);
  }
  EXPECT_GT(answers.size(), 1U);  // not always the best
}

TEST(SearchEngineTalk, StochasticPonderThinksOfThePositionBeforeAndAnswersForTheOneAfter) {
  Talk talk(std::make_unique<SearchEngine>());
  talk.say("setoption name Stochastic_Ponder value true");
  talk.say("isready");
  talk.wait_for("readyok");
  talk.say("position startpos moves 7g7f 3c3d");
  talk.say("go ponder btime 0 wtime 0 byoyomi 200");
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_THAT(talk.lines(), Not(Contains(StartsWith("info depth"))));  // of another position
  talk.say("ponderhit");
  EXPECT_THAT(talk.wait_for("bestmove"), Not(HasSubstr("resign")));
  talk.say("position startpos moves 7g7f 3c3d");
  talk.say("go ponder btime 0 wtime 0 byoyomi 200");
  talk.say("stop");
  EXPECT_THAT(talk.wait_for("bestmove"), Not(HasSubstr("resign")));
}

TEST(SearchEngineTalk, GenerateAllLegalMovesSearchesMore) {
  std::set<std::string> benches;
  for (const char* on : {"false", "true"}) {
    Talk talk(std::make_unique<SearchEngine>());
    talk.say(std::string("setoption name GenerateAllLegalMoves value ") + on);
    // Pawn, bishop and rook stand before the enemy camp.
    talk.ask("position sfen 4k4/9/9/2P1B1R2/9/9/9/9/4K4 b - 1", "go depth 6", "bestmove");
    std::string last;
    for (const std::string& line : talk.lines()) {
      if (line.starts_with("info depth")) last = line;
    }
    benches.insert(last.substr(last.find(" nodes "), 16));
  }
  EXPECT_EQ(benches.size(), 2U);
}

TEST(SearchEngineTalk, ConsiderationModeShowsEveryIterationAndDoesNotResign) {
  Talk talk(std::make_unique<SearchEngine>());
  talk.say("setoption name ConsiderationMode value true");
  talk.say("setoption name PvInterval value 100000");
  talk.say("setoption name ResignValue value 2000");
  constexpr std::string_view kLost = "position sfen 4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
  EXPECT_THAT(talk.ask(kLost, "go depth 4", "bestmove"), Not(HasSubstr("resign")));
  for (const char* depth : {"1", "2", "3", "4"}) {
    EXPECT_THAT(talk.lines(), Contains(StartsWith(std::string("info depth ") + depth + " ")));
  }
}

TEST(SearchEngineTalk, WritesItsTalkIntoTheLogThatIsNamed) {
  DebugLog log;
  const auto file = std::filesystem::temp_directory_path() / "gougi_debug_log_test.txt";
  std::filesystem::remove(file);
  EngineSurroundings around;
  around.log = &log;
  {
    Talk talk(std::make_unique<SearchEngine>(std::move(around)));
    talk.say("setoption name WriteDebugLog value " + file.string());
    talk.say("isready");
    talk.wait_for("readyok");
    log.heard("go depth 1");
    log.said("bestmove \x1b[2J");
    talk.say("setoption name WriteDebugLog value /no/such/folder/log.txt");
    EXPECT_THAT(talk.ask("position startpos", "go depth 1", "info string"),
                HasSubstr("info string WriteDebugLog: /no/such/folder/log.txt: cannot be written"));
    talk.wait_for("bestmove");
  }
  std::ifstream stream(file);
  std::string heard;
  std::string said;
  std::getline(stream, heard);
  std::getline(stream, said);
  EXPECT_THAT(heard, HasSubstr(" < go depth 1"));
  EXPECT_THAT(said, HasSubstr(" > bestmove \\x1b[2J"));
}

TEST(SearchEngineTalk, ATypedMakebookOrLearnIsCarriedOutBeforeTheNextCommand) {
  std::vector<std::string> seen;
  SetOptions set;
  EngineSurroundings around;
  around.carry_out = [&](std::string_view word, const std::vector<std::string>& words,
                         const SetOptions& options, const std::function<bool()>&) {
    seen = words;
    seen.emplace(seen.begin(), word);
    set = options;
  };
  Talk talk(std::make_unique<SearchEngine>(std::move(around)));
  talk.say("MultiPV 4");
  talk.say("Hash 32");
  talk.say("setoption name MultiPV value 2");
  talk.say("makebook merge a.db  b.db c.db");
  talk.say("isready");
  talk.wait_for("readyok");
  EXPECT_EQ(seen, (std::vector<std::string>{"makebook", "merge", "a.db", "b.db", "c.db"}));
  EXPECT_EQ(set, (SetOptions{{"USI_Hash", "32"}, {"MultiPV", "2"}})) << "by what was set before";
  talk.say("learn a.bin --out nn.bin");
  talk.say("isready");
  talk.wait_for("readyok");
  EXPECT_EQ(seen, (std::vector<std::string>{"learn", "a.bin", "--out", "nn.bin"}));
}

TEST(SearchEngineTalk, ReportsNoOftenerThanPvIntervalAndAlwaysTheLastIteration) {
  Talk talk(std::make_unique<SearchEngine>());
  talk.say("setoption name PvInterval value 100000");
  talk.ask("position startpos", "go depth 7", "bestmove");
  EXPECT_EQ(std::ranges::count_if(talk.lines(),
                                  [](const std::string& l) { return l.starts_with("info depth"); }),
            2);  // the first, and what is played
  EXPECT_THAT(talk.lines(), Contains(StartsWith("info depth 7 ")));
}

TEST(SearchEngineTalk, ThinksDifferentlyInAnotherStyle) {
  Talk talk(std::make_unique<SearchEngine>());
  constexpr std::string_view kPosition =
      "position sfen l4S2l/4g1gs1/5p1p1/pr2N1pkp/4Gn3/PP3PPPP/2GPP4/1K7/L3r+s2L w BS2N5Pb 1";
  talk.say(kPosition);
  talk.say("eval");
  const std::string balanced = talk.wait_for("eval");
  talk.say("setoption name Style value attack");
  talk.say("eval");
  EXPECT_NE(talk.wait_for("eval"), balanced);
}

TEST(SearchEngine, EveryOptionIsDocumentedInBothLanguages) {
  for (const char* file : {"docs/engine.md", "docs/engine.ja.md"}) {
    std::ifstream stream(std::filesystem::path(GOUGI_SOURCE_DIR) / file);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    for (const usi::Option& option : SearchEngine().options()) {
      EXPECT_THAT(text, HasSubstr("`" + option.name + "`")) << file;
    }
  }
}

TEST(SearchEngineTalk, SeveralThreadsAnswerWithEveryVoteAndCouncil) {
  constexpr std::string_view kMateInThree = "position sfen 9/7k1/9/7S1/9/9/9/9/K8 b 2G 1";
  for (const char* vote : {"deepest", "vote"}) {
    for (const char* council : {"none", "styles", "margins", "both"}) {
      Talk talk(std::make_unique<SearchEngine>());
      talk.say("setoption name Threads value 4");
      talk.say(std::string("setoption name ThreadVote value ") + vote);
      talk.say(std::string("setoption name ThreadCouncil value ") + council);
      talk.say("isready");
      talk.wait_for("readyok");
      EXPECT_THAT(talk.ask("position startpos", "go nodes 4000", "bestmove"),
                  StartsWith("bestmove "));
      EXPECT_THAT(talk.ask(kMateInThree, "go nodes 4000", "bestmove"), HasSubstr("bestmove "));
      EXPECT_THAT(talk.lines(), Contains(HasSubstr("score mate 3"))) << vote << ' ' << council;
      talk.say("position startpos");
      talk.say("go infinite");
      talk.say("stop");
      EXPECT_THAT(talk.wait_for("bestmove"), Not(HasSubstr("resign")));
    }
  }
}

TEST(SearchEngineTalk, ACouncilOfThreadsMayBeginAndEndBetweenTwoSearches) {
  Talk talk(std::make_unique<SearchEngine>());
  talk.say("isready");
  talk.wait_for("readyok");
  for (const char* option : {"Threads value 3", "ThreadCouncil value styles", "Style value attack",
                             "EvalKind value handmade", "Threads value 1", "Threads value 2",
                             "ThreadCouncil value none"}) {
    talk.say(std::string("setoption name ") + option);
    EXPECT_THAT(talk.ask("position startpos", "go nodes 2000", "bestmove"), StartsWith("bestmove "))
        << option;
  }
}

// With one thread there is nobody to differ.
TEST(SearchEngineTalk, VotesAndCouncilsOfThreadsChangeNothingWithOneThread) {
  const auto lines_of = [](const std::vector<std::string>& options) {
    Talk talk(std::make_unique<SearchEngine>());
    for (const std::string& option : options) talk.say("setoption name " + option);
    talk.ask("position startpos moves 7g7f 3c3d", "go depth 7", "bestmove");
    std::vector<std::string> lines;
    for (const std::string& line : talk.lines()) {
      const auto at = line.find(" nodes ");
      if (at != std::string::npos) lines.push_back(line.substr(at, line.find(' ', at + 7) - at));
    }
    return lines;
  };
  EXPECT_EQ(lines_of({"ThreadVote value deepest", "ThreadCouncil value both"}), lines_of({}));
}

TEST(SearchEngineTalk, BenchCountsTheSameNodesTwice) {
  Talk talk(std::make_unique<SearchEngine>());
  const auto signature = [&talk] {
    talk.say("bench 4");
    const std::string line = talk.wait_for("bench");
    return line.substr(0, line.find(" time "));
  };
  const std::string first = signature();
  EXPECT_THAT(first, HasSubstr("depth 4 nodes "));
  EXPECT_EQ(signature(), first);
}

/// A home with folders book and eval.
class EngineHome : public ::testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::remove_all(home);
    std::filesystem::create_directories(home / "book");
    std::filesystem::create_directories(home / "eval");
  }
  void TearDown() override {
    std::error_code ignored;
    std::filesystem::remove_all(home, ignored);
  }
  std::unique_ptr<usi::Engine> engine() const {
    EngineSurroundings around;
    around.home = home;
    around.seed = 7;
    return std::make_unique<SearchEngine>(std::move(around));
  }
  void write(std::string_view name, std::string_view bytes) const {
    std::ofstream(home / name, std::ios::binary) << bytes;
  }
  void write_network(std::string_view name, std::uint64_t seed) const {
    constexpr auto kKind = eval::NnueKind::kKP;
    const auto bytes =
        eval::write_nnue_file(eval::usual_header(kKind), eval::random_nnue_parameters(kKind, seed));
    write(name, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  }

  const std::filesystem::path home =
      std::filesystem::temp_directory_path() /
      ("gougi-home-" +
       std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()));
};

constexpr std::string_view kBook =
    "#YANEURAOU-DB2016 1.00\n"
    "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n"
    "9g9f 3c3d 20 32 5\n1g1f none -90 32 1\n";

TEST_F(EngineHome, PlaysFromItsBookAndShowsWhatItHolds) {
  write("book/my.db", kBook);
  Talk talk(engine());
  talk.say("setoption name BookFile value my.db");
  EXPECT_EQ(talk.ask("position startpos", "go depth 3", "bestmove"), "bestmove 9g9f ponder 3c3d");
  EXPECT_THAT(talk.lines(), Contains("info depth 32 multipv 1 score cp 20 pv 9g9f 3c3d"));
  EXPECT_THAT(talk.lines(), Contains("info depth 32 multipv 2 score cp -90 pv 1g1f"));
  EXPECT_THAT(talk.lines(), Contains("info string BookEvalDiff = 30 , moves to 1 moves."));
  EXPECT_THAT(talk.ask("position startpos", "go depth 3 searchmoves 2g2f", "bestmove"),
              StartsWith("bestmove 2g2f"));
  talk.say("setoption name USI_OwnBook value false");
  EXPECT_THAT(talk.ask("position startpos", "go depth 3", "bestmove"),
              Not(StartsWith("bestmove 9g9f")));
}

TEST_F(EngineHome, ABookThatCannotBeReadIsSaidAndThinkingGoesOn) {
  Talk talk(engine());
  talk.say("setoption name BookFile value none.db");
  talk.say("isready");
  talk.wait_for("info string book: ");
  talk.wait_for("readyok");
  EXPECT_THAT(talk.ask("position startpos", "go depth 2", "bestmove"), StartsWith("bestmove "));
  EXPECT_THAT(talk.lines(), Contains(HasSubstr("none.db: no such file")));
}

// As code page 932 has it; on Windows it is no path.
TEST_F(EngineHome, ANameThatIsNoUtf8IsSaidAndTheProgramsOwnNetworkStillJudges) {
  const auto scores = [&](const std::string& option) {
    Talk talk(engine());
    if (!option.empty()) talk.say("setoption name " + option + " value \x92\xE8\x90\xD5.db");
    talk.ask("position startpos moves 7g7f 3c3d", "go depth 3", "bestmove");
    std::vector<std::string> found;
    for (const std::string& line : talk.lines()) {
      EXPECT_THAT(line, Not(HasSubstr("failed")));
      const auto at = line.find("score ");
      if (at != std::string::npos) found.push_back(line.substr(at));
    }
    if (!option.empty()) {
      EXPECT_THAT(talk.lines(), Contains(AnyOf(StartsWith("info string book: "),
                                               StartsWith("info string evaluation: "))));
    }
    return found;
  };
  const auto by_network = scores("");
  EXPECT_EQ(scores("BookFile"), by_network);
  EXPECT_EQ(scores("EvalFile"), by_network);
}

TEST_F(EngineHome, JudgesByTheNetworkThatLiesInItsFolder) {
  const auto eval_line = [&] {
    Talk talk(engine());
    talk.say("isready");
    talk.wait_for("readyok");
    talk.say("eval");
    return talk.wait_for("eval");
  };
  const std::string by_hand = eval_line();
  write_network("eval/nn.bin", 3);
  const std::string by_network = eval_line();
  EXPECT_NE(by_network, by_hand);
  write_network("eval/nn.bin", 4);
  EXPECT_NE(eval_line(), by_network);
  Talk talk(engine());
  talk.say("isready");
  talk.wait_for("readyok");
  EXPECT_THAT(talk.lines(), Contains(HasSubstr("evaluation: "))) << "before the first search";
  EXPECT_THAT(talk.ask("position startpos moves 7g7f", "go nodes 3000", "bestmove"),
              StartsWith("bestmove "));
  talk.say("setoption name EvalShare value false");
  talk.say("setoption name FV_SCALE value 24");
  EXPECT_THAT(talk.ask("position startpos moves 7g7f", "go nodes 3000", "bestmove"),
              StartsWith("bestmove "));
}

TEST_F(EngineHome, ADamagedNetworkIsNamedAndTheProgramsOwnStandsIn) {
  write("eval/nn.bin", "this is no network");
  Talk talk(engine());
  EXPECT_THAT(talk.ask("position startpos", "go depth 2", "bestmove"), StartsWith("bestmove "));
  EXPECT_THAT(talk.lines(), Contains(AllOf(HasSubstr("nn.bin"), HasSubstr("stands in"))));
}

TEST_F(EngineHome, TheHandMadeTermsCanBeWishedForWhereThereIsANetwork) {
  write("eval/nn.bin", "this is no network");
  Talk talk(engine());
  talk.say("setoption name EvalKind value handmade");
  EXPECT_THAT(talk.ask("position startpos", "go depth 2", "bestmove"), StartsWith("bestmove "));
  EXPECT_THAT(talk.lines(), Not(Contains(HasSubstr("nn.bin:"))));
}

TEST_F(EngineHome, TheProgramsOwnNetworkIsUsedUnlessTheHandMadeTermsAreWishedFor) {
  const auto scores = [&](const std::string& kind) {
    Talk talk(engine());
    if (!kind.empty()) talk.say("setoption name EvalKind value " + kind);
    talk.ask("position startpos moves 7g7f 3c3d", "go depth 3", "bestmove");
    std::vector<std::string> found;
    for (const std::string& line : talk.lines()) {
      const auto at = line.find("score ");
      if (at != std::string::npos) found.push_back(line.substr(at));
    }
    return found;
  };
  EXPECT_EQ(scores(""), scores("network"));
  EXPECT_NE(scores(""), scores("handmade"));
}

TEST_F(EngineHome, ANetworkThatIsAskedForAndIsNotThereIsNamed) {
  Talk talk(engine());
  talk.say("setoption name EvalDir value elsewhere");
  EXPECT_THAT(talk.ask("position startpos", "go depth 2", "bestmove"), StartsWith("bestmove "));
  EXPECT_THAT(talk.lines(), Contains(HasSubstr("elsewhere")));
}

TEST_F(EngineHome, ANetworkThatIsNotThereIsNamedAlsoWhereTheStyleIsAnotherOne) {
  Talk talk(engine());
  talk.say("isready");
  talk.wait_for("readyok");
  talk.say("setoption name EvalFile value other.bin");
  talk.say("setoption name Style value attack");
  talk.say("isready");
  talk.wait_for("readyok");
  EXPECT_THAT(talk.lines(), Contains(HasSubstr("other.bin")));
}

TEST(MateEngineTalk, AnswersMateNoMateAndStop) {
  Talk talk(std::make_unique<MateEngine>());
  talk.say("isready");
  talk.wait_for("readyok");
  EXPECT_EQ(talk.ask(kMateInOne, "go mate 60000", "checkmate"), "checkmate G*5b");
  EXPECT_EQ(talk.ask(kNoChecks, "go mate infinite", "checkmate"), "checkmate nomate");
  talk.say(kLongProblem);
  talk.say("go mate infinite");
  talk.say("stop");
  EXPECT_THAT(talk.wait_for("checkmate"), AnyOf("checkmate timeout", "checkmate nomate"));
}

TEST(MateEngineTalk, GivesUpWhenItsNodesRunOut) {
  Talk talk(std::make_unique<MateEngine>());
  talk.say("setoption name NodesLimit value 100");
  EXPECT_EQ(talk.ask(kLongProblem, "go mate infinite", "checkmate"), "checkmate none");
}

TEST(MateEngineTalk, FindsHelpMates) {
  Talk talk(std::make_unique<MateEngine>());
  EXPECT_EQ(talk.ask(kMateInOne, "go helpmate 60000", "checkmate"), "checkmate G*5b");
  talk.say("setoption name Mode value HelpMate");
  EXPECT_EQ(talk.ask(kMateInOne, "go mate 60000", "checkmate"), "checkmate G*5b");
  EXPECT_EQ(talk.ask(kNoChecks, "go mate infinite", "checkmate"), "checkmate nomate");
}

TEST(MateEngineTalk, StillAnswersAPlainGo) {
  Talk talk(std::make_unique<MateEngine>());
  EXPECT_EQ(talk.ask(kMateInOne, "go byoyomi 1000", "bestmove"), "bestmove G*5b");
  EXPECT_THAT(talk.ask("position startpos", "go byoyomi 1000", "bestmove"),
              Not(HasSubstr("resign")));
}

}  // namespace
}  // namespace gougi::engines
