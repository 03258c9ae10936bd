// Operators of the host that stand beside its classes, for the program that is run (host_whole.h): each is written behind the classes that it takes.
//
//     inline Vec operator*(float k, Vec v) { return v *= k; }   ->   __device__ wb_class_Vec operator*(float k, wb_class_Vec v) { return v *= k; }
#include <algorithm>

#include "simulator/language/host_whole.h"

namespace wb {

// The word `operator` in front of the parameters' bracket; 0: the function has a name.
size_t HostWhole::operator_of(const HostFunction& f) const {
  constexpr size_t longest = 2;  // >>
  const size_t last = f.parameters.begin - 2;
  for (size_t i = last; i > 0 && i + longest >= last; --i)
    if (r_.kind(i) == Tok::kw_operator) return i;
  return 0;
}

// Those that are in no class, nor of one.
void HostWhole::find_operators() {
  std::set<size_t> outside;
  for (size_t i = 0; i + 1 < r_.tokens_.size(); ++i) {
    const bool opens_namespace = r_.kind(i) == Tok::left_brace && i > 0 && (r_.kind(i - 1) == Tok::kw_namespace || r_.kind(i - 1) == Tok::string || (i > 1 && (r_.kind(i - 2) == Tok::kw_namespace || r_.kind(i - 2) == Tok::scope)));
    if (r_.kind(i) == Tok::kw_operator && i > 0 && r_.kind(i - 1) != Tok::scope) outside.insert(i);
    if (is_opening_bracket(i) && !opens_namespace) i = std::max(r_.close_of(i), i);
  }
  for (const HostFunction& f : r_.functions_) {
    const size_t at = operator_of(f);
    if (!outside.contains(at)) continue;
    const Range head{r_.start_of_expression(at, 0), at};
    const bool is_device = std::any_of(r_.tokens_.begin() + static_cast<std::ptrdiff_t>(head.begin), r_.tokens_.begin() + static_cast<std::ptrdiff_t>(at), [](const Token& t) { return t.kind == Tok::kw_device; });
    if (!is_device) operators_.push_back({&f, head});
  }
}

bool HostWhole::takes(const HostOperator& op, std::string_view name) const { return r_.mentions(op.function->parameters, name); }

void HostWhole::write_operators(const HostClass& c) {
  for (HostOperator& op : operators_) {
    if (op.is_written || !takes(op, c.name)) continue;
    op.is_written = true;
    ++nesting_;
    write_callees(op.head);
    write_callees(op.function->parameters);
    write_callees(op.function->body);
    --nesting_;
    const size_t behind = r_.kind(op.head.begin) == Tok::kw_template ? r_.behind_angles(op.head.begin + 1, op.head.end) : op.head.begin;
    open_namespaces(op.head.begin);
    write_line(spelled({op.head.begin, behind}) + " __device__" + spelled_specifiers({behind, op.head.end}) + spelled({op.head.end, op.function->body.begin}), {});
    write_block(op.function->body, *op.function);
    write_line("}", {});
    close_namespaces(op.head.begin);
  }
}

}  // namespace wb
