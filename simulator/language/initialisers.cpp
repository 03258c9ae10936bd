// Initialisers: `= value`, `= {...}`, `{...}`, and making objects of record types.
#include <algorithm>
#include <utility>

#include "simulator/language/literals.h"
#include "simulator/language/open_lists.h"
#include "simulator/language/parser.h"
#include "simulator/language/shape_values.h"
#include "simulator/language/scalar_math.h"
#include "simulator/language/string_nodes.h"
#include "simulator/source/limits.h"

namespace wb {

ExprId Parser::zero_value(TypeId type, Span span) {
  const Type t = module->types[type];
  if (t.kind == TypeKind::scalar || t.kind == TypeKind::enumeration || t.kind == TypeKind::pointer) return make_constant(type, 0, span);
  return make(node(ExprKind::init_list, type, span));
}

// A record without constructors of its own (those that are `= default` or `= delete` do not count): made of a list of its members.
bool Parser::is_aggregate(TypeId type) {
  const Type t = module->types[type];
  if (t.kind != TypeKind::record) return t.kind == TypeKind::array;
  if (record_info({t.index}).is_lambda || record_info({t.index}).is_polymorphic || record_info({t.index}).is_member_pointer) return false;
  const std::vector<FunctionDecl*>& all = record_info({t.index}).constructors;
  return std::all_of(all.begin(), all.end(), [](const FunctionDecl* f) { return f->is_deleted; });
}

// The constructor that an implicit conversion would call: the first one that takes such a value best.
FunctionDecl* Parser::converting_constructor(TypeId from, bool is_lvalue, TypeId to) {
  (void)is_lvalue;
  const Type t = module->types[to];
  if (t.kind != TypeKind::record || from == to || is_placeholder(to) || is_derived(from, module->types.unqualified(to))) return nullptr;
  FunctionDecl* best = nullptr;
  Rank best_rank = Rank::none;
  for (FunctionDecl* f : record_info({t.index}).constructors) {
    if (f->is_explicit || f->tmpl || f->parameters.empty() || (f->parameters.size() > 1 && f->parameters[1].default_begin == 0)) continue;
    TypeId parameter = f->parameters[0].type;
    if (module->types[parameter].kind == TypeKind::reference) parameter = module->types[parameter].element;
    Rank rank = Rank::none;
    if (module->types.is_record(parameter)) {
      if (module->types.unqualified(parameter) == from) rank = Rank::exact;
      else if (is_derived(from, module->types.unqualified(parameter)) && module->types[parameter].index != t.index) rank = Rank::conversion;
    } else {
      rank = value_rank(from, parameter, false);
    }
    if (rank >= best_rank) continue;
    best = f;
    best_rank = rank;
  }
  return best;
}

// Is there a constructor template of the record that makes one of `e`, as unique_ptr<Base>(unique_ptr<Derived>&&) does? Asked where nothing else converts.
bool Parser::converting_template(ExprId e, TypeId to) {
  const Type t = module->types[to];
  const TypeId from = value_type(e);
  if (t.kind != TypeKind::record || in_template_pattern || is_placeholder(from) || is_placeholder(to)) return false;
  if (module->types.unqualified(from) == module->types.unqualified(to) || is_derived(module->types.unqualified(from), module->types.unqualified(to))) return false;
  for (FunctionDecl* f : record_info({t.index}).constructors) {
    if (f->is_explicit || !f->tmpl || f->parameters.empty() || f->parameters[0].is_pack || (f->parameters.size() > 1 && f->parameters[1].default_begin == 0)) continue;
    std::vector<TemplateArgument> deduced;
    std::string missing;
    if (!deduce(*f, {}, {e}, deduced, missing)) continue;
    const FunctionDecl* made = instantiate(*f, std::move(deduced), at(e).span);
    if (made && !made->parameters.empty() && conversion_rank(e, made->parameters[0].type) != Rank::none) return true;
  }
  return false;
}

// CUDA's own dim3, whose constructor makes 1 of what is not given.
bool Parser::is_dim3(TypeId type) const {
  const Type& t = module->types[type];
  if (t.kind != TypeKind::record) return false;
  const Record& record = module->types.records[t.index];
  return record.name == "dim3" && record.span.end == 0;
}

// What `T x;` does for a record with constructors or with initialisers at its members; none where it does nothing.
ExprId Parser::default_construct(TypeId type, Span span) {
  const Type t = module->types[type];
  if (t.kind != TypeKind::record || is_placeholder(type)) return {};
  type = module->types.unqualified(type);
  if (is_dim3(type)) return construct(type, {}, span, true);  // (1, 1, 1)
  const RecordInfo::Special made = special_of(type, SpecialMember::default_constructor);
  if (made.is_deleted) return report_deleted(type, SpecialMember::default_constructor, span), ExprId{};
  const std::vector<FunctionDecl*> constructors = record_info({t.index}).constructors;
  if (made.is_user_made || made.is_absent) {
    for (FunctionDecl* f : constructors)
      if (f->parameters.empty() || f->parameters[0].default_begin != 0) return construct_from(type, {}, constructors, span);
    std::vector<DiagNote> notes;
    for (FunctionDecl* f : constructors)
      if (notes.size() < 3) notes.push_back({f->span, "`" + describe(*f) + "` is declared here"});
    report(Code::WB3102, span, {type_name(type)}, std::move(notes));
    return {};
  }
  if (made.is_trivial) return {};
  if (is_registered_default(type) && !record_info({t.index}).is_polymorphic) return construct(type, {}, span, true);
  FunctionDecl* f = special_function({t.index}, SpecialMember::default_constructor);
  return f ? construct_from(type, {}, {f}, span) : ExprId{};
}

// An object of a record type made of these arguments. `is_implicit`: explicit constructors do not count.
ExprId Parser::construct(TypeId type, std::vector<ExprId> arguments, Span span, bool is_braced, bool is_implicit) {
  for (ExprId e : arguments)
    if (!e) return {};
  const Type t = module->types[type];
  type = module->types.unqualified(type);
  if (is_placeholder(type)) return {};
  if (arguments.size() == 1 && at(arguments[0]).type == type && !at(arguments[0]).is_lvalue) return arguments[0];
  if (arguments.size() == 1 && is_other_shape(*this, at(arguments[0]).type, type)) return as_other_shape(*this, arguments[0], type, span);
  if (!module->types.records[t.index].is_complete) {
    report(Code::WB3045, span, {"this", type_name(type), "this type is declared but never defined"});
    return {};
  }
  settled({t.index});
  bool is_same = arguments.size() == 1 && (value_type(arguments[0]) == type || is_derived(value_type(arguments[0]), type));
  std::vector<FunctionDecl*> constructors = record_info({t.index}).constructors;
  if (is_same && (!is_aggregate(type) || value_type(arguments[0]) == type)) return construct_from(type, std::move(arguments), std::move(constructors), span);
  const RecordInfo::Special by_default = record_info({t.index}).special[0];
  bool is_value = arguments.empty() && !by_default.is_user_made && !by_default.is_absent;
  if (is_value && by_default.is_deleted) return report_deleted(type, SpecialMember::default_constructor, span), ExprId{};
  if (is_value && record_info({t.index}).is_polymorphic) return default_construct(type, span);  // zeros would have no table of virtual functions
  if (!is_aggregate(type) && !is_value) {
    FunctionDecl* excluded = nullptr;
    if (is_implicit)
      std::erase_if(constructors, [&](FunctionDecl* f) {
        if (f->is_explicit) excluded = f;
        return f->is_explicit;
      });
    if (constructors.empty() && excluded) {
      report(Code::WB3103, span, {type_name(type)}, {{excluded->span, "`" + describe(*excluded) + "` is declared here"}});
      return {};
    }
    if (arguments.empty()) {
      bool any = std::any_of(constructors.begin(), constructors.end(), [](FunctionDecl* f) { return f->parameters.empty() || f->parameters[0].default_begin != 0 || f->tmpl; });
      if (!any) return default_construct(type, span);
    }
    if (constructors.empty()) {
      report(Code::WB3010, span, {module->types.records[t.index].name, "0", std::to_string(arguments.size()), ""});
      return {};
    }
    return construct_from(type, std::move(arguments), std::move(constructors), span);
  }
  if (!is_braced && arguments.size() == 1)  // T(x): x may know how to become a T
    if (FunctionDecl* f = conversion_function(value_type(arguments[0]), type, !is_implicit)) return call_conversion(arguments[0], *f, span);
  RecordInfo& info = record_info({t.index});
  const Record record = module->types.records[t.index];
  const bool is_filled = is_library(record.span) && arguments.size() == record.fields.size();  // half2(a, b): as its constructor would
  if (!is_braced && !arguments.empty() && record.name != "dim3" && !is_filled) {
    report(Code::WB3010, span, {record.name, "0", std::to_string(arguments.size()), "it has no constructor: use braces"});
    return {};
  }
  if (arguments.size() > record.fields.size()) {
    report(Code::WB3049, span, {"`" + record.name + "`", std::to_string(record.fields.size())});
    return {};
  }
  Expr list = node(ExprKind::init_list, type, span);
  for (size_t i = 0; i < record.fields.size(); ++i) {
    ExprId value;
    if (i < arguments.size()) {
      value = convert_argument(arguments[i], record.fields[i].type, at(arguments[i]).span);
    } else if (record.name == "dim3") {
      value = make_constant(record.fields[i].type, 1, span);
    } else if (i < info.field_defaults.size() && info.field_defaults[i] != 0) {
      At there(*this, info.field_defaults[i], new_scope(Scope::Kind::block, info.scope));
      value = member_initialiser(record.fields[i].type, here());
    } else if (record.is_union && i > 0) {
      break;
    } else {
      value = value_initialised(record.fields[i].type, span);
    }
    if (!value) return {};
    list.args.push_back(value);
  }
  return make(std::move(list));
}

namespace {

void skip_to_brace(Parser& p) {
  while (!p.is(Tok::right_brace) && !p.is(Tok::semicolon) && !p.is(Tok::end)) p.take();
}

// Does the value lose something on its way to a scalar type, as lists in braces must not ([dcl.init.list])?
bool narrows(Parser& p, ExprId value, const Type& to) {
  const Type from = p.type_of(value);
  if (from.kind != TypeKind::scalar) return false;
  const auto constant = p.evaluate(value);
  if (is_floating(from.scalar) && is_integer(to.scalar)) return true;
  if (from.scalar == ScalarKind::double_ && to.scalar == ScalarKind::float_) return !constant;
  if (!is_integer(from.scalar)) return false;
  if (is_floating(to.scalar)) return !constant;
  if (!is_integer(to.scalar) || from.scalar == to.scalar) return false;
  if (constant) return as_signed(to.scalar, convert_scalar(from.scalar, to.scalar, *constant)) != as_signed(from.scalar, *constant);
  return info(from.scalar).bytes > info(to.scalar).bytes || (info(from.scalar).bytes == info(to.scalar).bytes && is_signed(from.scalar) != is_signed(to.scalar) && to.scalar != ScalarKind::bool_);
}

// {3} of something that is no array and no record.
ExprId parse_braced_value(Parser& p, TypeId& type, Span name_span, bool check_narrowing) {
  const Span begin = p.here();
  const Type t = p.module->types[type];
  const Token open = p.take();
  if (p.eat(Tok::right_brace)) return p.zero_value(p.module->types.unqualified(type), p.span_from(begin));
  const ExprId e = p.is(Tok::left_brace) ? p.parse_braced(type, name_span) : p.parse_assignment();
  p.eat(Tok::comma);
  if (!e) {
    skip_to_brace(p);
    p.eat(Tok::right_brace);
    return {};
  }
  if (!p.is(Tok::right_brace)) {
    p.report(Code::WB3049, p.here(), {"`" + p.type_name(type) + "`", "1"});
    skip_to_brace(p);
  }
  if (!p.expect_close(Tok::right_brace, open)) return {};
  const ExprId value = p.rvalue(e);
  if (value && check_narrowing && t.kind == TypeKind::scalar && narrows(p, value, t))
    p.report(Code::WB3050, p.at(value).span, {p.type_name(p.at(value).type), p.type_name(p.module->types.unqualified(type))});
  return p.convert(value, type, p.at(e).span);
}

// std::vector<int>, std::map<K, V>, ... of a host program: what makes one of a list in braces (host_containers.inc); null: it is none of these.
Symbol* maker_of_list(Parser& p, TypeId type) {
  if (!p.is_host_program || p.module->types[type].kind != TypeKind::record || !p.is_made_of_lists(type)) return nullptr;
  return p.lookup_in(*p.record_info({p.module->types[type].index}).scope, "of");
}

// Can all of the list be elements? Else it is a constructor's arguments: std::vector<int>{from, to}. Nothing of it is evaluated.
bool is_list_of(Parser& p, TypeId element) {
  const size_t begin = p.pos, calls = p.unfinished_calls.size(), temporaries = p.fn ? p.fn->pending.size() : 0;
  ++p.unevaluated;
  p.take();
  bool fits = !p.is(Tok::right_brace);
  while (fits && !p.is(Tok::right_brace)) {
    if (p.is(Tok::left_brace)) {
      p.pos = p.skip_balanced(p.pos);
    } else {
      const ExprId e = p.parse_assignment();
      fits = e && p.conversion_rank(e, element) != Rank::none;
    }
    if (!p.eat(Tok::comma)) break;
  }
  fits &= p.is(Tok::right_brace);
  --p.unevaluated;
  p.unfinished_calls.resize(std::min(calls, p.unfinished_calls.size()));
  if (p.fn) p.fn->pending.resize(std::min(temporaries, p.fn->pending.size()));
  p.pos = begin;
  return fits;
}

// {1, 2, 3} of such a container: Container::of({1, 2, 3}).
ExprId parse_library_list(Parser& p, Symbol& maker) {
  const ExprId list = open_list_here(p);
  const Span span = p.at(list).span;
  Operand callee;
  callee.kind = Operand::Kind::functions;
  callee.functions = maker.functions;
  callee.name = "of";
  callee.span = span;
  return p.resolve_call(callee, {list}, span);
}

// {a, b} as a constructor's arguments.
ExprId parse_braced_arguments(Parser& p, TypeId type, bool is_copied) {
  const Span begin = p.here();
  const Token open = p.take();
  std::vector<ExprId> arguments;
  bool ok = true;
  while (!p.is(Tok::right_brace)) {
    size_t ellipsis = 0;
    const auto take_one = [&] {
      arguments.push_back(p.is(Tok::left_brace) ? open_list_here(p) : p.parse_assignment());
      return static_cast<bool>(arguments.back());
    };
    ok = p.expansion_here(false, ellipsis) ? p.expand(ellipsis, take_one) : take_one();
    if (!ok || !p.eat(Tok::comma)) break;
  }
  if (!ok) skip_to_brace(p);
  if (!p.expect_close(Tok::right_brace, open) || !ok) return {};
  return p.construct(type, std::move(arguments), p.span_from(begin), true, is_copied);
}

// {a, b} as an array's elements or a record's fields.
ExprId parse_braced_parts(Parser& p, TypeId& type) {
  const Span begin = p.here();
  const Type t = p.module->types[type];
  const size_t open_pos = p.pos;
  const Token open = p.take();
  size_t count = 0;
  p.pending_element.reset();
  const ExprId list = p.parse_list(type, true, count, open.span);
  const bool leftover = p.pending_element.has_value();
  p.pending_element.reset();
  if (!list || leftover || !p.is(Tok::right_brace)) {
    if (list && (leftover || p.is(Tok::number) || is_word(p.peek()) || p.is(Tok::left_brace) || p.is(Tok::minus))) {
      const uint64_t room = t.kind == TypeKind::array ? t.count : std::max(p.record_info({t.index}).members.size(), p.module->types.records[t.index].fields.size() - p.record_info({t.index}).units.size());
      p.report(Code::WB3049, leftover ? p.previous() : p.here(), {"`" + p.type_name(type) + "`", std::to_string(room)});
    } else if (list) {
      p.expect_close(Tok::right_brace, open);
    }
    p.pos = p.skip_balanced(open_pos);
    return {};
  }
  p.take();
  if (t.kind == TypeKind::array && t.count == 0) {
    type = p.module->types.array_of(t.element, count == 0 ? 1 : count);
    p.module->exprs[list.v].type = p.module->types.unqualified(type);
  }
  p.module->exprs[list.v].span = p.span_from(begin);
  return list;
}

}  // namespace

// braced = "{" (element ("," element)* ","?)? "}"     `type` of an array without a bound gets one.
ExprId Parser::parse_braced(TypeId& type, Span name_span, bool check_narrowing) {
  Nesting guard(*this);
  if (guard.too_deep) return {};
  const bool is_copied = std::exchange(list_is_copied, false);
  const TypeKind kind_of_type = module->types[type].kind;
  if (kind_of_type == TypeKind::scalar || kind_of_type == TypeKind::enumeration || kind_of_type == TypeKind::pointer) return parse_braced_value(*this, type, name_span, check_narrowing);
  if (Symbol* maker = maker_of_list(*this, type)) {
    const Symbol* element = lookup_in(*record_info({module->types[type].index}).scope, "value_type");
    if (element && element->kind == SymbolKind::type && is_list_of(*this, element->type)) return parse_library_list(*this, *maker);
  }
  if (kind_of_type == TypeKind::record && !is_aggregate(type)) return parse_braced_arguments(*this, type, is_copied);
  return parse_braced_parts(*this, type);
}

// The elements of an array or the fields of a record. Without braces of its own (`elided`), a list takes what it needs from the one around it.
ExprId Parser::parse_list(TypeId type, bool has_braces, size_t& count, Span span) {
  Nesting guard(*this);
  if (guard.too_deep) return {};
  const Type t = module->types[type];
  if (t.kind == TypeKind::record) return parse_record_list(type, has_braces, count, span);
  size_t room = t.count == 0 ? limits::initialisers : t.count;
  Expr list = node(ExprKind::init_list, module->types.unqualified(type), span);
  while (list.args.size() < room) {
    if (!pending_element && is(Tok::right_brace)) break;
    if (++initialiser_count > limits::initialisers * 4) {
      report(Code::WB3049, here(), {"a list", std::to_string(limits::initialisers)});
      return {};
    }
    size_t ellipsis = 0;
    if (has_braces && !pending_element && expansion_here(false, ellipsis)) {
      bool expands = expand(ellipsis, [&] {
        if (list.args.size() >= room) return report(Code::WB3049, here(), {"`" + type_name(type) + "`", std::to_string(room)});
        ExprId one = parse_list_element(t.element);
        if (one) list.args.push_back(one);
        return static_cast<bool>(one) && !pending_element;
      });
      if (!expands) return {};
      if (!eat(Tok::comma)) break;
      continue;
    }
    TypeId element = t.element;
    ExprId value = parse_list_element(element);
    if (!value) return {};
    list.args.push_back(value);
    if (pending_element) continue;
    if (list.args.size() >= room && !has_braces) break;  // the comma belongs to the list around
    if (!eat(Tok::comma)) break;
  }
  count = list.args.size();
  if (t.kind == TypeKind::array && t.count != 0 && list.args.size() < t.count && !is_trivially_made(t.element)) {
    ExprId rest = value_initialised(module->types.array_of(t.element, t.count - list.args.size()), span);
    if (!rest) return {};
    const std::vector<ExprId> values = at(rest).args;
    list.args.insert(list.args.end(), values.begin(), values.end());
  }
  return make(std::move(list));
}

ExprId Parser::parse_list_element(TypeId type) {
  const Type t = module->types[type];
  bool has_parts = t.kind == TypeKind::array || (t.kind == TypeKind::record && is_aggregate(type));
  if (!pending_element && is(Tok::left_brace)) {
    TypeId own = type;
    return parse_braced(own, here());
  }
  if (t.kind == TypeKind::array && is(Tok::string) && !pending_element) return string_list(type);
  if (t.kind == TypeKind::array) {
    size_t count = 0;
    return parse_list(type, false, count, here());
  }
  ExprId e;
  if (pending_element) {
    e = *pending_element;
    pending_element.reset();
  } else {
    e = parse_assignment();
  }
  if (!e) return {};
  if (has_parts && value_type(e) != module->types.unqualified(type) && !is_derived(value_type(e), module->types.unqualified(type)) && conversion_rank(e, type) == Rank::none) {
    pending_element = e;
    size_t count = 0;
    return parse_list(type, false, count, at(e).span);
  }
  return convert_argument(e, type, at(e).span);
}

// char text[] = "abc" "def"
ExprId Parser::string_list(TypeId& type) {
  Span span = here();
  const auto text = adjacent_strings(*this);
  if (!text) return {};
  const Type t = module->types[type];
  if (t.count == 0) type = module->types.array_of(t.element, text->size() + 1);
  uint64_t room = module->types[type].count;
  if (text->size() + 1 > room) {
    report(Code::WB3049, span, {"`" + type_name(type) + "`", std::to_string(room)});
    return {};
  }
  Expr list = node(ExprKind::init_list, module->types.unqualified(type), span);
  for (char c : *text) list.args.push_back(make_constant(module->types.unqualified(t.element), static_cast<unsigned char>(c), span));
  return make(std::move(list));
}

// What stands behind a declarator: "=" value | "=" "{" ... "}" | "{" ... "}" | "(" arguments ")". None without a report: no initialiser.
ExprId Parser::parse_initialiser(TypeId& type, const Declarator& d, bool& failed) {
  failed = false;
  bool is_reference = module->types[type].kind == TypeKind::reference;
  ExprId result;
  if (eat(Tok::equal)) {
    if (is(Tok::left_brace)) {
      list_is_copied = true;
      result = parse_braced(type, d.span);
    } else if (module->types.is_array(type)) {
      if (is(Tok::string)) {
        result = string_list(type);
      } else {
        ExprId e = parse_assignment();
        if (e) report(Code::WB3008, at(e).span, {type_name(at(e).type), type_name(type)});
      }
    } else {
      ExprId e = parse_assignment();
      result = is_reference ? bind_reference(e, type, e ? at(e).span : d.span) : convert(e, type, e ? at(e).span : d.span);
    }
  } else if (is(Tok::left_brace)) {
    if (is_reference) {
      Token open = take();
      ExprId e = parse_assignment();
      if (expect_close(Tok::right_brace, open)) result = bind_reference(e, type, e ? at(e).span : d.span);
    } else {
      result = parse_braced(type, d.span);
    }
  } else if (is(Tok::left_paren)) {
    std::vector<ExprId> arguments;
    Span begin = here();
    if (!parse_arguments(arguments)) {
      failed = true;
      return {};
    }
    if (module->types.is_record(type)) {
      result = construct(type, std::move(arguments), span_from(begin), false);
    } else if (arguments.size() == 1) {
      result = is_reference ? bind_reference(arguments[0], type, at(arguments[0]).span) : convert(arguments[0], type, at(arguments[0]).span);
    } else {
      report(Code::WB3010, span_from(begin), {type_name(type), "1", std::to_string(arguments.size()), ""});
    }
  } else {
    return {};
  }
  failed = !result;
  return result;
}

// Global data need their values at compile time: every leaf becomes a constant. None if one is not.
ExprId Parser::fold_to_constants(ExprId e) {
  if (!e) return {};
  if (at(e).kind == ExprKind::init_list) {
    Expr list = at(e);
    for (ExprId& element : list.args)
      if (!(element = fold_to_constants(element))) return {};
    return make(std::move(list));
  }
  if (at(e).kind == ExprKind::constant) return e;
  const TypeId type = at(e).type;
  auto value = evaluate(e);
  if (module->types.is_record(type) || module->types.is_array(type)) {  // a constexpr constructor's object
    ConstantEvaluator evaluator(*module, &known_constants, &known_objects);
    if (auto object = evaluator.evaluate_object(e)) return constant_node(*object, type, at(e).span);
    value.reset();
  }
  if (!value) {
    std::string why;
    Span span = why_not_constant(e, why);
    report(Code::WB3040, span, {why});
    return {};
  }
  return make_constant(at(e).type, *value, at(e).span);
}

}  // namespace wb
