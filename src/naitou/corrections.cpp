// SPDX-License-Identifier: MIT
// The second stage of the leaf's evaluation: rule after rule on the values the last one left. They
// are the original's, unsigned 8-bit overflows and all; only at the end what looks negative is 0.
#include "naitou/leaf.hpp"

namespace gougi::naitou {
namespace {

bool is_unpromoted_officer(Kind kind) {
  return kind == Kind::kSilver || kind == Kind::kGold || kind == Kind::kBishop ||
         kind == Kind::kRook;
}

void add(Byte& value, int amount) { value = wrapped(value + amount); }

class Corrector {
 public:
  Corrector(const RootValues& root, const Leaf& leaf, LeafValues& values)
      : root_(root), leaf_(leaf), v_(values), rank_(rank_of(leaf.move.destination)) {
    drop_ = leaf.move.is_drop();
    major_drop_ = drop_ && (leaf.moved == Kind::kBishop || leaf.moved == Kind::kRook);
  }

  RuleSet run() {
    capture_and_hang();
    far_from_kings();
    checks_and_drops();
    wealth_and_major_drops();
    king_moves_and_attack();
    choked_king();
    officer_taken();
    in_the_end();
    for (Byte* const value : {&v_.cap, &v_.posi, &v_.nega}) {  // R21
      if (*value >= 128) *value = 0;
    }
    return fired_;
  }

 private:
  void fire(Rule rule) { fired_.add(rule); }
  int power() const { return root_.power_com; }
  int to_hum(SquareIndex s) const { return distance(s, root_.king_hum); }
  int to_com(SquareIndex s) const { return distance(s, root_.king_com); }
  bool exists(SquareIndex s) const { return s != kNoSquareIndex; }

  void capture_and_hang() {
    if (v_.dis < 20 && v_.cap > 0 && leaf_.moved == Kind::kPawn) {
      fire(Rule::kR1);
      add(v_.nega, -1);
    }
    if (leaf_.hang) {
      fire(Rule::kR2);
      add(v_.nega, 4);
    }
  }

  void far_from_kings() {
    const SquareIndex gain = leaf_.adv_square;
    const SquareIndex loss = leaf_.dis_square;
    if ((root_.power_hum >= 15 || power() >= 15) && v_.nega < 3 && exists(loss) &&
        to_com(loss) >= 4) {
      fire(Rule::kR3);
      add(v_.nega, -v_.dis);
    }
    if (root_.power_hum < 25 && power() < 25) return;
    if (exists(gain) && to_hum(gain) >= 4 && to_com(gain) >= 3) {
      fire(Rule::kR4a);
      add(v_.posi, -v_.adv);
    }
    if (exists(loss) && v_.dis < 7 && to_hum(loss) >= 3 && to_com(loss) >= 3) {
      fire(Rule::kR4b);
      add(v_.nega, -v_.dis);
    }
    if (v_.cap == 0) return;
    if (v_.dst_h <= 2) {
      fire(Rule::kR4c);
      add(v_.cap, 2);
    } else if (v_.dst_h >= 4 && leaf_.dst_c >= 4) {
      fire(Rule::kR4c);
      add(v_.cap, -3);
    }
  }

  void checks_and_drops() {
    if (v_.adv >= 30 && v_.threat_h25 < 12 && root_.rbp < 4 && power() < 35 &&
        wrapped(v_.posi - v_.adv) < 3) {
      fire(Rule::kR5);
      add(v_.posi, -v_.adv);
    }
    if (drop_ && is_unpromoted_officer(leaf_.moved) && rank_ <= 5 && root_.dis < 30 &&
        v_.dst_h >= 3 && leaf_.dst_c >= 3) {
      fire(Rule::kR6);
      add(v_.nega, 2);
    }
  }

  void wealth_and_major_drops() {
    if (power() >= 27 && v_.posi >= 3) {
      fire(Rule::kR7);
      add(v_.cap, v_.posi >= 6 ? 4 : 1);
    }
    if (!major_drop_) return;
    if (rank_ >= 8) {
      fire(Rule::kR8);
      add(v_.posi, 2);
      add(v_.nega, -2);
    } else if (root_.dis < 30) {
      fire(Rule::kR8);
      add(v_.posi, -2);
      add(v_.nega, rank_ <= 4 ? 4 : 2);
    }
  }

  void king_moves_and_attack() {
    if (leaf_.moved == Kind::kKing) {
      fire(Rule::kR9);  // from 0 too: 255 and 254
      add(v_.cap, -1);
      add(v_.posi, -2);
    }
    if (power() >= 31 && v_.adv < 4 && v_.dis == 0 && v_.threat_h25 >= 7 &&
        to_com(leaf_.adv_square) <= 2) {
      fire(Rule::kR10);
      add(v_.posi, (v_.threat_h25 - 7) / 2);
    }
    if (v_.adv == 16 && leaf_.moved == Kind::kBishop) {
      fire(Rule::kR11);
      add(v_.posi, -16);
      v_.adv = 0;
    }
  }

  void choked_king() {
    if (power() < 27 || major_drop_) return;
    fire(Rule::kR12);
    add(v_.posi, -4 * leaf_.choke);
    add(v_.nega, 4 * leaf_.choke);
  }

  void officer_taken() {
    const bool takes_officer =
        is_unpromoted_officer(leaf_.captured) || leaf_.captured == Kind::kKing;
    if (v_.cap >= 8 && takes_officer && (v_.adv >= 30 || to_hum(leaf_.adv_square) < 3) &&
        power() >= 30 && v_.threat_h25 >= 7 && root_.rbp >= 4) {
      fire(Rule::kR13);
      add(v_.posi, 2);
      if (v_.dis >= 8 && v_.dis < 30) v_.nega = v_.dis = 8;
    }
    if (leaf_.threat_c8 >= 5 && leaf_.moved == Kind::kKing) {
      fire(Rule::kR14);
      v_.cap = 0;
    }
  }

  void in_the_end() {
    if (power() >= 35 && v_.adv >= 30 && v_.cap >= 2) {
      fire(Rule::kR15);
      add(v_.nega, -2);
    }
    if (power() >= 20 && v_.cap < 2 && v_.posi >= 5) {
      fire(Rule::kR16);
      add(v_.cap, v_.posi >= 20 ? 3 : v_.posi >= 10 ? 2 : 1);
    }
    if (major_drop_ && rank_ <= 6) {
      fire(Rule::kR17);
      add(v_.posi, -3);
      add(v_.nega, 3);
    }
    if (!drop_ && shogi::is_promoted(leaf_.moved_from)) {
      fire(Rule::kR18);
      add(v_.posi, to_hum(leaf_.move.source) - to_hum(leaf_.move.destination));
    }
    if (power() >= 25 && v_.adv >= 30) {
      fire(Rule::kR19);
      add(v_.posi, 4);
      add(v_.cap, 1);
      add(v_.nega, -2);
    }
    if (v_.adv >= 30 && v_.cap >= 8) {
      fire(Rule::kR20);
      add(v_.nega, -4);
    }
  }

  const RootValues& root_;
  const Leaf& leaf_;
  LeafValues& v_;
  const int rank_;
  bool drop_ = false;
  bool major_drop_ = false;
  RuleSet fired_;
};

}  // namespace

RuleSet correct(const RootValues& root, const Leaf& leaf, LeafValues& values) {
  return Corrector(root, leaf, values).run();
}

}  // namespace gougi::naitou
