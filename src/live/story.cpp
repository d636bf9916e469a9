// SPDX-License-Identifier: MIT
#include "live/story.hpp"

#include <nlohmann/json.hpp>
#include <utility>

namespace gougi::live {

void Story::set(std::string_view name, std::string json) {
  const auto found = values_.find(name);
  if (found == values_.end()) {
    values_.emplace(std::string(name), Value{std::move(json), ++now_});
  } else if (found->second.json != json) {
    found->second = Value{std::move(json), ++now_};
  }
}

void Story::add(std::string json) {
  items_.push_back(Value{std::move(json), ++now_});
  if (items_.size() <= kMostItems) return;
  items_.pop_front();
  ++dropped_;
}

std::shared_ptr<const std::string> Story::since(Moment moment) const {
  if (moment > now_) moment = 0;
  if (told_ && told_from_ == moment && told_to_ == now_) return told_;
  // Values and items are JSON already, written once for all who look: they are not parsed again.
  std::string text = R"({"set":{)";
  bool first = true;
  for (const auto& [name, value] : values_) {
    if (value.changed <= moment) continue;
    text.append(first ? "" : ",")
        .append(nlohmann::json(name).dump())
        .append(":")
        .append(value.json);
    first = false;
  }
  text += R"(},"add":[)";
  std::size_t at = items_.size();
  while (at > 0 && items_[at - 1].changed > moment) --at;
  for (std::size_t i = at; i < items_.size(); ++i) {
    text.append(i == at ? "" : ",").append(items_[i].json);
  }
  text.append(R"(],"number":)").append(std::to_string(dropped_ + at)).append("}");
  told_from_ = moment;
  told_to_ = now_;
  told_ = std::make_shared<const std::string>(std::move(text));
  return told_;
}

}  // namespace gougi::live
