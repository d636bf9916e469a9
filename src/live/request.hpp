// SPDX-License-Identifier: MIT
// A request as it comes in from anybody: how it is parsed, and what of it counts. Used by
// server.cpp, which has the sockets.
#pragma once

#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <string>
#include <string_view>

#include "live/gate.hpp"
#include "live/story.hpp"

namespace gougi::live {

/// Takes a head of a bounded size. The body is not read: what is asked for is answered before.
class RequestParser : public boost::beast::http::request_parser<boost::beast::http::empty_body> {
 public:
  RequestParser();
};

using Request = RequestParser::value_type;

/// What the gate judges; it lives as long as `request`.
RequestHead request_head(const Request& request);

/// What a reader is told with each event. `run` is another one whenever the program starts.
std::string event_id(std::string_view run, Story::Moment moment);
/// What a reader has seen that says the id of the last event, by Last-Event-ID; 0: nothing of this
/// run up to `now`.
Story::Moment seen_by(const Request& request, std::string_view run, Story::Moment now);

}  // namespace gougi::live
