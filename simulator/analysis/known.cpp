#include "simulator/analysis/known.h"

#include <algorithm>
#include <bit>
#include <new>

namespace wb {

// A branch tells `whom` apart by one digit of 4 bits, a leaf by the last 5 bits. In front of that all that is below has the same bits, `prefix`: digits that
// tell nothing apart have no branch. What is there is packed: the bits of `mask` say what.
struct Known::Node {
  uint64_t prefix = 0;   // of `whom` without its last 5 bits; the digit's, and those behind it, are 0
  uint32_t holders = 0;  // nodes and Knowns
  uint32_t mask = 0;
  int32_t shift = 0;     // of the digit in `prefix`; of a leaf: leaf_shift
  union Slot {
    uint64_t time;
    Node* child;
  };
  static constexpr int32_t digit_bits = 4, leaf_shift = -digit_bits, leaf_bits = 5;

  bool is_leaf() const { return shift == leaf_shift; }
  uint32_t count() const { return static_cast<uint32_t>(std::popcount(mask)); }
  Slot* slots() { return reinterpret_cast<Slot*>(this + 1); }
  const Slot* slots() const { return reinterpret_cast<const Slot*>(this + 1); }
  bool has(uint32_t digit) const { return mask >> digit & 1; }
  Slot& at(uint32_t digit) { return slots()[std::popcount(mask & ((1u << digit) - 1))]; }
  const Slot& at(uint32_t digit) const { return slots()[std::popcount(mask & ((1u << digit) - 1))]; }
  uint32_t digit_of(uint64_t place) const { return static_cast<uint32_t>(place >> shift) & ((1u << digit_bits) - 1); }
  bool is_above(uint64_t place) const { return (place ^ prefix) >> (shift + digit_bits) == 0; }
};

void Known::hold(Node* node) {
  if (node) ++node->holders;
}

void Known::let_go(Node* node) {
  if (--node->holders) return;
  if (!node->is_leaf())
    for (uint32_t i = 0; i < node->count(); ++i) let_go(node->slots()[i].child);
  ::operator delete(node);
}

// Makes trees of trees. A node in hand counts as held by the one who has it.
struct KnownTree {
  using Node = Known::Node;

  static Node* make(uint64_t prefix, int32_t shift, uint32_t mask) {
    void* memory = ::operator new(sizeof(Node) + sizeof(Node::Slot) * static_cast<size_t>(std::popcount(mask)));
    return new (memory) Node{prefix, 1, mask, shift};
  }
  static Node* held(Node* node) {
    Known::hold(node);
    return node;
  }
  static Node* leaf(uint64_t whom, uint64_t time) {
    Node* made = make(whom >> Node::leaf_bits, Node::leaf_shift, 1u << (whom & 31));
    made->slots()[0].time = time;
    return made;
  }

  // `brings`: does the second say anything that the first does not?
  static Node* joined(Node* a, Node* b, bool& brings) {
    if (a == b) return held(a);
    const uint64_t differ = a->prefix ^ b->prefix;
    if (differ >> (std::max(a->shift, b->shift) + Node::digit_bits)) return brings = true, side_by_side(a, b, differ);
    if (a->shift > b->shift) return with(a, b, brings);
    if (a->shift < b->shift) return within(a, b, brings);
    return a->is_leaf() ? joined_leaves(a, b, brings) : joined_branches(a, b, brings);
  }

 private:
  // Of two that say the same the one that more hold stays, so that in the end all hold one, and joining passes over it.
  static Node* of_equals(Node* a, Node* b) { return held(a->holders >= b->holders ? a : b); }

  static Node* side_by_side(Node* a, Node* b, uint64_t differ) {
    const int32_t shift = (std::bit_width(differ) - 1) / Node::digit_bits * Node::digit_bits, above = shift + Node::digit_bits;
    const auto digit_of = [&](const Node* node) { return static_cast<uint32_t>(node->prefix >> shift) & ((1u << Node::digit_bits) - 1); };
    const uint32_t of_a = digit_of(a), of_b = digit_of(b);
    Node* made = make(a->prefix >> above << above, shift, 1u << of_a | 1u << of_b);
    made->at(of_a).child = held(a);
    made->at(of_b).child = held(b);
    return made;
  }

  // The second belongs below one digit of the first.
  static Node* with(Node* large, Node* small, bool& brings) {
    const uint32_t digit = large->digit_of(small->prefix);
    Node* old = large->has(digit) ? large->at(digit).child : nullptr;
    brings |= !old;
    return with_child(large, digit, old ? joined(old, small, brings) : held(small));
  }
  // The first below one of the second, which has others, too.
  static Node* within(Node* small, Node* large, bool& brings) {
    brings = true;
    const uint32_t digit = large->digit_of(small->prefix);
    return with_child(large, digit, large->has(digit) ? joined(small, large->at(digit).child, brings) : held(small));
  }
  static Node* with_child(Node* large, uint32_t digit, Node* child) {
    if (large->has(digit) && large->at(digit).child == child) {
      Known::let_go(child);
      return held(large);
    }
    Node* made = make(large->prefix, large->shift, large->mask | 1u << digit);
    for (uint32_t rest = made->mask; rest; rest &= rest - 1)
      if (const auto at = static_cast<uint32_t>(std::countr_zero(rest)); at != digit) made->at(at).child = held(large->at(at).child);
    made->at(digit).child = child;
    return made;
  }

  static Node* joined_leaves(Node* a, Node* b, bool& brings) {
    uint64_t times[1u << Node::leaf_bits];
    uint32_t count = 0;
    bool is_a = true, is_b = true;
    const Node::Slot *of_a = a->slots(), *of_b = b->slots();
    for (uint32_t rest = a->mask | b->mask; rest; rest &= rest - 1) {
      const auto at = static_cast<uint32_t>(std::countr_zero(rest));
      const uint64_t time_a = a->has(at) ? (of_a++)->time : 0, time_b = b->has(at) ? (of_b++)->time : 0;
      is_a &= time_a >= time_b;
      is_b &= time_b >= time_a;
      times[count++] = std::max(time_a, time_b);
    }
    if (is_a && is_b) return of_equals(a, b);
    if (is_a) return held(a);
    brings = true;
    if (is_b) return held(b);
    Node* made = make(a->prefix, a->shift, a->mask | b->mask);
    for (uint32_t i = 0; i < count; ++i) made->slots()[i].time = times[i];
    return made;
  }

  static Node* joined_branches(Node* a, Node* b, bool& brings) {
    Node* children[1u << Node::digit_bits];
    uint32_t count = 0;
    bool is_a = true, is_b = true;
    const Node::Slot *of_a = a->slots(), *of_b = b->slots();
    for (uint32_t rest = a->mask | b->mask; rest; rest &= rest - 1) {
      const auto at = static_cast<uint32_t>(std::countr_zero(rest));
      Node *child_a = a->has(at) ? (of_a++)->child : nullptr, *child_b = b->has(at) ? (of_b++)->child : nullptr;
      Node* child = child_a && child_b ? joined(child_a, child_b, brings) : held(child_a ? child_a : child_b);
      brings |= !child_a;
      is_a &= child == child_a;
      is_b &= child == child_b;
      children[count++] = child;
    }
    if (is_a || is_b) {
      std::for_each(children, children + count, Known::let_go);
      return is_a && is_b ? of_equals(a, b) : held(is_a ? a : b);
    }
    Node* made = make(a->prefix, a->shift, a->mask | b->mask);
    for (uint32_t i = 0; i < count; ++i) made->slots()[i].child = children[i];
    return made;
  }

 public:
  static bool holds(const Node* all, const Node* some) {
    if (all == some) return true;
    if (all->shift < some->shift || !all->is_above(some->prefix)) return false;
    if (all->shift > some->shift) {
      const uint32_t digit = all->digit_of(some->prefix);
      return all->has(digit) && holds(all->at(digit).child, some);
    }
    if (some->mask & ~all->mask) return false;
    for (uint32_t rest = some->mask; rest; rest &= rest - 1) {
      const auto at = static_cast<uint32_t>(std::countr_zero(rest));
      if (all->is_leaf() ? all->at(at).time < some->at(at).time : !holds(all->at(at).child, some->at(at).child)) return false;
    }
    return true;
  }

  // Where nobody else holds anything on the way to an entry that is there already.
  static bool has_set(Node* node, uint64_t whom, uint64_t time) {
    const uint64_t place = whom >> Node::leaf_bits;
    while (node->holders == 1 && node->is_above(place)) {
      const uint32_t digit = node->is_leaf() ? whom & 31 : node->digit_of(place);
      if (!node->has(digit)) return false;
      if (node->is_leaf()) return node->at(digit).time = time, true;
      node = node->at(digit).child;
    }
    return false;
  }
};

const Known::Node* Known::leaf_of(uint64_t whom) const {
  const uint64_t place = whom >> Node::leaf_bits;
  const Node* node = root_;
  while (node && node->is_above(place) && !node->is_leaf()) {
    const uint32_t digit = node->digit_of(place);
    node = node->has(digit) ? node->at(digit).child : nullptr;
  }
  return node && node->is_above(place) ? node : nullptr;
}

uint64_t Known::time_of(uint64_t whom) const {
  const Node* leaf = leaf_of(whom);
  const uint32_t digit = whom & 31;
  return leaf && leaf->has(digit) ? leaf->at(digit).time : 0;
}

// The threads of a warp share a leaf.
uint32_t Known::covered(uint64_t block, uint32_t warp, uint32_t lanes, uint64_t tick) const {
  if (!root_) return 0;
  if (tick < time_of(whole_block(block)) || tick < time_of(one_warp(block, warp))) return lanes;
  const Node* leaf = leaf_of(one_thread(block, warp << Node::leaf_bits));
  if (!leaf) return 0;
  uint32_t known = lanes & leaf->mask;
  for (uint32_t rest = known; rest; rest &= rest - 1)
    if (const auto lane = static_cast<uint32_t>(std::countr_zero(rest)); tick >= leaf->at(lane).time) known &= ~(1u << lane);
  return known;
}

bool Known::holds(const Known& other) const { return !other.root_ || (root_ && KnownTree::holds(root_, other.root_)); }

void Known::join(uint64_t whom, uint64_t before_time) {
  if (time_of(whom) >= before_time || (root_ && KnownTree::has_set(root_, whom, before_time))) return;
  Known one;
  one.root_ = KnownTree::leaf(whom, before_time);
  join(one);
}

bool Known::join(const Known& other) {
  if (!other.root_ || other.root_ == root_) return false;
  if (!root_) {
    *this = other;
    return true;
  }
  Known both;
  bool brings = false;
  both.root_ = KnownTree::joined(root_, other.root_, brings);
  std::swap(root_, both.root_);
  return brings;
}

}  // namespace wb
