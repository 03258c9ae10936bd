// Parameter packs: a pattern that ends with `...` is a range of tokens that is read once for each element, with the pack's name bound to
// that element in a scope of its own. So everything that can be read can be expanded, and nothing else needs to know of packs. Fold
// expressions read their pattern in the same way and join the results. In a template's signature that is read with stand-ins the packs
// have no elements yet: there a pattern is read once, and whoever reads it takes note of the ellipsis.
#include <algorithm>

#include "simulator/language/parser.h"
#include "simulator/source/limits.h"

namespace wb {

// The first token behind the list element that starts at `from`: its comma, or what closes the list.
size_t Parser::element_end(size_t from, bool is_angled) const {
  size_t i = from;
  while (i + 1 < tokens.size()) {
    switch (tokens[i].kind) {
      case Tok::comma: case Tok::right_paren: case Tok::right_brace: case Tok::right_bracket: case Tok::semicolon: return i;
      case Tok::greater:
        if (is_angled) return i;
        ++i;
        break;
      case Tok::left_paren: case Tok::left_bracket: case Tok::left_brace: i = skip_balanced(i); break;
      case Tok::less: {
        bool may_open = i > from && (tokens[i - 1].kind == Tok::identifier || (tokens[i - 1].kind >= Tok::kw_alignas));
        size_t behind = may_open ? skip_template_list(i) : i;
        // `a < b, c > d` is no template argument list unless something that starts an expression or a name's rest stands behind it.
        i = behind > i ? behind : i + 1;
        break;
      }
      default: ++i;
    }
  }
  return tokens.size() - 1;
}

// The packs that a pattern names and that no expansion inside it takes.
void Parser::collect_packs(size_t begin, size_t end, std::vector<std::string_view>& names) {
  for (size_t i = begin; i < end;) {
    const Token& t = tokens[i];
    if (t.kind == Tok::kw_sizeof && tokens[i + 1].kind == Tok::ellipsis) {
      i = skip_balanced(i + 2);
      continue;
    }
    if (t.kind == Tok::left_paren || t.kind == Tok::left_bracket || t.kind == Tok::left_brace) {
      size_t close = std::min(skip_balanced(i), end);
      if (close <= i) return;
      collect_packs_of_elements(i + 1, close - 1, names);
      i = close;
      continue;
    }
    if (t.kind == Tok::less && i > begin && tokens[i - 1].kind == Tok::identifier) {
      size_t close = skip_template_list(i);
      if (close > i && close <= end) {
        collect_packs_of_elements(i + 1, close - 1, names);
        i = close;
        continue;
      }
    }
    std::string_view name = t.kind == Tok::identifier ? t.text : t.kind == Tok::kw_auto && auto_parameter >= 0 ? auto_name(static_cast<size_t>(auto_parameter)) : std::string_view();
    bool is_member = i > 0 && (tokens[i - 1].kind == Tok::dot || tokens[i - 1].kind == Tok::arrow || tokens[i - 1].kind == Tok::scope);
    if (!name.empty() && !is_member)
      if (Symbol* symbol = lookup(name); symbol && symbol->is_pack && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    ++i;
  }
}

void Parser::collect_packs_of_elements(size_t begin, size_t end, std::vector<std::string_view>& names) {
  Nesting guard(*this);
  if (guard.too_deep) return;
  while (begin < end) {
    size_t stop = std::min(element_end(begin, false), end);
    bool expands = false;
    for (size_t i = begin; i < stop;) {
      if (tokens[i].kind == Tok::ellipsis && (i == begin || tokens[i - 1].kind != Tok::kw_sizeof)) expands = true;
      bool opens = tokens[i].kind == Tok::left_paren || tokens[i].kind == Tok::left_bracket || tokens[i].kind == Tok::left_brace;
      i = opens ? skip_balanced(i) : i + 1;
    }
    if (!expands) collect_packs(begin, stop, names);
    begin = stop + 1;
  }
}

// Does the list element at the cursor end with an ellipsis?
bool Parser::expansion_here(bool is_angled, size_t& ellipsis) {
  if (!has_packs) return false;
  size_t end = element_end(pos, is_angled);
  if (end <= pos + 1 || tokens[end - 1].kind != Tok::ellipsis) return false;
  ellipsis = end - 1;
  return true;
}

// False: reported. `is_known` is false where the packs are stand-ins of a signature.
bool Parser::find_packs(size_t begin, size_t end, Expansion& out) {
  std::vector<std::string_view> names;
  collect_packs(begin, end, names);
  if (names.empty()) return report(Code::WB3077, tokens[end].span);
  out.is_known = true;
  for (size_t i = 0; i < names.size(); ++i) {
    Symbol* symbol = lookup(names[i]);
    if (!symbol->elements) {
      out.is_known = false;
      return true;
    }
    if (i > 0 && symbol->elements->size() != out.count)
      return report(Code::WB3078, tokens[end].span, {std::string(names[0]), std::to_string(out.count), std::string(names[i]), std::to_string(symbol->elements->size())});
    out.count = symbol->elements->size();
    out.packs.emplace_back(names[i], *symbol);
  }
  return true;
}

Scope* Parser::element_scope(const Expansion& e, size_t index) {
  Scope* inner = new_scope(Scope::Kind::block, scope);
  for (const auto& [name, symbol] : e.packs) inner->names[name] = (*symbol.elements)[index];
  return inner;
}

// Calls `read` with the cursor at the pattern, once per element. False: one of them failed.
bool Parser::expand(size_t ellipsis, const std::function<bool()>& read) {
  Expansion e;
  size_t begin = pos;
  bool ok = find_packs(begin, ellipsis, e);
  if (ok && !e.is_known) ok = read();
  for (size_t i = 0; ok && e.is_known && i < e.count && !is_full() && !stopped; ++i) {
    At there(*this, begin, element_scope(e, i));
    ok = read();
    if (ok && pos != ellipsis) ok = report(Code::WB2004, here(), {found()});
  }
  if (!stopped) pos = ellipsis + 1;
  return ok;
}

// sizeof...(Ts)
ExprId Parser::parse_pack_size(Span begin) {
  take();
  Token open = peek();
  if (!expect(Tok::left_paren, "after `sizeof...`")) return {};
  Token name = take();
  if (!expect_close(Tok::right_paren, open)) return {};
  Symbol* symbol = lookup(name.text);
  if (!symbol || !symbol->is_pack) {
    report(Code::WB3079, name.span, {std::string(name.text)});
    return {};
  }
  if (!symbol->elements) return {};
  return make_constant(module->types.scalar(ScalarKind::ulong), symbol->elements->size(), span_from(begin));
}

ExprId Parser::fold_with(Tok op, bool is_shift_right, ExprId a, ExprId b, Span span) {
  if (!a || !b) return {};
  if (is_shift_right) return build_binary(Tok::hash_hash, a, b, span);
  switch (op) {
    case Tok::comma: return build_comma(a, b, span);
    case Tok::equal: return build_assign(a, b, span);
    case Tok::plus_equal: return build_compound_assign(Op::add, a, b, span);
    case Tok::minus_equal: return build_compound_assign(Op::subtract, a, b, span);
    case Tok::star_equal: return build_compound_assign(Op::multiply, a, b, span);
    case Tok::slash_equal: return build_compound_assign(Op::divide, a, b, span);
    case Tok::percent_equal: return build_compound_assign(Op::remainder, a, b, span);
    case Tok::amp_equal: return build_compound_assign(Op::bit_and, a, b, span);
    case Tok::pipe_equal: return build_compound_assign(Op::bit_or, a, b, span);
    case Tok::caret_equal: return build_compound_assign(Op::bit_xor, a, b, span);
    case Tok::plus: case Tok::minus: case Tok::star: case Tok::slash: case Tok::percent: case Tok::amp: case Tok::pipe: case Tok::caret:
    case Tok::shift_left: case Tok::less: case Tok::greater: case Tok::less_equal: case Tok::greater_equal: case Tok::equal_equal:
    case Tok::bang_equal: case Tok::amp_amp: case Tok::pipe_pipe: return build_binary(op, a, b, span);
    default: report(Code::WB2004, span, {std::string("`") + spelling(op) + "`"}); return {};
  }
}

// fold = "(" pattern op "..." ")" | "(" "..." op pattern ")" | "(" value op "..." op value ")"     False: no fold stands here.
bool Parser::parse_fold(Operand& out) {
  if (!has_packs) return false;
  size_t open = pos, close = skip_balanced(pos);
  if (close <= open + 2 || tokens[close - 1].kind != Tok::right_paren) return false;
  size_t dots = 0;
  for (size_t i = open + 1; i + 1 < close && dots == 0;) {
    if (tokens[i].kind == Tok::ellipsis && tokens[i - 1].kind != Tok::kw_sizeof) dots = i;
    bool opens = tokens[i].kind == Tok::left_paren || tokens[i].kind == Tok::left_bracket || tokens[i].kind == Tok::left_brace;
    i = opens ? skip_balanced(i) : i + 1;
  }
  if (dots == 0) return false;
  auto is_shift = [&](size_t first) { return tokens[first].kind == Tok::greater && tokens[first + 1].kind == Tok::greater; };
  bool has_left = dots > open + 1, has_right = dots + 2 < close;
  size_t left_width = has_left && dots >= 2 && is_shift(dots - 2) ? 2 : 1, right_width = has_right && is_shift(dots + 1) ? 2 : 1;
  size_t op_at = has_left ? dots - left_width : dots + 1;
  Tok op = tokens[op_at].kind;
  bool shift = is_shift(op_at);
  Span span = cover(tokens[open].span, tokens[close - 1].span);
  size_t left_begin = open + 1, left_end = has_left ? dots - left_width : left_begin;
  size_t right_begin = has_right ? dots + 1 + right_width : close - 1, right_end = close - 1;
  auto leave = [&](ExprId e) {
    pos = close;
    out = expr_operand(e);
    return true;
  };
  if ((!has_left && !has_right) || left_end < left_begin || right_begin > right_end) {
    report(Code::WB2004, tokens[dots].span, {"`...`"});
    return leave({});
  }
  std::vector<std::string_view> names;
  if (has_left) collect_packs(left_begin, left_end, names);
  bool pack_is_left = has_left && (!has_right || !names.empty());
  size_t begin = pack_is_left ? left_begin : right_begin, end = pack_is_left ? left_end : right_end;
  Expansion e;
  if (!find_packs(begin, end, e) || !e.is_known) return leave({});
  std::vector<ExprId> values;
  auto read = [&](size_t from, size_t to, Scope* in) {
    At there(*this, from, in);
    ExprId value = parse_cast_or_unary();
    if (value && pos != to) {
      report(Code::WB2004, here(), {found()});
      value = {};
    }
    values.push_back(value);
    return static_cast<bool>(value);
  };
  if (has_left && has_right && !pack_is_left && !read(left_begin, left_end, nullptr)) return leave({});
  for (size_t i = 0; i < e.count; ++i)
    if (!read(begin, end, element_scope(e, i))) return leave({});
  if (has_left && has_right && pack_is_left && !read(right_begin, right_end, nullptr)) return leave({});
  if (values.empty()) {
    if (op == Tok::amp_amp || op == Tok::pipe_pipe) return leave(make_constant(module->types.scalar(ScalarKind::bool_), op == Tok::amp_amp, span));
    if (op == Tok::comma) return leave(cast_to(make_constant(module->types.scalar(ScalarKind::int_), 0, span), module->types.scalar(ScalarKind::void_), CastKind::to_void, true, span));
    report(Code::WB3080, span, {std::string(spelling(op))});
    return leave({});
  }
  ExprId result;
  if (pack_is_left) {
    result = values.back();
    for (size_t i = values.size() - 1; i-- > 0;) result = fold_with(op, shift, values[i], result, tokens[op_at].span);
  } else {
    result = values.front();
    for (size_t i = 1; i < values.size(); ++i) result = fold_with(op, shift, result, values[i], tokens[op_at].span);
  }
  return leave(result);
}

}  // namespace wb
