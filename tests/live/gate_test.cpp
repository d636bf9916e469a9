// SPDX-License-Identifier: MIT
#include "live/gate.hpp"

#include <gtest/gtest.h>

#include <string>

namespace gougi::live {
namespace {

const Place kHere{"127.0.0.1", 8080, ""};
const Place kEverywhere{"0.0.0.0", 8080, "s3cret"};

Admission asked(const Place& place, std::string_view target, std::string_view host,
                std::string_view origin = "", std::string_view method = "GET") {
  return admit({method, target, host, origin, "", ""}, place);
}

TEST(LiveGate, ThisMachineReadsThePageByEachOfItsNames) {
  for (const char* host :
       {"127.0.0.1:8080", "localhost:8080", "LOCALHOST", "[::1]:8080", "[::1]", "127.0.0.1"}) {
    EXPECT_EQ(asked(kHere, "/", host).page, Page::kHtml) << host;
  }
  EXPECT_EQ(asked(kHere, "/events?x", "127.0.0.1:8080").page, Page::kEvents);
  EXPECT_EQ(asked(kHere, "/page.js", "127.0.0.1:8080").page, Page::kScript);
  EXPECT_EQ(asked(kHere, "/board.js", "127.0.0.1:8080").page, Page::kBoard);
  EXPECT_EQ(asked(kHere, "/live.css", "127.0.0.1:8080").page, Page::kStyle);
}

TEST(LiveGate, ANameThatWasMadeToPointHereIsRefused) {
  for (const char* host :
       {"evil.example:8080", "127.0.0.1.evil.example", "", ":8080", "[::1", "8.8.8.8:8080",
        "localhost.evil.example", "[127.0.0.1]x:1", "[127.0.0.1]", "::1", "::1%77]:800rs",
        "[::1%7]:80", "127.0.0.1:80rs", "[]", "["}) {
    const Admission admission = asked(kHere, "/events", host);
    EXPECT_EQ(admission.page, Page::kRefused) << host;
    EXPECT_EQ(admission.status, 403U) << host;
  }
}

TEST(LiveGate, AnotherSiteIsRefusedAndThisOneIsNot) {
  EXPECT_EQ(asked(kHere, "/events", "localhost:8080", "http://evil.example").status, 403U);
  EXPECT_EQ(asked(kHere, "/events", "localhost:8080", "null").status, 403U);
  EXPECT_EQ(asked(kHere, "/events", "localhost:8080", "http://localhost:9090").status, 403U);
  EXPECT_EQ(asked(kHere, "/events", "localhost:8080", "http://localhost:8080").status, 200U);
}

TEST(LiveGate, AnotherSiteIsLetInByALinkToThePageAlone) {
  const auto sent = [](std::string_view target, std::string_view site, std::string_view mode) {
    return admit({"GET", target, "localhost:8080", "", site, mode}, kHere).status;
  };
  for (const char* site : {"cross-site", "same-site"}) {
    for (const char* target : {"/events", "/page.js", "/common.js", "/live.css"}) {
      for (const char* mode : {"no-cors", "navigate", "cors", ""}) {
        EXPECT_EQ(sent(target, site, mode), 403U) << target << " " << site << " " << mode;
      }
    }
    EXPECT_EQ(sent("/", site, "no-cors"), 403U) << site;
    EXPECT_EQ(sent("/", site, ""), 403U) << site;
    EXPECT_EQ(sent("/", site, "navigate"), 200U) << site;
    EXPECT_EQ(sent("/?x", site, "navigate"), 200U) << site;
    EXPECT_EQ(admit({"GET", "/s3cret", "box.local", "", site, "navigate"}, kEverywhere).status,
              308U);
    EXPECT_EQ(admit({"GET", "/s3cret/", "box.local", "", site, "navigate"}, kEverywhere).status,
              200U);
  }
  for (const char* site : {"same-origin", "none", ""}) {
    EXPECT_EQ(sent("/events", site, "cors"), 200U) << site;
    EXPECT_EQ(sent("/page.js", site, "no-cors"), 200U) << site;
    EXPECT_EQ(sent("/", site, "navigate"), 200U) << site;
  }
}

TEST(LiveGate, NothingCanBeChanged) {
  for (const char* method : {"POST", "PUT", "DELETE", "OPTIONS", "CONNECT", ""}) {
    EXPECT_EQ(asked(kHere, "/", "127.0.0.1:8080", "", method).status, 405U) << method;
  }
  EXPECT_EQ(asked(kHere, "/", "127.0.0.1:8080", "", "HEAD").status, 200U);
}

TEST(LiveGate, WhatIsNotThereIsNotThere) {
  for (const char* target : {"/etc/passwd", "/../page.js", "//", "/page.js/"}) {
    EXPECT_EQ(asked(kHere, target, "127.0.0.1:8080").status, 404U) << target;
  }
  EXPECT_EQ(asked(kHere, "", "127.0.0.1:8080").page, Page::kRefused);
  EXPECT_EQ(asked(kHere, "http://127.0.0.1/", "127.0.0.1:8080").page, Page::kRefused);
}

TEST(LiveGate, BeyondThisMachineTheTokenIsAskedForAndTheNameDoesNotMatter) {
  EXPECT_EQ(asked(kEverywhere, "/s3cret/", "192.168.1.5:8080").page, Page::kHtml);
  EXPECT_EQ(asked(kEverywhere, "/s3cret/events", "box.local:8080").page, Page::kEvents);
  for (const char* target :
       {"/", "/events", "/s3cre/", "/s3cretx/", "/s3creT", "/S3CRET/", "/x3cret/"}) {
    EXPECT_EQ(asked(kEverywhere, target, "192.168.1.5:8080").status, 403U) << target;
  }
}

TEST(LiveGate, TheAddressWithoutItsLastSlashLeadsToThePage) {
  const Admission moved = asked(kEverywhere, "/s3cret", "192.168.1.5:8080");
  EXPECT_EQ(moved.page, Page::kMoved);
  EXPECT_EQ(moved.status, 308U);
  EXPECT_EQ(asked(kHere, "/s3cret", "127.0.0.1:8080").status, 404U);
}

TEST(LiveGate, BeyondThisMachineThereIsAlwaysAToken) {
  const auto first = checked({"0.0.0.0", 8080, ""});
  const auto second = checked({"0.0.0.0", 8080, ""});
  ASSERT_TRUE(first && second);
  EXPECT_GE(first->token.size(), 32U);
  EXPECT_NE(first->token, second->token);
  EXPECT_EQ(checked({"::1", 1, ""})->token, "");
  EXPECT_EQ(checked({"127.0.0.9", 1, ""})->token, "");
}

TEST(LiveGate, AnAddressOrATokenThatIsNoneIsSaidInOneLine) {
  for (const Place& place :
       {Place{"everywhere", 1, ""}, Place{"", 1, ""}, Place{"1.2.3.4\n", 1, ""},
        Place{"127.0.0.1", 1, "a/b"}, Place{"127.0.0.1", 1, "a b"},
        Place{"127.0.0.1", 1, std::string(65, 'a')}}) {
    const auto wrong = checked(place);
    ASSERT_FALSE(wrong);
    EXPECT_TRUE(wrong.error().message.starts_with("live."));
    EXPECT_EQ(wrong.error().message.find('\n'), std::string::npos);
  }
}

TEST(LiveGate, TheLinkIsWhatAPersonOpens) {
  EXPECT_EQ(link_to(kHere), "http://127.0.0.1:8080/");
  EXPECT_EQ(link_to({"::1", 80, "abc"}), "http://[::1]:80/abc/");
}

}  // namespace
}  // namespace gougi::live
