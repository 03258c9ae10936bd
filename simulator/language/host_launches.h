#pragma once
// What a file's own host code says about its launches. Host code is not compiled: its tokens are read with macros expanded, and what is a
// constant by that reading is worked out; the rest stays unknown, for whoever runs the kernel to fill in.
//
//     int n = 1 << 20;                                       n    = 1048576
//     cudaMalloc(&d_x, n * sizeof(float));                   d_x  : 4194304 bytes
//     cudaMemcpy(d_x, h_x, bytes, cudaMemcpyHostToDevice);   d_x  : starts with what the host copies there
//     scale<<<(n + 255) / 256, 256>>>(d_x, 2.0f, n);         grid 4096, block 256, arguments: buffer d_x, 2.0, 1048576
//
// A name whose value only a run of the host program would tell (`int n = atoi(argv[1])`) may be assumed instead: one value for the whole file,
// so that the grid, the sizes of the buffers and the arguments fit one another.
#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "simulator/language/front_end.h"
#include "simulator/language/host_trace.h"

namespace wb {

struct HostNumber {
  bool is_whole = true;
  int64_t whole = 0;
  double real = 0;
  double value() const { return is_whole ? static_cast<double>(whole) : real; }
};

struct HostArgument {
  std::string text;                  // as written
  std::string type;                  // that its variable is declared with, without stars and const: "float"; empty: unknown
  std::optional<HostNumber> number;  // its value, where the host code fixes it
  bool is_buffer = false;            // an allocation was found
  std::optional<uint64_t> bytes;     // of the buffer
  enum class Start : uint8_t { unknown, copied, set } start = Start::unknown;  // copied from the host, or cudaMemset
  uint8_t set_byte = 0;
  std::optional<uint64_t> filled_bytes;  // of its start, where the host fills no more than these
  bool is_filled_whole = false;          // or it fills what cannot be worked out: all of it counts
  std::vector<uint8_t> content;      // of the whole buffer, where host code that could be run fills it; empty: not known
  bool is_untouched = false;         // a buffer that is allocated, and that nothing fills before the launch
  int allocation = -1;               // which of HostLaunch::allocations, where the program was run; bytes and content are that one's
  uint64_t offset = 0;               // of the pointer in it, bytes
  std::vector<uint8_t> record;       // a value of several bytes, as the device lays it out, and the pointers in it
  std::vector<HostPointer> pointers;
  std::vector<std::string> assumed;  // what the number or the size of the buffer stands on: "`n` = 1024"
};

struct HostLaunch {
  LaunchLine line;
  std::string template_arguments;  // with constants worked out: "16, float"; empty: none
  std::optional<std::array<uint32_t, 3>> grid, block;
  std::optional<uint64_t> shared_bytes;
  std::optional<std::array<uint32_t, 3>> cluster;  // blocks of one, where the launch asks for clusters
  bool allows_large_clusters = false;  // cudaFuncAttributeNonPortableClusterSizeAllowed
  uint64_t shared_opt_in = 0;      // of dynamic shared memory, that cudaFuncSetAttribute allows the kernel; 0: nothing is said
  std::vector<HostArgument> arguments;
  std::map<std::string, HostArgument> members;  // of records, by the member's name: what the host code puts there
  std::vector<std::string> assumed;             // what the shape stands on
  std::map<std::string, HostNumber> unknowns;   // what was assumed for it all, by name
  // Where the program was run (host_trace.h):
  bool is_seen = false;                         // it came to this launch: nothing of the shape and of the arguments is assumed
  bool is_passed_by = false;                    // it came to its end, and not to this launch
  bool is_refused = false;                      // it came to it, and CUDA refuses its shape, as the program expects
  std::string cut;                              // "after 400 launches": the run was ended, and might have come to more; else empty
  std::vector<HostHazard> hazards;              // of its work with others', that are told at this launch
  std::vector<HostMistake> mistakes;            // of the program with its memory, likewise
  bool has_error = false;                       // found while the program was run
  size_t occurrence = 1;                        // the line was launched before: this is the second time, or the third
  std::vector<HostAllocation> allocations;      // what the arguments point into
  std::vector<HostVariable> variables;          // of the file, that have been set
  std::vector<HostTexture> textures;            // whose handles the kernel finds in its arguments and in memory
  std::shared_ptr<const DeviceHeap> heap;       // that earlier launches left, and the addresses in it; null: the kernel does not come to it
  std::vector<HostPointer> heap_pointers;
  uint64_t heap_bytes = usual_heap_bytes;     // of the device's heap, as cudaDeviceSetLimit says
  std::vector<HostStoreSeen> host_stores;       // while it is at work
  // A pointer into one of them.
  HostArgument pointer_to(int allocation, uint64_t offset) const;
};

enum class HostUnknowns : uint8_t { stay_unknown, are_assumed };

// Host code can be run, too: given text to set behind the file's, with a kernel of one thread
//     wb_host_code(unsigned char* out, unsigned long long room),
// the bytes of `out` behind a run of it, where it compiles and runs without a fault; else none.
using HostRun = std::function<std::optional<std::vector<uint8_t>>(const std::string& text)>;

// How the whole program is run, and the words of its command line behind its name; none: they are guessed, where it ends without them.
struct HostProgram {
  HostProgramRun run;
  std::optional<std::vector<std::string>> words;
};

// In the order of the file. Any text at all: bounded work, but for that of `run` and `program`. Where the whole program can be run, what it does goes
// before what is read of it.
std::vector<HostLaunch> read_host_launches(std::shared_ptr<SourceMap> sources, FileId main, const FrontEndOptions& options,
                                           HostUnknowns unknowns = HostUnknowns::stay_unknown, const HostRun& run = {}, const HostProgram& program = {});

// A number for a name that nobody fixes: small where the name speaks of rounds, offsets or a radius; else `size`.
int64_t usual_number(std::string_view name, int64_t size);

}  // namespace wb
