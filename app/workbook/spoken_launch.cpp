#include "app/workbook/spoken_launch.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <optional>
#include <set>

#include "app/workbook/kernel_text.h"

namespace wb {
namespace {

constexpr size_t most_read = 1 << 14, most_read_in_all = 1 << 16;  // bytes of a comment; of all of them, the nearest first
constexpr uint64_t most_threads_of_block = 1024, most_threads = 1 << 22, warp_size = 32;

// ---- words

// A word in small letters, a number, or a sign.
struct Token {
  enum class Kind : uint8_t { word, number, sign } kind{};
  std::string text;   // as it is written; signs: "=" for "==", too; "x" for a multiplication sign
  std::string small;  // in small letters
  uint64_t number = 0;
};

// How a sentence ends: by a full stop, a semicolon or a line.
using Sentence = std::vector<Token>;

class Words {
 public:
  explicit Words(std::string_view text) : text_(text.substr(0, most_read)) {
    while (at_ < text_.size()) step();
    close();
  }
  std::vector<Sentence> sentences;

 private:
  void close() {
    if (!now_.empty()) sentences.push_back(std::move(now_));
    now_.clear();
  }
  void sign(std::string text, size_t length) {
    now_.push_back({Token::Kind::sign, text, text, 0});
    at_ += length;
  }
  bool is_digit(size_t i) const { return i < text_.size() && std::isdigit(static_cast<unsigned char>(text_[i])); }

  void step() {
    const char c = text_[at_];
    if (text_.substr(at_, 4) == "e.g.") return sign("e.g.", 4);
    const bool ends_sentence = c == ';' || c == '\n' || (c == '.' && (at_ + 1 >= text_.size() || std::isspace(static_cast<unsigned char>(text_[at_ + 1]))));
    if (ends_sentence) return close(), void(++at_);
    if (std::isspace(static_cast<unsigned char>(c))) return void(++at_);
    if (is_digit(at_)) return number();
    if ((c == 'x' || c == 'X') && is_digit(at_ + 1) && !now_.empty() && now_.back().kind == Token::Kind::number) return sign("x", 1);  // 16x16
    if (is_word_letter(c)) return word();
    if (text_.substr(at_, 3) == "<<<" || text_.substr(at_, 3) == ">>>") return sign(std::string(text_.substr(at_, 3)), 3);
    if (text_.substr(at_, 2) == "==") return sign("=", 2);
    if (text_.substr(at_, 2) == "\xc3\x97") return sign("x", 2);
    sign(std::string(1, c), 1);
  }

  void number() {
    size_t end = at_;
    uint64_t value = 0;
    while (is_digit(end)) value = std::min<uint64_t>(value * 10 + static_cast<uint64_t>(text_[end++] - '0'), uint64_t{1} << 40);
    const std::string digits(text_.substr(at_, end - at_));
    now_.push_back({Token::Kind::number, digits, digits, value});
    at_ = end;
  }

  void word() {
    size_t end = at_;
    while (end < text_.size() && is_word_letter(text_[end])) ++end;
    Token token{Token::Kind::word, std::string(text_.substr(at_, end - at_)), {}, 0};
    for (const char c : token.text) token.small += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (token.small == "x" && !now_.empty() && now_.back().kind == Token::Kind::number) token.kind = Token::Kind::sign;  // 16 x 16
    now_.push_back(std::move(token));
    at_ = end;
  }

  std::string_view text_;
  size_t at_ = 0;
  Sentence now_;
};

// ---- what sentences say

// A number; or one of the kernel's numbers divided by so much and rounded up, as in "grid = (N/64, M/64)".
struct Size {
  static constexpr uint64_t threads_of_block = 0;
  uint64_t number = 0;          // 0: not said
  std::string of;
  uint64_t per = 1;
  bool is_said() const { return number || !of.empty(); }
};
using Sizes = std::vector<Size>;
using SaidShape = std::array<Size, 3>;

// n > 64, n <= 256, weight <= capacity / 2
struct Bound {
  std::string number;
  bool is_least = false, is_strict = false;
  Size size;
};
struct Said {
  SaidShape grid, block;
  std::map<std::string, std::string> numbers;
  std::vector<Bound> bounds;
};
bool is_said(const SaidShape& sizes) { return std::any_of(sizes.begin(), sizes.end(), [](const Size& s) { return s.is_said(); }); }

// What the code makes of a name: `#define N 64`, `constexpr int N = 64;`. None: no number, or it is no constant.
std::optional<uint64_t> constant_in(std::string_view code, std::string_view name) {
  for (size_t at = find_word(code, name, 0); at != std::string_view::npos; at = find_word(code, name, at + 1)) {
    const size_t line = code.find_last_of(";\n{}", at) + 1;
    const std::string_view before = code.substr(line, at - line);
    const bool is_macro = before.find("#define") != std::string_view::npos || before.find("# define") != std::string_view::npos;
    const bool is_constant = find_word(before, "const", 0) != std::string_view::npos || find_word(before, "constexpr", 0) != std::string_view::npos;
    size_t value = code.find_first_not_of(" \t(", at + name.size());
    if (value == std::string_view::npos || (!is_macro && (!is_constant || code[value] != '='))) continue;
    if (!is_macro) value = code.find_first_not_of(" \t(", value + 1);
    uint64_t number = 0;
    for (; value < code.size() && std::isdigit(static_cast<unsigned char>(code[value])); ++value) number = std::min<uint64_t>(number * 10 + static_cast<uint64_t>(code[value] - '0'), uint64_t{1} << 40);
    const size_t behind = std::min(code.find_first_not_of("uUlL) \t\r", value), code.size());
    const bool is_whole = behind == code.size() || code[behind] == '\n' || code[behind] == ';' || code[behind] == ',';
    if (number && is_whole) return number;
  }
  return std::nullopt;
}

class Reading {
 public:
  Reading(const Sentence& sentence, std::string_view code, std::string_view kernel, const std::set<std::string, std::less<>>& kernels, const std::vector<std::string>& numbers, Said& said)
      : s_(sentence), code_(code), kernel_(kernel), kernels_(kernels), numbers_(numbers), said_(said) {}

  void read() {
    for (size_t i = 0; i < s_.size(); ++i) {
      read_brackets(i);
      read_grid_of_blocks(i);
      read_named(i, {"blockdim", "block", "blocksize", "block_size", "block_dim", "threads", "threads_per_block", "threadsperblock", "nthreads"}, said_.block);
      read_named(i, {"griddim", "grid", "gridsize", "grid_size", "grid_dim", "blocks", "blocks_per_grid", "blockspergrid", "nblocks", "num_blocks", "numblocks"}, said_.grid);
      read_number(i);
      read_example(i);
      read_bound(i);
    }
    read_counts();
  }

 private:
  bool is(size_t i, std::string_view word) const { return i < s_.size() && s_[i].small == word; }
  bool is_one_of(size_t i, std::initializer_list<std::string_view> words) const {
    return i < s_.size() && std::find(words.begin(), words.end(), std::string_view(s_[i].small)) != words.end();
  }
  bool is_operator(size_t i) const { return is_one_of(i, {"*", "+", "/", "%"}) || (is(i, "-") && !is(i + 1, "-")); }  // "--gridDim=2" is an option

  // "64", "two", "a single": how many; moves behind it.
  std::optional<uint64_t> count(size_t& i) const {
    if (is(i, "a") && is(i + 1, "single")) ++i;
    if (i >= s_.size()) return std::nullopt;
    if (s_[i].kind == Token::Kind::number) return s_[i].number ? std::optional(s_[i++].number) : std::nullopt;
    static constexpr std::array<std::pair<const char*, uint64_t>, 11> words = {
        {{"one", 1}, {"single", 1}, {"two", 2}, {"three", 3}, {"four", 4}, {"five", 5}, {"six", 6}, {"seven", 7}, {"eight", 8}, {"sixteen", 16}, {"ten", 10}}};
    for (const auto& [word, value] : words)
      if (is(i, word)) return ++i, std::optional(value);
    return std::nullopt;
  }

  bool is_number_of_kernel(size_t i) const { return i < s_.size() && s_[i].kind == Token::Kind::word && std::find(numbers_.begin(), numbers_.end(), s_[i].text) != numbers_.end(); }

  // 64, or a constant of the file's; moves behind it.
  std::optional<uint64_t> factor(size_t& i) const {
    if (i >= s_.size() || s_[i].kind == Token::Kind::sign) return std::nullopt;
    const std::optional<uint64_t> value = s_[i].kind == Token::Kind::number ? std::optional(s_[i].number) : is_number_of_kernel(i) ? std::nullopt : constant_in(code_, s_[i].text);
    if (!value || !*value) return std::nullopt;
    ++i;
    return value;
  }

  // 64, N / 2, n / 256, (n + 255) / 256, ceil(n / 256); moves behind it.
  std::optional<Size> size(size_t& i) const {
    size_t at = i;
    const bool is_rounded = is_one_of(at, {"ceil", "ceildiv", "ceil_div", "cdiv", "divup", "div_up"}) && is(at + 1, "(");
    if (is_rounded) at += 2;
    const bool is_sum = !is_rounded && is(at, "(") && is_number_of_kernel(at + 1) && is(at + 2, "+");
    if (is_sum) ++at;
    if (!is_number_of_kernel(at)) return is_rounded ? std::nullopt : product(i);
    Size found{0, s_[at++].text, 1};
    while (is_sum && at < s_.size() && !is(at, ")")) ++at;
    if (is_sum) ++at;
    if (is(at, "/") || (is_rounded && is(at, ","))) {
      const std::optional<uint64_t> per = factor(++at);
      if (!per) return std::nullopt;
      found.per = *per;
    }
    if (is_rounded && !is(at++, ")")) return std::nullopt;
    if (is_operator(at)) return std::nullopt;
    i = at;
    return found;
  }
  std::optional<Size> product(size_t& i) const {
    size_t at = i;
    std::optional<uint64_t> value = factor(at);
    while (value && is_one_of(at, {"*", "/"})) {
      const bool divides = is(at, "/");
      const std::optional<uint64_t> other = factor(++at);
      if (!other) return std::nullopt;
      value = divides ? *value / *other : std::min(*value, uint64_t{1} << 20) * std::min(*other, uint64_t{1} << 20);
    }
    if (!value || !*value || is_operator(at)) return std::nullopt;
    i = at;
    return Size{*value, {}, 1};
  }

  // One to three of them: "64", "16 x 16", "(16,16)", "[16, 16]", "dim3(16, 16)"; moves behind them. Empty: none stand there.
  Sizes sizes(size_t& i) const {
    size_t at = i;
    Sizes all;
    if (is_one_of(at, {"(", "["  , "{"}) || is(at, "dim3")) {
      size_t inside = at + 1 + is(at, "dim3");
      while (all.size() < 3) {
        const std::optional<Size> found = size(inside);
        if (!found) break;
        all.push_back(*found);
        if (!is_one_of(inside, {",", "x"})) break;
        ++inside;
      }
      const bool is_list = !all.empty() && is_one_of(inside, {")", "]", "}"}) && !is_operator(inside + 1);
      if (is_list) return i = inside + 1, all;
      all.clear();
    }
    while (all.size() < 3) {
      const std::optional<Size> found = size(at);
      if (!found) break;
      all.push_back(*found);
      i = at;
      if (!is(at, "x")) break;
      ++at;
    }
    return all;
  }

  bool fits(const SaidShape& to, const Sizes& from) const {
    return !from.empty() && (&to == &said_.grid || std::none_of(from.begin(), from.end(), [](const Size& s) { return s.per == Size::threads_of_block; }));
  }
  void set(SaidShape& to, const Sizes& from) {
    if (fits(to, from) && !is_said(to)) std::copy(from.begin(), from.end(), to.begin());
  }

  // <<<2, 32>>>; a size that is no number is passed by.
  void read_brackets(size_t i) {
    if (!is(i, "<<<") || is_of_another_kernel(i)) return;
    size_t at = i + 1;
    for (SaidShape* to : {&said_.grid, &said_.block}) {
      const Sizes found = sizes(at);
      const bool is_whole = is(at, ",") || is(at, ">>>");
      if (is_whole) set(*to, found);
      for (int depth = 0; at < s_.size() && !is(at, ">>>") && (depth > 0 || !is(at, ",")); ++at) depth += is(at, "(") - is(at, ")");
      if (!is(at, ",")) return;
      ++at;
    }
  }

  // phase1<<<1, 256>>>, phase2<<<...>>>
  bool is_of_another_kernel(size_t brackets) const {
    if (brackets == 0 || s_[brackets - 1].kind != Token::Kind::word || s_[brackets - 1].text == kernel_) return false;
    return kernels_.contains(s_[brackets - 1].text);
  }

  // "a 4x4 grid of 16x16 blocks"
  void read_grid_of_blocks(size_t i) {
    if (s_[i].kind != Token::Kind::number) return;
    size_t at = i;
    const Sizes grid = sizes(at);
    if (grid.empty() || !is(at, "grid")) return;
    const bool has_blocks = is(at + 1, "of");
    size_t behind = at + 2;
    const Sizes block = has_blocks ? sizes(behind) : Sizes{};
    if (is_said(said_.grid) || !is_one_of(behind, {"block", "blocks", "thread"})) return;  // "on a 512 x 512 grid"
    set(said_.grid, grid);
    set(said_.block, block);
  }

  // "blockDim.x = 64", "block: 16 x 16", "block size 256", "block of 64 threads", "dim3 grid(n / 32)"
  void read_named(size_t i, std::initializer_list<std::string_view> names, SaidShape& to) {
    if (!is_one_of(i, names)) return;
    size_t at = i + 1, axis = 3;
    if (is(at, ".") && is_one_of(at + 1, {"x", "y", "z"})) axis = static_cast<size_t>(s_[at + 1].small[0] - 'x'), at += 2;
    const bool has_size_word = is_one_of(at, {"size", "dim", "dimension", "dimensions"}) || is_one_of(i, {"blocksize", "gridsize"});
    if (is_one_of(at, {"size", "dim", "dimension", "dimensions"})) ++at;
    const bool has_sign = is_one_of(at, {"=", ":", "is"}), is_of = is(at, "of") && is_one_of(i, {"block", "blocks", "grid"}), is_declared = i > 0 && is(i - 1, "dim3") && is(at, "(");
    const auto has_word = [&](std::string_view word) { return std::any_of(s_.begin(), s_.end(), [&](const Token& t) { return t.small == word; }); };
    const bool are_both = (is(i, "block") && has_word("grid")) || (is(i, "grid") && is(at, "(") && has_word("block"));  // grid (n / TILE, heads), block TILE
    const bool may_be_list = is(at, "(") && is_one_of(i, {"block", "threads", "blockdim"});
    if (!has_sign && !is_of && !has_size_word && !is_declared && !are_both && !may_be_list) return;
    if (has_sign || is_of) ++at;
    const Sizes found = sizes(at);
    if (may_be_list && !is_declared && !are_both && !is_list_of_threads(found)) return;
    if (is_of && !is_one_of(at, {"thread", "threads", "block", "blocks"})) return;  // blocks of 64 elements
    if (is_of && is(i, "blocks")) return;                                             // a count of threads: read_counts
    if (!fits(to, found) || (&to == &said_.grid && !is_of_launch(i, at, found))) return;
    if (axis == 3) set(to, found);
    else if (found.size() == 1 && !to[axis].is_said()) to[axis] = found[0];
  }

  // "block (34, 10)" is a shape, "block (1, 2)" one of the grid's.
  static bool is_list_of_threads(const Sizes& found) {
    const bool are_numbers = found.size() > 1 && std::all_of(found.begin(), found.end(), [](const Size& s) { return s.number > 1; });
    return are_numbers && found[0].number * found[1].number >= warp_size;
  }

  // "grid = 512 x 512" may speak of points of a mesh: blocks are few, or named, or divide a number, or stand beside threads of a block.
  bool is_of_launch(size_t name, size_t behind, const Sizes& found) const {
    constexpr uint64_t few = 64;
    const auto is_of_points = [&](size_t i) { return is_one_of(i, {"points", "cells", "nodes", "elements", "pixels", "voxels", "sites", "values", "numbers", "intervals", "entries"}); };
    if (is_of_points(behind) || is_of_points(behind + 1)) return false;
    if (is(name, "griddim") || is_one_of(behind, {"block", "blocks", "cta", "ctas"})) return true;
    const auto is_of_block = [&](size_t i) { return is_one_of(i, {"block", "blockdim", "threads", "blocksize", "block_size"}); };
    bool has_block = false;
    for (size_t i = 0; i < s_.size(); ++i) has_block |= is_of_block(i);
    return std::all_of(found.begin(), found.end(), [&](const Size& s) { return s.per > 1 || (s.number && (has_block || s.number <= few)); });
  }

  // n = 1000; n == gridDim.x * blockDim.x
  void read_number(size_t i) {
    if (!is_number_of_kernel(i) || !is(i + 1, "=") || said_.numbers.contains(s_[i].text)) return;
    if (i > 0 && (is_operator(i - 1) || is_one_of(i - 1, {".", ">", "<", "!"}))) return;
    size_t at = i + 2;
    uint64_t value = 1;
    bool has_grid = false, has_block = false;
    for (;; ++at) {
      const bool is_shape = is_one_of(at, {"griddim", "blockdim"});
      if (is_shape) {
        (is(at, "griddim") ? has_grid : has_block) = true;
        at += is(at + 1, ".") ? 3 : 1;
      } else {
        const std::optional<uint64_t> number = factor(at);
        if (!number) return;
        value = std::min(value, uint64_t{1} << 30) * std::min(*number, uint64_t{1} << 30);
      }
      if (!is(at, "*")) break;
    }
    if (goes_on_as_number(at) || is(at, "x")) return;
    if (!has_grid && !has_block) said_.numbers[s_[i].text] = std::to_string(value);
    else if (has_grid && (!has_block || value == 1) && !said_.grid[0].is_said()) said_.grid[0] = {0, s_[i].text, has_block ? Size::threads_of_block : value};
  }

  // "any n (e.g. 1000)"
  void read_example(size_t i) {
    constexpr size_t longest_way = 6;
    if (!is_number_of_kernel(i) || said_.numbers.contains(s_[i].text)) return;
    for (size_t at = i + 1; at < std::min(s_.size(), i + longest_way) && !is_number_of_kernel(at); ++at) {
      if (!is(at, "e.g.")) continue;
      if (is(++at, s_[i].small) && is(at + 1, "=")) at += 2;
      const std::optional<uint64_t> number = factor(at);
      if (number && !goes_on_as_number(at) && !is_operator(at) && !is(at, "x")) said_.numbers[s_[i].text] = std::to_string(*number);
      return;
    }
  }

  // A number that is only bounded gets the bound; a strict lower one is doubled. `n >= 3` says no more than that there is something to do.
  void read_bound(size_t i) {
    const bool is_condition = std::any_of(s_.begin(), s_.end(), [](const Token& t) { return t.small == "if" || t.small == "when" || t.small == "unless" || t.small == "where"; });
    if (is_condition || !is_number_of_kernel(i) || !is_one_of(i + 1, {"<", ">"}) || (i > 0 && (is_operator(i - 1) || is_one_of(i - 1, {".", ">", "<", "!"})))) return;
    const bool is_least = is(i + 1, ">"), is_strict = !is(i + 2, "=");
    size_t at = i + 2 + !is_strict;
    const std::optional<Size> bound = size(at);
    constexpr uint64_t some = 32;
    if (!bound || goes_on_as_number(at) || (is_least && bound->number && bound->number < some)) return;
    said_.bounds.push_back({s_[i].text, is_least, is_strict, *bound});
  }
  // 1 << 10, 10^6, 1e6, 64K, 1,000: what was read is only its beginning.
  bool goes_on_as_number(size_t at) const {
    const bool has_groups = is(at, ",") && at + 1 < s_.size() && s_[at + 1].kind == Token::Kind::number && s_[at + 1].text.size() == 3;
    const bool has_unit = is_one_of(at, {"k", "m", "g", "kb", "mb", "gb", "kib", "mib", "gib"}) || (at < s_.size() && s_[at].small.size() > 1 && s_[at].small[0] == 'e' && std::isdigit(static_cast<unsigned char>(s_[at].small[1])));
    return has_groups || has_unit || is_operator(at) || is_one_of(at, {".", "<", "^", "<<<"});
  }

  enum class Unit : uint8_t { threads, warps, blocks };
  struct Counted {
    uint64_t number = 0;
    Unit unit{};
    bool is_for_block = false;  // "per block"
  };

  // "2 blocks" and the like; none where only some of them are meant, and of other things: "the first 2 warps", "4 blocks of 64 elements". Moves behind it.
  std::optional<Counted> counted_at(size_t& i) const {
    const bool is_of_cluster = i >= 2 && is(i - 1, "of") && is_one_of(i - 2, {"cluster", "clusters"});
    const bool are_some = i > 0 && is_one_of(i - 1, {"first", "last", "other", "these", "those", "every", "next", "than", "thread", "block", "warp", "lane"});
    size_t at = i;
    const std::optional<uint64_t> number = count(at);
    if (!number || is_of_cluster || are_some) return std::nullopt;
    if (is(at, "-")) ++at;  // 64-thread blocks
    const std::optional<Unit> unit = unit_at(at++);
    if (!unit) return std::nullopt;
    if (is(at, "of") && (unit != Unit::blocks || !counts_threads(at + 1))) return std::nullopt;
    if (is_one_of(at, {"per", "for"}) && at + 1 < s_.size() && !is_one_of(at + 1, {"block", "cta", "grid", "each", "a", "the"})) return std::nullopt;  // one thread per pair
    const bool is_for_block = (is_one_of(at, {"per", "/", "a", "in"}) && (is_one_of(at + 1, {"block", "each"}) || (is(at + 1, "a") && is(at + 2, "block")))) || (is(at, "-") && is_one_of(at + 1, {"block", "blocks"}));
    i = at - 1;
    return Counted{*number, *unit, is_for_block};
  }
  std::optional<Unit> unit_at(size_t i) const {
    if (is_one_of(i, {"thread", "threads"})) return Unit::threads;
    if (is_one_of(i, {"warp", "warps"})) return Unit::warps;
    if (is_one_of(i, {"block", "blocks", "cta", "ctas"})) return Unit::blocks;
    return std::nullopt;
  }
  bool counts_threads(size_t i) const {
    const bool has_number = count(i).has_value();
    if (is(i, "-")) ++i;
    return has_number && is_one_of(i, {"thread", "threads", "warp", "warps"});
  }

  // "2 blocks of 32 threads", "launch: 64 threads (warp 0 produces), 1 block", "256 threads per block", "one warp per block"
  void read_counts() {
    std::vector<Counted> threads, warps, blocks;
    bool is_of_launch = false;
    for (size_t i = 0; i < s_.size(); ++i) {
      is_of_launch |= is_one_of(i, {"launch", "launched", "run", "runs", "started", "expects"});
      if (const std::optional<Counted> found = counted_at(i)) (found->unit == Unit::threads ? threads : found->unit == Unit::warps ? warps : blocks).push_back(*found);
    }
    if (blocks.size() > 1) return;
    const bool is_all = s_.size() <= 4;  // nothing else is said
    const bool is_exact = is_all && std::any_of(s_.begin(), s_.end(), [](const Token& t) { return t.small == "exactly"; });
    if (threads.empty() && warps.size() == 1 && (is_all || is_of_launch || !blocks.empty())) {
      threads = warps;
      threads[0].number *= warp_size;
      threads[0].is_for_block &= is_all || is_of_launch;
    }
    if (threads.empty() && !blocks.empty() && is_of_launch) set(said_.grid, {{blocks[0].number, {}, 1}});
    if (threads.size() != 1) return;
    const bool is_somebody = threads[0].number == 1 && !is_of_launch;  // "one thread per block takes the lock"
    const bool is_shape = !blocks.empty() || threads[0].is_for_block || is_of_launch || is_exact || s_.size() == 2;
    if (is_somebody || !is_shape) return;
    set(said_.block, {{threads[0].number, {}, 1}});
    if (!blocks.empty()) set(said_.grid, {{blocks[0].number, {}, 1}});
  }

  const Sentence& s_;
  std::string_view code_, kernel_;
  const std::set<std::string, std::less<>>& kernels_;  // of the file
  const std::vector<std::string>& numbers_;
  Said& said_;
};

// ---- which comments

// The comments at the head of its body and in front of the kernel, nearest first; outside of functions, and not those right in front of another kernel, but for one that launches it by its name.
std::vector<std::string> comments_for(std::string_view source, const std::string& code, const KernelText& kernel, std::string_view name) {
  const size_t first = code.find_first_not_of(" \t\r\n", kernel.body + 1);
  std::vector<std::string> near, far;
  size_t depth = 0, looked_at = 0;
  std::string run;  // comments with nothing but space between them
  const auto close_run = [&](size_t next_code) {
    if (run.empty()) return;
    constexpr size_t longest_head = 4096;
    const std::string_view near_code = std::string_view(code).substr(next_code, longest_head);
    const std::string_view declared = near_code.substr(0, near_code.find_first_of(";{"));
    const bool is_own = next_code <= kernel.head && kernel.head < next_code + declared.size();
    const bool is_of_file = !near_code.empty() && near_code[0] == '#';  // in front of what is included
    const bool is_others = !is_own && !is_of_file && declared.find("__global__") != std::string_view::npos;
    const size_t named = run.find(std::string(name) + "<<<");
    const bool names_it = named != std::string::npos && (named == 0 || !is_word_letter(run[named - 1]));
    if (!is_others || names_it) far.push_back(std::move(run));
    run.clear();
  };
  size_t run_end = 0;
  for (const Comment& c : comments_in(source)) {
    if (c.begin > std::min(first, kernel.end)) break;
    const size_t between = std::string_view(code).substr(run_end, c.begin - run_end).find_first_not_of(" \t\r\n");
    if (!run.empty() && between != std::string_view::npos) close_run(run_end + between);
    for (; looked_at < c.begin; ++looked_at) depth += static_cast<size_t>(code[looked_at] == '{') - static_cast<size_t>(code[looked_at] == '}' && depth > 0);
    if (c.begin > kernel.head) near.emplace_back(c.text);
    else if (depth == 0) run += std::string(c.text) + "\n", run_end = c.end;
  }
  close_run(std::min(code.find_first_not_of(" \t\r\n", run_end), code.size()));
  near.insert(near.end(), far.rbegin(), far.rend());
  return near;
}

// ---- what comes of it

using Numbers = std::array<uint64_t, 3>;  // 0: not said

std::vector<std::string> written(const Numbers& sizes) {
  if (sizes == Numbers{}) return {};
  std::vector<std::string> all;
  for (const uint64_t size : sizes) all.push_back(std::to_string(std::max<uint64_t>(size, 1)));
  while (all.size() > 1 && all.back() == "1") all.pop_back();
  return all;
}

uint64_t product(const Numbers& sizes) {
  uint64_t all = 1;
  for (const uint64_t size : sizes) all = std::min(all * std::clamp<uint64_t>(size, 1, most_threads), most_threads + 1);
  return all;
}

Numbers numbers_of(const SaidShape& said) {
  Numbers numbers{};
  std::transform(said.begin(), said.end(), numbers.begin(), [](const Size& size) { return size.number; });
  return numbers;
}

// So many, of a number that is known: rounded up.
uint64_t number_of(const Size& size, const std::string& known) {
  return known.size() < 10 && size.per ? (std::stoull(known) + size.per - 1) / size.per : 0;
}

void fit_bounds(Said& said) {
  constexpr uint64_t largest = 1 << 20;  // a bound that says no more than how large a type is
  // Bounds from above go first; those by another number may be known in a second round.
  for (const bool is_least : {false, true, false, true})
    for (const Bound& bound : said.bounds) {
      if (bound.is_least != is_least) continue;
      const auto of = said.numbers.find(bound.size.of);
      const bool is_known = bound.size.of.empty() || (of != said.numbers.end() && of->second.size() < 10);
      uint64_t number = !is_known ? 0 : bound.size.of.empty() ? bound.size.number : std::stoull(of->second) / std::max<uint64_t>(bound.size.per, 1);
      if (number && bound.is_strict) number = is_least ? 2 * number : number - 1;
      if (number && number <= largest) said.numbers.try_emplace(bound.number, std::to_string(number));
    }
}

// "grid = n / 256": as many blocks as n asks for, where it is known; else some blocks, and n is what they are for.
void fit_numbers(Said& said, uint64_t threads_of_block) {
  const auto count = std::count_if(said.grid.begin(), said.grid.end(), [](const Size& s) { return !s.of.empty(); });
  for (Size& size : said.grid) {
    const uint64_t per = size.per == Size::threads_of_block ? threads_of_block : size.per;
    if (size.of.empty() || per == 0) continue;
    const auto known = said.numbers.find(size.of);
    if (known != said.numbers.end() && known->second.size() < 10) size.number = number_of({0, size.of, per}, known->second);
    else size.number = std::clamp<uint64_t>((count > 1 ? 64 : 1024) / per, 2, 16), said.numbers[size.of] = std::to_string(size.number * per);
  }
}

}  // namespace

SpokenLaunch spoken_launch(std::string_view source, std::string_view kernel, const std::vector<std::string>& numbers) {
  const std::string code = bare_code(source);
  const std::optional<KernelText> place = find_kernel(code, kernel);
  if (!place) return {};
  const std::set<std::string, std::less<>> kernels = kernel_names(code);
  Said said;
  size_t left = most_read_in_all;
  for (const std::string& comment : comments_for(source, code, *place, kernel)) {
    if (comment.size() > left) break;
    left -= comment.size();
    for (const Sentence& sentence : Words(comment).sentences) Reading(sentence, code, kernel, kernels, numbers, said).read();
  }
  SpokenLaunch launch;
  fit_bounds(said);
  for (Size& size : said.block)
    if (const auto known = said.numbers.find(size.of); known != said.numbers.end()) size.number = number_of(size, known->second);
  const Numbers block = numbers_of(said.block);
  if (product(block) <= most_threads_of_block) launch.block = written(block);
  fit_numbers(said, launch.block.empty() ? 0 : product(block));
  const Numbers grid = numbers_of(said.grid);
  if (product(grid) <= most_threads / (launch.block.empty() ? 1 : product(block))) launch.grid = written(grid);
  launch.numbers = std::move(said.numbers);
  return launch;
}

}  // namespace wb
