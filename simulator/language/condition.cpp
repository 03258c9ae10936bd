// The arithmetic of #if.
#include "simulator/language/literals.h"
#include "simulator/language/preprocessor.h"
#include "simulator/source/limits.h"

namespace wb {
namespace {

class ConditionReader {
 public:
  explicit ConditionReader(const std::vector<Token>& tokens) : tokens_(tokens) {}

  bool read(int64_t& value, std::string& problem) {
    value = conditional();
    if (problem_.empty() && pos_ < tokens_.size()) fail("`" + std::string(tokens_[pos_].text) + "` does not fit here");
    problem = problem_;
    return problem_.empty();
  }

 private:
  Tok peek(size_t ahead = 0) const { return pos_ + ahead < tokens_.size() ? tokens_[pos_ + ahead].kind : Tok::end; }
  bool eat(Tok kind) {
    if (peek() != kind) return false;
    ++pos_;
    return true;
  }
  void fail(std::string why) {
    if (problem_.empty()) problem_ = std::move(why);
    pos_ = tokens_.size();
  }

  // conditional = binary ("?" conditional ":" conditional)?
  int64_t conditional() {
    if (++depth_ > limits::nesting) {
      fail("it is nested too deep");
      return 0;
    }
    int64_t value = binary(0);
    if (eat(Tok::question)) {
      int64_t yes = conditional();
      if (!eat(Tok::colon)) fail("`:` is missing");
      int64_t no = conditional();
      value = value ? yes : no;
    }
    --depth_;
    return value;
  }

  // The operator at the cursor with its strength and its number of tokens (`>` `>` is a shift).
  struct Operator {
    Tok kind;
    int strength, tokens;
  };
  Operator peek_operator() const {
    switch (peek()) {
      case Tok::pipe_pipe: return {Tok::pipe_pipe, 1, 1};
      case Tok::amp_amp: return {Tok::amp_amp, 2, 1};
      case Tok::pipe: return {Tok::pipe, 3, 1};
      case Tok::caret: return {Tok::caret, 4, 1};
      case Tok::amp: return {Tok::amp, 5, 1};
      case Tok::equal_equal:
      case Tok::bang_equal: return {peek(), 6, 1};
      case Tok::greater:
        if (peek(1) == Tok::greater && !tokens_[pos_ + 1].space_before) return {Tok::hash_hash, 8, 2};  // hash_hash stands for >>
        return {Tok::greater, 7, 1};
      case Tok::less:
      case Tok::less_equal:
      case Tok::greater_equal: return {peek(), 7, 1};
      case Tok::shift_left: return {Tok::shift_left, 8, 1};
      case Tok::plus:
      case Tok::minus: return {peek(), 9, 1};
      case Tok::star:
      case Tok::slash:
      case Tok::percent: return {peek(), 10, 1};
      default: return {Tok::end, -1, 0};
    }
  }

  int64_t apply(Tok op, int64_t a, int64_t b) {
    auto ua = static_cast<uint64_t>(a), ub = static_cast<uint64_t>(b);
    switch (op) {
      case Tok::pipe_pipe: return a || b;
      case Tok::amp_amp: return a && b;
      case Tok::pipe: return a | b;
      case Tok::caret: return a ^ b;
      case Tok::amp: return a & b;
      case Tok::equal_equal: return a == b;
      case Tok::bang_equal: return a != b;
      case Tok::less: return a < b;
      case Tok::greater: return a > b;
      case Tok::less_equal: return a <= b;
      case Tok::greater_equal: return a >= b;
      case Tok::shift_left: return static_cast<int64_t>(ua << (ub & 63));
      case Tok::hash_hash: return a >> (ub & 63);
      case Tok::plus: return static_cast<int64_t>(ua + ub);
      case Tok::minus: return static_cast<int64_t>(ua - ub);
      case Tok::star: return static_cast<int64_t>(ua * ub);
      default: break;
    }
    if (b == 0) return 0;
    if (b == -1) return op == Tok::slash ? static_cast<int64_t>(0 - ua) : 0;
    return op == Tok::slash ? a / b : a % b;
  }

  int64_t binary(int least) {
    int64_t left = unary();
    for (Operator op = peek_operator(); op.strength > least; op = peek_operator()) {
      pos_ += static_cast<size_t>(op.tokens);
      left = apply(op.kind, left, binary(op.strength));
    }
    return left;
  }

  int64_t unary() {
    if (++depth_ > limits::nesting) {
      fail("it is nested too deep");
      return 0;
    }
    int64_t value = 0;
    if (eat(Tok::bang)) value = !unary();
    else if (eat(Tok::minus)) value = static_cast<int64_t>(0 - static_cast<uint64_t>(unary()));
    else if (eat(Tok::plus)) value = unary();
    else if (eat(Tok::tilde)) value = ~unary();
    else value = primary();
    --depth_;
    return value;
  }

  int64_t primary() {
    if (pos_ >= tokens_.size()) {
      fail("it ends too early");
      return 0;
    }
    const Token& t = tokens_[pos_++];
    if (t.kind == Tok::left_paren) {
      int64_t value = conditional();
      if (!eat(Tok::right_paren)) fail("`)` is missing");
      return value;
    }
    if (t.kind == Tok::number) {
      Literal literal = read_number(t.text);
      if (literal.error.kind != LiteralError::Kind::none || is_floating(literal.kind)) fail("`" + std::string(t.text) + "` is no whole number");
      return static_cast<int64_t>(literal.bits);
    }
    if (t.kind == Tok::character) return static_cast<int64_t>(read_character(t.text).bits);
    if (t.kind == Tok::kw_true) return 1;
    if (is_word(t)) {
      // __has_include(<x>) and the like: a name with an argument list counts as 0, too.
      if (peek() == Tok::left_paren && t.text.starts_with("__has")) pos_ = tokens_.size();
      return 0;
    }
    fail("`" + std::string(t.text) + "` does not fit here");
    return 0;
  }

  const std::vector<Token>& tokens_;
  size_t pos_ = 0;
  int depth_ = 0;
  std::string problem_;
};

}  // namespace

bool evaluate_condition(const std::vector<Token>& tokens, int64_t& value, std::string& problem) {
  return ConditionReader(tokens).read(value, problem);
}

}  // namespace wb
