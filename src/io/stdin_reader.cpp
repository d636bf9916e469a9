// SPDX-License-Identifier: MIT
#include "io/stdin_reader.hpp"

#include <condition_variable>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "io/descriptor.hpp"
#include "io/detached_thread.hpp"
#include "io/line_splitter.hpp"

namespace gougi::io {

/// What the reader's thread and the loop's thread share. The thread is detached and holds it, for
/// it may sit in its read long after the StdinReader has gone.
struct StdinReader::Shared : std::enable_shared_from_this<Shared> {
  struct Line {
    std::string text;
    bool cut;
    base::TimePoint read_at;
  };

  Shared(EventLoop& event_loop, Callbacks given) : loop(&event_loop), callbacks(std::move(given)) {}

  void read(int descriptor);
  bool hand_over(std::vector<Line>& lines, bool at_end);
  void deliver();
  bool open() {
    const std::lock_guard lock(mutex);
    return loop != nullptr;
  }

  std::mutex mutex;
  std::condition_variable taken;
  EventLoop* loop;  ///< null once the StdinReader has gone
  std::vector<Line> queue;
  std::size_t queued_bytes = 0;
  bool ended = false;
  bool delivery_posted = false;

  Callbacks callbacks;                  ///< the loop's thread only
  base::TimePoint delivered_read_at{};  ///< likewise: of the last line delivered
};

/// The reader's thread.
void StdinReader::Shared::read(int descriptor) {
  std::vector<char> block(std::size_t{64} << 10U);
  LineSplitter splitter(kMaxLineBytes);
  std::vector<Line> lines;
  base::TimePoint read_at{};
  const auto keep = [&lines, &read_at](std::string_view text, bool cut) {
    lines.push_back({std::string(text), cut, read_at});
  };
  for (;;) {
    const std::size_t n = read_some(descriptor, block.data(), block.size());
    read_at = EventLoop::now();
    splitter.feed({block.data(), n}, keep);
    if (n == 0) splitter.finish(keep);
    if (!hand_over(lines, n == 0) || n == 0) return;
  }
}

/// False if nobody is interested any more.
bool StdinReader::Shared::hand_over(std::vector<Line>& lines, bool at_end) {
  std::unique_lock lock(mutex);
  taken.wait(lock, [this] { return loop == nullptr || queued_bytes < kMaxQueuedBytes; });
  if (loop == nullptr) return false;
  for (Line& line : lines) {
    queued_bytes += line.text.size() + sizeof(Line);
    queue.push_back(std::move(line));
  }
  lines.clear();
  ended = at_end;
  if ((!queue.empty() || ended) && !delivery_posted) {
    delivery_posted = true;
    loop->post([self = shared_from_this()] { self->deliver(); });
  }
  return true;
}

/// The loop's thread.
void StdinReader::Shared::deliver() {
  std::vector<Line> lines;
  bool at_end = false;
  {
    const std::lock_guard lock(mutex);
    lines.swap(queue);
    queued_bytes = 0;
    at_end = ended;
    delivery_posted = false;
  }
  taken.notify_one();
  for (const Line& line : lines) {
    if (!open()) return;
    delivered_read_at = line.read_at;
    if (callbacks.on_line) callbacks.on_line(line.text);
    if (line.cut && open() && callbacks.on_line_truncated) callbacks.on_line_truncated();
  }
  if (at_end && open() && callbacks.on_end) callbacks.on_end();
}

StdinReader::StdinReader(EventLoop& loop, Callbacks callbacks, int descriptor)
    : shared_(std::make_shared<Shared>(loop, std::move(callbacks))) {
  set_binary(descriptor);
  run_detached([shared = shared_, descriptor] { shared->read(descriptor); });
}

base::TimePoint StdinReader::read_at() const { return shared_->delivered_read_at; }

bool StdinReader::has_queued() const {
  const std::lock_guard lock(shared_->mutex);
  return !shared_->queue.empty();
}

StdinReader::~StdinReader() {
  {
    const std::lock_guard lock(shared_->mutex);
    shared_->loop = nullptr;
  }
  shared_->taken.notify_one();
}

}  // namespace gougi::io
