// SPDX-License-Identifier: MIT
#include "base/log.hpp"

#include <spdlog/logger.h>
#include <spdlog/sinks/rotating_file_sink.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <system_error>

#include "base/path.hpp"
#include "base/text.hpp"

namespace gougi::base::log {
namespace {

std::atomic<int> threshold{static_cast<int>(Level::kOff)};

std::shared_ptr<spdlog::logger>& logger() {
  static std::shared_ptr<spdlog::logger> instance;
  return instance;
}

spdlog::level::level_enum to_spdlog(Level level) {
  switch (level) {
    case Level::kTrace:
      return spdlog::level::trace;
    case Level::kDebug:
      return spdlog::level::debug;
    case Level::kInfo:
      return spdlog::level::info;
    case Level::kWarning:
      return spdlog::level::warn;
    case Level::kError:
      return spdlog::level::err;
    case Level::kOff:
      break;
  }
  return spdlog::level::off;
}

// Writes all that it is given: which messages those are is decided before.
Result<std::shared_ptr<spdlog::logger>> rotating(const Options& options, const char* pattern) {
  std::error_code error;
  if (options.file.has_parent_path()) {
    std::filesystem::create_directories(options.file.parent_path(), error);
  }
  try {
    auto sink = std::make_shared<spdlog::sinks::rotating_file_sink_mt>(
        options.file.string(), options.max_bytes,
        static_cast<std::size_t>(std::max(options.keep, 1) - 1));  // beside the current one
    auto created = std::make_shared<spdlog::logger>("gougi", std::move(sink));
    created->set_pattern(pattern);
    created->set_level(spdlog::level::trace);
    created->flush_on(spdlog::level::info);
    // Without a handler of ours spdlog complains on stderr.
    created->set_error_handler([](const std::string&) {});
    return created;
  } catch (const std::exception& e) {
    return fail("cannot write the log file " + to_utf8(options.file) + ": " + e.what());
  }
}

// Whatever a message quotes, it is one line and no terminal obeys it.
void put(spdlog::logger& to, spdlog::level::level_enum level, std::string_view message) {
  const bool plain = std::ranges::all_of(message, [](char c) { return c >= 0x20 && c < 0x7F; });
  if (plain) {
    to.log(level, message);
  } else {
    to.log(level, printable(message, message.size() + 1));
  }
}

}  // namespace

Result<void> open(const Options& options) {
  close();
  auto created = rotating(options, "%Y-%m-%d %H:%M:%S.%f %L %v");
  if (!created) return tl::unexpected(created.error());
  logger() = std::move(*created);
  threshold.store(static_cast<int>(options.level));
  return {};
}

void close() {
  threshold.store(static_cast<int>(Level::kOff));
  if (logger()) {
    logger()->flush();
    logger().reset();
  }
}

bool enabled(Level level) {
  return level != Level::kOff &&
         static_cast<int>(level) >= threshold.load(std::memory_order_relaxed);
}

void write(Level level, std::string_view message) {
  if (enabled(level)) put(*logger(), to_spdlog(level), message);
}

void bulk(std::string_view message) {
  if (enabled(Level::kInfo)) put(*logger(), spdlog::level::debug, message);  // below flush_on
}

Result<LineFile> LineFile::open(const Options& options) {
  auto created = rotating(options, "%v");
  if (!created) return tl::unexpected(created.error());
  return LineFile(std::move(*created));
}

void LineFile::write(std::string_view line) { put(*logger_, spdlog::level::info, line); }

}  // namespace gougi::base::log
