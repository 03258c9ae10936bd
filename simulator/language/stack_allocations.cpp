#include "simulator/language/stack_allocations.h"

#include <optional>
#include <set>

namespace wb {
namespace {

constexpr size_t most_calls = 256;  // of one file: each is looked up by reading back from it

class StackAllocations {
 public:
  explicit StackAllocations(std::vector<Token>& tokens) : t_(tokens) {}

  void run() {
    std::set<size_t> bodies;  // where functions with such calls begin
    std::vector<size_t> calls;
    for (size_t i = 1; i + 1 < t_.size() && calls.size() < most_calls; ++i) {
      if (!is_call(i)) continue;
      const std::optional<size_t> body = body_around(i);
      if (!body) continue;
      calls.push_back(i);
      bodies.insert(*body);
    }
    // From the back: what stands in front keeps its place.
    while (!calls.empty() || !bodies.empty()) {
      if (bodies.empty() || (!calls.empty() && calls.back() > *bodies.rbegin())) {
        write_call(calls.back());
        calls.pop_back();
      } else {
        write_memory(*bodies.rbegin());
        bodies.erase(std::prev(bodies.end()));
      }
    }
  }

 private:
  bool is_call(size_t i) const {
    if (t_[i].kind != Tok::identifier || (t_[i].text != "alloca" && t_[i].text != "__builtin_alloca") || t_[i + 1].kind != Tok::left_paren) return false;
    const Tok before = t_[i - 1].kind;  // a member's name, another one's function, a declaration
    return before != Tok::dot && before != Tok::arrow && before != Tok::scope && before != Tok::identifier && (before != Tok::star || t_[i - 2].kind != Tok::kw_void);
  }

  // The brace of the function or lambda around a token: the first one outwards that stands behind parameters, and not behind the head of a statement.
  std::optional<size_t> body_around(size_t i) const {
    int depth = 0;
    for (; i-- > 0;) {
      if (t_[i].kind == Tok::right_brace) ++depth;
      if (t_[i].kind != Tok::left_brace || --depth >= 0) continue;
      depth = 0;
      if (is_body(i)) return i;
    }
    return std::nullopt;
  }
  bool is_body(size_t brace) const {
    size_t i = brace;
    while (i > 0 && (t_[i - 1].kind == Tok::kw_const || t_[i - 1].kind == Tok::kw_noexcept || t_[i - 1].kind == Tok::kw_mutable || t_[i - 1].kind == Tok::identifier)) --i;  // const, override
    if (i == 0 || t_[i - 1].kind != Tok::right_paren) return false;
    int depth = 0;
    for (size_t open = i; open-- > 0;) {
      depth += (t_[open].kind == Tok::right_paren) - (t_[open].kind == Tok::left_paren);
      if (depth > 0) continue;
      const Tok head = open > 0 ? t_[open - 1].kind : Tok::end;
      return head != Tok::kw_if && head != Tok::kw_for && head != Tok::kw_while && head != Tok::kw_switch && head != Tok::kw_constexpr;
    }
    return false;
  }

  Token made(Tok kind, std::string_view text, size_t like) const {
    Token t = t_[like];
    t.kind = kind;
    t.text = text;
    t.line_start = false;
    t.space_before = true;
    return t;
  }
  void write_call(size_t i) {
    t_[i].text = "__wb_alloca";
    const std::vector<Token> more{made(Tok::identifier, "alloca_memory", i), made(Tok::comma, ",", i), made(Tok::identifier, "alloca_taken", i), made(Tok::comma, ",", i)};
    t_.insert(t_.begin() + static_cast<std::ptrdiff_t>(i) + 2, more.begin(), more.end());
  }
  void write_memory(size_t brace) {
    const auto token = [&](Tok kind, std::string_view text) { return made(kind, text, brace); };
    const std::vector<Token> memory{token(Tok::kw_alignas, "alignas"), token(Tok::left_paren, "("), token(Tok::number, "16"), token(Tok::right_paren, ")"), token(Tok::kw_char, "char"),
                                    token(Tok::identifier, "alloca_memory"), token(Tok::left_bracket, "["), token(Tok::number, "4096"), token(Tok::right_bracket, "]"), token(Tok::semicolon, ";"),
                                    token(Tok::kw_unsigned, "unsigned"), token(Tok::kw_long, "long"), token(Tok::identifier, "alloca_taken"), token(Tok::equal, "="), token(Tok::number, "0"),
                                    token(Tok::semicolon, ";")};
    t_.insert(t_.begin() + static_cast<std::ptrdiff_t>(brace) + 1, memory.begin(), memory.end());
  }

  std::vector<Token>& t_;
};

}  // namespace

void write_out_stack_allocations(std::vector<Token>& tokens) { StackAllocations(tokens).run(); }

}  // namespace wb
