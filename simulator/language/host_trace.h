#pragma once
// What a run of a file's host program shows (host_whole.h): every launch line that it comes to, as it is launched
// the first time, or the first time that something is found wrong with it.
#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "simulator/source/heap_size.h"
#include "simulator/source/scalar_kind.h"

namespace wb {

struct DeviceHeap;  // simulator.h

// An address in memory, in a record, in a variable: 8 bytes from `at` on.
struct HostPointer {
  uint64_t at = 0;
  static constexpr int in_heap = -2;
  int allocation = -1;                // index into HostLaunchSeen::allocations; in_heap: the device's heap; -1: no memory that a kernel could be given
  uint64_t offset = 0;                // bytes from its start; of the heap, as its pointers have it
};

// Memory that the program took: where it stands in the run, and what it holds when the launch begins.
struct HostAllocation {
  enum class Kind : uint8_t { device, managed, pinned, pageable } kind = Kind::device;
  bool is_freed = false;
  bool is_known = true;               // else nothing is known of its contents
  uint64_t begin = 0, size = 0;       // bytes, from the arena's start
  std::vector<uint8_t> bytes;
  struct Filled {
    uint64_t begin = 0, end = 0;
  };
  std::vector<Filled> filled;         // the bytes that have values, in order and apart
  std::vector<HostPointer> pointers;  // in its bytes, in order and apart
  // Of memory that the kernel reaches through other memory alone, what the way there says; else `path` is empty.
  std::string path;                   // "rows[2]", "head->next"
  std::string type;                   // of the pointer: "float*"
  ScalarKind scalar = ScalarKind::void_;  // of what it points to, as KernelParameter has it
  uint32_t element_bytes = 0;
};

// A texture or a surface that the program has made; numbers as the library's texture_words has them (library/include/host_arrays.inc).
struct HostTexture {
  uint32_t number = 0;                // of its handle (texture_handle())
  int allocation = -1;                // index into HostLaunchSeen::allocations
  uint64_t offset = 0;                // of the first texel in it, bytes
  uint32_t width = 1, height = 1, depth = 1;
  uint64_t pitch = 0;
  ScalarKind scalar = ScalarKind::void_;  // of a texel, and how many of them it has
  uint32_t lanes = 1;
  uint8_t address[3] = {0, 0, 0};     // as Texture::Address
  bool is_linear = false, is_normalised = false, reads_floats = false, is_surface = false;
};

struct HostValue {
  enum class Kind : uint8_t { pointer, whole, real, record } kind = Kind::whole;
  int64_t whole = 0;
  double real = 0;
  std::vector<uint8_t> record;        // as the device lays it out
  std::vector<HostPointer> pointers;  // in it
  uint64_t pointer = 0;               // as the run has it
  int allocation = -1;                // index into HostLaunchSeen::allocations; -1: null, or no memory that a kernel could be given
  uint64_t offset = 0;                // bytes from its start
};

// What the program stores into memory that it shares with a kernel that waits for it, or into a managed variable.
struct HostStoreSeen {
  int allocation = -1;                // index into HostLaunchSeen::allocations; -1: it is a variable
  int variable = -1;                  // index into HostLaunchSeen::variables
  uint64_t offset = 0;                // bytes from its start
  uint64_t value = 0;                 // its low bytes
  uint32_t bytes = 0;                 // up to 8
};

// What a variable of the file holds: the whole of it.
struct HostVariable {
  std::string name;                   // qualified
  std::vector<uint8_t> bytes;
  std::vector<HostPointer> pointers;  // in them
};

// Text of the .cu file: bytes from its beginning; none where begin == end.
struct HostPlace {
  uint32_t begin = 0, end = 0;
  friend bool operator==(const HostPlace&, const HostPlace&) = default;
};

struct HostLaunchSeen {
  size_t site = 0;                    // as the program's text numbers its launch lines
  size_t occurrence = 1;              // the first time that it is launched, the second ...
  bool has_error = false;             // it was looked at, since another line launches the same, and something is wrong
  std::array<uint64_t, 3> grid{1, 1, 1}, block{1, 1, 1};
  uint64_t shared_bytes = 0;
  std::array<uint64_t, 3> cluster{};  // zeros: none is asked for
  bool begins_early = false;          // it may, before the launch in front of it in its stream is over
  uint64_t stream = 0;                // as the run numbers them
  uint64_t stream_index = 0;          // of streams[i], and one more; 0: none
  HostPlace call;                     // the statement that launches it
  std::string kernel;                 // where it is launched through a pointer: then the line does not name it
  std::string template_arguments;     // "float, 64", where the launch line stands in a template; else empty
  std::vector<HostValue> arguments;
  std::vector<HostAllocation> allocations;  // that the arguments point into, and what is reached through these
  std::vector<HostVariable> variables;      // that the kernel uses, and that the program or a kernel has set
  std::vector<HostTexture> textures;        // whose handles it finds
  std::shared_ptr<const DeviceHeap> heap;   // that kernels have left, where this one comes to it
  std::vector<HostPointer> heap_pointers;   // in its bytes, in order and apart
  uint64_t heap_bytes = usual_heap_bytes; // of it (cudaLimitMallocHeapSize)
  std::vector<HostStoreSeen> host_stores;   // while it is at work, in their order
};

// Two pieces of the program's work that touch the same bytes, are in no order, and do not both read (simulator/host/async_work.h): what one missing wait lets
// happen. They may meet in several ways.
struct HostHazard {
  enum class Doer : uint8_t { kernel, copy, fill, program, host_function, allocation, release };  // allocation, release: cudaMallocAsync, cudaFreeAsync
  struct Party {
    Doer doer = Doer::kernel;
    std::string kernel;             // its name
    HostPlace call;                 // the statement of the host code: a launch, a copy
    HostPlace access;               // where it touches the memory: in a kernel, or in the function that a stream calls
    bool is_write = false, is_atomic = false;
    uint64_t stream = 0;            // as the run numbers them
    std::string stream_name;        // "stream `s`", "the default stream"; empty: it is in none, or in some
    uint64_t time = 1;              // the how manieth time that the statement is come to
  };
  // At the same places, or at others of the same two.
  struct Meeting {
    bool first_writes = false, second_writes = false;
    std::string memory;
  };
  Party first, second;              // in the program's order
  std::string memory;               // "out[3]", as the program names it, or else a kernel of the two; empty: neither does
  std::vector<Meeting> others;      // how they meet besides
  uint64_t count = 1;               // pairs of work of these statements
  bool is_over_early = false;       // the first one is a cudaMemset: it has hardly ever not ended by then
  bool is_in_graph = false;         // both are nodes of one graph
  bool is_dependent = false;        // the second launch may begin before the first is over, and has not waited for it
  HostPlace flag;                   // of the first, set for the device alone, which the second has seen; none where it is empty
  size_t launch = 0;                // index into HostTrace::launches: where it is told
};

// What the program does wrong with its memory, whatever else is at work (simulator/host/host_mistakes.h).
struct HostMistake {
  std::string code;                    // of its sentence (analysis/sentences.h): "host.copy.into"
  std::vector<std::string> arguments;  // that fill it
  HostPlace place;                     // the call, or the statement that reads or writes
  HostPlace other;                     // another one that takes part: the copy of what is read; none where it is empty
  std::string memory;                  // as the program names it; empty: it does not
  bool is_write = false;
  bool depends_on_sizes = false;       // or on other numbers: where these are assumed, it is not certain
  bool is_expected = false;            // the program asks for the error that the call gives, by its name; or nothing comes of the mistake
  uint64_t count = 1;
  size_t launch = 0;                   // index into HostTrace::launches: where it is told
};

// Of a HostProgramText: a line that does not compile.
struct BadHostLine {
  size_t line = 0;                    // of the text, the first is 1; 0: something else does not
  std::string message;                // the compiler's
};

// The statement for which a program cannot be run: launches or buffers hang on it.
struct HostNotUnderstood {
  HostPlace place;                    // none: every statement is understood
  std::string message;                // the compiler's; empty: it speaks of names that the file does not have
};

struct HostTrace {
  std::vector<BadHostLine> bad_lines;
  HostNotUnderstood not_understood;   // where nothing is launched
  std::vector<HostLaunchSeen> launches;  // one a site, in the order in which they happen
  bool is_whole = false;              // the program came to its end: other launch lines are not reached at all
  bool is_cut_short = false;          // it took too long
  std::string no_room{};              // it asked for more memory than there is, and was run up to there: in words; else empty
  std::string cut;                    // "after 400 launches": it was ended, and not by itself; else empty
  std::set<size_t> refused;           // sites of launches that CUDA refuses, as the program expects: they are not among `launches`
  std::vector<std::string> words;     // that it was called with, where they were guessed
  std::vector<int64_t> any_numbers;   // that it was given where it takes any, in a program for a model checker
  std::vector<std::string> made_up;   // files that it reads, and that are not there
  bool misses_files = false;          // it asked for such a file, and was told that it is not there
  std::vector<HostHazard> hazards;    // among launches, copies and what the program itself does
  std::vector<HostMistake> mistakes;  // of the program with its memory
};

// A host program: text to set behind the file's own.
struct HostProgramText {
  std::string text;
  std::map<size_t, std::string> kernels;  // by site: what a launch names, with its template arguments
  std::vector<std::string> variables;     // of the file, as cudaMemcpyToSymbol names them; the text has their numbers
  std::vector<std::string> managed;       // variables of the file that the program uses, too
  bool has_async_work = false;            // streams, or memory that both sides reach: what waits for what counts
  std::map<size_t, HostPlace> places;     // by line of the text: the statement of the file's that stands there
  bool is_left_out = false;               // some of the program: sizes may hang on it
  bool makes_up_files = false;            // of files that are read as bytes and are not there; else they are not there for the program, either
};
using HostProgramRun = std::function<HostTrace(const HostProgramText& program)>;

}  // namespace wb
