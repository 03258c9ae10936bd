// Calls of functions and of builtins.
#include <algorithm>

#include "simulator/language/default_comparisons.h"

namespace wb {

bool Parser::check_callable(FunctionDecl& f, Span name_span) {
  if (f.is_kernel && !is_launching) return report(Code::WB3055, name_span, {}, {{f.span, "`" + std::string(f.name) + "` is a kernel"}});
  if (f.is_deleted) return report(Code::WB3100, name_span, {"`" + std::string(f.name) + "`"}, {{f.span, "`" + describe(f) + "` is deleted here"}});
  const bool in_device_code = fn && fn->is_device && unevaluated == 0 && !f.is_consteval;
  if (f.is_device || f.is_kernel || !in_device_code) return true;
  const std::string name(f.name);
  std::vector<DiagNote> notes;
  if (!is_library(f.span)) notes.push_back({f.span, "`" + name + "` is defined here"});
  if (!f.is_constexpr) return fn->constant_depth > 0 || report(Code::WB3022, name_span, {name}, std::move(notes));
  // nvcc's rule holds for constants, too. Once is enough: the flag is for the whole file. The library does as it likes.
  const auto& said = diags.all();
  const bool is_news = std::none_of(said.begin(), said.end(), [](const Diagnostic& d) { return d.code == Code::WB3123; });
  if (is_news && quiet == 0 && !is_library(name_span)) report(Code::WB3123, name_span, {name}, std::move(notes));
  return true;
}

// The value of a parameter's default argument, read where the function was declared.
ExprId Parser::default_argument(FunctionDecl& f, size_t index) {
  At there(*this, f.parameters[index].default_begin, f.scope);
  return is(Tok::left_brace) ? [&] {
    TypeId type = f.parameters[index].type;
    return parse_braced(type, here());
  }() : parse_assignment();
}

namespace {

// A lane that only receives may offer a variable without a value: v = __shfl_sync(mask, v, leader).
void offer(Module& module, ExprId value) {
  while (module[value].kind == ExprKind::cast) value = module[value].a;
  if (module[value].kind == ExprKind::load && module.types[module[value].type].kind == TypeKind::scalar) module.exprs[value.v].is_partial = true;
}

// The call of a consteval function is its value; inside another one it is computed with that one.
ExprId immediate_value(Parser& p, ExprId call) {
  if (!call || !p.fn || (p.fn->decl && p.fn->decl->is_consteval) || p.type_of(call).kind != TypeKind::scalar) return call;
  if (const auto value = p.evaluate(call)) return p.make_constant(p.at(call).type, *value, p.at(call).span);
  std::string why;
  const Span span = p.why_not_constant(call, why);
  p.report(Code::WB3040, span, {why});
  return {};
}

}  // namespace

ExprId Parser::call_function(FunctionDecl& f, std::vector<ExprId> arguments, Span span, ExprId object, Span name_span) {
  if (!check_callable(f, name_span)) return {};
  // Of templates, of the library and of the host's constexpr functions, bodies are read now that somebody calls them.
  const bool is_of_host = f.is_constexpr && !f.is_device;
  if ((f.instance_of || f.is_in_template || is_of_host || is_library(f.span)) && unevaluated == 0) queue_body(f, name_span);
  if (f.is_auto) need_body(f);
  if (f.is_default_comparison && !f.body_begin) write_default_comparison(*this, f);
  if (f.inherited && !f.is_body_done && !f.is_body_running) write_inherited(f);
  if (f.is_auto && f.has_failed) return {};
  if (f.is_auto && !f.is_body_done) {
    report(Code::WB3060, name_span, {std::string(f.name)});
    return {};
  }
  Expr call = node(ExprKind::call, f.result, span);
  call.function = f.id;
  call.op_span = name_span;
  if (f.owner && !f.is_static_method) {
    if (!object) {
      report(Code::WB2018, name_span, {std::string(f.name)});
      return {};
    }
    TypeId self = module->types[at(object).type].element;
    if (module->types.is_record(self) && module->types[self].index != f.owner->v && is_derived(module->types.unqualified(self), module->types.record(*f.owner))) {  // a base's
      const Span place = at(object).span;  // nodes that are made move the others
      object = address_of(base_of(dereference(object, place, true), *f.owner, place), place, true);
      if (!object) return {};
      self = module->types[at(object).type].element;
    }
    if (module->types[self].is_const && !f.is_const_method && !f.is_constructor) {
      report(Code::WB3014, name_span, {std::string(f.name) + "()", type_name(self)}, {{f.span, "this method is not marked `const`, so it may change its object"}});
      return {};
    }
    TypeId wanted = module->types.pointer_to(f.is_const_method ? module->types.with(module->types.record(*f.owner), true, false) : module->types.record(*f.owner));
    if (at(object).type != wanted) object = cast_to(object, wanted, CastKind::same, true, at(object).span);
    call.args.push_back(object);
  }
  for (size_t i = 0; i < f.parameters.size(); ++i) {
    ExprId argument = i < arguments.size() ? arguments[i] : default_argument(f, i);
    if (!argument) return {};
    argument = convert_argument(argument, f.parameters[i].type, at(argument).span);
    if (argument && is_passed_by_address(f, f.parameters[i].type)) {
      argument = materialise(argument);
      if (argument) argument = address_of(argument, at(argument).span, true, true);
    }
    if (!argument) return {};
    call.args.push_back(argument);
  }
  if (is_library(f.span) && f.owner && f.name.starts_with("shfl") && call.args.size() > 1) offer(*module, call.args[1]);  // a group's shuffles
  if (!f.body_begin && !f.is_implicit) unfinished_calls.emplace_back(&f, name_span);
  ExprId result = make(std::move(call));
  if (f.is_consteval) return immediate_value(*this, result);
  if (!result || type_of(result).kind != TypeKind::reference) return result;
  bool is_rvalue = type_of(result).is_rvalue;
  result = dereference(result, span, true);
  return is_rvalue ? as_xvalue(result) : result;
}

namespace {

// Functions that CUDA adds to those of <cmath>: they have no overload for integers, so an integer fits the float and the double one alike.
bool is_beyond_cmath(std::string_view name) {
  static constexpr std::string_view names[] = {"rsqrt", "rcbrt", "exp10", "sinpi", "cospi", "erfinv", "erfcinv", "erfcx", "normcdf", "normcdfinv",
                                               "j0",    "j1",    "jn",    "y0",    "y1",    "yn",     "cyl_bessel_i0", "cyl_bessel_i1"};
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

}  // namespace

// Math functions that exist for float and for double: the float one only if every argument in question is a float; integers
// count as double, as in <cmath>. The two rows agree in everything else: sincos(float, float*, float*), ldexp(double, int).
ExprId Parser::call_math(const std::string_view name, const std::vector<int>& rows, std::vector<ExprId>& arguments, Span span, bool& handled) {
  const auto& all = builtin_rows();
  if (rows.size() != 2) return {};
  const BuiltinRow &single = all[static_cast<size_t>(rows[0])], &exact = all[static_cast<size_t>(rows[1])];
  if (single.parameters.size() != arguments.size() || exact.parameters.size() != arguments.size()) return {};
  bool all_float = true, any = false;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const BuiltinRow::Parameter &a = single.parameters[i], &b = exact.parameters[i];
    if (a.is_pointer != b.is_pointer) return {};
    if (a.kind == b.kind) continue;
    if (a.kind != ScalarKind::float_ || b.kind != ScalarKind::double_) return {};
    if (a.is_pointer) continue;
    if (!is_arithmetic_like(value_type(arguments[i]))) return {};
    if (is_beyond_cmath(name) && is_integer_like(value_type(arguments[i]))) return {};
    any = true;
    all_float &= module->types[value_type(arguments[i])].scalar == ScalarKind::float_;
  }
  if (!any) return {};
  handled = true;
  return call_builtin(rows[all_float ? 0 : 1], std::move(arguments), span);
}

TypeId Parser::builtin_type(const BuiltinRow::Parameter& p) {
  TypeId t = p.record.empty() ? module->types.scalar(p.kind) : vector_type(p.record).value_or(TypeId{});
  return p.is_pointer ? module->types.pointer_to(p.is_const ? module->types.with(t, true, false) : t) : t;
}

// A small vector as the word that its members make up: what __dp4a(char4, char4, int) works on.
ExprId Parser::word_of_vector(ExprId e, TypeId word) {
  const Span span = at(e).span;
  ExprId address = address_of(at(e).is_lvalue ? e : materialise(e), span, true);
  return address ? rvalue(dereference(cast_to(address, module->types.pointer_to(word), CastKind::pointer, true, span), span, true)) : address;
}

ExprId Parser::call_builtin(int row, std::vector<ExprId> arguments, Span span) {
  const BuiltinRow& overload = builtin_rows()[static_cast<size_t>(row)];
  const BuiltinRow& own = builtin_rows()[static_cast<size_t>(overload.builtin) - 1];  // rows start with the table's, in its order
  auto type = [&](const BuiltinRow::Parameter& p) { return builtin_type(p); };
  Expr call = node(ExprKind::builtin_call, type(own.result), span);
  call.builtin = own.builtin;
  for (size_t i = 0; i < own.parameters.size(); ++i) {
    const BuiltinRow::Parameter& parameter = own.parameters[i];
    if (i < arguments.size() && parameter.record.empty() && module->types.is_record(value_type(arguments[i])) && !overload.parameters[i].record.empty())
      arguments[i] = word_of_vector(arguments[i], type(parameter));
    if (i < arguments.size() && !arguments[i]) return {};
    ExprId argument = i < arguments.size() ? convert(arguments[i], type(parameter), at(arguments[i]).span) : make_constant(type(parameter), parameter.default_value, span);
    if (!argument) return {};
    if (i >= arguments.size()) module->exprs[argument.v].implicit = true;
    call.args.push_back(argument);
  }
  if (std::string_view(builtin_info(own.builtin).spelling).starts_with("__shfl") && call.args.size() > 1) offer(*module, call.args[1]);
  ExprId result = make(std::move(call));
  return arithmetic_result(result, type(overload.result), span);
}

// __shfl(v, 0) and its like work on whatever lanes run together: the mask that their successors want is theirs.
void Parser::add_warp_mask(Operand& callee, std::vector<ExprId>& arguments) {
  const std::string_view masked = masked_warp_function(callee.name);
  if (masked.empty()) return;
  report(Code::WB3090, callee.span, {std::string(callee.name), std::string(masked)});
  Expr mask = node(ExprKind::builtin_call, module->types.scalar(ScalarKind::uint), callee.span);
  mask.builtin = Builtin::lockstep_mask;
  mask.implicit = true;
  arguments.insert(arguments.begin(), make(std::move(mask)));
  callee.name = masked;
}

ExprId Parser::arithmetic_result(ExprId e, TypeId type, Span span) {
  return !e || at(e).type == type || module->types.is_void(type) ? e : arithmetic_cast(e, type, true, span);
}

// make_float4(x, y, z, w)
ExprId Parser::make_vector(std::string_view name, std::vector<ExprId> arguments, Span span) {
  TypeId type = *vector_type(name);
  const Record record = module->types.records[module->types[type].index];
  if (arguments.size() != record.fields.size()) {
    report(Code::WB3010, span, {"make_" + std::string(name), std::to_string(record.fields.size()), std::to_string(arguments.size()), ""});
    return {};
  }
  Expr list = node(ExprKind::init_list, type, span);
  for (size_t i = 0; i < arguments.size(); ++i) {
    ExprId e = convert(arguments[i], record.fields[i].type, at(arguments[i]).span);
    if (!e) return {};
    list.args.push_back(e);
  }
  return make(std::move(list));
}

}  // namespace wb
