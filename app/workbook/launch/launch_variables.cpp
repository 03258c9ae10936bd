#include "app/workbook/launch/launch_variables.h"

#include <algorithm>
#include <utility>

#include "app/workbook/launch/argument_types.h"
#include "app/workbook/launch/launch_places.h"
#include "app/workbook/words.h"

namespace wb {

namespace {

bool ends_in(const std::string& path, const std::string& last) { return path == last || path.ends_with("::" + last); }

// A variable that the kernel uses has its whole name in the list; of others the file's words are enough.
void check_is_in_file(LaunchDraft& draft, const BufferSpec& spec) {
  const std::string last = spec.symbol.substr(spec.symbol.rfind(':') + 1);  // npos + 1 is 0
  const auto& used = draft.compiled.variables;
  const auto& in_file = draft.compiled.variables_in_file;
  const bool is_used = std::any_of(used.begin(), used.end(), [&](const DeviceVariable& v) { return ends_in(v.name, last); });
  if (!is_used && std::find(in_file.begin(), in_file.end(), last) != in_file.end()) return;
  std::vector<std::string> names;
  for (const DeviceVariable& v : used) names.push_back(v.name);
  if (!is_used) names.insert(names.end(), in_file.begin(), in_file.end());
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  const auto whole = std::find_if(names.begin(), names.end(), [&](const std::string& name) { return ends_in(name, last); });
  draft.complaints.error(spec.symbol_span, "`" + draft.launch.file_name + "` has no variable `" + spec.symbol + "` that a launch could set",
                         is_used ? "it is `" + *whole + "`" : nearest_or_list(spec.symbol, names));
}

// Complains where the buffer's bytes are not the variable's.
bool can_set(LaunchDraft& draft, const BufferSpec& spec, const DeviceVariable& variable, const DeviceBuffer& buffer) {
  const std::string name = "`" + variable.name + "`";
  const bool is_plain = variable.element_bytes == info(variable.scalar).bytes;
  if (spec.is_constant && !variable.is_constant)
    return draft.complaints.error(spec.symbol_span, name + " is a `__device__` variable", "write `memory = \"symbol:" + variable.name + "\"`"), false;
  if (is_plain && !same_kind(variable.scalar, buffer.scalar))
    return draft.complaints.error(spec.symbol_span, "buffer `" + buffer.name + "` holds " + buffer_type(buffer) + ", but " + name + " is made of " + info(variable.scalar).spelling,
                                  "give the buffer that type"), false;
  if (buffer.bytes.size() <= variable.bytes.size()) return true;
  return draft.complaints.error(spec.symbol_span, "buffer `" + buffer.name + "` has " + grouped(buffer.bytes.size()) + " bytes, and " + name + " has " + grouped(variable.bytes.size()),
                                "make the buffer smaller or the variable larger"), false;
}

// Where the lesson gives no value, the variable's own stands.
void start_as_in_file(const DeviceVariable& variable, DeviceBuffer& buffer) {
  const std::vector<uint8_t> given = std::exchange(buffer.bytes, {variable.bytes.begin(), variable.bytes.begin() + static_cast<std::ptrdiff_t>(buffer.bytes.size())});
  for (const DeviceBuffer::ByteRange& range : buffer.filled)
    std::copy(given.begin() + static_cast<std::ptrdiff_t>(range.begin), given.begin() + static_cast<std::ptrdiff_t>(range.end), buffer.bytes.begin() + static_cast<std::ptrdiff_t>(range.begin));
  buffer.filled.clear();
  buffer.is_poisoned = false;
}

void set_variable(LaunchDraft& draft, const BufferSpec& spec, const DeviceVariable& variable, int index) {
  Launch& launch = draft.launch;
  DeviceBuffer& buffer = launch.device.buffers[static_cast<size_t>(index)];
  if (!can_set(draft, spec, variable, buffer)) return;
  if (buffer.is_poisoned) start_as_in_file(variable, buffer);
  launch.device.symbols.push_back({spec.symbol, static_cast<uint32_t>(index)});
  if (variable.is_constant) return;
  launch.outputs.push_back(index);
  if (spec.cover == Cover::once || spec.cover == Cover::all) launch.covered.push_back(index);
}

}  // namespace

void set_variables(LaunchDraft& draft) {
  for (const BufferSpec& spec : draft.stage.buffers) {
    const int index = spec.symbol.empty() ? -1 : buffer_index(draft.launch, spec.name);
    if (index < 0) continue;
    const auto& all = draft.compiled.variables;
    const auto variable = std::find_if(all.begin(), all.end(), [&](const DeviceVariable& v) { return v.name == spec.symbol; });
    if (variable == all.end()) check_is_in_file(draft, spec);
    else set_variable(draft, spec, *variable, index);
  }
}

}  // namespace wb
