#pragma once
// A run in a file: all that it depends on, and hashes of what came of it. Opening one runs the launch again; equal hashes say that it is
// the same run. docs/time.md describes the format:
//
//   "wbtrace\n"  version (4 bytes)  length of the header (8 bytes)  header (JSON)  blobs, one behind the other
//
// A file may come from anybody: everything in it is checked against limits and against the file's own size before memory is taken.
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/backends/launch.h"
#include "app/backends/run_result.h"

namespace wb {

// What a run leaves behind, as hashes.
struct TraceResults {
  std::string status;
  uint64_t warp_instructions = 0;
  std::map<std::string, std::string> hashes;  // "buffer out", "findings", "counters", "console" -> SHA-256
  friend bool operator==(const TraceResults&, const TraceResults&) = default;
};
TraceResults trace_results(const RunResult& result);
// What differs, in words; empty: nothing.
std::vector<std::string> differences(const TraceResults& saved, const TraceResults& now);

struct Trace {
  std::string version;                   // of the program that ran it
  std::string lesson, title;             // where it came from, for the report
  std::vector<std::string> value_names;  // of launch.values, in the order of the report
  Launch launch;
  TraceResults results;
};

// Both give the reason, if it does not go well.
std::optional<std::string> write_trace(const Trace& trace, const std::filesystem::path& path);
std::optional<Trace> read_trace(const std::filesystem::path& path, std::string& why);

// Does the file begin as a trace does, or is it called one? What is in it is another question.
bool is_trace_file(const std::filesystem::path& path);

// The same, of a file's bytes.
std::string format_trace(const Trace& trace);
std::optional<Trace> parse_trace(std::string_view bytes, std::string& why);

namespace limits {
inline constexpr uint64_t trace_file_bytes = 4ull << 30;
inline constexpr uint64_t trace_header_bytes = 8u << 20;
inline constexpr size_t trace_header_nesting = 16;
inline constexpr uint64_t trace_text_bytes = 4u << 20;      // one source file
inline constexpr size_t trace_entries = 1024;               // headers, buffers, arguments, values, ...: each list
inline constexpr uint64_t trace_memory_bytes = 2ull << 30;  // all buffers together
}  // namespace limits

}  // namespace wb
