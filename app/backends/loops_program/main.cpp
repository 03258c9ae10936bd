// warpbook-loops LIBRARY: runs kernels that were compiled as explicit loops, for a workbook on the other end of stdin and stdout.
// A process of its own, because native code may crash or run for ever.
#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <memory>

#include "app/backends/loops_program/guarded_memory.h"
#include "cuda/protocol/buffer_addresses.h"
#include "cuda/protocol/helper.h"
#include "simulator/loops/warpbook_loops.h"

namespace {

using namespace wb::protocol;
using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point start) { return std::chrono::duration<double, std::milli>(Clock::now() - start).count(); }

const warpbook_loops::Entry* find_entry(const warpbook_loops::Table& table, const std::string& key) {
  for (int i = 0; i < table.count; ++i)
    if (key == table.entries[i].key) return &table.entries[i];
  return nullptr;
}

// Where one of the request's variables lies in the compiled file; null: no such variable, or more bytes than it has.
uint8_t* find_symbol(const warpbook_loops::Symbol* all, const Symbol& wanted, size_t bytes) {
  for (; all->name; ++all)
    if (wanted.name == all->name) return wanted.byte_offset <= all->size && bytes <= all->size - wanted.byte_offset ? static_cast<uint8_t*>(all->bytes) + wanted.byte_offset : nullptr;
  return nullptr;
}

// One launch: the buffers in guarded memory, the file's variables, and the values that the entry takes.
class PreparedCall {
 public:
  // The request's buffers hold the addresses of this call from then on.
  explicit PreparedCall(RunRequest& request) : request_(request) {
    for (size_t i = 0; i < request.buffers.size(); ++i)
      buffers_.push_back(std::make_unique<wb::GuardedMemory>(i < request.buffer_names.size() ? request.buffer_names[i] : "?", request.buffers[i]));
    for (const auto& buffer : buffers_) address_of_.push_back(reinterpret_cast<uint64_t>(buffer->data()));
    put_addresses(request, address_of_);
    if (!request.pointers.empty()) restore();
    addresses_.resize(request.arguments.size());
    for (size_t i = 0; i < request.arguments.size(); ++i) {
      const Argument& argument = request.arguments[i];
      if (argument.buffer >= 0) addresses_[i] = buffers_[static_cast<size_t>(argument.buffer)]->data() + argument.byte_offset;
      bytes_.push_back(argument.bytes);
      for (const Argument::Pointer& pointer : argument.pointers) {
        const void* address = buffers_[static_cast<size_t>(pointer.buffer)]->data() + pointer.byte_offset;
        std::memcpy(bytes_.back().data() + pointer.offset, &address, sizeof address);
      }
      values_.push_back(argument.buffer >= 0 ? static_cast<const void*>(&addresses_[i]) : bytes_.back().data());
    }
    call_ = {{request.grid[0], request.grid[1], request.grid[2]}, {request.block[0], request.block[1], request.block[2]}, request.shared_bytes, values_.data()};
  }
  // False: a variable is not as the request says.
  bool set_symbols(const warpbook_loops::Entry& entry) {
    for (const Symbol& symbol : request_.symbols) symbols_.push_back(find_symbol(entry.symbols(call_), symbol, start_of(symbol).size()));
    if (std::find(symbols_.begin(), symbols_.end(), nullptr) != symbols_.end()) return false;
    restore_symbols();
    return true;
  }
  void restore() {
    for (size_t i = 0; i < buffers_.size(); ++i) buffers_[i]->restore(request_.buffers[i]);
    restore_symbols();
  }
  std::vector<Blob> results() const {
    std::vector<Blob> blobs;
    for (const auto& buffer : buffers_) blobs.push_back(buffer->copy());
    for (size_t i = 0; i < symbols_.size(); ++i) {
      Blob& blob = blobs[static_cast<size_t>(request_.symbols[i].buffer)];
      std::copy_n(symbols_[i], blob.size(), blob.begin());
    }
    return blobs;
  }
  std::vector<BufferPointer> pointers_in(const std::vector<Blob>& results) const { return find_addresses(request_, results, address_of_); }
  double run(const warpbook_loops::Entry& entry) const {
    const auto start = Clock::now();
    entry.run(call_);
    return milliseconds_since(start);
  }

 private:
  const Blob& start_of(const Symbol& symbol) const { return request_.buffers[static_cast<size_t>(symbol.buffer)]; }
  void restore_symbols() {
    for (size_t i = 0; i < symbols_.size(); ++i) std::copy(start_of(request_.symbols[i]).begin(), start_of(request_.symbols[i]).end(), symbols_[i]);
  }

  const RunRequest& request_;
  std::vector<uint8_t*> symbols_;  // of the request's variables, in order
  std::vector<std::unique_ptr<wb::GuardedMemory>> buffers_;
  std::vector<uint64_t> address_of_;  // of the buffers
  std::vector<Blob> bytes_;  // of the values, with addresses in place; a Blob keeps its bytes where they are when it is moved
  std::vector<const void*> addresses_, values_;
  warpbook_loops::Call call_{};
};

Frame run(const warpbook_loops::Table& table, Frame frame, HelperProgress& progress) {
  auto request = run_request_from(std::move(frame));
  if (!request) return to_frame(0, Refusal{"failed", request.error().what, ""});
  const warpbook_loops::Entry* entry = find_entry(table, request->key);
  if (!entry) return to_frame(0, Refusal{"unknown", "this kernel is not among the compiled ones", ""});
  try {
    PreparedCall call(*request);
    if (!call.set_symbols(*entry)) return to_frame(0, Refusal{"failed", "the compiled kernel lacks a variable that the launch sets", ""});
    RunReply reply;
    const auto start = Clock::now();
    call.run(*entry);  // the result; it warms up as well
    reply.buffers = call.results();
    reply.pointers = call.pointers_in(reply.buffers);
    std::vector<double> times;
    for (int i = 0; i < request->timed_runs; ++i) {
      if (i >= 3 && milliseconds_since(start) > request->time_budget_ms) break;
      call.restore();
      times.push_back(call.run(*entry));
      progress.done = (i + 1.0) / request->timed_runs;
    }
    if (!times.empty()) reply.timings.push_back(summarize("kernel", std::move(times), table.threads()));
    return to_frame(0, std::move(reply));
  } catch (const std::bad_alloc&) {
    return to_frame(0, Refusal{"failed", "there is not enough memory for the buffers", ""});
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: warpbook-loops LIBRARY (started by the workbook)\n");
    return 2;
  }
  void* library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  const auto* table = library ? static_cast<const warpbook_loops::Table*>(dlsym(library, "warpbook_loops_table")) : nullptr;
  if (!table || table->version != 2) {
    std::fprintf(stderr, "the compiled loops cannot be opened: %s\n", table ? "made by another version" : dlerror());
    return 2;
  }
  wb::tell_crashes();
  // What kernels print goes past the protocol, which has stdout for itself.
  const int answers = dup(STDOUT_FILENO);
  if (answers < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) return 1;
  return serve(STDIN_FILENO, answers, {.program = "warpbook-loops 1", .capabilities = {"run"}}, [table](Frame request, HelperProgress& progress) {
    if (request.type == MessageType::run) return run(*table, std::move(request), progress);
    return to_frame(0, Refusal{"failed", "this program only runs kernels", ""});
  });
}
