// md4c calls us for the start and end of every block and span, and for text; a stack of what is open builds the tree.
#include "app/workbook/markdown.h"

#include <md4c.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "app/workbook/limits.h"

namespace wb {

std::string plain_text(const RichText& text) {
  std::string plain;
  for (const Inline& i : text) {
    if (i.kind == Inline::Kind::line_break) plain += ' ';
    plain += i.text + plain_text(i.children);
  }
  return plain;
}

namespace {

std::string utf8(uint32_t c) {
  std::string s;
  if (c == 0 || c > 0x10FFFF || (c >= 0xD800 && c < 0xE000)) c = 0xFFFD;
  if (c < 0x80) s += static_cast<char>(c);
  else if (c < 0x800) s += static_cast<char>(0xC0 | (c >> 6)), s += static_cast<char>(0x80 | (c & 63));
  else if (c < 0x10000) s += static_cast<char>(0xE0 | (c >> 12)), s += static_cast<char>(0x80 | ((c >> 6) & 63)), s += static_cast<char>(0x80 | (c & 63));
  else s += static_cast<char>(0xF0 | (c >> 18)), s += static_cast<char>(0x80 | ((c >> 12) & 63)), s += static_cast<char>(0x80 | ((c >> 6) & 63)), s += static_cast<char>(0x80 | (c & 63));
  return s;
}

// "&amp;", "&#228;", "&#xE4;": the few names that lessons use; others stay as written.
std::string entity(std::string_view text) {
  constexpr std::pair<std::string_view, const char*> names[] = {
      {"&amp;", "&"}, {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&nbsp;", "\u00A0"}, {"&times;", "\u00D7"}, {"&ndash;", "\u2013"},
      {"&mdash;", "\u2014"}, {"&hellip;", "\u2026"}, {"&rarr;", "\u2192"}, {"&le;", "\u2264"}, {"&ge;", "\u2265"}, {"&copy;", "\u00A9"}};
  for (auto [name, value] : names)
    if (text == name) return value;
  if (text.size() > 3 && text[1] == '#') {
    bool is_hex = text[2] == 'x' || text[2] == 'X';
    uint32_t code = 0;
    std::from_chars(text.data() + (is_hex ? 3 : 2), text.data() + text.size() - 1, code, is_hex ? 16 : 10);
    return utf8(code);
  }
  return std::string(text);
}

// Text of several kinds arriving in pieces; neighbours of one kind are joined.
void append_text(RichText& to, Inline::Kind kind, std::string_view text) {
  if (!to.empty() && to.back().kind == kind && to.back().target.empty()) to.back().text += text;
  else to.push_back({kind, std::string(text), {}, {}});
}

class TreeBuilder {
 public:
  TreeBuilder(std::string_view text, uint32_t at) : text_(text), at_(at) {}

  std::vector<Block> build() {
    MD_PARSER parser{};
    parser.flags = MD_FLAG_TABLES | MD_FLAG_NOHTML | MD_FLAG_STRIKETHROUGH;
    parser.enter_block = [](MD_BLOCKTYPE type, void* detail, void* self) { return static_cast<TreeBuilder*>(self)->enter_block(type, detail); };
    parser.leave_block = [](MD_BLOCKTYPE type, void*, void* self) { return static_cast<TreeBuilder*>(self)->leave_block(type); };
    parser.enter_span = [](MD_SPANTYPE type, void* detail, void* self) { return static_cast<TreeBuilder*>(self)->enter_span(type, detail); };
    parser.leave_span = [](MD_SPANTYPE, void*, void* self) { return static_cast<TreeBuilder*>(self)->leave_span(); };
    parser.text = [](MD_TEXTTYPE type, const MD_CHAR* text, MD_SIZE size, void* self) { return static_cast<TreeBuilder*>(self)->text(type, {text, size}); };
    is_too_deep_ = md_parse(text_.data(), static_cast<MD_SIZE>(text_.size()), &parser, this) != 0;
    return std::move(root_);
  }
  bool is_too_deep() const { return is_too_deep_; }

 private:
  // A list of blocks that is being filled, and what it becomes.
  struct Container {
    MD_BLOCKTYPE type{};
    std::vector<Block> blocks;               // quote, list item
    List list;
    Table table;
    bool in_head = false;
  };

  int enter_block(MD_BLOCKTYPE type, void* detail) {
    if (containers_.size() > limits::block_nesting) return -1;
    switch (type) {
      case MD_BLOCK_UL:
      case MD_BLOCK_OL: {
        close_loose_text();
        Container c{.type = type, .blocks = {}, .list = {}, .table = {}};
        if (type == MD_BLOCK_OL) c.list.is_ordered = true, c.list.start = static_cast<int>(static_cast<MD_BLOCK_OL_DETAIL*>(detail)->start);
        containers_.push_back(std::move(c));
        break;
      }
      case MD_BLOCK_QUOTE:
      case MD_BLOCK_LI: containers_.push_back({.type = type, .blocks = {}, .list = {}, .table = {}}); break;
      case MD_BLOCK_TABLE: containers_.push_back({.type = type, .blocks = {}, .list = {}, .table = {}}); break;
      case MD_BLOCK_THEAD: containers_.back().in_head = true; break;
      case MD_BLOCK_TBODY: containers_.back().in_head = false; break;
      case MD_BLOCK_TR:
        if (!containers_.back().in_head) containers_.back().table.rows.emplace_back();
        break;
      case MD_BLOCK_TH: {
        auto align = static_cast<MD_BLOCK_TD_DETAIL*>(detail)->align;
        containers_.back().table.columns.push_back(align == MD_ALIGN_CENTER ? Align::centre : align == MD_ALIGN_RIGHT ? Align::right : Align::left);
        break;
      }
      case MD_BLOCK_H: heading_level_ = static_cast<int>(static_cast<MD_BLOCK_H_DETAIL*>(detail)->level); break;
      case MD_BLOCK_CODE: {
        auto* code = static_cast<MD_BLOCK_CODE_DETAIL*>(detail);
        code_ = {std::string(code->lang.text ? code->lang.text : "", code->lang.size), {}};
        in_code_ = true;
        break;
      }
      default: break;
    }
    return 0;
  }

  int leave_block(MD_BLOCKTYPE type) {
    switch (type) {
      case MD_BLOCK_H: add(Heading{heading_level_, {}, take_text()}); break;
      case MD_BLOCK_P: close_loose_text(); break;
      case MD_BLOCK_HR: add(Rule{}); break;
      case MD_BLOCK_CODE:
        in_code_ = false;
        add(std::move(code_));
        break;
      case MD_BLOCK_TH: containers_.back().table.head.push_back(take_text()); break;
      case MD_BLOCK_TD: containers_.back().table.rows.back().push_back(take_text()); break;
      case MD_BLOCK_LI: {
        close_loose_text();
        auto blocks = std::move(containers_.back().blocks);
        containers_.pop_back();
        containers_.back().list.items.push_back(std::move(blocks));
        break;
      }
      case MD_BLOCK_UL:
      case MD_BLOCK_OL: {
        List list = std::move(containers_.back().list);
        containers_.pop_back();
        add(std::move(list));
        break;
      }
      case MD_BLOCK_TABLE: {
        Table table = std::move(containers_.back().table);
        containers_.pop_back();
        add(std::move(table));
        break;
      }
      case MD_BLOCK_QUOTE: {
        Quote quote{std::move(containers_.back().blocks)};
        containers_.pop_back();
        add(std::move(quote));
        break;
      }
      default: break;
    }
    return 0;
  }

  int enter_span(MD_SPANTYPE type, void* detail) {
    if (spans_.size() > limits::block_nesting * 4) return -1;
    Inline span;
    switch (type) {
      case MD_SPAN_EM: span.kind = Inline::Kind::italic; break;
      case MD_SPAN_STRONG: span.kind = Inline::Kind::bold; break;
      case MD_SPAN_CODE: span.kind = Inline::Kind::code; break;
      case MD_SPAN_A: span.kind = Inline::Kind::link, span.target = attribute(static_cast<MD_SPAN_A_DETAIL*>(detail)->href); break;
      case MD_SPAN_IMG: span.kind = Inline::Kind::image, span.target = attribute(static_cast<MD_SPAN_IMG_DETAIL*>(detail)->src); break;
      default: span.kind = Inline::Kind::text; break;
    }
    spans_.push_back(std::move(span));
    return 0;
  }

  int leave_span() {
    Inline span = std::move(spans_.back());
    spans_.pop_back();
    if (span.kind == Inline::Kind::code || span.kind == Inline::Kind::image) span.text = plain_text(span.children), span.children.clear();
    if (span.kind == Inline::Kind::text) {  // a span that we do not set differently
      for (Inline& child : span.children) current().push_back(std::move(child));
      return 0;
    }
    current().push_back(std::move(span));
    return 0;
  }

  int text(MD_TEXTTYPE type, std::string_view piece) {
    note_place(piece);
    if (in_code_) {
      code_.text += type == MD_TEXT_NULLCHAR ? "\uFFFD" : std::string(piece);
      return 0;
    }
    switch (type) {
      case MD_TEXT_BR: current().push_back({Inline::Kind::line_break, {}, {}, {}}); break;
      case MD_TEXT_SOFTBR: append_text(current(), Inline::Kind::text, " "); break;
      case MD_TEXT_ENTITY: append_text(current(), Inline::Kind::text, entity(piece)); break;
      case MD_TEXT_NULLCHAR: append_text(current(), Inline::Kind::text, "\uFFFD"); break;
      default: append_text(current(), Inline::Kind::text, piece); break;
    }
    return 0;
  }

  static std::string attribute(const MD_ATTRIBUTE& a) { return {a.text ? a.text : "", a.size}; }
  RichText& current() { return spans_.empty() ? text_so_far_ : spans_.back().children; }
  RichText take_text() { return std::exchange(text_so_far_, {}); }

  // A paragraph, or the text of a tight list item (which md4c hands over without a paragraph).
  void close_loose_text() {
    if (text_so_far_.empty()) return;
    RichText text = take_text();
    if (text.size() == 1 && text[0].kind == Inline::Kind::image) return add(ImageBlock{text[0].target, text[0].text});
    add(Paragraph{std::move(text)});
  }

  void note_place(std::string_view piece) {
    if (piece.data() < text_.data() || piece.data() > text_.data() + text_.size()) return;
    auto begin = static_cast<uint32_t>(piece.data() - text_.data());
    if (!has_place_) place_begin_ = begin;
    has_place_ = true;
    place_end_ = begin + static_cast<uint32_t>(piece.size());
  }

  template <class Content>
  void add(Content content) {
    Span span{FileId{0}, at_ + (has_place_ ? place_begin_ : place_end_), at_ + place_end_, 0};
    has_place_ = false;
    auto& to = containers_.empty() ? root_ : containers_.back().blocks;
    to.push_back({span, std::move(content)});
  }

  std::string_view text_;
  uint32_t at_;
  std::vector<Block> root_;
  std::vector<Container> containers_;
  std::vector<Inline> spans_;
  RichText text_so_far_;
  CodeBlock code_;
  bool in_code_ = false, is_too_deep_ = false;
  int heading_level_ = 2;
  bool has_place_ = false;
  uint32_t place_begin_ = 0, place_end_ = 0;
};

}  // namespace

RichText parse_inline(std::string_view text) {
  RichText result;
  while (!text.empty()) {
    size_t end = std::min(text.find("\n\n"), text.size());
    std::string line(text.substr(0, end));
    text.remove_prefix(std::min(text.size(), end + 2));
    std::replace(line.begin(), line.end(), '\n', ' ');
    size_t first = line.find_first_not_of(" \t\r");
    if (first == std::string::npos) continue;
    // A letter before it keeps "- a", "1. b" or "# c" from being read as a list or a heading; it is taken off again.
    std::string guarded = "x " + line.substr(first);
    auto blocks = TreeBuilder(guarded, 0).build();
    if (!result.empty()) result.push_back({Inline::Kind::line_break, {}, {}, {}});
    if (blocks.empty()) continue;
    auto* paragraph = std::get_if<Paragraph>(&blocks[0].content);
    if (!paragraph || paragraph->text.empty() || paragraph->text[0].text.size() < 2) continue;
    RichText inlines = std::move(paragraph->text);
    inlines[0].text.erase(0, 2);
    if (inlines[0].text.empty()) inlines.erase(inlines.begin());
    result.insert(result.end(), inlines.begin(), inlines.end());
  }
  return result;
}

std::vector<Block> parse_markdown(std::string_view text, uint32_t at, bool& is_too_deep) {
  TreeBuilder builder(text, at);
  std::vector<Block> blocks = builder.build();
  is_too_deep = builder.is_too_deep();
  return blocks;
}

}  // namespace wb
