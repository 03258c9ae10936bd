#include "app/workbook/spoken_launch.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <optional>

#include "app/workbook/kernel_text.h"

namespace wb {
namespace {

constexpr size_t most_read = 1 << 14;  // bytes of a comment
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

using Sizes = std::vector<uint64_t>;

struct Said {
  std::array<uint64_t, 3> grid{}, block{};  // 0: not said
  std::map<std::string, std::string> numbers;
  static bool is_said(const std::array<uint64_t, 3>& sizes) { return sizes[0] || sizes[1] || sizes[2]; }
};

class Reading {
 public:
  Reading(const Sentence& sentence, const std::vector<std::string>& numbers, Said& said) : s_(sentence), numbers_(numbers), said_(said) {}

  void read() {
    for (size_t i = 0; i < s_.size(); ++i) {
      read_brackets(i);
      read_named(i, {"blockdim", "block", "blocksize", "block_size", "block_dim", "threads", "threads_per_block", "threadsperblock", "nthreads"}, said_.block);
      read_named(i, {"griddim", "grid", "gridsize", "grid_size", "grid_dim", "blocks", "blocks_per_grid", "blockspergrid", "nblocks", "num_blocks", "numblocks"}, said_.grid);
      read_number(i);
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

  // "64", "16 x 16", "(16,16)", "[16, 16]", "dim3(16, 16)"; moves behind them. Empty: none stand there.
  Sizes sizes(size_t& i) const {
    size_t at = i;
    if (is(at, "dim3")) ++at;
    const bool is_bracketed = is_one_of(at, {"(", "[", "{"});
    if (is_bracketed) ++at;
    Sizes all;
    while (all.size() < 3 && at < s_.size() && s_[at].kind == Token::Kind::number && s_[at].number) {
      all.push_back(s_[at++].number);
      if (!is(at, "x") && !(is_bracketed && is(at, ","))) break;
      ++at;
    }
    if (is_bracketed && !is_one_of(at, {")", "]", "}"})) return {};
    if (is_bracketed) ++at;
    if (all.empty() || is_operator(at)) return {};
    i = at;
    return all;
  }

  static void set(std::array<uint64_t, 3>& to, const Sizes& from) {
    if (from.empty() || Said::is_said(to)) return;
    std::copy(from.begin(), from.end(), to.begin());
  }

  // <<<2, 32>>>; a size that is no number is passed by.
  void read_brackets(size_t i) {
    if (!is(i, "<<<")) return;
    size_t at = i + 1;
    for (std::array<uint64_t, 3>* to : {&said_.grid, &said_.block}) {
      const Sizes found = sizes(at);
      const bool is_whole = is(at, ",") || is(at, ">>>");
      if (is_whole) set(*to, found);
      for (int depth = 0; at < s_.size() && !is(at, ">>>") && (depth > 0 || !is(at, ",")); ++at) depth += is(at, "(") - is(at, ")");
      if (!is(at, ",")) return;
      ++at;
    }
  }

  // "blockDim.x = 64", "block: 16 x 16", "block size 256", "block of 64 threads"
  void read_named(size_t i, std::initializer_list<std::string_view> names, std::array<uint64_t, 3>& to) {
    if (!is_one_of(i, names)) return;
    size_t at = i + 1, axis = 3;
    if (is(at, ".") && is_one_of(at + 1, {"x", "y", "z"})) axis = static_cast<size_t>(s_[at + 1].small[0] - 'x'), at += 2;
    const bool has_size_word = is_one_of(at, {"size", "dim", "dimension", "dimensions"}) || is_one_of(i, {"blocksize", "gridsize"});
    if (is_one_of(at, {"size", "dim", "dimension", "dimensions"})) ++at;
    const bool has_sign = is_one_of(at, {"=", ":", "is"}), is_of = is(at, "of") && is_one_of(i, {"block", "blocks", "grid"});
    if (!has_sign && !is_of && !has_size_word) return;
    if (has_sign || is_of) ++at;
    const Sizes found = sizes(at);
    if (is_of && !is_one_of(at, {"thread", "threads", "block", "blocks"})) return;  // blocks of 64 elements
    if (is_of && is(i, "blocks")) return;                                             // a count of threads: read_counts
    if (found.empty()) return;
    if (axis == 3) set(to, found);
    else if (found.size() == 1 && to[axis] == 0) to[axis] = found[0];
  }

  // n = 1000
  void read_number(size_t i) {
    if (s_[i].kind != Token::Kind::word || !is(i + 1, "=") || std::find(numbers_.begin(), numbers_.end(), s_[i].text) == numbers_.end()) return;
    if (i > 0 && (is_operator(i - 1) || is_one_of(i - 1, {".", ">", "<", "!"}))) return;
    size_t at = i + 2;
    if (at < s_.size() && s_[at].kind == Token::Kind::number && !is_operator(at + 1) && !is(at + 1, "x") && !is(at + 1, ".")) said_.numbers.try_emplace(s_[i].text, s_[at].text);
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
    if (threads.empty() && warps.size() == 1 && (is_all || is_of_launch || !blocks.empty())) {
      threads = warps;
      threads[0].number *= warp_size;
      threads[0].is_for_block &= is_all || is_of_launch;
    }
    if (threads.empty() && !blocks.empty() && is_of_launch) set(said_.grid, {blocks[0].number});
    if (threads.size() != 1) return;
    const bool is_somebody = threads[0].number == 1 && !is_of_launch;  // "one thread per block takes the lock"
    const bool is_shape = !blocks.empty() || threads[0].is_for_block || is_of_launch || s_.size() == 2;
    if (is_somebody || !is_shape) return;
    set(said_.block, {threads[0].number});
    if (!blocks.empty()) set(said_.grid, {blocks[0].number});
  }

  const Sentence& s_;
  const std::vector<std::string>& numbers_;
  Said& said_;
};

// ---- which comments

// The comments at the head of its body and in front of the kernel, nearest first; outside of functions, and not those right in front of another kernel.
std::vector<std::string> comments_for(std::string_view source, const std::string& code, const KernelText& kernel) {
  const size_t first = code.find_first_not_of(" \t\r\n", kernel.body + 1);
  std::vector<std::string> near, far;
  size_t depth = 0, looked_at = 0;
  std::string run;  // comments with nothing but space between them
  const auto close_run = [&](size_t next_code) {
    if (run.empty()) return;
    const size_t line_end = std::min(code.find_first_of(";{", next_code), code.size());
    const bool is_others = next_code != kernel.head && code.substr(next_code, line_end - next_code).find("__global__") != std::string::npos && !(next_code < kernel.head && kernel.head < line_end);
    if (!is_others) far.push_back(std::move(run));
    run.clear();
  };
  size_t run_end = 0;
  for (const Comment& c : comments_in(source)) {
    if (c.begin > std::min(first, kernel.end)) break;
    const size_t next = std::min(code.find_first_not_of(" \t\r\n", run_end), code.size());
    if (!run.empty() && next < c.begin) close_run(next);
    for (; looked_at < c.begin; ++looked_at) depth += static_cast<size_t>(code[looked_at] == '{') - static_cast<size_t>(code[looked_at] == '}' && depth > 0);
    if (c.begin > kernel.head) near.emplace_back(c.text);
    else if (depth == 0) run += std::string(c.text) + "\n", run_end = c.end;
  }
  close_run(std::min(code.find_first_not_of(" \t\r\n", run_end), code.size()));
  near.insert(near.end(), far.rbegin(), far.rend());
  return near;
}

std::vector<std::string> written(const std::array<uint64_t, 3>& sizes) {
  if (!Said::is_said(sizes)) return {};
  std::vector<std::string> all;
  for (const uint64_t size : sizes) all.push_back(std::to_string(std::max<uint64_t>(size, 1)));
  while (all.size() > 1 && all.back() == "1") all.pop_back();
  return all;
}

uint64_t product(const std::array<uint64_t, 3>& sizes) {
  uint64_t all = 1;
  for (const uint64_t size : sizes) all = std::min(all * std::clamp<uint64_t>(size, 1, most_threads), most_threads + 1);
  return all;
}

}  // namespace

SpokenLaunch spoken_launch(std::string_view source, std::string_view kernel, const std::vector<std::string>& numbers) {
  const std::string code = bare_code(source);
  const std::optional<KernelText> place = find_kernel(code, kernel);
  if (!place) return {};
  Said said;
  for (const std::string& comment : comments_for(source, code, *place))
    for (const Sentence& sentence : Words(comment).sentences) Reading(sentence, numbers, said).read();
  SpokenLaunch launch;
  if (product(said.block) <= most_threads_of_block) launch.block = written(said.block);
  if (product(said.grid) <= most_threads / (launch.block.empty() ? 1 : product(said.block))) launch.grid = written(said.grid);
  launch.numbers = std::move(said.numbers);
  return launch;
}

}  // namespace wb
