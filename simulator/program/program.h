#pragma once
// A kernel as the machine runs it: register bytecode for one warp, plus the tables that lead from an instruction back to the source.
//
//   registers   slots of 32 lanes x 32 bits; a 64-bit value takes two neighbouring slots (lane i of it is a uint64_t at 8*i).
//               [ presets: constants, parameters, block and thread indices | variables and temporaries ]
//               Presets are filled when a block starts and never written by the code.
//   pointers    64 bits: (allocation + 1) << 40 | (offset + 2^39); 0 is null. Never a host address.
//   control     no reconvergence stack. Code stands in source order, so that a place where paths meet has a higher pc than the paths;
//               a warp's lanes that part are run lowest pc first and merge where they meet (machine.h).
//   calls       are inlined. Functions that cannot be (call_graph.h) stand behind the kernel's code; each lane has a stack of return
//               addresses and saved registers (machine.h). A pointer to a function: function_pointer().
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "simulator/analysis/events.h"
#include "simulator/language/typed_tree.h"
#include "simulator/program/opcodes.h"

namespace wb {

using Pc = uint32_t;
inline constexpr uint32_t no_allocation = UINT32_MAX;

// How the index operand of a memory instruction is read.
enum class IndexKind : uint8_t { none, i32, u32, i64 };

// 16 bytes. Operands d, a, b, c are slots. Memory instructions address base a (a pointer) + index b * scale + imm; loads and stores of one
// slot (or one wide slot) need no c: it says which of them share an address but for imm (share_addresses.h).
struct Ins {
  Opcode op{};
  uint16_t d = 0, a = 0, b = 0, c = 0;
  uint8_t kind = 0;   // memory: IndexKind | uniform_base; others: see opcodes.h
  uint8_t scale = 1;  // memory: bytes per index step
  int32_t imm = 0;    // branches: target pc; memory: displacement in bytes
  static constexpr uint8_t uniform_base = 0x80;  // all lanes have the same base pointer, also the inactive ones
  static constexpr uint8_t index_mask = 0x03;
  static constexpr uint8_t is_copy = 0x40;  // a load that copies a record: an unset member may come along
  // c of such an access: twice the number of the address, and one more for all but the first that goes there. 0: it shares with nobody.
  static constexpr uint32_t shared_addresses = 16;  // numbers are below this
  static constexpr uint16_t first_of(uint32_t number) { return static_cast<uint16_t>(number * 2); }
  static constexpr uint16_t later_of(uint32_t number) { return static_cast<uint16_t>(number * 2 + 1); }
  // c of a branch behind which a loop, or one side of an `if`, begins for lanes that do not take it: the index in Program::entrances, plus 1. 0: there is
  // nothing to tell.
  uint32_t entrance() const { return c; }
  uint32_t shared_address() const { return c >> 1; }
  bool is_later_of_address() const { return c & 1; }
  friend bool operator==(const Ins&, const Ins&) = default;
};
static_assert(sizeof(Ins) == 16);

// Where an instruction comes from. Index = pc.
struct InsInfo {
  Span span;                 // the statement or expression that it works for
  uint32_t site = no_site;   // index into Program::sites for instructions that touch memory or may fault
  uint32_t call = 0;         // index into Program::calls: which inlined call it belongs to (0: the kernel itself)
  bool starts_statement = false;
  bool is_volatile = false;  // memory instructions
  bool result_used = true;   // atomics
  MemoryScope scope = MemoryScope::device;  // atomics
  bool is_more_of_one = false;  // a further member of what the hardware moves or changes by one request
  bool is_summed_first = false; // atomics: a compiler puts the warp's values together first (same_for_all.h)
  CompiledAccess compiled{}; // loads and stores: what a compiler makes of them
  uint16_t shape_check = 0;  // index + 1 into Program::shape_checks; 0: none
};

// An index written row * width + column: the column, as a sum, and what may be the width, in registers that hold them at the access.
struct ShapeCheck {
  static constexpr uint32_t no_slot = ~0u;
  struct Term {
    uint32_t slot = 0, times = no_slot;  // a register, or the product of two
    bool is_wide = false, is_unsigned = false;
    int64_t factor = 1;
  };
  std::vector<Term> column;
  int64_t column_constant = 0;
  std::vector<Term> widths;
  int64_t width_constant = 0;      // 0: the width is no constant
  uint32_t element_bytes = 1;
  bool is_declared = false;        // the width is that of a declared array; else it counts where it is the buffer's last dimension
};

// An inlined call of a device function, or a function that stands out of line. Entry 0 is the kernel.
struct InlinedCall {
  uint32_t parent = 0;
  FunctionId function{};
  Span span;  // the call
};

// Where a variable lives while it is in scope: what a debugger needs.
struct VariableLocation {
  VarId var{};
  std::string name;
  TypeId type;
  uint32_t call = 0;         // in which inlined call
  Pc begin = 0, end = 0;     // in scope and assigned at pcs in [begin, end)
  enum class Where : uint8_t {
    slot,        // a register: scalar or pointer, or the first leaf of a record (leaves in order of declaration, see leaf_slots)
    allocation,  // local memory of the thread, or shared: ProgramAllocation `allocation`
    reference,   // a reference: the slot holds the address of what it names
  } where = Where::slot;
  uint32_t slot = 0;
  uint32_t allocation = 0;               // index into Program::allocations
  std::vector<uint32_t> leaf_slots;      // records in registers: one slot a scalar leaf
  int32_t init_mask = -1;                // index of the mask that says which lanes have assigned it (of a record: of its first leaf; the others follow); -1: always assigned in [begin, end)
};

// A register that holds a value before the first instruction.
struct Preset {
  enum class Kind : uint8_t {
    constant,    // `bits`
    parameter,   // kernel parameter `index`
    member,      // of kernel parameter `index`, a record: `bytes` bytes from byte `bits` on
    special,     // Special `index`
    address,     // of ProgramAllocation `index`, plus `bits` bytes
  } kind{};
  bool is_wide = false;  // two slots
  uint16_t slot = 0;
  uint32_t index = 0;
  uint64_t bits = 0;
  uint8_t bytes = 0;
  bool is_signed = false;
};

// Which of the heap library's lists (library/include/heap.inc) a variable is.
enum class HeapList : uint8_t { none, limit, used, next, given_back };

// Memory that the program itself brings: __shared__, __device__, __constant__ variables, string literals, locals that live in memory.
struct ProgramAllocation {
  AllocationInfo info;
  Storage storage = Storage::local;
  uint32_t place = 0;           // shared: byte offset in the block's shared memory; local: byte offset in the thread's local memory
  std::vector<uint8_t> bytes;   // device_global, constant: the initial contents
  bool is_read_only = false;    // __constant__, string literals, records that the launch gives
  int32_t parameter = -1;       // the kernel parameter, a record, whose bytes it holds
  std::string symbol{};         // device_global, constant: the qualified name by which the host sets it; empty: it cannot
  TypeId type{};                // device_global, constant: as declared
  bool is_stacked = false;      // a local of a recursive function: `place` counts from the frame of the activation
  HeapList heap_list = HeapList::none;
};

struct ProgramParameter {
  std::string name;
  TypeId type;
  bool is_pointer = false;
  bool may_be_stored = true;    // a store or atomic may reach what it points to
};

// What lanes come to that do not take a branch: a loop, or a side of an `if`.
struct Entrance {
  AccessRange once{};                 // the accesses in it that a compiler makes once
  std::optional<UnevenLoop> uneven{};
  bool only_parts = false;            // of sides: of lanes that all go one way there is nothing to tell
};

// The pcs of a loop's condition, body and step: [begin, end).
struct LoopRange {
  Pc begin = 0, end = 0;
};

// What a `push` keeps of a function that is about to be entered anew.
struct SavedRegisters {
  std::vector<uint32_t> narrow, wide;  // slots
  uint32_t first_mask = 0, mask_count = 0;
};

// A function that is called, not inlined.
struct FunctionBody {
  FunctionId function{};
  TypeId type;   // that a pointer to it must point to
  Pc begin = 0;
};

// A kernel that device code launches (machine/grids.cpp). Its code stands behind that of the program's own kernel.
struct GridKernel {
  FunctionId function{};
  Pc begin = 0;
  uint32_t first_parameter = 0;  // index into Program::parameters
};
// Where the `__shared__` variables stand that a kernel uses, in its blocks' shared memory: those of other kernels of the program take no room there.
struct SharedLayout {
  static constexpr uint32_t not_there = UINT32_MAX;
  uint32_t static_bytes = 0;
  std::vector<uint32_t> places;  // by index into Program::allocations
};
// A launch in the code. Its numbers: three of the grid, three of the block, the bytes of shared memory, the stream, then the arguments'.
struct GridLaunch {
  static constexpr uint32_t shape_values = 8;
  struct Piece {                 // of an argument: a number, or a scalar of a record
    uint32_t parameter = 0;      // of the kernel
    uint32_t offset = 0, bytes = 0;  // in the record; bytes 0: it is no record
    bool is_pointer = false;
  };
  uint32_t kernel = 0;           // index into Program::grid_kernels
  std::vector<Piece> pieces;
  uint32_t value_count() const { return shape_values + static_cast<uint32_t>(pieces.size()); }
};

// What a failed assertion prints: `where`, the block and thread, `what`.
struct AssertionText {
  std::string where, what;  // "k.cu:3: void k(int *)", "Assertion `x > 0` failed."
};

struct Program {
  std::shared_ptr<const Module> module;
  FunctionId kernel{};
  std::vector<Ins> code;
  std::vector<InsInfo> info;
  std::vector<Site> sites;
  std::vector<Preset> presets;
  std::vector<ProgramParameter> parameters;  // of the kernel; behind them those of kernels that it launches
  std::vector<ProgramAllocation> allocations;
  std::vector<VariableLocation> variables;  // in order of begin
  std::vector<InlinedCall> calls;
  std::vector<LoopRange> loops;
  std::vector<Entrance> entrances;          // Ins::entrance()
  std::vector<AssertionText> assertions;
  std::vector<SavedRegisters> saved;
  std::vector<FunctionBody> bodies;
  std::vector<ShapeCheck> shape_checks;
  std::vector<GridKernel> grid_kernels;     // what device code launches
  std::vector<GridLaunch> grid_launches;
  std::vector<SharedLayout> shared_layouts; // of the kernel, behind it those of grid_kernels; empty without these: ProgramAllocation::place holds
  uint32_t child_parameters = 0;            // of `parameters`: those that are not the kernel's own
  size_t own_parameters() const { return parameters.size() - child_parameters; }
  uint32_t slot_count = 0;        // registers of a warp
  uint32_t init_mask_count = 0;   // masks that follow which lanes have assigned a variable
  uint32_t local_bytes = 0;       // local memory of a thread
  uint32_t frame_bytes = 0;       // memory of an activation of a recursive function: a power of two, or 0
  bool has_calls = false;         // some functions are called, not inlined
  uint32_t static_shared_bytes = 0;
  int32_t dynamic_shared = -1;    // index into allocations; its size is given by the launch
  bool has_barrier = false;
  bool has_grid_barrier = false;  // all blocks must be resident at once
  bool has_named_barriers = false;  // barriers with a number, for some of a block's threads (machine/named_barriers.cpp)
  bool has_clusters = false;      // instructions that reach beyond the block, to others of its cluster (machine/clusters.cpp)
  bool has_split_cluster_barrier = false;  // threads arrive and wait at different places
  bool has_split_block_barrier = false;    // likewise, at the block's
  bool has_fences = false;        // __threadfence() and its like
  bool has_warp_sync = false;     // __syncwarp and the _sync functions
  bool has_async_copies = false;  // copies that are carried out when they are waited for (machine/async_copies.cpp)
  bool has_bulk_copies = false;   // of the kernel's own (machine/bulk_copies.cpp)
  bool assumes_lockstep = false;  // calls warp functions of the old kind, without a mask
  bool unknown_store = false;     // some store's target is unknown: any allocation may be stored to
};

// As reports name it, with template arguments: "matmul<16>".
std::string kernel_name(const Program& program, FunctionId kernel);
// One instruction, as text: "ld_u8 r12, [r0 + r9*1 + 4]".
std::string disassemble(const Program& program, Pc pc);
// The whole program with source lines between.
std::string disassemble(const Program& program);

}  // namespace wb
