#include "simulator/language/host_launches.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "simulator/language/literals.h"
#include "simulator/language/parser.h"
#include "simulator/language/preprocessor.h"

namespace wb {
namespace {

constexpr int most_depth = 40;          // of expressions, names and calls that lead to one another
constexpr size_t most_steps = 2'000'000;  // tokens looked at for one file

struct Range {
  size_t begin = 0, end = 0;
  bool empty() const { return begin >= end; }
};

struct HostFunction {
  std::string_view name;
  Range parameters, body;      // between the brackets
  Range template_parameters;   // between the angles; empty: no template
};

HostNumber whole(int64_t value) { return {true, value, 0}; }
HostNumber real(double value) { return {false, 0, value}; }
int64_t wrap(uint64_t value) { return static_cast<int64_t>(value); }

std::optional<HostNumber> truncated(const HostNumber& n) {
  if (n.is_whole) return n;
  if (!(std::fabs(n.real) < 9e18)) return std::nullopt;
  return whole(static_cast<int64_t>(n.real));
}

class HostReader {
 public:
  explicit HostReader(Parser& parser) : p_(parser), tokens_(parser.tokens) { find_functions(); }

  HostLaunch read(const LaunchLine& line, size_t name, size_t open, size_t close) {
    HostLaunch launch{.line = line, .template_arguments = template_arguments(name, open)};
    std::vector<Range> shape = split({open + 2, close});
    if (shape.size() > 0) launch.grid = extent(shape[0]);
    if (shape.size() > 1) launch.block = extent(shape[1]);
    if (shape.size() > 2)
      if (auto bytes = number(shape[2]); bytes && bytes->value() >= 0) launch.shared_bytes = static_cast<uint64_t>(bytes->value());
    const size_t behind = close + 3;
    if (kind(behind) != Tok::left_paren) return launch;
    for (Range argument : split({behind + 1, close_of(behind)})) {
      launch.arguments.push_back(read_argument(argument));
      HostArgument& made = launch.arguments.back();
      if (made.is_buffer && made.start == HostArgument::Start::unknown && is_filled_before(name, argument)) made.start = HostArgument::Start::copied;
    }
    return launch;
  }

 private:
  Tok kind(size_t i) const { return i < tokens_.size() ? tokens_[i].kind : Tok::end; }
  std::string_view text(size_t i) const { return i < tokens_.size() ? tokens_[i].text : std::string_view{}; }
  bool is(size_t i, std::string_view word) const { return text(i) == word; }

  // The bracket that closes the one at `open`.
  size_t close_of(size_t open) {
    if (steps_ > most_steps) return open;
    const size_t behind = p_.skip_balanced(open);
    steps_ += (behind - open) / 8;
    return behind > open ? behind - 1 : open;
  }

  // Functions with bodies, wherever they stand: a `{` behind a `)` outside of any other function.
  void find_functions() {
    for (size_t i = 0; i + 1 < tokens_.size(); ++i) {
      if (kind(i) != Tok::left_paren || i == 0 || kind(i - 1) != Tok::identifier) continue;
      const size_t close = close_of(i);
      size_t behind = close + 1;
      while (kind(behind) == Tok::kw_const || kind(behind) == Tok::kw_noexcept) ++behind;
      if (close <= i || kind(behind) != Tok::left_brace) continue;
      const size_t end = close_of(behind);
      functions_.push_back({tokens_[i - 1].text, {i + 1, close}, {behind + 1, end}, template_parameters_before(i - 1)});
      i = end;
    }
  }

  // template <...> before the type of the function whose name stands at `name`
  Range template_parameters_before(size_t name) {
    constexpr size_t longest = 120;
    size_t i = name;
    for (size_t looked = 0; i > 0 && looked < longest; --i, ++looked) {
      const Tok k = kind(i - 1);
      if (k == Tok::semicolon || k == Tok::left_brace || k == Tok::right_brace) break;
    }
    for (; i < name; ++i)
      if (kind(i) == Tok::kw_template && kind(i + 1) == Tok::less) return {i + 2, behind_angles(i + 1, name) - 1};
    return {};
  }
  // One behind the `>` that closes the `<` at `open`, where it stands before `end`; else `end`.
  size_t behind_angles(size_t open, size_t end) {
    int depth = 0;
    for (size_t i = open; i < end; ++i) {
      if (++steps_ > most_steps) break;
      if (kind(i) == Tok::left_paren || kind(i) == Tok::left_brace) i = close_of(i);
      if (kind(i) == Tok::semicolon) break;
      if (kind(i) == Tok::less) ++depth;
      if (kind(i) == Tok::greater && --depth == 0) return i + 1;
    }
    return end;
  }
  std::vector<Range> split_template(Range range) {
    std::vector<Range> parts;
    int depth = 0;
    size_t begin = range.begin;
    for (size_t i = range.begin; i < range.end; ++i) {
      if (kind(i) == Tok::left_paren || kind(i) == Tok::left_brace) i = std::max(i, close_of(i));
      if (kind(i) == Tok::less) ++depth;
      if (kind(i) == Tok::greater) --depth;
      if (kind(i) != Tok::comma || depth != 0) continue;
      parts.push_back({begin, i});
      begin = i + 1;
    }
    if (begin < range.end) parts.push_back({begin, range.end});
    return parts;
  }

  // What a template's parameter that is named at `name` stands for: the argument in the first call or explicit instantiation of the
  // function around that writes it out, else its default.
  struct TemplateMeaning {
    bool is_parameter = false, is_type = false;
    Range argument;
  };
  TemplateMeaning template_meaning(size_t name) {
    const HostFunction* f = function_around(name);
    if (!f || f->template_parameters.empty()) return {};
    std::vector<Range> parameters = split_template(f->template_parameters);
    for (size_t k = 0; k < parameters.size(); ++k) {
      size_t own = parameters[k].begin, equal = parameters[k].end;
      for (size_t i = parameters[k].begin; i < equal; ++i)
        if (kind(i) == Tok::equal) equal = i;
      own = equal - 1;
      if (equal <= parameters[k].begin || kind(own) != Tok::identifier || text(own) != text(name)) continue;
      TemplateMeaning meaning{true, kind(parameters[k].begin) == Tok::kw_typename || kind(parameters[k].begin) == Tok::kw_class, {}};
      if (equal < parameters[k].end) meaning.argument = {equal + 1, parameters[k].end};
      for (size_t i = 0; i + 1 < tokens_.size(); ++i) {
        if (++steps_ > most_steps) break;
        if (text(i) != f->name || kind(i + 1) != Tok::less || function_around(i) == f) continue;
        std::vector<Range> given = split_template({i + 2, behind_angles(i + 1, tokens_.size()) - 1});
        if (k < given.size()) meaning.argument = given[k];
        if (k < given.size()) break;
      }
      return meaning;
    }
    return {};
  }

  const HostFunction* function_around(size_t at) const {
    for (const HostFunction& f : functions_)
      if (at >= f.body.begin && at < f.body.end) return &f;
    return nullptr;
  }
  const HostFunction* function_named(std::string_view name) const {
    for (const HostFunction& f : functions_)
      if (f.name == name) return &f;
    return nullptr;
  }

  std::vector<Range> split(Range range) {
    std::vector<Range> parts;
    size_t begin = range.begin;
    for (size_t i = range.begin; i < range.end;) {
      if (kind(i) == Tok::left_paren || kind(i) == Tok::left_brace || kind(i) == Tok::left_bracket) {
        i = std::min(close_of(i) + 1, range.end);
      } else {
        if (kind(i) == Tok::comma) {
          parts.push_back({begin, i});
          begin = i + 1;
        }
        ++i;
      }
    }
    if (!range.empty()) parts.push_back({begin, range.end});
    return parts;
  }

  // ---- expressions: C's, over whole and real numbers

  std::optional<HostNumber> number(Range range) {
    if (range.empty() || depth_ >= most_depth) return std::nullopt;
    const size_t saved_at = at_, saved_end = end_;
    at_ = range.begin;
    end_ = range.end;
    ++depth_;
    std::optional<HostNumber> value = conditional();
    if (at_ != end_) value = std::nullopt;
    --depth_;
    at_ = saved_at;
    end_ = saved_end;
    return value;
  }

  Tok peek(size_t ahead = 0) const { return at_ + ahead < end_ ? tokens_[at_ + ahead].kind : Tok::end; }

  std::optional<HostNumber> conditional() {
    auto condition = binary(0);
    if (peek() != Tok::question) return condition;
    ++at_;
    auto yes = conditional();
    if (peek() != Tok::colon) return std::nullopt;
    ++at_;
    auto no = conditional();
    if (!condition) return std::nullopt;
    return condition->value() != 0 ? yes : no;
  }

  struct Operator {
    Op op = Op::none;
    bool is_and = false, is_or = false;
    int strength = 0;
    size_t tokens = 1;
  };
  Operator peek_operator() const {
    switch (peek()) {
      case Tok::pipe_pipe: return {Op::none, false, true, 1};
      case Tok::amp_amp: return {Op::none, true, false, 2};
      case Tok::pipe: return {Op::bit_or, false, false, 3};
      case Tok::caret: return {Op::bit_xor, false, false, 4};
      case Tok::amp: return {Op::bit_and, false, false, 5};
      case Tok::equal_equal: return {Op::equal, false, false, 6};
      case Tok::bang_equal: return {Op::not_equal, false, false, 6};
      case Tok::less: return {Op::less, false, false, 7};
      case Tok::less_equal: return {Op::less_equal, false, false, 7};
      case Tok::greater_equal: return {Op::greater_equal, false, false, 7};
      case Tok::greater:
        if (peek(1) == Tok::greater && !tokens_[at_ + 1].space_before) return {Op::shift_right, false, false, 8, 2};
        return {Op::greater, false, false, 7};
      case Tok::shift_left: return {Op::shift_left, false, false, 8};
      case Tok::plus: return {Op::add, false, false, 9};
      case Tok::minus: return {Op::subtract, false, false, 9};
      case Tok::star: return {Op::multiply, false, false, 10};
      case Tok::slash: return {Op::divide, false, false, 10};
      case Tok::percent: return {Op::remainder, false, false, 10};
      default: return {};
    }
  }

  std::optional<HostNumber> binary(int least) {
    if (++depth_ > most_depth) {
      --depth_;
      return std::nullopt;
    }
    auto left = unary();
    for (Operator o = peek_operator(); o.strength > least; o = peek_operator()) {
      at_ += o.tokens;
      auto right = binary(o.strength);
      if (!left || !right) left = std::nullopt;
      else if (o.is_and) left = whole(left->value() != 0 && right->value() != 0);
      else if (o.is_or) left = whole(left->value() != 0 || right->value() != 0);
      else left = apply(o.op, *left, *right);
    }
    --depth_;
    return left;
  }

  static std::optional<HostNumber> apply(Op op, const HostNumber& a, const HostNumber& b) {
    switch (op) {
      case Op::equal: return whole(a.value() == b.value());
      case Op::not_equal: return whole(a.value() != b.value());
      case Op::less: return whole(a.value() < b.value());
      case Op::less_equal: return whole(a.value() <= b.value());
      case Op::greater: return whole(a.value() > b.value());
      case Op::greater_equal: return whole(a.value() >= b.value());
      default: break;
    }
    if (!a.is_whole || !b.is_whole) {
      switch (op) {
        case Op::add: return real(a.value() + b.value());
        case Op::subtract: return real(a.value() - b.value());
        case Op::multiply: return real(a.value() * b.value());
        case Op::divide: return real(a.value() / b.value());
        default: return std::nullopt;
      }
    }
    const auto x = static_cast<uint64_t>(a.whole), y = static_cast<uint64_t>(b.whole);
    const bool divides = b.whole != 0 && !(b.whole == -1 && a.whole == std::numeric_limits<int64_t>::min());
    switch (op) {
      case Op::add: return whole(wrap(x + y));
      case Op::subtract: return whole(wrap(x - y));
      case Op::multiply: return whole(wrap(x * y));
      case Op::divide: return divides ? std::optional(whole(a.whole / b.whole)) : std::nullopt;
      case Op::remainder: return divides ? std::optional(whole(a.whole % b.whole)) : std::nullopt;
      case Op::shift_left: return y < 63 ? std::optional(whole(wrap(x << y))) : std::nullopt;
      case Op::shift_right: return y < 63 ? std::optional(whole(a.whole >> y)) : std::nullopt;
      case Op::bit_and: return whole(wrap(x & y));
      case Op::bit_or: return whole(wrap(x | y));
      case Op::bit_xor: return whole(wrap(x ^ y));
      default: return std::nullopt;
    }
  }

  std::optional<HostNumber> unary() {
    if (++steps_ > most_steps || depth_ > most_depth) return at_ = end_, std::nullopt;
    switch (peek()) {
      case Tok::plus: ++at_; return unary();
      case Tok::minus: {
        ++at_;
        auto v = unary();
        if (!v) return v;
        return v->is_whole ? whole(wrap(0 - static_cast<uint64_t>(v->whole))) : real(-v->real);
      }
      case Tok::bang: {
        ++at_;
        auto v = unary();
        return v ? std::optional(whole(v->value() == 0)) : v;
      }
      case Tok::tilde: {
        ++at_;
        auto v = unary();
        return v && v->is_whole ? std::optional(whole(~v->whole)) : std::nullopt;
      }
      default: return primary();
    }
  }

  std::optional<HostNumber> primary() {
    const size_t here = at_;
    switch (peek()) {
      case Tok::number: {
        ++at_;
        Literal l = read_number(text(here));
        if (l.error.kind != LiteralError::Kind::none) return std::nullopt;
        if (l.kind == ScalarKind::float_) return real(std::bit_cast<float>(static_cast<uint32_t>(l.bits)));
        if (l.kind == ScalarKind::double_) return real(std::bit_cast<double>(l.bits));
        return whole(wrap(l.bits));
      }
      case Tok::character: {
        ++at_;
        Literal l = read_character(text(here));
        return l.error.kind == LiteralError::Kind::none ? std::optional(whole(wrap(l.bits))) : std::nullopt;
      }
      case Tok::kw_true: ++at_; return whole(1);
      case Tok::kw_false: ++at_; return whole(0);
      case Tok::kw_sizeof: return size_of();
      case Tok::left_paren: return parenthesis();
      default: break;
    }
    if (peek() == Tok::kw_static_cast || is_type_word(here)) return conversion();
    if (peek() == Tok::scope) ++at_;
    while (peek() == Tok::identifier && peek(1) == Tok::scope) at_ += 2;  // std::max
    if (peek() != Tok::identifier) return at_ = end_, std::nullopt;
    const size_t name = at_++;
    if (peek() == Tok::left_paren) return call(name);
    if (peek() == Tok::dot || peek() == Tok::arrow) return member(name);
    if (peek() == Tok::left_bracket) return at_ = end_, std::nullopt;
    return value_of(name);
  }

  bool is_type_word(size_t i) const {
    switch (kind(i)) {
      case Tok::kw_int: case Tok::kw_unsigned: case Tok::kw_signed: case Tok::kw_long: case Tok::kw_short: case Tok::kw_char: case Tok::kw_bool:
      case Tok::kw_float: case Tok::kw_double: case Tok::kw_const: return true;
      default: return is(i, "size_t") || is(i, "uint") || is(i, "int64_t") || is(i, "uint64_t") || is(i, "int32_t") || is(i, "uint32_t");
    }
  }

  // The bytes of a type, and whether it is a whole number's; none when it is unknown here.
  struct Named {
    uint64_t bytes = 0;
    bool is_real = false;
  };
  std::optional<Named> type_in(Range range) {
    if (range.empty() || depth_ >= most_depth) return std::nullopt;
    if (range.end - range.begin == 1 && kind(range.begin) == Tok::identifier)
      if (TemplateMeaning meaning = template_meaning(range.begin); meaning.is_type) {
        ++depth_;
        auto type = meaning.argument.empty() ? std::optional(Named{4, true}) : type_in(meaning.argument);
        --depth_;
        return type;
      }
    Parser::At there(p_, range.begin, p_.global);
    if (!p_.is_type_start()) return std::nullopt;
    auto type = p_.parse_type_id();
    if (!type || p_.pos != range.end) return std::nullopt;
    const TypeTable& types = p_.module->types;
    const uint64_t bytes = types.is_pointer(*type) ? 8 : types.size_of(*type);
    const ScalarKind scalar = types.is_arithmetic(*type) ? types[*type].scalar : ScalarKind::int_;
    return Named{bytes, scalar == ScalarKind::float_ || scalar == ScalarKind::double_};
  }

  std::optional<HostNumber> converted(std::optional<HostNumber> v, const Named& to) {
    if (!v) return v;
    if (to.is_real) return real(to.bytes == 4 ? static_cast<double>(static_cast<float>(v->value())) : v->value());
    return truncated(*v);
  }

  // (type) value, or (value)
  std::optional<HostNumber> parenthesis() {
    const size_t open = at_, close = close_of(open);
    if (close >= end_) return at_ = end_, std::nullopt;
    const Range inner{open + 1, close};
    at_ = close + 1;
    if (peek() == Tok::number || peek() == Tok::identifier || peek() == Tok::left_paren || peek() == Tok::minus)
      if (auto type = type_in(inner)) return converted(unary(), *type);
    return number(inner);
  }

  // static_cast<type>(value), type(value)
  std::optional<HostNumber> conversion() {
    const bool is_named = peek() == Tok::kw_static_cast;
    if (is_named) ++at_;
    const size_t begin = is_named ? at_ + 1 : at_;
    size_t end = begin;
    while (end < end_ && kind(end) != Tok::greater && kind(end) != Tok::left_paren) ++end;
    const size_t open = is_named ? end + 1 : end;
    if (open >= end_ || kind(open) != Tok::left_paren) return at_ = end_, std::nullopt;
    const size_t close = close_of(open);
    at_ = close + 1;
    auto type = type_in({begin, end});
    return type ? converted(number({open + 1, close}), *type) : std::nullopt;
  }

  std::optional<HostNumber> size_of() {
    ++at_;
    if (peek() != Tok::left_paren) return at_ = end_, std::nullopt;
    const size_t open = at_, close = close_of(open);
    if (close >= end_) return at_ = end_, std::nullopt;
    at_ = close + 1;
    if (auto type = type_in({open + 1, close})) return type->bytes ? std::optional(whole(static_cast<int64_t>(type->bytes))) : std::nullopt;
    return size_of_expression({open + 1, close});
  }

  // sizeof(*x), sizeof(x[0]), sizeof(x) of a variable that the function declares in plain words.
  std::optional<HostNumber> size_of_expression(Range range) {
    bool is_element = kind(range.begin) == Tok::star;
    const size_t name = range.begin + (is_element ? 1 : 0);
    if (kind(name) != Tok::identifier) return std::nullopt;
    is_element |= kind(name + 1) == Tok::left_bracket;
    const HostFunction* f = function_around(range.begin);
    const size_t from = f ? f->parameters.begin : 0;
    for (size_t i = from; i < range.begin; ++i) {
      if (text(i) != text(name) || kind(i) != Tok::identifier || i == from) continue;
      size_t begin = i;
      while (begin > from && (kind(begin - 1) == Tok::star || kind(begin - 1) == Tok::identifier || is_type_word(begin - 1) || kind(begin - 1) == Tok::kw_struct)) --begin;
      size_t stars = i;
      while (stars > begin && kind(stars - 1) == Tok::star) --stars;
      if (stars == begin) continue;
      auto type = type_in({begin, stars});
      if (!type) continue;
      if (is_element) return whole(static_cast<int64_t>(i - stars > 1 ? 8 : type->bytes));
      if (kind(i + 1) != Tok::left_bracket) return whole(static_cast<int64_t>(stars < i ? 8 : type->bytes));
      auto count = number({i + 2, close_of(i + 1)});
      return count && count->is_whole ? std::optional(whole(count->whole * static_cast<int64_t>(type->bytes))) : std::nullopt;
    }
    return std::nullopt;
  }

  std::optional<HostNumber> call(size_t name) {
    const size_t close = close_of(at_);
    std::vector<Range> ranges = split({at_ + 1, close});
    at_ = close < end_ ? close + 1 : end_;
    std::string_view f = text(name);
    if (f == "atoi" || f == "atol" || f == "atof" || f == "strtol" || f == "stoi") return std::nullopt;  // the command line's: there is none
    std::vector<HostNumber> values;
    for (Range r : ranges) {
      auto v = number(r);
      if (!v) return std::nullopt;
      values.push_back(*v);
    }
    if (values.size() == 1) {
      const double x = values[0].value();
      if (f == "ceil" || f == "ceilf") return real(std::ceil(x));
      if (f == "floor" || f == "floorf") return real(std::floor(x));
      if (f == "sqrt" || f == "sqrtf") return real(std::sqrt(x));
      if (f == "log2" || f == "log2f") return real(std::log2(x));
      if (f == "round" || f == "roundf") return real(std::round(x));
      if (f == "abs" || f == "fabs") return values[0].is_whole ? whole(std::llabs(values[0].whole)) : real(std::fabs(x));
    }
    if (values.size() == 2) {
      if (f == "max" || f == "MAX") return values[0].value() < values[1].value() ? values[1] : values[0];
      if (f == "min" || f == "MIN") return values[1].value() < values[0].value() ? values[1] : values[0];
      if (f == "pow" || f == "powf") return real(std::pow(values[0].value(), values[1].value()));
    }
    return own_function(f, values);
  }

  // A function of the file whose body is one return.
  std::optional<HostNumber> own_function(std::string_view name, const std::vector<HostNumber>& values) {
    const HostFunction* f = function_named(name);
    if (!f || depth_ >= most_depth || kind(f->body.begin) != Tok::kw_return || kind(f->body.end - 1) != Tok::semicolon) return std::nullopt;
    std::vector<Range> parameters = split(f->parameters);
    if (parameters.size() != values.size()) return std::nullopt;
    bound_.emplace_back();
    for (size_t i = 0; i < values.size(); ++i)
      if (kind(parameters[i].end - 1) == Tok::identifier) bound_.back().emplace_back(text(parameters[i].end - 1), values[i]);
    auto result = number({f->body.begin + 1, f->body.end - 1});
    bound_.pop_back();
    return result;
  }

  // v.size() of a vector, grid.x of a dim3
  std::optional<HostNumber> member(size_t name) {
    const size_t what = at_ + 1;
    at_ += 2;
    if (is(what, "size") && peek() == Tok::left_paren) {
      at_ += 2;
      return vector_length(name);
    }
    const size_t axis = is(what, "x") ? 0 : is(what, "y") ? 1 : is(what, "z") ? 2 : 3;
    if (axis == 3 || peek() == Tok::left_paren) return at_ = end_, std::nullopt;
    auto shape = extent({name, name + 1});
    return shape ? std::optional(whole((*shape)[axis])) : std::nullopt;
  }

  std::optional<HostNumber> vector_length(size_t name) {
    auto made = declaration_with_brackets(name);
    if (!made) return std::nullopt;
    std::vector<Range> parts = split(*made);
    return parts.empty() ? std::nullopt : number(parts[0]);
  }

  // ---- names

  std::optional<HostNumber> value_of(size_t name) {
    const std::string_view word = text(name);
    if (word == "argc") return whole(1);
    if (!bound_.empty())
      for (const auto& [known, value] : bound_.back())
        if (known == word) return value;
    if (depth_ >= most_depth || ++steps_ > most_steps) return std::nullopt;
    ++depth_;
    std::optional<HostNumber> value;
    if (auto made = initialiser(name)) {
      value = number(*made);
      if (value && !value->is_whole && made->begin >= 2 && declared_whole(made->begin)) value = truncated(*value);
    } else if (auto argument = callers_argument(name)) {
      value = number(*argument);
    } else if (TemplateMeaning meaning = template_meaning(name); meaning.is_parameter) {
      if (!meaning.is_type && !meaning.argument.empty()) value = number(meaning.argument);
    } else if (Symbol* symbol = p_.lookup_in(*p_.global, word); symbol && symbol->kind == SymbolKind::value) {
      if (p_.module->types.is_arithmetic(symbol->type)) value = constant(p_.module->types[symbol->type].scalar, symbol->bits);
    }
    --depth_;
    return value;
  }

  static HostNumber constant(ScalarKind kind, uint64_t bits) {
    if (kind == ScalarKind::float_) return real(std::bit_cast<float>(static_cast<uint32_t>(bits)));
    if (kind == ScalarKind::double_) return real(std::bit_cast<double>(bits));
    return whole(wrap(bits));
  }

  // int n = 1e6: the words before the name, where the initialiser begins two tokens behind it.
  bool declared_whole(size_t initialiser_begin) const {
    size_t type = initialiser_begin >= 3 ? initialiser_begin - 3 : 0;
    return is_type_word(type) && kind(type) != Tok::kw_float && kind(type) != Tok::kw_double && kind(type) != Tok::kw_const;
  }

  // Is the block around `inner` also around `at`?
  bool encloses(size_t inner, size_t at, const HostFunction& f) {
    int depth = 0;
    for (size_t i = inner; i < at && i < f.body.end; ++i) {
      if (++steps_ > most_steps) return false;
      if (kind(i) == Tok::left_brace) ++depth;
      if (kind(i) == Tok::right_brace && --depth < 0) return false;
    }
    return true;
  }

  // The last `name = ...` before the use whose block is still open, in the function and then outside of all.
  std::optional<Range> initialiser(size_t name) {
    const HostFunction* f = function_around(name);
    if (f) {
      for (size_t i = name; i-- > f->body.begin;)
        if (is_assignment(i, text(name)) && encloses(i, name, *f))
          if (Range made = to_end_of_initialiser(i + 2); name >= made.end) return made;  // n = n + 1 speaks of an earlier n
      if (auto made = declaration_with_brackets(name)) return made;
      for (size_t i = f->body.begin; i < name; ++i)
        if (is_assignment(i, text(name)))
          if (Range made = to_end_of_initialiser(i + 2); name >= made.end) return made;
      for (Range parameter : split(f->parameters))
        if (!parameter.empty() && text(name_of_parameter(parameter)) == text(name)) return std::nullopt;
    }
    for (size_t i = 0; i + 2 < tokens_.size(); ++i) {
      if (++steps_ > most_steps) break;
      if (is_assignment(i, text(name)) && !function_around(i)) return to_end_of_initialiser(i + 2);
    }
    return std::nullopt;
  }
  bool is_assignment(size_t i, std::string_view name) const {
    return kind(i) == Tok::identifier && text(i) == name && kind(i + 1) == Tok::equal && i > 0 && kind(i - 1) != Tok::dot && kind(i - 1) != Tok::arrow;
  }
  Range to_end_of_initialiser(size_t begin) {
    size_t end = begin;
    while (end < tokens_.size() && kind(end) != Tok::semicolon && kind(end) != Tok::comma && kind(end) != Tok::right_paren && kind(end) != Tok::end) {
      const Tok k = kind(end);
      end = k == Tok::left_paren || k == Tok::left_brace || k == Tok::left_bracket ? close_of(end) + 1 : end + 1;
    }
    return {begin, end};
  }

  // `dim3 name(...)`, `std::vector<float> name(...)`, `int name{...}`: what stands in the brackets.
  std::optional<Range> declaration_with_brackets(size_t name) {
    const HostFunction* f = function_around(name);
    const size_t from = f ? f->body.begin : 1;
    for (size_t i = name; i-- > from;) {
      if (++steps_ > most_steps) break;
      if (kind(i) != Tok::identifier || text(i) != text(name) || (kind(i + 1) != Tok::left_paren && kind(i + 1) != Tok::left_brace)) continue;
      const Tok before = kind(i - 1);
      if (before == Tok::identifier || before == Tok::greater || before == Tok::comma || is_type_word(i - 1)) return Range{i + 2, close_of(i + 1)};
    }
    return std::nullopt;
  }

  // The same at the file's own level.
  std::optional<Range> declaration_outside(size_t name) {
    for (size_t i = 1; i + 1 < tokens_.size(); ++i) {
      if (++steps_ > most_steps) break;
      if (text(i) == text(name) && is(i - 1, "dim3") && (kind(i + 1) == Tok::left_paren || kind(i + 1) == Tok::left_brace) && !function_around(i)) return Range{i + 2, close_of(i + 1)};
    }
    return std::nullopt;
  }

  // `int n`, `int n = 5`, `float *rows[2]`: where the name stands.
  size_t name_of_parameter(Range parameter) const {
    size_t end = parameter.begin;
    while (end < parameter.end && kind(end) != Tok::equal && kind(end) != Tok::left_bracket) ++end;
    return end > parameter.begin ? end - 1 : parameter.begin;
  }

  // A parameter of the function around: what the first caller gives, else its default.
  std::optional<Range> callers_argument(size_t name) {
    const HostFunction* f = function_around(name);
    if (!f) return std::nullopt;
    std::vector<Range> parameters = split(f->parameters);
    for (size_t k = 0; k < parameters.size(); ++k) {
      if (parameters[k].empty() || text(name_of_parameter(parameters[k])) != text(name)) continue;
      for (size_t i = 1; i + 1 < tokens_.size(); ++i) {
        if (++steps_ > most_steps) return std::nullopt;
        if (text(i) != f->name) continue;
        const size_t open = kind(i + 1) == Tok::less ? behind_angles(i + 1, tokens_.size()) : i + 1;  // f(...), f<float>(...)
        if (kind(open) != Tok::left_paren || open + 1 == f->parameters.begin || function_around(i) == f || !function_around(i)) continue;
        std::vector<Range> arguments = split({open + 1, close_of(open)});
        if (k < arguments.size()) return arguments[k];
      }
      for (size_t i = parameters[k].begin; i < parameters[k].end; ++i)
        if (kind(i) == Tok::equal) return Range{i + 1, parameters[k].end};
    }
    return std::nullopt;
  }

  // ---- shapes

  std::optional<std::array<uint32_t, 3>> extent(Range range) {
    if (range.empty() || depth_ >= most_depth) return std::nullopt;
    ++depth_;
    auto result = extent_inner(range);
    --depth_;
    return result;
  }

  std::optional<std::array<uint32_t, 3>> extent_inner(Range range) {
    while (kind(range.begin) == Tok::left_paren && close_of(range.begin) == range.end - 1) ++range.begin, --range.end;
    const bool named = is(range.begin, "dim3") || is(range.begin, "make_uint3") || is(range.begin, "uint3");
    const size_t open = range.begin + (named ? 1 : 0);
    if ((named && kind(open) == Tok::left_paren) || kind(open) == Tok::left_brace)
      if (close_of(open) == range.end - 1) return axes(split({open + 1, range.end - 1}));
    if (range.end - range.begin == 1 && kind(range.begin) == Tok::identifier)
      if (auto shape = named_extent(range.begin)) return shape;
    auto value = number(range);
    return value ? axis_values({*value}) : std::nullopt;
  }

  // A variable: its declaration, then single axes that are set afterwards.
  std::optional<std::array<uint32_t, 3>> named_extent(size_t name) {
    std::optional<std::array<uint32_t, 3>> shape;
    const HostFunction* f = function_around(name);
    if (auto brackets = declaration_with_brackets(name)) shape = axes(split(*brackets));
    else if (auto made = initialiser(name)) shape = extent(*made);
    else if (auto argument = callers_argument(name)) shape = extent(*argument);
    else if (auto outside = declaration_outside(name)) shape = axes(split(*outside));
    if (!f) return shape;
    for (size_t i = f->body.begin; i + 3 < name; ++i) {
      if (text(i) != text(name) || kind(i + 1) != Tok::dot || kind(i + 3) != Tok::equal) continue;
      const size_t axis = is(i + 2, "x") ? 0 : is(i + 2, "y") ? 1 : is(i + 2, "z") ? 2 : 3;
      auto value = number(to_end_of_initialiser(i + 4));
      if (axis == 3 || !value || value->value() < 1 || value->value() > 4294967295.0) continue;
      if (!shape) shape = std::array<uint32_t, 3>{1, 1, 1};
      (*shape)[axis] = static_cast<uint32_t>(value->value());
    }
    return shape;
  }

  std::optional<std::array<uint32_t, 3>> axes(const std::vector<Range>& parts) {
    std::vector<HostNumber> values;
    for (Range part : parts) {
      auto value = number(part);
      if (!value) return std::nullopt;
      values.push_back(*value);
    }
    return axis_values(values);
  }
  static std::optional<std::array<uint32_t, 3>> axis_values(const std::vector<HostNumber>& values) {
    std::array<uint32_t, 3> shape{1, 1, 1};
    if (values.size() > 3) return std::nullopt;
    for (size_t i = 0; i < values.size(); ++i) {
      if (!(values[i].value() >= 1) || values[i].value() > 4294967295.0) return std::nullopt;
      shape[i] = static_cast<uint32_t>(values[i].value());
    }
    return shape;
  }

  // ---- arguments

  std::string words(Range range) const {
    std::string out;
    for (size_t i = range.begin; i < range.end; ++i) out += (i > range.begin && tokens_[i].space_before ? " " : "") + std::string(text(i));
    return out;
  }

  HostArgument read_argument(Range range) {
    HostArgument argument{.text = words(range)};
    find_buffer(range, argument, 0);
    if (!argument.is_buffer) argument.number = number(range);
    return argument;
  }

  void find_buffer(Range range, HostArgument& argument, int hops) {
    for (size_t i = range.begin; i < range.end && !argument.is_buffer; ++i) {
      if (kind(i) != Tok::identifier || (i > range.begin && kind(i - 1) == Tok::dot)) continue;
      find_allocation(i, argument);
      if (argument.is_buffer || hops >= 4) continue;
      if (auto given = callers_argument(i)) find_buffer(*given, argument, hops + 1);
      if (argument.is_buffer || ++depth_ > most_depth) continue;
      if (auto made = initialiser(i)) find_buffer(*made, argument, hops + 1);  // float *src = buffer + padding;
      --depth_;
    }
  }

  bool mentions(Range range, std::string_view name) const {
    for (size_t i = range.begin; i < range.end; ++i)
      if (kind(i) == Tok::identifier && text(i) == name) return true;
    return false;
  }

  // cudaMalloc and its kin: in the function around first, then anywhere in the file.
  void find_allocation(size_t name, HostArgument& argument) {
    const HostFunction* f = function_around(name);
    if (f) scan_allocations(f->body, text(name), argument);
    if (!argument.is_buffer && !(f && is_parameter(*f, text(name)))) scan_allocations({0, tokens_.size()}, text(name), argument);
  }
  bool is_parameter(const HostFunction& f, std::string_view name) {
    for (Range parameter : split(f.parameters))
      if (!parameter.empty() && text(name_of_parameter(parameter)) == name) return true;
    return false;
  }

  void scan_allocations(Range where, std::string_view name, HostArgument& argument) {
    for (size_t i = where.begin; i + 1 < where.end; ++i) {
      if (++steps_ > most_steps) return;
      if (kind(i) != Tok::identifier) continue;
      if (is(i, "device_vector") && kind(i + 1) == Tok::less) read_device_vector(i, name, argument);
      if (kind(i + 1) != Tok::left_paren || !text(i).starts_with("cuda")) continue;
      const std::string_view f = text(i);
      std::vector<Range> arguments = split({i + 2, close_of(i + 1)});
      if (arguments.size() < 2 || !mentions(arguments[0], name)) continue;
      if (f == "cudaMalloc" || f == "cudaMallocManaged" || f == "cudaMallocAsync" || f == "cudaMallocHost" || f == "cudaHostAlloc") {
        argument.is_buffer = true;
        set_bytes(argument, number(arguments[1]));
        if (f != "cudaMalloc" && f != "cudaMallocAsync") argument.start = HostArgument::Start::copied;
      } else if (f == "cudaMallocPitch" && arguments.size() == 4) {
        argument.is_buffer = true;
        auto width = number(arguments[2]), height = number(arguments[3]);
        if (width && height) set_bytes(argument, real(width->value() * height->value()));
      } else if (f == "cudaMemcpy" || f == "cudaMemcpyAsync") {
        if (arguments.size() >= 4 && (mentions(arguments[3], "cudaMemcpyHostToDevice") || mentions(arguments[3], "cudaMemcpyDefault"))) argument.start = HostArgument::Start::copied;
      } else if (f == "cudaMemset" || f == "cudaMemsetAsync") {
        auto value = number(arguments[1]);
        if (value && argument.start == HostArgument::Start::unknown) argument.start = HostArgument::Start::set, argument.set_byte = static_cast<uint8_t>(value->whole);
      }
    }
  }
  // Has another kernel, or a function that is not in the file, been given this buffer before the launch at `launch`? Then it may well have
  // filled it.
  bool is_filled_before(size_t launch, Range argument) {
    for (size_t i = 0; i + 1 < launch; ++i) {
      if (++steps_ > most_steps) return false;
      if (kind(i) != Tok::identifier) continue;
      size_t open = i + 1;
      if (kind(open) == Tok::less) open = behind_angles(open, std::min(launch, open + 64));
      if (is_launch_open(open)) {
        if (text(i) == text(launch)) continue;
        while (open < launch && kind(open) != Tok::semicolon && !(kind(open) == Tok::left_paren && kind(open - 1) == Tok::greater)) ++open;
      } else if (open != i + 1 || text(i).starts_with("cuda") || text(i).starts_with("cu") || function_named(text(i)) || !function_around(i)) {
        continue;
      }
      if (kind(open) != Tok::left_paren) continue;
      for (Range given : split({open + 1, close_of(open)}))
        if (given.end - given.begin <= 6 && shares_name(given, argument)) return true;
    }
    return false;
  }
  bool is_launch_open(size_t i) const { return (kind(i) == Tok::shift_left && kind(i + 1) == Tok::less) || (kind(i) == Tok::less && kind(i + 1) == Tok::shift_left); }
  bool shares_name(Range a, Range b) const {
    for (size_t i = b.begin; i < b.end; ++i)
      if (kind(i) == Tok::identifier && (kind(i + 1) != Tok::dot) && mentions(a, text(i)) && !p_.lookup_in(*p_.global, text(i))) return true;
    return false;
  }

  static void set_bytes(HostArgument& argument, std::optional<HostNumber> bytes) {
    if (bytes && bytes->value() >= 1 && bytes->value() < 1e15) argument.bytes = static_cast<uint64_t>(bytes->value());
  }

  // thrust::device_vector<T> name(n)
  void read_device_vector(size_t i, std::string_view name, HostArgument& argument) {
    size_t end = i + 2;
    while (end < tokens_.size() && kind(end) != Tok::greater && kind(end) != Tok::semicolon) ++end;
    if (kind(end) != Tok::greater || text(end + 1) != name || kind(end + 2) != Tok::left_paren) return;
    argument.is_buffer = true;
    argument.start = HostArgument::Start::copied;
    auto type = type_in({i + 2, end});
    std::vector<Range> parts = split({end + 3, close_of(end + 2)});
    auto count = parts.empty() ? std::nullopt : number(parts[0]);
    if (type && count) set_bytes(argument, real(count->value() * static_cast<double>(type->bytes)));
  }

  // k<BLOCK, float>: names of constants become their values, and a template's own parameters what they stand for, so that the text means
  // the same outside of its function.
  std::string template_arguments(size_t name, size_t open) {
    if (kind(name + 1) != Tok::less || name + 2 >= open) return "";
    std::string out;
    for (Range part : split_template({name + 2, open - 1})) {
      out += out.empty() ? "" : ", ";
      bool is_qualified = false;  // an enumerator, perhaps of a class
      for (size_t i = part.begin; i < part.end; ++i) is_qualified |= kind(i) == Tok::scope;
      auto value = is_qualified || type_in(part) ? std::nullopt : number(part);
      out += value && value->is_whole ? std::to_string(value->whole) : without_parameters(part);
    }
    return out;
  }

  // The words, with `float` for a type and 16 for a number that nobody gives.
  std::string without_parameters(Range range) {
    std::string out;
    for (size_t i = range.begin; i < range.end; ++i) {
      out += i > range.begin && tokens_[i].space_before ? " " : "";
      TemplateMeaning meaning = kind(i) == Tok::identifier && depth_ < most_depth ? template_meaning(i) : TemplateMeaning{};
      ++depth_;
      if (!meaning.is_parameter) out += text(i);
      else if (meaning.argument.empty()) out += meaning.is_type ? "float" : "16";
      else out += without_parameters(meaning.argument);
      --depth_;
    }
    return out;
  }

  Parser& p_;
  const std::vector<Token>& tokens_;
  std::vector<HostFunction> functions_;
  std::vector<std::vector<std::pair<std::string_view, HostNumber>>> bound_;
  size_t at_ = 0, end_ = 0;
  int depth_ = 0;
  size_t steps_ = 0;
};

}  // namespace

std::vector<HostLaunch> read_host_launches(std::shared_ptr<SourceMap> sources, FileId main, const FrontEndOptions& options) {
  DiagSink ignored;
  Parser parser(sources, main, options, ignored);
  parser.tokens = Preprocessor(*sources, options, parser.arena, ignored).run(main);
  parser.read_launches();
  parser.parse_file();
  HostReader reader(parser);
  std::vector<HostLaunch> launches;
  for (size_t i = 0; i < parser.launches.size(); ++i) {
    const Parser::LaunchPlace& place = parser.launch_places[i];
    launches.push_back(reader.read(parser.launches[i], place.name, place.open, place.close));
  }
  return launches;
}

}  // namespace wb
