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

// "::"? "new" ( "(" place ")" )? type ( "(" arguments ")" | "{" values "}" )?      The object is made where the place points to, or on the heap.
// "::"? "new" type "[" count "]" ( "(" ")" | "{" "}" )?
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
  if (is(Tok::left_bracket)) {
    if (!has_place) return parse_new_array(type, word.span);
    report(Code::WB4001, here(), {"arrays made by placement `new`", "make the elements one by one in a loop"});
    return {};
  }
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
