// A host program runs as one thread of a machine of its own. All memory that it takes lies in one buffer there, the arena (host_memory.h), and the kernels
// that it launches work on that, too.
//
// The program asks by writing into the arena's first words, and waits in a loop until the first is 0 again (library/include/host_machine.inc):
//
//     the program's machine        | runs ... | asks: launch | waits ...                          | goes on ...
//     here                                      looks, keeps what the arguments point to, runs the kernel over the arena, answers
//
// Kernels run without checks, in order: it is what they leave behind that counts. One that asks for too much is not run, and leaves memory behind whose
// contents are not known; so does whatever reads that.
//
// A line that launches again and again, as in a loop around it, is shown as it is launched first; if that is clean, the next times are looked at with
// checks, a few in any case and all while they are cheap, and the first one that is worse goes before it: buffers that are swapped once too often, the last
// part of something that is cut into parts, a search whose frontier grows.
//
// What kernels take from the device's heap is kept beside the arena, too, from launch to launch (machine/lasting_heap.h).
#include "simulator/host/host_machine.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include "simulator/analysis/launch_limits.h"
#include "simulator/builtins/half.h"
#include "simulator/host/host_functions.h"
#include "simulator/host/host_graphs.h"
#include "simulator/host/host_memory.h"
#include "simulator/host/host_mistakes.h"
#include "simulator/host/host_order.h"
#include "simulator/host/host_textures.h"
#include "simulator/host/host_variables.h"
#include "simulator/host/reached_memory.h"
#include "simulator/host/waiting_kernel.h"
#include "simulator/machine/heap_marks.h"
#include "simulator/machine/lasting_heap.h"
#include "simulator/machine/machine.h"
#include "simulator/source/render.h"

namespace wb {
namespace {

constexpr uint32_t host_stack_bytes = 8u << 20;        // as a thread of a program has
constexpr uint64_t slice_ticks = 2048;                 // between two looks at the questions
constexpr uint64_t fine_slice_ticks = 2;               // while a kernel waits for what the program stores
constexpr uint64_t fine_ticks = 1'000'000;             // so long, without a question
constexpr uint64_t most_waiting_bytes = 256u << 20;    // of the arena as waiting kernels began and as they have left it
constexpr size_t most_launches = 1200;
constexpr size_t most_shown = 64;                      // lines and instances, apart
constexpr size_t sure_looks = 6;                       // at one line, with checks
constexpr size_t launches_behind_all = 200;            // when every line has been seen
constexpr uint64_t ticks_behind_all = 1'000'000;       // without a question, then
constexpr uint64_t most_kept_bytes = 256u << 20;       // of what the seen launches begin with
constexpr uint64_t cheap_kept_bytes = 64u << 20;       // of it, for further looks
constexpr uint64_t most_copied_arena = 64u << 20;      // for a kernel that works on it; on a larger one it works where it stands, and blocks run one by one

constexpr uint64_t longest_instance = 8192;            // characters of a kernel's template arguments
constexpr uint64_t longest_file_name = 1000;
constexpr uint64_t invalid_configuration = 9;          // cudaErrorInvalidConfiguration
constexpr uint64_t most_rows = 1 << 16;                // of one copy
constexpr uint64_t row_costs = 1024, node_costs = 1024;  // as memory does, in bytes

enum Question : uint64_t { none, quit, launch, take, give_back, copy, fill, forget, to_variable, pin, named, from_variable, room, instance, address, read_file, through_pointer, make_texture, drop_texture, begin_capture, end_capture, instantiate_graph, update_graph, launch_graph, size_of_graph, create_graph, begin_node, end_node, cluster, order, copy_rows, fill_rows, in_stream, symbol_copied, connect_nodes, check_copy, release, check_symbol, bad_pitch, keep_call = 50, go_on_with_graph, change_node, enable_node, add_child_node, clone_graph, keep_event, captures, kind_of, begin_early };  // room: bytes from a place to the end of its allocation

// What a kernel is given: allocations by the program's numbers, first those that arguments point to, then those that are reached through memory.
struct GivenMemory {
  std::vector<int> allocations;
  std::map<int, ReachedMemory::Found> reached;
  int index_of(int allocation) const {
    const auto found = std::find(allocations.begin(), allocations.end(), allocation);
    return allocation < 0 || found == allocations.end() ? -1 : static_cast<int>(found - allocations.begin());
  }
  void add(int allocation) {
    if (index_of(allocation) < 0) allocations.push_back(allocation);
  }
};

// A launch line.
struct Site {
  size_t shown = 0;     // index into the trace's launches
  size_t launches = 0, looks = 0;
  Severity worst = Severity::note;  // of what is shown, once it was looked at
};

class HostMachine final : private HostMemoryView {
 public:
  HostMachine(std::shared_ptr<const Program> host, const std::string& file_name, const std::string& text, const HostProgramText& program, const CompileOptions& options, const HostFiles& files,
              const HostLimits& limits)
      : file_name_(file_name), text_(text), kernels_(program.kernels), options_(options), files_(files), makes_up_files_(program.makes_up_files), limits_(limits), own_(host->module), machine_(std::move(host), start(arena_), MachineOptions{.stack_bytes = host_stack_bytes}, &watch_),
        memory_(machine_, arena_), places_(machine_, program, text), order_(machine_, memory_, places_, program, has_per_thread_default(options)), mistakes_(machine_, memory_, places_, program, text), expects_refusals_(mistakes_.asks_for("cudaErrorInvalidConfiguration")), textures_(memory_), variables_(machine_, memory_, program) {}

  HostTrace run() {
    watch_.watch(&mistakes_);
    if (order_.is_on()) mistakes_.follow(host_stores_);
    memory_.set_word(0, none);
    uint64_t idle = 0;
    for (uint64_t slice = 0; !is_over_ && spent() < limits_.host && !limits_.stop.stop_requested(); spent_ += slice) {
      slice = idle < fine_ticks && is_any_waiting() ? fine_slice_ticks : slice_ticks;
      if (machine_.run_until(machine_.tick() + slice) != MachineStatus::paused) break;
      idle += slice;
      if (mistakes_.has_ended()) break;
      help_waiting();
      if (const uint64_t question = word(0)) {
        answer(question);
        is_over_ |= memory_.is_full() || graphs_.is_full() || mistakes_.has_ended();
        set_word(0, none);
        idle = 0;
      }
      if (lines_.size() >= kernels_.size() && idle > ticks_behind_all) break;
    }
    for (const std::unique_ptr<Waiting>& waiting : waiting_) waiting->is_cut = waiting->is_given_up && !trace_.is_whole;
    end_waiting([](const WaitingKernel&) { return true; });
    trace_.hazards = order_.hazards();
    trace_.mistakes = certain(mistakes_.mistakes(trace_.launches.size()));
    if (const auto bytes = memory_.full_at()) trace_.no_room = no_room_words(*bytes);
    trace_.is_cut_short = spent() >= limits_.host || limits_.stop.stop_requested();
    trace_.cut = cut_words();
    return std::move(trace_);
  }

 private:
  static bool has_per_thread_default(const CompileOptions& options) {
    return std::any_of(options.defines.begin(), options.defines.end(), [](const auto& d) { return d.first == "CUDA_API_PER_THREAD_DEFAULT_STREAM"; });
  }
  static KernelLaunch start(const HostArena& of) {
    KernelLaunch start;
    DeviceBuffer arena;
    arena.name = "arena";
    arena.scalar = ScalarKind::uchar;
    arena.lent = of.lent();
    arena.shape = {arena.lent.size};
    arena.is_poisoned = true;
    start.buffers.push_back(std::move(arena));
    start.arguments = {BufferArgument{0}};
    return start;
  }
  std::string cut_words() const {
    const auto behind = [](size_t launches) { return "after " + std::to_string(launches) + (launches == 1 ? " launch" : " launches"); };
    if (trace_.is_cut_short) return behind(launches_) + ", since it takes too long";
    if (memory_.is_full()) return behind(launches_) + ", since it takes more than " + std::to_string(memory_.room() >> 20) + " MiB";
    return has_launched_enough_ ? behind(launches_ - 1) : "";
  }
  std::string no_room_words(uint64_t bytes) const {
    const HostPlace at = places_.here();
    const std::string who = at.end > at.begin ? "`" + std::string(places_.text_of(places_.head_of(at))) + "` at line " + std::to_string(places_.line_of(at)) : "its program";
    return who + " asks for " + std::to_string(bytes) + " bytes of memory: a program that is run here has " + std::to_string(memory_.room() >> 20) + " MiB in all, so it was run up to there";
  }
  // What a program does with files that are not there says nothing of it.
  std::vector<HostMistake> certain(std::vector<HostMistake> all) const {
    if (!trace_.made_up.empty() || trace_.misses_files) all.clear();
    return all;
  }
  uint64_t spent() const { return spent_ + memory_.ticks(); }
  uint64_t word(uint64_t i) const { return memory_.word(i); }
  void set_word(uint64_t i, uint64_t value) { memory_.set_word(i, value); }
  // A pointer that the program cannot go on without.
  uint64_t or_over(uint64_t pointer) { return is_over_ |= pointer == 0, pointer; }

  // ---- questions

  void answer(uint64_t question) {
    switch (question) {
      case launch: return launch_or_capture();
      case take: return take_memory(word(1), static_cast<HostAllocation::Kind>(word(2) & 3), word(3), word(4));
      case give_back: return memory_.give_back(word(1));
      case copy: return move_bytes(word(1), word(2), word(3), word(4) != 0);
      case fill: return fill_bytes(word(1), static_cast<uint8_t>(word(2)), word(3), word(4) != 0);
      case copy_rows: return set_word(1, copy_or_capture());
      case fill_rows: return set_word(1, fill_or_capture());
      case check_copy: return answer_copy({word(1), word(2), word(3), word(4), static_cast<HostMistakes::Direction>(std::min<uint64_t>(word(5), 5))});
      case check_symbol: return answer_symbol_copy(word(1), word(2), word(3), word(4), word(5), word(6) != 0);
      case bad_pitch: return set_word(1, mistakes_.copied_with_bad_pitch(word(1), word(3), word(2) != 0));
      case release: return set_word(1, release_memory(word(1), static_cast<HostMistakes::Way>(std::min<uint64_t>(word(2), 3))));
      case forget: mistakes_.doubt(); return memory_.forget(word(1), word(2));
      case pin: mistakes_.registered(word(1)); return memory_.pin(word(1));
      case named: return name_template_argument(word(1), word(2) == 1, static_cast<int64_t>(word(3)));
      case to_variable: return set_word(1, variables_.set(word(1), word(2), word(3), word(4)) ? 0 : (is_over_ = true, 1));
      case from_variable: return set_word(1, or_over(variables_.copy_of(word(1), word(2), word(3), word(4), word(5))));
      case address: return set_word(1, or_over(variables_.address_of(word(1), word(2), word(3))));
      case kind_of: return set_word(1, memory_.kind_at(word(1)));
      case room: return set_word(1, memory_.room_at(word(1)));
      case instance: instance_ = text_at(word(1), word(2)); return;
      case cluster: cluster_ = {word(1) & 0xFFFFFFFFu, word(1) >> 32, word(2)}; return;
      case begin_early: begins_early_ = true; return;
      case through_pointer: kernel_ = text_at(word(1), word(2)); return;
      case begin_capture: return graphs_.begin(word(1));
      case end_capture: return set_word(1, graphs_.end(word(1))), set_word(2, graphs_.is_capturing());
      case captures: return set_word(1, graphs_.captures(word(1)));
      case instantiate_graph: return set_word(1, graphs_.instantiate(word(1)));
      case update_graph: is_over_ |= !graphs_.update(word(1), word(2)); return;
      case launch_graph: return begin_graph(graphs_.of_executable(word(1)), word(2));
      case go_on_with_graph: return run_graph();
      case size_of_graph: return set_word(1, graphs_.graph(word(1)) ? graphs_.graph(word(1))->handles.size() : 0);
      case create_graph: return set_word(1, graphs_.create());
      case begin_node: is_over_ |= !graphs_.begin_node(word(1)); return;
      case end_node: return set_word(1, graphs_.end_node());
      case connect_nodes: return graphs_.connect(word(1), word(2), word(3) != 0);
      case change_node: return graphs_.change_node(word(1), word(2));
      case enable_node: return graphs_.enable_node(word(1), word(2), word(3) != 0);
      case add_child_node: return set_word(1, or_over(graphs_.add_child_node(word(1), word(2))));
      case clone_graph: return set_word(1, or_over(graphs_.clone(word(1))));
      case keep_call: return set_word(1, keep_or_not(word(1), HostGraphs::Call{word(2), order_.here(), word(1)}));
      case keep_event: return set_word(1, keep_or_not(word(1), HostGraphs::Event{word(2), word(3) != 0}));
      case order: return set_word(1, order_or_capture(static_cast<HostOrder::Question>(word(1)), word(2), word(3)));
      case symbol_copied: return graphs_.captures(word(5)) ? void() : order_.copied_variable(word(1), word(2), word(3), word(4), word(6) != 0, {.stream = word(5), .is_async = true, .shown = last_launch()});
      case in_stream: stream_ = word(1), stream_index_ = word(2); return;
      case make_texture: return set_word(1, or_over(textures_.make(word(1), word(2))));
      case drop_texture: return textures_.drop(word(1));
      case read_file: return give_file(word(1), word(2), word(3) != 0);
      case quit: trace_.is_whole = true; is_over_ = true; return;
      default: is_over_ = true;
    }
  }

  // ---- work that is done now, or kept for a graph (host_graphs.h). False: it cannot be done

  // A copy or a fill as the program asks for it: library/include/host_machine.inc has the same words.
  struct AskedRows {
    uint64_t to, to_pitch, from, from_pitch, width, count, value, element_bytes, stream, is_async, is_further, index, by_program;
  };
  std::optional<AskedRows> asked_rows() {
    const std::optional<MemoryView> read = memory_.read(word(1), sizeof(AskedRows));
    if (!read) return std::nullopt;
    AskedRows asked;
    std::memcpy(&asked, read->bytes.data(), sizeof asked);
    memory_.spend(asked.count * row_costs);
    if (asked.count > most_rows) return std::nullopt;
    const bool is_gapless = asked.to_pitch == asked.width && (asked.from == 0 || asked.from_pitch == asked.width) && asked.width <= HostMemory::arena_bytes;
    if (is_gapless) asked.width *= asked.count, asked.count = 1;
    return asked;
  }
  HostOrder::Call call_of(const AskedRows& asked) const {
    return {.stream = asked.stream, .is_async = asked.is_async != 0, .is_further = asked.is_further != 0, .index = asked.index, .shown = last_launch()};
  }
  bool do_copy(const MemoryRows& to, const MemoryRows& from) {
    for (uint64_t i = 0; i < to.count; ++i)
      if (!memory_.copy(to[i], from[i], to.width)) return false;
    return true;
  }
  // To the program's stack or heap, with what has no value: by its own loop the program would give it one.
  bool put_unset(const MemoryRows& to, const MemoryRows& from) {
    for (uint64_t i = 0; i < to.count; ++i) {
      const std::optional<MemoryView> row = memory_.read(from[i], to.width);
      if (!row || !machine_.write_through(to[i], *row, 0, 0)) return false;
      memory_.spend(to.width);
    }
    return true;
  }
  bool do_fill(const HostGraphs::Fill& fill) {
    for (uint64_t i = 0; i < fill.to.count; ++i) {
      if (!memory_.fill(fill.to[i], static_cast<uint8_t>(fill.value), fill.to.width)) return false;
      if (fill.element_bytes == 1 || fill.to.width == 0) continue;
      uint8_t* bytes = memory_.at(*HostMemory::place_of(fill.to[i]));
      for (uint64_t k = 0; k < fill.to.width; ++k) bytes[k] = static_cast<uint8_t>(fill.value >> 8 * (k % fill.element_bytes));
    }
    return true;
  }
  // 0: done, or kept. 1: it cannot be. 2: the program does it itself, in memory of its own.
  uint64_t copy_or_capture() {
    const std::optional<AskedRows> asked = asked_rows();
    if (!asked) return is_over_ = true, 1;
    const MemoryRows to{asked->to, asked->to_pitch, asked->width, asked->count}, from{asked->from, asked->from_pitch, asked->width, asked->count};
    if (keep_or_not(asked->stream, HostGraphs::Copy{to, from, asked->by_program, order_.here(), asked->stream})) return 0;
    come_behind_waiting(asked->stream, asked->is_async != 0);
    order_.copied(to, from, call_of(*asked));
    const bool has_unset = mistakes_.moved(to, from);
    if (!HostMemory::place_of(asked->to)) return has_unset && put_unset(to, from) ? 0 : 2;
    return do_copy(to, from) ? 0 : (is_over_ = true, 1);
  }
  uint64_t fill_or_capture() {
    const std::optional<AskedRows> asked = asked_rows();
    if (!asked || (asked->element_bytes != 1 && asked->element_bytes != 2 && asked->element_bytes != 4)) return is_over_ = true, 1;
    const HostGraphs::Fill fill{{asked->to, asked->to_pitch, asked->width, asked->count}, static_cast<uint32_t>(asked->value), static_cast<uint32_t>(asked->element_bytes), order_.here(), asked->stream};
    if (keep_or_not(asked->stream, fill)) return 0;
    come_behind_waiting(asked->stream, true);
    order_.filled(fill.to, call_of(*asked));
    return do_fill(fill) ? 0 : (is_over_ = true, 1);
  }
  // True: the stream captures.
  bool keep_or_not(uint64_t stream, HostGraphs::Work work) {
    if (!graphs_.captures(stream)) return false;
    graphs_.add(stream, std::move(work));
    is_over_ |= graphs_.is_full();
    return true;
  }
  uint64_t order_or_capture(HostOrder::Question what, uint64_t a, uint64_t b) {
    using enum HostOrder::Question;
    if (what == record && graphs_.record(a, b)) return 0;
    if (what == stream_waits && graphs_.wait(a, b)) return 0;
    const bool is_of_stream = what == take_in_stream || what == give_back_in_stream || what == wait_for_stream;
    if (is_of_stream && graphs_.captures(what == wait_for_stream ? a : b)) return 0;
    if (what == wait_for_stream) end_waiting([&](const WaitingKernel& kernel) { return kernel.seen.stream == a; });
    if (what == wait_for_event || what == wait_for_all || what == wait_for_every_device) end_waiting([](const WaitingKernel&) { return true; });
    return order_.answer(what, a, b);
  }
  void move_bytes(uint64_t to, uint64_t from, uint64_t bytes, bool is_by_host) {
    if (is_by_host) bytes = std::min(bytes, mistakes_.copied({to, from, bytes, bytes, HostMistakes::Direction::by_host}).bytes);
    set_word(1, memory_.copy(to, from, bytes) ? 0 : (is_over_ = true, 1));
    if (is_by_host) order_.touched(from, bytes, false), have_stored(to, bytes);
  }
  void fill_bytes(uint64_t to, uint8_t value, uint64_t bytes, bool is_by_host) {
    if (is_by_host) bytes = std::min(bytes, mistakes_.copied({to, 0, bytes, 0, HostMistakes::Direction::fill_by_host}).bytes);
    set_word(1, memory_.fill(to, value, bytes) ? 0 : (is_over_ = true, 1));
    if (is_by_host) have_stored(to, bytes);
  }
  void have_stored(uint64_t to, uint64_t bytes) {
    order_.touched(to, bytes, true);
    if (const auto place = HostMemory::place_of(to)) host_stores_.stored(*place, bytes);
  }
  // The error that the call gives, and how many bytes are copied. What is not, nobody has filled: it is told once, here.
  void answer_copy(const HostMistakes::Copy& asked) {
    const HostMistakes::Answer answer = mistakes_.copied(asked);
    if (answer.error || answer.bytes != HostMistakes::all) memory_.give_something(asked.to, asked.to_bytes);
    set_word(1, answer.error);
    set_word(2, answer.bytes);
  }
  void answer_symbol_copy(uint64_t number, uint64_t variable_bytes, uint64_t offset, uint64_t bytes, uint64_t other, bool goes_there) {
    const HostMistakes::Answer answer = mistakes_.variable_copied(variables_.name(number), variable_bytes, offset, bytes, other, goes_there);
    set_word(1, answer.error);
    set_word(2, answer.bytes);
  }
  uint64_t release_memory(uint64_t pointer, HostMistakes::Way by) {
    const uint64_t error = mistakes_.released(pointer, by);
    if (!error) memory_.give_back(pointer);
    return error;
  }
  void take_memory(uint64_t bytes, HostAllocation::Kind kind, uint64_t element_bytes, uint64_t index) {
    const uint64_t pointer = memory_.allocate(bytes, kind);
    if (pointer) order_.taken(pointer, element_bytes, index), mistakes_.taken(pointer);
    set_word(1, pointer);
  }
  void launch_or_capture() {
    HostLaunchSeen seen = read_launch();
    set_word(1, 0);
    if (graphs_.captures(seen.stream)) return void(keep_or_not(seen.stream, std::move(seen)));
    HostOrder::Call call{.stream = seen.stream, .is_async = true, .index = seen.stream_index};
    run_kernel(std::move(seen), call);
  }

  // ---- a launch of a graph

  struct GraphRun {
    std::shared_ptr<const HostGraphs::Graph> graph;
    HostOrder::Call call;
    size_t next_node = 0, next_work = 0;  // among the nodes in their order
  };
  // In a stream that captures, it is a node.
  void begin_graph(std::shared_ptr<const HostGraphs::Graph> graph, uint64_t stream) {
    set_word(1, 0);
    if (!graph || graph_run_) return void(is_over_ = true);
    if (graphs_.captures(stream)) {
      graphs_.add_child(stream, *graph);
      return void(is_over_ |= graphs_.is_full());
    }
    is_over_ |= graph->order.in_order().size() < graph->order.size();  // no graph of CUDA's: its edges lead in a circle
    const std::shared_ptr<const GraphOrder> order(graph, &graph->order);
    graph_run_ = GraphRun{std::move(graph), {.stream = stream, .is_async = true, .graph = order, .graph_launch = ++graph_launches_}};
    run_graph();
  }
  // To its end, or until the program has something to do: its word for that, and whether it is a copy.
  void run_graph() {
    order_.end_callback();
    for (; graph_run_ && graph_run_->next_node < graph_run_->graph->order.in_order().size() && !is_over_; ++graph_run_->next_node, graph_run_->next_work = 0) {
      const size_t node = graph_run_->call.node = graph_run_->graph->order.in_order()[graph_run_->next_node];
      const std::vector<HostGraphs::Work>& all = graph_run_->graph->work[node];
      while (graph_run_->next_work < all.size() && !graph_run_->graph->disabled.contains(node)) {
        const HostGraphs::Work& work = all[graph_run_->next_work++];
        memory_.spend(node_costs);
        const uint64_t asked = run_node(work, graph_run_->call);
        if (asked) return set_word(1, asked), set_word(2, std::holds_alternative<HostGraphs::Copy>(work));
      }
    }
    graph_run_.reset();
    set_word(1, 0);
  }
  // What the program has to do itself; 0: nothing.
  uint64_t run_node(const HostGraphs::Work& work, HostOrder::Call call) {
    if (is_over_) return 0;
    call.shown = last_launch();
    if (const auto* launch = std::get_if<HostLaunchSeen>(&work)) {
      HostLaunchSeen again = *launch;
      call.captured_in = std::exchange(again.stream, call.stream);
      call.index = again.stream_index;
      run_kernel(std::move(again), call);
    } else if (const auto* copy = std::get_if<HostGraphs::Copy>(&work)) {
      call.place = copy->place, call.captured_in = copy->stream;
      order_.copied(copy->to, copy->from, call);
      if (copy->by_program) return copy->by_program;
      is_over_ |= !do_copy(copy->to, copy->from);
    } else if (const auto* fill = std::get_if<HostGraphs::Fill>(&work)) {
      call.place = fill->place, call.captured_in = fill->stream;
      order_.filled(fill->to, call);
      is_over_ |= !do_fill(*fill);
    } else if (const auto* function = std::get_if<HostGraphs::Call>(&work)) {
      call.place = function->place, call.captured_in = function->stream;
      order_.begin_callback(call);
      return function->by_program;
    } else if (const auto* event = std::get_if<HostGraphs::Event>(&work)) {
      if (event->is_record) order_.answer(HostOrder::Question::record, event->event, call.stream);
      else order_.answer(HostOrder::Question::stream_waits, call.stream, event->event);
    }
    return 0;
  }
  size_t last_launch() const { return trace_.launches.empty() ? 0 : trace_.launches.size() - 1; }

  // The bytes of a file, in memory of the host, with a 0 behind, and how many. Of one that is not there: 0, and whether the program may make it up.
  void give_file(uint64_t name, uint64_t length, bool has_bytes) {
    const std::optional<MemoryView> read = length > longest_file_name ? std::nullopt : memory_.read(name, length);
    const std::string path = read ? std::string(read->bytes.begin(), read->bytes.end()) : std::string();
    const std::optional<std::string> content = read && files_ ? files_(path) : std::nullopt;
    const uint64_t pointer = content ? memory_.allocate(content->size() + 1, HostAllocation::Kind::pageable) : 0;
    set_word(1, pointer);
    const bool is_made_up = !content && has_bytes && makes_up_files_;
    set_word(2, content ? content->size() : is_made_up);
    if (is_made_up && !path.empty()) trace_.made_up.push_back(path);
    trace_.misses_files |= !content && has_bytes && !is_made_up;
    if (is_made_up || trace_.misses_files) mistakes_.doubt();
    if (!pointer) return;
    memory_.write(*HostMemory::place_of(pointer), {reinterpret_cast<const uint8_t*>(content->c_str()), content->size() + 1});
    memory_.spend(content->size());
  }

  static void add_variables(KernelLaunch& launch, const std::vector<HostVariable>& variables) {
    for (const HostVariable& v : variables) {
      DeviceBuffer buffer;
      buffer.name = v.name;
      buffer.scalar = ScalarKind::uchar;
      buffer.shape = {v.bytes.size()};
      buffer.bytes = v.bytes;
      launch.symbols.push_back({v.name, static_cast<uint32_t>(launch.buffers.size())});
      launch.buffers.push_back(std::move(buffer));
    }
  }

  // ---- launches

  // Of the launch that comes next. A type that is no scalar has no name here: then the line's own words count.
  void name_template_argument(uint64_t k, bool is_type, int64_t value) {
    constexpr const char* types[] = {"", "bool", "char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned int", "long", "unsigned long", "long long", "unsigned long long", "float", "double"};
    if (k == 0) named_.clear();
    if (k != named_.size()) return;
    named_.push_back(!is_type ? std::to_string(value) : value > 0 && value < static_cast<int64_t>(std::size(types)) ? types[value] : "");
  }
  std::string text_at(uint64_t text, uint64_t bytes) {
    const std::optional<MemoryView> read = bytes > longest_instance ? std::nullopt : memory_.read(text, bytes);
    return read ? std::string(read->bytes.begin(), read->bytes.end()) : "";
  }
  std::string take_template_arguments() {
    if (!instance_.empty()) {
      named_.clear();
      return std::exchange(instance_, "");
    }
    std::string text;
    const bool is_known = std::none_of(named_.begin(), named_.end(), [](const std::string& name) { return name.empty(); });
    for (const std::string& name : named_) text += (text.empty() ? "" : ", ") + name;
    named_.clear();
    return is_known ? text : "";
  }
  // With the arguments that it has this time.
  std::string kernel_of(const HostLaunchSeen& seen) const {
    if (!seen.kernel.empty()) return seen.template_arguments.empty() ? seen.kernel : seen.kernel + "<" + seen.template_arguments + ">";
    const auto name = kernels_.find(seen.site);
    if (name == kernels_.end() || seen.template_arguments.empty()) return name == kernels_.end() ? "" : name->second;
    return name->second.substr(0, name->second.find('<')) + "<" + seen.template_arguments + ">";
  }

  void run_kernel(HostLaunchSeen seen, HostOrder::Call call) {
    if (++launches_ > most_launches) return void(is_over_ = has_launched_enough_ = true);
    if (expects_refusals_ && is_refused(seen)) {
      trace_.refused.insert(seen.site);
      return set_word(1, invalid_configuration);
    }
    variables_.take_from_program();
    const std::string kernel = kernel_of(seen);
    const CompileResult* of = !kernel.empty() && compiled(kernel).ok() ? &compiled(kernel) : nullptr;
    if (of) seen.variables = variables_.of(of->variables);
    if (of) name_functions(seen, *of);
    const GivenMemory given = find_allocations(seen, of);
    // A line in a template is one for each kernel that it launches.
    const auto [site, is_first] = sites_.try_emplace({seen.site, sites_.size() < most_shown ? seen.kernel + " " + seen.template_arguments : ""});
    seen.occurrence = ++site->second.launches;
    if (is_first) {
      site->second.shown = trace_.launches.size();
      trace_.launches.push_back(kept(seen, given));
      lines_.insert(seen.site);
      if (lines_.size() >= kernels_.size()) all_seen_at_ = launches_;
      look_at_twin(trace_.launches.back());
    } else {
      look_again(site->second, seen, given);
    }
    if (all_seen_at_ && launches_ > all_seen_at_ + launches_behind_all) return void(is_over_ = has_launched_enough_ = true);
    come_behind_waiting(seen.stream, true);
    const bool are_known = std::all_of(given.allocations.begin(), given.allocations.end(), [&](int i) { return is_known(i); });
    AsyncWork::Work work;
    if (order_.is_on() && of) {
      call.shown = site->second.shown, call.place = seen.call;
      work = order_.launched(seen, kernel, *of, given.allocations, call);
    }
    const Ended ended = are_known && !kernel.empty() ? simulate_over_arena(kernel, seen, work) : Ended::not_run;
    if (ended == Ended::waits) begin_waiting(std::move(seen), kernel, given, site->second, std::move(work));
    else if (order_.is_on() && ended == Ended::whole) order_.has_run(std::move(work), seen.stream);
    if (ended == Ended::not_run) leave_unknown(given.allocations);
    mistakes_.have_shown(trace_.launches.size());
    variables_.give_to_program();
  }
  void leave_unknown(const std::vector<int>& allocations) {
    for (int i : allocations) memory_.leave_unknown(i);
    mistakes_.doubt();
  }

  // ---- kernels that wait for the program (waiting_kernel.h)

  struct Waiting : WaitingKernel {
    AsyncWork::Work work;                             // with nothing that it touches
    std::set<std::pair<uint64_t, uint64_t>> awaited;  // whatever it has waited for: places of the arena, and how many bytes there
    void note_awaited() {
      for (const PolledPlace& place : polled)
        if (place.buffer == 0) awaited.emplace(place.byte_offset, place.bytes);
    }
  };
  // simulate_over_arena() has put what it knows of it into `waits_`.
  void begin_waiting(HostLaunchSeen seen, const std::string& kernel, const GivenMemory& given, const Site& site, AsyncWork::Work work) {
    auto waiting = std::make_unique<Waiting>();
    static_cast<WaitingKernel&>(*waiting) = std::exchange(waits_, {});
    waiting->shown = trace_.launches[site.shown].occurrence == seen.occurrence ? site.shown : SIZE_MAX;
    waiting->seen = std::move(seen);
    waiting->kernel = kernel;
    waiting->given = given.allocations;
    waiting->work = work.without_footprint();
    waiting->note_awaited();
    if (waiting->begin.empty()) give_up(*waiting);
    else has_stored(std::move(work), *waiting);
    waiting_.push_back(std::move(waiting));
    host_stores_.follow(waiting_.back().get());
  }
  // What it reads is in an order with the program that nobody knows here; what it has stored is there before the program has looked for it. The words that
  // it waits for are the program's.
  void has_stored(AsyncWork::Work work, const Waiting& waiting) {
    work.footprint.forget_reads();
    for (const auto& [place, bytes] : waiting.awaited) work.footprint.forget_atomics(place, bytes);
    if (order_.is_on()) order_.has_run(std::move(work), waiting.seen.stream);
  }
  bool is_any_waiting() const {
    return std::any_of(waiting_.begin(), waiting_.end(), [](const std::unique_ptr<Waiting>& waiting) { return !waiting->is_given_up; });
  }
  // The program has stored what some wait for.
  void help_waiting() {
    std::set<const WaitingKernel*> ended;
    for (const std::unique_ptr<Waiting>& waiting : waiting_)
      if (std::exchange(waiting->has_awaited, false) && !waiting->is_given_up && run_on(*waiting)) ended.insert(waiting.get());
    if (!ended.empty()) end_waiting([&](const WaitingKernel& kernel) { return ended.contains(&kernel); });
  }
  // True: to its end.
  bool run_on(Waiting& waiting) {
    const CompileResult& of = compiled(waiting.kernel);
    auto launch = waiting_ticks_ > limits_.kernels / 4 || works_in_place() ? std::nullopt : launch_over_arena(of, waiting.seen, waiting.begin);
    if (!launch) return give_up(waiting), false;
    launch->host_stores = waiting.stores;
    AsyncWork::Work work = waiting.work.without_footprint();
    SimulationResult result = run_over_arena(of, *launch, work);
    waiting_ticks_ += result.counters.warp_instructions;
    const bool is_whole = result.status == SimulationStatus::finished;
    if (!is_whole && !is_waiting(result)) return give_up(waiting), false;
    memory_.take_changes(result.buffers[0], waiting.left);
    waiting.left = std::move(result.buffers[0].bytes);
    waiting.polled = std::move(result.polled);
    waiting.note_awaited();
    has_stored(std::move(work), waiting);
    if (is_whole) heap_ = result.heap, leave_variables(result, waiting.seen, *of.program->module), variables_.give_to_program();
    if (is_whole) waiting.is_given_up = true;  // there is nothing more to run
    return is_whole;
  }
  void give_up(Waiting& waiting) {
    waiting.is_given_up = true;
    leave_unknown(waiting.given);
  }
  bool is_waiting(const SimulationResult& result) const { return result.status == SimulationStatus::deadlock && waits_for_host(result.polled, memory_); }
  // Nothing that the program stores from here on helps them.
  template <class Which>
  void end_waiting(Which which) {
    std::erase_if(waiting_, [&](const std::unique_ptr<Waiting>& waiting) {
      if (!which(*waiting)) return false;
      if (!waiting->is_given_up) give_up(*waiting);
      if (waiting->shown < trace_.launches.size()) trace_.launches[waiting->shown].host_stores = stores_by_allocation(*waiting, memory_);
      host_stores_.forget(waiting.get());
      return true;
    });
  }
  // Work that begins when they have ended. What they leave for it nobody knows; a copy that the program waits for lets them wait for ever.
  void come_behind_waiting(uint64_t stream, bool is_async) {
    const auto is_default = [](uint64_t s) { return s <= StreamClocks::default_stream; };
    if (!is_async) end_waiting([&](const WaitingKernel& kernel) { return kernel.seen.stream == stream || (is_default(stream) && is_default(kernel.seen.stream)); });
    for (const std::unique_ptr<Waiting>& waiting : waiting_)
      if (!waiting->is_given_up && (waiting->seen.stream == stream || is_default(stream) || is_default(waiting->seen.stream))) give_up(*waiting);
  }

  // By its shape: a program that means to, and asks for the error by its name, goes on behind it.
  static bool is_refused(const HostLaunchSeen& seen) {
    const auto shape = [](const std::array<uint64_t, 3>& n) { return Index3{static_cast<uint32_t>(n[0]), static_cast<uint32_t>(n[1]), static_cast<uint32_t>(n[2])}; };
    return check_launch_limits(shape(seen.grid), shape(seen.block), {}).has_value();
  }

  // A null pointer to a function; an enumeration, whose bytes the program gives.
  static void fit_number(HostValue& value, const KernelParameter& parameter) {
    if (parameter.is_pointer || parameter.scalar == ScalarKind::void_) return;
    if (value.kind == HostValue::Kind::pointer && value.pointer == 0) value.kind = HostValue::Kind::whole;
    if (value.kind != HostValue::Kind::record || parameter.bytes > value.record.size() || !is_integer(parameter.scalar)) return;
    const Argument number = number_in(value.record, parameter);
    value.whole = std::holds_alternative<uint64_t>(number) ? static_cast<int64_t>(std::get<uint64_t>(number)) : std::get<int64_t>(number);
    value.kind = HostValue::Kind::whole;
    value.record.clear();
  }
  // As the kernel has them: what the program has of functions.
  void name_functions(HostLaunchSeen& seen, const CompileResult& of) const {
    const Module& kernel = *of.program->module;
    for (size_t i = 0; i < seen.arguments.size(); ++i) {
      HostValue& value = seen.arguments[i];
      if (i < of.parameters.size()) fit_number(value, of.parameters[i]);
      value.whole = static_cast<int64_t>(same_function(static_cast<uint64_t>(value.whole), *own_, kernel));
      name_functions_anew(value.record, *own_, kernel);
    }
    for (HostVariable& variable : seen.variables) name_functions_anew(variable.bytes, *own_, kernel);
  }

  HostLaunchSeen read_launch() {
    HostLaunchSeen seen;
    seen.site = word(1);
    seen.kernel = std::exchange(kernel_, "");
    seen.template_arguments = take_template_arguments();
    seen.grid = {word(2) & 0xFFFFFFFFu, word(2) >> 32, word(3) & 0xFFFFFFFFu};
    seen.block = {word(3) >> 32, word(4) & 0xFFFFFFFFu, word(4) >> 32};
    seen.shared_bytes = word(5);
    seen.cluster = std::exchange(cluster_, {});
    seen.begins_early = std::exchange(begins_early_, false);
    seen.stream = std::exchange(stream_, 0);
    seen.stream_index = std::exchange(stream_index_, 0);
    seen.call = order_.here();
    uint64_t at = 8;
    for (uint64_t count = word(6); count > 0 && at + 1 < HostMemory::box_words - 8; --count) {
      HostValue value;
      const uint64_t kind = word(at), bits = word(at + 1);
      at += 2;
      if (kind == 1 && !is_function_pointer(bits)) value.kind = HostValue::Kind::pointer, value.pointer = bits;
      if (kind == 2 || (kind == 1 && is_function_pointer(bits))) value.whole = static_cast<int64_t>(bits);
      if (kind == 3) value.kind = HostValue::Kind::real, std::memcpy(&value.real, &bits, sizeof bits);
      if (kind == 4) {
        value.kind = HostValue::Kind::record;
        for (uint64_t i = 0; i < bits && at + i / 8 < HostMemory::box_words; ++i) value.record.push_back(static_cast<uint8_t>(word(at + i / 8) >> 8 * (i % 8)));
        at += (bits + 7) / 8;
      }
      seen.arguments.push_back(std::move(value));
    }
    return seen;
  }

  // ---- what a kernel is given

  Place place_of_pointer(uint64_t pointer) const override {
    const uint32_t allocation = pointer_allocation(pointer);
    if (heap_ && is_heap_pointer(*heap_, pointer, heap_buffer)) return {HostPointer::in_heap, static_cast<uint64_t>(pointer_offset(pointer)), true};
    if (pointer == 0 || allocation >= machine_.allocations().size()) return {};
    const auto place = HostMemory::place_of(pointer);
    if (!place) return {-1, 0, allocation > 0 && pointer_offset(pointer) >= 0 && static_cast<uint64_t>(pointer_offset(pointer)) <= machine_.allocations()[allocation].bytes};
    const int i = memory_.allocation_at(*place);
    if (i < 0) return {};
    const HostAllocation& a = memory_[i];
    const bool is_given = !a.is_freed && a.kind != HostAllocation::Kind::pageable && *place - a.begin <= a.size;
    return {is_given ? i : -1, *place - a.begin, true};
  }
  uint64_t size_of(int allocation) const override { return memory_[allocation].size; }
  bool is_known(int allocation) const override { return memory_[allocation].is_known; }
  std::optional<uint64_t> word_at(int allocation, uint64_t offset) const override { return memory_.value_at(memory_[allocation].begin + offset); }

  // The memory that the arguments point into, those in records too, each argument that is a pointer is told which; and what is reached through it.
  GivenMemory find_allocations(HostLaunchSeen& seen, const CompileResult* kernel) {
    GivenMemory given;
    const auto index_of = [&](uint64_t pointer) {
      const auto place = HostMemory::place_of(pointer);
      const int i = place ? memory_.allocation_at(*place) : -1;
      if (i >= 0) given.add(i);
      return given.index_of(i);
    };
    const auto offset_in = [&](uint64_t pointer, int index) { return *HostMemory::place_of(pointer) - memory_[given.allocations[static_cast<size_t>(index)]].begin; };
    for (HostValue& value : seen.arguments) {
      if (value.kind == HostValue::Kind::pointer && (value.allocation = index_of(value.pointer)) >= 0) value.offset = offset_in(value.pointer, value.allocation);
      for (size_t at = 0; at + 8 <= value.record.size(); at += 8) {
        uint64_t pointer;
        std::memcpy(&pointer, value.record.data() + at, sizeof pointer);
        if (const int index = index_of(pointer); index >= 0) value.pointers.push_back({at, index, offset_in(pointer, index)});
      }
    }
    if (kernel && kernel->program->own_parameters() == seen.arguments.size()) reach(seen, *kernel->program, given);
    if (kernel && !textures_.empty() && uses_textures(*kernel->program)) find_textures(seen, given);
    return given;
  }
  static bool uses_textures(const Program& program) {
    return std::any_of(program.code.begin(), program.code.end(), [](const Ins& ins) { return ins.op == Opcode::texture; });
  }
  // Those whose handles the kernel is given, and the memory that they are over.
  void find_textures(HostLaunchSeen& seen, GivenMemory& given) {
    std::set<uint32_t> numbers;
    const auto find = [&](const auto& object) { textures_.find({reinterpret_cast<const uint8_t*>(&object), sizeof object}, numbers); };
    for (const HostValue& value : seen.arguments) {
      find(value.whole);
      textures_.find(value.record, numbers);
    }
    for (const HostVariable& v : seen.variables) textures_.find(v.bytes, numbers);
    for (int i : given.allocations) {
      memory_.spend(memory_[i].size);
      textures_.find({memory_.at(memory_[i].begin), memory_[i].size}, numbers);
    }
    for (uint32_t number : numbers) {
      HostTexture t = textures_[number];
      given.add(t.allocation);
      t.offset -= memory_[t.allocation].begin;
      t.allocation = given.index_of(t.allocation);
      seen.textures.push_back(t);
    }
  }
  void reach(HostLaunchSeen& seen, const Program& program, GivenMemory& given) {
    const TypeTable& types = program.module->types;
    ReachedMemory reached(*this, types);
    for (size_t i = 0; i < seen.arguments.size(); ++i) {
      const HostValue& value = seen.arguments[i];
      const ProgramParameter& parameter = program.parameters[i];
      if (parameter.is_pointer && value.allocation >= 0) reached.start(given.allocations[static_cast<size_t>(value.allocation)], value.offset, types[parameter.type].element, parameter.name);
      if (types.is_record(parameter.type)) reached.start(value.record, parameter.type, parameter.name);
    }
    for (HostVariable& v : seen.variables)
      for (const ProgramAllocation& variable : program.allocations)
        if (variable.symbol == v.name) v.pointers = reached.start(v.bytes, variable.type, v.name);
    reached.walk();
    if (heap_ && comes_to_heap(program, reached, seen)) bring_heap(seen, reached, types);
    memory_.spend(4 * reached.words());
    for (const ReachedMemory::Found& found : reached.found()) {
      given.add(found.allocation);
      given.reached.emplace(found.allocation, found);
    }
    for (HostVariable& v : seen.variables) name_by_index(v.pointers, given);
    name_by_index(seen.heap_pointers, given);
    for (auto& [allocation, found] : given.reached) name_by_index(found.pointers, given);
  }
  static void name_by_index(std::vector<HostPointer>& pointers, const GivenMemory& given) {
    for (HostPointer& pointer : pointers)
      if (pointer.allocation != HostPointer::in_heap) pointer.allocation = given.index_of(pointer.allocation);
  }
  static bool has_heap(const Program& program) {
    return std::any_of(program.allocations.begin(), program.allocations.end(), [](const ProgramAllocation& a) { return a.info.is_heap; });
  }
  // By taking from it itself, or by a pointer that it finds.
  static bool comes_to_heap(const Program& program, const ReachedMemory& reached, const HostLaunchSeen& seen) {
    const auto leads_there = [](const std::vector<HostPointer>& pointers) { return std::any_of(pointers.begin(), pointers.end(), [](const HostPointer& p) { return p.allocation == HostPointer::in_heap; }); };
    return has_heap(program) ||
           std::any_of(reached.found().begin(), reached.found().end(), [&](const ReachedMemory::Found& found) { return leads_there(found.pointers); }) ||
           std::any_of(seen.variables.begin(), seen.variables.end(), [&](const HostVariable& v) { return leads_there(v.pointers); });
  }
  // With the memory that its blocks lead to. Of what class an object there is nobody knows here: each of its words may be an address.
  void bring_heap(HostLaunchSeen& seen, ReachedMemory& reached, const TypeTable& types) {
    seen.heap = heap_;
    memory_.spend(heap_->bytes.size());
    for (const DeviceHeap::Block& block : heap_->blocks) {
      const uint64_t begin = (uint64_t{block.unit} + HeapMarks::header_units) * HeapMarks::unit_bytes;
      for (uint64_t at = begin; block.is_live && at + 8 <= begin + block.bytes; at += 8) {
        uint64_t word;
        std::memcpy(&word, heap_->bytes.data() + at, sizeof word);
        const Place place = place_of_pointer(word);
        if (place.allocation == -1 || heap_->written[at / 8] != 0xFF) continue;
        seen.heap_pointers.push_back({at, place.allocation, place.offset});
        if (place.allocation >= 0) reached.start(place.allocation, place.offset, types.scalar(ScalarKind::uchar), "memory behind the heap " + std::to_string(place.allocation));
      }
    }
    reached.walk();
  }

  HostLaunchSeen kept(HostLaunchSeen seen, const GivenMemory& given) {
    const std::set<int> direct = given_directly(seen, given);
    const std::string kernel = kernel_of(seen);
    const CompileResult* of = !kernel.empty() && compiled(kernel).ok() ? &compiled(kernel) : nullptr;
    for (int i : given.allocations) {
      HostAllocation a = memory_[i];
      kept_bytes_ += a.size;
      memory_.spend(a.size);
      if (kept_bytes_ > most_kept_bytes) a.is_known = false;
      if (a.is_known) a.bytes.assign(memory_.at(a.begin), memory_.at(a.begin) + a.size);
      if (of && has_function_values_) name_functions_anew(a.bytes, *own_, *of->program->module);
      a.filled = memory_.filled_of(a);
      if (const auto found = given.reached.find(i); found != given.reached.end()) {
        if (a.is_known) a.pointers = found->second.pointers;
        if (!direct.contains(i)) a.path = found->second.name, a.type = found->second.type, a.scalar = found->second.scalar, a.element_bytes = found->second.element_bytes;
      }
      seen.allocations.push_back(std::move(a));
    }
    return seen;
  }
  // By an argument, or in one that is a record.
  static std::set<int> given_directly(const HostLaunchSeen& seen, const GivenMemory& given) {
    std::set<int> direct;
    const auto add = [&](int index) {
      if (index >= 0) direct.insert(given.allocations[static_cast<size_t>(index)]);
    };
    for (const HostValue& value : seen.arguments) {
      add(value.kind == HostValue::Kind::pointer ? value.allocation : -1);
      for (const HostPointer& pointer : value.pointers) add(pointer.allocation);
    }
    return direct;
  }

  // Another line that launches the same, as far as its text tells: does it go wrong where the first one did not?
  void look_at_twin(HostLaunchSeen& seen) {
    const auto is_same = [&](const HostLaunchSeen& other) { return &other != &seen && other.grid == seen.grid && other.block == seen.block && kernel_of(other) == kernel_of(seen); };
    const auto twin = std::find_if(trace_.launches.begin(), trace_.launches.end(), is_same);
    if (look_ticks_ <= limits_.looks && twin != trace_.launches.end()) seen.has_error = worst_in(seen) > worst_in(*twin);
  }
  // A line that is launched once more: is this time worse than the one that would be shown?
  void look_again(Site& site, const HostLaunchSeen& seen, const GivenMemory& given) {
    const bool is_cheap = look_ticks_ <= limits_.looks / 2 && kept_bytes_ <= cheap_kept_bytes;  // the rest is for lines that come later
    if (site.worst == Severity::error || (site.looks >= sure_looks && !is_cheap) || look_ticks_ > limits_.looks) return;
    if (site.looks++ == 0) site.worst = worst_in(trace_.launches[site.shown]);
    if (site.worst == Severity::error) return;
    HostLaunchSeen now = kept(seen, given);
    const Severity worst = worst_in(now);
    if (worst <= site.worst) return;
    site.worst = worst;
    trace_.launches[site.shown] = std::move(now);
  }

  static void put_addresses(const std::vector<HostPointer>& pointers, DeviceBuffer& buffer) {
    for (const HostPointer& pointer : pointers) {
      const uint32_t to = pointer.allocation == HostPointer::in_heap ? heap_buffer : static_cast<uint32_t>(pointer.allocation);
      put_address(buffer, pointer.at, pointer.allocation == -1 ? std::nullopt : std::optional(BufferArgument{to, pointer.offset}));
    }
  }
  Severity worst_in(const HostLaunchSeen& seen) {
    const std::string kernel = kernel_of(seen);
    if (kernel.empty() || !compiled(kernel).ok()) return Severity::note;
    const CompileResult& of = compiled(kernel);
    auto launch = launch_of(seen, of.parameters, [&](const HostValue& value) { return value.allocation < 0 ? Argument(uint64_t{0}) : BufferArgument{static_cast<uint32_t>(value.allocation), value.offset}; });
    if (!launch || !std::all_of(seen.allocations.begin(), seen.allocations.end(), [](const HostAllocation& a) { return a.is_known; })) return Severity::note;
    for (size_t i = 0; i < launch->arguments.size(); ++i)
      if (auto* record = std::get_if<RecordArgument>(&launch->arguments[i]))
        for (const HostPointer& p : seen.arguments[i].pointers) record->pointers.push_back({static_cast<uint32_t>(p.at), static_cast<uint32_t>(p.allocation), p.offset});
    for (const HostAllocation& a : seen.allocations) {
      DeviceBuffer buffer;
      buffer.name = "memory";
      buffer.scalar = ScalarKind::uchar;
      buffer.shape = {a.size};
      buffer.bytes = a.bytes;
      buffer.is_poisoned = true;
      for (const HostAllocation::Filled& range : a.filled) buffer.filled.push_back({range.begin, range.end});
      put_addresses(a.pointers, buffer);
      launch->buffers.push_back(std::move(buffer));
    }
    for (const HostTexture& t : seen.textures) launch->textures.push_back(texture_of(t, static_cast<uint32_t>(t.allocation), t.offset));
    add_variables(*launch, seen.variables);
    for (size_t i = 0; i < seen.variables.size(); ++i) put_addresses(seen.variables[i].pointers, launch->buffers[seen.allocations.size() + i]);
    if (seen.heap) launch->heap = heap_with(*seen.heap, [&](DeviceBuffer& bytes) { put_addresses(seen.heap_pointers, bytes); });
    RunOptions run;
    run.instruction_budget = limits_.looks;
    const SimulationResult result = simulate(of.program, *launch, run);
    look_ticks_ += result.counters.warp_instructions;
    Severity worst = Severity::note;
    for (const Finding& f : result.findings)
      if (f.kind != FindingKind::budget && f.severity > worst) worst = f.severity;
    return worst;
  }

  const CompileResult& compiled(const std::string& kernel) {
    auto [it, is_new] = compiled_.try_emplace(kernel);
    if (is_new) it->second = compile(file_name_, text_, kernel, options_);
    return it->second;
  }

  // What the program gives as the bytes of a type of its own, and the kernel takes as a number: an enumeration, a half.
  static Argument number_in(const std::vector<uint8_t>& bytes, const KernelParameter& parameter) {
    uint64_t bits = 0;
    std::memcpy(&bits, bytes.data(), std::min<size_t>(parameter.bytes, sizeof bits));
    if (parameter.scalar == ScalarKind::half) return static_cast<double>(half_to_float(static_cast<uint32_t>(bits)));
    if (parameter.scalar == ScalarKind::bfloat16) return static_cast<double>(bfloat_to_float(static_cast<uint32_t>(bits)));
    const uint32_t unused = 64 - 8 * std::min<uint32_t>(parameter.bytes, 8);
    return is_signed(parameter.scalar) ? Argument(static_cast<int64_t>(bits << unused) >> unused) : Argument(bits);
  }
  // Without its buffers. None: it does not fit the kernel.
  template <class PlaceOf>
  static std::optional<KernelLaunch> launch_of(const HostLaunchSeen& seen, const std::vector<KernelParameter>& parameters, PlaceOf place) {
    KernelLaunch launch;
    const auto shape = [](const std::array<uint64_t, 3>& n) { return Index3{static_cast<uint32_t>(n[0]), static_cast<uint32_t>(n[1]), static_cast<uint32_t>(n[2])}; };
    launch.grid = shape(seen.grid);
    launch.block = shape(seen.block);
    launch.cluster = shape(seen.cluster);
    launch.allows_large_clusters = true;  // whether it does is looked at where the launch is told of
    launch.dynamic_shared_bytes = static_cast<uint32_t>(std::min<uint64_t>(seen.shared_bytes, UINT32_MAX));
    if (parameters.size() != seen.arguments.size()) return std::nullopt;
    for (size_t i = 0; i < parameters.size(); ++i) {
      const HostValue& value = seen.arguments[i];
      const bool is_pointer = value.kind == HostValue::Kind::pointer;
      if (value.kind == HostValue::Kind::record && !parameters[i].is_pointer && parameters[i].scalar != ScalarKind::void_ && parameters[i].bytes <= value.record.size())
        launch.arguments.push_back(number_in(value.record, parameters[i]));
      else if (value.kind == HostValue::Kind::record) launch.arguments.emplace_back(RecordArgument{value.record, {}});
      else if (parameters[i].is_pointer != is_pointer) return std::nullopt;
      else if (is_pointer) launch.arguments.push_back(place(value));
      else launch.arguments.push_back(value.kind == HostValue::Kind::real ? Argument(value.real) : Argument(value.whole));
    }
    return launch;
  }

  // On a large arena a kernel works where it stands.
  bool works_in_place() const { return memory_.bytes().size() > most_copied_arena; }
  // `bytes`: the arena's, where it does not.
  std::optional<KernelLaunch> launch_over_arena(const CompileResult& of, const HostLaunchSeen& seen, std::span<const uint8_t> bytes) {
    auto launch = launch_of(seen, of.parameters, [](const HostValue& value) {
      const auto place = HostMemory::place_of(value.pointer);
      return place ? Argument(BufferArgument{0, *place}) : Argument(uint64_t{0});
    });
    if (!launch || (works_in_place() && (has_function_values_ || heap_ || has_heap(*of.program)))) return std::nullopt;
    memory_.spend(works_in_place() ? 0 : 2 * bytes.size());
    DeviceBuffer buffer;
    buffer.name = "arena";
    buffer.scalar = ScalarKind::uchar;
    buffer.shape = {bytes.size()};
    if (works_in_place()) buffer.lent = memory_.lent();
    else buffer.bytes.assign(bytes.begin(), bytes.end());
    if (has_function_values_) name_functions_anew(buffer.bytes, *own_, *of.program->module);
    launch->buffers.push_back(std::move(buffer));
    if (!seen.textures.empty()) launch->textures = textures_.over_arena(0);
    add_variables(*launch, seen.variables);
    if (heap_) begin_with_heap(*launch);
    return launch;
  }
  SimulationResult run_over_arena(const CompileResult& of, const KernelLaunch& launch, AsyncWork::Work& work) {
    RunOptions run;
    run.checks = false;
    run.instruction_budget = limits_.launch;
    run.keep_heap = true;
    KernelFootprint footprint(work.footprint, work.parts, order_.begins_of(launch, *of.program));
    if (order_.is_on()) run.watcher = &footprint;
    const std::vector<uint8_t> box(memory_.bytes().begin(), memory_.bytes().begin() + 8 * HostMemory::box_words);
    SimulationResult result = simulate(of.program, launch, run);
    kernel_ticks_ += result.counters.warp_instructions;
    std::copy(box.begin(), box.end(), memory_.at(0));  // whatever the kernel has done
    return result;
  }

  enum class Ended : uint8_t { not_run, whole, waits };  // not_run: not to its end
  Ended simulate_over_arena(const std::string& kernel, const HostLaunchSeen& seen, AsyncWork::Work& work) {
    const CompileResult& of = compiled(kernel);
    if (!of.ok() || of.parameters.size() != seen.arguments.size() || kernel_ticks_ > limits_.kernels) return Ended::not_run;
    auto launch = launch_over_arena(of, seen, memory_.bytes());
    if (!launch) return Ended::not_run;
    SimulationResult result = run_over_arena(of, *launch, work);
    const bool has_room = 2 * memory_.bytes().size() * (waiting_.size() + 1) <= most_waiting_bytes;
    if (is_waiting(result) && (works_in_place() || has_function_values_ || !has_room)) return Ended::waits;  // it is given up at once
    if (is_waiting(result)) {
      waits_.begin = std::move(launch->buffers[0].bytes);
      memory_.take_changes(result.buffers[0], waits_.begin);
      waits_.left = std::move(result.buffers[0].bytes);
      waits_.polled = std::move(result.polled);
      return Ended::waits;
    }
    if (result.status != SimulationStatus::finished) return Ended::not_run;
    if (works_in_place()) return leave_variables(result, seen, *of.program->module), Ended::whole;
    if (has_function_values_) name_functions_anew(result.buffers[0].bytes, *of.program->module, *own_);
    memory_.take_back(result.buffers[0]);
    heap_ = result.heap;
    leave_variables(result, seen, *of.program->module);
    return Ended::whole;
  }
  void leave_variables(SimulationResult& result, const HostLaunchSeen& seen, const Module& kernel) {
    for (size_t i = 0; i < seen.variables.size(); ++i) {
      std::vector<uint8_t>& bytes = result.buffers[i + 1].bytes;
      name_functions_anew(bytes, kernel, *own_);
      variables_.leave(seen.variables[i].name, std::move(bytes));
    }
  }
  // The heap's pointers to itself, and those into it.
  void begin_with_heap(KernelLaunch& launch) const {
    DeviceHeap heap = *heap_;
    heap.pointers = heap_pointers_in(heap.bytes, heap, heap_buffer);
    for (DeviceBuffer& buffer : launch.buffers) buffer.pointers = heap_pointers_in(buffer.bytes, heap, heap_buffer);
    launch.heap = std::make_shared<DeviceHeap>(std::move(heap));
  }

  const std::string& file_name_;
  const std::string& text_;
  const std::map<size_t, std::string>& kernels_;
  const CompileOptions& options_;
  const HostFiles& files_;
  const bool makes_up_files_;
  const HostLimits limits_;
  const std::shared_ptr<const Module> own_;  // of the host program
  const bool has_function_values_ = std::any_of(own_->functions.begin(), own_->functions.end(), [](const Function& f) { return f.type.v != 0; });
  const HostArena arena_;
  Checks watch_;                    // of what the program itself reads and writes
  Machine machine_;
  uint64_t stream_ = 0, stream_index_ = 0;  // of the launch that comes
  HostMemory memory_;
  HostPlaces places_;
  HostOrder order_;
  HostMistakes mistakes_;
  HostStores host_stores_{memory_, order_};
  std::vector<std::unique_ptr<Waiting>> waiting_;
  WaitingKernel waits_;  // one that begins to
  uint64_t waiting_ticks_ = 0;  // of kernels that were run on
  const bool expects_refusals_;  // of launches
  HostTextures textures_;
  HostGraphs graphs_;
  std::optional<GraphRun> graph_run_;
  uint64_t graph_launches_ = 0;
  HostVariables variables_;
  uint64_t spent_ = 0;  // instructions of the host, without its work on memory
  bool is_over_ = false, has_launched_enough_ = false;
  std::shared_ptr<const DeviceHeap> heap_;  // as the last kernel left it
  size_t launches_ = 0;
  uint64_t kernel_ticks_ = 0, look_ticks_ = 0, kept_bytes_ = 0;
  std::map<std::pair<size_t, std::string>, Site> sites_;  // by line, kernel and template arguments
  std::set<size_t> lines_;
  size_t all_seen_at_ = 0;
  std::map<std::string, CompileResult> compiled_;
  std::string instance_;            // template arguments of the launch that comes, where the compiler knows them
  std::string kernel_;              // the kernel of the launch that comes, where it is launched through a pointer
  std::array<uint64_t, 3> cluster_{};  // of the next launch, where it asks for clusters
  bool begins_early_ = false;          // as it may
  std::vector<std::string> named_;  // template arguments of the launch that comes
  HostTrace trace_;
};

}  // namespace

HostTrace run_host_program(const std::string& file_name, const std::string& source, const HostProgramText& program, const CompileOptions& options, const HostFiles& files, const HostLimits& limits) {
  CompileOptions own = options;
  own.contract = false;  // the host rounds each step
  const CompileResult compiled = compile(file_name, source + "\n" + program.text, "wb_host_program", own);
  HostTrace trace;
  if (compiled.ok()) return HostMachine(compiled.program, file_name, source, program, options, files, limits).run();
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
