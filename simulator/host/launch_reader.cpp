#include "simulator/host/launch_reader.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <optional>
#include <utility>

#include "simulator/host/host_functions.h"

namespace wb {
namespace {

constexpr uint64_t longest_instance = 8192;  // characters of a kernel's template arguments
constexpr const char* type_names[] = {
    "",     "bool",          "char",      "signed char",        "unsigned char", "short", "unsigned short", "int", "unsigned int",
    "long", "unsigned long", "long long", "unsigned long long", "float",         "double"};
enum Kind : uint64_t { pointer = 1, whole, real, record };  // of an argument, as the program says

}  // namespace

void LaunchReader::name_template_argument(uint64_t number, bool is_type, int64_t value) {
  if (number == 0) named_.clear();
  if (number != named_.size()) return;
  const bool is_named = value > 0 && value < static_cast<int64_t>(std::size(type_names));
  named_.push_back(!is_type ? std::to_string(value) : is_named ? type_names[value] : "");
}

std::string LaunchReader::text_at(uint64_t text, uint64_t bytes) const {
  const std::optional<MemoryView> read = bytes > longest_instance ? std::nullopt : memory_.read(text, bytes);
  return read ? std::string(read->bytes.begin(), read->bytes.end()) : "";
}

std::string LaunchReader::take_template_arguments() {
  const std::vector<std::string> named = std::exchange(named_, {});
  if (!instance_.empty()) return std::exchange(instance_, "");
  std::string text;
  for (const std::string& name : named) text += (text.empty() ? "" : ", ") + name;
  const bool is_known = std::none_of(named.begin(), named.end(), [](const std::string& name) { return name.empty(); });
  return is_known ? text : "";
}

HostValue LaunchReader::value_at(uint64_t& word) const {
  HostValue value;
  const uint64_t kind = memory_.word(word), bits = memory_.word(word + 1);
  word += 2;
  if (kind == pointer && !is_function_pointer(bits)) value.kind = HostValue::Kind::pointer, value.pointer = bits;
  if (kind == whole || (kind == pointer && is_function_pointer(bits))) value.whole = static_cast<int64_t>(bits);
  if (kind == real) value.kind = HostValue::Kind::real, std::memcpy(&value.real, &bits, sizeof bits);
  if (kind != record) return value;
  value.kind = HostValue::Kind::record;
  for (uint64_t i = 0; i < bits && word + i / 8 < HostMemory::box_words; ++i)
    value.record.push_back(static_cast<uint8_t>(memory_.word(word + i / 8) >> 8 * (i % 8)));
  word += (bits + 7) / 8;
  return value;
}

HostLaunchSeen LaunchReader::read() {
  const auto word = [&](uint64_t i) { return memory_.word(i); };
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
  for (uint64_t count = word(6); count > 0 && at + 1 < HostMemory::box_words - 8; --count) seen.arguments.push_back(value_at(at));
  return seen;
}

}  // namespace wb
