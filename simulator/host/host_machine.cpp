// A host program runs as one thread of a machine of its own. All memory that it takes lies in one buffer there, the arena (host_memory.h),
// and the kernels that it launches work on that, too (arena_runs.h).
//
// The program asks by writing into the arena's first words, and waits in a loop until the first is 0 again
// (library/include/host_machine.inc):
//
//     the program's machine        | runs ... | asks: launch | waits ...                          | goes on ...
//     here                                      looks, keeps what the arguments point to, runs the kernel over the arena, answers
//
// What becomes of each question stands elsewhere: launches in kernel_launcher.h, copies in host_copies.h, graphs in graph_runs.h.
#include "simulator/host/host_machine.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "simulator/host/any_numbers.h"
#include "simulator/host/arena_runs.h"
#include "simulator/host/graph_runs.h"
#include "simulator/host/host_copies.h"
#include "simulator/host/host_graphs.h"
#include "simulator/host/host_kernels.h"
#include "simulator/host/host_memory.h"
#include "simulator/host/host_mistakes.h"
#include "simulator/host/host_order.h"
#include "simulator/host/host_textures.h"
#include "simulator/host/host_variables.h"
#include "simulator/host/kernel_launcher.h"
#include "simulator/host/launch_reader.h"
#include "simulator/host/shown_launches.h"
#include "simulator/host/waiting_runs.h"
#include "simulator/machine/machine.h"
#include "simulator/source/render.h"

namespace wb {
namespace {

constexpr uint32_t host_stack_bytes = 8u << 20;        // as a thread of a program has
constexpr uint64_t slice_ticks = 2048;                 // between two looks at the questions
constexpr uint64_t fine_slice_ticks = 1;               // while a kernel waits: behind a store the next step finds what it has led to
constexpr uint64_t fine_ticks = 1'000'000;             // so long, without a question
constexpr uint64_t ticks_behind_all = 1'000'000;       // without a question, when every line has been seen
constexpr uint64_t ticks_beside_waiting = 40'000'000;  // the same while a kernel waits for what the program may store later
constexpr uint64_t longest_file_name = 1000;

// library/include/host_machine.inc has the same numbers. room: bytes from a place to the end of its allocation.
// clang-format off
enum Question : uint64_t {
  none, quit, launch, take, give_back, copy, fill, forget, to_variable, pin, named, from_variable, room, instance,
  address, read_file, through_pointer, make_texture, drop_texture, begin_capture, end_capture, instantiate_graph,
  update_graph, launch_graph, size_of_graph, create_graph, begin_node, end_node, cluster, order, copy_rows, fill_rows,
  in_stream, symbol_copied, connect_nodes, check_copy, release, check_symbol, bad_pitch, keep_call = 50,
  go_on_with_graph, change_node, enable_node, add_child_node, clone_graph, keep_event, captures, kind_of, begin_early, heap_limit, any_number, any_holds
};
// clang-format on

bool has_per_thread_default(const CompileOptions& options) {
  const auto names_it = [](const auto& d) { return d.first == "CUDA_API_PER_THREAD_DEFAULT_STREAM"; };
  return std::any_of(options.defines.begin(), options.defines.end(), names_it);
}

// Of the program's machine.
KernelLaunch start_over(const HostArena& of) {
  KernelLaunch start;
  DeviceBuffer arena;
  arena.name = "arena";
  arena.scalar = ScalarKind::uchar;
  arena.lent = of.lent();
  arena.shape = {arena.lent.size};
  arena.is_poisoned = true;
  start.buffers.push_back(std::move(arena));
  start.arguments = {BufferArgument{0}};
  start.heap_bytes = most_heap_bytes;
  return start;
}

HostMistakes::Direction direction_in(uint64_t word) { return static_cast<HostMistakes::Direction>(std::min<uint64_t>(word, 5)); }
HostMistakes::Way way_in(uint64_t word) { return static_cast<HostMistakes::Way>(std::min<uint64_t>(word, 3)); }

// A program, and what it is run with. All of it outlives the run.
struct HostRun {
  std::shared_ptr<const Program> compiled;
  const std::string& file_name;
  const std::string& text;
  const HostProgramText& program;
  const CompileOptions& options;
  const HostFiles& files;
  const HostLimits& limits;
  AnyNumbers& numbers;
};

class HostMachine {
 public:
  explicit HostMachine(const HostRun& run)
      : run_(run),
        machine_(run.compiled, start_over(arena_), MachineOptions{.stack_bytes = host_stack_bytes, .heap_of = HeapOf::host}, &watch_),
        memory_(machine_, arena_),
        places_(machine_, run.program, run.text),
        order_(machine_, memory_, places_, run.program, has_per_thread_default(run.options)),
        mistakes_(machine_, memory_, places_, run.program, run.text),
        kernels_(run.file_name, run.text, run.program.kernels, run.options, run.compiled->module),
        variables_(machine_, memory_, run.program) {}

  // Instructions, with what the program's work on memory is worth.
  uint64_t spent() const { return spent_ + memory_.ticks(); }

  HostTrace run() {
    watch_.watch(&mistakes_);
    if (order_.is_on()) mistakes_.follow(waiting_.stores());
    memory_.set_word(0, none);
    run_program();
    waiting_.end_with_program(trace_.is_whole);
    return finish();
  }

 private:
  void run_program() {
    uint64_t idle = 0;
    for (uint64_t slice = 0; !is_over_ && !is_cut_short(); spent_ += slice) {
      slice = idle < fine_ticks && waiting_.is_any() ? fine_slice_ticks : slice_ticks;
      if (machine_.run_until(machine_.tick() + slice) != MachineStatus::paused) break;
      idle += slice;
      if (mistakes_.has_ended()) break;
      waiting_.help();
      if (const uint64_t question = word(0)) {
        answer(question);
        is_over_ |= memory_.is_full() || graphs_.is_full() || graph_runs_.is_over() || mistakes_.has_ended();
        memory_.set_word(0, none);
        idle = 0;
      }
      if (shown_.lines() >= kernels_.lines() && idle > (waiting_.is_any() ? ticks_beside_waiting : ticks_behind_all)) break;
    }
  }
  HostTrace finish() {
    trace_.launches = shown_.take();
    trace_.refused = launcher_.refused();
    trace_.hazards = order_.hazards();
    trace_.mistakes = certain(mistakes_.mistakes(trace_.launches.size()));
    if (const auto bytes = memory_.full_at()) trace_.no_room = no_room_words(*bytes);
    trace_.is_cut_short = is_cut_short();
    trace_.cut = cut_words();
    return std::move(trace_);
  }
  std::string cut_words() const {
    const size_t count = launcher_.launches();
    const auto behind = [](size_t launches) { return "after " + std::to_string(launches) + (launches == 1 ? " launch" : " launches"); };
    if (trace_.is_cut_short) return behind(count) + ", since it takes too long";
    if (memory_.is_full()) return behind(count) + ", since it takes more than " + std::to_string(memory_.room() >> 20) + " MiB";
    return launcher_.are_enough() ? behind(count - 1) : "";
  }
  std::string no_room_words(uint64_t bytes) const {
    const HostPlace at = places_.here();
    const std::string who =
        at.end > at.begin ? "`" + std::string(places_.text_of(places_.head_of(at))) + "` at line " + std::to_string(places_.line_of(at))
                          : "its program";
    return who + " asks for " + std::to_string(bytes) + " bytes of memory: a program that is run here has " +
           std::to_string(memory_.room() >> 20) + " MiB in all, so it was run up to there";
  }
  // What a program does with files that are not there says nothing of it.
  std::vector<HostMistake> certain(std::vector<HostMistake> all) const {
    if (!trace_.made_up.empty() || trace_.misses_files) all.clear();
    return all;
  }
  bool is_cut_short() const { return spent() >= run_.limits.host || run_.limits.stop.stop_requested(); }

  // ---- questions

  uint64_t word(uint64_t i) const { return memory_.word(i); }
  void say(uint64_t first) { memory_.set_word(1, first); }
  void say(uint64_t first, uint64_t second) { memory_.set_word(1, first), memory_.set_word(2, second); }
  // A pointer that the program cannot go on without.
  uint64_t or_over(uint64_t pointer) { return is_over_ |= pointer == 0, pointer; }
  void go_on_if(bool is_done) { is_over_ |= !is_done; }
  void say_done(bool is_done) { go_on_if(is_done), say(!is_done); }

  // clang-format off
  void answer(uint64_t question) {
    switch (question) {
      case launch: return say(launch_or_keep());
      case take: return take_memory(word(1), static_cast<HostAllocation::Kind>(word(2) & 3), word(3), word(4));
      case give_back: return memory_.give_back(word(1));
      case copy: return say_done(copies_.move_bytes(word(1), word(2), word(3), word(4) != 0));
      case fill: return say_done(copies_.fill_bytes(word(1), static_cast<uint8_t>(word(2)), word(3), word(4) != 0));
      case copy_rows: return say_asked(copies_.copy_asked(word(1)));
      case fill_rows: return say_asked(copies_.fill_asked(word(1)));
      case check_copy: return say(copies_.answer_copy({word(1), word(2), word(3), word(4), direction_in(word(5))}));
      case check_symbol: return say(mistakes_.variable_copied(variables_.name(word(1)), word(2), word(3), word(4), word(5), word(6) != 0));
      case bad_pitch: return say(mistakes_.copied_with_bad_pitch(word(1), word(3), word(2) != 0));
      case release: return say(release_memory(word(1), way_in(word(2))));
      case forget: mistakes_.doubt(); return memory_.forget(word(1), word(2));
      case pin: mistakes_.registered(word(1)); return memory_.pin(word(1));
      case named: return reader_.name_template_argument(word(1), word(2) == 1, static_cast<int64_t>(word(3)));
      case to_variable: return say_done(variables_.set(word(1), word(2), word(3), word(4)));
      case from_variable: return say(or_over(variables_.copy_of(word(1), word(2), word(3), word(4), word(5))));
      case address: return say(or_over(variables_.address_of(word(1), word(2), word(3))));
      case kind_of: return say(memory_.kind_at(word(1)));
      case room: return say(memory_.room_at(word(1)));
      case instance: return reader_.name_instance(word(1), word(2));
      case cluster: return reader_.set_cluster({word(1) & 0xFFFFFFFFu, word(1) >> 32, word(2)});
      case begin_early: return reader_.set_begins_early();
      case through_pointer: return reader_.name_kernel(word(1), word(2));
      case begin_capture: return graphs_.begin(word(1));
      case end_capture: {
        const uint64_t graph = graphs_.end(word(1));
        return say(graph, graphs_.is_capturing());
      }
      case captures: return say(graphs_.captures(word(1)));
      case instantiate_graph: return say(graphs_.instantiate(word(1)));
      case update_graph: return go_on_if(graphs_.update(word(1), word(2)));
      case launch_graph: return say(graph_runs_.begin(graphs_.of_executable(word(1)), word(2)));
      case go_on_with_graph: return say(graph_runs_.go_on());
      case size_of_graph: return say(graphs_.graph(word(1)) ? graphs_.graph(word(1))->handles.size() : 0);
      case create_graph: return say(graphs_.create());
      case begin_node: return go_on_if(graphs_.begin_node(word(1)));
      case end_node: return say(graphs_.end_node());
      case connect_nodes: return graphs_.connect(word(1), word(2), word(3) != 0);
      case change_node: return graphs_.change_node(word(1), word(2));
      case enable_node: return graphs_.enable_node(word(1), word(2), word(3) != 0);
      case add_child_node: return say(or_over(graphs_.add_child_node(word(1), word(2))));
      case clone_graph: return say(or_over(graphs_.clone(word(1))));
      case keep_call: return say(keep(word(1), HostGraphs::Call{word(2), order_.here(), word(1)}));
      case keep_event: return say(keep(word(1), HostGraphs::Event{word(2), word(3) != 0}));
      case order: return say(order_or_keep(static_cast<HostOrder::Question>(word(1)), word(2), word(3)));
      case symbol_copied: return copy_variable(word(1), word(2), word(3), word(4), word(5), word(6) != 0);
      case in_stream: return reader_.set_stream(word(1), word(2));
      case make_texture: return say(or_over(textures_.make(word(1), word(2))));
      case drop_texture: return textures_.drop(word(1));
      case heap_limit: return say_heap_limit(word(1), word(2) != 0);
      case any_number: return say(static_cast<uint64_t>(word(1) ? run_.numbers.truth() : run_.numbers.number()));
      case any_holds: run_.numbers.hold(word(1) != 0); is_over_ |= run_.numbers.has_failed(); return;
      case read_file: return give_file(word(1), word(2), word(3) != 0);
      case quit: trace_.is_whole = true; is_over_ = true; return;
      default: is_over_ = true;
    }
  }
  // clang-format on

  void say(const HostMistakes::Answer& answer) { say(answer.error, answer.bytes); }
  void say(const GraphRuns::Step& step) { step.by_program ? say(step.by_program, step.is_copy) : say(0); }
  void say_asked(std::optional<uint64_t> done) { go_on_if(done.has_value()), say(done.value_or(1)); }

  // True: the stream captures, so it is kept for a graph.
  bool keep(uint64_t stream, HostGraphs::Work work) {
    if (!graphs_.captures(stream)) return false;
    graphs_.add(stream, std::move(work));
    return true;
  }
  uint64_t launch_or_keep() {
    HostLaunchSeen seen = reader_.read();
    seen.heap_bytes = runs_.heap_bytes();
    if (graphs_.captures(seen.stream)) return graphs_.add(seen.stream, std::move(seen)), 0;
    const HostOrder::Call call{.stream = seen.stream, .is_async = true, .index = seen.stream_index};
    return launcher_.launch(std::move(seen), call);
  }
  uint64_t order_or_keep(HostOrder::Question what, uint64_t a, uint64_t b) {
    using enum HostOrder::Question;
    if (what == record && graphs_.record(a, b)) return 0;
    if (what == stream_waits && graphs_.wait(a, b)) return 0;
    const bool is_of_stream = what == take_in_stream || what == give_back_in_stream || what == wait_for_stream;
    if (is_of_stream && graphs_.captures(what == wait_for_stream ? a : b)) return 0;
    if (what == wait_for_stream) waiting_.end_in_stream(a);
    if (what == wait_for_event || what == wait_for_all || what == wait_for_every_device) waiting_.end_all();
    return order_.answer(what, a, b);
  }
  void copy_variable(uint64_t number, uint64_t pointer, uint64_t bytes, uint64_t offset, uint64_t stream, bool goes_there) {
    if (graphs_.captures(stream)) return;
    order_.copied_variable(number, pointer, bytes, offset, goes_there, {.stream = stream, .is_async = true, .shown = shown_.last()});
  }
  void say_heap_limit(uint64_t bytes, bool is_set) {
    const bool is_refused = is_set && !runs_.set_heap_bytes(bytes);
    say(is_refused ? 1 : 0, runs_.heap_bytes());  // cudaErrorInvalidValue
  }
  uint64_t release_memory(uint64_t pointer, HostMistakes::Way by) {
    const uint64_t error = mistakes_.released(pointer, by);
    if (!error) memory_.give_back(pointer);
    return error;
  }
  void take_memory(uint64_t bytes, HostAllocation::Kind kind, uint64_t element_bytes, uint64_t index) {
    const uint64_t pointer = memory_.allocate(bytes, kind);
    if (pointer) order_.taken(pointer, element_bytes, index), mistakes_.taken(pointer);
    say(pointer);
  }

  // The bytes of a file, in memory of the host, with a 0 behind, and how many. Of one that is not there: 0, and whether the program may
  // make it up.
  void give_file(uint64_t name, uint64_t length, bool has_bytes) {
    const std::optional<MemoryView> read = length > longest_file_name ? std::nullopt : memory_.read(name, length);
    const std::string path = read ? std::string(read->bytes.begin(), read->bytes.end()) : std::string();
    const std::optional<std::string> content = read && run_.files ? run_.files(path) : std::nullopt;
    if (!content) return miss_file(path, has_bytes);
    const uint64_t pointer = memory_.allocate(content->size() + 1, HostAllocation::Kind::pageable);
    say(pointer, content->size());
    if (!pointer) return;
    memory_.write(*HostMemory::place_of(pointer), {reinterpret_cast<const uint8_t*>(content->c_str()), content->size() + 1});
    memory_.spend(content->size());
  }
  void miss_file(const std::string& path, bool has_bytes) {
    const bool is_made_up = has_bytes && run_.program.makes_up_files;
    say(0, is_made_up);
    if (is_made_up && !path.empty()) trace_.made_up.push_back(path);
    trace_.misses_files |= has_bytes && !is_made_up;
    if (is_made_up || trace_.misses_files) mistakes_.doubt();
  }

  const HostRun run_;
  const HostArena arena_;
  Checks watch_;  // of what the program itself reads and writes
  Machine machine_;
  HostMemory memory_;
  HostPlaces places_;
  HostOrder order_;
  HostMistakes mistakes_;
  HostTextures textures_{memory_};
  HostGraphs graphs_;
  HostKernels kernels_;
  HostVariables variables_;
  ShownLaunches shown_{kernels_, memory_, run_.limits};
  ArenaRuns runs_{kernels_, memory_, order_, textures_, variables_, run_.limits};
  WaitingRuns waiting_{kernels_, memory_, order_, mistakes_, variables_, runs_, shown_, run_.limits};
  KernelLauncher launcher_{{machine_, memory_, order_, mistakes_, textures_, variables_, kernels_, shown_, runs_, waiting_}};
  HostCopies copies_{machine_, memory_, order_, mistakes_, graphs_, waiting_, shown_};
  GraphRuns graph_runs_{memory_, order_, graphs_, copies_, launcher_, shown_};
  LaunchReader reader_{memory_, order_};  // of launches that come
  uint64_t spent_ = 0;                    // instructions of the host, without its work on memory
  bool is_over_ = false;
  HostTrace trace_;
};

}  // namespace

HostTrace run_host_program(const std::string& file_name, const std::string& source, const HostProgramText& program,
                           const CompileOptions& options, const HostFiles& files, const HostLimits& limits) {
  CompileOptions own = options;
  own.contract = false;  // the host rounds each step
  const CompileResult compiled = compile(file_name, source + "\n" + program.text, "wb_host_program", own);
  HostTrace trace;
  if (compiled.ok()) {
    AnyNumbers numbers;
    HostLimits left = limits;  // of all attempts together
    do {
      HostMachine machine({compiled.program, file_name, source, program, options, files, left, numbers});
      trace = machine.run();
      left.host -= std::min(left.host, machine.spent());
    } while (left.host > 0 && !trace.is_cut_short && !limits.stop.stop_requested() && numbers.go_on(!trace.launches.empty()));
    trace.any_numbers = numbers.given();
    if (!numbers.has_failed()) return trace;
    trace.launches.clear();
    trace.no_room = "no numbers were found for which all that its program assumes of them holds";
    return trace;
  }
  const auto lines = static_cast<size_t>(std::count(source.begin(), source.end(), '\n')) + 1;
  for (const Diagnostic& d : compiled.diagnostics) {
    if (d.severity != Severity::error) continue;
    const uint32_t line = compiled.sources->start(d.span).line;
    trace.bad_lines.push_back({line > lines ? line - lines : 0, message_of(d)});
  }
  if (trace.bad_lines.empty()) trace.bad_lines.emplace_back();
  return trace;
}

}  // namespace wb
