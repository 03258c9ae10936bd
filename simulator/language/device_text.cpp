#include "simulator/language/device_text.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "simulator/language/alignment_words.h"
#include "simulator/language/parser.h"
#include "simulator/language/preprocessor.h"

namespace wb {
namespace {

// A declaration at the scope of a file or a namespace.
struct Item {
  size_t begin = 0, end = 0;  // tokens
  bool is_function = false;   // of the host, and no constexpr one
  bool stays = false;
};

class HostBlanks {
 public:
  HostBlanks(Parser& parser, const SourceMap& sources, std::string_view kernel, const std::function<bool(std::string_view)>& has_header)
      : p_(parser), t_(parser.tokens), sources_(sources), kernel_(kernel), has_header_(has_header) {}

  std::vector<std::string> texts() {
    read_scope(0, t_.size());
    keep_what_is_named();
    for (uint32_t i = 0; i < sources_.file_count(); ++i) texts_.emplace_back(sources_.is_library(FileId{i}) ? "" : sources_.text(FileId{i}));
    for (const Item& item : items_) {
      if (!item.stays) blank(item.begin, item.end);
      else if (const size_t body = body_of_record(item); body < item.end) blank_members(body + 1, p_.skip_balanced(body) - 1);
    }
    for (std::string& text : texts_) blank_headers(text);
    return std::move(texts_);
  }

 private:
  Tok kind(size_t i) const { return i < t_.size() ? t_[i].kind : Tok::end; }
  static bool is_record_word(Tok k) { return k == Tok::kw_struct || k == Tok::kw_class || k == Tok::kw_union || k == Tok::kw_enum; }
  bool has(size_t begin, size_t end, Tok word) const {
    return std::any_of(t_.begin() + static_cast<std::ptrdiff_t>(begin), t_.begin() + static_cast<std::ptrdiff_t>(end), [&](const Token& t) { return t.kind == word; });
  }

  // namespace a { ... }   extern "C" { ... }   declarations
  void read_scope(size_t i, size_t end) {
    constexpr int most_nesting = 200;
    if (++nesting_ > most_nesting) return;
    while (i < end && kind(i) != Tok::end) {
      const size_t open = brace_of_scope(i);
      const size_t behind = open ? p_.skip_balanced(open) : behind_declaration(i, end);
      if (open) read_scope(open + 1, behind - 1);
      i = std::max(behind, i + 1);
    }
    --nesting_;
  }
  // 0: none begins here.
  size_t brace_of_scope(size_t i) const {
    if (kind(i) == Tok::kw_extern && kind(i + 1) == Tok::string && kind(i + 2) == Tok::left_brace) return i + 2;
    if (kind(i) == Tok::kw_inline) ++i;
    if (kind(i) != Tok::kw_namespace) return 0;
    while (kind(++i) == Tok::identifier || kind(i) == Tok::scope) continue;
    return kind(i) == Tok::left_brace ? i : 0;
  }
  size_t behind_declaration(size_t begin, size_t end) {
    const size_t declaration = behind_template_lists(begin);
    size_t behind = begin;
    Item item{begin, 0};
    const bool is_device = p_.is_device_declaration(declaration, behind);
    item.end = std::min(std::max(behind, begin + 1), end);
    item.is_function = !is_device && is_plain_function(declaration, item.end);
    const bool is_rule = kind(begin) == Tok::kw_using && kind(begin + 1) == Tok::kw_namespace;
    item.stays = is_device || is_rule || kind(begin) == Tok::semicolon;
    items_.push_back(item);
    return item.end;
  }
  // Parameters in front of a value and of a type's body.
  bool is_plain_function(size_t i, size_t end) const {
    if (kind(i) == Tok::kw_using || kind(i) == Tok::kw_typedef || has(i, end, Tok::kw_constexpr)) return false;
    bool is_record = false;
    for (; i < end; ++i) {
      if (kind(i) == Tok::left_paren && !opens_alignment(t_, i)) return true;
      if (kind(i) == Tok::left_paren) i = std::max(p_.skip_balanced(i), i + 1) - 1;
      else if (kind(i) == Tok::equal || kind(i) == Tok::left_brace || kind(i) == Tok::semicolon) return false;
      if (kind(i) == Tok::less && i > 0 && kind(i - 1) == Tok::identifier) i = std::max(p_.skip_template_list(i), i + 1) - 1;
      is_record |= is_record_word(kind(i));
      if (is_record && kind(i) == Tok::colon) return false;
    }
    return false;
  }

  size_t behind_template_lists(size_t i) const {
    while (kind(i) == Tok::kw_template && kind(i + 1) == Tok::less) i = std::max(p_.skip_template_list(i + 1), i + 2);
    return i;
  }
  // typedef int (*step)(int);   The name in brackets, or the bracket: in `n = f(*p);` nothing is declared.
  size_t name_of_pointer(size_t open) const {
    size_t i = open + 1;
    while (kind(i) == Tok::identifier && kind(i + 1) == Tok::scope) i += 2;  // (Shape::*area)
    if (kind(i) != Tok::star && kind(i) != Tok::amp) return open;
    while (kind(i) == Tok::star || kind(i) == Tok::amp || kind(i) == Tok::kw_const) ++i;
    const bool is_declared = kind(i) == Tok::identifier && kind(i + 1) == Tok::right_paren && (kind(i + 2) == Tok::left_paren || kind(i + 2) == Tok::left_bracket);
    return is_declared ? i : open;
  }
  // The names that a declaration may declare: those outside of its brackets, but no scopes; pointers in brackets; enumerators.
  std::set<std::string_view> declared(const Item& item) const {
    std::set<std::string_view> names;
    const bool is_enum = has(item.begin, item.end, Tok::kw_enum);
    for (size_t i = behind_template_lists(item.begin); i < item.end; ++i) {
      const bool opens = kind(i) == Tok::left_paren || kind(i) == Tok::left_bracket || kind(i) == Tok::left_brace;
      if (const size_t name = kind(i) == Tok::left_paren ? name_of_pointer(i) : i; name != i) names.insert(t_[name].text);
      if (opens && !(is_enum && kind(i) == Tok::left_brace)) i = std::max(p_.skip_balanced(i), i + 1) - 1;
      else if (kind(i) == Tok::identifier && kind(i + 1) != Tok::scope) names.insert(t_[i].text);
    }
    return names;
  }
  // gemm<Policy<16>, float>
  static std::set<std::string_view> words_of(std::string_view text) {
    std::set<std::string_view> words;
    const auto is_part = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
    for (size_t i = 0; i < text.size(); ++i) {
      size_t end = i;
      while (end < text.size() && is_part(text[end])) ++end;
      if (end > i) words.insert(text.substr(i, end - i));
      i = std::max(i, end);
    }
    return words;
  }
  // From name to name, each once.
  void keep_what_is_named() {
    std::set<std::string_view> mentioned = words_of(kernel_);
    std::vector<std::string_view> open(mentioned.begin(), mentioned.end());
    const auto mention = [&](const Item& item) {
      for (size_t i = item.begin; i < item.end; ++i)
        if (kind(i) == Tok::identifier && mentioned.insert(t_[i].text).second) open.push_back(t_[i].text);
    };
    std::map<std::string_view, std::vector<Item*>> declaring;
    for (Item& item : items_) {
      if (item.stays) mention(item);
      else if (!item.is_function)
        for (std::string_view name : declared(item)) declaring[name].push_back(&item);
    }
    while (!open.empty()) {
      const std::string_view name = open.back();
      open.pop_back();
      for (Item* item : declaring[name])
        if (!std::exchange(item->stays, true)) mention(*item);
    }
  }

  // Of a class that is defined here; `end`: of none.
  size_t body_of_record(const Item& item) const {
    bool is_record = false;
    for (size_t i = item.begin; i < item.end; ++i) {
      if (kind(i) == Tok::kw_enum || kind(i) == Tok::equal || kind(i) == Tok::semicolon) return item.end;
      if (kind(i) == Tok::less && i > item.begin) i = std::max(p_.skip_template_list(i), i + 1) - 1;
      is_record |= kind(i) == Tok::kw_struct || kind(i) == Tok::kw_class || kind(i) == Tok::kw_union;
      if (kind(i) == Tok::left_paren && !is_record) return item.end;
      if (kind(i) == Tok::left_brace) return is_record ? i : item.end;
    }
    return item.end;
  }
  // Functions of the host among a class's members: they are not called on the device.
  void blank_members(size_t i, size_t end) {
    while (i < end) {
      if (kind(i) == Tok::identifier && kind(i + 1) == Tok::colon) {  // public:
        i += 2;
        continue;
      }
      const size_t declaration = behind_template_lists(i);
      size_t behind = i;
      const bool is_device = p_.is_device_declaration(declaration, behind);
      behind = std::min(std::max(behind, i + 1), end);
      if (!is_device && is_plain_function(declaration, behind) && !is_made_by_compiler(behind)) blank(i, behind);
      i = behind;
    }
  }
  // Shape() = default;
  bool is_made_by_compiler(size_t end) const { return end > 1 && (kind(end - 2) == Tok::kw_default || kind(end - 2) == Tok::kw_delete); }

  void blank(size_t begin, size_t end) {
    const Span first = sources_.outermost(t_[begin].span), last = sources_.outermost(t_[end - 1].span);
    if (first.file == last.file) blank(texts_[first.file.v], first.begin, last.end);
  }
  // Lines stay, and directives on them.
  static void blank(std::string& text, size_t begin, size_t end) {
    end = std::min(end, text.size());
    for (size_t line = begin; line < end;) {
      const size_t next = std::min(text.find('\n', line), end);
      const size_t first = text.find_first_not_of(" \t", line);
      const bool begins_line = line == 0 || text[line - 1] == '\n';
      if (begins_line && first < next && text[first] == '#') {
        line = behind_directive(text, line);
        continue;
      }
      std::fill(text.begin() + static_cast<std::ptrdiff_t>(line), text.begin() + static_cast<std::ptrdiff_t>(next), ' ');
      line = next + 1;
    }
  }
  // With the lines that go on with it.
  static size_t behind_directive(const std::string& text, size_t line) {
    size_t end = std::min(text.find('\n', line), text.size());
    while (end > line && end < text.size() && text[end - 1] == '\\') end = std::min(text.find('\n', end + 1), text.size());
    return end + 1;
  }
  void blank_headers(std::string& text) const {
    for (size_t line = 0; line < text.size(); line = std::min(text.find('\n', line), text.size()) + 1) {
      const size_t end = std::min(text.find('\n', line), text.size());
      const std::string_view words(text.data() + line, end - line);
      const size_t hash = words.find_first_not_of(" \t");
      if (hash == std::string_view::npos || words[hash] != '#') continue;
      const size_t word = words.find_first_not_of(" \t", hash + 1), open = words.find_first_of("<\"", hash);
      if (word == std::string_view::npos || !words.substr(word).starts_with("include") || open == std::string_view::npos) continue;
      const size_t close = words.find(words[open] == '<' ? '>' : '"', open + 1);
      if (close != std::string_view::npos && !has_header_(words.substr(open + 1, close - open - 1))) std::fill_n(text.begin() + static_cast<std::ptrdiff_t>(line), end - line, ' ');
    }
  }

  Parser& p_;
  const std::vector<Token>& t_;
  const SourceMap& sources_;
  const std::string_view kernel_;
  const std::function<bool(std::string_view)>& has_header_;
  std::vector<Item> items_;
  std::vector<std::string> texts_;
  int nesting_ = 0;
};

}  // namespace

std::vector<std::string> device_text(std::shared_ptr<SourceMap> sources, FileId main, std::string_view kernel, const FrontEndOptions& options, const std::function<bool(std::string_view)>& has_header) {
  DiagSink ignored;
  Parser parser(sources, main, options, ignored);
  parser.tokens = Preprocessor(*sources, options, parser.arena, ignored).run(main);
  return HostBlanks(parser, *sources, kernel, has_header).texts();
}

}  // namespace wb
