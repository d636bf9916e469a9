// SPDX-License-Identifier: MIT
#include "live/gate.hpp"

#include <algorithm>
#include <array>
#include <boost/asio/ip/address.hpp>
#include <optional>
#include <random>
#include <utility>

#include "base/say.hpp"
#include "base/text.hpp"

namespace gougi::live {
namespace {

constexpr std::size_t kMostToken = 64;
constexpr std::size_t kMadeToken = 32;

bool is_of_a_path(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' ||
         c == '_';
}

std::string new_token() {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::random_device chance;
  std::uniform_int_distribution<std::size_t> digit(0, kDigits.size() - 1);
  std::string token;
  while (token.size() < kMadeToken) token += kDigits[digit(chance)];
  return token;
}

std::string in_link(std::string_view address) {
  const bool is_v6 = address.find(':') != std::string_view::npos;
  return is_v6 ? "[" + std::string(address) + "]" : std::string(address);
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// The name or address of a Host: what stands before its port, or in brackets. Nothing: it is none.
std::optional<std::string_view> name_of(std::string_view host) {
  const bool in_brackets = host.starts_with('[');
  const std::size_t end = host.find(in_brackets ? ']' : ':');
  if (in_brackets && end == std::string_view::npos) return std::nullopt;
  const std::string_view name = in_brackets ? host.substr(1, end - 1) : host.substr(0, end);
  std::string_view port = host.substr(std::min(host.size(), in_brackets ? end + 1 : end));
  const bool has_port = port.starts_with(':');
  if (has_port) port.remove_prefix(1);
  if (has_port ? !std::ranges::all_of(port, is_digit) : !port.empty()) return std::nullopt;
  // An address of IPv6 stands in brackets, and nothing else does; no zone has a place in it.
  if (in_brackets != (name.find(':') != std::string_view::npos)) return std::nullopt;
  if (name.find('%') != std::string_view::npos) return std::nullopt;
  return name;
}

bool is_this_machine(std::string_view host) {
  const auto name = name_of(host);
  return name && (base::iequals(*name, "localhost") || is_loopback(*name));
}

/// Takes as long for every wrong token of the same length.
bool same(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference |=
        static_cast<unsigned>(static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]));
  }
  return difference == 0;
}

/// Whether that is the page's address without its last slash, behind which all else stands.
bool lacks_slash(std::string_view path, std::string_view token) {
  return !token.empty() && path.starts_with('/') && same(path.substr(1), token);
}

/// The target behind the token; nothing of another one.
bool take_token(std::string_view& path, std::string_view token) {
  if (token.empty()) return true;
  if (path.size() < token.size() + 2 || path[token.size() + 1] != '/') return false;
  if (!same(path.substr(1, token.size()), token)) return false;
  path.remove_prefix(token.size() + 1);
  return true;
}

Page page_of(std::string_view path) {
  constexpr std::array<std::pair<std::string_view, Page>, 7> kPages{{{"/", Page::kHtml},
                                                                     {"/page.js", Page::kScript},
                                                                     {"/chart.js", Page::kChart},
                                                                     {"/common.js", Page::kCommon},
                                                                     {"/board.js", Page::kBoard},
                                                                     {"/live.css", Page::kStyle},
                                                                     {"/events", Page::kEvents}}};
  for (const auto& [name, page] : kPages) {
    if (path == name) return page;
  }
  return Page::kRefused;
}

}  // namespace

bool is_loopback(std::string_view address) {
  boost::system::error_code error;
  const auto known = boost::asio::ip::make_address(std::string(address), error);
  return !error && known.is_loopback();
}

base::Result<Place> checked(Place place) {
  boost::system::error_code error;
  boost::asio::ip::make_address(place.address, error);
  if (error) {
    return base::fail(base::say(
        {"live.address: '{0}' is no IP address; 127.0.0.1 shows the page on this machine alone",
         "live.address: '{0}' は IP アドレスではありません。127.0.0.1 "
         "ならこのマシンだけにページを見せます"},
        base::printable(place.address, 80)));
  }
  if (place.token.size() > kMostToken || !std::ranges::all_of(place.token, is_of_a_path)) {
    return base::fail(base::say({"live.token: up to 64 letters, digits, '-' and '_' are expected",
                                 "live.token: 64文字までの英数字、'-'、'_' で書いてください"}));
  }
  if (place.token.empty() && !is_loopback(place.address)) place.token = new_token();
  return place;
}

std::string link_to(const Place& place) {
  return "http://" + in_link(place.address) + ":" + std::to_string(place.port) + "/" +
         (place.token.empty() ? "" : place.token + "/");
}

Admission admit(const RequestHead& head, const Place& place) {
  if (head.method != "GET" && head.method != "HEAD") {
    return {Page::kRefused, 405, {"this page is only read", "このページは読み取り専用です"}};
  }
  // Who stands between might look at the other one.
  if (head.is_twofold) {
    return {Page::kRefused,
            400,
            {"a header that may stand there once stands there twice",
             "1回しか書けないヘッダーが2回あります"}};
  }
  // With a token it does not matter by which name one came: another site does not know it.
  if (place.token.empty() && !is_this_machine(head.host)) {
    return {Page::kRefused,
            403,
            {"open the page by its address, as gougi tells it",
             "gougi が表示したアドレスで開いてください"}};
  }
  const Admission another_site{
      Page::kRefused,
      403,
      {"another site asks for this page", "別のサイトからの要求には応じません"}};
  if (!head.origin.empty() && head.origin != "http://" + std::string(head.host)) {
    return another_site;
  }
  // An image or a script of another site has no Origin. A link there leads to the page itself.
  const bool is_foreign = head.fetch_site == "cross-site" || head.fetch_site == "same-site";
  if (is_foreign && head.fetch_mode != "navigate") return another_site;
  std::string_view path = head.target.substr(0, head.target.find('?'));
  if (lacks_slash(path, place.token)) return {Page::kMoved, 308};
  if (path.empty() || path.front() != '/' || !take_token(path, place.token)) {
    return {Page::kRefused,
            403,
            {"the address lacks its token; gougi tells the whole of it",
             "アドレスにトークンがありません。gougi が表示したとおりに開いてください"}};
  }
  const Page page = page_of(path);
  if (is_foreign && page != Page::kHtml) return another_site;
  if (page == Page::kRefused) {
    return {Page::kRefused, 404, {"there is no such page", "そのようなページはありません"}};
  }
  return {page, 200};
}

}  // namespace gougi::live
