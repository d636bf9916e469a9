// SPDX-License-Identifier: MIT
#include "tools/record_command.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/language.hpp"
#include "base/path.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "cli/app.hpp"
#include "cli/exit_code.hpp"
#include "io/program.hpp"
#include "notation/record_text.hpp"
#include "tools/record_reader.hpp"
#include "usi/position_text.hpp"

namespace gougi::tools {
namespace {

namespace fs = std::filesystem;
using base::said;

constexpr int kMostNamed = 20;  // complaints of one file, before they are counted

struct RecordOrder {
  std::vector<std::string> files;
  std::string to;
  std::string output;  ///< empty: stdout
};

int complain_of_record(const std::string& what, int status = 1) {
  std::cerr << "gougi record: " << what << "\n";
  return status;
}

// Lines that are no games go to `skip`.
base::Result<std::vector<notation::Record>> games_of(
    const std::string& name, const std::function<void(const base::Error&)>& skip) {
  const auto format = game_format_of(name);
  if (!format) {
    return base::fail(
        base::say({"{0}: what it is cannot be seen: its name should end with .kif, .ki2, .csa, "
                   ".jkf, or .usi, .sfen, .txt",
                   "{0}: 形式がわかりません。名前の末尾を "
                   ".kif、.ki2、.csa、.jkf、.usi、.sfen、.txt のどれかにしてください"},
                  name));
  }
  auto games =
      read_game_file(base::path_from_utf8(name), *format, skip, notation::Faulty::kLeaveIllegal);
  if (!games) return games;
  std::erase_if(*games, [&](const notation::Record& game) {
    if (!game.left) return false;
    const std::string why = name + ": " + game.left->why;
    const bool goes_on = !game.left->is_illegal_move;
    skip({goes_on ? why
                  : base::say({"{0}; it has lost the game and stands in a comment",
                               "{0}。この手による反則負けとし、手はコメントに書きます"},
                              why)});
    return goes_on;
  });
  return games;
}

std::string usi_line(const notation::Record& record) {
  std::string line = usi::position_line(record.main_line());
  constexpr std::string_view kWord = "position ";
  if (std::string_view(line).starts_with(kWord)) line.erase(0, kWord.size());
  const auto ending = ending_of(record);
  if (!ending) return line + "\n";
  const std::string_view winner = ending->result == match::Result::kDraw        ? "draw"
                                  : ending->result == match::Result::kBlackWins ? "black"
                                                                                : "white";
  return line + " # " + std::string(winner) + ", " + std::string(to_text(ending->reason)) + ", " +
         base::printable(record.player(shogi::Color::kBlack)) + " - " +
         base::printable(record.player(shogi::Color::kWhite)) + "\n";
}

base::Result<std::string> record_text(const notation::Record& record, const std::string& format) {
  const auto known = notation::record_format_from_text(format);
  return known ? notation::write_readable_record(*known, record) : usi_line(record);
}

base::Result<void> write_new(const fs::path& file, const std::string& text) {
  const std::string name = base::to_utf8(file);
  std::error_code error;
  if (fs::exists(file, error))
    return base::fail(base::say(
        {"{0}: exists already; choose another name", "{0}: すでにあります。別の名前にしてください"},
        name));
  std::ofstream out(file, std::ios::binary);
  out << text;
  out.close();
  return out ? base::Result<void>{}
             : base::fail(base::say({"{0}: cannot be written", "{0}: 書けません"}, name));
}

/// One run: what cannot be read or written is said, and the rest is done.
class Conversion {
 public:
  explicit Conversion(RecordOrder order) : order_(std::move(order)) {}

  int run() {
    read_all();
    if (order_.to == "usi" || order_.output.empty()) {
      write_text();
    } else {
      for (const Source& source : sources_) write_records(source);
    }
    return status_;
  }

 private:
  struct Source {
    std::string file;
    std::vector<notation::Record> games;
  };

  void complain(const std::string& what, int status = 1) {
    status_ = complain_of_record(what, status);
  }

  void complain_of(const Source& source, const base::Error& error) {
    complain(base::printable(source.file) + ": " + error.message);
  }

  void read_all() {
    for (const std::string& file : order_.files) {
      int complaints = 0;
      auto games = games_of(file, [&](const base::Error& error) {
        if (++complaints <= kMostNamed) complain(error.message);
      });
      if (complaints > kMostNamed) {
        complain(base::say({"{0}: complaints that are not shown: {1}",
                            "{0}: ほかにも {1}件ありますが、表示しません"},
                           base::printable(file), complaints - kMostNamed));
      }
      if (games) {
        count_ += games->size();
        sources_.push_back({file, std::move(*games)});
      } else {
        complain(games.error().message);
      }
    }
  }

  // A record each: in the folder, by the name of the file that it was read from.
  void write_records(const Source& source) {
    const fs::path folder = base::path_from_utf8(order_.output);
    std::error_code error;
    fs::create_directories(folder, error);
    const std::string stem = base::to_utf8(base::path_from_utf8(source.file).stem());
    for (std::size_t i = 0; i < source.games.size(); ++i) {
      const std::string number = source.games.size() == 1 ? "" : "-" + std::to_string(i + 1);
      const fs::path file = folder / base::path_from_utf8(stem + number + "." + order_.to);
      const auto text = record_text(source.games[i], order_.to);
      if (!text) {
        complain_of(source, text.error());
        continue;
      }
      const auto written = write_new(file, *text);
      if (!written) complain(written.error().message);
    }
  }

  // All in one: a game a line, or a single record.
  void write_text() {
    if (count_ == 0) return;
    if (order_.to != "usi" && count_ != 1) {
      return complain(base::say({"{0} games need --output FOLDER",
                                 "{0}局あるため、--output フォルダ が必要です"},
                                count_),
                      cli::kWrongUsage);
    }
    std::string text;
    for (const Source& source : sources_) {
      for (const notation::Record& game : source.games) {
        const auto more = record_text(game, order_.to);
        if (!more) return complain_of(source, more.error());
        text += *more;
      }
    }
    if (!order_.output.empty()) {
      const auto written = write_new(base::path_from_utf8(order_.output), text);
      if (!written) complain(written.error().message);
      return;
    }
    std::cout << text << std::flush;
    if (!std::cout) complain(base::said(io::kCannotWrite));
  }

  RecordOrder order_;
  std::vector<Source> sources_;
  std::size_t count_ = 0;
  int status_ = 0;
};

}  // namespace

int record_command(const std::vector<std::string>& words) {
  RecordOrder order;
  cli::App app(
      {"Games of KIF, KI2, CSA, JKF and USI into another of these formats, with times, comments, "
       "variations and the freezes of "
       "Freeze shogi, as far as the other format has them: csa and usi have no variations, usi has "
       "the moves and the end alone. What cannot be read is named, and the rest is written; the "
       "exit code is then 1.",
       "KIF、KI2、CSA、JKF、USI "
       "の間で棋譜の形式を変換します。消費時間、コメント、変化、Freeze将棋のフリーズも、変換先の形"
       "式に"
       "あれば残ります(csa "
       "と usi に変化はなく、usi "
       "は指し手と終局だけ)。読めないものは表示し、残りを変換します。その場合の終了コードは 1 "
       "です。"},
      "gougi record");
  app.add_option("FILE", order.files,
                 said({"what it is its name says: .kif, .kifu, .ki2, .ki2u, .csa, .jkf, .json "
                       "(UTF-8 or Shift_JIS), or .usi, .sfen, .txt with a game a line",
                       "棋譜。形式は名前の末尾で決まる: "
                       ".kif、.kifu、.ki2、.ki2u、.csa、.jkf、.json(UTF-8 か "
                       "Shift_JIS)、1行1局の .usi、.sfen、.txt"}))
      ->required()
      ->type_name("");
  app.add_option("--to", order.to, said({"the other format", "変換先の形式"}))
      ->required()
      ->type_name("FORMAT")
      ->check(CLI::IsMember({"kif", "csa", "ki2", "jkf", "usi"}));
  app.add_option("--output", order.output,
                 said({"a folder for the records, for usi a file; without it one game (usi: all) "
                       "goes to stdout",
                       "書き出すフォルダ。usi ではファイル。なければ標準出力(usi 以外は1局だけ)"}))
      ->type_name("PATH");
  if (const auto exit_code = cli::parse_words(app, words)) return *exit_code;
  return Conversion(std::move(order)).run();
}

}  // namespace gougi::tools
