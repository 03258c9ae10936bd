#pragma once
// What the workbook and its helper processes (the GPU worker, the loops program) say to each other. Plain values and their frames.
//
//   both       hello                          first, each way
//   workbook   facts | compile | run          one at a time, each with a number of its own
//   helper     heartbeat ...                  while it works
//   helper     reply | error                  with the request's number
//
// To cancel, the workbook ends the process.
#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "cuda/protocol/frame.h"

namespace wb::protocol {

inline constexpr int heartbeat_ms = 500;
inline constexpr int silence_ms = 8000;  // no heartbeat for so long: the helper hangs

struct Hello {
  int version = protocol::version;
  std::string program;                    // "warpbook-gpu 0.1.0"
  std::vector<std::string> capabilities;  // "run", "compile", "facts"
};

struct Facts {
  bool has_gpu = false;
  std::string reason;                     // why there is none
  std::string device, driver, toolkit;    // "NVIDIA H200", "580.65", "13.0"
  std::map<std::string, std::string> more;  // "compute capability" -> "9.0"
};

// A header of this name, where there is one among the source's, is included in front of its text.
inline constexpr const char* prelude = "warpbook_std.h";

struct Source {
  std::string file_name, text;
  std::map<std::string, std::string> headers;  // own headers, and such that stand for the compiler's, by the path as written
  std::string kernel;                          // "rgb2grey", "matmul<16>"
  bool contract = true;
  std::vector<std::string> defines;            // "TILE=16"
};

struct CompileRequest {
  Source source;
  std::string architecture;  // "compute_90"; empty: the GPU's own, or a common one where there is none
};

struct CompileReply {
  bool ok = false;
  std::string log, ptx;
  std::string architecture;
};

struct Argument {
  int buffer = -1;           // index of the buffer into which an address is passed, or -1:
  Blob bytes;                // the value as the kernel takes it
  struct Pointer {
    uint32_t offset = 0;     // in `bytes`: 8 bytes there become an address in
    int buffer = 0;
    uint64_t byte_offset = 0;  // from the buffer's start
  };
  std::vector<Pointer> pointers;
  uint64_t byte_offset = 0;  // with `buffer`: from its start
};

// A device variable that starts from a buffer's bytes, and is read back into it.
struct Symbol {
  std::string name;          // as C++ names it at file scope
  int buffer = 0;
  uint64_t byte_offset = 0;  // in the variable
};

// In a buffer's bytes: 8 of them become an address in a buffer, and are one when the kernel has run.
struct BufferPointer {
  int holder = 0;
  uint64_t at = 0;           // byte of the holder
  int buffer = 0;
  uint64_t byte_offset = 0;  // from the buffer's start
};

struct RunRequest {
  std::string key;  // loops: which compiled kernel
  Source source;    // GPU: what to compile
  std::array<uint32_t, 3> grid{1, 1, 1}, block{1, 1, 1};
  uint32_t shared_bytes = 0;
  std::array<uint32_t, 3> cluster{};  // GPU: blocks of a cluster, as the launch asks for them; zeros: as the kernel says
  bool is_cooperative = false;        // GPU: its blocks wait for each other at `grid.sync()`
  std::vector<Argument> arguments;
  std::vector<std::string> buffer_names;
  std::vector<Blob> buffers;
  std::vector<BufferPointer> pointers;
  std::vector<Symbol> symbols;
  int timed_runs = 21;
  int time_budget_ms = 4000;  // for the timed runs of one kind: fewer are made where they take longer
};

struct TimingValue {
  std::string what;
  double median_ms = 0, min_ms = 0, max_ms = 0;
  int runs = 0, threads = 1;
};

struct RunReply {
  std::string log;  // the compiler's
  Facts facts;
  std::vector<Blob> buffers;
  std::vector<BufferPointer> pointers;  // whatever addresses in buffers the request's holders hold now
  std::vector<TimingValue> timings;
};

// A request that was understood and could not be met. `kind` says what to make of it.
struct Refusal {
  std::string kind;  // "absent": not there on this machine; "unknown": no such kernel here; "compile"; "launch"; "failed"
  std::string what;
  std::string log;   // kind compile
};

Frame to_frame(const Hello& hello);
Frame facts_frame(uint32_t request);
Frame to_frame(uint32_t request, const CompileRequest& compile);
Frame to_frame(uint32_t request, RunRequest run);
Frame heartbeat_frame(uint32_t request, double done);
Frame to_frame(uint32_t request, const Facts& facts);
Frame to_frame(uint32_t request, const CompileReply& reply);
Frame to_frame(uint32_t request, RunReply reply);
Frame to_frame(uint32_t request, const Refusal& refusal);

Result<Hello> hello_from(const Frame& frame);
Result<CompileRequest> compile_request_from(const Frame& frame);
Result<RunRequest> run_request_from(Frame frame);
Result<Facts> facts_from(const Frame& frame);
Result<CompileReply> compile_reply_from(const Frame& frame);
Result<RunReply> run_reply_from(Frame frame);
Result<Refusal> refusal_from(const Frame& frame);
double heartbeat_done(const Frame& frame);

// Median, smallest and largest of measured times.
TimingValue summarize(std::string what, std::vector<double> milliseconds, int threads = 1);

}  // namespace wb::protocol
