// SPDX-License-Identifier: MIT
// A port of this machine for a test's own server.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

namespace gougi::testing {

/// One of the loopback that nobody uses now.
inline int free_port() {
  boost::asio::io_context context;
  const boost::asio::ip::tcp::acceptor acceptor(context,
                                                {boost::asio::ip::make_address("127.0.0.1"), 0});
  return acceptor.local_endpoint().port();
}

}  // namespace gougi::testing
