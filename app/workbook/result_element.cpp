#include "app/workbook/result_element.h"

#include <algorithm>
#include <charconv>
#include <vector>

#include "app/backends/scalar_bytes.h"
#include "app/workbook/words.h"

namespace wb {

namespace {

// "[2][7]" -> 2, 7
std::optional<std::vector<uint64_t>> read_index(std::string_view text) {
  std::vector<uint64_t> index;
  while (!text.empty()) {
    const size_t close = text.find(']');
    uint64_t i = 0;
    if (text.front() != '[' || close == std::string_view::npos) return std::nullopt;
    const auto [rest, status] = std::from_chars(text.data() + 1, text.data() + close, i);
    if (status != std::errc{} || rest != text.data() + close) return std::nullopt;
    index.push_back(i);
    text.remove_prefix(close + 1);
  }
  return index.empty() ? std::nullopt : std::optional(index);
}

// The element's number in memory; nothing outside of the buffer.
std::optional<uint64_t> flat_index(const DeviceBuffer& buffer, const std::vector<uint64_t>& index) {
  uint64_t element = 0;
  if (index.size() == 1) {
    element = index[0];
  } else {
    for (size_t d = 0; d < index.size(); ++d) {
      if (index[d] >= buffer.shape[d]) return std::nullopt;
      element = element * buffer.shape[d] + index[d];
    }
  }
  return element < buffer.element_count() ? std::optional(element) : std::nullopt;
}

}  // namespace

std::optional<double> result_element(std::span<const DeviceBuffer> buffers, std::string_view wanted, std::string& why) {
  const size_t open = std::min(wanted.find('['), wanted.size());
  const std::string name(wanted.substr(0, open));
  const auto index = read_index(wanted.substr(open));
  if (!index) return why = "write it as buffer[3] or buffer[2][7]", std::nullopt;
  const auto found = std::find_if(buffers.begin(), buffers.end(), [&](const DeviceBuffer& b) { return b.name == name; });
  if (found == buffers.end()) return why = "there is no buffer `" + name + "`", std::nullopt;
  if (found->vector_lanes > 1) return why = "an element of `" + name + "` is more than one number", std::nullopt;
  if (index->size() > 1 && index->size() != found->shape.size()) return why = "`" + name + "` has " + counted(found->shape.size(), "dimension", "dimensions"), std::nullopt;
  const auto element = flat_index(*found, *index);
  if (!element) return why = "it lies outside of `" + name + "`", std::nullopt;
  const bool is_written = !found->is_poisoned || (*element < found->written.size() && found->written[*element]);
  if (!is_written) return why = "nobody writes it", std::nullopt;
  return load_scalar(found->scalar, &found->bytes[*element * found->element_bytes()]);
}

}  // namespace wb
