// SPDX-License-Identifier: MIT
#include "mate/help_mate.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>
#include <optional>
#include <vector>

#include "mate/last_plies.hpp"
#include "mate/proof_path.hpp"
#include "shogi/movegen.hpp"

namespace gougi::mate {
namespace {

constexpr std::uint64_t kHelpPollInterval = 1024;
/// Slots of the index at first; a small problem then stays in the processor's caches.
constexpr std::size_t kFirstSlots = 1U << 14U;

constexpr std::uint32_t kRoot = 0;

std::size_t place_of(shogi::Key name, std::size_t count) {
  return static_cast<std::size_t>(((name >> 32U) * count) >> 32U);
}

}  // namespace

// What HelpMateSolver::Memory consists of.
namespace help_mate {

/// Zeroed memory that the system hands out as it is touched.
template <class T>
class Pages {
 public:
  explicit Pages(std::size_t count)
      : data_(static_cast<T*>(std::calloc(count, sizeof(T)))), count_(count) {
    if (data_ == nullptr) throw std::bad_alloc();
  }
  ~Pages() { std::free(data_); }
  Pages(const Pages&) = delete;
  Pages& operator=(const Pages&) = delete;
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }
  std::size_t size() const { return count_; }
  void clear_front(std::size_t count) { std::fill(data_, data_ + count, T{}); }

 private:
  T* data_;
  std::size_t count_;
};

struct Node {
  shogi::Key name;
  std::uint32_t parent;
  shogi::BareMove move;
};
static_assert(sizeof(Node) == 16);

/// Of the search in depth: no mate within `plies` behind the position.
struct Failure {
  shogi::Key name;
  std::uint64_t plies;
};

}  // namespace help_mate

/// Thirteen sixteenths are for the positions of the search in breadth, with an index of half full
/// slots, one for layers that are held ready to be played on, two for the failures of the search in
/// depth.
struct HelpMateSolver::Memory {
  using Node = help_mate::Node;
  using Failure = help_mate::Failure;

  explicit Memory(std::size_t megabytes)
      : nodes((megabytes << 16U) * 13 / (sizeof(Node) + 2 * sizeof(std::uint32_t))),
        slots(2 * nodes.size()),
        failures((megabytes << 16U) * 2 / sizeof(Failure)),
        most_held((megabytes << 16U) / 2 / sizeof(shogi::Position)) {
    held.reserve(most_held);
    next_held.reserve(most_held);
  }
  help_mate::Pages<Node> nodes;
  help_mate::Pages<std::uint32_t> slots;  // number of the node, plus one
  help_mate::Pages<Failure> failures;
  std::size_t most_held;
  std::vector<shogi::Position> held;  // of the layer being looked at, none if they are too many
  std::vector<shogi::Position> next_held;
};

class HelpMateSolver::Search {
 public:
  Search(Memory& memory, const shogi::Position& position, const MateLimits& limits,
         const std::function<bool(const MateProgress&)>& stop)
      : memory_(memory),
        limits_(limits),
        stop_(stop),
        root_(position),
        position_(position),
        attacker_(position.side_to_move()),
        most_plies_(std::clamp(limits.depth, 1, kDeepestHelp)) {}

  MateResult run() {
    slot_count_ = std::min(memory_.slots.size(), kFirstSlots);
    memory_.slots.clear_front(slot_count_);
    insert(name_here(), kRoot, shogi::BareMove());
    memory_.held.assign(1, root_);
    memory_.next_held.clear();
    search_in_breadth();
    if (is_full_) search_in_depth();
    result_.nodes = looked_at_;
    return std::move(result_);
  }

 private:
  shogi::Key name_here() const {
    return scramble(position_.board_key(), position_.hand(attacker_));
  }
  bool attacking() const { return position_.side_to_move() == attacker_; }
  const Memory::Node& node(std::uint32_t number) const { return memory_.nodes[number]; }

  void generate_here(shogi::MoveList& moves) const {
    if (attacking()) {
      generate_attack(position_, true, moves);
    } else {
      shogi::generate_legal(position_, moves);
    }
  }

  shogi::Key name_after(shogi::BareMove move) const {
    shogi::Hand hand = position_.hand(attacker_);
    if (attacking()) {
      if (move.is_drop()) {
        hand.remove(move.dropped());
      } else if (const shogi::Piece taken = position_.piece_at(move.to()); !taken.empty()) {
        hand.add(shogi::unpromote(taken.type()));
      }
    }
    return scramble(position_.board_key_after(move), hand);
  }

  /// The slot of the position, or the free one where it belongs.
  std::size_t slot_of(shogi::Key name) const {
    std::size_t slot = place_of(name, slot_count_);
    while (memory_.slots[slot] != 0 && node(memory_.slots[slot] - 1).name != name) {
      if (++slot == slot_count_) slot = 0;
    }
    return slot;
  }

  /// False: it was there before, or is one too many.
  bool insert(shogi::Key name, std::uint32_t parent, shogi::BareMove move) {
    const std::size_t slot = slot_of(name);
    if (memory_.slots[slot] != 0) return false;
    if (node_count_ >= memory_.nodes.size()) {
      is_full_ = true;
      return false;
    }
    memory_.nodes[node_count_] = {name, parent, move};
    memory_.slots[slot] = ++node_count_;
    if (2 * std::size_t{node_count_} > slot_count_ && slot_count_ < memory_.slots.size()) grow();
    return true;
  }

  /// Keeps the position behind `move`, the newest, unless its layer has too many.
  void hold(shogi::BareMove move) {
    std::vector<shogi::Position>& held = memory_.next_held;
    if (is_next_too_wide_) return;
    if (held.size() == memory_.most_held) {
      is_next_too_wide_ = true;
      held.clear();
      return;
    }
    shogi::Undo undo;
    held.push_back(position_);
    held.back().do_move(move, undo);
  }

  void grow() {
    slot_count_ = std::min(memory_.slots.size(), slot_count_ * 4);
    memory_.slots.clear_front(slot_count_);
    for (std::uint32_t i = 0; i < node_count_; ++i) {
      memory_.slots[slot_of(memory_.nodes[i].name)] = i + 1;
    }
  }

  bool must_stop() {
    if (result_.reason != Reason::kNone) return true;
    if (limits_.nodes && looked_at_ >= *limits_.nodes) {
      result_.reason = Reason::kNodes;
    } else if (looked_at_ >= next_poll_) {
      next_poll_ = looked_at_ + kHelpPollInterval;
      const auto full = static_cast<int>(node_count_ * std::uint64_t{1000} / memory_.nodes.size());
      if (stop_ && stop_({looked_at_, full, depth_, {}})) result_.reason = Reason::kStopped;
    }
    return result_.reason != Reason::kNone;
  }

  void search_in_breadth() {
    std::uint32_t first = 0;
    for (layer_end_ = 1; first < layer_end_; ++depth_) {
      // A mate is seen when the layer behind its last move is looked at.
      if (depth_ > most_plies_) {
        result_.reason = Reason::kDepth;
        return;
      }
      layer_begin_ = first;
      for (std::uint32_t i = first; i < layer_end_; ++i) {
        if (must_stop()) return;
        go_to(i);
        ++looked_at_;
        shogi::MoveList moves;
        generate_here(moves);
        if (moves.empty() && position_.in_check() && !attacking()) return report(i, {});
        for (const shogi::BareMove move : moves) {
          if (insert(name_after(move), i, move)) hold(move);
        }
        if (is_full_) return;
      }
      first = layer_end_;
      layer_end_ = node_count_;
      std::swap(memory_.held, memory_.next_held);
      memory_.next_held.clear();
      is_next_too_wide_ = false;
    }
    result_.verdict = Verdict::kNoMate;
  }

  /// Goes to a position of the layer being looked at.
  void go_to(std::uint32_t number) {
    if (!memory_.held.empty()) {
      position_ = memory_.held[number - layer_begin_];
      is_on_way_ = false;
    } else {
      play_to(number);
    }
  }

  /// From the beginning. Neighbours have most of the way in common.
  void play_to(std::uint32_t number) {
    if (!is_on_way_) {
      position_ = root_;
      played_.clear();
      is_on_way_ = true;
    }
    std::vector<std::uint32_t>& way = way_;
    way.clear();
    auto depth = static_cast<std::size_t>(depth_);
    for (; depth > 0 && (depth > played_.size() || played_[depth - 1].number != number); --depth) {
      way.push_back(number);
      number = node(number).parent;
    }
    while (played_.size() > depth) {
      position_.undo_move(node(played_.back().number).move, played_.back().undo);
      played_.pop_back();
    }
    while (!way.empty()) {
      played_.push_back({way.back(), {}});
      position_.do_move(node(way.back()).move, played_.back().undo);
      way.pop_back();
    }
  }

  void report(std::uint32_t number, const std::vector<shogi::BareMove>& behind) {
    for (int i = depth_; i > 0; --i) {
      result_.moves.push_back(node(number).move);
      number = node(number).parent;
    }
    std::reverse(result_.moves.begin(), result_.moves.end());
    result_.moves.insert(result_.moves.end(), behind.begin(), behind.end());
    result_.plies = static_cast<int>(result_.moves.size());
    result_.verdict = Verdict::kMate;
    result_.is_shortest = true;
  }

  /// From every position of the last complete layer, one ply deeper each time.
  void search_in_depth() {
    memory_.failures.clear_front(memory_.failures.size());
    for (int plies = 1; depth_ + plies <= most_plies_; ++plies) {
      for (std::uint32_t i = layer_begin_; i < layer_end_; ++i) {
        go_to(i);
        if (try_within(i, plies)) return;
        if (result_.reason != Reason::kNone) return;
      }
    }
    result_.reason = Reason::kDepth;
  }

  /// What is left to be tried at a position of the search in depth.
  struct Step {
    shogi::BareMove move;  // that led here
    shogi::Undo undo;
    shogi::Key name;
    std::size_t first_move;  // in pending_, to its end or the next step's
    int plies;
  };

  bool try_within(std::uint32_t number, int plies) {
    steps_.clear();
    pending_.clear();
    bool is_mate = enter(shogi::BareMove(), node(number).name, plies);
    while (!is_mate && !steps_.empty()) {
      if (must_stop()) break;
      Step& step = steps_.back();
      if (pending_.size() == step.first_move) {
        leave();
        continue;
      }
      const shogi::BareMove move = pending_.back();
      pending_.pop_back();
      const shogi::Key name = name_after(move);
      const int left = step.plies - 1;
      const std::uint32_t seen = memory_.slots[slot_of(name)];
      if (seen != 0 && seen <= layer_end_) continue;  // nearer to the beginning than here
      const Memory::Failure& failure = memory_.failures[place_of(name, memory_.failures.size())];
      if (failure.name == name && failure.plies >= static_cast<std::uint64_t>(left)) continue;
      is_mate = enter(move, name, left);
    }
    if (is_mate) {
      std::vector<shogi::BareMove> moves;
      for (const Step& step : steps_) {
        if (step.move) moves.push_back(step.move);
      }
      report(number, moves);
    }
    while (!steps_.empty()) take_back();
    return is_mate;
  }

  bool enter(shogi::BareMove move, shogi::Key name, int plies) {
    ++looked_at_;
    Step& step = steps_.emplace_back();
    step.move = move;
    step.name = name;
    step.plies = plies;
    step.first_move = pending_.size();
    if (move) position_.do_move(move, step.undo);
    if (plies == 0) return position_.is_mated() && !attacking();
    shogi::MoveList moves;
    generate_here(moves);
    if (moves.empty()) return position_.in_check() && !attacking();
    for (int i = moves.size(); i-- > 0;) pending_.push_back(moves[i]);
    return false;
  }

  void leave() {
    const Step& step = steps_.back();
    memory_.failures[place_of(step.name, memory_.failures.size())] = {
        step.name, static_cast<std::uint64_t>(step.plies)};
    take_back();
  }
  void take_back() {
    const Step& step = steps_.back();
    if (step.move) position_.undo_move(step.move, step.undo);
    pending_.resize(step.first_move);
    steps_.pop_back();
  }

  struct Played {
    std::uint32_t number;
    shogi::Undo undo;
  };

  Memory& memory_;
  const MateLimits& limits_;
  const std::function<bool(const MateProgress&)>& stop_;
  const shogi::Position root_;
  shogi::Position position_;
  const shogi::Color attacker_;
  const int most_plies_;
  MateResult result_;
  std::size_t slot_count_ = 0;
  std::uint32_t node_count_ = 0;
  std::uint32_t layer_begin_ = 0;
  std::uint32_t layer_end_ = 0;
  bool is_full_ = false;
  bool is_next_too_wide_ = false;
  bool is_on_way_ = false;  // position_ is the one behind played_
  int depth_ = 0;
  std::uint64_t looked_at_ = 0;
  std::uint64_t next_poll_ = 0;
  std::vector<Played> played_;
  std::vector<std::uint32_t> way_;
  std::vector<Step> steps_;
  std::vector<shogi::BareMove> pending_;
};

HelpMateSolver::HelpMateSolver() = default;
HelpMateSolver::~HelpMateSolver() = default;

void HelpMateSolver::resize(std::size_t megabytes) {
  megabytes = std::max<std::size_t>(megabytes, 1);
  if (megabytes != megabytes_) release();
  megabytes_ = megabytes;
}

void HelpMateSolver::release() { memory_.reset(); }

MateResult HelpMateSolver::solve(const shogi::Position& position, const MateLimits& limits,
                                 const std::function<bool(const MateProgress&)>& stop) {
  // Numbers of positions have 32 bits.
  constexpr std::size_t kMostMegabytes = 65'536;
  if (!memory_) memory_ = std::make_unique<Memory>(std::min(megabytes_, kMostMegabytes));
  return Search(*memory_, position, limits, stop).run();
}

}  // namespace gougi::mate
