// SPDX-License-Identifier: MIT
#include "base/log.hpp"

#include <spdlog/logger.h>
#include <spdlog/sinks/base_sink.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <utility>

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

class SinkOfOurs final : public spdlog::sinks::base_sink<std::mutex> {
 public:
  explicit SinkOfOurs(std::unique_ptr<Sink> to) : sink_(std::move(to)) {}

 protected:
  void sink_it_(const spdlog::details::log_msg& message) override {
    spdlog::memory_buf_t line;
    formatter_->format(message, line);
    sink_->write({line.data(), line.size()});
  }
  void flush_() override { sink_->flush(); }

 private:
  std::unique_ptr<Sink> sink_;
};

// Writes all that it is given: which messages those are is decided before.
std::shared_ptr<spdlog::logger> logger_for(std::unique_ptr<Sink> sink, const char* pattern) {
  auto created =
      std::make_shared<spdlog::logger>("gougi", std::make_shared<SinkOfOurs>(std::move(sink)));
  created->set_pattern(pattern);
  created->set_level(spdlog::level::trace);
  created->flush_on(spdlog::level::info);
  // Without a handler of ours spdlog complains on stderr.
  created->set_error_handler([](const std::string&) {});
  return created;
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

void open(std::unique_ptr<Sink> sink, Level level) {
  close();
  logger() = logger_for(std::move(sink), "%Y-%m-%d %H:%M:%S.%f %L %v");
  threshold.store(static_cast<int>(level));
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

LineFile::LineFile(std::unique_ptr<Sink> sink) : logger_(logger_for(std::move(sink), "%v")) {}

void LineFile::write(std::string_view line) { put(*logger_, spdlog::level::info, line); }

}  // namespace gougi::base::log
