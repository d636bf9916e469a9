// SPDX-License-Identifier: MIT
#include "tools/headroom_file.hpp"

#include <utility>

#include "base/path.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "tools/study_lines.hpp"

namespace gougi::tools {
namespace {

namespace fs = std::filesystem;

// As gougi 1.0 counted: from 1, whatever number the first position has.
int old_ply(std::string_view position) {
  const std::size_t moves = position.find(" moves ");
  if (moves == std::string_view::npos) return 1;
  return static_cast<int>(base::split_words(position.substr(moves)).size());
}

/// An older count becomes the present one.
base::Result<void> fit_to_lot(study::HeadroomLine& line,
                              const std::vector<study::HeadroomLine>& drawn,
                              const HeadroomLines& found) {
  const study::HeadroomLine& wanted = drawn[line.number];
  if (line.ply == old_ply(wanted.position)) line.ply = wanted.ply;
  if (line.game != wanted.game || line.ply != wanted.ply || line.position != wanted.position) {
    return base::fail(
        base::say({"is of another position than the lot drew", "抽選された局面と違います"}));
  }
  if (found.contains(line.number)) {
    return base::fail(
        base::say({"position {0} is there twice", "局面 {0} が2回あります"}, line.number + 1));
  }
  return {};
}

/// All whole lines behind the first, into `to`. How it ended; what is left is in `line`.
base::Result<LineEnd> read_positions(const std::string& name, StudyLines& lines,
                                     std::size_t members,
                                     const std::vector<study::HeadroomLine>& drawn,
                                     std::string& line, HeadroomLines& to) {
  LineEnd end = lines.next(line);
  for (; end == LineEnd::kWhole; end = lines.next(line)) {
    auto position = study::parse_headroom_line(line, members, drawn.size());
    const auto fitting = position ? fit_to_lot(*position, drawn, to)
                                  : base::Result<void>(tl::unexpected(position.error()));
    if (!fitting) {
      return base::fail(name + ":" + std::to_string(lines.number()) + ": " +
                        fitting.error().message);
    }
    to.emplace(position->number, std::move(*position));
  }
  return end;
}

// Of an engine that cannot be read the command tells which it is.
bool is_same_judge(const study::HeadroomOrder& one, const study::HeadroomOrder& other) {
  const bool is_known = !one.judge.identity.empty() && !other.judge.identity.empty();
  const bool is_same_engine = is_known ? one.judge.identity == other.judge.identity
                                       : one.judge.command == other.judge.command;
  return is_same_engine && one.judge.options == other.judge.options &&
         one.judge_nodes == other.judge_nodes;
}

}  // namespace

base::Result<FirstOpinion> read_first_opinion(const fs::path& file,
                                              const study::HeadroomOrder& order,
                                              const std::vector<study::HeadroomLine>& drawn) {
  const std::string name = base::to_utf8(file);
  auto lines = StudyLines::open(file);
  if (!lines) return tl::unexpected(lines.error());
  std::string line;
  if (lines->next(line) != LineEnd::kWhole) {
    return base::fail(base::say({"{0}: holds no position yet", "{0}: まだ局面がありません"}, name));
  }
  const auto found = study::parse_headroom_order(line);
  if (!found) return base::fail(name + ": " + found.error().message);
  FirstOpinion first{order, {}};
  first.order.judge = found->judge;
  first.order.judge_nodes = found->judge_nodes;
  first.order.judge_coef = found->judge_coef;
  first.order.again = false;
  if (const auto differs = study::difference(line, first.order)) {
    return base::fail(name + ": " + *differs);
  }
  if (is_same_judge(first.order, order)) {
    return base::fail(base::say(
        {"{0}: is of this judge itself, whose second word would be its first; name another --judge",
         "{0}: 同じ判定役によるもので、同じ判定にしかなりません。--judge を別のものにしてください"},
        name));
  }
  // The half of a line at its end is what somebody is just writing.
  const auto end = read_positions(name, *lines, order.engines.size(), drawn, line, first.lines);
  if (!end) return tl::unexpected(end.error());
  if (const auto whole = lines->check(); *end == LineEnd::kNone && !whole) {
    return tl::unexpected(whole.error());
  }
  return first;
}

base::Result<void> check_same_moves(const HeadroomLines& second, const FirstOpinion& first) {
  for (const auto& [number, line] : second) {
    const auto before = first.lines.find(number);
    if (before != first.lines.end() && before->second.moves == line.moves &&
        before->second.members == line.members && before->second.whole == line.whole) {
      continue;
    }
    return base::fail(
        base::say({"position {0} has other moves than with the first judge; name another --file",
                   "局面 {0} の指し手が最初の判定と違います。--file を別のファイルにしてください"},
                  number + 1));
  }
  return {};
}

study::HeadroomSample sample_beside(const study::HeadroomLine& line, const FirstOpinion* first) {
  return first == nullptr
             ? sample_of(line)
             : study::by_both(sample_of(first->lines.at(line.number)), sample_of(line));
}

base::Result<HeadroomFile> HeadroomFile::open(const fs::path& file,
                                              const study::HeadroomOrder& order,
                                              const std::vector<study::HeadroomLine>& drawn) {
  const std::string name = base::to_utf8(file);
  {  // it must be there to be locked
    const auto made = io::PrivateFile::open(file, io::PrivateFile::Start::kAppend);
    if (!made) return tl::unexpected(made.error());
    if (!made->is_regular())
      return base::fail(
          base::say({"{0}: is not a regular file", "{0}: 通常のファイルではありません"}, name));
  }
  HeadroomFile opened(file, std::make_unique<io::FileLock>(file));
  if (opened.lock_->is_refused()) {
    return base::fail(base::say(
        {"{0}: another gougi study writes it; wait for it, or name another file",
         "{0}: 別の gougi study が書いています。終わるのを待つか、別のファイルにしてください"},
        name));
  }
  if (auto read = opened.read(order, drawn); !read) return tl::unexpected(read.error());
  auto out = io::PrivateFile::open(file, io::PrivateFile::Start::kAppend);
  if (!out) return tl::unexpected(out.error());
  opened.out_ = std::make_unique<io::PrivateFile>(std::move(*out));
  if (opened.is_new_) opened.first_line_ = to_line(order) + "\n";
  return opened;
}

base::Result<HeadroomFile> HeadroomFile::open_part(const fs::path& file, const farm::Part& part,
                                                   const study::HeadroomOrder& order,
                                                   std::size_t positions) {
  auto rows = farm::RowWork::begin(file, part, {to_line(order) + "\n", "", "", ""}, positions);
  if (!rows) return tl::unexpected(rows.error());
  HeadroomFile opened(file, nullptr);
  opened.part_ = std::move(*rows);
  return opened;
}

base::Result<void> HeadroomFile::read(const study::HeadroomOrder& order,
                                      const std::vector<study::HeadroomLine>& drawn) {
  const std::string name = base::to_utf8(file_);
  auto lines = StudyLines::open(file_);
  if (!lines) return tl::unexpected(lines.error());
  std::string line;
  LineEnd end = lines->next(line);
  if (end == LineEnd::kWhole) {
    if (const auto differs = study::difference(line, order)) {
      return base::fail(name + ": " + *differs);
    }
    is_new_ = false;
    const auto rest = read_positions(name, *lines, order.engines.size(), drawn, line, found_);
    if (!rest) return tl::unexpected(rest.error());
    end = *rest;
  }
  if (end == LineEnd::kNone) return lines->check();
  // The half of a line, which a program that was killed leaves behind; of the first line only what
  // could have become ours.
  const bool is_ours =
      end == LineEnd::kCutOff && (lines->number() > 0 || to_line(order).starts_with(line));
  if (!is_ours) {
    return base::fail(base::say({"{0}:{1}: is no line of gougi study --headroom; --file names a "
                                 "new file, or one to go on with",
                                 "{0}:{1}: gougi study --headroom の行ではありません。--file "
                                 "には新しいファイルか、続きから始めるファイルを指定してください"},
                                name, lines->number() + 1));
  }
  return lines->cut();
}

base::Result<void> HeadroomFile::add(const study::HeadroomLine& line) {
  if (part_) return part_->add(line.number, study::to_line(line) + "\n");
  const std::string text = std::exchange(first_line_, "") + study::to_line(line) + "\n";
  if (out_->write(text) == text.size()) return {};
  return base::fail(
      base::say({"{0}: cannot be written any more, perhaps the disk is full; what is done stays",
                 "{0}: 書けなくなりました(ディスクがいっぱいかもしれません)。済んだ分は残ります"},
                base::to_utf8(file_)));
}

}  // namespace gougi::tools
