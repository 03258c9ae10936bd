// printf and assert in device code. printf takes any arguments: they are promoted as C's variadic calls do it, and checked against the
// format where that is a literal.
#include "simulator/builtins/printf_format.h"
#include "simulator/language/parser.h"

namespace wb {

// A value as a variadic function gets it.
ExprId Parser::promote_variadic(ExprId e) {
  e = rvalue(as_plain_value(e));
  if (!e) return {};
  if (module->types.is_pointer(at(e).type)) return e;
  if (!is_arithmetic_like(at(e).type)) {
    report(Code::WB3091, at(e).span, {type_name(at(e).type)});
    return {};
  }
  if (module->types[at(e).type].scalar == ScalarKind::float_) return arithmetic_cast(e, module->types.scalar(ScalarKind::double_), true, at(e).span);
  return promote(e);
}

// "printf" "(" format { "," value } ")"
ExprId Parser::parse_printf(Span begin) {
  std::vector<ExprId> arguments;
  if (!parse_arguments(arguments)) return {};
  for (ExprId e : arguments)
    if (!e) return {};
  if (arguments.empty()) {
    report(Code::WB3010, begin, {"printf", "at least 1", "0", ""});
    return {};
  }
  Expr call = node(ExprKind::builtin_call, module->types.scalar(ScalarKind::int_), span_from(begin));
  call.op_span = begin;
  call.builtin = Builtin::print;
  const Span format_span = at(arguments[0]).span;
  TypeId text = module->types.pointer_to(module->types.with(module->types.scalar(ScalarKind::char_), true, false));
  ExprId format = convert(arguments[0], text, format_span);
  if (!format) return {};
  call.args.push_back(format);
  for (size_t i = 1; i < arguments.size(); ++i) {
    ExprId value = promote_variadic(arguments[i]);
    if (!value) return {};
    call.args.push_back(value);
  }
  if (at(arguments[0]).kind == ExprKind::string_literal) check_format(module->strings[at(arguments[0]).index], call.args, format_span);
  return make(std::move(call));
}

void Parser::check_format(const std::string& format, const std::vector<ExprId>& arguments, Span format_span) {
  if (arguments.size() - 1 > most_printf_arguments) report(Code::WB3095, format_span, {std::to_string(arguments.size() - 1)});
  size_t count = 0;
  std::optional<PrintfConversion> c = next_conversion(format, 0);
  for (; c; c = next_conversion(format, c->end)) {
    if (c->is_percent()) continue;
    const std::string spelling = format.substr(c->begin, c->end - c->begin + (c->type ? 0 : 1));
    if (!c->is_printed()) {
      report(c->is_precision_given ? Code::WB3094 : Code::WB3093, format_span, {spelling});
      return;
    }
    if (c->size == "hh") report(Code::WB3097, format_span, {spelling});
    count += c->is_width_given;
    if (++count < arguments.size()) check_conversion(*c, spelling, arguments[count]);
  }
  if (count != arguments.size() - 1) report(Code::WB3092, format_span, {std::to_string(count), std::to_string(arguments.size() - 1)});
}

void Parser::check_conversion(const PrintfConversion& c, const std::string& spelling, ExprId argument) {
  const Type& type = type_of(argument);
  const bool is_pointer = type.kind == TypeKind::pointer;
  const bool is_real = !is_pointer && is_floating(type.scalar);
  const bool is_text = is_pointer && info(module->types[type.element].scalar).bytes == 1 && module->types[type.element].kind == TypeKind::scalar;
  const bool is_wide = !is_pointer && !is_real && info(type.scalar).bytes == 8;
  const char* better = nullptr;
  if (c.is_integer() && (is_pointer || is_real || is_wide != c.is_wide())) better = is_pointer ? "%p" : is_real ? "%f" : is_wide ? is_signed(type.scalar) ? "%lld" : "%llu" : is_signed(type.scalar) ? "%d" : "%u";
  if (c.is_real() && !is_real) better = is_pointer ? "%p" : is_wide ? "%lld" : is_signed(type.scalar) ? "%d" : "%u";
  if (c.type == 's' && !is_text) better = is_pointer ? "%p" : is_real ? "%f" : is_wide ? "%lld" : "%d";
  if (c.type == 'p' && !is_pointer) better = is_real ? "%f" : is_wide ? "%lld" : "%d";
  if (better) report(Code::WB3096, at(argument).span, {spelling, type_name(at(argument).type), better});
}

// assert(condition), which the preprocessor has made __wb_assert((condition), "condition").
ExprId Parser::parse_assert(Span begin) {
  std::vector<ExprId> arguments;
  if (!parse_arguments(arguments)) return {};
  if (arguments.size() != 2 || !arguments[0] || !arguments[1]) {
    if (arguments.size() != 2) report(Code::WB3010, begin, {"assert", "1", std::to_string(arguments.size()), ""});
    return {};
  }
  Expr call = node(ExprKind::builtin_call, TypeId{}, span_from(begin));
  call.builtin = Builtin::assertion;
  ExprId condition = to_bool(arguments[0]), text = rvalue(arguments[1]);
  if (!condition || !text) return {};
  call.args = {condition, text};
  return make(std::move(call));
}

}  // namespace wb
