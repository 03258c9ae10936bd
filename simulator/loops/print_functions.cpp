// Device functions, the kernel as a function of the host, and the loops over the blocks with what lives in one block.
#include "simulator/loops/loops_printer.h"

#include <algorithm>

namespace wb::loops {
namespace {

constexpr uint64_t stack_bytes = 256u << 10;  // arrays over threads beyond this do not go on the stack
constexpr uint64_t max_threads = 1024;

}  // namespace

std::string LoopsPrinter::parameter(VarId id) {
  const Variable& variable = m_[id];
  std::string name = expr_.name(id);
  if (variable.is_restrict) name = "__restrict__ " + name;
  return expr_.declaration(declared_type(id), name);
}

std::string LoopsPrinter::head_of(FunctionId id) {
  const Function& function = m_[id];
  std::string parameters;
  for (int bit = 0; bit < 4; ++bit)
    if (expr_.indices_of(id) >> bit & 1)
      parameters += std::string(parameters.empty() ? "" : ", ") + (bit < 2 ? "uint3 " : "dim3 ") + ExpressionPrinter::index_name(bit);
  for (VarId each : function.parameters) parameters += (parameters.empty() ? "" : ", ") + parameter(each);
  return "static " + expr_.declaration(function.result, expr_.function_name(id) + "(" + parameters + ")");
}

void LoopsPrinter::print_device_function(FunctionId id) {
  const Function& function = m_[id];
  expr_.scope = function.extent;
  expr_.called_at = called_at_[id.v];
  for (std::string& line : comments_.take_above(function.extent)) out_.add(std::move(line));
  out_.add(head_of(id), line_of(function.extent));
  out_.add("{");
  out_.open();
  result_type_ = function.result;
  print_list(list_of(function.body));
  out_.close();
  out_.add("}");
  out_.add("");
}

std::vector<StmtId> LoopsPrinter::list_of(StmtId id) const {
  if (!id) return {};
  return m_[id].kind == StmtKind::compound ? m_[id].list : std::vector<StmtId>{id};
}

void LoopsPrinter::print_kernel() {
  in_kernel_ = true;
  expr_.scope = kernel_.extent;
  result_.function = expr_.function_name(kernel_id_);
  for (std::string& line : comments_.take_above(kernel_.extent)) out_.add(std::move(line));
  std::string parameters = "dim3 gridDim, dim3 blockDim";
  std::vector<std::string> copies;
  for (VarId each : kernel_.parameters) {
    const Variable& variable = m_[each];
    result_.parameter_types.push_back(expr_.type(types_.unqualified(variable.type)));
    if (types_[variable.type].kind == TypeKind::reference) expr_.refuse("a kernel's parameter cannot be a reference", variable.span);
    if (is_changed(each)) {
      parameters += ", " + expr_.declaration(types_.unqualified(variable.type), launch_name(each));
    } else {
      parameters += ", " + parameter(each);
    }
  }
  result_.takes_shared_bytes = uses_dynamic_shared();
  if (result_.takes_shared_bytes) parameters += ", unsigned int " + fresh("shared_bytes");
  out_.add("void " + result_.function + "(" + parameters + ")", line_of(kernel_.extent));
  out_.add("{");
  out_.open();
  open_block_loops();
  print_block_data();
  print_parts(structure_.parts, false);
  close_block_loops();
  out_.close();
  out_.add("}");
  in_kernel_ = false;
}

bool LoopsPrinter::is_changed(VarId parameter) const {
  return std::find(structure_.changed_parameters.begin(), structure_.changed_parameters.end(), parameter) != structure_.changed_parameters.end();
}

bool LoopsPrinter::uses_dynamic_shared() const {
  for (VarId global : m_.globals)
    if (m_[global].storage == Storage::dynamic_shared && is_used(global)) return true;
  return false;
}

void LoopsPrinter::print_loop_heads(LoopHead::Over over, uint32_t axes, const std::string (&names)[3], const char* dim, const char* comment) {
  bool first = true;
  for (int axis = 2; axis >= 0; --axis) {
    if (!(axes >> axis & 1)) continue;
    const std::string& n = names[axis];
    const bool is_last = (axes & ((1u << axis) - 1)) == 0;
    out_.add("for (unsigned int " + n + " = 0; " + n + " < " + dim + "." + "xyz"[axis] + "; " + n + "++)" + (is_last ? " {" : ""), 0, first ? comment : "");
    out_.mark_head(out_.size() - 1, over, axis, n);
    first = false;
  }
}

// "{bx, by}": the axes without a loop are 0.
std::string LoopsPrinter::index_value(uint32_t axes, const std::string (&names)[3]) {
  std::string text;
  const int last = axes & 4 ? 2 : axes & 2 ? 1 : 0;
  for (int axis = 0; axis <= last; ++axis) text += (axis ? ", " : "") + (axes >> axis & 1 ? names[axis] : "0");
  return "{" + text + "}";
}

void LoopsPrinter::open_block_loops() {
  const int axes = axis_count(result_.grid_axes);
  out_.add(axes > 1 ? "#pragma omp parallel for collapse(" + std::to_string(axes) + ")" : "#pragma omp parallel for", 0,
           "// blocks do not wait for each other: every core may take some");
  print_loop_heads(LoopHead::Over::blocks, result_.grid_axes, grid_names_, "gridDim", "// every block of the grid");
  out_.open();
  if (kernel_reads(1)) out_.add("const uint3 blockIdx = " + index_value(result_.grid_axes, grid_names_) + ";");
}

void LoopsPrinter::close_block_loops() {
  if (needs_next_block_) out_.add(fresh("next_block") + ":;");
  out_.close();
  out_.add("}");
}

// Shared memory, and what lives across a barrier of the outermost level.
void LoopsPrinter::print_block_data() {
  for (VarId global : m_.globals) {
    const Variable& variable = m_[global];
    if (!is_used(global)) continue;
    if (variable.storage == Storage::shared && !is_used_by_device_function(global)) {
      const char* where = types_.size_of(variable.type) > stack_bytes ? "static thread_local " : "";
      out_.add(where + declaration_of(global, false), line_of(variable.span), "// __shared__: one for the block");
    }
    if (variable.storage == Storage::dynamic_shared) {
      const std::string memory = fresh("memory_of_" + identifier(variable.name));
      const std::string element = expr_.type(types_[variable.type].element);
      out_.add("SharedMemory " + memory + "(" + fresh("shared_bytes") + ");", line_of(variable.span), "// extern __shared__: one for the block");
      out_.add(element + "* const " + expr_.name(global) + " = (" + element + "*)" + memory + ".bytes;");
    }
  }
  if (structure_.needs_alive) {
    const std::string threads = "MAX_THREADS";
    out_.add("bool " + alive_ + "[" + threads + "];", 0, "// false: the thread has returned");
    out_.add("std::fill_n(" + alive_ + ", " + threads + ", true);");
  }
  for (VarId each : structure_.changed_parameters) {
    const Residence residence = structure_.of(each);
    if (residence == Residence::block) out_.add(expr_.declaration(types_.unqualified(m_[each].type), expr_.name(each)) + " = " + launch_name(each) + ";");
    if (residence == Residence::per_thread) print_thread_array(each);
  }
}

void LoopsPrinter::print_thread_array(VarId var) {
  const Variable& variable = m_[var];
  const bool is_large = types_.size_of(variable.type) * max_threads > stack_bytes;
  const std::string name = variable.name.empty() ? "value_" + std::to_string(var.v) : expr_.name(var).substr(0, expr_.name(var).rfind('['));
  out_.add((is_large ? "static thread_local " : "") + expr_.declaration(types_.unqualified(without_const(variable.type)), name + "[MAX_THREADS]") + ";",
           line_of(variable.span), "// lives across a barrier: one for each thread");
  out_.last().is_repeated = true;
}

TypeId LoopsPrinter::without_const(TypeId type) {
  const Type t = types_[type];
  if (t.kind == TypeKind::array) return types_.array_of(without_const(t.element), t.count);
  return types_.unqualified(type);
}

}  // namespace wb::loops
