// SPDX-License-Identifier: MIT
// The file of a headroom study: read to its end, a half last line dropped, and gone on with. Its
// lines are study/headroom_lines.hpp's. One program at a time writes it. Used by headroom_run.cpp.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "farm/row_work.hpp"
#include "io/file_lock.hpp"
#include "io/private_file.hpp"
#include "study/headroom_lines.hpp"

namespace gougi::tools {

/// By number.
using HeadroomLines = std::map<std::size_t, study::HeadroomLine>;

/// A study that is done or under way, whose moves another judge values, too.
struct FirstOpinion {
  study::HeadroomOrder order;
  HeadroomLines lines;
};

/// Of `file`, which stays as it is: the --file of a study like `order` but for its judge. Positions
/// that it lacks as yet are none.
base::Result<FirstOpinion> read_first_opinion(const std::filesystem::path& file,
                                              const study::HeadroomOrder& order,
                                              const std::vector<study::HeadroomLine>& drawn);
/// Whether the positions of `second` have the moves that they have in the first opinion.
base::Result<void> check_same_moves(const HeadroomLines& second, const FirstOpinion& first);

/// What `line` comes to, valued by both judges where there are two.
study::HeadroomSample sample_beside(const study::HeadroomLine& line, const FirstOpinion* first);

class HeadroomFile {
 public:
  /// Goes on with `file`, or makes it. What is there must be of the same order, and its positions
  /// those of `drawn`, by number; the error says what is not. Nothing of another's file is changed.
  static base::Result<HeadroomFile> open(const std::filesystem::path& file,
                                         const study::HeadroomOrder& order,
                                         const std::vector<study::HeadroomLine>& drawn);

  /// The same of a part, whose lines are rows (farm/row_work.hpp).
  static base::Result<HeadroomFile> open_part(const std::filesystem::path& file,
                                              const farm::Part& part,
                                              const study::HeadroomOrder& order,
                                              std::size_t positions);

  /// Whether position `number` is to be done: it is of this part and was not there.
  bool wants(std::size_t number) const {
    return part_ ? part_->wants(number) : !found_.contains(number);
  }
  bool is_part() const { return part_.has_value(); }
  /// All that are wanted are there, of so many.
  base::Result<void> complete(std::size_t positions) {
    return part_ ? part_->complete(positions) : base::Result<void>();
  }
  /// What was there; of a part nothing.
  const HeadroomLines& found() const { return found_; }
  /// Kept when this returns. The first line of a new file comes with the first position, so that
  /// an order that came to nothing binds nobody.
  base::Result<void> add(const study::HeadroomLine& line);

 private:
  HeadroomFile(std::filesystem::path file, std::unique_ptr<io::FileLock> lock)
      : file_(std::move(file)), lock_(std::move(lock)) {}
  base::Result<void> read(const study::HeadroomOrder& order,
                          const std::vector<study::HeadroomLine>& drawn);

  std::filesystem::path file_;
  std::unique_ptr<io::FileLock> lock_;
  std::unique_ptr<io::PrivateFile> out_;
  std::optional<farm::RowWork> part_;
  HeadroomLines found_;
  bool is_new_ = true;
  std::string first_line_;  ///< to be written before the first position; empty: it is there
};

}  // namespace gougi::tools
