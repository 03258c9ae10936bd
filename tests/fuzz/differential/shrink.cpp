#include "tests/fuzz/differential/shrink.h"

namespace wb::fuzz {
namespace {

void collect(Node& node, std::vector<Node*>& out) {
  out.push_back(&node);
  for (Node& child : node.children) collect(child, out);
}

std::vector<Node*> all_nodes(Node& root) {
  std::vector<Node*> nodes;
  collect(root, nodes);
  return nodes;
}

// The parts of an expression that may stand in its place.
void replacements(const Node& whole, const Node& part, std::vector<Node>& out) {
  for (const Node& child : part.children) {
    if (child.role == Node::Role::expression && child.type == whole.type && whole.range.contains(child.range)) out.push_back(child);
    replacements(whole, child, out);
  }
}

std::vector<Node> smaller_versions(const Node& node) {
  std::vector<Node> out;
  if (node.is_fixed || node.type == ScalarKind::void_) return out;
  const std::string name = info(node.type).spelling;
  for (int number : {0, 1}) {
    if (!node.range.contains({number, number})) continue;
    const std::string text = node.type == ScalarKind::bool_ ? (number ? "true" : "false") : node.type == ScalarKind::int_ ? std::to_string(number) : "(" + name + ")" + std::to_string(number);
    Node literal = expression(node.type, {number, number}, node.type == ScalarKind::bool_ || node.type == ScalarKind::int_ ? binds::primary : binds::unary, text);
    if (node.children.empty() && node.pieces[0].size() <= 2 + text.size()) continue;
    out.push_back(std::move(literal));
  }
  replacements(node, node, out);
  return out;
}

class Shrinker {
 public:
  Shrinker(GeneratedKernel kernel, const std::function<bool(const GeneratedKernel&)>& still_fails, int most_tries)
      : best_(std::move(kernel)), still_fails_(still_fails), tries_left_(most_tries) {}

  GeneratedKernel run() {
    for (size_t before = 0; before != best_.file.size() && tries_left_ > 0;) {
      before = best_.file.size();
      remove_statements();
      open_blocks();
      simplify_expressions();
    }
    return best_;
  }

 private:
  bool accept(GeneratedKernel candidate) {
    if (--tries_left_ < 0 || !still_fails_(candidate)) return false;
    best_ = std::move(candidate);
    return true;
  }

  // Halves of a list first, then smaller pieces, then single statements.
  void remove_statements() {
    for (size_t n = 0; n < all_nodes(best_.file).size(); ++n) {
      const Node* at = all_nodes(best_.file)[n];
      if (at->role != Node::Role::list) continue;
      for (size_t piece = std::max<size_t>(at->children.size() / 2, 1); piece > 0; piece /= 2)
        for (size_t first = 0; first < all_nodes(best_.file)[n]->children.size();)
          if (!remove(n, first, piece)) first += piece;
    }
  }

  bool remove(size_t n, size_t first, size_t count) {
    GeneratedKernel candidate = best_;
    std::vector<Node>& children = all_nodes(candidate.file)[n]->children;
    const size_t last = std::min(first + count, children.size());
    for (size_t i = first; i < last; ++i)
      if (children[i].is_fixed || children[i].role != Node::Role::statement || n == 0) return false;
    children.erase(children.begin() + static_cast<long>(first), children.begin() + static_cast<long>(last));
    return accept(std::move(candidate));
  }

  // `if (c) { a; b; }` -> `a; b;`
  void open_blocks() {
    for (size_t n = 0; n < all_nodes(best_.file).size(); ++n) {
      if (all_nodes(best_.file)[n]->role != Node::Role::list || n == 0) continue;
      for (size_t i = 0; i < all_nodes(best_.file)[n]->children.size(); ++i) open_block(n, i);
    }
  }

  void open_block(size_t n, size_t i) {
    const Node outer = all_nodes(best_.file)[n]->children[i];
    if (outer.role != Node::Role::statement || outer.is_fixed) return;
    for (const Node& inner : outer.children) {
      if (inner.role != Node::Role::list || inner.children.empty()) continue;
      GeneratedKernel candidate = best_;
      std::vector<Node>& children = all_nodes(candidate.file)[n]->children;
      children.erase(children.begin() + static_cast<long>(i));
      children.insert(children.begin() + static_cast<long>(i), inner.children.begin(), inner.children.end());
      if (accept(std::move(candidate))) return;
    }
  }

  void simplify_expressions() {
    for (size_t n = 0; n < all_nodes(best_.file).size(); ++n) {
      const Node* at = all_nodes(best_.file)[n];
      if (at->role != Node::Role::expression) continue;
      for (Node& version : smaller_versions(*at)) {
        if (tries_left_ <= 0) return;
        GeneratedKernel candidate = best_;
        *all_nodes(candidate.file)[n] = std::move(version);
        if (accept(std::move(candidate))) break;
      }
    }
  }

  GeneratedKernel best_;
  const std::function<bool(const GeneratedKernel&)>& still_fails_;
  int tries_left_;
};

}  // namespace

GeneratedKernel shrink(GeneratedKernel kernel, const std::function<bool(const GeneratedKernel&)>& still_fails, int most_tries) {
  return Shrinker(std::move(kernel), still_fails, most_tries).run();
}

}  // namespace wb::fuzz
