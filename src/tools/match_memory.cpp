// SPDX-License-Identifier: MIT
#include "tools/match_memory.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

#include "base/path.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "io/user_secret.hpp"

namespace gougi::tools {
namespace {

// As one text in the match's file: arguments may hold anything but line feeds.
std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += base::escaped(word) + "\n";
  return text;
}
std::optional<std::vector<std::string>> parted(std::string_view text) {
  std::vector<std::string> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    auto word = base::unescaped(text.substr(0, end));
    if (!word) return std::nullopt;
    words.push_back(std::move(*word));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

// Two different lists of parts never make the same text.
void add_part(std::string& text, std::string_view part) {
  text += std::to_string(part.size()) + ":";
  text += part;
}

std::string shown_path(const std::string& folder, const std::filesystem::path& path) {
  return base::escaped(base::to_utf8(base::path_from_utf8(folder) / path));
}

}  // namespace

MatchMemory MatchMemory::of_new(const std::vector<std::string>& words, const game::Rules& rules) {
  MatchMemory memory;
  memory.texts_[kArguments] = joined(words);
  memory.texts_[kFolder] = base::to_utf8(std::filesystem::current_path());
  memory.texts_[match::kGameSetting] = std::string(rules.name());
  memory.have_identity();
  return memory;
}

base::Result<MatchMemory> MatchMemory::read(match::Store& store) {
  auto settings = store.settings();
  if (!settings) return tl::unexpected(settings.error());
  MatchMemory memory;
  memory.texts_ = std::move(*settings);
  return memory;
}

base::Result<MatchOrder> MatchMemory::order() const {
  const auto words = parted(text(kArguments));
  if (!words) return base::fail(base::say({"its arguments cannot be read", "引数を読めません"}));
  // A match that reads its engines from other files is never kept.
  if (!words->empty() && words->front() == "--legacy") {
    return base::fail(base::say({"its arguments are of no match that is kept in a file",
                                 "ファイルに保存された対局の引数ではありません"}));
  }
  auto order = read_match_order(*words);
  if (!order) return order;
  if (!order->answer.empty() || !order->resume.empty() || order->engines.size() < 2) {
    return base::fail(base::say({"its arguments are of no match that is kept in a file",
                                 "ファイルに保存された対局の引数ではありません"}));
  }
  if (const auto games = base::to_int(text(kGames))) {
    order->games = static_cast<std::uint64_t>(std::clamp<std::int64_t>(*games, 1, kMostGames));
  }
  return order;
}

std::string MatchMemory::identity() const {
  const std::string& known = text(kIdentity);
  const bool is_one = known.size() == 2 * kIdentityBytes &&
                      known.find_first_not_of("0123456789abcdef") == std::string::npos;
  return is_one ? known : std::string();
}

std::map<std::string, std::string> MatchMemory::texts_of_whole(const std::string& job) const {
  // Of a part alone.
  constexpr std::array<std::string_view, 7> kOfPart{"--shard",  "--file", "--stop-file", "--report",
                                                    "--export", "--log",  "--live"};
  auto texts = texts_;
  texts.erase(kSeal);
  texts[kIdentity] = job.substr(0, 2 * kIdentityBytes);
  if (const auto whole = part(); whole && *whole) {
    farm::keep_part(texts, {(*whole)->job, base::Shard()});
  }
  std::vector<std::string> words;
  const auto all = parted(text(kArguments)).value_or(words);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string name = all[i].substr(0, all[i].find('='));
    if (std::ranges::find(kOfPart, name) == kOfPart.end()) {
      words.push_back(all[i]);
    } else if (name == all[i]) {
      ++i;  // its value
    }
  }
  texts[kArguments] = joined(words);
  return texts;
}

void MatchMemory::set_games(std::uint64_t games) { texts_[kGames] = std::to_string(games); }

void MatchMemory::have_identity() {
  if (!identity().empty()) return;
  if (const auto random = io::random_hex(kIdentityBytes)) texts_[kIdentity] = *random;
}

base::Result<bool> MatchMemory::is_sealed(const std::vector<match::StoredEngine>& engines) const {
  const std::string& seal = text(kSeal);
  if (seal.empty()) return false;
  const auto folder = io::state_folder();
  if (!folder) return tl::unexpected(folder.error());
  const auto secret = io::UserSecret::find(*folder);
  if (!secret) return tl::unexpected(secret.error());
  return secret->has_sealed(sealed_text(engines), seal);
}

base::Result<void> MatchMemory::seal(const std::vector<match::StoredEngine>& engines) {
  texts_.erase(kSeal);
  const auto folder = io::state_folder();
  if (!folder) return tl::unexpected(folder.error());
  const auto secret = io::UserSecret::find_or_make(*folder);
  if (!secret) return tl::unexpected(secret.error());
  const auto seal = secret->seal(sealed_text(engines));
  if (!seal) return tl::unexpected(seal.error());
  texts_[kSeal] = *seal;
  return {};
}

const std::string& MatchMemory::text(const char* name) const {
  static const std::string kNone;
  const auto found = texts_.find(name);
  return found == texts_.end() ? kNone : found->second;
}

std::string MatchMemory::sealed_text(const std::vector<match::StoredEngine>& engines) const {
  std::string text = "gougi match, seal 1\n";
  text += std::to_string(texts_.size() - texts_.count(kSeal)) + "\n";
  for (const auto& [name, value] : texts_) {
    if (name == kSeal) continue;
    add_part(text, name);
    add_part(text, value);
  }
  for (const match::StoredEngine& engine : engines) {
    for (const std::string* const part :
         {&engine.name, &engine.command, &engine.options, &engine.control}) {
      add_part(text, *part);
    }
  }
  return text;
}

std::string deeds_of(const MatchOrder& order, const std::string& folder, bool starts) {
  std::string text;
  if (starts) text += base::say({"  start in {0}", "  {0} で起動:"}, base::escaped(folder)) + "\n";
  int number = 0;
  for (const OrderedEngine& engine : order.engines) {
    if (!starts) break;
    text += "    " + std::to_string(++number) + ". " + base::escaped(engine.command) + "\n";
    for (const auto& [name, value] : engine.options) {
      text += "       setoption " + base::escaped(name) + " = " + base::escaped(value) + "\n";
    }
  }
  if (!order.report.empty())
    text += base::say({"  write {0}", "  書き出し: {0}"}, shown_path(folder, order.report)) + "\n";
  for (const Export& wanted : order.exports) {
    text += base::say({"  write {0} {1}", "  書き出し: {0} {1}"}, wanted.format,
                      shown_path(folder, wanted.to)) +
            "\n";
  }
  return text;
}

}  // namespace gougi::tools
