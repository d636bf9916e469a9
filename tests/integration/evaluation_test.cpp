// SPDX-License-Identifier: MIT
// What gougi-engine judges by, as a program: its kinds of evaluation, their files however broken,
// what it says of memory that is shared, and its check of itself.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <initializer_list>
#include <set>
#include <string>
#include <vector>

#include "eval/made_up_tables.hpp"
#include "integration/dialogue.hpp"
#include "integration/processes.hpp"
#include "notation/sfen.hpp"

namespace gougi::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr std::uint64_t kKkBytes = 52'488;
constexpr std::uint64_t kKkpBytes = 81'251'424;
constexpr std::uint64_t kKpptBytes = 776'402'496;
constexpr std::uint64_t kKppKkptBytes = 388'201'248;

/// A file of zeros that takes no room on the disc.
void make_zeros(const fs::path& file, std::uint64_t bytes) {
  std::ofstream(file, std::ios::binary).close();
  fs::resize_file(file, bytes);
}

template <class Number>
void write_at(const fs::path& file, std::uint64_t at, std::initializer_list<Number> numbers) {
  std::fstream stream(file, std::ios::binary | std::ios::in | std::ios::out);
  stream.seekp(static_cast<std::streamoff>(at));
  for (const Number number : numbers) {
    for (std::size_t i = 0; i < sizeof number; ++i) {
      stream.put(static_cast<char>(static_cast<std::uint64_t>(number) >> 8 * i));
    }
  }
}

void make_tables(const fs::path& folder, std::uint64_t kpp_bytes) {
  make_zeros(folder / "KK_synthesized.bin", kKkBytes);
  make_zeros(folder / "KKP_synthesized.bin", kKkpBytes);
  make_zeros(folder / "KPP_synthesized.bin", kpp_bytes);
}

/// The engine with these options, ready.
class JudgingEngine {
 public:
  explicit JudgingEngine(const std::vector<std::string>& options)
      : engine(program_path("gougi-engine")) {
    for (const std::string& option : options) engine.say("setoption name " + option);
    engine.say("isready");
    EXPECT_TRUE(engine.wait_for("readyok", Milliseconds(60'000)));
  }
  /// What it said on its way.
  std::vector<std::string> messages() const {
    std::vector<std::string> found;
    for (const auto& heard : engine.heard) {
      if (heard.line.starts_with("info string ")) found.push_back(heard.line.substr(12));
    }
    return found;
  }
  std::string score_of(const std::string& position) {
    engine.say("position " + position);
    engine.say("eval");
    const auto heard = engine.wait_for("eval");
    return heard ? heard->line : "nothing";
  }
  bool plays() {
    engine.say("position startpos");
    engine.say("go nodes 500");
    const auto heard = engine.wait_for("bestmove");
    return heard && heard->line != "bestmove resign";
  }

  Dialogue engine;
};

std::vector<std::string> kppt_in(const fs::path& folder) {
  return {"EvalKind value kppt", "EvalDir value " + base::to_utf8(folder)};
}

TEST(EvalKind, MaterialCountsPiecesAndNoneIsAlwaysNought) {
  JudgingEngine material({"EvalKind value material"});
  EXPECT_EQ(material.score_of("startpos"), "eval 0");
  EXPECT_EQ(material.score_of("sfen 4k4/9/9/9/9/9/9/9/4K4 b RB2P 1"), "eval 2025");
  EXPECT_EQ(material.score_of("sfen 4k4/9/9/9/9/9/9/9/4K4 w RB2P 1"), "eval -2025");
  EXPECT_TRUE(material.plays());
  EXPECT_TRUE(material.messages().empty());
  JudgingEngine none({"EvalKind value none"});
  EXPECT_EQ(none.score_of("sfen 4k4/9/9/9/9/9/9/9/4K4 b RB2P 1"), "eval 0");
  EXPECT_TRUE(none.plays());
  none.engine.say("position sfen 9/7k1/9/7S1/9/9/9/9/K8 b 2G 1");
  none.engine.say("go nodes 20000");
  EXPECT_TRUE(none.engine.wait_for("bestmove"));
  bool has_mate = false;
  for (const auto& heard : none.engine.heard) {
    has_mate |= heard.line.find("score mate 3") != std::string::npos;
  }
  EXPECT_TRUE(has_mate);
}

// Tables of zeros are material; a few numbers are found where they belong: the kings on 5九 (44)
// and 5一 (36, or 44 to White), the pawn on 7六 (149, to White 192), the bishop on 8八 (970, 991).
TEST(EvalKind, KpptReadsTablesOfBothKinds) {
  for (const bool has_turn : {true, false}) {
    const Folder folder;
    make_tables(folder.path(), has_turn ? kKpptBytes : kKppKkptBytes);
    {
      JudgingEngine engine(kppt_in(folder.path()));
      EXPECT_EQ(engine.score_of("sfen 4k4/9/9/9/9/9/9/9/4K4 w RB2P 1"), "eval -2025");
    }
    write_at<std::int32_t>(folder.path() / "KK_synthesized.bin", (44 * 81 + 36) * 8, {3200, 320});
    write_at<std::int32_t>(folder.path() / "KKP_synthesized.bin",
                           ((44 * 81 + 36) * 1548ULL + 149) * 8, {-640, 96});
    const auto write_pair = [&](std::uint64_t p, std::uint64_t q, std::int16_t board,
                                std::int16_t turn) {
      const fs::path file = folder.path() / "KPP_synthesized.bin";
      for (const std::uint64_t place : {(44 * 1548 + p) * 1548 + q, (44 * 1548 + q) * 1548 + p}) {
        if (has_turn) write_at<std::int16_t>(file, place * 4, {board, turn});
        if (!has_turn) write_at<std::int16_t>(file, place * 2, {board});
      }
    };
    write_pair(149, 970, 960, -32);
    write_pair(192, 991, -320, 64);
    JudgingEngine engine(kppt_in(folder.path()));
    EXPECT_EQ(engine.score_of("startpos"), "eval 110");
    // -(960 + 320 + 3200 - 640) and the turn's 320 + 96 (- 32 + 64), in 32nds.
    EXPECT_EQ(engine.score_of("startpos moves 7g7f"), has_turn ? "eval -106" : "eval -107");
    EXPECT_TRUE(engine.plays());
    EXPECT_THAT(engine.messages(), Contains(EndsWith(has_turn ? ": KPPT" : ": KPP_KKPT")));
    EXPECT_THAT(engine.messages(), Contains("created shared eval memory."));
  }
}

// All numbers that positions with kings on 5九 and 5一 can ask for: a block for each file.
void make_random_tables(const fs::path& folder, const eval::MadeUpTables& numbers) {
  constexpr int kKing = 44;
  constexpr int kKings = kKing * 81 + 36;
  constexpr int kPieces = 1548;
  make_tables(folder, kKpptBytes);
  const auto write_block = [&](const char* name, std::uint64_t at, std::size_t count,
                               std::size_t bytes, const auto& number) {
    std::string block;
    for (std::size_t i = 0; i < count; ++i) {
      const eval::TablePair pair = number(static_cast<int>(i));
      for (const std::int64_t each : {pair.board, pair.turn}) {
        for (std::size_t byte = 0; byte < bytes; ++byte) {
          block += static_cast<char>(static_cast<std::uint64_t>(each) >> 8 * byte);
        }
      }
    }
    std::fstream stream(folder / name, std::ios::binary | std::ios::in | std::ios::out);
    stream.seekp(static_cast<std::streamoff>(at));
    stream << block;
  };
  write_block("KK_synthesized.bin", kKings * 8, 1, 4, [&](int) { return numbers.kk(kKing, 36); });
  write_block("KKP_synthesized.bin", kKings * 8ULL * kPieces, kPieces, 4,
              [&](int p) { return numbers.kkp(kKing, 36, p); });
  write_block("KPP_synthesized.bin", kKing * 4ULL * kPieces * kPieces, kPieces * kPieces, 2,
              [&](int pq) { return numbers.pair(kKing, pq / kPieces, pq % kPieces); });
}

TEST(EvalKind, KpptIsTheSumThatItIsDefinedToBeForTablesOfAnyNumbers) {
  const Folder folder;
  const eval::MadeUpTables numbers(11);
  make_random_tables(folder.path(), numbers);
  JudgingEngine engine(kppt_in(folder.path()));
  std::set<int> scores;
  for (const std::string sfen :
       {"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2",
        "lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 4",
        "4k4/9/9/9/9/9/9/9/4K4 b 2R2B4G4S4N4L18P 1",
        "l2gkgsnl/1+R5b1/p1pppp1pp/6p2/9/2P6/PP1PPPP+nP/1B7/L1SGKGSNL w RSPnp 30"}) {
    const auto position = notation::parse_sfen(sfen);
    ASSERT_TRUE(position) << sfen;
    const int score = eval::plain_score(numbers, *position);
    EXPECT_EQ(engine.score_of("sfen " + sfen), "eval " + std::to_string(score)) << sfen;
    scores.insert(score);
  }
  EXPECT_EQ(scores.size(), 5U) << "none at a limit";
  EXPECT_TRUE(engine.plays());
}

TEST(EvalShare, SaysInTheCommunitysWordsWhoseMemoryItIs) {
  const Folder folder;
  make_tables(folder.path(), kKppKkptBytes);
  {
    const JudgingEngine first(kppt_in(folder.path()));
    EXPECT_THAT(first.messages(), Contains("created shared eval memory."));
    JudgingEngine second(kppt_in(folder.path()));
    EXPECT_THAT(second.messages(), Contains("use shared eval memory."));
    EXPECT_TRUE(second.plays());
  }
  const JudgingEngine later(kppt_in(folder.path()));
  EXPECT_THAT(later.messages(), Contains("created shared eval memory."));
}

// With a small network: a copy of tables takes 470 MB.
TEST(EvalShare, SwitchedOffTakesACopyOfItsOwnAndSaysSo) {
  const Folder folder;
  Dialogue maker(program_path("gougi"),
                 {"nnue", "random", base::to_utf8(folder.path() / "nn.bin"), "--kind", "k-p"});
  ASSERT_TRUE(maker.wait_exit(Milliseconds(30'000)));
  const std::string dir = "EvalDir value " + base::to_utf8(folder.path());
  const JudgingEngine first({dir});
  EXPECT_THAT(first.messages(),
              ElementsAre("created shared eval memory.", StartsWith("evaluation: ")));
  JudgingEngine apart({dir, "EvalShare value false"});
  EXPECT_THAT(apart.messages(),
              ElementsAre("use non-shared eval_memory.", StartsWith("evaluation: ")));
  EXPECT_TRUE(apart.plays());
  const JudgingEngine own(std::vector<std::string>{});
  EXPECT_TRUE(own.messages().empty()) << "the program's own is no file";
}

#ifdef _WIN32
constexpr auto kMissing = "no such file";
constexpr auto kNoFolder = kMissing;
#else
constexpr auto kMissing = "No such file or directory";
constexpr auto kNoFolder = "Not a directory";
#endif

struct HostileFile {
  std::string what;
  std::function<void(const fs::path&)> make;
  std::string said;
};

std::vector<HostileFile> hostile_files(const std::string& wrong_size) {
  std::vector<HostileFile> all{
      {"missing", [](const fs::path& file) { fs::remove(file); }, kMissing},
      {"empty", [](const fs::path& file) { make_zeros(file, 0); }, "is empty"},
      {"short", [](const fs::path& file) { make_zeros(file, 3); }, wrong_size},
      {"a folder",
       [](const fs::path& file) {
         fs::remove(file);
         fs::create_directory(file);
       },
       "is a folder, not a file"}};
#ifndef _WIN32
  all.push_back({"huge", [](const fs::path& file) { make_zeros(file, 1ULL << 40U); }, wrong_size});
  all.push_back({"a pipe",
                 [](const fs::path& file) {
                   fs::remove(file);
                   ASSERT_EQ(::mkfifo(file.c_str(), 0600), 0);
                 },
                 "is not a regular file"});
  all.push_back({"a link to itself",
                 [](const fs::path& file) {
                   fs::remove(file);
                   fs::create_symlink(file, file);
                 },
                 "Too many levels of symbolic links"});
  if (::geteuid() != 0) {  // root may read all
    all.push_back({"locked away",
                   [](const fs::path& file) {
                     make_zeros(file, 3);
                     fs::permissions(file, fs::perms::none);
                   },
                   "Permission denied"});
  }
#endif
  return all;
}

/// One line says what is wrong with `file`, and the program's own network plays.
void expect_complaint(const std::vector<std::string>& options, const fs::path& file,
                      const std::string& said) {
  JudgingEngine engine(options);
  EXPECT_THAT(engine.messages(),
              ElementsAre(AllOf(StartsWith("evaluation: " + base::to_utf8(file)), HasSubstr(said),
                                EndsWith("; the program's own stands in"))));
  EXPECT_TRUE(engine.plays());
  EXPECT_NE(engine.score_of("startpos moves 7g7f"), "eval 0");
}

TEST(HostileEvaluation, NetworksAreRefusedInOneLine) {
  const Folder folder;
  const fs::path file = folder.path() / "nn.bin";
  for (const HostileFile& hostile : hostile_files("")) {
    SCOPED_TRACE(hostile.what);
    hostile.make(file);
    expect_complaint({"EvalDir value " + base::to_utf8(folder.path())}, file, hostile.said);
    fs::remove(file);
  }
}

TEST(HostileEvaluation, TablesAreRefusedInOneLineByNameAndSize) {
  const Folder folder;
  make_tables(folder.path(), kKpptBytes);
  const std::vector<std::pair<std::string, std::uint64_t>> files{
      {"KK_synthesized.bin", kKkBytes},
      {"KKP_synthesized.bin", kKkpBytes},
      {"KPP_synthesized.bin", kKpptBytes}};
  for (const auto& [name, bytes] : files) {
    const fs::path file = folder.path() / name;
    for (const HostileFile& hostile : hostile_files("bytes instead of " + std::to_string(bytes))) {
      SCOPED_TRACE(name + ": " + hostile.what);
      hostile.make(file);
      expect_complaint(kppt_in(folder.path()), file, hostile.said);
      fs::remove(file);
    }
    make_zeros(file, bytes);
  }
}

TEST(HostileEvaluation, AFileForAFolderIsNamed) {
  const Folder folder;
  const fs::path file = folder.write("file", "text");
  expect_complaint(kppt_in(file), file / "KK_synthesized.bin", kNoFolder);
  expect_complaint({"EvalDir value " + base::to_utf8(file)}, file / "nn.bin", kNoFolder);
}

// What they read is of no concern to kinds that read nothing.
TEST(HostileEvaluation, KindsWithoutFilesLookAtNone) {
  for (const std::string kind : {"handmade", "material", "none"}) {
    JudgingEngine engine({"EvalKind value " + kind, "EvalDir value /dev", "EvalFile value zero"});
    EXPECT_TRUE(engine.messages().empty()) << kind;
    EXPECT_TRUE(engine.plays()) << kind;
  }
}

TEST(SelfCheckProgram, SaysWhatPassedOneLineEachAndTheTime) {
  Dialogue engine(program_path("gougi-engine"), {"test"});
  ASSERT_TRUE(engine.wait_exit(Milliseconds(120'000)));
  std::vector<std::string> lines;
  for (const auto& heard : engine.heard) lines.push_back(heard.line);
  EXPECT_THAT(lines, ElementsAre(AllOf(StartsWith("test rules: passed"), EndsWith(" ms)")),
                                 AllOf(StartsWith("test moves: passed"), EndsWith(" ms)")),
                                 AllOf(StartsWith("test evaluation: passed"), EndsWith(" ms)")),
                                 AllOf(StartsWith("test mate: passed"), EndsWith(" ms)")),
                                 AllOf(StartsWith("test search: passed"), EndsWith(" ms)")),
                                 AllOf(StartsWith("test: all 5 passed"), EndsWith(" ms)"))));
}

TEST(SelfCheckProgram, StopsWhenItIsTold) {
  Dialogue engine(program_path("gougi-engine"));
  engine.say_at_once("isready\ntest\nstop\nisready\n");
  EXPECT_TRUE(engine.wait_for("test: stopped", Milliseconds(30'000)));
  EXPECT_TRUE(engine.wait_for("readyok", Milliseconds(30'000)));
}

TEST(SelfCheckProgram, PassesWithTables) {
  const Folder folder;
  make_tables(folder.path(), kKpptBytes);
  JudgingEngine engine(kppt_in(folder.path()));
  engine.engine.say("test");
  const auto last = engine.engine.wait_for("test: ", Milliseconds(120'000));
  ASSERT_TRUE(last);
  EXPECT_THAT(last->line, StartsWith("test: all 5 passed"));
}

TEST(MovesTyped, AreListedWithTheirFreezes) {
  Dialogue engine(program_path("gougi-engine"));
  engine.say("position sfen 8k/9/8K/9/9/9/9/9/9 b - 1 z0Z1");
  engine.say("moves");
  EXPECT_TRUE(engine.wait_for("1c1d 1c1dzK 1c2c 1c2czK 1c2d 1c2dzK"));
  engine.say("position startpos z3Z3");
  engine.say("moves");
  const auto all = engine.wait_for("");
  ASSERT_TRUE(all);
  EXPECT_EQ(std::count(all->line.begin(), all->line.end(), ' '), 269);
  engine.say("position startpos");
  engine.say("moves");
  const auto bare = engine.wait_for("");
  ASSERT_TRUE(bare);
  EXPECT_EQ(std::count(bare->line.begin(), bare->line.end(), ' '), 29);
}

}  // namespace
}  // namespace gougi::testing
