#include "app/workbook/toml_scope.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace wb {

namespace {

const char* type_word(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::string: return "a text";
    case toml::node_type::integer: return "a whole number";
    case toml::node_type::floating_point: return "a number";
    case toml::node_type::boolean: return "true or false";
    case toml::node_type::array: return "a list";
    case toml::node_type::table: return "a table";
    default: return "a date or time";
  }
}

std::string format_number(double value) {
  char text[40];
  auto end = std::to_chars(text, text + sizeof text, value).ptr;
  return {text, end};
}

}  // namespace

Span span_of(const toml::source_region& region, const SourceMap& text, uint32_t first_line) {
  auto offset = [&](const toml::source_position& p) -> uint32_t {
    uint32_t line = p.line ? p.line + first_line - 1 : first_line;
    std::string_view all = text.text(FileId{0}), content = text.line_text(FileId{0}, line);
    if (content.data() == nullptr) return static_cast<uint32_t>(all.size());
    auto at = static_cast<uint32_t>(content.data() - all.data());
    // toml++ counts columns in code points.
    uint32_t column = p.column ? p.column - 1 : 0, bytes = 0;
    while (column > 0 && bytes < content.size()) {
      ++bytes;
      while (bytes < content.size() && (static_cast<uint8_t>(content[bytes]) & 0xC0) == 0x80) ++bytes;
      --column;
    }
    return at + bytes;
  };
  if (text.file_count() == 0) return {};
  uint32_t begin = offset(region.begin), end = std::max(begin + 1, offset(region.end));
  return {FileId{0}, begin, end, 0};
}

namespace {

// Where a string begins that its line does not close. The line end within it is what the reader stumbles on.
std::optional<size_t> unclosed_string(std::string_view line) {
  std::optional<size_t> open;
  for (size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (open && c == '\\' && line[*open] == '"') ++i;
    else if (open) open = c == line[*open] ? std::nullopt : open;
    else if (c == '#') return std::nullopt;
    else if (c == '"' || c == '\'') open = i;
  }
  return open;
}

}  // namespace

void complain_of_toml(const toml::parse_error& error, uint32_t first_line, ComplaintSink& complaints) {
  const std::string what(error.description());
  const SourceMap& text = complaints.text();
  Span span = span_of(error.source(), text, first_line);
  if (what.find("control character") != std::string::npos && text.file_count() > 0) {
    const std::string_view all = text.text(FileId{0});
    const uint32_t line = text.start(span).line - (span.begin > 0 && span.begin < all.size() && all[span.begin - 1] == '\n' ? 1 : 0);
    const std::string_view content = text.line_text(FileId{0}, line);
    if (const auto quote = unclosed_string(content)) {
      const auto begin = static_cast<uint32_t>(content.data() - all.data() + static_cast<std::ptrdiff_t>(*quote));
      span.begin = begin;
      span.end = begin + 1;
      return complaints.error(span, "this string is never closed", "a string ends on its line, with the quote that it begins with");
    }
  }
  complaints.error(span, "this is not TOML: " + what, what.find("inline table") != std::string::npos ? "an inline table stands on one line" : "");
}

std::optional<double> number_of(const toml::node& node) {
  if (auto* i = node.as_integer()) return static_cast<double>(i->get());
  if (auto* f = node.as_floating_point()) return f->get();
  return std::nullopt;
}

std::vector<std::pair<const toml::key*, const toml::node*>> in_file_order(const toml::table& table) {
  std::vector<std::pair<const toml::key*, const toml::node*>> entries;
  for (auto&& [key, node] : table) entries.emplace_back(&key, &node);
  std::stable_sort(entries.begin(), entries.end(), [](auto& a, auto& b) {
    auto pa = a.first->source().begin, pb = b.first->source().begin;
    return pa.line != pb.line ? pa.line < pb.line : pa.column < pb.column;
  });
  return entries;
}

const toml::node* TomlScope::find(std::string_view key) {
  if (std::find(known_.begin(), known_.end(), key) == known_.end()) known_.emplace_back(key);
  return table_.get(key);
}

const toml::node* TomlScope::require(std::string_view key) {
  const toml::node* node = find(key);
  if (!node) complaints_.error(span(), what_ + " needs `" + std::string(key) + "`");
  return node;
}

void TomlScope::wrong_type(std::string_view key, const toml::node& node, std::string_view expected) {
  complaints_.error(at(node), "`" + std::string(key) + "` of " + what_ + " must be " + std::string(expected) + ", not " + type_word(node));
}

std::optional<std::string> TomlScope::text(std::string_view key) {
  const toml::node* node = find(key);
  if (!node) return std::nullopt;
  if (auto* s = node->as_string()) return s->get();
  wrong_type(key, *node, "a text");
  return std::nullopt;
}

std::string TomlScope::required_text(std::string_view key) {
  if (const toml::node* node = require(key)) {
    auto value = text(key);
    if (value && value->empty()) complaints_.error(at(*node), "`" + std::string(key) + "` of " + what_ + " is empty");
    return value.value_or("");
  }
  return {};
}

std::optional<int64_t> TomlScope::integer(std::string_view key, int64_t min, int64_t max) {
  const toml::node* node = find(key);
  if (!node) return std::nullopt;
  auto* i = node->as_integer();
  if (!i) return wrong_type(key, *node, "a whole number"), std::nullopt;
  if (i->get() >= min && i->get() <= max) return i->get();
  complaints_.error(at(*node), "`" + std::string(key) + "` of " + what_ + " must lie between " + std::to_string(min) + " and " + std::to_string(max) + ", not " + std::to_string(i->get()));
  return std::nullopt;
}

std::optional<double> TomlScope::number(std::string_view key) {
  const toml::node* node = find(key);
  if (!node) return std::nullopt;
  auto value = number_of(*node);
  if (!value) wrong_type(key, *node, "a number");
  else if (!std::isfinite(*value)) complaints_.error(at(*node), "`" + std::string(key) + "` of " + what_ + " must be a finite number"), value.reset();
  return value;
}

std::optional<bool> TomlScope::boolean(std::string_view key) {
  const toml::node* node = find(key);
  if (!node) return std::nullopt;
  if (auto* b = node->as_boolean()) return b->get();
  wrong_type(key, *node, "true or false");
  return std::nullopt;
}

std::vector<std::string> TomlScope::texts(std::string_view key, std::vector<Span>* spans) {
  std::vector<std::string> values;
  const toml::node* node = find(key);
  if (!node) return values;
  auto* list = node->as_array();
  if (!list) return wrong_type(key, *node, "a list of texts"), values;
  for (const toml::node& item : *list) {
    if (auto* s = item.as_string()) {
      values.push_back(s->get());
      if (spans) spans->push_back(at(item));
    } else {
      wrong_type(key, item, "a list of texts");
    }
  }
  return values;
}

const toml::table* TomlScope::table(std::string_view key) {
  const toml::node* node = find(key);
  if (!node) return nullptr;
  if (auto* t = node->as_table()) return t;
  wrong_type(key, *node, "a table");
  return nullptr;
}

std::vector<const toml::table*> TomlScope::tables(std::string_view key, size_t limit) {
  std::vector<const toml::table*> result;
  const toml::node* node = find(key);
  if (!node) return result;
  auto* list = node->as_array();
  if (!list) return wrong_type(key, *node, "a list of tables"), result;
  for (const toml::node& item : *list) {
    if (result.size() >= limit) {
      complaints_.error(at(item), what_ + " may have at most " + std::to_string(limit) + " in `" + std::string(key) + "`");
      break;
    }
    if (auto* t = item.as_table()) result.push_back(t);
    else wrong_type(key, item, "a list of tables");
  }
  return result;
}

std::optional<size_t> TomlScope::word(std::string_view key, std::initializer_list<const char*> words) {
  auto value = text(key);
  if (!value) return std::nullopt;
  size_t i = 0;
  std::string list;
  for (const char* word : words) {
    if (*value == word) return i;
    list += (i++ ? ", `" : "`") + std::string(word) + "`";
  }
  std::string hint = did_you_mean(*value, std::vector<std::string>(words.begin(), words.end()));
  complaints_.error(at(*find(key)), "`" + *value + "` is no `" + std::string(key) + "` of " + what_, hint.empty() ? "there are " + list : hint);
  return std::nullopt;
}

Expression TomlScope::expression_of(const toml::node& node, std::string_view what) {
  Expression e{{}, at(node)};
  if (auto* s = node.as_string()) {
    e.text = s->get();
    // Point into the text behind its opening quote, so that columns within the expression come out right.
    if (e.span.end > e.span.begin + 1) ++e.span.begin, --e.span.end;
  } else if (auto* i = node.as_integer()) e.text = std::to_string(i->get());
  else if (auto* f = node.as_floating_point()) {
    e.text = format_number(f->get());
    if (!std::isfinite(f->get())) complaints_.error(e.span, "`" + std::string(what) + "` of " + what_ + " must be a finite number"), e.text = "0";
    else if (e.text.find_first_of(".e") == std::string::npos) e.text += ".0";
  } else {
    wrong_type(what, node, "a number or an expression");
    e.text = "0";
  }
  return e;
}

std::optional<Expression> TomlScope::expression(std::string_view key) {
  const toml::node* node = find(key);
  if (!node) return std::nullopt;
  return expression_of(*node, key);
}

std::vector<Expression> TomlScope::expressions(std::string_view key) {
  std::vector<Expression> result;
  const toml::node* node = find(key);
  if (!node) return result;
  auto* list = node->as_array();
  if (!list) {
    result.push_back(expression_of(*node, key));  // block = 256 is fine too
    return result;
  }
  for (const toml::node& item : *list) result.push_back(expression_of(item, key));
  return result;
}

Span TomlScope::key_span(std::string_view key) const {
  for (auto&& [k, node] : table_)
    if (k.str() == key) return at(k.source());
  return span();
}

Span TomlScope::value_span(std::string_view key, Span otherwise) {
  const toml::node* node = find(key);
  return node ? at(*node) : otherwise;
}

void TomlScope::finish() {
  for (auto [key, node] : in_file_order(table_)) {
    if (std::find(known_.begin(), known_.end(), key->str()) != known_.end()) continue;
    std::string hint = did_you_mean(key->str(), known_);
    complaints_.error(at(key->source()), "unknown key `" + std::string(key->str()) + "` in " + what_, hint);
  }
}

}  // namespace wb
