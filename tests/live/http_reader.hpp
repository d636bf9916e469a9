// SPDX-License-Identifier: MIT
// A browser of a few lines: says a request, takes bytes. Waits as long as it must.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/write.hpp>
#include <string>

namespace gougi::live::testing {

class HttpReader {
 public:
  explicit HttpReader(int port) : socket_(context_) {
    boost::system::error_code error;
    socket_.connect({boost::asio::ip::make_address("127.0.0.1"), static_cast<unsigned short>(port)},
                    error);
    connected = !error;
  }

  void say(const std::string& text) {
    boost::system::error_code ignored;
    boost::asio::write(socket_, boost::asio::buffer(text), ignored);
  }
  void ask(const std::string& target, const std::string& more = "") {
    say("GET " + target + " HTTP/1.1\r\nHost: 127.0.0.1\r\n" + more + "\r\n");
  }
  /// Up to and with `end`; "" at the connection's end.
  std::string take_to(const std::string& end) {
    boost::system::error_code error;
    const std::size_t size =
        boost::asio::read_until(socket_, boost::asio::dynamic_buffer(buffer_), end, error);
    if (error) return "";
    const std::string taken = buffer_.substr(0, size);
    buffer_.erase(0, size);
    return taken;
  }
  /// Keeps the next so many bytes for whoever takes.
  void read(std::size_t bytes) {
    boost::system::error_code ignored;
    boost::asio::read(socket_, boost::asio::dynamic_buffer(buffer_),
                      boost::asio::transfer_exactly(bytes), ignored);
  }
  /// Everything to the connection's end.
  std::string take_all() {
    boost::system::error_code error;
    boost::asio::read(socket_, boost::asio::dynamic_buffer(buffer_), error);
    return buffer_;
  }
  /// An event but for signs of life and the first words.
  std::string take_event() {
    for (;;) {
      std::string event = take_to("\n\n");
      if (event.empty() || event.starts_with("id: ")) return event;
    }
  }

  bool connected = false;

 private:
  boost::asio::io_context context_;
  boost::asio::ip::tcp::socket socket_;
  std::string buffer_;
};

}  // namespace gougi::live::testing
