// SPDX-License-Identifier: MIT
#include "live/server.hpp"

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/buffers_suffix.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <chrono>
#include <future>
#include <optional>
#include <random>
#include <set>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#include "base/say.hpp"
#include "base/text.hpp"
#include "io/priority.hpp"
#include "io/program.hpp"
#include "live/request.hpp"
#include "report/board_script.hpp"

namespace gougi::live {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using asio::ip::tcp;
using boost::system::error_code;

// Twenty times a second is as often as anybody sees a difference.
constexpr std::chrono::milliseconds kStep{50};
constexpr int kLastSteps = 20;
// A page that hears nothing for about three times as long takes the program for frozen or gone
// (page/common.js); proxies and browsers give a silent stream up after a minute or so.
constexpr std::chrono::seconds kSignOfLife{5};
// What is longer is announced, for no page to take the time that it needs for silence.
constexpr std::size_t kMuch = 1'000'000;
// A request that takes longer to be said is none.
constexpr std::chrono::seconds kPatience{10};
constexpr std::size_t kMostReaders = 256;

constexpr std::string_view kSafety =
    "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; "
    "connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors "
    "'none'\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n"
    "Cache-Control: no-store\r\n"
    "Connection: close\r\n\r\n";

std::string_view status_text(unsigned status) {
  return http::obsolete_reason(http::int_to_status(status));
}

// Of a refusal, whose reader's language nobody knows.
std::string in_both(base::Text text) {
  return base::said_in(base::Language::kEnglish, text) + "\n" +
         base::said_in(base::Language::kJapanese, text) + "\n";
}

std::string head_of(unsigned status, std::string_view type, const std::string& more) {
  std::string head = "HTTP/1.1 " + std::to_string(status) + " ";
  head.append(status_text(status)).append("\r\nContent-Type: ").append(type).append("\r\n");
  return head.append(more).append(kSafety);
}

std::string whole(unsigned status, std::string_view type, std::string_view body, bool with_body) {
  std::string text =
      head_of(status, type, "Content-Length: " + std::to_string(body.size()) + "\r\n");
  return with_body ? text.append(body) : text;
}

}  // namespace

class Server::Impl {
 public:
  Impl(Place place, PageFiles files, Refresh refresh, std::chrono::milliseconds most_unread)
      : place_(std::move(place)),
        files_(files),
        refresh_(std::move(refresh)),
        most_unread_(most_unread) {}
  ~Impl() {
    context_.stop();
    if (thread_.joinable()) thread_.join();
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  base::Result<void> listen() {
    error_code error;
    const tcp::endpoint at(asio::ip::make_address(place_.address, error),
                           static_cast<unsigned short>(place_.port));
    acceptor_.open(at.protocol(), error);
#ifndef _WIN32  // there it would let two programs share the port
    if (!error) acceptor_.set_option(tcp::acceptor::reuse_address(true), error);
#endif
    if (!error) acceptor_.bind(at, error);
    if (!error) acceptor_.listen(asio::socket_base::max_listen_connections, error);
    if (error) return base::fail(complaint(error));
    place_.port = acceptor_.local_endpoint().port();
    accept();
    try {
      thread_ = std::thread([this] {
        io::run_as_ordinary();  // the relay's own thread goes first
        context_.run();
      });
    } catch (const std::system_error& none) {
      return base::fail(io::describe_shortage(none));
    }
    return {};
  }

  const Place& place() const { return place_; }

  void tell_last() {
    std::promise<void> told;
    asio::post(context_, [this, &told] { tell_once_more(told, kLastSteps); });
    told.get_future().wait();
  }

 private:
  class Reader;

  std::string complaint(const error_code& error) const {
    const std::string where =
        base::say({"{0} port {1}", "{0} のポート {1}"}, place_.address, place_.port);
    if (error == asio::error::address_in_use) {
      return base::say({"{0} is taken by another program; choose another port",
                        "{0} は別のプログラムが使っています。別のポートにしてください"},
                       where);
    }
    if (error == asio::error::access_denied) {
      return base::say({"{0} is not ours to take; choose a port from 1024 on",
                        "{0} は使う権限がありません。1024 以上のポートにしてください"},
                       where);
    }
    return base::say({"{0} cannot be listened at: {1}", "{0} で待ち受けられません: {1}"}, where,
                     base::printable(error.message(), 200));
  }

  void accept() {
    acceptor_.async_accept([this](const error_code& error, tcp::socket socket) {
      if (error == asio::error::operation_aborted) return;
      if (error) return accept_later();  // no descriptor is left, maybe
      greet(std::move(socket));
      accept();
    });
  }
  void accept_later() {
    again_.expires_after(std::chrono::seconds(1));
    again_.async_wait([this](const error_code& error) {
      if (!error) accept();
    });
  }
  void greet(tcp::socket socket);

  /// The clock runs while somebody looks.
  void watch() {
    if (ticking_) return;
    ticking_ = true;
    clock_.expires_after(kStep);
    clock_.async_wait([this](const error_code& error) {
      ticking_ = false;
      if (!error) tell_all();
    });
  }
  void tell_all();
  void tell_once_more(std::promise<void>& told, int steps);

  asio::io_context context_{1};
  tcp::acceptor acceptor_{context_};
  asio::steady_timer again_{context_};
  asio::steady_timer clock_{context_};
  asio::steady_timer last_{context_};
  bool ticking_ = false;
  Place place_;
  PageFiles files_;
  Refresh refresh_;
  std::chrono::milliseconds most_unread_;
  Story story_;
  const std::string run_ = std::to_string(std::random_device{}());
  std::set<std::shared_ptr<Reader>> readers_;
  std::thread thread_;
};

/// A connection: one request, and what answers it.
class Server::Impl::Reader : public std::enable_shared_from_this<Reader> {
 public:
  Reader(Impl& server, tcp::socket socket) : server_(server), stream_(std::move(socket)) {}

  void begin() {
    stream_.expires_after(kPatience);
    http::async_read_header(stream_, buffer_, request_,
                            [self = shared_from_this()](const error_code& error, std::size_t) {
                              if (error) return self->end();
                              self->answer();
                            });
  }

  /// Whether it wants to be told of changes.
  bool follows() const { return follows_; }
  /// Whether it has been sent all that there is.
  bool knows_all() const { return !writing_ && seen_ == server_.story_.now(); }

  void tell() {
    if (!follows_ || writing_) return;
    const auto now = std::chrono::steady_clock::now();
    if (seen_ == server_.story_.now() && was_told_) {
      if (now - told_at_ >= kSignOfLife) send("event: alive\ndata: 1\n\n", nullptr);
      return;
    }
    const auto told = server_.story_.since(seen_);
    std::string start;
    if (told->size() > kMuch) {
      start += "event: much\ndata: " + std::to_string(told->size()) + "\n\n";
    }
    start += "id: " + event_id(server_.run_, server_.story_.now()) + "\n";
    if (seen_ == 0) start += "event: all\n";
    seen_ = server_.story_.now();
    was_told_ = true;
    send(start + "data: ", told);
  }

  void refuse_for_crowd() {
    send_and_end(whole(503, "text/plain; charset=utf-8",
                       in_both({"too many pages are open", "開いているページが多すぎます"}), true));
  }

 private:
  void answer() {
    const Admission admission = admit(request_head(request_.get()), server_.place_);
    const bool with_body = request_.get().method() != http::verb::head;
    if (admission.page == Page::kEvents && with_body) return follow();
    has_unread_body_ = admission.status == 405;
    send_and_end(text_of(admission, with_body));
  }

  std::string text_of(const Admission& admission, bool with_body) const {
    switch (admission.page) {
      case Page::kHtml:
        return whole(200, "text/html; charset=utf-8", told_html(server_.files_), with_body);
      case Page::kScript:
        return whole(200, "text/javascript; charset=utf-8", server_.files_.script, with_body);
      case Page::kChart:
        return whole(200, "text/javascript; charset=utf-8", chart_script(), with_body);
      case Page::kCommon:
        return whole(200, "text/javascript; charset=utf-8", common_script(), with_body);
      case Page::kBoard:
        return whole(200, "text/javascript; charset=utf-8", report::kBoardScript, with_body);
      case Page::kStyle:
        return whole(200, "text/css; charset=utf-8", page_style(), with_body);
      case Page::kEvents:
        return head_of(200, "text/event-stream", "");
      case Page::kMoved:
        return head_of(308, "text/plain; charset=utf-8",
                       "Location: /" + server_.place_.token + "/\r\nContent-Length: 0\r\n");
      case Page::kRefused:
        break;
    }
    return whole(admission.status, "text/plain; charset=utf-8", in_both(admission.reason),
                 with_body);
  }

  void follow() {
    follows_ = true;
    server_.refresh_(server_.story_);
    seen_ = seen_by(request_.get(), server_.run_, server_.story_.now());
    watch_for_end();
    send(head_of(200, "text/event-stream", "") + "retry: 1000\n\n", nullptr);
    server_.watch();
  }

  /// Nothing more is to come from it but its end.
  void watch_for_end() {
    stream_.socket().async_read_some(
        asio::buffer(rest_),
        [self = shared_from_this()](const error_code&, std::size_t) { self->end(); });
  }

  void send(std::string start, std::shared_ptr<const std::string> told) {
    writing_ = true;
    start_ = std::move(start);
    told_ = std::move(told);
    told_at_ = std::chrono::steady_clock::now();
    Parts parts{asio::buffer(start_), asio::const_buffer(), asio::const_buffer()};
    if (told_) {
      parts[1] = asio::buffer(*told_);
      parts[2] = asio::buffer(kEventEnd.data(), kEventEnd.size());
    }
    unsent_.emplace(parts);
    write_on();
  }

  /// As much as there is room for, and so on: who reads slowly is waited for at each piece.
  void write_on() {
    stream_.expires_after(server_.most_unread_);
    stream_.async_write_some(
        *unsent_, [self = shared_from_this()](const error_code& error, std::size_t sent) {
          if (!error) self->unsent_->consume(sent);
          if (!error && beast::buffer_bytes(*self->unsent_) > 0) return self->write_on();
          self->writing_ = false;
          self->unsent_.reset();
          self->told_.reset();
          if (error) return self->end();
          self->stream_.expires_never();
        });
  }

  void send_and_end(std::string text) {
    start_ = std::move(text);
    stream_.expires_after(kPatience);
    asio::async_write(stream_, asio::buffer(start_),
                      [self = shared_from_this()](const error_code&, std::size_t) {
                        error_code ignored;
                        self->stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
                        if (!self->has_unread_body_) return self->end();
                        self->pass_by_body();
                      });
  }

  /// Until the sender has ended, or for kPatience: who is hung up on while it sends may lose the
  /// answer.
  void pass_by_body() {
    stream_.async_read_some(asio::buffer(rest_),
                            [self = shared_from_this()](const error_code& error, std::size_t) {
                              if (error) return self->end();
                              self->pass_by_body();
                            });
  }

  void end() {
    follows_ = false;
    error_code ignored;
    stream_.socket().close(ignored);
    server_.readers_.erase(shared_from_this());
  }

  static constexpr std::string_view kEventEnd = "\n\n";
  using Parts = std::array<asio::const_buffer, 3>;

  Impl& server_;
  beast::tcp_stream stream_;
  beast::flat_buffer buffer_;
  RequestParser request_;
  std::array<char, 256> rest_{};
  std::string start_;
  std::shared_ptr<const std::string> told_;
  std::optional<beast::buffers_suffix<Parts>> unsent_;
  Story::Moment seen_ = 0;
  bool was_told_ = false;
  bool follows_ = false;
  bool writing_ = false;
  bool has_unread_body_ = false;
  std::chrono::steady_clock::time_point told_at_;
};

void Server::Impl::greet(tcp::socket socket) {
  error_code ignored;
  socket.set_option(tcp::no_delay(true), ignored);
  const auto reader = std::make_shared<Reader>(*this, std::move(socket));
  const bool is_crowded = readers_.size() >= kMostReaders;
  readers_.insert(reader);
  if (is_crowded) return reader->refuse_for_crowd();
  reader->begin();
}

void Server::Impl::tell_all() {
  bool somebody = false;
  for (const auto& reader : readers_) somebody = somebody || reader->follows();
  if (!somebody) return;
  refresh_(story_);
  for (const auto& reader : readers_) reader->tell();
  watch();
}

void Server::Impl::tell_once_more(std::promise<void>& told, int steps) {
  refresh_(story_);
  bool all = true;
  for (const auto& reader : readers_) {
    reader->tell();
    all = all && (!reader->follows() || reader->knows_all());
  }
  if (all || steps == 0) return told.set_value();
  last_.expires_after(kStep);
  last_.async_wait([this, &told, steps](const error_code&) { tell_once_more(told, steps - 1); });
}

Server::Server(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Server::~Server() = default;

void Server::tell_last() { impl_->tell_last(); }

const Place& Server::place() const { return impl_->place(); }

base::Result<std::unique_ptr<Server>> Server::start(const Place& place, PageFiles files,
                                                    Refresh refresh,
                                                    std::chrono::milliseconds most_unread) {
  auto good = checked(place);
  if (!good) return tl::unexpected(good.error());
  auto impl = std::make_unique<Impl>(std::move(*good), files, std::move(refresh), most_unread);
  if (const auto listens = impl->listen(); !listens) return tl::unexpected(listens.error());
  return std::unique_ptr<Server>(new Server(std::move(impl)));
}

}  // namespace gougi::live
