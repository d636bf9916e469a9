// SPDX-License-Identifier: MIT
#include "live/request.hpp"

#include <cstdint>

#include "base/text.hpp"

namespace gougi::live {
namespace {

constexpr std::uint32_t kMostHead = 16'384;

template <class Text>
std::string_view view_of(const Text& text) {
  return {text.data(), text.size()};
}

}  // namespace

RequestParser::RequestParser() {
  header_limit(kMostHead);
  body_limit(boost::none);
}

RequestHead request_head(const Request& request) {
  RequestHead head;
  head.method = view_of(request.method_string());
  head.target = view_of(request.target());
  const auto only = [&](std::string_view name) {
    head.is_twofold = head.is_twofold || request.count(name) > 1;
    return view_of(request[name]);
  };
  head.host = only("Host");
  head.origin = only("Origin");
  head.fetch_site = only("Sec-Fetch-Site");
  head.fetch_mode = only("Sec-Fetch-Mode");
  return head;
}

std::string event_id(std::string_view run, Story::Moment moment) {
  return std::string(run) + "-" + std::to_string(moment);
}

Story::Moment seen_by(const Request& request, std::string_view run, Story::Moment now) {
  std::string_view id = view_of(request["Last-Event-ID"]);
  if (!id.starts_with(run)) return 0;
  id.remove_prefix(run.size());
  if (!id.starts_with('-')) return 0;
  const auto known = base::to_int(id.substr(1));
  if (!known || *known <= 0) return 0;
  const auto moment = static_cast<Story::Moment>(*known);
  return moment > now ? 0 : moment;
}

}  // namespace gougi::live
