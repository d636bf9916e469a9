// SPDX-License-Identifier: MIT
#include "base/log.hpp"

#include <spdlog/logger.h>
#include <spdlog/sinks/rotating_file_sink.h>

#include <atomic>
#include <memory>
#include <system_error>

#include "base/path.hpp"

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

}  // namespace

Result<void> open(const Options& options) {
  close();
  std::error_code error;
  if (options.file.has_parent_path()) {
    std::filesystem::create_directories(options.file.parent_path(), error);
  }
  try {
    auto sink = std::make_shared<spdlog::sinks::rotating_file_sink_mt>(
        options.file.string(), options.max_bytes, static_cast<std::size_t>(options.keep));
    auto created = std::make_shared<spdlog::logger>("gougi", std::move(sink));
    created->set_pattern("%Y-%m-%d %H:%M:%S.%e %L %v");
    created->set_level(to_spdlog(options.level));
    created->flush_on(spdlog::level::info);
    logger() = std::move(created);
  } catch (const std::exception& e) {
    return fail("cannot write the log file " + to_utf8(options.file) + ": " + e.what());
  }
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
  if (enabled(level)) logger()->log(to_spdlog(level), message);
}

}  // namespace gougi::base::log
