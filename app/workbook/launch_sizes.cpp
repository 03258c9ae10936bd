#include "app/workbook/launch_sizes.h"

#include <algorithm>

#include "app/workbook/assumed_template.h"
#include "app/workbook/element_words.h"
#include "app/workbook/words.h"

namespace wb {
namespace {

constexpr uint64_t most_elements = 1u << 22;

std::vector<std::string> words(const Shape& shape) {
  std::vector<std::string> out{std::to_string(shape[0]), std::to_string(shape[1]), std::to_string(shape[2])};
  while (out.size() > 1 && out.back() == "1") out.pop_back();
  return out;
}
std::vector<std::string> words(const std::array<uint32_t, 3>& shape) { return words(Shape{shape[0], shape[1], shape[2]}); }

Shape numbers(const std::vector<std::string>& sizes) {
  Shape shape{1, 1, 1};
  for (size_t i = 0; i < std::min<size_t>(sizes.size(), 3); ++i)
    if (is_whole_number(sizes[i]) && sizes[i].size() < 10) shape[i] = std::max<uint64_t>(std::stoull(sizes[i]), 1);
  return shape;
}

// The last warp has no thread with work, the one before it some.
uint64_t uneven(uint64_t size) { return size > 64 ? size - 40 : size > 4 ? size - 3 : size; }

std::string lower(std::string_view name) {
  std::string low;
  for (char c : name) low += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return low;
}
// From one matrix to the next.
bool is_stride_of_batch(std::string_view name) {
  const std::string low = lower(name);
  return low.find("batch") != std::string::npos && low.find("stride") != std::string::npos;
}

bool starts_with_any(std::string_view name, std::initializer_list<const char*> beginnings) {
  const std::string low = lower(name);
  return std::any_of(beginnings.begin(), beginnings.end(), [&](const char* beginning) { return low.starts_with(beginning); });
}

}  // namespace

std::string spoken_sizes(const std::vector<std::string>& sizes) {
  std::string out;
  for (const std::string& size : sizes) out += (out.empty() ? "" : " x ") + size;
  return out;
}

LaunchSizes::LaunchSizes(const LaunchToWrite& launch, const KernelUse& use, uint64_t elements, WrittenLaunch& out) : launch_(launch), use_(use), out_(out) {
  const HostLaunch* host = launch.host;
  if (host) out.assume(host->assumed);
  if (!launch.wishes.block.empty()) block_ = launch.wishes.block;
  else if (host && host->block) block_ = words(*host->block);
  if (block_.empty()) {
    block_ = words(assumed_block(use));
    out.assume("a block of " + spoken_sizes(block_) + " threads");
  }
  if (!launch.wishes.grid.empty()) grid_ = launch.wishes.grid;
  else if (host && host->grid) grid_ = words(*host->grid);
  if (grid_.empty()) {
    grid_ = words(assumed_grid(use, numbers(block_), elements));
    out.assume("a grid of " + spoken_sizes(grid_) + (grid_.size() == 1 && grid_[0] == "1" ? " block" : " blocks"));
  }
}

uint64_t LaunchSizes::threads(size_t axis) const {
  double count = 1;
  for (size_t a = 0; a < 3; ++a) {
    if (axis < 3 && a != axis) continue;
    if (a < grid_.size() && is_whole_number(grid_[a])) count *= static_cast<double>(whole_number(grid_[a]));
    if (a < block_.size() && is_whole_number(block_[a])) count *= static_cast<double>(whole_number(block_[a]));
  }
  return static_cast<uint64_t>(std::min(count, 4e9));
}

// Not where the text speaks of what its sizes are multiples of.
bool LaunchSizes::is_uneven() const {
  if (!launch_.guess.is_uneven || launch_.host || use_.guards.empty()) return false;
  constexpr std::string_view words[] = {"multiple of", "multiples of", "divisible", "divides", "power of", "powers of"};
  return std::none_of(std::begin(words), std::end(words), [&](std::string_view word) { return launch_.source.find(word) != std::string_view::npos; });
}

uint64_t LaunchSizes::size_along(size_t axis) const { return is_uneven() ? uneven(threads(axis)) : threads(axis); }

uint64_t LaunchSizes::elements(const KernelParameter& buffer) const {
  std::optional<uint64_t> count;
  const auto bound = is_uneven() && !use_.stored.contains(buffer.name) ? use_.bounded.find(buffer.name) : use_.bounded.end();
  if (bound != use_.bounded.end()) count = value_of(bound->second);
  return std::clamp<uint64_t>(count.value_or(threads(3)), 1, most_elements);
}

std::optional<uint64_t> LaunchSizes::value_of(const std::string& parameter) const {
  const std::vector<KernelParameter>& parameters = launch_.compiled.parameters;
  const auto of = std::find_if(parameters.begin(), parameters.end(), [&](const KernelParameter& p) { return p.name == parameter; });
  if (of == parameters.end()) return std::nullopt;
  const auto wish = launch_.wishes.arguments.find(parameter);
  const std::string text = wish != launch_.wishes.arguments.end() ? wish->second : number(*of);
  return is_whole_number(text) && text.size() < 10 ? std::optional(std::stoull(text)) : std::nullopt;
}

bool LaunchSizes::is_sought(const KernelParameter& p) const {
  return !launch_.host && p.scalar != ScalarKind::void_ && is_integer(p.scalar) && !p.is_pointer && use_.sought.contains(p.name) && !launch_.wishes.arguments.contains(p.name);
}

// A size that the host code computes at run time: the threads of the launch along the axis that the name speaks of.
std::string LaunchSizes::number(const KernelParameter& p) const {
  if (p.scalar == ScalarKind::float_ || p.scalar == ScalarKind::double_ || p.scalar == ScalarKind::bool_) return "1";
  if (is_sought(p)) return std::to_string(sought_number);
  out_.assumes_values = true;
  if (!launch_.host) out_.assumed_numbers.insert(p.name);
  if (!launch_.host && (use_.places.contains(p.name) || launch_.guess.small.contains(p.name))) return "1";
  const HostLaunch* host = launch_.host;
  const uint64_t largest = launch_.guess.largest;
  if (host && !largest)
    if (auto same = host->unknowns.find(p.name); same != host->unknowns.end()) return in_range(same->second.value(), p.scalar, p.bytes);  // as for the grid and the buffers
  if (is_stride_of_batch(p.name)) return std::to_string(largest ? largest * largest : std::min<uint64_t>(threads(3), 4096) * std::min<uint64_t>(threads(3), 4096));
  if (block_.size() < 2 && starts_with_any(p.name, {"stride", "incx", "incy", "inc"})) return "1";
  size_t axis = is_flat() ? 3 : 0;
  if (!is_flat() && starts_with_any(p.name, {"h", "row", "ny", "nrow", "imgh", "numrow", "num_row"})) axis = 1;
  if (!is_flat() && starts_with_any(p.name, {"nz", "depth", "dimz", "sizez"})) axis = 2;
  constexpr uint64_t some_planes = 8;  // of a kernel that walks along an axis of which its launch has none
  uint64_t size = axis == 2 && threads(axis) == 1 ? some_planes : use_.guards.contains(p.name) ? size_along(axis) : threads(axis);
  if (largest) size = std::min(size, largest);
  return std::to_string(usual_number(p.name, static_cast<int64_t>(size)));
}

// Four words a thread, where nobody says it.
std::string LaunchSizes::dynamic_shared_bytes() const {
  if (!launch_.wishes.shared_bytes.empty()) return launch_.wishes.shared_bytes;
  if (launch_.host && launch_.host->shared_bytes) return std::to_string(*launch_.host->shared_bytes);
  if (launch_.host || !use_.has_dynamic_shared) return "0";
  const Shape block = numbers(block_);
  const std::string bytes = std::to_string(std::min<uint64_t>(block[0] * block[1] * block[2] * 16, 48 << 10));
  out_.assume(bytes + " bytes of dynamic shared memory");
  return bytes;
}

}  // namespace wb
