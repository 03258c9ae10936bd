#include "tests/fuzz/differential/tree.h"

#include <algorithm>

namespace wb::fuzz {
namespace {

std::vector<std::string> split_at_holes(std::string_view text) {
  std::vector<std::string> pieces;
  size_t hole;
  while ((hole = text.find('$')) != std::string_view::npos) {
    pieces.emplace_back(text.substr(0, hole));
    text.remove_prefix(hole + 1);
  }
  pieces.emplace_back(text);
  return pieces;
}

void append(const Node& node, std::string& out) {
  if (node.role == Node::Role::list) {
    for (const Node& child : node.children) append(child, out);
    return;
  }
  for (size_t i = 0; i < node.pieces.size(); ++i) {
    out += node.pieces[i];
    if (i >= node.children.size()) continue;
    const Node& child = node.children[i];
    const bool wrapped = child.role == Node::Role::expression && child.precedence < node.holes[i];
    if (wrapped) out += '(';
    append(child, out);
    if (wrapped) out += ')';
  }
}

std::string indented(const std::string& text) {
  std::string out;
  int depth = 0;
  for (size_t start = 0; start < text.size();) {
    size_t end = std::min(text.find('\n', start), text.size());
    const std::string_view line = std::string_view(text).substr(start, end - start);
    const int closing = line.starts_with('}') ? 1 : 0;
    if (!line.starts_with('#')) out.append(2 * static_cast<size_t>(std::max(0, depth - closing)), ' ');
    out += line;
    out += '\n';
    for (char c : line) depth += c == '{' ? 1 : c == '}' ? -1 : 0;
    start = end + 1;
  }
  return out;
}

}  // namespace

size_t Node::size() const {
  size_t n = 1;
  for (const Node& child : children) n += child.size();
  return n;
}

Node expression(ScalarKind type, Range range, int precedence, std::string_view text, std::vector<Node> children, std::vector<int> holes) {
  Node node{.role = Node::Role::expression, .type = type, .range = range, .precedence = precedence, .pieces = split_at_holes(text)};
  const int least = holes.empty() ? binds::assignment : holes[0];
  holes.resize(children.size(), least);
  node.children = std::move(children);
  node.holes = std::move(holes);
  return node;
}

Node statement(std::string_view text, std::vector<Node> children) {
  Node node{.role = Node::Role::statement, .pieces = split_at_holes(text)};
  node.holes.assign(children.size(), binds::assignment);
  node.children = std::move(children);
  return node;
}

Node list(std::vector<Node> children) { return Node{.role = Node::Role::list, .children = std::move(children)}; }

Node fixed(Node node) {
  node.is_fixed = true;
  return node;
}

std::string print(const Node& node) {
  std::string text;
  append(node, text);
  return indented(text);
}

}  // namespace wb::fuzz
