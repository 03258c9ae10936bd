#pragma once
// The one header (beside recording.h) that the app includes: compile a kernel, run it, read the result.
//
//     SourceMap -> compile() -> Program -> simulate(Program, KernelLaunch) -> SimulationResult {buffers, findings, counters, recording}
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <variant>
#include <vector>

#include "simulator/analysis/counters.h"
#include "simulator/analysis/finding.h"
#include "simulator/machine/schedule_pick.h"
#include "simulator/machine/told_schedule.h"
#include "simulator/recording/recording.h"
#include "simulator/source/diagnostic.h"
#include "simulator/source/heap_size.h"
#include "simulator/source/scalar_kind.h"
#include "simulator/source/source_map.h"

namespace wb {

struct Module;   // language/typed_tree.h
struct Program;  // program/program.h
class RunWatcher;  // analysis/events.h
class GridFamily;  // recording/grid_family.h

// ---- compile

struct CompileOptions {
  bool contract = true;  // fuse multiply-adds as nvcc does by default; false: --fmad=false
  std::vector<std::pair<std::string, std::string>> defines;
  std::function<std::optional<std::string>(std::string_view path)> read_include;  // the text of an own header, or none
};

// A scalar or pointer inside a record: "scale", "origin.x", "weights[3]".
struct RecordMember {
  std::string name;
  std::string type;
  uint32_t offset = 0;
  uint32_t bytes = 0;           // size of the member, or of one element behind the pointer
  bool is_pointer = false, pointee_is_const = false;
  ScalarKind scalar = ScalarKind::void_;  // of the member, or of what the pointer points to
};

struct KernelParameter {
  std::string name;
  std::string type;             // "const unsigned char*"
  bool is_pointer = false;
  bool pointee_is_const = false;
  ScalarKind scalar = ScalarKind::void_;  // of the value, or of what the pointer points to (void_ for records)
  uint32_t bytes = 0;           // size of the value, or of one element behind the pointer
  std::vector<RecordMember> members;  // of a record (or the one behind the pointer): its scalars and pointers, as declared
};

// A texture reference that the kernel fetches from: the launch binds a texture to its name.
struct TextureReference {
  std::string name;
  std::string element;         // "uchar4"
  uint32_t dimensions = 1;
  bool reads_floats = false;
};

// A `__device__` or `__constant__` variable at namespace scope that the kernel uses and that is not const: the host may set it before a launch.
struct DeviceVariable {
  std::string name;              // qualified: "filters::weights"
  bool is_constant = false;      // __constant__
  ScalarKind scalar = ScalarKind::uchar;
  uint32_t element_bytes = 1;    // of one element; a record or a vector is wider than its scalar
  std::vector<uint8_t> bytes;    // what it starts from where the host sets nothing
};

struct CompileResult {
  std::shared_ptr<const SourceMap> sources;
  std::vector<Diagnostic> diagnostics;       // warnings too
  std::shared_ptr<const Module> module;      // typed tree; null after errors
  std::shared_ptr<const Program> program;    // null after errors
  std::string kernel;                        // display name: "matmul<16>"
  std::string qualified_kernel;              // for another compiler: "filters::blur<(Colour)1>"
  std::vector<KernelParameter> parameters;
  std::vector<TextureReference> textures;
  std::vector<DeviceVariable> variables;
  std::vector<std::string> variables_in_file;  // names without a path, also of those that the kernel does not use; for "which one did you mean"
  uint32_t static_shared_bytes = 0;
  std::vector<std::string> kernels_in_file;  // names, for "which one did you mean"
  bool ok() const { return program != nullptr; }
};

// Compiles `text`; `file_name` is what diagnostics print. `kernel` as in a launch: "rgb2grey", "matmul<16>"; empty: the file's only kernel.
CompileResult compile(std::string file_name, std::string text, std::string_view kernel, const CompileOptions& options = {});

// A file and its own headers without the host's code, for a compiler that knows device code alone: language/device_text.h.
struct DeviceText {
  std::string main;
  std::map<std::string, std::string> headers;  // by the path as written
};
DeviceText device_text(const std::string& file_name, const std::string& text, std::string_view kernel, const std::map<std::string, std::string>& headers, const std::vector<std::pair<std::string, std::string>>& defines,
                       const std::function<bool(std::string_view)>& has_header);

// ---- launch

// Memory that a launch works on. Bytes are row-major, little-endian, `shape` in elements.
struct DeviceBuffer {
  std::string name;
  ScalarKind scalar = ScalarKind::float_;
  uint32_t vector_lanes = 1;       // uchar4: 4
  std::vector<uint64_t> shape;
  std::vector<uint8_t> bytes;      // size of the allocation
  bool is_poisoned = false;        // nobody has written it yet (bytes hold the poison pattern)
  std::vector<bool> written;       // after a run: one flag an element that the kernel wrote; before: empty
  struct ByteRange {
    uint64_t begin = 0, end = 0;
    friend bool operator==(const ByteRange&, const ByteRange&) = default;
  };
  std::vector<ByteRange> filled{};  // poisoned all the same: these bytes have values, in order and apart
  // Bytes where 8 bytes are a buffer_address(), rising and apart; other engines put their own addresses there. After a run also those that the kernel
  // has left, as far as its parameters' types tell.
  std::vector<uint64_t> pointers{};
  std::shared_ptr<const ElementMembers> members{};  // after a run: of records or addresses, as far as those types tell (analysis/element_members.h)
  // Memory of the caller's in the place of `bytes`, that the launch works on where it stands: nothing is copied, and nothing given back. Behind its end 256 more bytes
  // can be read. Not for a run that is recorded.
  struct Lent {
    uint8_t* bytes = nullptr;
    uint8_t* written = nullptr;  // one bit a byte, and 256 bytes more: the kernel sets those of what it writes
    uint64_t size = 0;
  } lent{};
  // More than `bytes` has: so many bytes of memory it is in all, of which `bytes` and `shape` are the beginning, and the rest is zeros that nobody has touched. They
  // cost what a run touches of them, and are not given back.
  uint64_t whole_bytes = 0;
  bool goes_on() const { return whole_bytes > bytes.size(); }
  uint64_t byte_count() const { return lent.bytes ? lent.size : goes_on() ? whole_bytes : bytes.size(); }
  uint64_t element_bytes() const { return uint64_t{info(scalar).bytes} * vector_lanes; }
  uint64_t element_count() const { return element_bytes() ? bytes.size() / element_bytes() : 0; }
};
inline constexpr uint8_t poison_byte = 0xAB;  // every engine starts unwritten bytes so

// The address of a place in KernelLaunch::buffers[buffer], as a buffer's bytes have it: a table of rows, a list's next node. The end of a
// buffer is the last place that it may name.
// With heap_buffer in the place of a buffer's number: of the device's heap, the offset is that of a heap pointer.
inline constexpr uint32_t heap_buffer = 0xFFFFF0;
constexpr uint64_t buffer_address(uint32_t buffer, uint64_t byte_offset) {
  return buffer == heap_buffer ? uint64_t{1} << 62 | byte_offset : (uint64_t{buffer} + 1) << 40 | (byte_offset + (uint64_t{1} << 39));
}

// The device's heap (malloc and new in kernels) as one launch leaves it for the next: it begins empty and lives as long as the program.
//
//     bytes   | 16 bytes | header  user's bytes ... | header  user's bytes ... |      blocks[0], blocks[1], ... without gaps
struct DeviceHeap {
  struct Moment {
    uint32_t line = 0, block = 0, thread = 0;  // of the file, 0: not known; of the launch that it was
  };
  struct Block {
    uint32_t unit = 0, units = 0;  // where its header begins, and how long both are: in units of 16 bytes
    uint32_t bytes = 0;            // that were asked for
    uint32_t form = 0;             // how (source/heap_form.h)
    uint32_t tag = 0;              // that its pointers have (machine/heap_marks.h)
    bool is_live = false;          // else it was given back
    Moment taken, given;
  };
  std::vector<Block> blocks;
  uint32_t taken = 0;              // how many were ever taken
  std::vector<uint8_t> bytes;      // up to the end of the last one; what stands in headers does not count
  std::vector<uint8_t> written;    // one bit a byte: it has a value
  std::vector<uint64_t> pointers;  // as in DeviceBuffer
};
// Where an address in the heap leads to, in bytes from the first one that the user has of its block; none: to no block.
struct HeapPlace {
  const DeviceHeap::Block* block = nullptr;
  int64_t offset = 0;
};
std::optional<HeapPlace> heap_place_at(uint64_t address, const DeviceHeap& heap);

// A place in a buffer. Several arguments may point into one buffer: k<<<...>>>(pool, pool + n).
struct BufferArgument {
  uint32_t index = 0;        // into KernelLaunch::buffers
  uint64_t byte_offset = 0;  // from the buffer's start; its end is the last place that a pointer may have
};
// What a buffer_address() names; none: no place in any of `buffers`.
std::optional<BufferArgument> place_at(uint64_t address, const std::vector<DeviceBuffer>& buffers);
// Puts an address into a buffer's bytes, behind those that it has; none: one that names no memory at all.
void put_address(DeviceBuffer& buffer, uint64_t at, std::optional<BufferArgument> place);
// A heap with addresses put into its bytes, which `put` has as a buffer for that time.
std::shared_ptr<const DeviceHeap> heap_with(const DeviceHeap& heap, const std::function<void(DeviceBuffer& bytes)>& put);
// The value of a record, as the device lays it out.
struct RecordArgument {
  struct Pointer {
    uint32_t offset = 0;  // byte in the record: 8 bytes there are the address of a place in a buffer
    uint32_t buffer = 0;
    uint64_t byte_offset = 0;  // in the buffer
  };
  std::vector<uint8_t> bytes;
  std::vector<Pointer> pointers;
};
// Memory seen through the texture units, as a texture or as a surface: `width` x `height` x `depth` texels of a buffer, row by row. Linear memory is
// a texture with one row; layers are its depth.
struct Texture {
  enum class Address : uint8_t { clamp, border, wrap, mirror };
  enum class Filter : uint8_t { point, linear };
  std::string name;                // a texture reference of this name is bound to it
  uint32_t buffer = 0;             // into KernelLaunch::buffers
  uint32_t width = 1, height = 1, depth = 1;
  uint64_t byte_offset = 0;        // of the first texel, from the buffer's start
  uint64_t pitch = 0;              // bytes from one row to the next; 0: no gaps
  ScalarKind scalar = ScalarKind::void_;  // of a texel, and how many of them it has; void_: the buffer's type
  uint32_t lanes = 1;
  bool is_surface = false;         // a cudaSurfaceObject_t, that kernels write through, too; how texels are read does not matter then
  uint32_t number = 0;             // that its handle has, from 1 on; 0: by its place among the launch's textures
  Address address[3] = {Address::clamp, Address::clamp, Address::clamp};
  Filter filter = Filter::point;
  bool is_normalised = false;      // coordinates from 0 to 1
  bool reads_floats = false;       // texels of 8 and 16 bits as numbers from 0 or -1 to 1
};
// The object with that number, from 1 on: an argument, the bytes of a record's member or of a buffer's element. It is like nothing else that stands in memory.
inline constexpr uint64_t first_texture_handle = 0x7458'0000'0000'0001;
inline constexpr uint32_t most_texture_numbers = 4096;
constexpr uint64_t texture_handle(uint32_t number) { return first_texture_handle - 1 + number; }
// The number of KernelLaunch::textures[index].
inline uint32_t texture_number(const std::vector<Texture>& textures, uint32_t index) { return textures[index].number ? textures[index].number : index + 1; }

// A variable of the file that starts from a buffer's bytes and is read back into it after the run, as cudaMemcpyToSymbol and
// cudaMemcpyFromSymbol do. That buffer has values everywhere, and neither an argument nor a texture nor another variable uses it.
struct SymbolContents {
  std::string name;          // of a DeviceVariable; one that the kernel does not use keeps the buffer as it is
  uint32_t buffer = 0;       // into KernelLaunch::buffers
  uint64_t byte_offset = 0;  // in the variable; what lies outside of the buffer's bytes starts as the file says
};

// What the host program stores into memory that it shares with a kernel at work: managed, pinned, a managed variable of the file, whose buffer holds the
// whole of it (SymbolContents). Threads that wait for it find it: where none of them can go on otherwise, the stores up to the next awaited one are done.
// Not in a run that is recorded.
struct HostStore {
  uint32_t buffer = 0;       // into KernelLaunch::buffers
  uint64_t byte_offset = 0;
  uint64_t value = 0;        // its low bytes
  uint32_t bytes = 4;        // up to 8
};

using Argument = std::variant<BufferArgument, int64_t, uint64_t, double, bool, RecordArgument>;

struct KernelLaunch {
  Index3 grid{1, 1, 1}, block{1, 1, 1};
  Index3 cluster{0, 0, 0};     // blocks of a cluster, as the launch asks for them; zeros: as the kernel's __cluster_dims__ says
  bool allows_large_clusters = false;  // cudaFuncAttributeNonPortableClusterSizeAllowed: up to 16 blocks, not 8
  bool may_sync_grid = true;   // a cooperative launch; the kernel of any other must not come to grid.sync()
  uint32_t dynamic_shared_bytes = 0;
  uint32_t shared_opt_in = 0;  // bytes of dynamic shared memory that the host allowed the kernel beforehand; 0: the usual 48 KiB in all hold
  std::vector<Argument> arguments;    // in the kernel's order
  std::vector<DeviceBuffer> buffers;
  std::vector<Texture> textures;
  std::vector<SymbolContents> symbols;
  std::shared_ptr<const DeviceHeap> heap{};  // that earlier launches left; null: empty
  uint64_t heap_bytes = usual_heap_bytes;  // of the device's heap (cudaLimitMallocHeapSize)
  std::vector<HostStore> host_stores{};      // in their order
};

struct RunOptions {
  Schedule schedule = Schedule::in_order;
  uint64_t seed = 0;
  bool checks = true;                                // findings and counters; memory bounds hold always
  bool numbers = false;                              // on request: sums that do not change, conversions that overflow, double arithmetic
  bool record = false;                               // keep snapshots and a Recording
  uint64_t instruction_budget = 2'000'000'000;       // warp instructions
  uint64_t snapshot_bytes = 512u << 20;              // that a recording may take: snapshots, index and what is looked at
  uint32_t host_threads = 0;                         // 0: one for each core, where it pays; the result is that of 1 to the last bit
  std::vector<int> outputs;                          // buffers whose coverage is judged: every element must be written
  ToldSchedule told{};                               // with in_order: where that order is left
  bool count_by_warp = false;                        // with checks: SimulationResult::warp_counters
  bool count_over_time = false;                      // with checks: counters_over_time; by one host thread
  RunWatcher* watcher = nullptr;                     // without checks and recording: is told of the run, by one host thread
  bool keep_heap = false;                            // SimulationResult::heap, and pointers into it as buffer_address()es of heap_buffer
};

struct RunProgress {
  // Called now and then with the share of blocks that are done (0..1) and the warp instructions so far. May be empty.
  std::function<void(double done, uint64_t warp_instructions)> report;
};

// The grids that device code has launched of one kernel (docs/dynamic-parallelism.md).
struct ChildGrids {
  std::string kernel;
  uint64_t grids = 0, blocks = 0, warp_instructions = 0;
  uint32_t deepest = 0;    // 1: launched by the launch's own grid
};

enum class SimulationStatus : uint8_t { finished, invalid_launch, budget_spent, deadlock, trapped, cancelled, out_of_memory };

// A place that threads look at again and again, until it changes.
struct PolledPlace {
  uint32_t buffer = 0;       // into KernelLaunch::buffers; of a variable that which holds the whole of it
  uint64_t byte_offset = 0;
  uint32_t bytes = 0;
  friend bool operator==(const PolledPlace&, const PolledPlace&) = default;
  bool meets(const HostStore& store) const { return store.buffer == buffer && store.byte_offset < byte_offset + bytes && byte_offset < store.byte_offset + store.bytes; }
};

struct SimulationResult {
  SimulationStatus status = SimulationStatus::finished;
  std::vector<DeviceBuffer> buffers;     // as they ended, `written` filled in
  std::vector<Finding> findings;         // grouped, the most severe first, then by tick; invalid_launch: one launch.invalid
  Counters counters;
  std::vector<AccessCounters> accesses;  // by place in the source
  WarpCounters warp_counters;            // with RunOptions::count_by_warp
  CountersOverTime counters_over_time;   // with RunOptions::count_over_time
  std::shared_ptr<const DeviceHeap> heap;  // with RunOptions::keep_heap, where a block was ever taken
  std::vector<ChildGrids> children;        // by kernel, as they came first
  std::vector<PolledPlace> polled;         // deadlock: what some wait for in vain
  std::string console;
  double wall_ms = 0;                    // this machine's time for the simulation: never a GPU's
  std::shared_ptr<const Recording> recording;  // with RunOptions::record: of the launch's own grid
  std::shared_ptr<const GridFamily> family;    // likewise, where device code has launched grids: to record those
  bool depends_on_order = false;         // with checks: another schedule may take other ways, and find more (program/order_dependence.h)
};

// Runs the launch to its end. Deterministic in (program, launch, schedule, seed). Never throws for anything a kernel does.
SimulationResult simulate(std::shared_ptr<const Program> program, const KernelLaunch& launch, const RunOptions& options = {},
                          const RunProgress& progress = {}, std::stop_token stop = {});

// A loop of the printed text: over the blocks of the grid, over the threads of a block, or one that the kernel itself has.
struct LoopHead {
  enum class Over : uint8_t { blocks, threads, own } over = Over::own;
  uint8_t axis = 0;               // blocks, threads: 0 x, 1 y, 2 z
  std::string variable;           // "bx"; of the kernel's own: what it counts with, empty where nothing is declared in its head
  uint32_t line = 0, last_line = 0;  // of its head, and of the end of its body
  friend bool operator==(const LoopHead&, const LoopHead&) = default;
};

// The kernel as explicit C++ loops, or the reason why it cannot be written so.
struct LoopsText {
  std::string text;       // empty when refused
  std::string reason;     // why not
  Span reason_span;
  // For each line of `text` (1-based, index 0 unused): the line of the main source file that it came from, 0 for none.
  std::vector<uint32_t> source_line;
  // As many: this line only says again, or declares, what another line of the same source line does.
  std::vector<bool> is_repeated;
  std::vector<LoopHead> heads;    // in order of their lines

  // The lines that do what a source line does: [first, last] around the last stretch of them; {0, 0} where nothing was printed for it.
  // The kernel's closing brace, which all threads come to at last, is the end of the last loop over threads.
  std::pair<uint32_t, uint32_t> lines_of(uint32_t source_line) const;
  std::pair<uint32_t, uint32_t> end_of_threads() const;  // {0, 0}: there is no loop over threads
  // The loops around a printed line, outermost first.
  std::vector<LoopHead> heads_around(uint32_t line) const;
};
LoopsText print_loops(const Module& module, std::string_view kernel);

}  // namespace wb
