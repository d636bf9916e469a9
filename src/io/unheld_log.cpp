// SPDX-License-Identifier: MIT
#include "io/unheld_log.hpp"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <new>
#include <string>
#include <system_error>
#include <utility>

#include "io/detached_thread.hpp"

namespace gougi::io {
namespace {

// Lines that nobody wants at once are handed over when there are so many of them.
constexpr std::size_t kHandful = 4096;

// As where there is no thread: a line is lost, and the program goes on.
template <typename Work>
void unless_memory_lacks(const Work& work) {
  try {
    work();
  } catch (const std::bad_alloc&) {
  }
}

}  // namespace

/// What the writers and the thread share; the latter is detached and holds it.
struct UnheldLog::Shared {
  explicit Shared(std::unique_ptr<base::log::Sink> sink) : to(std::move(sink)) {}

  void write_all(std::string_view text);
  void write_waiting();

  const std::unique_ptr<base::log::Sink> to;  ///< the thread's, where there is one
  bool has_thread = true;
  std::mutex mutex;
  std::condition_variable changed;
  std::string waiting;     ///< whole lines
  bool is_wanted = false;  ///< what waits is to be written now
  bool is_ending = false;
  bool has_ended = false;
};

void UnheldLog::Shared::write_all(std::string_view text) {
  while (!text.empty()) {
    const std::string_view line = text.substr(0, std::min(text.find('\n'), text.size() - 1) + 1);
    text.remove_prefix(line.size());
    unless_memory_lacks([&] { to->write(line); });
  }
  unless_memory_lacks([&] { to->flush(); });
}

/// The thread.
void UnheldLog::Shared::write_waiting() {
  std::string text;
  std::unique_lock lock(mutex);
  while (!is_ending || !waiting.empty()) {
    changed.wait(lock, [this] { return is_wanted || is_ending; });
    is_wanted = false;
    text.clear();
    text.swap(waiting);
    lock.unlock();
    write_all(text);
    lock.lock();
  }
  has_ended = true;
  changed.notify_all();
}

UnheldLog::UnheldLog(std::unique_ptr<base::log::Sink> to)
    : shared_(std::make_shared<Shared>(std::move(to))) {
  try {
    run_detached([shared = shared_] { shared->write_waiting(); });
  } catch (const std::system_error&) {
    shared_->has_thread = false;
  }
}

UnheldLog::~UnheldLog() {
  if (!shared_->has_thread) return;
  std::unique_lock lock(shared_->mutex);
  shared_->is_ending = true;
  shared_->changed.notify_all();
  shared_->changed.wait_for(lock, kLastWait, [this] { return shared_->has_ended; });
}

void UnheldLog::write(std::string_view line) {
  const std::scoped_lock lock(shared_->mutex);
  if (!shared_->has_thread) return shared_->to->write(line);
  if (shared_->waiting.size() + line.size() > kMostWaiting) return;
  shared_->waiting += line;
  if (shared_->waiting.size() < kHandful) return;
  shared_->is_wanted = true;
  shared_->changed.notify_all();
}

void UnheldLog::flush() {
  const std::scoped_lock lock(shared_->mutex);
  if (!shared_->has_thread) return shared_->to->flush();
  shared_->is_wanted = true;
  shared_->changed.notify_all();
}

}  // namespace gougi::io
