// SPDX-License-Identifier: MIT
#include "search/searcher.hpp"

#include <algorithm>
#include <utility>

namespace gougi::search {

Searcher::Searcher(eval::Style style, MemoryAdvice advice)
    : style_(style),
      view_(view_of(style)),
      task_{.table = &table_, .view = &view_, .advice = advice},
      shogi_(task_, clock_) {
  table_.set_memory_advice(advice);
}

void Searcher::set_style(eval::Style style) {
  style_ = style;
  view_ = view_of(style_, source_);
}

void Searcher::set_source(eval::ScoreSource source) {
  source_ = std::move(source);
  view_ = view_of(style_, source_);
}

void Searcher::set_threads(int count) {
  threads_ = static_cast<std::size_t>(std::max(1, count));
  shogi_.set_threads(threads_);
  if (freezes_) freezes_->set_threads(threads_);
}

void Searcher::resize_table(std::size_t megabytes) {
  table_.resize(megabytes);
  table_.warm_up();
  shogi_.warm_up();
}

int Searcher::evaluate(const shogi::Game& game) const {
  const int score = view_.score_of(game.position());
  const shogi::FreezePosition& position = game.freeze_position();
  return position.plain() ? score : FreezeRules::with_terms(score, position);
}

void Searcher::new_game() {
  table_.clear();
  shogi_.new_game();
  if (freezes_) freezes_->new_game();
  clock_.forget_lag();
}

Decision Searcher::search(const shogi::Game& game, const Limits& limits, const Settings& settings,
                          Observer& observer) {
  table_.new_search();
  const std::vector<Outlook> outlooks = prepare_outlooks(settings);
  if (game.freeze_position().plain()) {
    return shogi_.search(game, limits, settings, outlooks, observer);
  }
  if (!freezes_) {
    freezes_ = std::make_unique<RootSearch<FreezeRules>>(task_, clock_);
    freezes_->set_threads(threads_);
    freezes_->warm_up();
  }
  return freezes_->search(game, limits, settings, outlooks, observer);
}

std::vector<Outlook> Searcher::prepare_outlooks(const Settings& settings) {
  tuned_.resize(has_margins(settings.thread_council) ? kVariations : 1);
  for (std::size_t i = 0; i < tuned_.size(); ++i) {
    tuned_[i].set(i == 0 ? settings.tuning : varied(settings.tuning, i));
  }
  const bool styled = has_styles(settings.thread_council);
  std::vector<Outlook> outlooks;
  for (std::size_t i = 0; i < threads_; ++i) {
    const std::size_t view = view_of_thread(i, styled ? other_views_.size() : 0);
    outlooks.push_back({view == 0 ? &view_ : &other_views_[view - 1], &tuned_[i % tuned_.size()]});
  }
  return outlooks;
}

}  // namespace gougi::search
