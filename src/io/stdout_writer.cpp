// SPDX-License-Identifier: MIT
#include "io/stdout_writer.hpp"

#include <condition_variable>
#include <mutex>
#include <utility>

#include "base/say.hpp"
#include "io/descriptor.hpp"
#include "io/detached_thread.hpp"
#include "io/signals.hpp"

namespace gougi::io {

/// What the loop's thread and the writer's thread share; the latter is detached and holds it.
struct StdoutWriter::Shared : std::enable_shared_from_this<Shared> {
  Shared(EventLoop& event_loop, std::function<void(const base::Error&)> callback, int fd)
      : descriptor(fd), loop(&event_loop), on_dead(std::move(callback)) {}

  void write_backlog();
  void give_up(const std::string& reason);

  const int descriptor;
  std::mutex mutex;
  std::condition_variable changed;
  EventLoop* loop;          ///< null once the StdoutWriter has gone
  std::string backlog;      ///< waits for the thread
  std::size_t writing = 0;  ///< bytes that the thread is writing now
  bool dead = false;
  bool thread_started = false;

  // The loop's thread only.
  std::string batch;
  std::size_t waiting_at_last_flush = 0;
  std::size_t dropped_lines = 0;
  std::function<void(const base::Error&)> on_dead;
};

/// The writer's thread.
void StdoutWriter::Shared::write_backlog() {
  std::string text;
  for (;;) {
    {
      std::unique_lock lock(mutex);
      writing = 0;
      changed.notify_all();
      changed.wait(lock, [this] { return loop == nullptr || dead || !backlog.empty(); });
      if (dead || backlog.empty()) return;
      text.clear();
      text.swap(backlog);
      writing = text.size();
    }
    if (!write_all(descriptor, text)) {
      std::unique_lock lock(mutex);
      give_up(base::say({"the reader of our output has gone", "出力の読み手がいなくなりました"}));
      return;
    }
  }
}

void StdoutWriter::Shared::give_up(const std::string& reason) {
  if (dead) return;
  dead = true;
  backlog.clear();
  changed.notify_all();
  if (loop == nullptr) return;
  loop->post([self = shared_from_this(), reason] {
    {
      const std::lock_guard lock(self->mutex);
      if (self->loop == nullptr) return;
    }
    if (self->on_dead) self->on_dead(base::Error{reason});
  });
}

StdoutWriter::StdoutWriter(EventLoop& loop, std::function<void(const base::Error&)> on_dead,
                           int descriptor)
    : shared_(std::make_shared<Shared>(loop, std::move(on_dead), descriptor)) {
  ignore_broken_pipes();
  set_binary(descriptor);
}

StdoutWriter::~StdoutWriter() {
  const std::lock_guard lock(shared_->mutex);
  shared_->loop = nullptr;
  shared_->changed.notify_all();
}

void StdoutWriter::write_line(std::string_view line, Importance importance) {
  Shared& shared = *shared_;
  if (importance == Importance::kDroppable &&
      shared.waiting_at_last_flush + shared.batch.size() > kDropInfoBytes) {
    ++shared.dropped_lines;
    return;
  }
  shared.batch.append(line).push_back('\n');
}

void StdoutWriter::write(std::string_view text) { shared_->batch.append(text); }

void StdoutWriter::flush() {
  Shared& shared = *shared_;
  if (shared.batch.empty() && shared.waiting_at_last_flush == 0) return;
  std::unique_lock lock(shared.mutex);
  std::string_view text(shared.batch);
  if (shared.backlog.empty() && shared.writing == 0 && !shared.dead) {
    const std::ptrdiff_t n = write_without_waiting(shared.descriptor, text);
    if (n < 0) {
      shared.give_up(
          base::say({"the reader of our output has gone", "出力の読み手がいなくなりました"}));
    } else {
      text.remove_prefix(static_cast<std::size_t>(n));
    }
  }
  if (!text.empty() && !shared.dead) {
    shared.backlog.append(text);
    if (shared.backlog.size() + shared.writing > kMaxQueuedBytes) {
      shared.give_up(base::say({"our output is not being read", "出力が読まれていません"}));
    }
    if (!std::exchange(shared.thread_started, true)) {
      run_detached([self = shared_] { self->write_backlog(); });
    }
    shared.changed.notify_all();
  }
  shared.waiting_at_last_flush = shared.backlog.size() + shared.writing;
  shared.batch.clear();
}

bool StdoutWriter::drain(base::Duration limit) {
  flush();
  std::unique_lock lock(shared_->mutex);
  const auto done = [this] {
    return shared_->dead || (shared_->backlog.empty() && shared_->writing == 0);
  };
  return shared_->changed.wait_for(lock, limit, done) && !shared_->dead;
}

bool StdoutWriter::is_dead() const {
  const std::lock_guard lock(shared_->mutex);
  return shared_->dead;
}

std::size_t StdoutWriter::dropped_lines() const { return shared_->dropped_lines; }

}  // namespace gougi::io
