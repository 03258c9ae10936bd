// Expressions of host code, worked out over whole and real numbers: C's operators, casts, sizeof, a few functions.
#include "simulator/language/host_reader.h"

#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "simulator/language/literals.h"

namespace wb {

std::optional<HostNumber> HostReader::truncated(const HostNumber& n) {
  if (n.is_whole) return n;
  if (!(std::fabs(n.real) < 9e18)) return std::nullopt;
  return whole(static_cast<int64_t>(n.real));
}

std::optional<HostNumber> HostReader::number(Range range) {
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

std::optional<HostNumber> HostReader::conditional() {
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

HostReader::Operator HostReader::peek_operator() const {
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

std::optional<HostNumber> HostReader::binary(int least) {
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

std::optional<HostNumber> HostReader::apply(Op op, const HostNumber& a, const HostNumber& b) {
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

std::optional<HostNumber> HostReader::unary() {
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

std::optional<HostNumber> HostReader::primary() {
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
  if (peek() == Tok::left_bracket) return element(name);
  return value_of(name);
}

bool HostReader::is_type_word(size_t i) const {
  switch (kind(i)) {
    case Tok::kw_int: case Tok::kw_unsigned: case Tok::kw_signed: case Tok::kw_long: case Tok::kw_short: case Tok::kw_char: case Tok::kw_bool:
    case Tok::kw_float: case Tok::kw_double: case Tok::kw_const: return true;
    default: return is(i, "size_t") || is(i, "uint") || is(i, "int64_t") || is(i, "uint64_t") || is(i, "int32_t") || is(i, "uint32_t");
  }
}

std::optional<HostReader::Named> HostReader::type_in(Range range) {
  if (range.empty() || range.end >= tokens_.size() || depth_ >= most_depth) return std::nullopt;
  if (range.end - range.begin == 1 && kind(range.begin) == Tok::identifier)
    if (TemplateMeaning meaning = template_meaning(range.begin); meaning.is_type) {
      ++depth_;
      auto type = meaning.argument.empty() ? std::optional(Named{4, true}) : type_in(meaning.argument);
      --depth_;
      return type;
    }
  Parser::At there(p_, range.begin, p_.global);
  if (!p_.is_type_start()) return std::nullopt;
  Tok& behind = p_.tokens[range.end].kind;  // a `*` or a name there would belong to the type
  const Tok hidden = std::exchange(behind, Tok::right_paren);
  auto type = p_.parse_type_id();
  p_.tokens[range.end].kind = hidden;
  if (!type || p_.pos != range.end) return std::nullopt;
  const TypeTable& types = p_.module->types;
  const uint64_t bytes = types.is_pointer(*type) ? 8 : types.size_of(*type);
  const ScalarKind scalar = types.is_arithmetic(*type) ? types[*type].scalar : ScalarKind::int_;
  return Named{bytes, scalar == ScalarKind::float_ || scalar == ScalarKind::double_};
}

std::optional<HostNumber> HostReader::converted(std::optional<HostNumber> v, const Named& to) {
  if (!v) return v;
  if (to.is_real) return real(to.bytes == 4 ? static_cast<double>(static_cast<float>(v->value())) : v->value());
  return truncated(*v);
}

// (type) value, or (value)
std::optional<HostNumber> HostReader::parenthesis() {
  const size_t open = at_, close = close_of(open);
  if (close >= end_) return at_ = end_, std::nullopt;
  const Range inner{open + 1, close};
  at_ = close + 1;
  if (peek() == Tok::number || peek() == Tok::identifier || peek() == Tok::left_paren || peek() == Tok::minus)
    if (auto type = type_in(inner)) return converted(unary(), *type);
  return number(inner);
}

// static_cast<type>(value), type(value)
std::optional<HostNumber> HostReader::conversion() {
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

std::optional<HostNumber> HostReader::size_of() {
  ++at_;
  if (peek() != Tok::left_paren) return at_ = end_, std::nullopt;
  const size_t open = at_, close = close_of(open);
  if (close >= end_) return at_ = end_, std::nullopt;
  at_ = close + 1;
  if (auto type = type_in({open + 1, close})) return type->bytes ? std::optional(whole(static_cast<int64_t>(type->bytes))) : std::nullopt;
  return size_of_expression({open + 1, close});
}

// sizeof(*x), sizeof(x[0]), sizeof(x) of a variable that the function declares in plain words.
std::optional<HostNumber> HostReader::size_of_expression(Range range) {
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
    auto bytes = static_cast<int64_t>(type->bytes);
    for (size_t open = i + 1; kind(open) == Tok::left_bracket; open = close_of(open) + 1) {
      auto count = number({open + 1, close_of(open)});
      if (!count || !count->is_whole || __builtin_mul_overflow(bytes, count->whole, &bytes)) return std::nullopt;
    }
    return whole(bytes);
  }
  return std::nullopt;
}

std::optional<HostNumber> HostReader::call(size_t name) {
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
    if (auto own = own_function(f, values)) return own;
    if (rounds_up(f) && values[1].value() >= 1) return whole(static_cast<int64_t>(std::ceil(values[0].value() / values[1].value())) * (is_multiple(f) ? static_cast<int64_t>(values[1].value()) : 1));
  }
  return own_function(f, values);
}

// A function of the file without branches: what its last statement returns.
std::optional<HostNumber> HostReader::own_function(std::string_view name, const std::vector<HostNumber>& values) {
  const HostFunction* f = function_named(name);
  if (!f || depth_ >= most_depth || f->body.end < f->body.begin + 2 || kind(f->body.end - 1) != Tok::semicolon) return std::nullopt;
  size_t from = f->body.end;
  for (size_t i = f->body.begin; i < f->body.end; ++i) {
    if (++steps_ > most_steps || kind(i) == Tok::kw_if || kind(i) == Tok::kw_for || kind(i) == Tok::kw_while || kind(i) == Tok::kw_switch) return std::nullopt;
    if (kind(i) == Tok::kw_return) from = std::min(from, i);
  }
  std::vector<Range> parameters = split(f->parameters);
  if (from == f->body.end || parameters.size() != values.size()) return std::nullopt;
  bound_.emplace_back();
  for (size_t i = 0; i < values.size(); ++i)
    if (kind(parameters[i].end - 1) == Tok::identifier) bound_.back().emplace_back(text(parameters[i].end - 1), values[i]);
  auto result = number({from + 1, f->body.end - 1});
  bound_.pop_back();
  return result;
}

// Helpers that every second project has, often in a header that is not there: iDivUp(n, 16), roundUp(n, 32).
bool HostReader::is_multiple(std::string_view helper) {
  std::string plain = lower_without_underscores(helper);
  return plain == "ialignup" || plain == "alignup" || plain == "roundup" || plain == "iroundup" || plain == "roundupto";
}
bool HostReader::rounds_up(std::string_view helper) {
  std::string plain = lower_without_underscores(helper);
  for (const char* known : {"idivup", "divup", "ceildiv", "divceil", "cdiv", "updiv", "divroundup", "divideup", "iceildiv", "ceilingdivide", "dividandroundup", "divideandroundup"})
    if (plain == known) return true;
  return is_multiple(helper);
}
std::string HostReader::lower_without_underscores(std::string_view name) {
  std::string plain;
  for (char c : name)
    if (c != '_') plain += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return plain;
}

// v.size() of a vector, grid.x of a dim3, params.width, net->layers[0].n
std::optional<HostNumber> HostReader::member(size_t name) {
  size_t what = at_ + 1;
  at_ += 2;
  if (is(what, "size") && peek() == Tok::left_paren) {
    at_ += 2;
    auto length = vector_length(name);
    return length ? length : assumed(name);
  }
  const bool is_axis = is(what, "x") || is(what, "y") || is(what, "z");
  if (is_axis && peek() != Tok::left_paren && peek() != Tok::dot && peek() != Tok::arrow)
    if (auto shape = extent({name, name + 1})) return whole((*shape)[static_cast<size_t>(text(what)[0] - 'x')]);
  while (peek() == Tok::dot || peek() == Tok::arrow || peek() == Tok::left_bracket) {
    if (peek() == Tok::left_bracket) at_ = std::min(close_of(at_) + 1, end_);
    else what = at_ + 1, at_ = std::min(at_ + 2, end_);
  }
  if (peek() == Tok::left_paren || kind(what) != Tok::identifier) return at_ = end_, std::nullopt;
  if (auto known = of_the_device(text(what))) return known;
  auto value = assigned_member(what);
  return value || is_axis ? value : assumed(what);
}

// sizes[i], where host code that can be run fills the array; else the first element, where that stands in its initialiser.
std::optional<HostNumber> HostReader::element(size_t name) {
  while (peek() == Tok::left_bracket) at_ = std::min(close_of(at_) + 1, end_);
  if (text(name) == "argv") return std::nullopt;
  if (auto value = run_number({name, at_})) return value;
  auto first = first_element(name);
  return first ? first : assumed(name);
}

std::optional<HostNumber> HostReader::vector_length(size_t name) {
  if (auto length = run_number({name, name + 5})) return length;
  auto made = declaration_with_brackets(name);
  if (!made) return std::nullopt;
  std::vector<Range> parts = split(*made);
  return parts.empty() ? std::nullopt : number(parts[0]);
}

}  // namespace wb
