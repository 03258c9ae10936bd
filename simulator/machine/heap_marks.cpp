#include "simulator/machine/heap_marks.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "simulator/simulator.h"

namespace wb {

// In front of each block. Units that have once begun a block begin one for ever: memory that was given back is taken again in one piece.
struct HeapMarks::Header {
  uint32_t bytes = 0, form = 0;
  uint32_t taken_site = 0, taken_block = 0, given_site = 0, given_block = 0;
  uint16_t taken_thread = 0, given_thread = 0;
  uint32_t tag : 31 = 0, is_live : 1 = 0;
};

namespace {

constexpr uint32_t near_units = 1024;  // how far from a block an access is looked upon as an overrun of it, whatever other block has its tag
constexpr size_t merged_looks = 4;     // the last ones that a new one may be merged with: those of the lanes before, at marks, headers and bytes

void set_dirty(uint8_t* pages, uint64_t first, uint64_t bytes) {
  if (bytes) std::memset(pages + (first >> page_shift), 1, ((first + bytes - 1) >> page_shift) - (first >> page_shift) + 1);
}

}  // namespace

HeapMarks::HeapMarks(Memory::Block& heap, Memory::Block& marks)
    : heap_(heap.data), written_(heap.written_bits), heap_dirty_(heap.dirty.data()), marks_(marks.data), marks_dirty_(marks.dirty.data()),
      units_(static_cast<uint32_t>(heap.size / unit_bytes)) {
  static_assert(sizeof(Header) == header_units * unit_bytes);
}

HeapMarks::SizeClass HeapMarks::size_class(uint64_t bytes) {
  const auto wanted = static_cast<uint32_t>((bytes + unit_bytes - 1) / unit_bytes + header_units);
  const uint32_t step = wanted <= 32 ? 0 : 27u - static_cast<uint32_t>(std::countl_zero(wanted - 1));
  const uint32_t units = (wanted + (1u << step) - 1) >> step << step;
  return {units, 16 * step + (units >> step)};
}

uint32_t HeapMarks::mark(uint64_t index) const {
  uint32_t value;
  std::memcpy(&value, marks_ + index * sizeof value, sizeof value);
  if (is_followed_) note_look(true, index * sizeof value, sizeof value);
  return value;
}
void HeapMarks::set_mark(uint64_t index, uint32_t value) {
  std::memcpy(marks_ + index * sizeof value, &value, sizeof value);
  set_dirty(marks_dirty_, index * sizeof value, sizeof value);
  note(true, index * sizeof value, sizeof value);
}

// One behind the other: one change.
void HeapMarks::note(bool in_marks, uint64_t offset, uint64_t bytes) {
  if (!is_followed_ || bytes == 0) return;
  if (!changes_.empty() && changes_.back().in_marks == in_marks && changes_.back().offset + changes_.back().bytes == offset) changes_.back().bytes += bytes;
  else changes_.push_back({in_marks, offset, bytes});
}

// Within a page: one look.
void HeapMarks::note_look(bool in_marks, uint64_t offset, uint64_t bytes) const {
  for (size_t i = looks_.size(); i-- > 0 && i + merged_looks >= looks_.size();) {
    HeapChange& known = looks_[i];
    const uint64_t low = std::min(known.offset, offset), high = std::max(known.offset + known.bytes, offset + bytes);
    if (known.in_marks != in_marks || low >> page_shift != (high - 1) >> page_shift) continue;
    known.offset = low;
    known.bytes = high - low;
    return;
  }
  looks_.push_back({in_marks, offset, bytes});
}

HeapMarks::Header HeapMarks::header(uint32_t unit) const {
  Header header;
  std::memcpy(&header, heap_ + uint64_t{unit} * unit_bytes, sizeof header);
  if (is_followed_) note_look(false, uint64_t{unit} * unit_bytes, sizeof header);
  return header;
}
void HeapMarks::set_header(uint32_t unit, const Header& header) {
  std::memcpy(heap_ + uint64_t{unit} * unit_bytes, &header, sizeof header);
  set_dirty(heap_dirty_, uint64_t{unit} * unit_bytes, sizeof header);
  note(false, uint64_t{unit} * unit_bytes, sizeof header);
}

int64_t HeapMarks::open(uint32_t unit, uint32_t bytes, uint32_t form, const HeapMoment& who) {
  const uint64_t taken = uint64_t{units_} + heap_tags;  // the mark that counts the blocks
  const uint32_t tag = 1 + mark(taken) % (heap_tags - 1);
  set_mark(taken, mark(taken) + 1);
  set_mark(units_ + tag, unit);
  const uint32_t end = std::min(unit + header_units + (bytes + unit_bytes - 1) / unit_bytes, units_);
  for (uint32_t u = unit; u < end; ++u) set_mark(u, unit);
  set_header(unit, {bytes, form, who.site, who.block, UINT32_MAX, 0, static_cast<uint16_t>(who.thread), 0, tag, 1});

  const uint64_t begin = uint64_t{unit + header_units} * unit_bytes, room = uint64_t{end} * unit_bytes - begin;
  std::memset(heap_ + begin, poison_byte, room);
  std::memset(written_ + begin / 8, 0, room / 8);
  set_dirty(heap_dirty_, begin, room);
  note(false, begin, room);
  return heap_offset(tag, static_cast<int64_t>(begin));
}

HeapMarks::Closed HeapMarks::close(int64_t offset, HeapWay way, const HeapMoment& who) {
  Closed closed{.block = meant_by(offset)};
  if (closed.block.state == HeapBlock::State::none) return closed;
  closed.how = closed.block.state == HeapBlock::State::given ? Closing::again : heap_place(offset) != closed.block.begin ? Closing::middle
               : closed.block.form.way == way               ? Closing::fine
                                                            : Closing::other_way;
  if (closed.how == Closing::again || closed.how == Closing::middle) return closed;
  closed.unit = closed.block.begin / unit_bytes - header_units;
  Header h = header(closed.unit);
  h.given_site = who.site;
  h.given_block = who.block;
  h.given_thread = static_cast<uint16_t>(who.thread);
  h.is_live = false;
  set_header(closed.unit, h);
  return closed;
}

void HeapMarks::bring(const DeviceHeap& heap) {
  const auto site = [](const DeviceHeap::Moment& m) { return m.line ? HeapMoment::earlier + m.line : UINT32_MAX; };
  std::memcpy(heap_, heap.bytes.data(), heap.bytes.size());
  std::memcpy(written_, heap.written.data(), heap.written.size());
  set_dirty(heap_dirty_, 0, heap.bytes.size());
  for (const DeviceHeap::Block& b : heap.blocks) {
    for (uint32_t u = b.unit; u < b.unit + header_units + (b.bytes + unit_bytes - 1) / unit_bytes; ++u) set_mark(u, b.unit);
    set_mark(units_ + b.tag, b.unit);
    set_header(b.unit, {b.bytes, b.form, site(b.taken), b.taken.block, site(b.given), b.given.block, static_cast<uint16_t>(b.taken.thread), static_cast<uint16_t>(b.given.thread),
                        b.tag, b.is_live});
  }
  set_mark(uint64_t{units_} + heap_tags, heap.taken);
}

// Whose units are given out already, but who has not come to open(), has none yet.
template <class Visit>
void HeapMarks::each_block(uint32_t used, Visit&& visit) const {
  for (uint32_t unit = 1; unit < 1 + used;) {
    if (mark(unit) != unit) {
      ++unit;
      continue;
    }
    const Header h = header(unit);
    visit(unit, h);
    unit += size_class(h.bytes).units;
  }
}

DeviceHeap HeapMarks::leave(uint32_t used) const {
  DeviceHeap heap;
  heap.taken = mark(uint64_t{units_} + heap_tags);
  each_block(used, [&](uint32_t unit, const Header& h) {
    if (!heap.blocks.empty()) heap.blocks.back().units = unit - heap.blocks.back().unit;
    heap.blocks.push_back({unit, 1 + used - unit, h.bytes, h.form, h.tag, h.is_live != 0, {h.taken_site, h.taken_block, h.taken_thread}, {h.given_site, h.given_block, h.given_thread}});
  });
  const uint64_t bytes = uint64_t{1 + used} * unit_bytes;
  heap.bytes.assign(heap_, heap_ + bytes);
  heap.written.assign(written_, written_ + bytes / 8);
  return heap;
}

uint32_t HeapMarks::owner(int64_t place) const {
  return place < 0 || place >= int64_t{units_} * unit_bytes ? 0 : mark(static_cast<uint64_t>(place) / unit_bytes);
}

bool HeapMarks::holds(int64_t offset, uint32_t bytes) const {
  const int64_t place = heap_place(offset);
  const uint32_t unit = owner(place);
  if (!unit) return false;
  const Header h = header(unit);
  const int64_t begin = int64_t{unit + header_units} * unit_bytes;
  const bool is_fine = h.is_live && h.tag == heap_tag(offset) && place >= begin && place + bytes <= begin + h.bytes;
  if (is_fine && is_followed_) note_look(false, static_cast<uint64_t>(place), bytes);
  return is_fine;
}

// The block of that tag: the one at the place or nearest to it, else the last one that got the tag. 0: there was none.
uint32_t HeapMarks::find(uint32_t tag, int64_t place) const {
  if (tag == 0) return 0;
  const int64_t unit = place / unit_bytes, last = int64_t{units_} - 1;
  for (int64_t u = std::min(unit, last); u > 0 && u > unit - near_units; --u) {
    const uint32_t begins = mark(static_cast<uint64_t>(u));
    if (begins && header(begins).tag == tag) return begins;
    if (begins) u = begins;
  }
  for (int64_t u = std::max<int64_t>(unit, 0); u <= last && u < unit + near_units; ++u)
    if (const uint32_t begins = mark(static_cast<uint64_t>(u)); begins && header(begins).tag == tag) return begins;
  return mark(units_ + tag);
}

HeapBlock HeapMarks::block_of(uint32_t unit) const {
  const Header h = header(unit);
  return {h.is_live ? HeapBlock::State::live : HeapBlock::State::given, heap_form(h.form), (unit + header_units) * unit_bytes, h.bytes,
          {h.taken_site, h.taken_block, h.taken_thread}, {h.given_site, h.given_block, h.given_thread}};
}

HeapBlock HeapMarks::meant_by(int64_t offset) const {
  const uint32_t tag = heap_tag(offset), unit = find(tag, heap_place(offset));
  if (!unit) return {};
  if (header(unit).tag == tag) return block_of(unit);
  return {.state = HeapBlock::State::given, .form = {}, .begin = (unit + header_units) * unit_bytes, .taken = {}, .given = {}};  // another one has its memory
}

HeapBlock HeapMarks::at(int64_t place) const {
  const uint32_t unit = owner(place);
  return unit ? block_of(unit) : HeapBlock{};
}

HeapBlocks HeapMarks::blocks(uint32_t used) const {
  HeapBlocks all;
  each_block(used, [&](uint32_t unit, const Header&) { all.blocks.push_back(block_of(unit)); });
  return all;
}

}  // namespace wb
