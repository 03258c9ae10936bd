// Expressions about objects and their places: offsetof, new.
#include "simulator/language/parser.h"
#include "simulator/language/virtual_functions.h"

namespace wb {

// offsetof "(" type "," name ("." name | "[" constant "]")* ")"
ExprId Parser::parse_offsetof(Span begin) {
  Token open = take();
  auto type = parse_type_id();
  if (!type || !expect(Tok::comma, "after the type")) {
    while (!is(Tok::right_paren) && !is(Tok::semicolon) && !is(Tok::end)) take();
    eat(Tok::right_paren);
    return {};
  }
  uint64_t offset = 0;
  TypeId at_type = *type;
  for (bool first = true;; first = false) {
    if (!first && is(Tok::left_bracket) && module->types.is_array(at_type)) {
      Token bracket = take();
      auto index = parse_constant(module->types.scalar(ScalarKind::ulong), "the index");
      if (!index || !expect_close(Tok::right_bracket, bracket)) return {};
      at_type = module->types[at_type].element;
      offset += *index * module->types.size_of(at_type);
      continue;
    }
    if (!first && !eat(Tok::dot)) break;
    if (!module->types.is_record(at_type) || is_placeholder(at_type) || !is(Tok::identifier)) {
      if (!in_template_pattern) report(Code::WB3043, here(), {type_name(at_type)});
      while (!is(Tok::right_paren) && !is(Tok::semicolon) && !is(Tok::end)) take();
      eat(Tok::right_paren);
      return {};
    }
    Token name = take();
    RecordId id{module->types[at_type].index};
    Symbol* symbol = record_info(id).scope ? lookup_in(*record_info(id).scope, name.text) : nullptr;
    if (!symbol || !symbol->is_field || symbol->field >= bit_field_mark) {
      if (symbol && symbol->is_field) report(Code::WB3105, name.span);
      else report(Code::WB3003, name.span, {std::string(name.text), type_name(at_type), "no such member"});
      while (!is(Tok::right_paren) && !is(Tok::semicolon) && !is(Tok::end)) take();
      eat(Tok::right_paren);
      return {};
    }
    uint64_t base = 0;
    if (!(symbol->owner == id)) count_bases(at_type, symbol->owner, base);
    const Field field = module->types.records[symbol->owner.v].fields[symbol->field];
    offset += base + field.offset;
    at_type = field.type;
  }
  if (!expect_close(Tok::right_paren, open)) return {};
  return make_constant(module->types.scalar(ScalarKind::ulong), offset, span_from(begin));
}

namespace {

// new (place) T[n], new (place) T[n](): the cursor is at the bracket.
ExprId make_array_at(Parser& p, TypeId type, ExprId place, Span begin) {
  const Token open = p.take();
  ExprId count = p.rvalue(p.parse_expression());
  if (!p.expect_close(Tok::right_bracket, open) || !count || p.is_placeholder(type) || p.is_placeholder(p.at(count).type)) return {};
  if (p.is(Tok::left_bracket)) return p.report(Code::WB4001, p.here(), {"arrays of arrays made by `new`", "make one array, and compute the place of an element in it"}), ExprId{};
  const bool is_zero = (p.is(Tok::left_paren) && p.kind(1) == Tok::right_paren) || (p.is(Tok::left_brace) && p.kind(1) == Tok::right_brace);
  if (is_zero) p.take(), p.take();
  const Span span = p.span_from(begin);
  TypeTable& types = p.module->types;
  count = p.convert(count, types.scalar(ScalarKind::ulong), span);
  const ExprId where = p.explicit_cast(place, types.pointer_to(types.scalar(ScalarKind::void_)), span, true);
  if (!count || !where) return {};
  const bool is_made = types.is_record(type) && (!p.is_trivially_made(type) || p.has_destructor(type));
  return p.call_library("__wb", is_zero ? "place_zeros" : is_made ? "place_array" : "place_values", {p.type_argument(type, false)}, {count, where}, span);
}

}  // namespace

// "::"? "new" ( "(" place ")" )? type ( "(" arguments ")" | "{" values "}" )?      The object is made where the place points to, or on the heap.
// "::"? "new" ( "(" place ")" )? type "[" count "]" ( "(" ")" | "{" "}" )?
ExprId Parser::parse_new() {
  Token word = take();
  ExprId place;
  const bool has_place = is(Tok::left_paren);
  if (has_place) {
    Token open = take();
    place = rvalue(parse_assignment());
    if (!expect_close(Tok::right_paren, open) || !place) return {};
  }
  if (!is_type_start()) {
    report(Code::WB2006, here(), {found()});
    return {};
  }
  Specifiers specs = parse_specifiers(false);
  if (!specs.ok || !specs.has_type) return {};
  Declarator d;
  TypeId type = parse_pointer_operators(d, specs.type);
  if (is(Tok::left_bracket)) return has_place ? make_array_at(*this, type, place, word.span) : parse_new_array(type, word.span);
  if (is_placeholder(type) || !check_not_abstract(*this, type, specs.type_span)) return {};
  Span span = span_from(word.span);
  if (!has_place) place = allocate(type, span);
  if (!place) return {};
  ExprId pointer = explicit_cast(place, module->types.pointer_to(type), at(place).span, true);
  if (!pointer) return {};
  VarId kept = add_temporary(at(pointer).type, span);
  ExprId result = initialise_object(make_variable(kept, span), pointer, span);
  ExprId target = dereference(rvalue(make_variable(kept, span)), span, true);
  ExprId value;
  if (is(Tok::left_paren) || is(Tok::left_brace)) {
    value = parse_member_value(type, span);
    if (!value) return {};
  } else if (module->types.is_record(type) && !is_trivially_made(type)) {
    value = default_construct(type, span);
    if (!value) return {};
  }
  if (value) result = build_comma(result, initialise_object(target, value, span), span);
  return build_comma(result, rvalue(make_variable(kept, span)), span);
}

}  // namespace wb
