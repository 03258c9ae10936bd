#pragma once
// Every instruction of the machine: the one table. The enum, the names, the disassembler and the verifier are made from it; the run
// loop has one handler for each row.
//
//   OP(name, operands, help)
//   operands: one letter each, in the order in which the disassembler prints them
//     d a b c   a slot, 32 bits a lane          D A B C   two slots, 64 bits a lane
//     m         memory address: base A, index b by `kind`, scale, imm
//     t         branch target in imm            i         plain imm              k   function in kind
//     q Q       the slot, or the two slots, behind c
//     e g E     d as two or four neighbouring slots, as two neighbouring pairs of slots
//     f         device function in imm: its own letters take this one's place
// Small integers (bool, char, short) stand in 32-bit registers, extended by their own sign.
// An instruction writes d (or D) in the active lanes alone.
#include <cstdint>

#define WB_OPCODES_INT32(OP)                                                       \
  OP(mov32,    "da",   "copies")                                                   \
  OP(add32,    "dab",  "a + b, wraps")                                             \
  OP(sub32,    "dab",  "a - b, wraps")                                             \
  OP(mul32,    "dab",  "a * b, wraps")                                             \
  OP(mad32,    "dabc", "a * b + c, wraps")                                         \
  OP(and32,    "dab",  "bitwise and")                                              \
  OP(or32,     "dab",  "bitwise or")                                               \
  OP(xor32,    "dab",  "bitwise exclusive or")                                     \
  OP(not32,    "da",   "bitwise complement")                                       \
  OP(neg32,    "da",   "0 - a, wraps")                                             \
  OP(shl32,    "dab",  "a << b; kind 1: b is known to be in range")                \
  OP(shr_i32,  "dab",  "a >> b, copies of the sign come in")                       \
  OP(shr_u32,  "dab",  "a >> b, zeros come in")                                    \
  OP(div_i32,  "dab",  "a / b towards zero; by zero: all ones")                    \
  OP(div_u32,  "dab",  "a / b; by zero: all ones")                                 \
  OP(rem_i32,  "dab",  "a % b, sign of a; by zero: a")                             \
  OP(rem_u32,  "dab",  "a % b; by zero: a")                                        \
  OP(min_i32,  "dab",  "smaller")                                                  \
  OP(max_i32,  "dab",  "larger")                                                   \
  OP(min_u32,  "dab",  "smaller")                                                  \
  OP(max_u32,  "dab",  "larger")                                                   \
  OP(abs_i32,  "da",   "absolute value, wraps")                                    \
  OP(sx8,      "da",   "low 8 bits, sign extended")                                \
  OP(zx8,      "da",   "low 8 bits, zero extended")                                \
  OP(sx16,     "da",   "low 16 bits, sign extended")                               \
  OP(zx16,     "da",   "low 16 bits, zero extended")                               \
  OP(sel32,    "dabc", "a != 0 ? b : c")

#define WB_OPCODES_INT64(OP)                                                       \
  OP(mov64,    "DA",   "copies")                                                   \
  OP(add64,    "DAB",  "a + b, wraps")                                             \
  OP(sub64,    "DAB",  "a - b, wraps")                                             \
  OP(mul64,    "DAB",  "a * b, wraps")                                             \
  OP(and64,    "DAB",  "bitwise and")                                              \
  OP(or64,     "DAB",  "bitwise or")                                               \
  OP(xor64,    "DAB",  "bitwise exclusive or")                                     \
  OP(not64,    "DA",   "bitwise complement")                                       \
  OP(neg64,    "DA",   "0 - a, wraps")                                             \
  OP(shl64,    "DAb",  "a << b; kind 1: b is known to be in range")                \
  OP(shr_i64,  "DAb",  "a >> b, copies of the sign come in")                       \
  OP(shr_u64,  "DAb",  "a >> b, zeros come in")                                    \
  OP(div_i64,  "DAB",  "a / b towards zero; by zero: all ones")                    \
  OP(div_u64,  "DAB",  "a / b; by zero: all ones")                                 \
  OP(rem_i64,  "DAB",  "a % b, sign of a; by zero: a")                             \
  OP(rem_u64,  "DAB",  "a % b; by zero: a")                                        \
  OP(min_i64,  "DAB",  "smaller")                                                  \
  OP(max_i64,  "DAB",  "larger")                                                   \
  OP(min_u64,  "DAB",  "smaller")                                                  \
  OP(max_u64,  "DAB",  "larger")                                                   \
  OP(abs_i64,  "DA",   "absolute value, wraps")                                    \
  OP(sx64,     "Da",   "32 bits to 64, sign extended")                             \
  OP(zx64,     "Da",   "32 bits to 64, zero extended")                             \
  OP(lo32,     "dA",   "low 32 bits")                                              \
  OP(sel64,    "DaBC", "a != 0 ? b : c")                                           \
  OP(lea,      "Dm",   "the address itself, as a pointer")                         \
  OP(ptr_diff, "DABi", "elements of imm bytes from b to a")

#define WB_OPCODES_FLOAT_OF(OP, t, D, A, B, C)                                     \
  OP(add_##t,   D A B,   "a + b")                                                  \
  OP(sub_##t,   D A B,   "a - b")                                                  \
  OP(mul_##t,   D A B,   "a * b")                                                  \
  OP(div_##t,   D A B,   "a / b, correctly rounded")                               \
  OP(fma_##t,   D A B C, "a * b + c, one rounding")                                \
  OP(fms_##t,   D A B C, "a * b - c, one rounding")                                \
  OP(fnma_##t,  D A B C, "c - a * b, one rounding")                                \
  OP(neg_##t,   D A,     "sign flipped")                                           \
  OP(abs_##t,   D A,     "sign cleared")                                           \
  OP(sqrt_##t,  D A,     "square root, correctly rounded")                         \
  OP(floor_##t, D A,     "largest whole number not above a")                       \
  OP(ceil_##t,  D A,     "smallest whole number not below a")                      \
  OP(trunc_##t, D A,     "towards zero")                                           \
  OP(rint_##t,  D A,     "nearest, halves to even")                                \
  OP(min_##t,   D A B,   "smaller, ignoring a NaN")                                \
  OP(max_##t,   D A B,   "larger, ignoring a NaN")                                 \
  OP(class_##t, "d" A "k", "1 if a is of class `kind`")

#define WB_OPCODES_FLOAT(OP)                                                       \
  WB_OPCODES_FLOAT_OF(OP, f32, "d", "a", "b", "c")                                 \
  WB_OPCODES_FLOAT_OF(OP, f64, "D", "A", "B", "C")

// Conversions saturate as the hardware's: NaN gives 0 in 32 bits and the lowest number in 64.
#define WB_OPCODES_CONVERT(OP)                                                     \
  OP(i32_to_f32, "da", "nearest") OP(u32_to_f32, "da", "nearest")                  \
  OP(i64_to_f32, "dA", "nearest") OP(u64_to_f32, "dA", "nearest")                  \
  OP(i32_to_f64, "Da", "exact")   OP(u32_to_f64, "Da", "exact")                    \
  OP(i64_to_f64, "DA", "nearest") OP(u64_to_f64, "DA", "nearest")                  \
  OP(f32_to_i32, "da", "towards zero, saturates") OP(f32_to_u32, "da", "towards zero, saturates") \
  OP(f32_to_i64, "Da", "towards zero, saturates") OP(f32_to_u64, "Da", "towards zero, saturates") \
  OP(f64_to_i32, "dA", "towards zero, saturates") OP(f64_to_u32, "dA", "towards zero, saturates") \
  OP(f64_to_i64, "DA", "towards zero, saturates") OP(f64_to_u64, "DA", "towards zero, saturates") \
  OP(f32_to_f64, "Da", "exact")   OP(f64_to_f32, "dA", "nearest")

// half and bfloat16: 16 bits in the low half of a register (builtins/half.h).
#define WB_OPCODES_HALF(OP)                                                        \
  OP(half_to_f32,  "da", "exact")         OP(f32_to_half, "da", "nearest")         \
  OP(bfloat_to_f32, "da", "exact")        OP(f32_to_bfloat, "da", "nearest")       \
  OP(add_f16,  "dab", "a + b") OP(sub_f16,  "dab", "a - b") OP(mul_f16,  "dab", "a * b") OP(div_f16,  "dab", "a / b") \
  OP(fma_f16,  "dabc", "a * b + c, one rounding")                                  \
  OP(add_bf16, "dab", "a + b") OP(sub_bf16, "dab", "a - b") OP(mul_bf16, "dab", "a * b") OP(div_bf16, "dab", "a / b") \
  OP(fma_bf16, "dabc", "a * b + c, one rounding")                                  \
  OP(neg_f16,  "da", "sign flipped, a NaN is 0x7FFF") OP(neg_bf16, "da", "sign flipped, a NaN is 0x7FFF")

// One row a comparison: set_* leaves 0 or 1, br_* jumps to imm in the lanes where it holds.
#define WB_COMPARISONS(C)                                                          \
  C(eq32,  "a", "b", "a == b") C(ne32,  "a", "b", "a != b")                        \
  C(lt_i32, "a", "b", "a < b") C(le_i32, "a", "b", "a <= b")                       \
  C(lt_u32, "a", "b", "a < b") C(le_u32, "a", "b", "a <= b")                       \
  C(eq64,  "A", "B", "a == b") C(ne64,  "A", "B", "a != b")                        \
  C(lt_i64, "A", "B", "a < b") C(le_i64, "A", "B", "a <= b")                       \
  C(lt_u64, "A", "B", "a < b") C(le_u64, "A", "B", "a <= b")                       \
  C(eq_f32, "a", "b", "a == b") C(ne_f32, "a", "b", "a != b")                      \
  C(lt_f32, "a", "b", "a < b") C(le_f32, "a", "b", "a <= b")                       \
  C(nlt_f32, "a", "b", "not a < b") C(nle_f32, "a", "b", "not a <= b")             \
  C(eq_f64, "A", "B", "a == b") C(ne_f64, "A", "B", "a != b")                      \
  C(lt_f64, "A", "B", "a < b") C(le_f64, "A", "B", "a <= b")                       \
  C(nlt_f64, "A", "B", "not a < b") C(nle_f64, "A", "B", "not a <= b")
#define WB_OPCODE_SET_ROW(OP, name, A, B, help) OP(set_##name, "d" A B, "1 where " help ", else 0")
#define WB_OPCODE_BRANCH_ROW(OP, name, A, B, help) OP(br_##name, A B "t", "jumps where " help)

// Operands as the function's row says (simulator/builtins/device_table.h): d, then a b c, and q in the slot behind c.
#define WB_OPCODES_DEVICE(OP)                                                      \
  OP(space_of, "dAk", "1 where a leads to memory space `kind`")                      \
  OP(shared_place, "DA", "the place in the block's shared memory that a leads to")   \
  OP(shared_pointer, "DA", "a pointer to the byte at place a of the block's shared memory")  \
  OP(cluster_map, "DAb", "the place that a leads to, in the shared memory of the cluster's block of rank b")  \
  OP(cluster_rank, "dA", "the rank in the cluster of the block whose shared memory a leads to")  \
  OP(cluster_size, "dk", "blocks of a cluster: kind 0, 1, 2: in x, y, z; 3: 1 where the launch has clusters")  \
  OP(device, "f", "device function number `imm` of the builtin table")           \
  OP(texture, "DAb", "word b of the texture that the handle a names (machine/textures.h)") \
  OP(fetch, "ABC", "tells the counters of a fetch by columns A, rows B and the rest C (analysis/fetches.h)")

#define WB_OPCODES_MEMORY(OP)                                                      \
  OP(ld_u8,  "dm", "loads a byte, zero extended") OP(ld_i8, "dm", "loads a byte, sign extended")         \
  OP(ld_u16, "dm", "loads 2 bytes, zero extended") OP(ld_i16, "dm", "loads 2 bytes, sign extended")      \
  OP(ld_32,  "dm", "loads 4 bytes")               OP(ld_64, "Dm", "loads 8 bytes")                       \
  OP(ld_2x32, "em", "loads 8 bytes into two slots") OP(ld_4x32, "gm", "loads 16 bytes into four slots")  \
  OP(ld_2x64, "Em", "loads 16 bytes into two wide slots")                                                \
  OP(st_8,   "dm", "stores the low byte of d")    OP(st_16, "dm", "stores the low 2 bytes of d")         \
  OP(st_32,  "dm", "stores d")                    OP(st_64, "Dm", "stores d")                            \
  OP(st_2x32, "em", "stores two slots as 8 bytes") OP(st_4x32, "gm", "stores four slots as 16 bytes")    \
  OP(st_2x64, "Em", "stores two wide slots as 16 bytes")                                                 \
  OP(copy_1, "AB", "begins an asynchronous copy of 1 byte from b to a; the load before it has read b")   \
  OP(copy_2, "AB", "... of 2 bytes")              OP(copy_4, "AB", "... of 4 bytes")                     \
  OP(copy_8, "AB", "... of 8 bytes")              OP(copy_16, "AB", "... of 16 bytes")                   \
  OP(copy_bulk, "ABCQk", "begins a bulk copy from b to a of as many bytes as behind c; c: the barrier that it is bound to; kind: see BulkCopy") \
  OP(local_reset, "ik", "local variable `imm` (program allocation) becomes poison; kind 1: since its scope has ended") \
  OP(local_pointer, "DAk", "pointer A; kind 0: to be stored where other threads may read it, 1: read from there (machine/local_pointers.h)") \
  OP(init_clear,  "i", "mask `imm`: the variable has no value yet")                                      \
  OP(init_set,    "i", "mask `imm`: the variable has been assigned")                                     \
  OP(init_check,  "i", "reports lanes that read the variable of mask `imm` before assigning it")         \
  OP(heap_open,  "DABc", "pointer to a block of the heap A that is taken now; B: where it begins and its bytes, c: HeapForm") \
  OP(heap_close, "DAb",  "where the block begins that A gives back, and its bytes; 0: A is wrong; b: HeapWay") \
  OP(heap_size,  "DA",   "bytes of the heap's block that begins at A; all ones: none does")

// d = old value at the address; c the operand. cas: c the expected value, the slots behind it the new one.
#define WB_OPCODES_ATOMIC(OP)                                                      \
  OP(atom_add_32, "dmc", "adds") OP(atom_add_64, "DmC", "adds")                    \
  OP(atom_add_f32, "dmc", "adds") OP(atom_add_f64, "DmC", "adds")                  \
  OP(atom_add_f16, "dmc", "adds") OP(atom_add_bf16, "dmc", "adds")                 \
  OP(atom_sub_32, "dmc", "subtracts")                                              \
  OP(atom_exch_8, "dmc", "1 byte: stores") OP(atom_exch_16, "dmc", "2 bytes: stores") \
  OP(atom_exch_32, "dmc", "stores") OP(atom_exch_64, "DmC", "stores")              \
  OP(atom_min_i32, "dmc", "keeps the smaller") OP(atom_min_u32, "dmc", "keeps the smaller") \
  OP(atom_min_i64, "DmC", "keeps the smaller") OP(atom_min_u64, "DmC", "keeps the smaller") \
  OP(atom_max_i32, "dmc", "keeps the larger") OP(atom_max_u32, "dmc", "keeps the larger")   \
  OP(atom_max_i64, "DmC", "keeps the larger") OP(atom_max_u64, "DmC", "keeps the larger")   \
  OP(atom_inc_u32, "dmc", "old >= c ? 0 : old + 1") OP(atom_dec_u32, "dmc", "old == 0 || old > c ? c : old - 1") \
  OP(atom_and_32, "dmc", "bitwise and") OP(atom_and_64, "DmC", "bitwise and")      \
  OP(atom_or_32, "dmc", "bitwise or") OP(atom_or_64, "DmC", "bitwise or")          \
  OP(atom_xor_32, "dmc", "bitwise exclusive or") OP(atom_xor_64, "DmC", "bitwise exclusive or") \
  OP(atom_cas_8, "dmc", "1 byte: stores the slot after c if the old value is c")   \
  OP(atom_cas_16, "dmc", "2 bytes: stores the slot after c if the old value is c") \
  OP(atom_cas_32, "dmc", "stores the slot after c if the old value is c")          \
  OP(atom_cas_64, "DmC", "stores the slots after c if the old value is c")

#define WB_OPCODES_CONTROL(OP)                                                     \
  OP(br_true,  "at", "jumps where a != 0")                                         \
  OP(br_false, "at", "jumps where a == 0")                                         \
  OP(jump,     "t",  "jumps")                                                      \
  OP(barrier,  "k",  "waits for every live thread of the block; kind 1: of the grid")                   \
  OP(fence,    "k",  "orders this thread's accesses; kind: 0 block, 1 device, 2 system") \
  OP(copy_commit, "",  "closes the lane's group of asynchronous copies")                  \
  OP(copy_bind, "A",   "the lane's asynchronous copies that wait for no barrier wait for the one at a") \
  OP(copy_wait, "ak",  "carries out the lane's asynchronous copies but for its last a groups; kind 1: all") \
  OP(copy_arrive, "Ak", "carries out the lane's asynchronous copies that wait for the barrier at a; kind 1: the block's") \
  OP(bulk_settle, "A", "ends the phase of the barrier at a, where all has come: carries out the copies that are bound to it") \
  OP(bulk_commit, "",  "closes the lane's group of bulk copies")                          \
  OP(bulk_wait, "ak",  "waits for the lane's bulk copies but for its last a groups; kind 1: until they have read their sources") \
  OP(proxy_fence, "",  "orders the lane's stores to shared memory before what bulk copies read there") \
  OP(push,     "i",  "puts the registers of set `imm` on the lane's stack")               \
  OP(pop,      "i",  "takes the registers of set `imm` from the lane's stack")            \
  OP(call,     "t",  "puts the next pc on the lane's stack and jumps")                    \
  OP(call_pointer, "Ai", "calls the function that a points to, of type `imm`")            \
  OP(frame_address, "Di", "address of local variable `imm` (program allocation) in this activation") \
  OP(ret,      "",   "takes a pc from the lane's stack and jumps there")                  \
  OP(leave,    "",   "the thread returns early: its lane is done")                 \
  OP(end,      "",   "the end of the kernel: the lane is done")

// Threads that talk to each other. a names lanes (the mask of CUDA's _sync functions), and the lanes that are named wait for each other.
// Shuffles: b the value, c the lane, delta or mask; imm the width of a segment, 0: it stands in the slot after c.
#define WB_OPCODES_WARP(OP)                                                        \
  OP(shfl_32,   "dabcki", "value of another lane; kind: lane, up, down, xor")      \
  OP(shfl_64,   "DaBcki", "value of another lane; kind: lane, up, down, xor")      \
  OP(vote,      "dabk",   "kind: all, any, ballot of b != 0")                      \
  OP(match_32,  "dabk",   "lanes that have the same b; kind: any, all")            \
  OP(match_64,  "daBk",   "lanes that have the same b; kind: any, all")            \
  OP(reduce_32, "dabk",   "b of all named lanes in one; kind: see WarpReduce")     \
  OP(warp_barrier, "a",   "the named lanes wait for each other")                   \
  OP(active_mask, "d",    "the lanes that run this instruction")                   \
  OP(print,     "dABi",   "prints the text at A with imm values, 64 bits each, from B on; d: how many") \
  OP(trap,      "ki",     "ends the launch; kind: see Trap, imm: which assertion") \
  OP(clock_now, "D",      "the tick")                                              \
  OP(grid_launch, "Bi",   "launches a child grid: launch `imm` of the program, its numbers, 64 bits each, from B on") \
  OP(grid_query, "Dk",    "kind: see GridQuery")                                   \
  OP(nanosleep, "a",      "lets others pass")                                      \
  OP(barrier_vote, "dak", "waits for every live thread of the block; kind: count, and, or of a != 0") \
  OP(named_barrier, "abk", "comes to barrier number a of b threads (0: all of the block); kind: see NamedBarrierUse") \
  OP(named_barrier_vote, "dabck", "waits at barrier a of b threads; kind: count, and, or of c != 0") \
  OP(cluster_arrive, "k", "arrives at the barrier of the cluster; kind: see HalfBarrier") \
  OP(cluster_wait, "k",   "waits until every thread of the cluster has arrived; kind: see HalfBarrier")

// X(name, operands, help) for every row.
#define WB_OPCODES(OP)                                                             \
  WB_OPCODES_INT32(OP) WB_OPCODES_INT64(OP) WB_OPCODES_FLOAT(OP) WB_OPCODES_CONVERT(OP) WB_OPCODES_HALF(OP) \
  WB_OPCODES_DEVICE(OP) WB_OPCODES_MEMORY(OP) WB_OPCODES_ATOMIC(OP) WB_OPCODES_CONTROL(OP) WB_OPCODES_WARP(OP)

namespace wb {

#define WB_ENUM(name, operands, help) name,
#define WB_ENUM_SET(name, A, B, help) set_##name,
#define WB_ENUM_BRANCH(name, A, B, help) br_##name,
enum class Opcode : uint16_t { WB_OPCODES(WB_ENUM) WB_COMPARISONS(WB_ENUM_SET) WB_COMPARISONS(WB_ENUM_BRANCH) count };
#undef WB_ENUM
#undef WB_ENUM_SET
#undef WB_ENUM_BRANCH

struct OpcodeInfo {
  const char* name;
  const char* operands;
  const char* help;
};
const OpcodeInfo& opcode_info(Opcode op);
// The operand letters of an instruction, those of a device function written out.
const char* operand_letters(Opcode op, int32_t imm);

constexpr bool in_range(Opcode op, Opcode first, Opcode last) { return op >= first && op <= last; }
constexpr bool is_load(Opcode op) { return in_range(op, Opcode::ld_u8, Opcode::ld_2x64); }
constexpr bool is_store(Opcode op) { return in_range(op, Opcode::st_8, Opcode::st_2x64); }
constexpr bool is_atomic(Opcode op) { return in_range(op, Opcode::atom_add_32, Opcode::atom_cas_64); }
constexpr bool is_warp_sync(Opcode op) { return in_range(op, Opcode::shfl_32, Opcode::warp_barrier); }
constexpr bool is_named_barrier(Opcode op) { return op == Opcode::named_barrier || op == Opcode::named_barrier_vote; }
constexpr bool is_barrier(Opcode op) { return op == Opcode::barrier || op == Opcode::barrier_vote || is_named_barrier(op); }
constexpr bool is_heap(Opcode op) { return in_range(op, Opcode::heap_open, Opcode::heap_size); }
constexpr bool is_grid(Opcode op) { return op == Opcode::grid_launch || op == Opcode::grid_query; }
constexpr bool is_cluster(Opcode op) { return in_range(op, Opcode::cluster_map, Opcode::cluster_size) || in_range(op, Opcode::cluster_arrive, Opcode::cluster_wait); }
constexpr bool is_async_copy(Opcode op) { return in_range(op, Opcode::copy_1, Opcode::copy_bulk); }
constexpr bool finishes_copies(Opcode op) { return in_range(op, Opcode::copy_wait, Opcode::bulk_wait) && op != Opcode::bulk_commit; }
constexpr bool is_memory(Opcode op) { return is_load(op) || is_store(op) || is_atomic(op) || is_async_copy(op); }
// Touches nothing but memory, registers and its own block: no console, no clock, no heap. What runs on several host threads (parts.h) is
// made of these.
constexpr bool stays_in_block(Opcode op) {
  if (op == Opcode::print || op == Opcode::trap || op == Opcode::clock_now || is_grid(op) || is_heap(op) || is_cluster(op)) return false;
  return op <= Opcode::named_barrier_vote || op >= Opcode::set_eq32;
}
// Control goes on to the next instruction, whatever happens, and no lanes wait for each other.
constexpr bool runs_on(Opcode op) { return op <= Opcode::atom_cas_64 || in_range(op, Opcode::set_eq32, Opcode::set_nle_f64); }
constexpr bool is_branch(Opcode op) { return op == Opcode::br_true || op == Opcode::br_false || in_range(op, Opcode::br_eq32, Opcode::br_nle_f64); }

// load: from global memory to shared memory; store: the other way; reduce: likewise, and others have changed the target already.
enum class BulkCopy : uint8_t { load, store, reduce, count };
enum class WarpShuffle : uint8_t { lane, up, down, exclusive_or, count };
enum class WarpVote : uint8_t { all, any, ballot, count };
enum class WarpMatch : uint8_t { any, all, count };
enum class WarpReduce : uint8_t { add, min_i32, min_u32, max_i32, max_u32, bit_and, bit_or, bit_xor, count };
enum class Trap : uint8_t { assertion, trap, breakpoint, count };
enum class GridQuery : uint8_t { new_stream, take_error, peek_error, count };  // what the device runtime tells a thread
enum class BarrierVote : uint8_t { count_of, all, any, count };
enum class NamedBarrierUse : uint8_t { sync, arrive, count };  // arrive: the threads do not wait
enum class HalfBarrier : uint8_t { cluster, relaxed, block, count };  // relaxed: what came before is not told; block: of a block that is a cluster of its own
// Classes of class_*, by `kind`.
enum class FloatClass : uint8_t { nan, infinite, finite, negative, count };

}  // namespace wb
