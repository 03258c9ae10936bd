#include "simulator/host/host_variables.h"

#include <algorithm>

namespace wb {
namespace {

constexpr uint64_t most_bytes = 16u << 20;

}  // namespace

bool HostVariables::is_same(const std::string& a, const std::string& b) {
  const std::string& shorter = a.size() < b.size() ? a : b;
  const std::string& longer = a.size() < b.size() ? b : a;
  return longer == shorter || (longer.ends_with(shorter) && longer[longer.size() - shorter.size() - 1] == ':');
}

bool HostVariables::is_managed(const std::string& name) const {
  return std::any_of(managed_.begin(), managed_.end(), [&](const std::string& managed) { return is_same(managed, name); });
}

const std::string* HostVariables::managed_at(uint32_t allocation) {
  const auto [at, is_new] = managed_at_.try_emplace(allocation, nullptr);
  if (!is_new || allocation < machine_.first_program_allocation() || allocation >= machine_.allocations().size()) return at->second;
  const AllocationInfo& info = machine_.allocations()[allocation];
  const auto found = std::find_if(managed_.begin(), managed_.end(), [&](const std::string& managed) { return is_same(managed, info.name); });
  if (info.space == Space::global && found != managed_.end()) at->second = &*found;
  return at->second;
}

HostVariables::Given& HostVariables::given_of(const std::string& name) {
  for (auto& [known, given] : set_)
    if (is_same(known, name)) return given;
  return set_[name];
}

bool HostVariables::set(uint64_t number, uint64_t from, uint64_t bytes, uint64_t offset) {
  take_addressed();
  const std::optional<MemoryView> read = bytes > most_bytes || offset > most_bytes ? std::nullopt : memory_.read(from, bytes);
  if (!read || number >= names_.size()) return false;
  Given& given = given_of(names_[number]);
  given.bytes.resize(std::max<uint64_t>(given.bytes.size(), offset + bytes));
  given.is_given.resize(given.bytes.size());
  std::copy(read->bytes.begin(), read->bytes.end(), given.bytes.begin() + static_cast<std::ptrdiff_t>(offset));
  std::fill_n(given.is_given.begin() + static_cast<std::ptrdiff_t>(offset), bytes, true);
  give_addressed();
  return true;
}

uint64_t HostVariables::copy_of(uint64_t number, uint64_t bytes, uint64_t offset, uint64_t own, uint64_t own_bytes) {
  take_addressed();
  const std::optional<MemoryView> start = number < names_.size() && own_bytes <= most_bytes && offset <= own_bytes && bytes <= own_bytes - offset ? memory_.read(own, own_bytes) : std::nullopt;
  const uint64_t pointer = start ? memory_.allocate(bytes, HostAllocation::Kind::pageable) : 0;
  if (!pointer) return 0;
  const Given& given = given_of(names_[number]);
  std::vector<uint8_t> now(start->bytes.begin() + static_cast<std::ptrdiff_t>(offset), start->bytes.begin() + static_cast<std::ptrdiff_t>(offset + bytes));
  for (uint64_t i = offset; i < std::min<uint64_t>(offset + bytes, given.bytes.size()); ++i)
    if (given.is_given[i]) now[i - offset] = given.bytes[i];
  memory_.write(*HostMemory::place_of(pointer), now);
  return pointer;
}

uint64_t HostVariables::address_of(uint64_t number, uint64_t bytes, uint64_t own) {
  const std::optional<MemoryView> start = number < names_.size() && bytes <= most_bytes ? memory_.read(own, bytes) : std::nullopt;
  if (!start) return 0;
  for (const Addressed& a : addressed_)
    if (is_same(a.name, names_[number])) return make_pointer(0, static_cast<int64_t>(a.begin));
  const uint64_t pointer = memory_.allocate(bytes, HostAllocation::Kind::device);
  if (!pointer) return 0;
  Given& given = given_of(names_[number]);
  given.bytes.resize(bytes);
  given.is_given.resize(bytes);
  for (uint64_t i = 0; i < bytes; ++i)
    if (!given.is_given[i]) given.bytes[i] = start->bytes[i];
  given.is_given.assign(bytes, true);
  const uint64_t begin = *HostMemory::place_of(pointer);
  addressed_.push_back({names_[number], begin, bytes, {}});
  memory_.write(begin, given.bytes);
  take_addressed();
  return pointer;
}

// A managed variable is the program's own, too: its bytes there.
std::span<uint8_t> HostVariables::managed_bytes(const std::string& name) {
  for (uint32_t i = machine_.first_program_allocation(); i < machine_.allocations().size(); ++i) {
    const AllocationInfo& info = machine_.allocations()[i];
    if (info.space != Space::global || !is_same(info.name, name)) continue;
    for (uint32_t block = 0; block < machine_.memory().count(); ++block)
      if (machine_.memory()[block].data == machine_.bytes_of(i, 0, 0)) return {machine_.memory()[block].data, info.bytes};
  }
  return {};
}

void HostVariables::take_from_program() {
  for (const std::string& name : managed_)
    if (const std::span<uint8_t> bytes = managed_bytes(name); !bytes.empty()) given_of(name) = {{bytes.begin(), bytes.end()}, std::vector<bool>(bytes.size(), true)};
  take_addressed();
}

void HostVariables::give_to_program() {
  for (const std::string& name : managed_) {
    const std::span<uint8_t> bytes = managed_bytes(name);
    const Given& given = given_of(name);
    std::copy_n(given.bytes.begin(), std::min(bytes.size(), given.bytes.size()), bytes.begin());
  }
  give_addressed();
}

void HostVariables::take_addressed() {
  for (Addressed& a : addressed_) {
    Given& given = given_of(a.name);
    std::copy_n(memory_.at(a.begin), std::min(a.bytes, given.bytes.size()), given.bytes.begin());
    a.taken = given.bytes;
  }
}

// What has changed since then.
void HostVariables::give_addressed() {
  for (const Addressed& a : addressed_) {
    const Given& given = given_of(a.name);
    for (size_t i = 0; i < std::min({a.taken.size(), given.bytes.size(), a.bytes}); ++i)
      if (given.bytes[i] != a.taken[i]) *memory_.at(a.begin + i) = given.bytes[i];
  }
}

std::vector<HostVariable> HostVariables::of(const std::vector<DeviceVariable>& used) {
  std::vector<HostVariable> all;
  for (const DeviceVariable& v : used) {
    const Given& given = given_of(v.name);
    HostVariable variable{v.name, v.bytes};
    for (size_t i = 0; i < std::min(given.bytes.size(), variable.bytes.size()); ++i)
      if (given.is_given[i]) variable.bytes[i] = given.bytes[i];
    all.push_back(std::move(variable));
  }
  return all;
}

void HostVariables::leave(const std::string& name, std::vector<uint8_t> bytes) {
  const size_t count = bytes.size();
  given_of(name) = {std::move(bytes), std::vector<bool>(count, true)};
}

void HostVariables::leave_changes(const std::string& name, std::span<const uint8_t> bytes, std::span<const uint8_t> before) {
  Given& given = given_of(name);
  given.bytes.resize(std::max(given.bytes.size(), bytes.size()));
  given.is_given.resize(given.bytes.size());
  for (size_t i = 0; i < std::min(bytes.size(), before.size()); ++i)
    if (bytes[i] != before[i]) given.bytes[i] = bytes[i], given.is_given[i] = true;
}

}  // namespace wb
