// Prints a kernel as explicit loops over the blocks of the grid and the threads of a block.
//
//     void rgb2grey(dim3 gridDim, dim3 blockDim, const unsigned char* rgb, ...)
//     {
//       #pragma omp parallel for                                // blocks do not depend on each other
//       for (unsigned int bx = 0; bx < gridDim.x; bx++) {       // every block of the grid
//         const uint3 blockIdx = {bx};
//         for (unsigned int tx = 0; tx < blockDim.x; tx++) {    // every thread of the block
//           const uint3 threadIdx = {tx};
//           ...the kernel's body; `return` has become `continue`...
//
// structure.h says where the loop over the threads ends and begins again; this file writes it down.
#include "simulator/loops/print_loops.h"

#include <algorithm>
#include <bit>

#include "simulator/language/qualified_name.h"
#include "simulator/loops/expression_printer.h"
#include "simulator/loops/source_comments.h"
#include "simulator/loops/structure.h"
#include "simulator/loops/text_builder.h"
#include "simulator/loops/tree_walk.h"

namespace wb::loops {
namespace {

constexpr uint64_t stack_bytes = 256u << 10;  // arrays over threads beyond this do not go on the stack
constexpr uint64_t max_threads = 1024;

class Printer {
 public:
  Printer(const Module& module, FunctionId kernel, bool all_axes)
      : m_(module), kernel_id_(kernel), kernel_(module[kernel]), expr_(module), types_(expr_.types()), comments_(*module.sources, module.main_file),
        all_axes_(all_axes) {}

  PrintedLoops print() {
    structure_ = find_structure(m_, kernel_);
    if (!structure_.reason.empty()) return refused(structure_.reason, structure_.reason_span);
    if (structure_.parts.empty()) structure_.parts.push_back({});  // a kernel that does nothing is still done by every thread
    expr_.may_name_locals = !structure_.has_barrier;
    find_reachable();
    if (!expr_.refusal().reason.empty()) return refused(expr_.refusal().reason, expr_.refusal().span);
    choose_names();
    print_records();
    const size_t constants_at = out_.size();
    print_globals();
    for (uint32_t function : announced_) out_.add(head_of({function}) + ";");
    if (!announced_.empty()) out_.add("");
    for (uint32_t function : reachable_)
      if (function != kernel_id_.v) print_device_function({function});
    print_kernel();
    if (!expr_.refusal().reason.empty()) return refused(expr_.refusal().reason, expr_.refusal().span);
    insert_constants(constants_at);
    out_.finish(result_.text);
    return std::move(result_);
  }

 private:
  const Module& m_;
  FunctionId kernel_id_;
  const Function& kernel_;
  ExpressionPrinter expr_;
  TypeTable& types_;  // the printer's: arrays over threads are new types
  SourceComments comments_;
  bool all_axes_;
  Structure structure_;
  TextBuilder out_;
  PrintedLoops result_;
  std::vector<uint32_t> reachable_;  // functions, callees first
  std::map<uint32_t, Span> called_at_;  // of each, the first place in the student's text that leads there
  std::set<uint32_t> announced_;     // that others call before they are defined: they call each other in a circle
  std::set<uint32_t> printed_records_;
  std::set<uint32_t> built_;         // const variables that a constructor or a destructor changes
  std::set<std::string> names_;      // that the printed text may not use for its own purposes

  // Of the thread loop that is being printed:
  int run_ = 0;
  int student_loops_ = 0;          // the kernel's own loops around the statement, inside the loop over the threads
  std::string next_thread_;        // the label at the end of the pass, once something jumps there
  int labels_ = 0;
  bool in_kernel_ = false;
  TypeId result_type_;             // of the device function that is being printed
  bool needs_next_block_ = false;  // something jumps to the end of the block's pass
  std::string grid_names_[3], block_names_[3], flat_, alive_;
  bool said_blocks_ = false, said_threads_ = false;

  PrintedLoops refused(std::string reason, Span span) const {
    PrintedLoops none;
    none.text.reason = std::move(reason);
    none.text.reason_span = span;
    return none;
  }

  uint32_t line_of(Span span) const { return comments_.line_of(span); }

  // ---- what is needed beside the kernel

  void find_reachable() {
    std::set<uint32_t> seen;
    visit_function(kernel_id_.v, seen, 0, kernel_.span);
    for (uint32_t function : reachable_)
      for_each_expr_in(m_, m_[FunctionId{function}].body, [&](ExprId id) {
        if (m_[id].kind != ExprKind::special || m_[id].special == Special::warp_size) return;
        const int number = static_cast<int>(m_[id].special);
        const bool is_block = number / 3 == 1 || number / 3 == 3;
        (is_block ? result_.grid_axes : result_.block_axes) |= 1u << (number % 3);
      });
    if (all_axes_) result_.grid_axes = result_.block_axes = 7;
  }

  void visit_function(uint32_t function, std::set<uint32_t>& seen, int depth, Span called_at) {
    if (!seen.insert(function).second) return;
    const Function& f = m_.functions[function];
    called_at_[function] = expr_.called_at = called_at;
    check_waits(f);
    if (!f.body) expr_.refuse("`" + f.display_name + "` has no body", f.span);
    if (depth > 200) return;
    for (VarId parameter : f.parameters) check_variable(parameter);
    for_each_stmt(m_, f.body, [&](StmtId id) {
      if (m_[id].kind == StmtKind::declaration) check_variable(m_[id].var);
      if (m_[id].kind == StmtKind::goto_) expr_.refuse("`goto` crosses what becomes loops", m_[id].span);
    });
    for_each_expr_in(m_, f.body, [&](ExprId id) {
      if (m_[id].kind != ExprKind::call) return;
      const uint32_t callee = m_[id].function.v;
      const bool is_open = seen.contains(callee) && std::find(reachable_.begin(), reachable_.end(), callee) == reachable_.end();
      if (is_open && callee != function) announced_.insert(callee);
      visit_function(callee, seen, depth + 1, m_.sources->is_library(f.span.file) ? called_at : m_[id].span);
      expr_.called_at = called_at;
    });
    reachable_.push_back(function);
  }

  // __nanosleep(...);
  bool is_pause(StmtId id) const {
    return m_[id].kind == StmtKind::expression && m_[m_[id].a].kind == ExprKind::builtin_call && m_[m_[id].a].builtin == Builtin::nanosleep;
  }
  // A library function that waits for another thread would wait for ever: that one's turn comes later.
  void check_waits(const Function& f) {
    if (!m_.sources->is_library(f.span.file)) return;
    for_each_stmt(m_, f.body, [&](StmtId id) {
      if (m_[id].kind != StmtKind::while_) return;
      const std::vector<StmtId> body = list_of(m_[id].body);
      const bool is_wait = std::all_of(body.begin(), body.end(), [&](StmtId part) { return is_pause(part); });
      if (is_wait) expr_.refuse("`" + f.name + "` works on several threads at once: it waits for others, whose turn comes later in loops", m_[id].span);
    });
  }

  void check_variable(VarId var) {
    TypeId type = m_[var].type;
    while (points(type) || types_.is_array(type)) type = types_[type].element;
    const Type& t = types_[type];
    if (t.kind == TypeKind::function) expr_.refuse("pointers to functions are not written as explicit loops", m_[var].span);
    if (t.kind == TypeKind::scalar && is_half_like(t.scalar)) expr_.refuse("`half` and `bfloat16` are not written as explicit loops", m_[var].span);
  }

  // Names that the printed functions already use.
  void find_names() {
    for (uint32_t i = 0; i < m_.functions.size(); ++i) names_.insert(expr_.function_name({i}));
    for (VarId global : m_.globals) names_.insert(m_[global].name);
    for (uint32_t function : reachable_) {
      for (VarId parameter : m_.functions[function].parameters) names_.insert(m_[parameter].name);
      for_each_stmt(m_, m_.functions[function].body, [&](StmtId id) {
        if (m_[id].kind == StmtKind::declaration) names_.insert(m_[m_[id].var].name);
      });
    }
  }

  std::string fresh(std::string wanted) const {
    while (names_.contains(wanted)) wanted += "_";
    return wanted;
  }
  // Shared memory is declared for the whole block: a name that another variable of the kernel has as well would be mistaken for it.
  void name_shared_apart() {
    std::map<std::string, int> uses;
    for (VarId parameter : kernel_.parameters) ++uses[m_[parameter].name];
    for_each_stmt(m_, kernel_.body, [&](StmtId id) {
      if (m_[id].kind != StmtKind::declaration) return;
      const Storage storage = m_[m_[id].var].storage;
      if (storage == Storage::local) ++uses[m_[m_[id].var].name];
    });
    for (VarId global : m_.globals) {
      const Variable& variable = m_[global];
      const bool is_shared = variable.storage == Storage::shared || variable.storage == Storage::dynamic_shared;
      if (!is_shared || ++uses[variable.name] == 1) continue;
      const std::string name = fresh(variable.name + "_shared" + (uses[variable.name] > 2 ? "_" + std::to_string(uses[variable.name]) : ""));
      names_.insert(name);
      expr_.rename(global, name);
    }
  }
  // Parameters made of a pack have its name, all of them.
  void name_twins_apart(const Function& function) {
    std::set<std::string> used;
    for (VarId parameter : function.parameters) {
      const std::string own = expr_.name(parameter);
      if (used.insert(own).second) continue;
      int number = 2;
      while (used.contains(own + "_" + std::to_string(number)) || names_.contains(own + "_" + std::to_string(number))) ++number;
      used.insert(own + "_" + std::to_string(number));
      expr_.rename(parameter, own + "_" + std::to_string(number));
    }
  }

  // Constructors and destructors are functions that change what they get: such a variable is not printed as const.
  void find_built(const Function& function) {
    const auto add = [&](ExprId place) {
      VarId root;
      while (place && (m_[place].kind == ExprKind::address_of || m_[place].kind == ExprKind::cast || m_[place].kind == ExprKind::load || m_[place].kind == ExprKind::dereference)) place = m_[place].a;
      if (place && root_variable(m_, place, root)) built_.insert(root.v);
    };
    for_each_expr_in(m_, function.body, [&](ExprId id) {
      const Expr& e = m_[id];
      if (e.kind == ExprKind::assign) add(e.a);
      if (e.kind != ExprKind::call) return;
      for (size_t i = 0; i < e.args.size() && i < m_[e.function].parameters.size(); ++i) {
        const Type& wanted = types_[m_[m_[e.function].parameters[i]].type];
        const bool changes = (wanted.kind == TypeKind::pointer || wanted.kind == TypeKind::reference) && !types_[wanted.element].is_const;
        if (changes) add(e.args[i]);
      }
    });
  }

  // The type that a variable is declared with.
  TypeId declared_type(VarId var) {
    const TypeId type = m_[var].type;
    if (!built_.contains(var.v)) return type;
    const Type t = types_[type];
    if (t.kind == TypeKind::reference && types_[t.element].kind == TypeKind::record) return types_.reference_to(types_.unqualified(t.element));
    TypeId element = type;
    while (types_[element].kind == TypeKind::array) element = types_[element].element;
    return types_[element].kind == TypeKind::record || !m_[var].init ? without_const(type) : type;
  }

  // All three short names, or all three long ones: one style in one text.
  void name_axes(std::string (&names)[3], const char* short_name, const char* long_name) const {
    bool is_free = true;
    for (char axis : {'x', 'y', 'z'}) is_free &= !names_.contains(short_name + std::string(1, axis));
    for (int axis = 0; axis < 3; ++axis) names[axis] = fresh((is_free ? short_name : long_name) + std::string(1, "xyz"[axis]));
  }

  void choose_names() {
    find_names();
    name_axes(grid_names_, "b", "block_");
    name_axes(block_names_, "t", "thread_");
    flat_ = result_.block_axes == 1 ? block_names_[0] : fresh(names_.contains("t") ? "thread" : "t");
    alive_ = fresh("alive");
    name_shared_apart();
    for (uint32_t function : reachable_) {
      name_twins_apart(m_.functions[function]);
      find_built(m_.functions[function]);
    }
    for (const auto& [var, residence] : structure_.residence)
      if (residence == Residence::per_thread) expr_.rename({var}, expr_.name({var}) + "[" + flat_ + "]");
  }

  // ---- records, globals, constants

  void print_records() {
    std::set<uint32_t> seen;
    const auto want = [&](TypeId type) { want_record(type, seen); };
    for (uint32_t function : reachable_) {
      for (VarId parameter : m_.functions[function].parameters) want(m_[parameter].type);
      want(m_.functions[function].result);
      for_each_stmt(m_, m_.functions[function].body, [&](StmtId id) {
        if (m_[id].kind == StmtKind::declaration) want(m_[m_[id].var].type);
      });
      for_each_expr_in(m_, m_.functions[function].body, [&](ExprId id) { want(m_[id].type); });
    }
    for (VarId global : m_.globals) want(m_[global].type);
  }

  void want_record(TypeId type, std::set<uint32_t>& seen) {
    const Type& t = m_.types[type];
    if (t.kind == TypeKind::pointer || t.kind == TypeKind::reference || t.kind == TypeKind::array) return want_record(t.element, seen);
    if (t.kind != TypeKind::record || !seen.insert(t.index).second) return;
    const Record& record = m_.types.records[t.index];
    const std::string name = expr_.record_name(t.index);
    if (name == "uint3" || name == "dim3") return;
    for (const Field& field : record.fields)
      if (!points(field.type)) want_record(field.type, seen);
    for (const Field& field : record.fields)
      if (points(field.type)) want_record(field.type, seen);
    for (const Field& field : record.fields) announce_record(field.type, t.index);
    uint64_t natural = 1;
    for (const Field& field : record.fields) natural = std::max(natural, m_.types.align_of(field.type));
    const std::string align = record.alignment > natural ? "alignas(" + std::to_string(record.alignment) + ") " : "";
    out_.add((record.is_union ? "union " : "struct ") + align + name + " {", line_of(record.span));
    out_.open();
    check_layout(record);
    for (uint32_t i = 0; i < record.fields.size(); ++i) {
      const Field& field = record.fields[i];
      // A constructor is a function here: it must be able to store into const members.
      // One that is a reference is printed as a pointer.
      const bool is_reference = types_[field.type].kind == TypeKind::reference;
      const TypeId type_here = is_reference ? types_.pointer_to(types_[field.type].element) : types_.unqualified(without_const(field.type));
      out_.add(expr_.declaration(type_here, expr_.field_name(t.index, i)) + ";", line_of(field.span), comments_.take_after(field.span, field.span.end));
    }
    out_.close();
    out_.add("};");
    out_.add("");
    printed_records_.insert(t.index);
  }

  bool points(TypeId type) const {
    const TypeKind kind = m_.types[type].kind;
    return kind == TypeKind::pointer || kind == TypeKind::reference || (kind == TypeKind::array && points(m_.types[type].element));
  }

  // Records that point to each other in a circle: one of them is announced before the other.
  void announce_record(TypeId type, uint32_t owner) {
    const Type& t = m_.types[type];
    if (t.kind == TypeKind::pointer || t.kind == TypeKind::reference || t.kind == TypeKind::array) return announce_record(t.element, owner);
    if (t.kind != TypeKind::record || t.index == owner || printed_records_.contains(t.index)) return;
    const std::string name = expr_.record_name(t.index);
    if (name != "uint3" && name != "dim3") out_.add((m_.types.records[t.index].is_union ? "union " : "struct ") + name + ";");
  }

  // The members one after the other must stand where they stand on the GPU.
  void check_layout(const Record& record) {
    uint64_t at = 0;
    for (const Field& field : record.fields) {
      const uint64_t align = std::max<uint64_t>(m_.types.align_of(field.type), 1);
      if (!record.is_union) at = (at + align - 1) / align * align;
      if (field.offset != at) expr_.refuse("`" + record.name + "` is not laid out like its members one after the other", record.span);
      if (!record.is_union) at += m_.types.size_of(field.type);
    }
  }

  bool is_used_by_device_function(VarId var) const {
    bool used = false;
    for (uint32_t function : reachable_)
      if (function != kernel_id_.v)
        for_each_expr_in(m_, m_.functions[function].body, [&](ExprId id) { used |= m_[id].kind == ExprKind::variable && m_[id].var == var; });
    return used;
  }
  bool is_used(VarId var) const {
    bool used = is_used_by_device_function(var);
    for_each_expr_in(m_, kernel_.body, [&](ExprId id) { used |= m_[id].kind == ExprKind::variable && m_[id].var == var; });
    return used;
  }

  void print_globals() {
    bool any = false;
    for (VarId global : m_.globals) {
      const Variable& variable = m_[global];
      if (!is_used(global)) continue;
      const bool is_shared = variable.storage == Storage::shared;
      if (variable.storage == Storage::dynamic_shared && is_used_by_device_function(global))
        expr_.refuse("a device function uses the launch's shared memory `" + variable.name + "` by its name", variable.span);
      if (variable.storage == Storage::dynamic_shared || (is_shared && !is_used_by_device_function(global))) continue;
      const char* prefix = is_shared ? "static thread_local " : "static ";
      const char* note = is_shared ? "// __shared__: one for each block" : variable.storage == Storage::constant ? "" : "// __device__: one for the whole grid";
      std::string declared = declaration_of(global, true);
      if (!variable.init && !is_shared) declared.insert(declared.size() - 1, " = {}");  // starts as zeros
      out_.add(prefix + declared, line_of(variable.span), note);
      if (!is_shared) note_symbol(global);
      any = true;
    }
    if (any) out_.add("");
  }

  void note_symbol(VarId global) {
    TypeId type = declared_type(global);
    while (types_[type].kind == TypeKind::array) type = types_[type].element;
    if (types_[type].is_const || types_[m_[global].type].is_const) return;
    if (std::string name = qualified_name(m_, global); !name.empty()) result_.symbols.push_back({std::move(name), expr_.name(global)});
  }

  // "const float weights[3] = {1.0f, 2.0f, 1.0f};"
  std::string declaration_of(VarId id, bool with_value) {
    const Variable& variable = m_[id];
    std::string text = expr_.declaration(declared_type(id), expr_.name(id));
    if (with_value && variable.init) text += " = " + expr_.print_for(variable.init, variable.type);
    return text + ";";
  }

  void insert_constants(size_t at) {
    std::vector<TextBuilder::Line> lines;
    for (const auto& [name, declaration] : expr_.constants()) lines.push_back({0, declaration, "", 0});
    if (!lines.empty()) lines.push_back({});
    out_.insert(at, std::move(lines));
  }

  // ---- functions

  std::string parameter(VarId id) {
    const Variable& variable = m_[id];
    std::string name = expr_.name(id);
    if (variable.is_restrict) name = "__restrict__ " + name;
    return expr_.declaration(declared_type(id), name);
  }

  std::string head_of(FunctionId id) {
    const Function& function = m_[id];
    std::string parameters;
    for (int bit = 0; bit < 4; ++bit)
      if (expr_.indices_of(id) >> bit & 1)
        parameters += std::string(parameters.empty() ? "" : ", ") + (bit < 2 ? "uint3 " : "dim3 ") + ExpressionPrinter::index_name(bit);
    for (VarId each : function.parameters) parameters += (parameters.empty() ? "" : ", ") + parameter(each);
    return "static " + expr_.declaration(function.result, expr_.function_name(id) + "(" + parameters + ")");
  }

  void print_device_function(FunctionId id) {
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

  std::vector<StmtId> list_of(StmtId id) const {
    if (!id) return {};
    return m_[id].kind == StmtKind::compound ? m_[id].list : std::vector<StmtId>{id};
  }

  void print_kernel() {
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

  bool is_changed(VarId parameter) const {
    return std::find(structure_.changed_parameters.begin(), structure_.changed_parameters.end(), parameter) != structure_.changed_parameters.end();
  }
  std::string launch_name(VarId parameter) const { return fresh("launch_" + identifier(m_[parameter].name)); }

  bool uses_dynamic_shared() const {
    for (VarId global : m_.globals)
      if (m_[global].storage == Storage::dynamic_shared && is_used(global)) return true;
    return false;
  }

  // ---- the loops

  static int axis_count(uint32_t axes) { return std::popcount(axes); }

  void print_loop_heads(LoopHead::Over over, uint32_t axes, const std::string (&names)[3], const char* dim, const char* comment) {
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
  static std::string index_value(uint32_t axes, const std::string (&names)[3]) {
    std::string text;
    const int last = axes & 4 ? 2 : axes & 2 ? 1 : 0;
    for (int axis = 0; axis <= last; ++axis) text += (axis ? ", " : "") + (axes >> axis & 1 ? names[axis] : "0");
    return "{" + text + "}";
  }

  bool kernel_reads(int index) const { return expr_.indices_of(kernel_id_) >> index & 1; }

  void open_block_loops() {
    const int axes = axis_count(result_.grid_axes);
    out_.add(axes > 1 ? "#pragma omp parallel for collapse(" + std::to_string(axes) + ")" : "#pragma omp parallel for", 0,
             "// blocks do not wait for each other: every core may take some");
    print_loop_heads(LoopHead::Over::blocks, result_.grid_axes, grid_names_, "gridDim", "// every block of the grid");
    out_.open();
    if (kernel_reads(1)) out_.add("const uint3 blockIdx = " + index_value(result_.grid_axes, grid_names_) + ";");
  }

  void close_block_loops() {
    if (needs_next_block_) out_.add(fresh("next_block") + ":;");
    out_.close();
    out_.add("}");
  }

  // Shared memory, and what lives across a barrier of the outermost level.
  void print_block_data() {
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

  void print_thread_array(VarId var) {
    const Variable& variable = m_[var];
    const bool is_large = types_.size_of(variable.type) * max_threads > stack_bytes;
    const std::string name = variable.name.empty() ? "value_" + std::to_string(var.v) : expr_.name(var).substr(0, expr_.name(var).rfind('['));
    out_.add((is_large ? "static thread_local " : "") + expr_.declaration(types_.unqualified(without_const(variable.type)), name + "[MAX_THREADS]") + ";",
             line_of(variable.span), "// lives across a barrier: one for each thread");
    out_.last().is_repeated = true;
  }

  TypeId without_const(TypeId type) {
    const Type t = types_[type];
    if (t.kind == TypeKind::array) return types_.array_of(without_const(t.element), t.count);
    return types_.unqualified(type);
  }

  // ---- the parts of the body

  void print_parts(const std::vector<Part>& parts, bool in_hoisted_loop) {
    for (const Part& part : parts)
      for (StmtId id : part.statements)
        if (m_[id].kind == StmtKind::declaration && structure_.of(m_[id].var) == Residence::per_thread) print_thread_array(m_[id].var);
    for (const Part& part : parts) {
      switch (part.kind) {
        case Part::Kind::threads: print_threads(part); break;
        case Part::Kind::barrier: print_barrier(part); break;
        case Part::Kind::once: print_statement(part.statement); break;
        case Part::Kind::hoisted: print_hoisted(part); break;
        case Part::Kind::uniform_return: print_uniform_return(part, in_hoisted_loop); break;
      }
    }
  }

  void print_barrier(const Part& part) {
    const Stmt& stmt = m_[part.statement];
    std::string comment = comments_.take_after(stmt.span, stmt.span.end);
    if (!comment.empty()) comment = ":" + comment.substr(2);
    out_.add("// __syncthreads(), every thread has come this far" + comment, line_of(stmt.span));
  }

  void print_uniform_return(const Part& part, bool in_hoisted_loop) {
    const Stmt& stmt = m_[part.statement];
    if (in_hoisted_loop) needs_next_block_ = true;
    out_.add("if (" + expr_.print(stmt.a) + ") " + (in_hoisted_loop ? "goto " + fresh("next_block") + ";" : "continue;"), line_of(stmt.span),
             comments_.take_after(stmt.span, stmt.span.end));
  }

  // A statement of the kernel that stands outside of the loops over the threads.
  void print_hoisted(const Part& part) {
    const Stmt& stmt = m_[part.statement];
    const auto comment = [&] { return head_comment(stmt); };
    const bool may_die_out = is_loop(stmt.kind) && structure_.needs_alive;
    switch (stmt.kind) {
      case StmtKind::compound: out_.add("{", line_of(stmt.span)); break;
      case StmtKind::if_: out_.add("if (" + expr_.print(stmt.a) + ") {", line_of(stmt.span), comment()); break;
      case StmtKind::while_: out_.add("while (" + expr_.print(stmt.a) + ") {", line_of(stmt.span), comment()); break;
      case StmtKind::do_: out_.add("do {", line_of(stmt.span), comment()); break;
      case StmtKind::for_: out_.add(for_head(stmt) + " {", line_of(stmt.span), comment()); break;
      case StmtKind::break_: out_.add("break;", line_of(stmt.span)); return;
      case StmtKind::continue_: out_.add("continue;", line_of(stmt.span)); return;
      default: expr_.refuse("this statement around a barrier is not written as explicit loops", stmt.span); return;
    }
    if (is_loop(stmt.kind)) out_.mark_head(out_.size() - 1, LoopHead::Over::own, 0, counter_of(stmt));
    out_.open();
    print_parts(part.body, true);
    if (may_die_out) out_.add("if (std::count(" + alive_ + ", " + alive_ + " + " + thread_count() + ", true) == 0) break;", 0, "// nobody is left");
    out_.close();
    if (stmt.kind == StmtKind::if_ && stmt.otherwise) {
      out_.add("} else {");
      out_.open();
      print_parts(part.otherwise, true);
      out_.close();
    }
    out_.add(stmt.kind == StmtKind::do_ ? "} while (" + expr_.print(stmt.a) + ");" : "}");
  }

  std::string thread_count() const {
    std::string text;
    for (int axis = 0; axis < 3; ++axis)
      if (result_.block_axes >> axis & 1) text += (text.empty() ? "" : " * ") + std::string("blockDim.") + "xyz"[axis];
    return text;
  }

  // One loop over the threads of the block.
  void print_threads(const Part& part) {
    const std::vector<VarId> again = recomputed_for(part);
    const std::vector<StmtId> statements = worth_printing(part);
    const bool has_copies = part.run == 1 && !structure_.changed_parameters.empty();
    if (statements.empty() && !has_copies && structure_.parts.size() > 1) return;
    run_ = part.run;
    next_thread_.clear();
    print_loop_heads(LoopHead::Over::threads, result_.block_axes, block_names_, "blockDim", said_threads_ ? "" : "// every thread of the block");
    said_threads_ = true;
    out_.open();
    if (structure_.has_barrier && result_.block_axes != 1 && uses_flat(part)) out_.add("const unsigned int " + flat_ + " = " + flat_index() + ";");
    if (structure_.needs_alive && part.run > 1) out_.add("if (!" + alive_ + "[" + flat_ + "]) continue;");
    if (reads_thread_index(statements, again)) out_.add("const uint3 threadIdx = " + index_value(result_.block_axes, block_names_) + ";");
    // `goto` may not skip a declaration: a body that is left by it stands in braces of its own.
    const bool jumps = returns_from_loop(part);
    if (jumps) out_.add("{"), out_.open();
    if (has_copies) print_parameter_copies();
    for (VarId var : again) {
      out_.add(declaration_of(var, true), line_of(m_[var].span));
      out_.last().is_repeated = true;
    }
    print_list(statements);
    if (jumps) out_.close(), out_.add("}"), out_.add(next_thread_ + ":;");
    out_.close();
    out_.add("}");
  }

  // A `return` inside one of the kernel's own loops, where `continue` would mean that loop.
  bool returns_from_loop(const Part& part) const {
    bool found = false;
    for (StmtId id : part.statements)
      for_each_stmt(m_, id, [&](StmtId each) {
        if (is_loop(m_[each].kind)) for_each_stmt(m_, m_[each].body, [&](StmtId inner) { found |= m_[inner].kind == StmtKind::return_; });
      });
    return found;
  }

  std::string flat_index() const {
    std::string text;
    for (int axis = 2; axis >= 0; --axis) {
      if (!(result_.block_axes >> axis & 1)) continue;
      if (text.empty()) text = block_names_[axis];
      else text = (text.find(' ') == std::string::npos ? text : "(" + text + ")") + " * blockDim." + "xyz"[axis] + " + " + block_names_[axis];
    }
    return text;
  }

  void print_parameter_copies() {
    for (VarId each : structure_.changed_parameters) {
      const Residence residence = structure_.of(each);
      if (residence == Residence::here)
        out_.add(expr_.declaration(types_.unqualified(m_[each].type), expr_.name(each)) + " = " + launch_name(each) + ";", 0, "// each thread has its own");
      if (residence == Residence::per_thread) out_.add(expr_.name(each) + " = " + launch_name(each) + ";");
    }
  }

  // Statements of a part that leave something to print: declarations of shared memory stand elsewhere.
  std::vector<StmtId> worth_printing(const Part& part) const {
    const std::set<uint32_t> wanted = recomputed_in(part);
    std::vector<StmtId> list;
    for (StmtId id : part.statements) {
      const Stmt& stmt = m_[id];
      if (stmt.kind == StmtKind::declaration) {
        const Variable& variable = m_[stmt.var];
        if (variable.storage == Storage::shared || variable.storage == Storage::dynamic_shared) continue;
        if (structure_.of(stmt.var) == Residence::per_thread && !variable.init) continue;
        if (structure_.of(stmt.var) == Residence::recomputed && !wanted.contains(stmt.var.v)) continue;
      }
      list.push_back(id);
    }
    return list;
  }

  // The recomputed variables that a part needs, itself or for computing others of them.
  std::set<uint32_t> recomputed_in(const Part& part) const {
    std::set<uint32_t> wanted;
    const auto want = [&](const auto& self, ExprId root) -> void {
      for_each_expr(m_, root, [&](ExprId id) {
        if (m_[id].kind != ExprKind::variable || structure_.of(m_[id].var) != Residence::recomputed) return;
        if (wanted.insert(m_[id].var.v).second) self(self, m_[m_[id].var].init);
      });
    };
    for (StmtId id : part.statements) {
      if (m_[id].kind == StmtKind::declaration && structure_.of(m_[id].var) == Residence::recomputed) continue;  // only if something needs it
      for_each_stmt(m_, id, [&](StmtId each) {
        want(want, m_[each].a);
        want(want, m_[each].step);
        if (m_[each].kind == StmtKind::declaration) want(want, m_[m_[each].var].init);
      });
    }
    return wanted;
  }

  // Variables of earlier parts that this one computes again, in order of declaration.
  std::vector<VarId> recomputed_for(const Part& part) const {
    const std::set<uint32_t> wanted = recomputed_in(part);
    std::vector<VarId> list;
    for (uint32_t var : wanted) {
      const auto declared = structure_.declared_in_run.find(var);
      if (declared != structure_.declared_in_run.end() && declared->second != part.run) list.push_back({var});
    }
    std::sort(list.begin(), list.end(), [&](VarId a, VarId b) { return m_[a].span.begin < m_[b].span.begin; });
    return list;
  }

  bool reads_thread_index(const std::vector<StmtId>& statements, const std::vector<VarId>& again) const {
    bool reads = false;
    const auto look = [&](ExprId id) {
      const Expr& e = m_[id];
      reads |= e.kind == ExprKind::special && static_cast<int>(e.special) / 3 == 0;
      reads |= e.kind == ExprKind::call && (expr_.indices_of(e.function) & 1);
    };
    for (StmtId id : statements) for_each_expr_in(m_, id, look);
    for (VarId var : again) for_each_expr(m_, m_[var].init, look);
    return reads;
  }

  bool uses_flat(const Part& part) const {
    if (structure_.needs_alive) return true;
    bool uses = part.run == 1 && !structure_.changed_parameters.empty();
    for (StmtId id : part.statements) {
      if (m_[id].kind == StmtKind::declaration && structure_.of(m_[id].var) == Residence::per_thread) uses = true;
      for_each_expr_in(m_, id, [&](ExprId each) { uses |= m_[each].kind == ExprKind::variable && structure_.of(m_[each].var) == Residence::per_thread; });
    }
    return uses;
  }

  // ---- statements

  std::string head_comment(const Stmt& stmt) {
    const bool has_body = stmt.body.v != 0;
    return comments_.take_after(stmt.span, has_body ? m_[stmt.body].span.begin : stmt.span.end);
  }

  void print_list(const std::vector<StmtId>& list) {
    for (StmtId id : list) {
      const Stmt& stmt = m_[id];
      if (stmt.kind != StmtKind::case_ && stmt.kind != StmtKind::default_)
        for (std::string& line : comments_.take_above(stmt.span)) out_.add(std::move(line));
      print_statement(id);
    }
  }

  void print_statement(StmtId id) {
    const Stmt& stmt = m_[id];
    const uint32_t line = line_of(stmt.span);
    const auto comment = [&] { return comments_.take_after(stmt.span, stmt.span.end); };
    switch (stmt.kind) {
      case StmtKind::empty: out_.add(";", line, comment()); break;
      case StmtKind::expression: out_.add(expr_.print_effect(stmt.a) + ";", line, comment()); break;
      case StmtKind::declaration: print_declaration(stmt); break;
      case StmtKind::compound:
        out_.add("{", line);
        print_block_end(stmt.list);
        break;
      case StmtKind::if_: print_if(stmt, ""); break;
      case StmtKind::while_: print_loop("while (" + expr_.print(stmt.a) + ")", stmt); break;
      case StmtKind::for_: print_for_statement(stmt); break;
      case StmtKind::do_: print_do(stmt); break;
      case StmtKind::switch_: print_switch(stmt); break;
      case StmtKind::case_: out_.add("case " + std::to_string(static_cast<int64_t>(stmt.bits)) + ":", line, comment()); break;
      case StmtKind::default_: out_.add("default:", line, comment()); break;
      case StmtKind::break_: out_.add("break;", line, comment()); break;
      case StmtKind::continue_: out_.add("continue;", line, comment()); break;
      case StmtKind::return_: print_return(stmt); break;
      case StmtKind::label_: case StmtKind::goto_: expr_.refuse("`goto` crosses what becomes loops", stmt.span); break;
    }
  }

  void print_block_end(const std::vector<StmtId>& list) {
    out_.open();
    print_list(list);
    out_.close();
    out_.add("}");
  }

  void print_declaration(const Stmt& stmt) {
    const Variable& variable = m_[stmt.var];
    const uint32_t line = line_of(stmt.span);
    const std::string comment = comments_.take_after(stmt.span, stmt.span.end);
    if (variable.storage == Storage::shared || variable.storage == Storage::dynamic_shared) return;
    if (structure_.of(stmt.var) != Residence::per_thread || !in_kernel_) return out_.add(declaration_of(stmt.var, true), line, comment);
    if (!variable.init) return;
    const bool is_array = types_.is_array(variable.type);
    if (is_array) return print_array_start(stmt, comment);
    const std::string value = m_[variable.init].kind == ExprKind::init_list ? expr_.print(variable.init) : expr_.print_for(variable.init, variable.type);
    out_.add(expr_.name(stmt.var) + " = " + value + ";", line, comment);
  }

  // An array over threads of arrays cannot be assigned: its elements are.
  void print_array_start(const Stmt& stmt, const std::string& comment) {
    const Variable& variable = m_[stmt.var];
    const std::string start = fresh("start_of_" + identifier(variable.name));
    out_.add(expr_.declaration(variable.type, start) + " = " + expr_.print_for(variable.init, variable.type) + ";", line_of(stmt.span), comment);
    out_.add("std::memcpy(" + expr_.name(stmt.var) + ", " + start + ", sizeof " + start + ");", line_of(stmt.span));
  }

  // Statements that take more than one printed line, and so need braces as a body.
  bool is_short(StmtId id) const {
    const Stmt& stmt = m_[id];
    if (stmt.kind == StmtKind::return_) return !writes_alive();
    return stmt.kind == StmtKind::expression || stmt.kind == StmtKind::break_ || stmt.kind == StmtKind::continue_ || stmt.kind == StmtKind::empty;
  }
  bool writes_alive() const { return in_kernel_ && structure_.needs_alive; }

  // `head` and the statement that it governs: on one line where the student had it so.
  void print_governed(const std::string& head, StmtId body, Span span, const std::string& head_note) {
    const uint32_t line = line_of(span);
    if (!body || m_[body].kind == StmtKind::empty) return out_.add(head + ";", line, head_note);
    if (m_[body].kind == StmtKind::compound || (!is_short(body) && m_[body].kind != StmtKind::for_ && m_[body].kind != StmtKind::if_)) {
      out_.add(head + " {", line, head_note);
      print_block_end(list_of(body));
      return;
    }
    const Span both = cover(span, m_[body].span);
    if (is_short(body) && comments_.is_on_one_line(both)) {
      const size_t at = out_.size();
      print_statement(body);
      TextBuilder::Line& only = out_.last();
      if (out_.size() == at + 1) {
        only.code = head + " " + only.code;
        only.source_line = line;
        if (only.comment.empty()) only.comment = head_note;
        return;
      }
    }
    out_.add(head, line, head_note);
    out_.open();
    print_statement(body);
    out_.close();
  }

  void print_if(const Stmt& stmt, const std::string& before) {
    const std::string head = before + "if (" + expr_.print(stmt.a) + ")";
    if (!stmt.otherwise) return print_governed(head, stmt.body, stmt.span, head_comment(stmt));
    // With an `else` both sides stand in braces: no question which `if` it belongs to.
    out_.add(head + " {", line_of(stmt.span), head_comment(stmt));
    out_.open();
    print_list(list_of(stmt.body));
    out_.close();
    const Stmt& otherwise = m_[stmt.otherwise];
    if (otherwise.kind == StmtKind::if_) {
      if (!otherwise.otherwise) {
        out_.add("} else if (" + expr_.print(otherwise.a) + ") {", line_of(otherwise.span), head_comment(otherwise));
        print_block_end(list_of(otherwise.body));
        return;
      }
      return print_if(otherwise, "} else ");
    }
    out_.add("} else {", line_of(otherwise.span));
    print_block_end(list_of(stmt.otherwise));
  }

  void print_loop(const std::string& head, const Stmt& stmt) {
    ++student_loops_;
    const size_t at = out_.size();
    print_governed(head, stmt.body, stmt.span, head_comment(stmt));
    out_.mark_head(at, LoopHead::Over::own, 0, counter_of(stmt));
    --student_loops_;
  }

  // What a loop counts with: the first variable that its head declares.
  std::string counter_of(const Stmt& stmt) const {
    if (stmt.kind != StmtKind::for_) return "";
    for (StmtId id : list_of(stmt.init))
      if (m_[id].kind == StmtKind::declaration) return m_[m_[id].var].name;
    return "";
  }

  void print_do(const Stmt& stmt) {
    out_.add("do {", line_of(stmt.span), head_comment(stmt));
    out_.mark_head(out_.size() - 1, LoopHead::Over::own, 0, "");
    ++student_loops_;
    out_.open();
    print_list(list_of(stmt.body));
    out_.close();
    --student_loops_;
    out_.add("} while (" + expr_.print(stmt.a) + ");", line_of(m_[stmt.a].span), comments_.take_after(stmt.span, stmt.span.end));
  }

  void print_switch(const Stmt& stmt) {
    out_.add("switch (" + expr_.print(stmt.a) + ") {", line_of(stmt.span), head_comment(stmt));
    out_.open();
    for (StmtId id : list_of(stmt.body)) {
      const bool is_label = m_[id].kind == StmtKind::case_ || m_[id].kind == StmtKind::default_;
      if (!is_label) out_.open();
      print_list({id});
      if (!is_label) out_.close();
    }
    out_.close();
    out_.add("}");
  }

  // Several variables of one type share a head: "for (int i = 0, j = n; ...".
  std::string for_head(const Stmt& stmt) {
    std::string init;
    for (StmtId id : list_of(stmt.init)) {
      const Stmt& each = m_[id];
      if (each.kind == StmtKind::expression) {
        init += (init.empty() ? "" : ", ") + expr_.print_effect(each.a);
      } else if (each.kind == StmtKind::declaration) {
        std::string text = declaration_of(each.var, true);
        text.pop_back();
        const std::string type = expr_.type(types_.unqualified(m_[each.var].type)) + " ";
        if (!init.empty() && text.starts_with(type)) text = text.substr(type.size());
        init += (init.empty() ? "" : ", ") + text;
      }
    }
    return "for (" + init + "; " + (stmt.a ? expr_.print(stmt.a) : "") + ";" + (stmt.step ? " " + expr_.print_effect(stmt.step) : "") + ")";
  }

  void print_for_statement(const Stmt& stmt) { print_loop(for_head(stmt), stmt); }

  // In the kernel a thread's `return` goes on with the next thread.
  void print_return(const Stmt& stmt) {
    const uint32_t line = line_of(stmt.span);
    const std::string comment = comments_.take_after(stmt.span, stmt.span.end);
    if (!in_kernel_) {
      if (!stmt.a) return out_.add("return;", line, comment);
      const bool is_list = m_[stmt.a].kind == ExprKind::init_list;
      return out_.add("return " + (is_list ? expr_.print(stmt.a) : expr_.print_for(stmt.a, result_type_)) + ";", line, comment);
    }
    if (writes_alive()) out_.add(alive_ + "[" + flat_ + "] = false;", line);
    if (student_loops_ == 0) return out_.add("continue;", line, comment);
    if (next_thread_.empty()) next_thread_ = fresh(labels_++ == 0 ? "next_thread" : "next_thread_" + std::to_string(labels_));
    out_.add("goto " + next_thread_ + ";", line, comment);
  }
};

}  // namespace

PrintedLoops print(const Module& module, FunctionId kernel, bool all_axes) { return Printer(module, kernel, all_axes).print(); }

}  // namespace wb::loops

namespace wb {

std::pair<uint32_t, uint32_t> LoopsText::lines_of(uint32_t wanted) const {
  std::pair<uint32_t, uint32_t> found{0, 0}, repeated{0, 0};
  // The last stretch: the head of a loop may stand far above what it does.
  for (uint32_t line = 1; line < source_line.size(); ++line) {
    if (wanted == 0 || source_line[line] != wanted) continue;
    auto& stretch = line < is_repeated.size() && is_repeated[line] ? repeated : found;
    if (stretch.second + 1 != line) stretch.first = line;
    stretch.second = line;
  }
  if (!found.first) found = repeated;
  const bool is_behind_all = std::none_of(source_line.begin(), source_line.end(), [&](uint32_t line) { return line >= wanted; });
  return found.first || !is_behind_all ? found : end_of_threads();
}

std::pair<uint32_t, uint32_t> LoopsText::end_of_threads() const {
  uint32_t end = 0;
  for (const LoopHead& head : heads)
    if (head.over == LoopHead::Over::threads) end = head.last_line;  // the innermost of the last ones stands last
  return {end, end};
}

std::vector<LoopHead> LoopsText::heads_around(uint32_t line) const {
  std::vector<LoopHead> around;
  for (const LoopHead& head : heads)
    if (head.line <= line && line <= head.last_line) around.push_back(head);
  return around;
}

LoopsText print_loops(const Module& module, std::string_view kernel) {
  for (uint32_t i = 0; i < module.functions.size(); ++i) {
    const Function& function = module.functions[i];
    const bool is_meant = kernel.empty() || function.display_name == kernel || (function.name == kernel && function.body);
    if (function.is_kernel && is_meant) return loops::print(module, {i}).text;
  }
  LoopsText none;
  none.reason = "there is no kernel `" + std::string(kernel) + "`";
  return none;
}

}  // namespace wb
