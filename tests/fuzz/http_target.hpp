// SPDX-License-Identifier: MIT
// What must hold for any bytes that come in as the head of a request to the page. Used by the
// fuzzer (http_fuzz.cpp) and by the replay of its corpus in every build.
#pragma once

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/beast/http/error.hpp>
#include <cstddef>
#include <string>
#include <string_view>

#include "fuzz/said.hpp"
#include "live/gate.hpp"
#include "live/request.hpp"
#include "live/story.hpp"

namespace gougi::fuzz {

/// Whether there is a whole head: in pieces, as a socket has them.
inline bool has_head(std::string_view bytes, std::size_t piece, live::RequestParser& parser) {
  boost::system::error_code error;
  std::size_t begin = 0;
  for (std::size_t end = 0; !parser.is_header_done();) {
    if (end == bytes.size()) return false;
    end = std::min(bytes.size(), end + piece);
    begin += parser.put(boost::asio::buffer(bytes.data() + begin, end - begin), error);
    if (error && error != boost::beast::http::error::need_more) return false;
  }
  return true;
}

/// Who follows is told what it has not seen, of this run.
inline std::string check_events(const live::Request& request) {
  live::Story story;
  story.set("name", "1");
  story.add("2");
  const live::Story::Moment seen = live::seen_by(request, "77", story.now());
  if (seen > story.now()) return "a moment that is not over";
  const auto last = request["Last-Event-ID"];
  if (seen > 0 && !std::string_view(last.data(), last.size()).starts_with("77-")) {
    return "a moment of another run";
  }
  const auto told = story.since(seen);
  return told->find('\n') == std::string::npos ? "" : "an event of two lines";
}

/// Nobody is let in by a name that is not this machine's, from another site, without the token, or
/// to change anything.
inline std::string check_request(const live::Request& parsed, bool is_near) {
  const live::RequestHead request = live::request_head(parsed);
  live::Place place;
  place.port = 8080;
  if (!is_near) place = {"0.0.0.0", 8080, "token"};
  const live::Admission admission = live::admit(request, place);
  if (admission.page == live::Page::kRefused) {
    const bool is_well = admission.status >= 400 && is_said_well(admission.reason.english) &&
                         !admission.reason.japanese.empty();
    return is_well ? "" : "a bad refusal";
  }
  if (request.method != "GET" && request.method != "HEAD") return "a method that may change";
  const bool is_page = admission.page == live::Page::kHtml || admission.page == live::Page::kMoved;
  if (request.fetch_site == "cross-site" && !(is_page && request.fetch_mode == "navigate")) {
    return "another site let in";
  }
  if (!is_near && !request.target.starts_with("/token")) return "let in without the token";
  const bool is_ours = request.host.starts_with("127.") || request.host.starts_with("[") ||
                       base::iequals(request.host.substr(0, 9), "localhost");
  if (is_near && !is_ours) return "let in by a foreign name";
  return admission.page == live::Page::kEvents ? check_events(parsed) : "";
}

/// What was broken by `bytes`, or nothing.
inline std::string check_http(std::string_view bytes) {
  for (const std::size_t piece : {std::size_t{65'536}, std::size_t{100}}) {
    live::RequestParser parser;
    if (!has_head(bytes, piece, parser)) continue;
    for (const bool is_near : {true, false}) {
      if (auto broken = check_request(parser.get(), is_near); !broken.empty()) return broken;
    }
  }
  return "";
}

}  // namespace gougi::fuzz
