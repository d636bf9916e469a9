// SPDX-License-Identifier: MIT
#include "live/story.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace gougi::live {
namespace {

nlohmann::json since(const Story& story, Story::Moment moment) {
  return nlohmann::json::parse(*story.since(moment));
}

TEST(LiveStory, WhoComesNewIsToldAll) {
  Story story;
  story.set("a", "1");
  story.add("\"x\"");
  EXPECT_EQ(since(story, 0), nlohmann::json::parse(R"({"set":{"a":1},"add":["x"],"number":0})"));
}

TEST(LiveStory, WhoKnowsAMomentIsToldWhatHasChangedSinceAndOfAValueTheNewestAlone) {
  Story story;
  story.set("a", "1");
  story.set("b", "1");
  story.add("1");
  const Story::Moment known = story.now();
  story.set("b", "2");
  story.set("b", "3");
  story.add("2");
  EXPECT_EQ(since(story, known), nlohmann::json::parse(R"({"set":{"b":3},"add":[2],"number":1})"));
  EXPECT_EQ(since(story, story.now()), nlohmann::json::parse(R"({"set":{},"add":[],"number":2})"));
}

TEST(LiveStory, TheSameValueAgainChangesNothing) {
  Story story;
  story.set("a", "1");
  const Story::Moment known = story.now();
  story.set("a", "1");
  EXPECT_EQ(story.now(), known);
}

TEST(LiveStory, AMomentThatIsNotOverYetIsOfAnotherStoryAndAllIsTold) {
  Story story;
  story.set("a", "1");
  EXPECT_EQ(since(story, 1000).at("set").size(), 1U);
}

TEST(LiveStory, TheListForgetsTheOldestAndItsNumbersGoOn) {
  Story story;
  for (std::size_t i = 0; i < kMostItems + 5; ++i) story.add(std::to_string(i));
  const auto told = since(story, 0);
  EXPECT_EQ(told.at("add").size(), kMostItems);
  EXPECT_EQ(told.at("number"), 5);
  EXPECT_EQ(told.at("add").front(), 5);
}

TEST(LiveStory, ReadersInStepShareOneMessage) {
  Story story;
  story.set("a", "1");
  EXPECT_EQ(story.since(0), story.since(0));
}

}  // namespace
}  // namespace gougi::live
