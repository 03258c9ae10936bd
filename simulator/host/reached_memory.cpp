#include "simulator/host/reached_memory.h"

#include <algorithm>
#include <cstring>

namespace wb {
namespace {

constexpr size_t most_found = 4096;
constexpr size_t most_views = 4;          // of one allocation, as elements of different types
constexpr size_t longest_name = 40;
constexpr uint64_t most_words = 1 << 20;  // that are looked at in untyped memory

}  // namespace

void ReachedMemory::start(int allocation, uint64_t offset, TypeId element, const std::string& name) { see({allocation, offset, true}, element, name); }

std::vector<HostPointer> ReachedMemory::start(const std::vector<uint8_t>& bytes, TypeId type, const std::string& name) {
  std::vector<HostPointer> pointers;
  for (const PointerField& field : pointer_fields(types_, type).fields) {
    if (field.offset + 8 > bytes.size() || (!pointers.empty() && field.offset < pointers.back().at + 8)) continue;
    uint64_t pointer;
    std::memcpy(&pointer, bytes.data() + field.offset, sizeof pointer);
    const HostMemoryView::Place place = memory_.place_of_pointer(pointer);
    if (!place.is_address) continue;
    pointers.push_back({field.offset, place.allocation, place.offset});
    see(place, field.pointee, name + (field.path.empty() || field.path.front() == '[' ? "" : ".") + field.path);
  }
  return pointers;
}

void ReachedMemory::walk() {
  for (size_t next = 0; next < views_.size(); ++next) {
    const View view = views_[next];
    if (!memory_.is_known(found_[view.index].allocation)) continue;
    if (is_raw_memory(types_, view.element)) look_through_raw(view);
    else look_through(view);
  }
  for (Found& found : found_) {
    std::vector<HostPointer>& all = found.pointers;
    std::stable_sort(all.begin(), all.end(), [](const HostPointer& a, const HostPointer& b) { return a.at < b.at; });
    all.erase(std::unique(all.begin(), all.end(), [](const HostPointer& a, const HostPointer& b) { return b.at < a.at + 8; }), all.end());
  }
}

size_t ReachedMemory::index_of(int allocation, TypeId element, const std::string& name) {
  const auto [known, is_new] = index_of_.try_emplace(allocation, found_.size());
  if (!is_new) return known->second;
  Found found;
  found.allocation = allocation;
  found.type = types_.name(element) + "*";
  found.name = name.size() <= longest_name ? name : types_.name(element) + " " + std::to_string(found_.size());
  const Type& of = types_[element];
  if (of.kind == TypeKind::scalar || of.kind == TypeKind::enumeration) found.scalar = of.scalar;
  found.element_bytes = static_cast<uint32_t>(types_.size_of(element));
  found_.push_back(std::move(found));
  views_of_.emplace_back();
  return known->second;
}

void ReachedMemory::see(const HostMemoryView::Place& place, TypeId element, const std::string& name) {
  if (place.allocation < 0 || (found_.size() >= most_found && !index_of_.contains(place.allocation))) return;
  const size_t index = index_of(place.allocation, element, name);
  const bool is_raw = is_raw_memory(types_, element);
  if (!is_raw && fields(element).fields.empty()) return;
  const View view{index, place.offset % (is_raw ? 8 : fields(element).stride), element};
  std::vector<View>& others = views_of_[index];
  const auto same = [&](const View& other) { return other.phase == view.phase && other.element.v == view.element.v; };
  if (others.size() == most_views || std::any_of(others.begin(), others.end(), same)) return;
  others.push_back(view);
  views_.push_back(view);
}

void ReachedMemory::look_through(const View& view) {
  const int allocation = found_[view.index].allocation;
  const uint64_t size = memory_.size_of(allocation);
  const PointerFields in = fields(view.element);
  for (uint64_t element = view.phase; element + in.stride <= size; element += in.stride) {
    words_ += in.fields.size();
    for (const PointerField& field : in.fields) {
      const auto word = memory_.word_at(allocation, element + field.offset);
      const HostMemoryView::Place place = word ? memory_.place_of_pointer(*word) : HostMemoryView::Place{};
      if (!place.is_address) continue;
      found_[view.index].pointers.push_back({element + field.offset, place.allocation, place.offset});
      see(place, field.pointee, name_of(view, element, field.path, in.stride));
    }
  }
}

void ReachedMemory::look_through_raw(const View& view) {
  const int allocation = found_[view.index].allocation;
  const uint64_t end = std::min(memory_.size_of(allocation), view.phase + 8 * most_words);
  words_ += end / 8;
  for (uint64_t at = view.phase; at + 8 <= end; at += 8) {
    const auto word = memory_.word_at(allocation, at);
    const HostMemoryView::Place place = word ? memory_.place_of_pointer(*word) : HostMemoryView::Place{};
    if (place.allocation < 0 && place.allocation != HostPointer::in_heap) continue;
    found_[view.index].pointers.push_back({at, place.allocation, place.offset});
    see(place, view.element, found_[view.index].name + ".at(" + std::to_string(at) + ")");
  }
}

// "rows[2]", "nodes[3].next", and where there is one element alone "head->next".
std::string ReachedMemory::name_of(const View& view, uint64_t element, const std::string& path, uint64_t stride) const {
  const Found& of = found_[view.index];
  const std::string dot = path.empty() || path.front() == '[' ? "" : ".";
  if (!dot.empty() && element == 0 && memory_.size_of(of.allocation) < 2 * stride) return of.name + "->" + path;
  return of.name + "[" + std::to_string(element / stride) + "]" + dot + path;
}

const PointerFields& ReachedMemory::fields(TypeId element) {
  const auto [it, is_new] = fields_.try_emplace(element.v);
  if (is_new) it->second = pointer_fields(types_, element);
  return it->second;
}

}  // namespace wb
