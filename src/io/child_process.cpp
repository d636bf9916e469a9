// SPDX-License-Identifier: MIT
#include "io/child_process.hpp"

#include <algorithm>
#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/write.hpp>
#include <system_error>
#include <utility>

#include "base/path.hpp"
#include "base/say.hpp"
#include "io/child_launch.hpp"
#include "io/event_loop_impl.hpp"
#include "io/line_splitter.hpp"

namespace gougi::io {

using boost::system::error_code;

/// Every pending operation holds `self`, so this lives until the child is reaped and its pipes are
/// drained, whether or not the owner has gone.
class ChildProcess::Impl : public std::enable_shared_from_this<ChildProcess::Impl> {
 public:
  Impl(EventLoop& loop, LaunchedChild child, Callbacks callbacks)
      : loop_(loop), child_(std::move(child)), callbacks_(std::move(callbacks)) {}
  /// Of a child that runs only if the loop went first.
  ~Impl() {
    if (!exited_) kill_and_wait(child_);
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  void listen() {
    wait_for_exit();
    read_output();
    read_errors();
  }

  bool write(std::string_view first, std::string_view second);
  void shut_down(base::Duration grace);
  void interrupt();
  void kill();
  void abandon();

  [[nodiscard]] std::size_t queued_bytes() const { return in_flight_.size() + queue_.size(); }
  [[nodiscard]] bool has_exited() const { return exited_; }
  [[nodiscard]] std::int64_t pid() const { return pid_; }

 private:
  static constexpr std::size_t kBlockBytes = std::size_t{64} << 10U;
  static constexpr std::size_t kLeastBlockBytes = std::size_t{1} << 10U;
  /// Timers wait until a block is taken in. Its lines may be one byte long and each of them go to a
  /// log: 64 KiB of such took 170 ms.
  static constexpr base::Milliseconds kLongestTurn{1};
  /// A pipe that a grandchild keeps open and busy is given this many graces, then closed.
  static constexpr int kMaxDrainGraces = 20;

  void wait_for_exit();
  void read_output();
  void read_errors();
  void on_output(std::string_view block, bool ended);
  void adapt_block(std::size_t bytes, base::Duration took);
  void on_errors(std::string_view block, bool ended);
  void deliver(std::string_view line, bool cut);

  void start_write();
  void refuse_writes(const std::string& reason);
  void close_input();

  void set_timer(base::Duration after, void (Impl::*what)());
  void ask_then_kill();
  void drain();
  void finish_if_ended();

  EventLoop& loop_;
  LaunchedChild child_;
  Callbacks callbacks_;
  std::int64_t pid_ = child_.pid;

  std::array<char, kBlockBytes> output_block_;
  std::size_t block_bytes_ = 4 * kLeastBlockBytes;  ///< of it, to be read at once
  std::array<char, 4096> errors_block_;
  LineSplitter output_lines_{kMaxLineBytes};
  LineSplitter error_lines_{kBlockBytes};

  std::string queue_;      ///< accepted, not yet handed to the system
  std::string in_flight_;  ///< being written now; empty if nothing is

  TimerId timer_{};  ///< for the next step of ending: one at most is pending
  base::Duration grace_{};
  int drain_graces_ = 0;
  bool accepts_writes_ = true;
  bool close_when_written_ = false;
  bool output_ended_ = false;
  bool errors_ended_ = false;
  bool exited_ = false;
  bool finished_ = false;
  bool muted_ = false;
};

// ---- reading -------------------------------------------------------------------------------

void ChildProcess::Impl::read_output() {
  child_.output.async_read_some(
      boost::asio::buffer(output_block_, block_bytes_),
      [self = shared_from_this()](const error_code& error, std::size_t n) {
        self->on_output({self->output_block_.data(), n}, static_cast<bool>(error));
      });
}

void ChildProcess::Impl::on_output(std::string_view block, bool ended) {
  const auto line = [this](std::string_view text, bool cut) { deliver(text, cut); };
  const base::TimePoint begin = EventLoop::now();
  output_lines_.feed(block, line);
  if (ended) {
    output_lines_.finish([this](std::string_view text, bool) {
      if (!muted_ && callbacks_.on_half_line) callbacks_.on_half_line(text);
    });
  }
  if (!muted_ && callbacks_.on_block_end) callbacks_.on_block_end();
  adapt_block(block.size(), EventLoop::now() - begin);
  if (!ended) {
    read_output();
    return;
  }
  output_ended_ = true;
  if (!exited_ && grace_ == base::Duration::zero()) shut_down(kDrainGrace);
  finish_if_ended();
}

void ChildProcess::Impl::adapt_block(std::size_t bytes, base::Duration took) {
  if (took > kLongestTurn) {
    block_bytes_ = std::max(block_bytes_ / 2, kLeastBlockBytes);
  } else if (bytes == block_bytes_ && took < kLongestTurn / 2) {
    block_bytes_ = std::min(block_bytes_ * 2, kBlockBytes);
  }
}

void ChildProcess::Impl::deliver(std::string_view line, bool cut) {
  if (!muted_ && callbacks_.on_line) callbacks_.on_line(line);
  if (cut && !muted_ && callbacks_.on_line_truncated) callbacks_.on_line_truncated();
}

void ChildProcess::Impl::read_errors() {
  child_.errors.async_read_some(
      boost::asio::buffer(errors_block_),
      [self = shared_from_this()](const error_code& error, std::size_t n) {
        self->on_errors({self->errors_block_.data(), n}, static_cast<bool>(error));
      });
}

void ChildProcess::Impl::on_errors(std::string_view block, bool ended) {
  const auto line = [this](std::string_view text, bool) {
    if (!muted_ && callbacks_.on_stderr_line) callbacks_.on_stderr_line(text);
  };
  error_lines_.feed(block, line);
  if (ended) error_lines_.finish(line);
  if (!ended) {
    read_errors();
    return;
  }
  errors_ended_ = true;
  finish_if_ended();
}

// ---- writing -------------------------------------------------------------------------------

bool ChildProcess::Impl::write(std::string_view first, std::string_view second) {
  if (!accepts_writes_) return false;
  const std::size_t size = first.size() + second.size();
  if (queued_bytes() + size > kMaxQueuedBytes) {
    refuse_writes(base::say({"it does not read its input ({0} bytes are waiting)",
                             "入力を読んでいません({0} バイトがたまっています)"},
                            queued_bytes()));
    return false;
  }
  const bool idle = in_flight_.empty();
  queue_.append(first).append(second);
  if (!idle) return true;
  error_code error;
  queue_.erase(0, write_now(child_.input, queue_, error));
  if (error) {
    refuse_writes(error.message());
    return false;
  }
  start_write();
  return true;
}

void ChildProcess::Impl::start_write() {
  if (queue_.empty()) {
    if (close_when_written_) close_input();
    return;
  }
  in_flight_.swap(queue_);
  boost::asio::async_write(child_.input, boost::asio::buffer(in_flight_),
                           [self = shared_from_this()](const error_code& error, std::size_t) {
                             self->in_flight_.clear();
                             if (error) {
                               self->refuse_writes(error.message());
                             } else {
                               self->start_write();
                             }
                           });
}

void ChildProcess::Impl::refuse_writes(const std::string& reason) {
  const bool news = accepts_writes_;
  accepts_writes_ = false;
  queue_.clear();
  if (close_when_written_) close_input();
  if (!news) return;
  loop_.post([self = shared_from_this(), reason] {
    if (!self->muted_ && !self->finished_ && self->callbacks_.on_write_error) {
      self->callbacks_.on_write_error(
          base::Error{base::say({"cannot write to it: {0}", "書き込めません: {0}"}, reason)});
    }
  });
}

void ChildProcess::Impl::close_input() {
  error_code ignored;
  child_.input.close(ignored);
}

// ---- ending --------------------------------------------------------------------------------

void ChildProcess::Impl::wait_for_exit() {
  when_ended(child_, [self = shared_from_this()] {
    self->exited_ = true;
    kill_left_behind(self->child_);  // an engine behind a script
    self->accepts_writes_ = false;
    self->close_input();
    self->set_timer(kDrainGrace, &Impl::drain);
    self->finish_if_ended();
  });
}

void ChildProcess::Impl::set_timer(base::Duration after, void (Impl::*what)()) {
  loop_.cancel_timer(timer_);
  timer_ = loop_.set_timer(EventLoop::now() + after,
                           [self = shared_from_this(), what] { ((*self).*what)(); });
}

void ChildProcess::Impl::shut_down(base::Duration grace) {
  if (exited_) return;
  accepts_writes_ = false;
  close_when_written_ = true;
  grace_ = grace;
  if (in_flight_.empty() && queue_.empty()) close_input();
  set_timer(grace, &Impl::ask_then_kill);
}

void ChildProcess::Impl::ask_then_kill() {
  if (exited_) return;
  ask_to_end(child_);
  set_timer(grace_, &Impl::kill);
}

void ChildProcess::Impl::interrupt() {
  if (!exited_) io::interrupt(child_);
}

void ChildProcess::Impl::kill() {
  if (!exited_) kill_now(child_);
}

void ChildProcess::Impl::abandon() {
  muted_ = true;
  if (finished_) return;
  kill();
  accepts_writes_ = false;
  error_code ignored;
  child_.input.close(ignored);
  child_.output.close(ignored);
  child_.errors.close(ignored);
}

/// The child has ended; what it wrote is read to the end unless somebody else holds the pipes open.
void ChildProcess::Impl::drain() {
  const bool busy = bytes_waiting(child_.output) + bytes_waiting(child_.errors) > 0;
  if (busy && ++drain_graces_ < kMaxDrainGraces) {
    set_timer(kDrainGrace, &Impl::drain);
    return;
  }
  error_code ignored;
  child_.output.close(ignored);  // the pending reads end with an error, which counts as the end
  child_.errors.close(ignored);
}

void ChildProcess::Impl::finish_if_ended() {
  if (!exited_ || !output_ended_ || !errors_ended_ || finished_) return;
  finished_ = true;
  loop_.cancel_timer(timer_);
  if (!muted_ && callbacks_.on_exit) {
    callbacks_.on_exit(describe_exit(child_.process.native_exit_code()));
  }
  // They may hold the owner, and the owner us. Not now: one of them may be running.
  loop_.post([self = shared_from_this()] { self->callbacks_ = {}; });
}

// ---- the face ------------------------------------------------------------------------------

namespace {

base::Result<void> check(LaunchSpec& spec) {
  std::error_code error;
  const std::string name = base::to_utf8(spec.program);
  spec.program = base::absolute_path(spec.program);
  const auto kind = std::filesystem::status(spec.program, error).type();
  if (kind == std::filesystem::file_type::not_found) {
    return base::fail(base::say(
        {"cannot start '{0}': no such file", "'{0}' を起動できません: ファイルがありません"},
        name));
  }
  if (kind == std::filesystem::file_type::directory) {
    return base::fail(base::say(
        {"cannot start '{0}': it is a folder", "'{0}' を起動できません: フォルダです"}, name));
  }
  if (!spec.directory.empty() && !std::filesystem::is_directory(spec.directory, error)) {
    return base::fail(base::say({"cannot start '{0}' in '{1}': no such folder",
                                 "'{0}' を '{1}' で起動できません: フォルダがありません"},
                                name, base::to_utf8(spec.directory)));
  }
  return {};
}

}  // namespace

base::Result<std::shared_ptr<ChildProcess>> ChildProcess::launch(EventLoop& loop, LaunchSpec spec,
                                                                 Callbacks callbacks) {
  return start(loop, std::move(spec), std::move(callbacks)).map(&ChildProcess::take_up);
}

base::Result<std::shared_ptr<ChildProcess::Impl>> ChildProcess::start(EventLoop& loop,
                                                                      LaunchSpec spec,
                                                                      Callbacks callbacks) {
  if (const auto checked = check(spec); !checked) return tl::unexpected(checked.error());
  try {
    auto launched = launch_child(loop.impl().context, spec);
    if (!launched) return tl::unexpected(launched.error());
    return std::make_shared<Impl>(loop, std::move(*launched), std::move(callbacks));
  } catch (const std::exception& error) {  // Boost's way to report that descriptors ran out
    return base::fail(base::say({"cannot start '{0}': {1}", "'{0}' を起動できません: {1}"},
                                base::to_utf8(spec.program), error.what()));
  }
}

std::shared_ptr<ChildProcess> ChildProcess::take_up(const std::shared_ptr<Impl>& started) {
  started->listen();
  return std::make_shared<ChildProcess>(started);
}

ChildProcess::ChildProcess(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}
ChildProcess::~ChildProcess() { impl_->abandon(); }

bool ChildProcess::write_line(std::string_view line) {
  if (line.find('\n') != std::string_view::npos) return false;
  return impl_->write(line, "\n");
}

bool ChildProcess::write_lines(std::string_view lines) {
  if (lines.empty() || lines.back() != '\n') return false;
  return impl_->write(lines, {});
}

std::size_t ChildProcess::queued_bytes() const { return impl_->queued_bytes(); }
void ChildProcess::shut_down(base::Duration grace) { impl_->shut_down(grace); }
void ChildProcess::interrupt() { impl_->interrupt(); }
void ChildProcess::kill() { impl_->kill(); }
void ChildProcess::abandon() { impl_->abandon(); }
bool ChildProcess::has_exited() const { return impl_->has_exited(); }
std::int64_t ChildProcess::pid() const { return impl_->pid(); }

}  // namespace gougi::io
