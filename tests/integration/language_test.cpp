// SPDX-License-Identifier: MIT
// What commands say while they run, in the language that --lang asks for: the real programs, both
// languages, the same work.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "integration/dialogue.hpp"
#include "integration/processes.hpp"
#include "integration/relay.hpp"

namespace gougi::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kOneMate = "4k4/9/4G4/9/9/9/9/9/4K4 b G 1";

bool has_kana_or_kanji(const std::string& text) {
  return std::ranges::any_of(text, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0xE3 && byte <= 0xE9;
  });
}

struct Spoken {
  int code = -1;
  std::string output;
  std::string errors;
  std::string all() const { return output + errors; }
};

Spoken gougi(std::vector<std::string> words, const std::string& language,
             const std::string& locale = "C.UTF-8") {
  words.insert(words.end(), {"--lang", language});
  Dialogue dialogue(program_path("gougi"), std::move(words),
                    {{"LC_ALL", locale}, {"LANG", locale}, {"LANGUAGE", ""}});
  Spoken spoken;
  if (!dialogue.wait_exit(Milliseconds(60'000))) return spoken;
  if (!dialogue.exit->by_signal) spoken.code = dialogue.exit->code;
  for (const auto& heard : dialogue.heard) spoken.output += heard.line + "\n";
  for (const auto& line : dialogue.errors) spoken.errors += line + "\n";
  return spoken;
}

/// A command, what it says of what it did, and which exit code it has.
struct Said {
  std::vector<std::string> words;
  std::string english;
  std::string japanese;
  int code = 0;
  std::string makes = {};  ///< which is not there before
};

void expect_both(const std::vector<Said>& all) {
  for (const Said& each : all) {
    std::string name;
    for (const std::string& word : each.words) name += word + " ";
    const Spoken english = gougi(each.words, "en");
    EXPECT_EQ(english.code, each.code) << name << english.all();
    EXPECT_THAT(english.all(), HasSubstr(each.english)) << name;
    if (!each.makes.empty()) std::filesystem::remove(each.makes);
    const Spoken japanese = gougi(each.words, "ja");
    EXPECT_EQ(japanese.code, each.code) << name << japanese.all();
    EXPECT_THAT(japanese.all(), AllOf(HasSubstr(each.japanese), Not(HasSubstr(each.english))))
        << name;
  }
}

std::vector<std::string> match(const std::vector<std::string>& more) {
  const std::string engine = "\"" + program_path("gougi-random") + "\"";
  std::vector<std::string> words{"match",  "--first", engine,   "--second", engine,
                                 "--name", "B",       "--time", "nodes 1",  "--max-plies",
                                 "6",      "--games", "2"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

TEST(SpokenLanguage, AMatchIsTold) {
  const Folder folder;
  const std::string file = base::to_utf8(folder.path() / "m.db");
  const Spoken english = gougi(match({"--file", file}), "en");
  ASSERT_EQ(english.code, 0) << english.all();
  EXPECT_THAT(english.errors, HasSubstr("game 1: "));
  EXPECT_THAT(english.errors, HasSubstr(", max plies after 6 moves"));
  EXPECT_THAT(english.output,
              AllOf(HasSubstr("likelihood of superiority 50.0 %"),
                    HasSubstr("Black won 0, drew 2, lost 0. Games ended by max plies 2")));
  EXPECT_FALSE(has_kana_or_kanji(english.all())) << english.all();
  const Spoken japanese = gougi(match({}), "ja");
  ASSERT_EQ(japanese.code, 0) << japanese.all();
  EXPECT_THAT(japanese.errors, AllOf(HasSubstr("第1局: "), HasSubstr("、6手で最大手数")));
  EXPECT_THAT(japanese.output,
              AllOf(HasSubstr("強い確率 50.0 %"),
                    HasSubstr("先手の0勝2分0敗。終局の理由: 最大手数 2"), Not(HasSubstr("won"))));
  const std::string absent = base::to_utf8(folder.path() / "absent.db");
  expect_both({{{"match", "report", file}, "Games ended by", "終局の理由"},
               {{"match", "compare", file, file}, "difference", "差"},
               {{"match", "report", absent}, "no such file", "ファイルがありません", 1},
               {{"match", "--games", "2"}, "needs --first", "--first と --second が必要です", 2},
               {{"match", "--resume", file, "--games", "1"}, "cannot make it shorter", "減らす", 2},
               {{"calibrate", file}, "there is no decision", "投票のある決定も", 1},
               {{"study", file}, "there is no decision", "2票以上の決定がありません", 1}});
}

TEST(SpokenLanguage, MatesAndBooksAreTold) {
  const Folder folder;
  const std::string mates = folder.write("m.sfen", std::string(kOneMate) + "\n");
  const std::string games = folder.write("g.usi", "startpos moves 7g7f 3c3d 2g2f\n");
  const std::string rubbish = folder.write("r.usi", "startpos moves 9z9z\nstartpos moves 7g7f\n");
  const std::string nothing = folder.write("n.usi", "startpos moves 9z9z\n");
  const auto at = [&folder](const std::string& name) {
    return base::to_utf8(folder.path() / name);
  };
  expect_both(
      {{{"mate", "solve", mates, "--hash", "4"},
        "1 problem, 1 mate, 0 without",
        "1問、詰み 1、不詰 0"},
       {{"mate", "solve", at("absent")}, "no such file", "ファイルがありません", 1},
       {{"mate", "generate", "--output", at("no/x")}, "there is no folder", "がありません", 1},
       {{"book", "from_sfen", games, at("b.db")},
        "1 game, 3 positions",
        "1局、3局面",
        0,
        at("b.db")},
       {{"book", "from_sfen", rubbish, at("c.db")},
        "1 line skipped",
        "1 行を飛ばしました",
        0,
        at("c.db")},
       {{"book", "from_sfen", nothing, at("d.db")}, "holds no game", "対局がありません", 1},
       {{"book", "stat", at("b.db")}, "candidates  3", "候補手数    3"},
       {{"book", "lookup", at("b.db")}, "reply 3c3d", "応手 3c3d"},
       {{"book", "think", games, at("d.db")}, "how long?", "どれかが必要です", 2},
       {{"record", games, "--to", "kif", "--output", games}, "cannot be written", "書けません", 1},
       {{"replay", at("absent")}, "no such file", "ファイルがありません", 1},
       {{"replay", at("absent"), "--consensus", "none"}, "there are:", "使えるのは:", 2},
       {{"data", "add", at("index"), games},
        "is no file of teacher positions",
        "教師局面のファイルではありません",
        1},
       {{"merge", at("out"), games}, "is no part of a job", "部分ではありません", 1},
       {{"watch", games}, "is no folder", "フォルダではありません", 1}});
  const auto network = [&](const std::string& name, const char* language) {
    Spoken spoken = gougi({"nnue", "random", at(name), "--kind", "terms"}, language);
    EXPECT_EQ(spoken.code, 0) << spoken.all();
    return spoken.all();
  };
  EXPECT_THAT(network("n.bin", "en"), HasSubstr("written"));
  EXPECT_THAT(network("m.bin", "ja"), AllOf(HasSubstr("書きました"), Not(HasSubstr("written"))));
}

TEST(SpokenLanguage, PartsAreTold) {
  const Folder folder;
  const std::string mate = std::string(kOneMate) + "\n";
  const std::string mates = folder.write("m.sfen", mate + mate);
  const auto at = [&folder](const std::string& name) {
    return base::to_utf8(folder.path() / name);
  };
  const auto part = [&](const std::string& shard, const std::string& nodes) {
    return std::vector<std::string>{"mate", "solve", mates,     "--hash", "4",      "--nodes",
                                    nodes,  "--csv", "--shard", shard,    "--file", at("p")};
  };
  expect_both({{part("0/2", "100"), "1 problem, ", "問"},
               {part("1/2", "100"), "is part 0/2 of this job", "この作業の部分 1/2 ではなく", 1},
               {part("0/2", "101"), "--nodes is 100, not 101", "--nodes が 101 ではなく 100", 1},
               {{"merge", at("out"), at("p")},
                "part 1/2 (0 of 1 units): not done yet",
                "部分 1/2(1件のうち0件): まだ終わっていないか",
                1}});
}

// Before the configuration, and behind what the GUI says.
TEST(SpokenLanguage, TheRelaySpeaksAsItIsTold) {
  for (const bool is_japanese : {true, false}) {
    const std::string language = is_japanese ? "en" : "ja";
    Relay relay("language: " + language + "\nengines:\n" + our_entry(),
                {"--lang", is_japanese ? "ja" : "en", "--live", "1"});
    ASSERT_TRUE(relay.handshake());
    relay.dialogue.say("position startpos moves 7g7g");
    relay.dialogue.say("setoption name G_LivePort value 99999");
    relay.dialogue.say("isready");
    ASSERT_TRUE(relay.dialogue.wait_for("readyok"));
    std::string told;
    for (const auto& heard : relay.dialogue.heard) {
      if (heard.line.starts_with("info string")) told += heard.line + "\n";
    }
    EXPECT_THAT(told,
                HasSubstr(is_japanese ? "局面が正しくありません: 1手目" : "unusable position: "));
    EXPECT_THAT(told, HasSubstr("info string G_LivePort: \"99999\" "));
    EXPECT_EQ(has_kana_or_kanji(told), is_japanese) << told;
    relay.dialogue.say("setoption name G_Language value " + language);
    relay.dialogue.say("position startpos moves 7g7e");
    ASSERT_TRUE(relay.dialogue.wait_for(is_japanese ? "info string unusable position: "
                                                    : "info string 局面が正しくありません: "));
  }
}

// Whether it reads UTF-8 is for the configuration to say, or for who says --lang.
TEST(SpokenLanguage, AGuiHearsInEnglishWhatIsWrongWithTheConfigurationUnlessALanguageIsTold) {
  const Folder folder;
  const std::string file = folder.write("a.yaml", "engines: 7\n");
  const Spoken untold = gougi({"--config", file}, "auto", "ja_JP.UTF-8");
  EXPECT_EQ(untold.code, 2) << untold.all();
  EXPECT_THAT(untold.output, HasSubstr("engines: a list is expected"));
  EXPECT_FALSE(has_kana_or_kanji(untold.all())) << untold.all();
  const Spoken told = gougi({"--config", file}, "ja");
  EXPECT_EQ(told.code, 2) << told.all();
  EXPECT_THAT(told.output, HasSubstr("engines: リストが必要です"));
  EXPECT_THAT(told.errors, HasSubstr("engines: リストが必要です"));
}

// The relays that play, too, whatever the machine's language and the configuration's.
TEST(SpokenLanguage, ADemonstrationIsShownInTheLanguageThatWasAskedForWithItsVotes) {
  const Folder folder;
  for (const bool is_japanese : {true, false}) {
    const std::string other = is_japanese ? "en" : "ja";
    const std::string file =
        folder.write("d.yaml", "language: " + other +
                                   "\nengines:\n  - {name: A, command: " + ours("gougi-random") +
                                   "}\n  - {name: B, command: " + ours("gougi-random") + "}\n");
    const Spoken shown = gougi({"demo", "--config", file, "--plies", "2", "--byoyomi", "100"},
                               is_japanese ? "ja" : "en", is_japanese ? "C.UTF-8" : "ja_JP.UTF-8");
    ASSERT_EQ(shown.code, 0) << shown.all();
    EXPECT_THAT(shown.output, HasSubstr(is_japanese ? "[評価値 なし] [A]" : "[value none] [A]"));
    EXPECT_THAT(shown.output, HasSubstr("[O] bestmove "));
    EXPECT_THAT(shown.output, Not(HasSubstr(is_japanese ? "value none" : "評価値")));
    if (!is_japanese) {
      EXPECT_FALSE(has_kana_or_kanji(shown.all())) << shown.all();
    }
  }
}

TEST(SpokenLanguage, WhyADecisionFellIsTold) {
  const Folder folder;
  const std::string record = base::to_utf8(folder.path() / "rounds.jsonl");
  {
    Relay relay("record: '" + record + "'\nlanguage: en\nengines:\n" + our_entry("A") +
                our_entry("B"));
    ASSERT_TRUE(relay.handshake());
    relay.dialogue.say("position startpos");
    relay.dialogue.say("go nodes 100");
    ASSERT_TRUE(relay.dialogue.wait_for("bestmove"));
    relay.dialogue.say("quit");
    ASSERT_TRUE(relay.dialogue.wait_exit(Milliseconds(10'000)));
  }
  for (const std::string rule : {"majority", "optimistic", "average"}) {
    const Spoken english = gougi({"replay", record, "--consensus", rule}, "en");
    EXPECT_EQ(english.code, 0) << english.all();
    EXPECT_FALSE(has_kana_or_kanji(english.all())) << english.all();
    const Spoken japanese = gougi({"replay", record, "--consensus", rule}, "ja");
    const std::string& row = japanese.output;
    const std::size_t reason = row.find("同じ    ");
    ASSERT_NE(reason, std::string::npos) << japanese.all();
    EXPECT_TRUE(
        has_kana_or_kanji(row.substr(reason + std::string("同じ    ").size(),
                                     row.find('\n') - reason - std::string("同じ    ").size())))
        << row;
  }
}

/// A damaged or foreign file, and the words of the command that reads it.
struct Damage {
  std::string name;
  std::string text;
  std::vector<std::string> words;  ///< FILE stands for it
};

TEST(SpokenLanguage, DamageOfEveryKindOfFileIsToldInJapanese) {
  const Folder folder;
  const std::string config = "consensus: majority\nengines:\n  - command: gougi-random\n";
  const std::string game = folder.write("game.usi", "startpos moves 7g7f 3c3d 2g2f\n");
  const auto at = [&folder](const std::string& name) {
    return base::to_utf8(folder.path() / name);
  };
  const std::vector<std::string> match{"match",  "--first", "x",       "--second", "x",
                                       "--time", "nodes 1", "--games", "2"};
  auto openings = match;
  openings.insert(openings.end(), {"--openings", "FILE"});
  const std::vector<Damage> all{
      {"nn.bin", "no network\n", {"nnue", "info", "FILE"}},
      {"a.kif", "手合割：平手\n   1 １一玉(99)\n", {"record", "FILE", "--to", "usi"}},
      {"a.ki2", "手合割：平手\n▲１一玉\n", {"record", "FILE", "--to", "usi"}},
      {"a.csa", "V2.2\nPI\n+\n+9999OU\n", {"record", "FILE", "--to", "usi"}},
      {"a.jkf", "{\"moves\": [{}, 7]}", {"record", "FILE", "--to", "usi"}},
      {"b.jkf", "{\"moves\": [", {"record", "FILE", "--to", "usi"}},
      {"a.usi", "sfen 9/9 b - 1\n", {"record", "FILE", "--to", "kif"}},
      {"a.sfen", "9/9/9/9/9/9/9/9/10 b - 1\n", {"mate", "solve", "FILE"}},
      {"o.usi", "startpos moves 7g7f zz\n", openings},
      {"book.db", "sfen 9/9 b - 1\n7g7f none 0 0\n", {"book", "stat", "FILE", "--strict"}},
      {"match.db", "no database\n", {"match", "report", "FILE"}},
      {"index.db", "no database\n", {"data", "list", "FILE"}},
      {"part.db", "no database\n", {"merge", at("out"), "FILE"}},
      {"cache.db", "no database\n", {"analyse", game, "--cache", "FILE", "--out", at("a")}},
      {"t.bin", "seven..", {"selfplay", "stat", "FILE"}},
      {"d.jsonl", "{\"decision\": 1}\n", {"replay", "FILE"}},
      {"e.jsonl", "no JSON\n", {"study", "FILE"}},
      {"f.log", "no log\n", {"replay", "FILE"}},
      {"h.jsonl",
       "{\"format\": \"none\"}\n",
       {"calibrate", "--arbiter", "FILE", "--out", at("m.json")}},
      {"a.yaml", "engines: [\n", {"check", "--config", "FILE"}},
      {"b.yaml", config + "konsensus: x\n", {"check", "--config", "FILE", "--no-start"}},
      {"c.yaml", config + "    scale: " + game + "\n", {"check", "--config", "FILE", "--no-start"}},
      {"e.yaml",
       config + "rules: {arbiter_model: " + game + "}\n",
       {"check", "--config", "FILE", "--no-start"}},
      {"m.yaml", "engines: 7\n", {"match", "--config", "FILE"}},
      {"t.yaml", "engine: x\n", {"tune", "FILE"}},
      {"f.yaml", "name: x\n", {"farm", "ssh", "FILE"}},
      {"Old.config", "Gougi.Type=majority\n", {"import", "FILE"}}};
  for (const Damage& each : all) {
    const std::string file = folder.write(each.name, each.text);
    std::vector<std::string> words = each.words;
    std::ranges::replace(words, std::string("FILE"), file);
    const Spoken japanese = gougi(words, "ja");
    EXPECT_THAT(japanese.code, ::testing::AnyOf(1, 2)) << each.name << ": " << japanese.all();
    EXPECT_TRUE(has_kana_or_kanji(japanese.all())) << each.name << ": " << japanese.all();
    const Spoken english = gougi(words, "en");
    EXPECT_EQ(english.code, japanese.code) << each.name << ": " << english.all();
    if (!has_kana_or_kanji(each.text)) {
      EXPECT_FALSE(has_kana_or_kanji(english.all())) << each.name << ": " << english.all();
    }
  }
}

}  // namespace
}  // namespace gougi::testing
