// SPDX-License-Identifier: MIT
#include "io/signals.hpp"

#include <boost/asio/signal_set.hpp>
#include <csignal>

#include "io/event_loop_impl.hpp"

namespace gougi::io {

void ignore_broken_pipes() {
#ifdef SIGPIPE
  std::signal(SIGPIPE, SIG_IGN);
#endif
}

void ignore_file_size_limit() {
#ifdef SIGXFSZ
  std::signal(SIGXFSZ, SIG_IGN);
#endif
}

void hear_of_children() {
#ifdef SIGCHLD
  std::signal(SIGCHLD, SIG_DFL);
#endif
}

#ifdef SIGHUP
namespace {

// nohup has it ignored.
bool is_ignored(int signal) {
  struct sigaction now {};
  return ::sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_IGN;
}

}  // namespace
#endif

struct EndSignals::Impl : std::enable_shared_from_this<Impl> {
  Impl(EventLoop& loop, std::function<void(int)> callback)
      : signals(loop.impl().context, SIGINT, SIGTERM), on_end_requested(std::move(callback)) {
    boost::system::error_code ignored;
#ifdef SIGHUP
    if (!is_ignored(SIGHUP)) signals.add(SIGHUP, ignored);
#endif
#ifdef SIGBREAK
    signals.add(SIGBREAK, ignored);
#endif
  }

  void wait() {
    signals.async_wait([self = shared_from_this()](const boost::system::error_code& error, int n) {
      if (error || !self->alive) return;
      self->on_end_requested(n);
      if (self->alive) self->wait();
    });
  }

  boost::asio::signal_set signals;
  std::function<void(int)> on_end_requested;
  bool alive = true;
};

EndSignals::EndSignals(EventLoop& loop, std::function<void(int signal)> on_end_requested)
    : impl_(std::make_shared<Impl>(loop, std::move(on_end_requested))) {
  impl_->wait();
}

EndSignals::~EndSignals() {
  boost::system::error_code ignored;
  impl_->alive = false;
  impl_->signals.cancel(ignored);
  // A loop that runs no more keeps what was cancelled, and with it the set.
  impl_->signals.clear(ignored);
}

}  // namespace gougi::io
