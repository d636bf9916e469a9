// SPDX-License-Identifier: MIT
// Who is let in, and to what: judges the head of a request. A page may be read by whoever sits at
// this machine, and by no other site that a browser of it has open: a foreign Host (a name that was
// made to point here) and a foreign Origin are refused, and whatever a browser says that another
// site asks for (Sec-Fetch-Site), but for a link to the page. Beyond this machine a token in the
// address is asked for instead. Nothing can be changed by any request. Pure functions, no socket.
#pragma once

#include <string>
#include <string_view>

#include "base/language.hpp"
#include "base/result.hpp"

namespace gougi::live {

/// Where the pages are.
struct Place {
  std::string address = "127.0.0.1";  ///< an IP address of this machine
  int port = 0;                       ///< 0: any that is free
  std::string token;  ///< a part of the path before everything; empty: none is asked for
};

/// Whether nobody but this machine reaches it.
bool is_loopback(std::string_view address);

/// An address that is none, a token with characters that have no place in a path: one line. Beyond
/// the loopback there is always a token: one is made if there is none.
base::Result<Place> checked(Place place);

/// "http://127.0.0.1:8080/", with the token: what a person opens.
std::string link_to(const Place& place);

struct RequestHead {
  std::string_view method;
  std::string_view target;
  std::string_view host;
  std::string_view origin;      ///< empty: none
  std::string_view fetch_site;  ///< Sec-Fetch-Site; empty: none
  std::string_view fetch_mode;  ///< Sec-Fetch-Mode
  bool is_twofold = false;      ///< one of these headers stands there twice
};

enum class Page { kHtml, kScript, kChart, kCommon, kBoard, kStyle, kEvents, kMoved, kRefused };

struct Admission {
  Page page = Page::kRefused;
  unsigned status = 200;
  base::Text reason{"OK", "OK"};  ///< of a refusal: one line
};

Admission admit(const RequestHead& head, const Place& place);

}  // namespace gougi::live
