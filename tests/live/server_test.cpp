// SPDX-License-Identifier: MIT
#include "live/server.hpp"

#include <gmock/gmock.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <string>
#include <vector>

#include "live/http_reader.hpp"

namespace gougi::live {
namespace {

using ::testing::HasSubstr;
using testing::HttpReader;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

/// A server whose story the test writes.
class LiveServer : public ::testing::Test {
 protected:
  void start(const std::string& token = "",
             std::chrono::milliseconds most_unread = Server::kMostUnread) {
    const auto refresh = [this](Story& story) {
      const std::lock_guard lock(mutex_);
      ++refreshed_;
      story.set("value", value_);
      for (const std::string& item : items_) story.add(item);
      items_.clear();
    };
    auto started = Server::start({"127.0.0.1", 0, token}, council_page(), refresh, most_unread);
    ASSERT_TRUE(started) << started.error().message;
    server_ = std::move(*started);
  }
  int port() const { return server_->place().port; }
  void write(const std::string& value, const std::string& item = "") {
    const std::lock_guard lock(mutex_);
    value_ = value;
    if (!item.empty()) items_.push_back(item);
  }

  std::mutex mutex_;
  std::string value_ = "0";
  std::vector<std::string> items_;
  int refreshed_ = 0;
  std::unique_ptr<Server> server_;
};

TEST_F(LiveServer, ThePageComesWithItsPartsAndMayLoadNothingElse) {
  start();
  for (const char* target :
       {"/", "/page.js", "/chart.js", "/common.js", "/live.css", "/board.js"}) {
    HttpReader reader(port());
    reader.ask(target);
    const std::string answer = reader.take_all();
    EXPECT_THAT(answer, StartsWith("HTTP/1.1 200 OK\r\n")) << target;
    EXPECT_THAT(answer, HasSubstr("Content-Security-Policy: default-src 'none';")) << target;
    EXPECT_GT(answer.size(), 1000U) << target;
  }
}

TEST_F(LiveServer, TheAddressWithoutItsLastSlashSaysWhereThePageIs) {
  start("s3cret");
  HttpReader reader(port());
  reader.ask("/s3cret");
  const std::string answer = reader.take_all();
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 308 Permanent Redirect\r\n"));
  EXPECT_THAT(answer, HasSubstr("\r\nLocation: /s3cret/\r\n"));
}

TEST_F(LiveServer, WhoHasNothingToTellGivesASignOfLifeThatAPageHears) {
  start();
  HttpReader reader(port());
  reader.ask("/events");
  ASSERT_THAT(reader.take_event(), HasSubstr("\"value\":0"));
  EXPECT_EQ(reader.take_to("\n\n"), "event: alive\ndata: 1\n\n");
}

TEST_F(LiveServer, TheLastWordIsSentBeforeTheServerEnds) {
  start();
  HttpReader reader(port());
  reader.ask("/events");
  ASSERT_THAT(reader.take_event(), HasSubstr("\"value\":0"));
  HttpReader idle(port());
  write("\"the end\"");
  server_->tell_last();
  server_.reset();
  EXPECT_THAT(reader.take_event(), HasSubstr("\"value\":\"the end\""));
}

TEST_F(LiveServer, WhoIsRefusedIsToldWhyInOneLine) {
  start();
  HttpReader foreign(port());
  foreign.say("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n");
  const std::string answer = foreign.take_all();
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 403 "));
  EXPECT_THAT(answer, HasSubstr("\r\n\r\nopen the page by its address"));
  HttpReader writer(port());
  writer.say("POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
  EXPECT_THAT(writer.take_all(), StartsWith("HTTP/1.1 405 "));
}

TEST_F(LiveServer, WhatAnotherSiteAsksABrowserForIsRefusedButThePageByALink) {
  start();
  const std::string foreign = "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: ";
  HttpReader script(port());
  script.ask("/page.js", foreign + "no-cors\r\n");
  EXPECT_THAT(script.take_all(), StartsWith("HTTP/1.1 403 "));
  HttpReader link(port());
  link.ask("/", foreign + "navigate\r\n");
  EXPECT_THAT(link.take_all(), StartsWith("HTTP/1.1 200 "));
}

TEST_F(LiveServer, WhoSendsSomethingIsToldThatThePageIsOnlyRead) {
  start();
  const std::string body(100'000, 'x');
  for (const std::string& rest :
       {"Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body,
        std::string("Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"),
        std::string("\r\n")}) {
    HttpReader writer(port());
    writer.say("POST /events HTTP/1.1\r\nHost: 127.0.0.1\r\n" + rest);
    EXPECT_THAT(writer.take_all(), StartsWith("HTTP/1.1 405 "));
  }
}

TEST_F(LiveServer, WhoNamesTwoHostsIsRefused) {
  start();
  for (const std::string more :
       {"Host: evil.example", "Host: 127.0.0.1", "Origin: http://127.0.0.1"}) {
    HttpReader reader(port());
    reader.say("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://127.0.0.1\r\n" + more +
               "\r\n\r\n");
    EXPECT_THAT(reader.take_all(), StartsWith("HTTP/1.1 400 ")) << more;
  }
}

TEST_F(LiveServer, WhatIsNoRequestIsHungUpOn) {
  start();
  for (const std::string& noise : {std::string("\x16\x03\x01\x02 hello\r\n\r\n"),
                                   "GET / HTTP/1.1\r\nX: " + std::string(100'000, 'x') + "\r\n\r\n",
                                   std::string("GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n")}) {
    HttpReader reader(port());
    reader.say(noise);
    EXPECT_THAT(reader.take_all(), Not(HasSubstr("200 OK")));
  }
  HttpReader good(port());
  good.ask("/");
  EXPECT_THAT(good.take_all(), HasSubstr("200 OK"));
}

TEST_F(LiveServer, AReaderIsToldAllAndThenWhatChanges) {
  start();
  write("1", "\"first\"");
  HttpReader reader(port());
  reader.ask("/events");
  EXPECT_THAT(reader.take_to("\r\n\r\n"), HasSubstr("text/event-stream"));
  const std::string all = reader.take_event();
  EXPECT_THAT(all, HasSubstr("event: all\n"));
  EXPECT_THAT(all, HasSubstr(R"("value":1)"));
  EXPECT_THAT(all, HasSubstr(R"(["first"])"));
  write("2", "\"second\"");
  const std::string change = reader.take_event();
  EXPECT_THAT(change, Not(HasSubstr("event: all")));
  EXPECT_THAT(change, HasSubstr(R"({"set":{"value":2},"add":["second"],"number":1})"));
}

TEST_F(LiveServer, WhoComesAgainIsToldWhatHeMissedAndAfterARestartAll) {
  start();
  write("1", "\"first\"");
  std::string id;
  {
    HttpReader reader(port());
    reader.ask("/events");
    const std::string all = reader.take_event();
    id = all.substr(4, all.find('\n') - 4);
  }
  write("2", "\"second\"");
  HttpReader again(port());
  again.ask("/events", "Last-Event-ID: " + id + "\r\n");
  EXPECT_THAT(again.take_event(), HasSubstr(R"("add":["second"],"number":1})"));
  HttpReader foreign(port());
  foreign.ask("/events", "Last-Event-ID: 77-1\r\n");
  EXPECT_THAT(foreign.take_event(), HasSubstr("event: all"));
}

TEST_F(LiveServer, ManyWhoReadNothingHoldNobodyUp) {
  start();
  std::vector<std::unique_ptr<HttpReader>> idle;
  for (int i = 0; i < 50; ++i) {
    idle.push_back(std::make_unique<HttpReader>(port()));
    idle.back()->ask("/events");
  }
  HttpReader reader(port());
  reader.ask("/events");
  reader.take_event();
  // More than any socket takes that nobody reads.
  for (int i = 1; i <= 20; ++i) {
    write('"' + std::string(1'000'000, static_cast<char>('a' + i)) + '"');
    ASSERT_THAT(reader.take_event().size(), ::testing::Gt(1'000'000U));
  }
}

TEST_F(LiveServer, WhoReadsNothingIsHungUpOn) {
  start("", std::chrono::milliseconds(50));
  // More than any socket takes that nobody reads.
  write('"' + std::string(30'000'000, 'v') + '"');
  HttpReader idle(port());
  idle.ask("/events");
  idle.take_to("retry: 1000\n\n");
  ASSERT_THAT(idle.take_to("\n\n"), StartsWith("event: much\n"));
  server_->tell_last();  // which ends with the slowest reader, or some time later
  EXPECT_THAT(idle.take_to("\n\n"), IsEmpty()) << "it has had the rest all the same";
}

TEST_F(LiveServer, NothingIsBroughtUpToDateWhileNobodyLooks) {
  start();
  HttpReader reader(port());
  reader.ask("/");
  reader.take_all();
  const std::lock_guard lock(mutex_);
  EXPECT_EQ(refreshed_, 0);
}

TEST_F(LiveServer, APortThatIsTakenIsSaidInOneLine) {
  start();
  const auto second = Server::start({"127.0.0.1", port(), ""}, council_page(), [](Story&) {});
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().message, "127.0.0.1 port " + std::to_string(port()) +
                                        " is taken by another program; choose another port");
}

TEST_F(LiveServer, AnAddressThatIsNotThisMachinesIsSaidInOneLine) {
  const auto wrong = Server::start({"192.0.2.1", 0, "x"}, council_page(), [](Story&) {});
  ASSERT_FALSE(wrong);
  EXPECT_THAT(wrong.error().message, StartsWith("192.0.2.1 port 0 cannot be listened at: "));
}

TEST_F(LiveServer, WithoutItsTokenThePageIsNotThere) {
  start("s3cret");
  HttpReader without(port());
  without.ask("/events");
  EXPECT_THAT(without.take_to("\r\n"), StartsWith("HTTP/1.1 403 "));
  HttpReader with(port());
  with.ask("/s3cret/events");
  EXPECT_THAT(with.take_event(), HasSubstr("event: all"));
}

TEST_F(LiveServer, TooManyPagesAreRefusedAndTheFirstGoOn) {
  start();
  HttpReader first(port());
  first.ask("/events");
  first.take_event();
  std::vector<std::unique_ptr<HttpReader>> more;
  for (int i = 0; i < 255; ++i) more.push_back(std::make_unique<HttpReader>(port()));
  HttpReader last(port());
  EXPECT_THAT(last.take_all(), StartsWith("HTTP/1.1 503 "));
  write("7");
  EXPECT_THAT(first.take_event(), HasSubstr(R"("value":7)"));
}

TEST_F(LiveServer, WhatIsLongIsAnnouncedSoThatAPageWaitsForIt) {
  start();
  write('"' + std::string(2'000'000, 'v') + '"');
  HttpReader reader(port());
  reader.ask("/events");
  EXPECT_THAT(reader.take_to("retry: 1000\n\n"), HasSubstr("200 OK"));
  EXPECT_THAT(reader.take_to("\n\n"), ::testing::MatchesRegex("event: much\ndata: 20000..\n\n"));
  EXPECT_GT(reader.take_event().size(), 2'000'000U);
  write("1");
  EXPECT_THAT(reader.take_to("\n\n"), StartsWith("id: "));
}

TEST_F(LiveServer, TheServerEndsWhilePagesAreOpen) {
  start();
  HttpReader reader(port());
  reader.ask("/events");
  reader.take_event();
  server_.reset();
  EXPECT_THAT(reader.take_event(), IsEmpty());
}

}  // namespace
}  // namespace gougi::live
