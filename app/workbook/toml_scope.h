#pragma once
// One table of a TOML file being read: asks for keys with their types, complains with places, and names the keys that nobody asked for.
// Include only from .cpp files: it brings toml++ in.
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include <toml++/toml.h>

#include "app/workbook/complaint_sink.h"
#include "app/workbook/lesson.h"

namespace wb {

// Where `region` lies; `first_line` is the line of the file on which the TOML text starts (1-based).
Span span_of(const toml::source_region& region, const SourceMap& text, uint32_t first_line);

// Why the text cannot be read, in words of its own where the reader's are about something else: a string that is never closed.
void complain_of_toml(const toml::parse_error& error, uint32_t first_line, ComplaintSink& complaints);

class TomlScope {
 public:
  // `what`: how complaints call this table, "a launch". `extra_key`: keys that are fine although not read here.
  TomlScope(const toml::table& table, ComplaintSink& complaints, std::string what, uint32_t first_line)
      : table_(table), complaints_(complaints), what_(std::move(what)), first_line_(first_line) {}

  const toml::node* find(std::string_view key);          // marks the key as known
  bool has(std::string_view key) { return find(key) != nullptr; }
  const toml::node* require(std::string_view key);       // complains when it is missing

  std::optional<std::string> text(std::string_view key);
  std::string required_text(std::string_view key);
  std::optional<int64_t> integer(std::string_view key, int64_t min, int64_t max);
  std::optional<double> number(std::string_view key);
  std::optional<bool> boolean(std::string_view key);
  std::vector<std::string> texts(std::string_view key, std::vector<Span>* spans = nullptr);
  const toml::table* table(std::string_view key);
  std::vector<const toml::table*> tables(std::string_view key, size_t limit);  // an array of tables
  // One of a list of words; complains, with a suggestion, and returns nothing for another one.
  std::optional<size_t> word(std::string_view key, std::initializer_list<const char*> words);
  // A number or a text, as an expression.
  std::optional<Expression> expression(std::string_view key);
  Expression expression_of(const toml::node& node, std::string_view what);
  std::vector<Expression> expressions(std::string_view key);

  TomlScope inner(const toml::table& table, std::string what) const { return {table, complaints_, std::move(what), first_line_}; }
  void finish();  // complains about keys that nobody asked for
  Span span() const { return at(table_.source()); }
  Span at(const toml::source_region& region) const { return span_of(region, complaints_.text(), first_line_); }
  Span at(const toml::node& node) const { return at(node.source()); }
  Span key_span(std::string_view key) const;             // the table's place where there is none of the key
  Span value_span(std::string_view key) { return value_span(key, span()); }
  Span value_span(std::string_view key, Span otherwise);  // where there is none of the key
  ComplaintSink& complaints() const { return complaints_; }
  uint32_t first_line() const { return first_line_; }
  const toml::table& node() const { return table_; }
  void wrong_type(std::string_view key, const toml::node& node, std::string_view expected);

 private:
  const toml::table& table_;
  ComplaintSink& complaints_;
  std::string what_;
  uint32_t first_line_;
  std::vector<std::string> known_;
};

// Keys of a table in the order of the file (toml++ sorts them by name).
std::vector<std::pair<const toml::key*, const toml::node*>> in_file_order(const toml::table& table);

// A number of either kind.
std::optional<double> number_of(const toml::node& node);

}  // namespace wb
