// SPDX-License-Identifier: MIT
// What must hold for any bytes that come in as the head of a request to the page. Used by the
// fuzzer (http_fuzz.cpp) and by the replay of its corpus in every build.
#pragma once

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/beast/http.hpp>
#include <string>
#include <string_view>

#include "fuzz/said.hpp"
#include "live/gate.hpp"

namespace gougi::fuzz {

/// What was broken by `bytes`, or nothing: nobody is let in by a name that is not this machine's,
/// from another site, without the token, or to change anything.
inline std::string check_http(std::string_view bytes) {
  namespace http = boost::beast::http;
  http::request_parser<http::empty_body> parser;
  parser.header_limit(8192);
  parser.body_limit(0);
  boost::system::error_code error;
  parser.put(boost::asio::buffer(bytes.data(), bytes.size()), error);
  if (error || !parser.is_header_done()) return "";
  const auto& head = parser.get();
  const auto view = [](const auto& text) { return std::string_view(text.data(), text.size()); };
  const live::RequestHead request{view(head.method_string()),    view(head.target()),
                                  view(head[http::field::host]), view(head[http::field::origin]),
                                  view(head["Sec-Fetch-Site"]),  view(head["Sec-Fetch-Mode"])};
  for (const bool is_near : {true, false}) {
    live::Place place;
    place.port = 8080;
    if (!is_near) place = {"0.0.0.0", 8080, "token"};
    const live::Admission admission = live::admit(request, place);
    if (admission.page == live::Page::kRefused) {
      if (admission.status < 400 || !is_said_well(admission.reason.english) ||
          admission.reason.japanese.empty())
        return "a bad refusal";
      continue;
    }
    if (request.method != "GET" && request.method != "HEAD") return "a method that may change";
    const bool is_page =
        admission.page == live::Page::kHtml || admission.page == live::Page::kMoved;
    if (request.fetch_site == "cross-site" && !(is_page && request.fetch_mode == "navigate"))
      return "another site let in";
    if (!is_near && !request.target.starts_with("/token")) return "let in without the token";
    const bool is_ours = request.host.starts_with("127.") || request.host.starts_with("[") ||
                         base::iequals(request.host.substr(0, 9), "localhost");
    if (is_near && !is_ours) return "let in by a foreign name";
  }
  return "";
}

}  // namespace gougi::fuzz
