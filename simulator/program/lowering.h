#pragma once
// The inside of lower_kernel(): one object for the kernel being lowered.
//   lowering.cpp              set-up, slots, presets, labels, sites, allocations, the finished program
//   lower_statements.cpp      statements, declarations, parameters of the kernel
//   lower_inlined_calls.cpp   calls written out where they stand
//   lower_calls.cpp           functions out of line and calls of them
//   lower_expressions.cpp     values and conditions
//   lower_launches.cpp        launches in device code
//   lower_memory.cpp          lvalues, addresses, loads, stores;  lower_assignments.cpp  =, +=, ++;  lower_records.cpp  records as values
//   lower_wide.cpp            records in as few accesses as the hardware's
//   lower_initialised.cpp     which lanes have assigned a variable that may be read before
//   lower_shapes.cpp          indices written row * width + column
//   lower_builtins.cpp        builtin functions;  lower_memory_builtins.cpp  memcpy and its kin
//   lower_warp.cpp            ... in which threads talk to each other
//   unroll.cpp                short loops, written out
//   lower_console.cpp         ... that print, end the launch, or tell the time
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "simulator/program/call_graph.h"
#include "simulator/program/definite_assignment.h"
#include "simulator/program/program.h"
#include "simulator/program/leaving_locals.h"
#include "simulator/program/provenance.h"
#include "simulator/program/same_for_all.h"
#include "simulator/program/kept_values.h"
#include "simulator/program/representation.h"
#include "simulator/source/diagnostic.h"
#include "simulator/source/diagnostic_codes.h"

namespace wb {

using Slot = uint32_t;
inline constexpr Slot no_slot = 0xFFFFFFFF;

// The slots that an instruction works on.
struct RawOperands {
  Slot d = 0, a = 0, b = 0, c = 0;
};

class Lowering {
 public:
  Lowering(std::shared_ptr<const Module> module, FunctionId kernel, DiagSink& diags);
  std::shared_ptr<const Program> run();

 private:
  // ---- lowering.cpp
  // Presets are numbered apart (from preset_base) until the program is finished, when they move to the front.
  static constexpr Slot preset_base = 0x80000000;
  Slot preset(Preset preset);
  Slot constant32(uint32_t bits) { return preset({Preset::Kind::constant, false, 0, 0, bits}); }
  Slot constant64(uint64_t bits) { return preset({Preset::Kind::constant, true, 0, 0, bits}); }
  Slot constant(ScalarRep rep, uint64_t bits);
  Slot address_preset(uint32_t allocation, int64_t offset) {
    shared_uses_.insert({body_ ? every_kernel : kernel_.v, allocation});
    return preset({Preset::Kind::address, true, 0, allocation, static_cast<uint64_t>(offset)});
  }
  bool is_preset(Slot slot) const { return slot >= preset_base; }
  bool is_uniform(Slot slot) const;  // every lane has the same value, also lanes that are not active

  // Slots for 32 and for 64 bits a lane are kept apart: lane i of a wide slot lies over lanes 2i and 2i + 1 of narrow ones, and lanes that
  // have gone different ways must not find their registers under those of others. Wide ones are numbered from wide_base until the end.
  static constexpr Slot wide_base = 0x40000000;
  // Transfer registers (lower_calls.cpp) come behind all others.
  static constexpr Slot transfer_base = 0x20000000, transfer_wide_base = 0x60000000;
  struct Top {
    Slot narrow = 0, wide = 0;
  };
  Slot new_slot(bool wide);
  struct Temporaries {  // gives back what was allocated since
    explicit Temporaries(Lowering& l) : l_(l), mark_(l.top_) {}
    ~Temporaries() { l_.top_ = mark_; }
    Lowering& l_;
    Top mark_;
  };
  // A result slot where the operands' temporaries stood, or the hint.
  Slot result_slot(Slot hint, bool wide, Top mark, bool may_reuse);

  using Operands = RawOperands;
  Pc emit(Opcode op, Operands operands = {}, int32_t imm = 0, uint8_t kind = 0);
  Pc here() const { return static_cast<Pc>(code_.size()); }

  struct Label {
    Pc pc = 0;
    bool is_bound = false;
    std::vector<Pc> uses;
  };
  void jump(Opcode op, Operands operands, Label& target);
  void bind(Label& label);

  uint32_t site(ExprId expr, Span span, AccessKind kind);
  uint32_t site_of_variable(VarId var);  // the store that gives it its first value
  void at_site(Pc pc, uint32_t site) { info_[pc].site = site; }
  uint32_t allocation_of(VarId var);              // of a variable that lives in memory; one for each inlined call of a local
  uint32_t string_allocation(uint32_t index);
  std::optional<std::vector<uint8_t>> constant_bytes(TypeId type, ExprId init);
  bool is_const_object(TypeId type) const;
  bool fill_bytes(std::vector<uint8_t>& bytes, uint64_t offset, TypeId type, ExprId init);
  AllocationInfo describe(const Variable& variable, Space space);
  void note_store(ExprId lvalue_or_pointer);
  void finish();
  void error(Code code, Span span, std::vector<std::string> arguments = {});

  struct SpanScope {
    SpanScope(Lowering& l, Span span) : l_(l), saved_(l.span_) {
      if (!l.in_library_) l.span_ = span;
    }
    ~SpanScope() { l_.span_ = saved_; }
    Lowering& l_;
    Span saved_;
  };

  // ---- lower_statements.cpp
  void function_body(FunctionId function);
  void statement(StmtId id);
  void lower_statement(StmtId id, const Stmt& s);
  void begin_statement(Span span);
  void declare(VarId var);
  void declare_register(VarId var);
  void end_local(VarId var);                             // where somebody may point to it behind its scope
  void end_locals();                                     // of the function at work
  void lower_if(StmtId id, const Stmt& s);
  void lower_loop(const Stmt& s);
  void lower_switch(const Stmt& s);
  uint32_t number_branch(uint32_t node);                 // of an if or ?:, for the sites inside
  void collect_cases(StmtId id, std::vector<StmtId>& out);
  void lower_return(const Stmt& s);
  bool is_small_condition(ExprId id, int& budget) const;
  void bind_parameter(VarId parameter, uint32_t index);
  void bind_record(VarId parameter, uint32_t index);
  void open_variable(VarId var, VariableLocation location);

  // ---- lower_inlined_calls.cpp
  struct CallResult {
    std::vector<Slot> leaves;  // empty for void
  };
  CallResult inline_call(const Expr& call, ExprId id, Slot hint);
  CallResult returning_call(const Expr& call, ExprId id, Slot hint);
  std::vector<Slot> result_slots(TypeId type, Span span, Slot hint);
  uint32_t call_site(FunctionId function, Span span, bool is_library);
  std::vector<Slot> argument(ExprId given, VarId parameter);
  void open_parameter(VarId parameter, const std::vector<Slot>& slots);
  void inlined_body(FunctionId function, const std::vector<std::vector<Slot>>& arguments);
  int32_t mask_of_parameter(VarId parameter, const std::vector<Slot>& slots);

  // ---- lower_calls.cpp
  struct Transfer {
    std::vector<Slot> parameters, result;
  };
  struct OutOfLine {
    FunctionId function{};
    uint32_t call = 0;
    Label entry;
  };
  Transfer& transfer_of(const std::vector<TypeId>& parameters, TypeId result, Span span);
  Transfer& transfer_of(FunctionId function);
  OutOfLine& out_of_line(FunctionId function, Span call);
  int32_t registers_in_use();
  CallResult far_call(const Expr& call, ExprId id, Slot hint);
  size_t lower_out_of_line();
  void lower_body(OutOfLine& body);
  Slot local_base(uint32_t allocation);
  void place_local(ProgramAllocation& allocation, uint64_t alignment, Span span, const std::string& name);
  // ---- lower_exceptions.cpp
  void begin_exceptions();
  void land(uint32_t landing);
  void look_for_exception(uint32_t landing);
  void lower_landings(const Stmt& block);
  // ---- lower_launches.cpp
  void launch(ExprId id, const Expr& e);
  uint32_t grid_kernel(FunctionId function);
  void lay_out_shared();
  void lower_grid_kernels();
  void lower_grid_kernel(size_t number);
  // ---- unroll.cpp
  bool unroll(const Stmt& loop);                         // false: it stays a loop
  void note_even_loop(const Stmt& loop);                 // one that stays, as its head comes: see written_out_passes.h
  std::optional<std::vector<uint64_t>> counted_passes(const Stmt& loop);
  std::optional<std::vector<uint64_t>> passes_of(const Stmt& loop, uint64_t first);
  bool may_repeat(StmtId id, int& budget, bool is_certain);  // each pass comes to it
  bool may_repeat(ExprId id, int& budget) const;
  std::optional<uint64_t> known_value(VarId var) const;  // of a counter, in a copy of its loop's body

  // ---- lower_expressions.cpp
  Slot value(ExprId id, Slot hint = no_slot);           // a scalar or pointer; the slot may be a variable's own
  void value_into(ExprId id, Slot destination);
  Slot value_copy(ExprId id);                            // in a temporary of its own
  void discard(ExprId id);                               // for its effects
  void branch(ExprId condition, bool sense, Label& target);  // jumps where condition == sense, falls through elsewhere
  bool branch_compare(ExprId id, const Expr& e, bool sense, Label& target);
  Slot binary(ExprId id, const Expr& e, Slot hint);
  Slot binary_op(Op op, ScalarRep rep, Slot a, Slot b, Slot d, ExprId id, bool is_shift_safe);
  Slot compare(Op op, ScalarRep rep, Slot a, Slot b, Slot hint, Top mark);
  Slot unary(const Expr& e, Slot hint);
  Slot cast(const Expr& e, Slot hint);
  Slot convert(Slot from, ScalarRep source, ScalarRep target, CastKind kind, Slot hint);
  Slot convert_between(Slot from, ScalarRep source, ScalarRep target, TypeId source_type, TypeId target_type, Slot hint);
  Slot logical(ExprId id, const Expr& e, Slot hint);
  Slot conditional(ExprId id, const Expr& e, Slot hint);
  Slot fused(ExprId a, ExprId b, ExprId c_expr, Slot c_slot, ScalarRep rep, Slot hint);
  Slot special(Special special);
  bool has_effects(ExprId id) const;                     // assigns something or calls
  bool is_simple(ExprId id, int& budget) const;          // no memory, no calls, cannot fault, short
  std::optional<uint64_t> constant_of(ExprId id) const;  // in its type's representation, small integers extended to 32 bits
  ScalarRep rep_of(TypeId type);
  void move(Slot d, Slot a, bool wide);

  // ---- lower_memory.cpp
  struct Address {
    Slot base = 0;         // wide
    Slot index = no_slot;
    IndexKind kind = IndexKind::none;
    uint32_t scale = 1;
    int64_t displacement = 0;
    uint16_t shape_check = 0;  // as in InsInfo
  };
  struct Place {           // an lvalue
    bool in_registers = false;
    std::vector<Slot> leaves;    // in registers
    int32_t init_mask = -1;      // of a scalar
    Address address;             // in memory
  };
  Place place(ExprId lvalue);
  Address address(ExprId lvalue);
  Address pointer_address(ExprId pointer);
  struct IndexValue {      // what an index came to: slot + constant, in elements
    Slot slot = no_slot;   // none: it is a constant
    ScalarRep rep;
    int64_t constant = 0;
  };
  void add_index(Address& address, ExprId index, uint64_t step, bool negate, IndexValue* value_of = nullptr);
  void settle(Address& address);                         // makes it encodable: 8-bit scale, 32-bit displacement
  Slot pointer_value(Address address, Slot hint);        // as a pointer in a slot
  Pc emit_memory(Opcode op, Slot d, Slot c, Address address, uint32_t site, bool is_volatile);
  Slot load(ExprId id, const Expr& e, Slot hint);
  Slot load_from(Address address, ScalarRep rep, uint32_t site, bool is_volatile, Slot hint);
  Slot on_either(const Expr& e, const std::function<Slot(const Expr&)>& work);
  void store(ExprId value, const Address& address, TypeId type, uint32_t site, bool is_volatile);
  ExprId without_narrowing(ExprId value, TypeId type) const;
  void initialise(const Address& address, TypeId type, ExprId init, Span span, ExprId owner);
  void zero(const Address& address, TypeId type, Span span, ExprId owner);
  Place materialise(ExprId rvalue);                      // gives an rvalue a place in local memory
  std::vector<Leaf> leaves(TypeId type, Span span);
  bool is_volatile(ExprId lvalue) const;

  // ---- lower_assignments.cpp
  bool is_of_register(ExprId lvalue);
  Slot assign(ExprId id, const Expr& e, bool wants_value);  // the value that was stored
  Slot stored_value(ExprId value, TypeId type);
  void open_at_first_assignment(ExprId lvalue);
  Slot compound_assign(ExprId id, const Expr& e);
  Slot compound_value(const Expr& e, ExprId id, Slot old, TypeId type, Slot hint);
  Slot increment(ExprId id, const Expr& e, bool wants_old);
  Slot increment_value(const Expr& e, Slot old, Slot hint);

  // ---- lower_records.cpp
  std::vector<Slot> record_value(ExprId id);             // leaves; variables' own slots or temporaries
  void assign_record(ExprId target, ExprId source);

  // ---- lower_wide.cpp
  std::vector<Slot> load_leaves(const Address& address, TypeId type, uint32_t site, bool is_volatile);
  void store_leaves(const Address& address, TypeId type, const std::vector<Slot>& leaves, uint32_t site, bool is_volatile);
  bool is_vector_type(TypeId type) const;
  Slot neighbours(const std::vector<Slot>& values, size_t first, size_t count, bool wide);
  std::vector<Slot> new_words(uint32_t bytes);
  std::vector<Slot> load_packed(const Address& at, uint32_t bytes, size_t count, ScalarRep each, uint32_t site, bool is_volatile, bool is_copy);
  Pc store_packed(const Address& at, uint32_t bytes, const std::vector<Slot>& values, ScalarRep each, uint32_t site, bool is_volatile);

  // ---- lower_initialised.cpp
  void check_initialised(int32_t mask, ExprId owner, Span span);
  void set_initialised(int32_t mask);
  void copy_initialised(int32_t mask, int32_t from);
  int32_t new_mask();
  int32_t leaf_mask(Slot leaf) const;
  int32_t give_masks(const std::vector<Slot>& leaves);
  void move_leaf(Slot to, Slot from, bool wide);
  bool are_masked(const std::vector<Slot>& leaves) const;
  bool are_masked_in_order(const std::vector<Slot>& leaves) const;
  std::vector<Slot> own_leaves(const std::vector<Slot>& from, TypeId type, Span span);
  bool may_lack_members(ExprId record) const;

  // ---- lower_shapes.cpp
  struct IndexSum;                                       // an index as a sum of products
  uint16_t shape_check(const Expr& subscript);           // of an access through it; 0: none
  uint16_t declared_shape_check(const Expr& subscript, TypeId array);
  std::optional<TypeId> declared_row(const Expr& subscript) const;
  uint16_t column_check(const Expr& subscript, const IndexValue& column);  // of an access whose index has been computed
  bool add_terms(ExprId index, int64_t factor, IndexSum& sum, bool opens_variables);
  bool add_product(const Expr& product, int64_t factor, IndexSum& sum);
  std::optional<ShapeCheck::Term> term_of(ExprId id, bool is_earlier);
  bool keeps_its_value(VarId var);                       // assigned by its declaration alone
  void place_shape_checks(const std::function<uint32_t(Slot)>& place);

  // ---- lower_memory_builtins.cpp
  uint64_t alignment_of_pointee(ExprId pointer) const;
  uint32_t copy_step(uint64_t alignment, std::optional<uint64_t> count) const;
  Slot memory_copy(const Expr& e);
  Slot memory_set(const Expr& e);
  void async_copy(const Expr& e);
  uint32_t two_sites(ExprId pointer, ExprId later, AccessKind kind);
  void copy_order(ExprId id, const Expr& e);
  void bulk_copy(const Expr& e);
  bool makes_bulk_copies() const;
  mutable std::optional<bool> makes_bulk_copies_;  // once it is known
  void bulk_order(ExprId id, const Expr& e);
  bool is_in_a_bulk_copy() const;
  bool copies_asynchronously() const;
  Slot vector_length(const Expr& e);

  // ---- lower_builtins.cpp
  Slot builtin(ExprId id, const Expr& e, Slot hint, bool wants_result);
  Slot atomic(ExprId id, const Expr& e, Opcode op, bool wide, bool wants_result);
  Slot space_test(const Expr& e, Space space);
  Slot heap_call(ExprId id, const Expr& e);
  void cluster_barrier(ExprId id, const Expr& e);
  Slot cluster_value(ExprId id, const Expr& e, Slot hint);
  bool is_of_cluster_scope() const;
  MemoryScope atomic_scope(Builtin function) const;
  FencePart part_of_fence() const;
  void fence(MemoryScope scope);
  Slot value_call(Builtin function, const std::vector<Slot>& arguments, Slot hint, Top mark);
  Slot call_with_outputs(ExprId id, const Expr& e, Slot hint);
  std::vector<Slot> atomic_record(ExprId id, const Expr& e, bool wants_result);

  // ---- lower_warp.cpp, lower_console.cpp
  Slot warp_builtin(ExprId id, const Expr& e, Slot hint);
  Slot shuffle(ExprId id, const Expr& e, WarpShuffle kind, Slot hint);
  Slot warp_call(ExprId id, const Expr& e, Opcode op, uint8_t kind, Slot hint);  // of a mask and perhaps a value
  Slot match_all(ExprId id, const Expr& e, Slot hint);
  Slot print(ExprId id, const Expr& e, Slot hint);
  void assertion(ExprId id, const Expr& e);
  void trap(ExprId id, const Expr& e, Trap kind);
  Slot barrier_vote(ExprId id, const Expr& e, BarrierVote kind, Slot hint);
  void block_barrier(ExprId id, const Expr& e);
  Slot named_barrier(ExprId id, const Expr& e, Slot hint);

  // ---- state
  struct VariableSlots {
    std::vector<Slot> leaves;
    int32_t init_mask = -1;     // of a scalar; of a record the first of its leaves' masks
    size_t debug = ~size_t{0};  // index into variables_, still to be opened at the first assignment
  };
  struct LoopLabels {
    Label* on_break = nullptr;
    Label* on_continue = nullptr;  // null in a switch
  };
  struct Frame {  // a function being inlined
    FunctionId function{};
    uint32_t call = 0;
    std::unordered_map<uint32_t, VariableSlots> variables;
    std::unordered_map<uint32_t, uint32_t> allocations;    // locals in memory
    const DefiniteAssignment::Result* assignment = nullptr;
    std::unordered_map<uint32_t, uint64_t> known_values;   // counters of the loops that are being written out
    std::vector<LoopLabels> loops;
    std::map<uint32_t, Label*> cases;                      // StmtId::v -> label, of the switches around
    std::map<uint64_t, std::unique_ptr<Label>> labels;     // of goto, by number
    Label* on_return = nullptr;                            // null in the kernel
    std::vector<Slot> result;
    uint32_t atomics = 0;                                  // lowered in it so far
  };
  Frame* pair_atomic() const;
  Frame& frame() { return *frames_.back(); }
  bool is_in_a_barrier() const;
  bool has_memory_order() const;
  bool is_in_a_texture_unit() const;

  std::shared_ptr<const Module> module_;
  const Module& m_;
  const TypeTable& types_;
  FunctionId kernel_;             // at work; else that of the launch
  const FunctionId launched_by_host_;
  size_t lowered_grid_kernels_ = 0;
  static constexpr uint32_t every_kernel = UINT32_MAX;
  std::set<std::pair<uint32_t, uint32_t>> shared_uses_;  // function of a kernel, and an allocation that it names
  std::map<uint32_t, uint64_t> shared_alignments_;       // of allocations
  bool has_bodies_ = false;       // some function out of line has been lowered
  DiagSink& diags_;
  Provenance provenance_;
  LeavingLocals leaving_;
  SameForAll same_for_all_;
  CallGraph graph_;
  std::shared_ptr<Program> program_;

  // Instructions with wide slot numbers, until presets have moved to the front.
  struct RawIns {
    Opcode op;
    Operands operands;
    uint8_t kind = 0, scale = 1;
    int32_t imm = 0;
  };
  std::vector<RawIns> code_;
  std::vector<InsInfo> info_;
  std::vector<Preset> presets_;
  std::vector<Slot> preset_slots_;
  uint32_t preset_top_ = 0;
  std::vector<VariableLocation> variables_;
  std::vector<std::unique_ptr<Frame>> frames_;
  std::unordered_map<uint32_t, uint32_t> global_allocations_;
  std::unordered_map<uint32_t, uint32_t> string_allocations_;
  std::map<std::pair<uint32_t, int>, uint32_t> site_ids_;
  std::vector<BranchArm> arms_;   // the sides of branches that the code at work stands in
  uint32_t branch_count_ = 0;
  SourceNotes notes_;
  uint32_t copies_ = 0;           // loops around that are being written out,
  std::unordered_map<uint32_t, uint32_t> branch_numbers_;  // and the branches in them
  std::unordered_set<uint32_t> stored_variables_;
  std::vector<bool> changing_variables_;  // by variable: assigned again somewhere; empty until somebody asks
  mutable DefiniteAssignment assignment_;
  int32_t shuffled_mask_ = -1;  // of the variable that the next shuffle offers and gives back to it
  std::unordered_map<Slot, int32_t> leaf_masks_;  // of records' leaves; a slot that is taken anew has none
  Top top_, peak_;
  std::map<std::pair<std::vector<Rep>, std::vector<Rep>>, Transfer> transfers_;
  std::map<uint32_t, std::unique_ptr<OutOfLine>> out_of_line_;  // by function
  std::vector<OutOfLine*> to_lower_;
  size_t lowered_bodies_ = 0;
  OutOfLine* body_ = nullptr;     // the one being lowered; null in the kernel
  Top transfer_top_, body_base_;
  Slot thrown_ = no_slot;         // of all functions: one was left by an exception
  uint32_t body_mask_base_ = 0;
  uint32_t frame_top_ = 0, frame_bytes_ = 0;
  Span span_;
  bool starts_statement_ = false;
  bool in_library_ = false;  // a call of the device library is being inlined: its code belongs to the user's call, whose place stays in span_
  int library_calls_ = 0;    // of the user's code so far
  Pc last_bound_ = ~0u;
  bool failed_ = false;
  std::pair<Slot, Slot> pending_right_{no_slot, no_slot};  // compound_value: the right side, already computed
};

}  // namespace wb
