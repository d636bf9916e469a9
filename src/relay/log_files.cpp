// SPDX-License-Identifier: MIT
#include "relay/log_files.hpp"

#include <algorithm>
#include <array>
#include <ctime>
#include <fstream>
#include <memory>
#include <system_error>
#include <utility>

#include "base/path.hpp"
#include "base/say.hpp"
#include "io/log_file.hpp"
#include "io/process_info.hpp"
#include "io/unheld_log.hpp"

namespace gougi::relay {
namespace {

namespace fs = std::filesystem;
namespace log = base::log;

constexpr std::string_view kBegin = "gougi-";

/// Takes `least` to `most` digits from the front of `text`; false if there are fewer.
bool take_digits(std::string_view& text, std::size_t least, std::size_t most) {
  const std::size_t found = std::min(text.find_first_not_of("0123456789"), text.size());
  if (found < least) return false;
  text.remove_prefix(std::min(found, most));
  return true;
}

bool take(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

/// One file a process: GUIs start a second relay while the first still runs.
std::string name_of_this_run() {
  std::array<char, 32> date{};
  const std::time_t now = std::time(nullptr);
  std::strftime(date.data(), date.size(), "%Y%m%d-%H%M%S", std::localtime(&now));
  return std::string(kBegin) + date.data() + "-" + std::to_string(io::own_pid());
}

/// "gougi-20260131-093000-1234.log", and its older parts "gougi-20260131-093000-1234.1.log".
bool is_ours(std::string_view name, std::string_view ending) {
  if (!take(name, kBegin) || !take_digits(name, 8, 8) || !take(name, "-") ||
      !take_digits(name, 6, 6) || !take(name, "-") || !take_digits(name, 1, 20)) {
    return false;
  }
  if (name == ending) return true;
  return take(name, ".") && take_digits(name, 1, 9) && name == ending;
}

/// Whether decisions can go behind what is in `file`: nothing, or lines of JSON.
bool takes_decisions(const fs::path& file) {
  std::error_code ignored;
  if (!fs::is_regular_file(fs::symlink_status(file, ignored))) return true;  // none, or told later
  std::ifstream stream(file, std::ios::binary);
  const int first = stream.peek();
  return first == std::ifstream::traits_type::eof() || first == '{';
}

std::string holds_no_decisions(const fs::path& file) {
  return base::say({"{0}: exists already and holds no decisions; nothing is recorded",
                    "{0}: すでにあり、決定の記録ではありません。記録しません"},
                   base::to_utf8(file));
}

}  // namespace

void remove_old_logs(const fs::path& folder, std::string_view ending, int keep) {
  std::error_code ignored;
  if (fs::is_symlink(fs::symlink_status(folder, ignored))) return;  // nor is it written to
  std::vector<std::pair<fs::file_time_type, fs::path>> logs;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    if (!is_ours(base::to_utf8(entry.path().filename()), ending)) continue;
    if (!fs::is_regular_file(entry.symlink_status(ignored))) continue;
    logs.emplace_back(entry.last_write_time(ignored), entry.path());
  }
  std::ranges::sort(logs);
  for (std::size_t i = 0; i + static_cast<std::size_t>(std::max(keep, 1)) <= logs.size(); ++i) {
    fs::remove(logs[i].second, ignored);
  }
}

std::vector<std::string> troubles_of_logs(const settings::RelaySettings& settings) {
  std::vector<std::string> troubles;
  const auto try_to_write = [&](const char* key, const fs::path& file) {
    std::error_code ignored;
    const bool was_there = fs::exists(file, ignored);
    fs::path old_folder = file.parent_path();
    while (old_folder.has_relative_path() && !fs::exists(old_folder, ignored)) {
      old_folder = old_folder.parent_path();
    }
    io::LogFile::Options options;
    options.file = file;
    if (const auto opened = io::LogFile::open(options); !opened) {
      troubles.push_back(std::string(key) + ": " + opened.error().message);
    }
    if (!was_there) fs::remove(file, ignored);
    for (fs::path made = file.parent_path(); made != old_folder; made = made.parent_path()) {
      fs::remove(made, ignored);
    }
  };
  if (settings.log_directory && settings.log_level != log::Level::kOff) {
    try_to_write("log.directory", *settings.log_directory / (name_of_this_run() + ".log"));
  }
  if (!settings.record) return troubles;
  if (takes_decisions(*settings.record)) {
    try_to_write("record", *settings.record);
  } else {
    troubles.push_back("record: " + holds_no_decisions(*settings.record));
  }
  return troubles;
}

std::optional<log::LineFile> open_logs(const settings::RelaySettings& settings,
                                       std::vector<std::string>& troubles) {
  const auto open = [&](const io::LogFile::Options& options) -> std::unique_ptr<log::Sink> {
    auto file = io::LogFile::open(options);
    if (file) return std::make_unique<io::UnheldLog>(std::move(*file));
    troubles.push_back(file.error().message);
    return nullptr;
  };
  const auto open_decisions =
      [&](const io::LogFile::Options& options) -> std::optional<log::LineFile> {
    if (!takes_decisions(options.file)) {
      troubles.push_back(holds_no_decisions(options.file));
      return std::nullopt;
    }
    auto file = open(options);
    if (!file) return std::nullopt;
    return log::LineFile(std::move(file));
  };
  io::LogFile::Options options;
  options.keep = settings.log_keep;
  if (!settings.log_directory || settings.log_level == log::Level::kOff) {
    if (!settings.record) return std::nullopt;
    options.file = *settings.record;
    return open_decisions(options);
  }
  const std::string name = name_of_this_run();
  for (const std::string_view ending : {".log", ".jsonl"}) {
    remove_old_logs(*settings.log_directory, ending, settings.log_keep);
  }
  options.file = *settings.log_directory / (name + ".log");
  options.start = io::PrivateFile::Start::kNew;
  if (auto file = open(options)) log::open(std::move(file), settings.log_level);
  if (settings.protocol != settings::GameProtocol::kUsi) return std::nullopt;  // shogi's terms
  options.file = *settings.log_directory / (name + ".jsonl");
  if (settings.record) {
    options.file = *settings.record;
    options.start = io::PrivateFile::Start::kAppend;
  }
  return open_decisions(options);
}

}  // namespace gougi::relay
