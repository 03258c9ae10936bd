// Launches as the host program that is run has them (host_whole.h): calls of wb_machine::launch, which are told the line's place, the shape and what the
// kernel gets; and, of a kernel template, the arguments that the compiler deduces.
#include <algorithm>
#include <utility>

#include "simulator/language/closure_names.h"
#include "simulator/language/host_whole.h"

namespace wb {

// a::k<T><<<grid, block, bytes, stream>>>(a, b)
std::string HostWhole::spelled_launch(Range kernel, size_t open, size_t& next) {
  size_t name = kernel.end - 1;
  for (int depth = 0; name > kernel.begin && (r_.kind(name) == Tok::right_bracket || depth > 0); --name) depth += (r_.kind(name) == Tok::right_bracket) - (r_.kind(name) == Tok::left_bracket);  // kernels[i]
  size_t close = open + 2;
  for (; close < r_.tokens_.size() && r_.kind(close) != Tok::semicolon; close = is_opening_bracket(close) ? std::max(r_.close_of(close), close) + 1 : close + 1)
    if (r_.kind(close) == Tok::greater && r_.kind(close + 1) == Tok::greater && r_.kind(close + 2) == Tok::greater && r_.kind(close + 3) == Tok::left_paren) break;
  const size_t arguments = close + 3;
  if (r_.kind(arguments) != Tok::left_paren) return is_understood_ = false, "";
  const std::vector<Range> shape = r_.split({open + 2, close});
  const bool is_pointer = name + 1 < kernel.end || !is_kernel_name(kernel.begin, name);
  const bool is_inner = std::exchange(is_in_launch_, true);  // a launch in a launch's arguments: its own are written once
  std::string given, handed;  // as they stand there, and as the kernel gets them
  size_t number = 0;
  for (Range argument : r_.split({arguments + 1, r_.close_of(arguments)})) {
    const std::string value = type_of_braces(name, number, argument) + spelled(argument);
    const bool may_become_pointer = takes_pointer(name, number++) && r_.kind(argument.begin) == Tok::identifier && argument.end == argument.begin + 1;
    given += (given.empty() ? "" : ", ") + value;
    handed += (may_become_pointer ? ", (const volatile void*)(" : ", ") + value + (may_become_pointer ? ")" : "");
  }
  std::string out = is_pointer ? "(wb_machine::launch_through(" : "(" + spelled_template_arguments(name, open) + (is_inner ? "" : spelled_instance({kernel.begin, open}, given)) + "wb_machine::launch(";
  if (shape.size() > 3) note_index(shape[3]);
  if (shape.size() > 3 && has_async_work_ && !(shape[3].end == shape[3].begin + 1 && r_.kind(shape[3].begin) == Tok::kw_nullptr))
    out = (without_stream_.contains(open) ? "(wb_machine::in_some_stream(), " : "(wb_machine::in_stream(" + spelled(shape[3]) + "), ") + out.substr(1);
  if (shape.size() > 4) out = "(wb_machine::cluster(wb_machine::shape(" + spelled(shape[4]) + ")), " + out.substr(1);
  out += std::to_string(name) + "ull, ";
  for (size_t k = 0; k < 2; ++k) out += "wb_machine::shape(" + (k < shape.size() ? spelled(shape[k]) : std::string("1")) + "), ";
  out += "(unsigned long long)(" + (shape.size() > 2 ? spelled(shape[2]) : std::string("0")) + ")";
  if (is_pointer) out += ", " + spelled({kernel.begin, open});
  is_in_launch_ = is_inner;
  next = r_.close_of(arguments);
  return out + handed + "), 0)";  // a number: check(cudaLaunchKernel(...), __LINE__) is such a line, too
}

// Else it is a pointer to one: ks[i].run<<<...>>>(...), or a parameter.
bool HostWhole::is_kernel_name(size_t begin, size_t name) const {
  const bool is_path = begin == name || r_.kind(begin + 1) == Tok::scope;
  if (r_.is_member_at(name) || !is_path) return false;
  const auto is_it = [&](const auto& f) { return f.name == r_.text(name) && r_.is_kernel(f); };
  const bool is_declared = std::any_of(r_.p_.kernels.begin(), r_.p_.kernels.end(), [&](const FunctionDecl* f) { return f->name == r_.text(name); });
  if (is_declared || std::any_of(r_.functions_.begin(), r_.functions_.end(), is_it)) return true;
  return !is_local_variable(name) && !globals_.contains(std::string(r_.text(name)));
}

// Tests tests[] = {{"naive", naive, dim3(2)}, ...}; tests[i].run<<<tests[i].grid, 64>>>(...). Where a kernel stands as a value, a function does that has its
// parameters, and launches it:
//
//     template <class T> __device__ void wb_kernel_scale(T* x, T by) { wb_machine::instance(...); wb_machine::launch_named("scale", x, by); }
std::string HostWhole::kernel_value(size_t name) {
  const auto is_it = [&](const HostFunction& f) { return f.name == r_.text(name) && r_.is_kernel(f); };
  const auto f = std::find_if(r_.functions_.begin(), r_.functions_.end(), is_it);
  if (f == r_.functions_.end() || is_in_call_of_cuda(name)) return "0";
  const std::string own(f->name);
  if (!kernel_values_.insert(own).second) return "wb_kernel_" + own;
  std::string head, given, instance;
  if (!f->template_parameters.empty()) {
    head = "template <" + spelled(f->template_parameters) + "> ";
    std::string arguments;
    for (Range part : r_.split_template(f->template_parameters)) arguments += (arguments.empty() ? "" : ", ") + std::string(r_.text(r_.name_of_parameter(part)));
    instance = own + " <" + arguments + ">";
  }
  for (Range parameter : r_.split(f->parameters)) given += ", " + std::string(r_.text(r_.name_of_parameter(parameter)));
  if (!instance.empty()) instance = "wb_machine::instance(" + std::string(instance_word) + "(" + instance + ")(" + (given.empty() ? "" : given.substr(2)) + ")); ";
  kernel_values_text_ += head + "__device__ void wb_kernel_" + own + "(" + spelled(f->parameters) + ") { " + instance + "wb_machine::launch_named(\"" + own + "\"" + given + "); } ";
  return "wb_kernel_" + own;
}

// cudaFuncSetAttribute(kernel, ...): nobody asks which.
bool HostWhole::is_in_call_of_cuda(size_t name) const {
  constexpr size_t longest = 48;
  for (size_t i = name; i-- > 0 && i + longest > name;) {
    const Tok k = r_.kind(i);
    if (k == Tok::semicolon || k == Tok::left_brace || k == Tok::right_brace) return false;
    if (k == Tok::identifier && r_.text(i).starts_with("cuda") && r_.kind(i + 1) == Tok::left_paren) return true;
  }
  return false;
}

// Of a kernel template: which instance is launched, the compiler says. Its arguments are not worked out a second time there.
std::string HostWhole::spelled_instance(Range kernel, const std::string& arguments) {
  size_t name = kernel.begin;
  while (name + 2 < kernel.end && r_.kind(name + 1) == Tok::scope) name += 2;
  const auto is_it = [&](const FunctionDecl* f) { return f->tmpl && f->name == r_.text(name); };
  if (std::none_of(r_.p_.kernels.begin(), r_.p_.kernels.end(), is_it)) return "";
  std::string path;
  for (size_t i = kernel.begin; i <= name; ++i) path += std::string(r_.text(i)) + " ";
  return "wb_machine::instance(" + std::string(instance_word) + "(" + path + spelled({name + 1, kernel.end}) + ")(" + arguments + ")), ";
}

void HostWhole::find_lambdas() { lambdas_ = lambda_introducers(r_.tokens_); }
// "[[3]]" behind the captures of a lambda, which close at `close`: the file's lambda of that number.
std::string HostWhole::number_of_lambda(Range range, size_t close) {
  size_t open = close;
  for (int depth = 0; open > range.begin; --open) {
    if (r_.kind(open) == Tok::right_bracket) ++depth;
    if (r_.kind(open) == Tok::left_bracket && --depth == 0) break;
  }
  const auto at = std::lower_bound(lambdas_.begin(), lambdas_.end(), open);
  return at != lambdas_.end() && *at == open ? " [[" + std::to_string(at - lambdas_.begin()) + "]]" : "";
}

// Is the kernel's parameter of this number a pointer? Then an object that stands for one becomes it (`operator T*()`).
bool HostWhole::takes_pointer(size_t kernel, size_t number) {
  const Range parameter = parameter_of(kernel, number);
  const auto has = [&](Tok wanted) {
    for (size_t i = parameter.begin; i < parameter.end; ++i)
      if (r_.kind(i) == wanted) return true;
    return false;
  };
  return has(Tok::star) && !has(Tok::left_paren) && !has(Tok::less) && !has(Tok::equal);
}
// As the kernel declares it; empty: there is none.
HostReader::Range HostWhole::parameter_of(size_t kernel, size_t number) {
  for (const HostFunction& f : r_.functions_) {
    if (f.name != r_.text(kernel) || !r_.is_kernel(f)) continue;
    const std::vector<Range> parameters = r_.split(f.parameters);
    return number < parameters.size() ? parameters[number] : Range{};
  }
  return {};
}
// k<<<1, 64>>>({n, d_x}): the type is the parameter's, without its name.
std::string HostWhole::type_of_braces(size_t kernel, size_t number, Range argument) {
  const Range parameter = parameter_of(kernel, number);
  if (r_.kind(argument.begin) != Tok::left_brace || parameter.end < parameter.begin + 2 || r_.kind(parameter.end - 1) != Tok::identifier) return "";
  return spelled({parameter.begin + (r_.kind(parameter.begin) == Tok::kw_const ? 1 : 0), parameter.end - 1});
}

// typename std::decay<F>::type, std::decay_t<F>: what it is depends on the template's own arguments, but it is a type.
bool HostWhole::is_spelled_as_type(Range part) {
  if (r_.kind(part.begin) == Tok::kw_typename) return true;
  size_t name = part.begin;
  while (name + 2 < part.end && r_.kind(name) == Tok::identifier && r_.kind(name + 1) == Tok::scope) name += 2;
  return r_.kind(name) == Tok::identifier && r_.text(name).ends_with("_t") && r_.kind(name + 1) == Tok::less && r_.behind_angles(name + 1, part.end) == part.end;
}

// In a template the arguments of a launch are known when it is run: k<T, B * 2>
std::string HostWhole::spelled_template_arguments(size_t name, size_t open) {
  const HostFunction* f = r_.function_around(name);
  if (!f || f->template_parameters.empty() || r_.kind(name + 1) != Tok::less || name + 2 >= open) return "";
  std::string out;
  size_t k = 0;
  for (Range part : r_.split_template({name + 2, open - 1})) {
    const bool is_type = r_.type_in(part).has_value() || is_spelled_as_type(part) || (part.end == part.begin + 1 && r_.template_meaning(part.begin).is_type);
    const std::string number = std::to_string(k++) + "ull";
    out += is_type ? "wb_machine::named_type<" + spelled(part) + ">(" + number + "), " : "wb_machine::named(" + number + ", " + spelled(part) + "), ";
  }
  return out;
}

}  // namespace wb
