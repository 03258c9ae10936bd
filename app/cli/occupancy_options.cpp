#include "app/cli/occupancy_options.h"

#include <algorithm>
#include <charconv>

#include "app/cli/terminal.h"
#include "app/workbook/occupancy_words.h"
#include "app/workbook/words.h"

namespace wb {

bool read_count(const char* option, const std::string& text, uint64_t most, uint64_t& value) {
  auto [rest, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (!text.empty() && status == std::errc{} && rest == text.data() + text.size() && value <= most) return true;
  return print_error("`" + std::string(option) + " " + text + "` is no whole number from 0 to " + grouped(most)), false;
}

const SmLimits* read_capability(const std::string& text) {
  const auto capability = capability_from(text);
  const SmLimits* sm = capability ? find_sm_limits(*capability) : nullptr;
  if (!sm) print_error("`--cc " + text + "` is no compute capability that is known here", "there are " + capability_list());
  return sm;
}

bool read_registers(const std::string& text, std::optional<uint32_t>& registers) {
  if (text.empty()) return true;
  uint64_t value = 0;
  if (!read_count("--registers", text, 1024, value)) return false;
  if (value == 0) return print_error("`--registers 0`: a thread takes at least one"), false;
  registers = static_cast<uint32_t>(value);
  return true;
}

bool read_block_threads(const std::string& text, uint32_t& threads) {
  uint64_t product = 1;
  size_t axes = 0;
  for (size_t at = 0; at <= text.size(); ++axes) {
    const size_t end = std::min(text.find(',', at), text.size());
    uint64_t axis = 0;
    if (!read_count("--block", text.substr(at, end - at), 1024, axis)) return false;
    product *= axis;
    at = end + 1;
  }
  if (axes > 3) return print_error("a block has three axes at most"), false;
  threads = static_cast<uint32_t>(product);
  return true;
}

}  // namespace wb
