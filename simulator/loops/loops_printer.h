#pragma once
// The printer of explicit loops, in parts: what the text needs (print_needs.cpp), records and globals (print_records.cpp), functions and the loops
// over the blocks (print_functions.cpp), the loops over the threads (print_parts.cpp), statements (print_statements.cpp). print_loops.cpp begins.
#include <bit>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "simulator/loops/expression_printer.h"
#include "simulator/loops/print_loops.h"
#include "simulator/loops/source_comments.h"
#include "simulator/loops/structure.h"
#include "simulator/loops/text_builder.h"

namespace wb::loops {

class LoopsPrinter {
 public:
  LoopsPrinter(const Module& module, FunctionId kernel, bool all_axes)
      : m_(module), kernel_id_(kernel), kernel_(module[kernel]), expr_(module), types_(expr_.types()), comments_(*module.sources, module.main_file),
        all_axes_(all_axes) {}

  PrintedLoops print();

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

  PrintedLoops refused(std::string reason, Span span) const;
  uint32_t line_of(Span span) const { return comments_.line_of(span); }

  // ---- what is needed beside the kernel
  void find_reachable();
  void visit_function(uint32_t function, std::set<uint32_t>& seen, int depth, Span called_at);
  bool is_pause(StmtId id) const;
  void check_waits(const Function& f);
  void check_variable(VarId var);
  void find_names();
  std::string fresh(std::string wanted) const;
  void name_shared_apart();
  void name_twins_apart(const Function& function);
  void find_built(const Function& function);
  TypeId declared_type(VarId var);
  void name_axes(std::string (&names)[3], const char* short_name, const char* long_name) const;
  void choose_names();

  // ---- records, globals, constants
  void print_records();
  void want_record(TypeId type, std::set<uint32_t>& seen);
  bool points(TypeId type) const;
  void announce_record(TypeId type, uint32_t owner);
  void check_layout(const Record& record);
  bool is_used_by_device_function(VarId var) const;
  bool is_used(VarId var) const;
  void print_globals();
  void note_symbol(VarId global);
  std::string declaration_of(VarId id, bool with_value);
  void insert_constants(size_t at);

  // ---- functions
  std::string parameter(VarId id);
  std::string head_of(FunctionId id);
  void print_device_function(FunctionId id);
  std::vector<StmtId> list_of(StmtId id) const;
  void print_kernel();
  bool is_changed(VarId parameter) const;
  std::string launch_name(VarId parameter) const { return fresh("launch_" + identifier(m_[parameter].name)); }
  bool uses_dynamic_shared() const;

  // ---- the loops
  static int axis_count(uint32_t axes) { return std::popcount(axes); }
  void print_loop_heads(LoopHead::Over over, uint32_t axes, const std::string (&names)[3], const char* dim, const char* comment);
  static std::string index_value(uint32_t axes, const std::string (&names)[3]);
  bool kernel_reads(int index) const { return expr_.indices_of(kernel_id_) >> index & 1; }
  void open_block_loops();
  void close_block_loops();
  void print_block_data();
  void print_thread_array(VarId var);
  TypeId without_const(TypeId type);

  // ---- the parts of the body
  void print_parts(const std::vector<Part>& parts, bool in_hoisted_loop);
  void print_barrier(const Part& part);
  void print_uniform_return(const Part& part, bool in_hoisted_loop);
  void print_hoisted(const Part& part);
  std::string thread_count() const;
  void print_threads(const Part& part);
  bool returns_from_loop(const Part& part) const;
  std::string flat_index() const;
  void print_parameter_copies();
  std::vector<StmtId> worth_printing(const Part& part) const;
  std::set<uint32_t> recomputed_in(const Part& part) const;
  std::vector<VarId> recomputed_for(const Part& part) const;
  bool reads_thread_index(const std::vector<StmtId>& statements, const std::vector<VarId>& again) const;
  bool uses_flat(const Part& part) const;

  // ---- statements
  std::string head_comment(const Stmt& stmt);
  void print_list(const std::vector<StmtId>& list);
  void print_statement(StmtId id);
  void print_block_end(const std::vector<StmtId>& list);
  void print_declaration(const Stmt& stmt);
  void print_array_start(const Stmt& stmt, const std::string& comment);
  bool is_short(StmtId id) const;
  bool writes_alive() const { return in_kernel_ && structure_.needs_alive; }
  void print_governed(const std::string& head, StmtId body, Span span, const std::string& head_note);
  void print_if(const Stmt& stmt, const std::string& before);
  void print_loop(const std::string& head, const Stmt& stmt);
  std::string counter_of(const Stmt& stmt) const;
  void print_do(const Stmt& stmt);
  void print_switch(const Stmt& stmt);
  std::string for_head(const Stmt& stmt);
  void print_for_statement(const Stmt& stmt) { print_loop(for_head(stmt), stmt); }
  void print_return(const Stmt& stmt);
};

}  // namespace wb::loops
