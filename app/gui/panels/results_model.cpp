#include "app/gui/panels/results_model.h"

#include <algorithm>
#include <cmath>

#include "app/backends/agreement.h"
#include "app/backends/scalar_bytes.h"
#include "app/backends/shown_elements.h"
#include "app/gui/panels/grid_model.h"
#include "app/gui/panels/wording.h"
#include "simulator/analysis/element_members.h"

namespace wb {
namespace {

std::string show_of(const RunSlot& slot, size_t buffer) { return buffer < slot.show.size() ? slot.show[buffer] : std::string(); }
std::string layout_of(const RunSlot& slot, size_t buffer) { return buffer < slot.layout.size() ? slot.layout[buffer] : std::string(); }

bool is_picture(const RunSlot& slot, size_t buffer) { return show_of(slot, buffer) == "image" || show_of(slot, buffer) == "heat"; }

std::optional<PictureFormat> format_of(const RunSlot& slot, size_t buffer) {
  const DeviceBuffer& b = slot.launch->device.buffers[buffer];
  return picture_format(b.scalar, b.vector_lanes, b.shape, layout_of(slot, buffer));
}

// A long line of numbers is broken into rows, as the Grid view breaks it.
void shape_tile(ResultTile& tile, const RunSlot& slot, size_t buffer) {
  tile.format = *format_of(slot, buffer);
  tile.is_heat = show_of(slot, buffer) == "heat";
  if (tile.format.height > 1 || tile.format.width <= 64 || tile.format.channels > 1) return;
  const PictureShape cells = picture_shape({tile.format.width});
  tile.is_line = true;
  tile.format.width = static_cast<uint32_t>(cells.columns);
  tile.format.height = static_cast<uint32_t>(cells.rows);
}

const DeviceBuffer* buffer_of(const RunResult* result, size_t index) {
  return result && result->ran() && index < result->buffers.size() ? &result->buffers[index] : nullptr;
}

const Timing* timing(const std::vector<Timing>& timings, std::string_view what, int threads = 0) {
  for (const Timing& t : timings)
    if ((what.empty() || t.what == what) && (threads == 0 || t.threads == threads)) return &t;
  return nullptr;
}

std::string recorded_words(const RunResult& result) {
  const Timing* kernel = timing(result.recorded->timings, "kernel");
  if (!kernel) return "";
  return result.recorded->where.device + ", " + date_words(result.recorded->where.date) + ": " + format_ms(kernel->median_ms) + ".";
}

std::string done_words(const RunResult& result) {
  switch (result.engine) {
    case EngineKind::simulated: return format_ms(result.wall_ms) + " here, every check on";
    case EngineKind::loops: {
      const Timing* one = timing(result.timings, "", 1);
      return one ? format_ms(one->median_ms) + ", 1 core" : "ran";
    }
    case EngineKind::cuda: {
      const Timing* kernel = timing(result.timings, "kernel");
      return kernel ? format_ms(kernel->median_ms) + " for the kernel" : "ran";
    }
  }
  return "";
}

ResultTile input_tile(const RunSlot& slot, size_t buffer, const std::string& title) {
  const DeviceBuffer& b = slot.launch->device.buffers[buffer];
  ResultTile tile;
  tile.title = title;
  shape_tile(tile, slot, buffer);
  const std::string size = tile.is_line || tile.format.height == 1 ? plural(b.element_count(), tile.is_heat ? "number" : "pixel")
                                                                   : with_thousands(tile.format.width) + " x " + with_thousands(tile.format.height);
  tile.caption = size + (tile.format.channels >= 3 ? std::string(", RGB, ") + (tile.format.is_planar ? "planar" : "interleaved") : std::string(", ") + b.name);
  tile.key = "input/" + b.name;
  tile.state = TileState::ready;
  tile.bytes = &b.bytes;
  tile.buffer = static_cast<int>(buffer);
  tile.revision = slot.engine(EngineKind::simulated).id * 8 + slot.engine(EngineKind::loops).id;
  return tile;
}

ResultTile engine_tile(const RunSlot& slot, EngineKind kind, size_t buffer) {
  const EngineRun& run = slot.engine(kind);
  ResultTile tile;
  tile.title = engine_title(kind);
  shape_tile(tile, slot, buffer);
  tile.caption = engine_caption(slot, kind);
  tile.key = std::string(engine_key(kind)) + "/" + slot.launch->device.buffers[buffer].name;
  tile.revision = run.result ? run.result->id : 0;
  tile.buffer = static_cast<int>(buffer);
  tile.progress = run.progress;
  if (const DeviceBuffer* b = buffer_of(run.result.get(), buffer)) {
    tile.bytes = &b->bytes;
    tile.state = TileState::ready;
    tile.start = &slot.launch->device.buffers[buffer];
    tile.own = b;
    if (const RunResult* sim = slot.result(EngineKind::simulated)) {
      tile.simulated = buffer_of(sim, buffer);
      tile.revision = tile.revision << 24 ^ sim->id;   // what it has not written is told by the simulated run
    }
    const Verdict verdict = kind == EngineKind::simulated ? Verdict{} : agreement_verdict(slot, kind, b->name);
    tile.verdict = verdict.words;
    tile.tone = verdict.tone;
  } else if (run.state == EngineRun::State::running) {
    tile.state = TileState::running;
  } else if (run.result && run.result->status == RunStatus::failed) {
    tile.state = TileState::failed;
  }
  return tile;
}

}  // namespace

const char* engine_title(EngineKind kind) {
  switch (kind) {
    case EngineKind::simulated: return "Simulated";
    case EngineKind::loops: return "Explicit loops";
    case EngineKind::cuda: return "GPU";
  }
  return "";
}

std::string engine_caption(const RunSlot& slot, EngineKind kind) {
  const EngineRun& run = slot.engine(kind);
  if (run.state == EngineRun::State::running)
    return run.progress > 0 ? "running, " + std::to_string(static_cast<int>(run.progress * 100)) + " %" : "running";
  if (!run.result) return "not run yet";
  const RunResult& result = *run.result;
  if (result.ran()) return done_words(result);
  if (result.status == RunStatus::cancelled) return "stopped";
  const bool waits_for_leave = result.reason.find("not trusted") != std::string::npos;   // asked for below, in words of its own
  std::string text = waits_for_leave ? "not run until you allow it" : with_short_paths(as_sentence(result.reason));
  if (result.recorded) text += (text.empty() ? "" : " ") + recorded_words(result);
  return text.empty() ? "not run" : text;
}

Verdict agreement_verdict(const RunSlot& slot, EngineKind kind, const std::string& buffer) {
  for (const Agreement& a : slot.agreements) {
    if (a.buffer != buffer || (a.first != kind && a.second != kind)) continue;
    if (!a.equal) return {"differs in " + plural(a.differing, "element"), TileTone::bad};
    if (a.max_abs_diff > 0) return {"equal within " + format_number(a.max_abs_diff), TileTone::good};
    return {"equal", TileTone::good};
  }
  return {};
}

namespace {

// Outputs that are pictures: first the one that every view shows, then the others as the kernel takes them.
std::vector<int> picture_outputs(const RunSlot& slot) {
  std::vector<int> outputs;
  const auto add = [&](int output) {
    const bool is_there = output >= 0 && static_cast<size_t>(output) < slot.launch->device.buffers.size();
    if (!is_there || std::find(outputs.begin(), outputs.end(), output) != outputs.end()) return;
    if (is_picture(slot, static_cast<size_t>(output)) && format_of(slot, static_cast<size_t>(output))) outputs.push_back(output);
  };
  add(main_buffer(slot));
  for (int output : slot.launch->outputs) add(output);
  return outputs;
}

std::vector<ResultTile> input_tiles(const RunSlot& slot) {
  std::vector<ResultTile> tiles;
  for (size_t b = 0; b < slot.launch->device.buffers.size() && tiles.size() < 2; ++b) {
    const auto& outputs = slot.launch->outputs;
    const bool is_output = std::find(outputs.begin(), outputs.end(), static_cast<int>(b)) != outputs.end();
    if (is_output || !is_picture(slot, b) || !format_of(slot, b)) continue;
    tiles.push_back(input_tile(slot, b, tiles.empty() ? "Input" : "Second input"));
  }
  return tiles;
}

}  // namespace

std::vector<PictureGroup> picture_groups(const RunSlot& slot) {
  std::vector<PictureGroup> groups;
  if (!slot.launch) return groups;
  for (int output : picture_outputs(slot)) {
    PictureGroup group{output, groups.empty() ? input_tiles(slot) : std::vector<ResultTile>()};
    const size_t buffer = static_cast<size_t>(output);
    if (group.tiles.empty() && !slot.launch->device.buffers[buffer].is_poisoned) group.tiles.push_back(input_tile(slot, buffer, "Before"));
    for (EngineKind kind : {EngineKind::simulated, EngineKind::loops, EngineKind::cuda}) group.tiles.push_back(engine_tile(slot, kind, buffer));
    groups.push_back(std::move(group));
  }
  return groups;
}

std::optional<DifferencePair> difference_pair(const RunSlot& slot, const std::string& buffer) {
  std::optional<DifferencePair> pair;
  for (const Agreement& a : slot.agreements) {
    if (a.buffer != buffer) continue;
    if (!pair || (pair->equal && !a.equal)) pair = DifferencePair{a.first, a.second, a.equal, a.compared, a.max_abs_diff};
  }
  return pair;
}

std::string difference_words(const PictureDifference& d, const std::string& buffer, const std::vector<uint64_t>& shape) {
  if (d.differing == 0 && d.compared == 0) return "Nothing to compare: no element was written.";
  if (d.differing == 0 && d.left_out > 0) return "None: all " + plural(d.compared, "element") + " that were written are equal; " + with_thousands(d.left_out) + " never were.";
  if (d.differing == 0) return "None: all " + plural(d.compared, "element") + " are equal.";
  return "Largest: " + format_number(d.largest) + " at " + element_words(buffer, shape, d.largest_element) + " (" + d.first + " and " + d.second + "). " +
         plural(d.differing, "element") + (d.differing == 1 ? " differs." : " differ.");
}

namespace {

// Of more elements than a table shows: where to begin, so that it shows what the run changed. Whole rows are left out.
uint64_t first_to_show(const DeviceBuffer& start, const DeviceBuffer* end, uint64_t element_bytes, uint64_t count, uint64_t rows, uint64_t across) {
  if (!end || count <= rows || start.is_poisoned || end->bytes.size() != start.bytes.size()) return 0;
  const auto changed = std::mismatch(start.bytes.begin(), start.bytes.end(), end->bytes.begin()).first;
  const uint64_t first = static_cast<uint64_t>(changed - start.bytes.begin()) / element_bytes;
  if (changed == start.bytes.end() || first < rows) return 0;
  return std::min(first, count - rows) / std::max<uint64_t>(1, across) * std::max<uint64_t>(1, across);
}

// What addresses in a buffer may lead into, with the device's heap as it begins or as it ended.
MemoryOfRun memory_of(const RunSlot& slot, bool is_start) {
  const RunResult* simulated = slot.result(EngineKind::simulated);
  const bool has_end = simulated && !simulated->buffers.empty();
  return {has_end ? simulated->buffers : slot.launch->device.buffers, is_start ? slot.launch->device.heap.get() : has_end ? simulated->heap.get() : nullptr};
}

// The table's columns, and what stands in each: null where there is nothing.
std::vector<const DeviceBuffer*> make_columns(const RunSlot& slot, size_t index, ValueTable& table) {
  const DeviceBuffer& start = slot.launch->device.buffers[index];
  table.buffer = start.name;
  table.as_bars = show_of(slot, index) == "bars";
  table.columns = {"element", "start"};
  std::vector<const DeviceBuffer*> sources{start.is_poisoned ? nullptr : &start};
  for (EngineKind kind : {EngineKind::simulated, EngineKind::loops, EngineKind::cuda}) {
    const DeviceBuffer* b = buffer_of(slot.result(kind), index);
    if (!b && kind != EngineKind::simulated) continue;
    table.columns.push_back(kind == EngineKind::simulated ? "simulated" : kind == EngineKind::loops ? "explicit loops" : "GPU");
    sources.push_back(b);
  }
  return sources;
}

void add_row(ValueTable& table, std::vector<std::string> row, std::vector<double> numbers) {
  bool differs = false;
  for (size_t c = 3; c < row.size(); ++c) differs = differs || row[c] != row[2];   // between engines, not from the start
  table.rows.push_back(std::move(row));
  table.numbers.push_back(std::move(numbers));
  table.differs.push_back(differs);
}

// Records of different members: a row for each.
ValueTable record_table(const RunSlot& slot, size_t index, const DeviceBuffer& simulated, size_t most_rows) {
  ValueTable table;
  const std::vector<const DeviceBuffer*> sources = make_columns(slot, index, table);
  const DeviceBuffer& start = slot.launch->device.buffers[index];
  const ElementMembers& record = *simulated.members;
  const uint64_t count = shown_count(simulated);
  table.as_bars = false;
  table.left_out = count > most_rows ? count - most_rows : 0;
  table.first = first_to_show(start, &simulated, record.stride, count, most_rows, 1);
  for (uint64_t e = table.first; e < std::min<uint64_t>(count, table.first + most_rows); ++e) {
    std::vector<std::string> row{element_words(start.name, {count}, e)};
    for (const DeviceBuffer* b : sources) {
      const bool has = b && (e + 1) * record.stride <= b->bytes.size();
      row.push_back(has ? shown_record(record, *b, e, memory_of(slot, b == &start)) : "not written");
    }
    add_row(table, std::move(row), std::vector<double>(sources.size(), std::nan("")));
  }
  return table;
}

ValueTable number_table(const RunSlot& slot, size_t index, size_t most_rows) {
  ValueTable table;
  const std::vector<const DeviceBuffer*> sources = make_columns(slot, index, table);
  const DeviceBuffer& start = slot.launch->device.buffers[index];
  const bool is_plane = start.shape.size() == 2 && start.vector_lanes == 1;
  if (is_plane && start.shape[1] <= 16) table.across = static_cast<uint32_t>(start.shape[1]), table.is_plane = true;
  else if (!is_plane && start.element_count() > 12) table.across = 16;
  const uint64_t bytes = info(start.scalar).bytes, count = bytes ? start.bytes.size() / bytes : 0;
  table.left_out = count > most_rows ? count - most_rows : 0;
  if (bytes) table.first = first_to_show(start, buffer_of(slot.result(EngineKind::simulated), index), bytes, count, most_rows, table.across);
  for (uint64_t e = table.first; e < std::min<uint64_t>(count, table.first + most_rows); ++e) {
    std::vector<std::string> row{element_words(start.name, start.vector_lanes == 1 ? start.shape : std::vector<uint64_t>{count}, e)};
    std::vector<double> numbers;
    for (const DeviceBuffer* b : sources) {
      const bool has = b && (e + 1) * bytes <= b->bytes.size() &&
                       (b == &start || b->written.empty() || e / start.vector_lanes >= b->written.size() || b->written[e / start.vector_lanes] || !start.is_poisoned);
      const uint8_t* at = has ? b->bytes.data() + e * bytes : nullptr;
      row.push_back(!has ? "not written" : holds_addresses(*b) ? format_address(load_bits(start.scalar, at), memory_of(slot, b == &start)) : element_text(start.scalar, at));
      numbers.push_back(has ? element_value(start.scalar, at) : std::nan(""));
    }
    add_row(table, std::move(row), std::move(numbers));
  }
  return table;
}

}  // namespace

std::vector<ValueTable> value_tables(const RunSlot& slot, size_t most_rows) {
  std::vector<ValueTable> tables;
  if (!slot.launch) return tables;
  for (int output : slot.launch->outputs) {
    const size_t index = static_cast<size_t>(output);
    if (index >= slot.launch->device.buffers.size() || show_of(slot, index) == "hidden") continue;
    if (is_picture(slot, index) && format_of(slot, index)) continue;
    const DeviceBuffer* simulated = buffer_of(slot.result(EngineKind::simulated), index);
    tables.push_back(simulated && holds_records(*simulated) ? record_table(slot, index, *simulated, most_rows) : number_table(slot, index, most_rows));
  }
  return tables;
}

std::string loops_remark(const RunSlot& slot) {
  const RunResult *sim = slot.result(EngineKind::simulated), *loops = slot.result(EngineKind::loops);
  if (!sim || !loops || !loops->ran()) return "";
  const bool has_race = std::any_of(sim->findings.begin(), sim->findings.end(), [](const Finding& f) {
    return f.kind == FindingKind::race_raw || f.kind == FindingKind::race_war || f.kind == FindingKind::race_waw || f.kind == FindingKind::race_mixed;
  });
  if (!has_race) return "";
  return "This kernel races. The loops run one thread after the other, an order that a GPU does not keep: their result proves nothing.";
}

}  // namespace wb
