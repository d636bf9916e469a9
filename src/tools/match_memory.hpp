// SPDX-License-Identifier: MIT
// What a match's file remembers besides its games: the words it was begun with, the folder that
// relative paths among them are of, how many games it was made longer to, which match it is, and
// the seal of the user who began it. What the words would start is started only under that seal:
// whoever hands a file on could have written anything into it. Used by match_command.cpp.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "farm/job.hpp"
#include "game/rules.hpp"
#include "match/store.hpp"
#include "tools/match_order.hpp"

namespace gougi::tools {

class MatchMemory {
 public:
  /// Of a match that begins now, in the current folder, with these words.
  static MatchMemory of_new(const std::vector<std::string>& words, const game::Rules& rules);
  static base::Result<MatchMemory> read(match::Store& store);

  /// What the words say, with the games that were added. Reads no other file.
  base::Result<MatchOrder> order() const;
  /// Relative paths of the order are of this folder; UTF-8, as it was written.
  const std::string& folder() const { return text(kFolder); }
  /// Which match this is, as its pages and records say; "" of a file that does not know.
  std::string identity() const;

  /// Of a match that is played in parts.
  void set_part(const farm::Part& part) { farm::keep_part(texts_, part); }
  base::Result<std::optional<farm::Part>> part() const { return farm::kept_part(texts_); }

  /// What the file of all parts together remembers: `job` names the match, whichever parts come
  /// first. Without a seal.
  std::map<std::string, std::string> texts_of_whole(const std::string& job) const;

  void set_games(std::uint64_t games);
  /// A new one, where there is none.
  void have_identity();

  /// Whether the user who runs this sealed what the file holds now. An error says why that cannot
  /// be known.
  base::Result<bool> is_sealed(const std::vector<match::StoredEngine>& engines) const;
  /// In this user's name. Where there is an error the file is without a seal.
  base::Result<void> seal(const std::vector<match::StoredEngine>& engines);
  base::Result<void> write(match::Store& store) const { return store.set_settings(texts_); }

 private:
  static constexpr const char* kArguments = "arguments";
  static constexpr const char* kFolder = "folder";
  static constexpr const char* kGames = "games";
  static constexpr const char* kIdentity = "identity";
  static constexpr const char* kSeal = "seal";
  static constexpr std::size_t kIdentityBytes = 16;

  const std::string& text(const char* name) const;
  std::string sealed_text(const std::vector<match::StoredEngine>& engines) const;

  std::map<std::string, std::string> texts_;
};

/// What going on with the match would do, a line each, so that a person may judge it: nothing of
/// the file can move the cursor or look like another line. `folder`
/// as in the file; without `starts` engines are not among it.
std::string deeds_of(const MatchOrder& order, const std::string& folder, bool starts);

}  // namespace gougi::tools
