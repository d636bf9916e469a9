// SPDX-License-Identifier: MIT
#include "tools/match_order.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "base/path.hpp"
#include "book/temporary_folder.hpp"
#include "settings/complaint_lines.hpp"
#include "settings/match_file.hpp"
#include "tools/match_legacy.hpp"
#include "tools/match_words.hpp"

namespace gougi::tools {
namespace {

using Words = std::vector<std::string>;
using namespace std::chrono_literals;

std::string complaint(const Words& words) {
  const auto order = read_match_order(words);
  return order ? "" : order.error().message;
}

TEST(MatchOrder, OptionsBeforeTheFirstEngineAreForAll) {
  const auto order = read_match_order(
      {"--time",  "byoyomi 100", "--option",         "Hash=16",  "--first", "a --x 1",  "--ponder",
       "on",      "--second",    "\"/my folder/b\"", "--time",   "nodes 5", "--option", "Threads=2",
       "--games", "7",           "--sprt",           "0,10,0.1", "--elo",   "logistic", "--resign",
       "2000,4"});
  ASSERT_TRUE(order) << order.error().message;
  ASSERT_EQ(order->engines.size(), 2U);
  const OrderedEngine& a = order->engines[0];
  const OrderedEngine& b = order->engines[1];
  EXPECT_EQ(a.name, "a");
  EXPECT_EQ(b.name, "b");
  EXPECT_EQ(a.control->byoyomi, 100ms);
  EXPECT_EQ(b.control->nodes, 5U);
  EXPECT_TRUE(a.ponders);
  EXPECT_FALSE(b.ponders);
  EXPECT_EQ(a.options.size(), 1U);
  EXPECT_EQ(b.options.size(), 2U);
  EXPECT_EQ(order->games, 7U);
  EXPECT_EQ(order->sprt->elo1, 10);
  EXPECT_EQ(order->sprt->alpha, 0.1);
  EXPECT_EQ(order->sprt->beta, 0.05);
  EXPECT_EQ(order->sprt->model, match::EloModel::kLogistic);
  EXPECT_EQ(order->adjudication.resign->moves, 4);
}

TEST(MatchOrder, EqualNamesAreToldApart) {
  const auto order =
      read_match_order({"--time", "nodes 1", "--first", "x", "--second", "x", "--engine", "y"});
  ASSERT_TRUE(order);
  EXPECT_EQ(order->engines[0].name, "x");
  EXPECT_EQ(order->engines[1].name, "x #2");
  EXPECT_EQ(order->engines[2].name, "y");
}

TEST(MatchOrder, ANameThatIsMadeIsNobodyElses) {
  const auto order = read_match_order(
      {"--time", "nodes 1", "--first", "x", "--name", "x #3", "--second", "x", "--engine", "x"});
  ASSERT_TRUE(order);
  EXPECT_EQ(order->engines[1].name, "x");
  EXPECT_EQ(order->engines[2].name, "x #3 #3");
}

TEST(MatchOrder, SaysWhichArgumentIsWrong) {
  const Words good{"--time", "nodes 1", "--first", "x", "--second", "y"};
  const auto with = [&](const Words& more) {
    Words words = good;
    words.insert(words.end(), more.begin(), more.end());
    return complaint(words);
  };
  EXPECT_EQ(with({}), "");
  EXPECT_EQ(with({"--games"}), "--games lacks its value; gougi match --help lists what there is");
  EXPECT_EQ(with({"--games", "0"}), "--games: wants a number from 1 to 10000000");
  EXPECT_EQ(with({"--sprt", "5,5"}), "--sprt: elo0 must be less than elo1");
  EXPECT_EQ(with({"--sprt", "1"}), "--sprt: wants 2 to 4 numbers");
  for (const char* const number : {"nan", "inf", "-inf", "1e999"}) {
    EXPECT_EQ(with({"--resign", std::string(number) + ",3"}),
              "--resign: wants numbers with commas between them");
    EXPECT_EQ(with({"--anchor", std::string("x=") + number}), "--anchor: wants NAME=ELO");
    EXPECT_EQ(with({"--sprt", std::string("0,5,") + number}),
              "--sprt: wants numbers with commas between them");
  }
  EXPECT_EQ(with({"--absent", "1"}),
            "there is no option --absent; gougi match --help lists what there is");
  EXPECT_EQ(with({"--openings", "a", "--random-plies", "3"}),
            "of --openings, --book and --random-plies only one can be");
  EXPECT_EQ(with({"--engine", "z", "--sprt", "0,5"}), "--sprt is for two engines");
  EXPECT_EQ(with({"--export", "pgn=x"}),
            "--export: wants kif=FOLDER, csa=FOLDER, ki2=FOLDER, jkf=FOLDER, usi=FILE or upi=FILE");
  EXPECT_EQ(complaint({"--first", "x"}), "a match needs --first and --second");
  EXPECT_EQ(complaint({"--first", "x", "--second", "y"}),
            "--time is missing, such as --time \"byoyomi 1000\"");
  EXPECT_EQ(complaint({"--second", "x"}), "--second: stands at the wrong place or twice");
  EXPECT_EQ(complaint({"--first", "\"x"}), "--first: a quote is open in \"x");
}

TEST(MatchOrder, AnOpeningMustLeaveSomethingToPlay) {
  const auto error_of = [](const std::vector<std::string>& more) {
    std::vector<std::string> words{"--first", "a", "--second", "b", "--time", "nodes 1"};
    words.insert(words.end(), more.begin(), more.end());
    const auto order = read_match_order(words);
    return order ? std::string() : order.error().message;
  };
  EXPECT_EQ(error_of({"--random-plies", "4", "--max-plies", "4"}),
            "--random-plies 4 leaves nothing to play with --max-plies 4");
  EXPECT_EQ(error_of({"--book", "b.db", "--max-plies", "24"}),
            "--plies 24 leaves nothing to play with --max-plies 24");
  EXPECT_EQ(error_of({"--random-plies", "3", "--max-plies", "4"}), "");
  EXPECT_EQ(error_of({"--random-plies", "300", "--max-plies", "0"}), "");
  EXPECT_EQ(error_of({"--openings", "b.sfen", "--max-plies", "4"}), "");
}

TEST(MatchOrder, AMatchThatGoesOnCanBeMadeLongerButNotAnother) {
  EXPECT_EQ(complaint({"--resume", "m.db", "--games", "9", "--report", "r", "--quiet", "on",
                       "--concurrency", "2", "--export", "usi=x"}),
            "");
  EXPECT_THAT(complaint({"--resume", "m.db", "--time", "nodes 5"}),
              ::testing::StartsWith("--time cannot be changed: --resume goes on"));
  EXPECT_EQ(complaint({"--resume", "m.db", "--first", "x"}),
            "--resume takes the engines from its file; leave them out");
}

TEST(MatchOrder, APartWantsAFileOfItsOwn) {
  Words words{"--first", "a", "--second", "b", "--time", "nodes 1", "--shard", "1/4"};
  EXPECT_EQ(complaint(words), "--shard wants --file FILE, a file of its own for each part");
  words.insert(words.end(), {"--file", "a.db", "--stop-file", "stop"});
  const auto order = read_match_order(words);
  ASSERT_TRUE(order) << order.error().message;
  EXPECT_EQ(order->shard, (base::Shard{1, 4}));
  EXPECT_EQ(order->stop_file, "stop");
  words[7] = "4/4";
  EXPECT_EQ(complaint(words), "--shard: parts count from 0: of 4 the last is 3/4");
  words[7] = "half";
  EXPECT_EQ(complaint(words), "--shard: wants PART/PARTS, such as 0/8 for the first of eight");
}

TEST(MatchOrder, ACommandIsSplitAtBlanksOutsideQuotes) {
  EXPECT_EQ(*split_command("a  b \"c d\"e \"\""), (Words{"a", "b", "c de", ""}));
  EXPECT_FALSE(split_command("  "));
}

TEST(MatchFile, SaysTheSameAsTheArguments) {
  const auto words = settings::match_arguments(
      "engines:\n"
      "  - {command: gougi-engine, name: new, options: {Threads: 2}}\n"
      "  - command: [old/gougi engine, --flag]\n"
      "    time: nodes 7\n"
      "  - command: third\n"
      "games: 20\n"
      "export: [kif=a, usi=b]\n"
      "time: byoyomi 1000\n"
      "options: {Hash: 16}\n",
      "match.yaml", match_options());
  ASSERT_TRUE(words) << words.error().message;
  EXPECT_EQ(*words, (Words{"--games",   "20",           "--export",
                           "kif=a",     "--export",     "usi=b",
                           "--time",    "byoyomi 1000", "--option",
                           "Hash=16",   "--first",      "\"gougi-engine\"",
                           "--name",    "new",          "--option",
                           "Threads=2", "--second",     "\"old/gougi engine\" \"--flag\"",
                           "--time",    "nodes 7",      "--engine",
                           "\"third\""}));
  EXPECT_TRUE(read_match_order(*words));
}

TEST(MatchFile, SaysWhereItIsWrong) {
  const auto complain = [](std::string_view text) {
    const auto words = settings::match_arguments(text, "m.yaml", match_options());
    return words ? "" : words.error().message;
  };
  EXPECT_EQ(complain(""), "m.yaml: the file says nothing");
  EXPECT_EQ(complain("# nothing but this\n"), "m.yaml: the file says nothing");
  EXPECT_EQ(complain("games: 3\n"), "m.yaml:1: engines: a list is expected");
  EXPECT_EQ(complain("engines:\n  - {command: [a, 'b \"c d\" e']}\n  - {command: b}\n"),
            "m.yaml:2: command: no part of it may have a double quote");
  EXPECT_EQ(complain("engines:\n  - gougi-random\n  - {command: b}\n"),
            "m.yaml:2: engines[1]: keys are expected here: command, …");
  EXPECT_THAT(complain("engines: [{command: a}, {command: b}]\ngmaes: 4\n"),
              testing::StartsWith("m.yaml:2: gmaes: unknown key; did you mean games? allowed here: "
                                  "anchor, book, command, concurrency, "));
  EXPECT_THAT(complain("gmaes: 4\nprotocol: upi\n"),
              testing::AllOf(testing::HasSubstr("games"), testing::Not(testing::HasSubstr("book")),
                             testing::Not(testing::HasSubstr("mate")),
                             testing::Not(testing::HasSubstr("declaration")),
                             testing::Not(testing::HasSubstr("ponder"))));
  EXPECT_THAT(complain("trust: on\nengines: []\n"),
              testing::StartsWith("m.yaml:1: trust: unknown key; allowed"));
  EXPECT_EQ(complain("engines:\n  - name: x\n"), "m.yaml:2: engines[1].command: is missing");
  EXPECT_EQ(complain("games: [1]\nengines: []\n"), "m.yaml:1: games: one value is expected");
  EXPECT_EQ(complain("engines:\n  - {command: a, games: 6}\n  - {command: b}\ngames: 2\n"),
            "m.yaml:2: engines[1].games: is of the whole match; write it at the margin");
  EXPECT_EQ(
      complain("engines:\n  - {command: a, tmie: x}\n  - {command: b}\n"),
      "m.yaml:2: engines[1].tmie: unknown key; did you mean time? allowed here: command, name, "
      "option, options, ponder, restart, time");
}

TEST(MatchFile, SaysAllThatIsWrongAtOnceValuesToo) {
  const auto words = settings::match_arguments(
      "engines:\n"
      "  - {command: a, ponder: onn}\n"
      "  - {name: b}\n"
      "games: many\n"
      "format: rond-robin\n"
      "tiem: nodes 1\n"
      "export: [kif=a, pgn=b]\n"
      "openings: no such file.sfen\n"
      "seed: 1\n",
      "m.yaml", match_options(), check_match_word);
  ASSERT_FALSE(words);
  EXPECT_THAT(settings::complaint_lines(words.error()),
              testing::ElementsAre(
                  "m.yaml:2: ponder: wants on or off; did you mean on?",
                  "m.yaml:3: engines[2].command: is missing",
                  testing::StartsWith("m.yaml:4: games: wants a number from 1 to "),
                  "m.yaml:5: format: wants round-robin or gauntlet; did you mean round-robin?",
                  testing::StartsWith("m.yaml:6: tiem: unknown key; did you mean time? "),
                  testing::StartsWith("m.yaml:7: export: wants kif=FOLDER"),
                  "m.yaml:8: openings: no such file.sfen: no such file"));
}

TEST(LegacyMatch, ReadsTheOlderServersFilesAndCommandLine) {
  const book::testing::TemporaryFolder folder;
  folder.write("engine-config1.txt",
               "test.exe\r\ngo btime 100 wtime 100 byoyomi 0\r\nsetoption name Threads value "
               "1\r\nsetoption name Hash value 1024\r\n");
  folder.write("engine-config2.txt", "\xEF\xBB\xBFtest.exe\ngo nodes 500");
  folder.write("book.sfen", "startpos moves 7g7f\n");
  const std::string name = base::to_utf8(folder / "");
  const auto order =
      read_match_order({"--legacy", "--folder", name, "setoption", "name", "Threads", "value", "6",
                        "go", "btime", "500", "wtime", "24", "byoyomi", "0"});
  ASSERT_TRUE(order) << order.error().message;
  EXPECT_EQ(order->games, 500U);
  EXPECT_EQ(order->plies, 24);
  EXPECT_EQ(order->concurrency, 6);
  EXPECT_EQ(order->openings, folder / "book.sfen");
  EXPECT_EQ(order->legacy, LegacyOutput::kSigns);
  const OrderedEngine& first = order->engines[0];
  EXPECT_EQ(match::to_text(*first.control), "go btime 100 wtime 100 byoyomi 0");
  EXPECT_EQ(first.options,
            (std::vector<std::pair<std::string, std::string>>{{"Threads", "1"}, {"Hash", "1024"}}));
  const auto parts = split_command(first.command);
  ASSERT_TRUE(parts);
  EXPECT_EQ(base::path_from_utf8(parts->front()).filename(), "test.exe");
  EXPECT_NE(order->engines[1].name, first.name);
}

// The game is known from --protocol, wherever it stands; what it does not have is refused at once.
TEST(MatchOrder, RefusesWhatPyonpyonDoesNotHave) {
  const std::vector<std::string> upi{"--protocol", "upi", "--first", "a",
                                     "--second",   "b",   "--time",  "nodes 1"};
  const auto order = read_match_order(upi);
  ASSERT_TRUE(order) << order.error().message;
  EXPECT_EQ(order->protocol, settings::GameProtocol::kUpi);
  EXPECT_EQ(read_match_order({"--first", "a", "--second", "b", "--time", "nodes 1"})->protocol,
            settings::GameProtocol::kUsi);
  const auto with = [&](const std::string& name, const std::string& value) {
    std::vector<std::string> words = upi;
    words.insert(words.end(), {name, value});
    return complaint(words);
  };
  EXPECT_EQ(with("--export", "upi=games.txt"), "");
  EXPECT_EQ(with("--export", "kif=games"),
            "--export kif: games of pyonpyon are written with --export upi=FILE, a line a game");
  EXPECT_EQ(with("--ponder", "on"), "--ponder: UPI engines do not ponder; leave it out");
  for (const auto& [name, value] : {std::pair("--book", "b.db"), std::pair("--mate-nodes", "5"),
                                    std::pair("--declaration", "24")}) {
    EXPECT_EQ(with(name, value),
              std::string(name) + " is of shogi; leave it out with --protocol upi");
  }
  EXPECT_EQ(complaint({"--first", "a", "--second", "b", "--time", "nodes 1", "--export", "upi=f"}),
            "--export upi is of games with --protocol upi; here kif, csa, ki2, jkf or usi can be "
            "written");
  EXPECT_EQ(complaint({"--protocol", "uci"}), "--protocol: wants usi or upi; did you mean usi?");
}

TEST(LegacyMatch, HasTheOlderServersDefaultsAndSaysWhatIsWrong) {
  const book::testing::TemporaryFolder folder;
  const std::string name = base::to_utf8(folder / "");
  EXPECT_NE(complaint({"--legacy", "--folder", name}).find("engine-config1.txt"),
            std::string::npos);
  folder.write("engine-config1.txt", "a\ngo nodes 1\n");
  folder.write("engine-config2.txt", "b\ngo nodes 1\n");
  const auto order = read_match_order({"--legacy", "--folder", name});
  ASSERT_TRUE(order);
  EXPECT_EQ(order->games, 100U);
  EXPECT_EQ(order->plies, 32);
  EXPECT_TRUE(order->openings.empty());
  EXPECT_EQ(read_legacy_engine("a\nstop\n", ".").error().message,
            "line 2: \"stop\" is no time control; there are time, inc, byoyomi, moves, then, "
            "movetime, nodes and depth");
  EXPECT_EQ(read_legacy_engine("a\ngo nodes 1\nfoo", ".").error().message,
            "line 3: setoption is expected, not foo");
}

}  // namespace
}  // namespace gougi::tools
