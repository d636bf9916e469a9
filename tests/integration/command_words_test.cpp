// SPDX-License-Identifier: MIT
// The words behind the programs' names, as people type them: help and version are everywhere, a
// mistyped word is answered by the one that was meant, and exit codes are those of
// docs/exit-codes.md.
#ifdef __linux__
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "base/version.hpp"
#include "integration/commands.hpp"
#include "integration/dialogue.hpp"
#include "integration/processes.hpp"
#include "integration/relay.hpp"

namespace gougi::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using ::testing::Not;

struct Answer {
  int code = -1;
  std::string said;
  std::vector<std::string> errors;
};

Answer answer_to(Words words) {
  const std::string program = words.front();
  words.erase(words.begin());
  Dialogue dialogue(program_path(program), std::move(words));
  Answer answer;
  if (!dialogue.wait_exit(Milliseconds(60'000))) return answer;
  if (!dialogue.exit->by_signal) answer.code = dialogue.exit->code;
  for (const auto& heard : dialogue.heard) answer.said += heard.line + "\n";
  answer.errors = dialogue.errors;
  return answer;
}

std::string text_of(const Words& words) {
  std::string text;
  for (const std::string& word : words) text += word + " ";
  return text;
}

Words with(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

TEST(CommandWords, HelpAndVersionAreThereForEveryCommand) {
  for (const Words& command : commands()) {
    std::string help;
    for (const std::string word : {"--help", "help"}) {
      const Answer answer = answer_to(with(command, {word}));
      EXPECT_EQ(answer.code, 0) << text_of(command) << word;
      EXPECT_THAT(answer.errors, IsEmpty()) << text_of(command) << word;
      EXPECT_GT(answer.said.size(), 40U) << text_of(command) << word;
      if (word == "--help") help = answer.said;
      EXPECT_EQ(answer.said, help) << text_of(command) << "says the same either way";
    }
    const Answer version = answer_to(with(command, {"--version"}));
    EXPECT_EQ(version.code, 0) << text_of(command);
    EXPECT_EQ(version.said, command.front() + " " + std::string(base::kVersion) + "\n")
        << text_of(command);
  }
  EXPECT_EQ(answer_to({"gougi", "help", "match"}).said, answer_to({"gougi", "match", "help"}).said);
}

#ifdef __linux__
TEST(CommandWords, HelpThatCannotBeWrittenIsNoSuccess) {
  for (const Words& command : commands()) {
    std::string line = program_path(command.front());
    for (std::size_t i = 1; i < command.size(); ++i) line += " " + command[i];
    const int status = std::system((line + " --help >/dev/full 2>/dev/null").c_str());
    EXPECT_EQ(WEXITSTATUS(status), 1) << line;
  }
}
#endif

/// The words that a program's help lists: its tasks, and the commands of its protocol.
Words listed_words(const std::string& help) {
  Words words;
  std::istringstream lines(help);
  bool lists = false;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(" "))
      lists = line == "Subcommands:" || line == "Commands of the protocol:";
    if (!lists || !line.starts_with("  ") || line.size() < 3 || line[2] == ' ') continue;
    std::istringstream entry(line);
    for (std::string word; entry >> word;) {
      const bool has_more = word.ends_with(",");  // "pos, d, show"
      words.push_back(has_more ? word.substr(0, word.size() - 1) : word);
      if (!has_more) break;
    }
  }
  return words;
}

TEST(CommandWords, EveryWordOfAnEngineStandsInItsHelpAndHasAHelpOfItsOwn) {
  const std::vector<std::pair<std::string, Words>> engines{
      {"gougi-engine", {"go", "bench", "test", "eval", "makebook", "learn", "file"}},
      {"gougi-mate", {"usi", "perft"}},
      {"gougi-naitou", {"trace", "d"}},
      {"gougi-random", {"getoption", "quit"}},
      {"gougi-pyon", {"solve", "do", "show", "upi", "isready"}}};
  for (const auto& [program, some] : engines) {
    const Words listed = listed_words(answer_to({program, "--help"}).said);
    EXPECT_THAT(listed, IsSupersetOf(some)) << program;
    for (const std::string& word : listed) {
      const Answer help = answer_to({program, word, "--help"});
      EXPECT_EQ(help.code, 0) << program << " " << word;
      EXPECT_THAT(help.errors, IsEmpty()) << program << " " << word;
      EXPECT_THAT(help.said, HasSubstr("Usage: " + program + " ")) << word;
      const Answer asked = answer_to({program, "help", word});
      EXPECT_EQ(asked.code, 0) << program << " help " << word;
      EXPECT_EQ(asked.said, help.said) << program << " help " << word;
    }
  }
  for (const std::string& word : listed_words(answer_to({"gougi", "--help"}).said)) {
    EXPECT_EQ(answer_to({"gougi", "help", word}).said, answer_to({"gougi", word, "--help"}).said);
  }
}

// A line of an option or a task: two blanks, its name, and behind it what it is, or that in the
// next line.
TEST(CommandWords, EveryHelpHasTheSameLayoutAndIsWholeInJapanese) {
  const auto is_japanese = [](const std::string& line) {
    return std::ranges::any_of(line, [](char c) { return static_cast<unsigned char>(c) >= 0xE3; });
  };
  for (const Words& command : commands()) {
    const std::string english = answer_to(with(command, {"--help"})).said;
    EXPECT_THAT(english, HasSubstr("Usage: ")) << text_of(command);
    EXPECT_THAT(english, HasSubstr("\n  -h,--help ")) << text_of(command);
    EXPECT_THAT(english, HasSubstr("\n  --version ")) << text_of(command);
    EXPECT_THAT(english, HasSubstr("\n  --lang ja|en|auto")) << text_of(command);
    EXPECT_LT(english.find("\n  -h,--help "), english.find("\n  --version ")) << text_of(command);
    EXPECT_EQ(english.find("\n  --", english.find("\n  -h,--help ")),
              english.find("\n  --version "))
        << text_of(command);
    EXPECT_EQ(english.find("\n  --", english.find("\n  --version ") + 1),
              english.find("\n  --lang "))
        << text_of(command);
    const Answer answer = answer_to(with(command, {"--lang", "ja", "--help"}));
    EXPECT_EQ(answer.code, 0) << text_of(command);
    EXPECT_THAT(answer.said, HasSubstr("使い方: ")) << text_of(command);
    EXPECT_THAT(answer.said, HasSubstr("\nオプション:")) << text_of(command);
    for (const char* const heading : {"Options:", "OPTIONS", "Usage", "Positionals", "REQUIRED",
                                      " in [", "INT", "FLOAT", "TEXT"}) {
      EXPECT_THAT(answer.said, Not(HasSubstr(heading))) << text_of(command);
    }
    std::istringstream lines(answer.said);
    std::string entry;
    for (std::string line; std::getline(lines, line);) {
      const bool begins = line.starts_with("  ") && line.size() > 2 && line[2] != ' ';
      if (begins || line.empty()) {
        EXPECT_TRUE(entry.empty() || is_japanese(entry)) << text_of(command) << entry;
        entry.clear();
      }
      if (begins || !entry.empty()) entry += line + "\n";
    }
  }
}

TEST(CommandWords, TheLanguageIsAskedForAnywhereAndHoldsForComplaints) {
  const Words chekc{"gougi", "--lang", "ja", "chekc"};
  ASSERT_EQ(answer_to(chekc).errors.size(), 1U);
  EXPECT_EQ(answer_to(chekc).errors[0],
            "gougi: chekc というコマンドはありません。check のことですか? 使い方は gougi --help");
  EXPECT_EQ(answer_to({"gougi", "data", "lits", "--lang", "ja"}).errors,
            Words{"gougi data: lits という作業はありません。list のことですか? 使い方は gougi data "
                  "--help"});
  EXPECT_EQ(answer_to({"gougi", "data", "--lang", "ja"}).errors,
            Words{"gougi data: 作業の指定がありません: add, list, verify, shuffle。使い方は gougi "
                  "data --help"});
  EXPECT_EQ(
      answer_to({"gougi", "match", "--tiem", "--lang=ja"}).errors,
      Words{"gougi match: オプション --tiem はありません。--time のことですか? 使い方は gougi "
            "match --help"});
  for (const char* const program : {"gougi", "gougi-engine", "gougi-mate", "gougi-pyon"}) {
    const Answer answer = answer_to({program, "--lang", "fr"});
    EXPECT_EQ(answer.code, 2) << program;
    EXPECT_THAT(answer.errors.at(0), AllOf(HasSubstr("--lang: fr is none of ja, en, auto"),
                                           HasSubstr("--help lists what there is")))
        << program;
  }
}

/// Every command that reads data, with the words that name it.
std::vector<Words> readers(const std::string& data, const std::string& target) {
  return {{"gougi", "import", data},
          {"gougi", "mate", "solve", data},
          {"gougi", "book", "from_sfen", data, target},
          {"gougi", "book", "think", data, target, "nodes", "1"},
          {"gougi", "book", "merge", data, data, target},
          {"gougi", "book", "sort", data, target},
          {"gougi", "book", "stat", data},
          {"gougi", "book", "lookup", data},
          {"gougi", "match", "report", data},
          {"gougi", "match", "compare", data, data},
          {"gougi", "match", "--resume", data},
          {"gougi", "merge", target, data},
          {"gougi", "watch", data},
          {"gougi", "data", "add", target, data},
          {"gougi", "data", "list", data},
          {"gougi", "nnue", "info", data},
          {"gougi", "nnue", "copy", data, target},
          {"gougi", "selfplay", target, "--network", data},
          {"gougi", "selfplay", "stat", data},
          {"gougi", "selfplay", "merge", data, "--out", target},
          {"gougi", "selfplay", "shuffle", data, "--out", target},
          {"gougi", "learn", data, "--out", target},
          {"gougi", "record", data, "--to", "usi"},
          {"gougi", "replay", data},
          {"gougi", "calibrate", data},
          {"gougi", "calibrate", "--arbiter", data, "--out", target},
          {"gougi", "study", data}};
}

/// A regular file that can be opened; reading it is an error of the system, as on a failing disk.
std::string unreadable_file(const Folder& folder, const std::string& name) {
  std::filesystem::create_symlink("/proc/self/mem", folder.path() / name);
  return base::to_utf8(folder.path() / name);
}

// docs/exit-codes.md: the words make sense, but the file does not.
TEST(CommandWords, DataThatCannotBeReadIsNoWrongUsageWhoeverReadsIt) {
  const Folder folder;
  const std::string target = base::to_utf8(folder.path() / "new");
  const std::string rubbish = folder.write("rubbish.usi", "\x01\x02 dear diary\n\xFF\n");
  const std::string unreadable = unreadable_file(folder, "unreadable.usi");
  for (const std::string& data :
       {base::to_utf8(folder.path() / "absent.usi"), rubbish, unreadable}) {
    for (Words& words : readers(data, target)) {
      std::filesystem::remove(target);
      // Who goes by its size reads nothing.
      if (data == unreadable && words[1] == "selfplay" && words[2] != target) continue;
      // A line that is none is skipped there, unless it matters.
      if (data == rubbish && words[1] == "book") words.push_back("--strict");
      const Answer answer = answer_to(words);
      EXPECT_EQ(answer.code, 1) << text_of(words);
      ASSERT_FALSE(answer.errors.empty()) << text_of(words);
      EXPECT_THAT(answer.errors[0], HasSubstr(base::to_utf8(folder.path()))) << text_of(words);
      if (data == unreadable) {
        EXPECT_THAT(answer.errors[0], HasSubstr("read")) << text_of(words);
      }
    }
  }
}

// docs/exit-codes.md, where commands once went by rules of their own.
TEST(CommandWords, WordsThatSayTooLittleAreWrongUsageAndDataWithoutContentIsNone) {
  const Folder folder;
  const std::string games = folder.write("g.usi", "startpos moves 7g7f\n");
  const std::string prose = folder.write("cc.py", "int main(){}\n");
  const std::string target = base::to_utf8(folder.path() / "new.db");
  const std::vector<std::pair<Words, int>> all{
      {{"gougi", "book", "think", games, target}, 2},
      {{"gougi-engine", "makebook", "think", games, target}, 2},
      {{"gougi", "book", "stat", prose}, 1},
      {{"gougi", "book", "lookup", prose}, 1},
      {{"gougi", "book", "sort", prose, target}, 1},
      {{"gougi", "book", "merge", prose, prose, target}, 1},
      {{"gougi", "book", "from_sfen", prose, target}, 1},
      {{"gougi-naitou", "trace", "startpos", "moves", "7g7f", "3c3d"}, 0},
      {{"gougi-naitou", "trace", "startpos", "moves", "7g7e"}, 1},
      {{"gougi-naitou", "trace", "nowhere"}, 2},
      {{"gougi-simulate", "1"}, 2},
      {{"gougi-simulate", "--seeds", "a..b"}, 2},
      {{"gougi-simulate", "--seeds", "1", "--clock", "soon"}, 2},
      {{"gougi-simulate", "--seeds", "1", "--clock", "mate infinite"}, 2},
#ifdef GOUGI_HAS_SOAK
      {{"gougi-soak", "now"}, 2},
#endif
      {{"gougi", "data"}, 2}};
  for (const auto& [words, code] : all) {
    const Answer answer = answer_to(words);
    EXPECT_EQ(answer.code, code) << text_of(words);
    EXPECT_EQ(answer.errors.empty(), code == 0) << text_of(words);
    EXPECT_FALSE(std::filesystem::exists(target)) << text_of(words);
  }
}

// … and so does one that says what is to be done, where it is not there.
TEST(CommandWords, AFileThatSaysWhatToDoBelongsToTheWords) {
  const Folder folder;
  const std::string rubbish = folder.write("rubbish.yaml", "engines: [\n");
  for (const std::string& file : {base::to_utf8(folder.path() / "absent.yaml"), rubbish,
                                  unreadable_file(folder, "unreadable.yaml")}) {
    for (const Words& words : std::vector<Words>{{"gougi", "--config", file},
                                                 {"gougi", "check", "--config", file},
                                                 {"gougi", "demo", "--config", file},
                                                 {"gougi", "analyse", "a.kif", "--config", file},
                                                 {"gougi", "match", "--config", file},
                                                 {"gougi", "tune", file},
                                                 {"gougi", "farm", "ssh", file}}) {
      const Answer answer = answer_to(words);
      EXPECT_EQ(answer.code, 2) << text_of(words);
      ASSERT_EQ(answer.errors.size(), 1U) << text_of(words);
      EXPECT_THAT(answer.errors[0], HasSubstr(file)) << text_of(words);
    }
  }
}

TEST(CommandWords, WhatMakesNoSenseIsWrongUsageInOneLine) {
  for (const Words& command : commands()) {
    const Answer answer = answer_to(with(command, {"--no-such-option"}));
    EXPECT_EQ(answer.code, 2) << text_of(command);
    EXPECT_EQ(answer.errors.size(), 1U) << text_of(command);
    // A GUI is told, too.
    if (command != Words{"gougi"}) {
      EXPECT_EQ(answer.said, "") << text_of(command);
    }
  }
}

// What a GUI may say to any engine means nothing where nobody will answer it.
TEST(CommandWords, WordsBehindAnEngineThatItHasNoAnswerToAreWrongUsageInOneLine) {
  std::vector<Words> all{{"gougi-mate", "bench"},
                         {"gougi-mate", "learn"},
                         {"gougi-mate", "trace"},
                         {"gougi-random", "bench", "3"},
                         {"gougi-random", "eval"},
                         {"gougi-random", "makebook"},
                         {"gougi-naitou", "learn"},
                         {"gougi-naitou", "test"},
                         {"gougi-engine", "trace"},
                         {"gougi-engine", "bench", "deep"},
                         {"gougi-engine", "bench", "0"},
                         {"gougi-pyon", "go", "byoyomi", "100"},
                         {"gougi-pyon", "stop", "it"},
                         {"gougi-pyon", "upi", "now"},
                         {"gougi-pyon", "perft"},
                         {"gougi-pyon", "perft", "deep"},
                         {"gougi-pyon", "perft", "2", "3"},
                         {"gougi-pyon", "perft", "10"},
                         {"gougi-pyon", "do"},
                         {"gougi-pyon", "do", "here"},
                         {"gougi-pyon", "do", "d5c5", "too"},
                         {"gougi-pyon", "setoption"},
                         {"gougi-pyon", "position", "starpos"}};
  for (const std::string program : {"gougi-engine", "gougi-mate", "gougi-random", "gougi-naitou"}) {
    for (const Words& words : std::vector<Words>{{"go", "byoyoomi", "100"},
                                                 {"go", "nodes"},
                                                 {"position"},
                                                 {"position", "starpos"},
                                                 {"position", "startpos", "moves", "7776"},
                                                 {"setoption", "nmae", "Threads"},
                                                 {"setoption", "name", "Nothing", "value", "1"},
                                                 {"gameover"},
                                                 {"gameover", "lost"},
                                                 {"isready", "now"},
                                                 {"quit", "now"},
                                                 {"usi,", "d", "5"},
                                                 {"perft"},
                                                 {"perft", "deep"},
                                                 {"ponderhit", "now"}}) {
      all.push_back(with({program}, words));
    }
  }
  for (const Words& words : all) {
    const Answer answer = answer_to(words);
    EXPECT_EQ(answer.code, 2) << text_of(words);
    EXPECT_EQ(answer.said, "") << text_of(words);
    EXPECT_EQ(answer.errors.size(), 1U) << text_of(words);
  }
}

TEST(CommandWords, AFileWithoutAByteIsSaidToBeEmptyByWhoeverReadsIt) {
  const Folder folder;
  const std::string target = base::to_utf8(folder.path() / "new");
  const std::string empty = folder.write("empty.usi", "");
  for (const Words& words : readers(empty, target)) {
    std::filesystem::remove(target);
    const Answer answer = answer_to(words);
    EXPECT_EQ(answer.code, 1) << text_of(words);
    EXPECT_FALSE(answer.errors.empty()) << text_of(words);
    EXPECT_FALSE(std::filesystem::exists(target)) << text_of(words);
  }
  for (const Words& words : std::vector<Words>{{"gougi", "--config", empty},
                                               {"gougi", "check", "--config", empty},
                                               {"gougi", "match", "--config", empty},
                                               {"gougi", "tune", empty},
                                               {"gougi", "farm", "ssh", empty}}) {
    const Answer answer = answer_to(words);
    EXPECT_EQ(answer.code, 2) << text_of(words);
    EXPECT_EQ(answer.errors.size(), 1U) << text_of(words);
  }
}

TEST(CommandWords, AMistypedWordIsAnsweredByTheOneThatWasMeant) {
  const Folder folder;
  const std::string rule = folder.write(
      "rule.yaml", "consensus: optimsitic\nengines: [{command: " + ours("gougi-random") + "}]\n");
  const std::string match = folder.write(
      "match.yaml", "engines: [{command: a}, {command: b}]\ntime: nodes 1\ngmaes: 4\n");
  const std::string farm =
      folder.write("farm.yaml", "name: a\nparts: 2\nrun: [mate]\nresult: a\nreslut: b\n");
  struct Mistyped {
    Words words;
    std::string meant;
  };
  const std::vector<Mistyped> cases{
      {{"gougi", "chekc"}, "check"},
      {{"gougi", "help", "mtach"}, "match"},
      {{"gougi", "hlep"}, "help"},
      {{"gougi", "mat"}, "mate"},
      {{"gougi", "rec"}, "record"},
      {{"gougi", "data", "hlep"}, "help"},
      {{"gougi", "keep", "--hlep"}, "--help"},
      {{"gougi-engine", "hlep"}, "help"},
      {{"gougi-pyon", "setoption", "name", "Hahs", "value", "2"}, "Hash"},
      {{"gougi", "--confg", "x.yaml"}, "--config"},
      {{"gougi", "check", "--tiemout", "5"}, "--timeout"},
      {{"gougi", "check", "--config", rule}, "optimistic"},
      {{"gougi", "--config", rule}, "optimistic"},
      {{"gougi", "demo", "--pleis", "3"}, "--plies"},
      {{"gougi", "import", "--outptu"}, "--output"},
      {{"gougi", "perft", "1", "--divdie"}, "--divide"},
      {{"gougi", "mate", "slove"}, "solve"},
      {{"gougi", "mate", "solve", "--secnods", "5"}, "--seconds"},
      {{"gougi", "mate", "generate", "--coutn"}, "--count"},
      {{"gougi", "book", "mrege"}, "merge"},
      {{"gougi", "book", "from_sfen", "a", "b", "mvoes", "16"}, "moves"},
      {{"gougi", "book", "think", "a", "b", "--multipb", "2"}, "--multipv"},
      {{"gougi", "match", "--tiem"}, "--time"},
      {{"gougi", "match", "--tiem", "nodes 1"}, "--time"},
      {{"gougi", "match", "--config", match}, "games"},
      {{"gougi", "nnue", "inof", "a"}, "info"},
      {{"gougi", "nnue", "random", "a", "--sede", "2"}, "--seed"},
      {{"gougi", "selfplay", "--positoins", "5"}, "--positions"},
      {{"gougi", "learn", "a", "--kidn", "terms"}, "--kind"},
      {{"gougi", "tune", "a", "--reprot", "b"}, "--report"},
      {{"gougi", "record", "a.kif", "--ot", "usi"}, "--to"},
      {{"gougi", "record", "a.kif", "--ouptut", "x"}, "--output"},
      {{"gougi", "replay", "a", "--consensus", "optimsitic"}, "optimistic"},
      {{"gougi", "calibrate", "a", "--archor", "x"}, "--anchor"},
      {{"gougi", "study", "a", "--jugded", "5"}, "--judged"},
      {{"gougi", "study", "--headroom", "a", "--jugde", "b"}, "--judge"},
      {{"gougi-engine", "--tunabel"}, "--tunable"},
      {{"gougi-engine", "makebook", "tihnk"}, "think"},
      {{"gougi-mate", "--hlep"}, "--help"},
      {{"gougi-naitou", "trace", "--time-limti"}, "--time-limit"},
      {{"gougi-pyon", "solve", "--tabel", "x"}, "--table"},
      {{"gougi-engine", "lern"}, "learn"},
      {{"gougi-engine", "makebok", "from_sfen", "a", "b"}, "makebook"},
      {{"gougi-engine", "usi,", "israedy"}, "isready"},
      {{"gougi-mate", "positon", "startpos"}, "position"},
      {{"gougi-naitou", "trcae"}, "trace"},
      {{"gougi-random", "go", ",", "israedy"}, "isready"},
      {{"gougi-engine", "setoption name Thraeds value 2"}, "Threads"},
      {{"gougi-mate", "setoption", "name", "USI_Hahs", "value", "2"}, "USI_Hash"},
      {{"gougi", "--lang", "jp"}, "ja"},
      {{"gougi", "check", "--lang=english"}, "en"},
      {{"gougi", "help", "data", "lits"}, "list"},
      {{"gougi-random", "isredy"}, "isready"},
      {{"gougi-pyon", "solv"}, "solve"},
      {{"gougi-pyon", "positoin", "startpos"}, "position"},
      {{"gougi-simulate", "--sedes", "1..2"}, "--seeds"},
#ifdef GOUGI_HAS_SOAK
      {{"gougi-soak", "--gmaes", "1"}, "--games"},
#endif
      {{"gougi", "data", "lits"}, "list"},
      {{"gougi", "selfplay", "staat"}, "stat"},
      {{"gougi", "match", "reprot", "a.db"}, "report"},
      {{"gougi", "match", "--format", "rond-robin"}, "round-robin"},
      {{"gougi", "match", "--protocol", "usj"}, "usi"},
      {{"gougi", "match", "--ponder", "offf"}, "off"},
      {{"gougi", "match", "--declaration", "nnoe"}, "none"},
      {{"gougi", "match", "--elo", "logstic"}, "logistic"},
      {{"gougi", "farm", "slrum", "x"}, "slurm"},
      {{"gougi", "completion", "basj"}, "bash"},
      {{"gougi", "record", "a.kif", "--to", "kfi"}, "kif"},
      {{"gougi", "farm", "ssh", farm}, "result"}};
  for (const Mistyped& each : cases) {
    const Answer answer = answer_to(each.words);
    EXPECT_EQ(answer.code, 2) << text_of(each.words);
    ASSERT_EQ(answer.errors.size(), 1U) << text_of(each.words);
    EXPECT_THAT(answer.errors[0], HasSubstr("did you mean " + each.meant + "?"))
        << text_of(each.words);
  }
  // What is near nothing is not guessed at.
  EXPECT_THAT(answer_to({"gougi", "frobnicate"}).errors.at(0), Not(HasSubstr("did you mean")));
}

}  // namespace
}  // namespace gougi::testing
#endif
