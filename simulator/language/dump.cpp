#include "simulator/language/dump.h"

namespace wb {
namespace {

const char* const kind_names[] = {"constant", "string", "special", "variable", "load", "decay", "address_of", "dereference", "subscript", "member", "member_value",
                                  "unary", "binary", "pointer_add", "pointer_subtract", "pointer_difference", "and", "or", "conditional", "comma", "assign",
                                  "compound_assign", "pre_increment", "pre_decrement", "post_increment", "post_decrement", "fma", "cast", "call", "function", "call_pointer", "builtin",
                                  "init_list"};
const char* const op_names[] = {"none", "negate", "bit_not", "not", "add", "subtract", "multiply", "divide", "remainder", "shift_left", "shift_right",
                                "bit_and", "bit_or", "bit_xor", "equal", "not_equal", "less", "less_equal", "greater", "greater_equal"};
const char* const special_names[] = {"threadIdx.x", "threadIdx.y", "threadIdx.z", "blockIdx.x", "blockIdx.y", "blockIdx.z", "blockDim.x",
                                     "blockDim.y", "blockDim.z", "gridDim.x", "gridDim.y", "gridDim.z", "warpSize"};
const char* const cast_names[] = {"same", "integral", "integer_to_bool", "float_to_bool", "pointer_to_bool", "integer_to_float", "float_to_integer", "float_to_float",
                                  "pointer", "integer_to_pointer", "pointer_to_integer", "to_void"};
const char* const storage_names[] = {"local", "parameter", "shared", "dynamic_shared", "device", "constant"};

class Dumper {
 public:
  explicit Dumper(const Module& module) : module_(module) {}

  std::string expr(ExprId id) const {
    if (!id) return "()";
    const Expr& e = module_[id];
    std::string type = module_.types.name(e.type);
    switch (e.kind) {
      case ExprKind::constant:
        if (module_.types.is_pointer(e.type)) return "null";
        return format_scalar(module_.types[e.type].scalar, e.bits) + (module_.types[e.type].scalar == ScalarKind::int_ ? "" : ":" + type);
      case ExprKind::special: return special_names[static_cast<int>(e.special)];
      case ExprKind::variable: return module_[e.var].name;
      default: break;
    }
    std::string out = "(" + head(e);
    if (e.kind == ExprKind::member || e.kind == ExprKind::member_value) out += "." + module_.types.records[module_.types[module_[e.a].type].index].fields[e.index].name;
    out += " " + type;
    for (ExprId child : {e.a, e.b, e.c})
      if (child) out += " " + expr(child);
    for (ExprId child : e.args) out += " " + expr(child);
    return out + ")";
  }

  void stmt(StmtId id, int depth, std::string& out) const {
    if (!id) return;
    const Stmt& s = module_[id];
    std::string indent(static_cast<size_t>(depth) * 2, ' ');
    auto line = [&](const std::string& text) { out += indent + text + "\n"; };
    switch (s.kind) {
      case StmtKind::empty: line("empty"); break;
      case StmtKind::expression: line(expr(s.a)); break;
      case StmtKind::declaration: {
        const Variable& v = module_[s.var];
        line("declare " + module_.types.name(v.type) + " " + v.name + (v.is_address_taken ? " [memory]" : "") + (v.init ? " = " + expr(v.init) : ""));
        break;
      }
      case StmtKind::compound:
        line("{");
        for (StmtId inner : s.list) stmt(inner, depth + 1, out);
        line("}");
        break;
      case StmtKind::if_:
        line("if " + expr(s.a));
        stmt(s.body, depth + 1, out);
        if (s.otherwise) {
          line("else");
          stmt(s.otherwise, depth + 1, out);
        }
        break;
      case StmtKind::while_: line("while " + expr(s.a)); stmt(s.body, depth + 1, out); break;
      case StmtKind::do_: line("do"); stmt(s.body, depth + 1, out); line("while " + expr(s.a)); break;
      case StmtKind::for_:
        line(s.unroll_hint ? "for [unroll]" : "for");
        stmt(s.init, depth + 2, out);
        line("  while " + (s.a ? expr(s.a) : "true") + " step " + (s.step ? expr(s.step) : "none"));
        stmt(s.body, depth + 1, out);
        break;
      case StmtKind::switch_: line("switch " + expr(s.a)); stmt(s.body, depth + 1, out); break;
      case StmtKind::case_: line("case " + std::to_string(static_cast<int64_t>(s.bits))); break;
      case StmtKind::default_: line("default"); break;
      case StmtKind::break_: line("break"); break;
      case StmtKind::continue_: line("continue"); break;
      case StmtKind::label_: line("label " + std::to_string(s.bits)); break;
      case StmtKind::goto_: line("goto " + std::to_string(s.bits)); break;
      case StmtKind::return_: line("return" + (s.a ? " " + expr(s.a) : "")); break;
    }
  }

 private:
  std::string head(const Expr& e) const {
    std::string name = kind_names[static_cast<int>(e.kind)];
    switch (e.kind) {
      case ExprKind::unary:
      case ExprKind::binary: return op_names[static_cast<int>(e.op)];
      case ExprKind::compound_assign:
        return std::string(e.fused ? "fused_" : "") + op_names[static_cast<int>(e.op)] + "_assign:" + module_.types.name(e.compute_type);
      case ExprKind::cast: return std::string(e.implicit ? "implicit_" : "cast_") + cast_names[static_cast<int>(e.cast)];
      case ExprKind::call: return "call " + module_[e.function].display_name;
      case ExprKind::function_address: return "function " + module_[e.function].display_name;
      case ExprKind::builtin_call: return std::string("builtin ") + builtin_info(e.builtin).name;
      case ExprKind::string_literal: return "string \"" + module_.strings[e.index] + "\"";
      default: return name;
    }
  }

  const Module& module_;
};

}  // namespace

std::string dump(const Module& module, ExprId expr) { return Dumper(module).expr(expr); }

std::string dump(const Module& module, FunctionId id) {
  const Function& f = module[id];
  std::string out = std::string(f.is_kernel ? "kernel " : "function ") + module.types.name(f.result) + " " + f.display_name + "(";
  for (size_t i = 0; i < f.parameters.size(); ++i) {
    const Variable& v = module[f.parameters[i]];
    out += (i ? ", " : "") + module.types.name(v.type) + " " + v.name + (v.is_address_taken ? " [memory]" : "");
  }
  out += ")\n";
  Dumper(module).stmt(f.body, 0, out);
  return out;
}

std::string dump(const Module& module) {
  std::string out;
  for (VarId id : module.globals) {
    const Variable& v = module[id];
    out += std::string(storage_names[static_cast<int>(v.storage)]) + " " + module.types.name(v.type) + " " + v.name + (v.init ? " = " + dump(module, v.init) : "") + "\n";
  }
  for (uint32_t i = 0; i < module.functions.size(); ++i)
    if (module.functions[i].body) out += dump(module, FunctionId{i});
  return out;
}

}  // namespace wb
