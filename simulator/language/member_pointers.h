#pragma once
// Pointers to members; see member_pointers.cpp.
#include <optional>
#include <vector>

#include "simulator/language/parser_values.h"

namespace wb {

class Parser;

// `member`: the field's type; of a method as method_type() gives it.
TypeId member_pointer_type(Parser& p, RecordId of, TypeId member);
bool is_member_pointer(const Parser& p, TypeId type);

// T Class::* and R (Class::*)(...): the cursor at the class's name, `base` read before. Nothing: reported.
std::optional<TypeId> parse_member_pointer(Parser& p, Declarator& d, TypeId base, size_t star);
// &Class::member, the cursor at the `&`; nothing: it is something else.
std::optional<ExprId> parse_member_address(Parser& p);
// (cast (".*" | "->*"))* behind the first operand
ExprId parse_member_selections(Parser& p, ExprId object);
// (object.*pointer)(arguments)
ExprId call_selected_method(Parser& p, const Operand& method, std::vector<ExprId> arguments, Span span);

// None: it does not fit.
Rank member_pointer_rank(Parser& p, ExprId e, TypeId to);
ExprId convert_member_pointer(Parser& p, ExprId e, TypeId to, Span place);  // reports
ExprId is_set_member_pointer(Parser& p, ExprId e);                          // bool
ExprId compare_member_pointers(Parser& p, ExprId a, ExprId b, bool is_equal, Span span);

// As a template's argument.
std::optional<uint64_t> member_pointer_bits(Parser& p, ExprId e);
std::optional<uint32_t> pointed_field(const Parser& p, TypeId pointer, uint64_t bits);  // none: not a field of the class itself
ExprId member_pointer_constant(Parser& p, TypeId type, uint64_t bits, Span span);

}  // namespace wb
