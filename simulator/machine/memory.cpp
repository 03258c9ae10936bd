#include "simulator/machine/memory.h"

#include <algorithm>
#include <cstring>
#include <new>

namespace wb {
namespace {

// Memory that the system gives page by page, as somebody comes to them.
Memory::Zeros zeros_of(uint64_t bytes) {
  Memory::Zeros zeros(static_cast<uint8_t*>(std::calloc(bytes, 1)));
  if (!zeros) throw std::bad_alloc();
  return zeros;
}

// What zeros are before anybody comes to them.
const std::shared_ptr<const PageRun>& untouched_run() {
  static const std::shared_ptr<const PageRun> run = [] {
    auto made = std::make_shared<PageRun>();
    made->pages.fill(std::make_shared<const Page>());
    return made;
  }();
  return run;
}

size_t run_count(const Memory::Block& block) { return block.dirty.size() / pages_of_run - 1; }

void copy_page(const Memory::Block& block, size_t page, Page& to) {
  std::memcpy(to.bytes.data(), block.data + page * page_bytes, page_bytes);
  std::memcpy(to.written.data(), block.written_bits + page * (page_bytes / 8), page_bytes / 8);
}

size_t page_count(const Memory::Block& block) { return (block.size + page_bytes - 1) / page_bytes; }

bool is_dirty(const Memory::Block& block, size_t run) {
  uint64_t any = 0;
  for (size_t i = 0; i < pages_of_run; i += 8) {
    uint64_t flags;
    std::memcpy(&flags, block.dirty.data() + run * pages_of_run + i, 8);
    any |= flags;
  }
  return any;
}

// Big buffers begin alike page by page, as poison or zeros: in the first save such pages are one, and so are whole runs of them. Later ones have their own: whoever counts
// what a save holds alone asks who else holds a page.
struct Alike {
  std::shared_ptr<const Page> page;    // saved last
  std::shared_ptr<const PageRun> run;  // saved last of those that hold one page 32 times
};

bool is_equal(const Memory::Block& block, size_t page, const Page& other) {
  return std::memcmp(other.bytes.data(), block.data + page * page_bytes, page_bytes) == 0 &&
         std::memcmp(other.written.data(), block.written_bits + page * (page_bytes / 8), page_bytes / 8) == 0;
}

bool is_one_page(const PageRun& run) {
  return std::all_of(run.pages.begin(), run.pages.end(), [&](const auto& page) { return page && page == run.pages[0]; });
}

bool is_equal(const Memory::Block& block, size_t first, const PageRun& one_page) {
  for (size_t page = first; page < first + pages_of_run; ++page)
    if (page >= page_count(block) || !is_equal(block, page, *one_page.pages[0])) return false;
  return true;
}

// Saves the pages of one run that were written; gives the memory that this took.
size_t save_run(Memory::Block& block, size_t run, Alike& alike) {
  const size_t first = run * pages_of_run, end = std::min(first + pages_of_run, page_count(block));
  if (!block.base[run] && alike.run && is_equal(block, first, *alike.run)) {
    std::memset(block.dirty.data() + first, 0, pages_of_run);
    block.base[run] = alike.run;
    return 0;
  }
  auto saved = std::make_shared<PageRun>();
  if (block.base[run]) *saved = *block.base[run];
  size_t bytes = sizeof(PageRun);
  for (size_t page = first; page < end; ++page) {
    std::shared_ptr<const Page>& kept = saved->pages[page - first];
    if (kept && !block.dirty[page]) continue;
    const bool is_first = !kept;
    if (is_first && alike.page && is_equal(block, page, *alike.page)) {
      kept = alike.page;
      continue;
    }
    auto copy = std::make_shared<Page>();
    copy_page(block, page, *copy);
    kept = std::move(copy);
    if (is_first) alike.page = kept;
    bytes += sizeof(Page);
  }
  std::memset(block.dirty.data() + first, 0, pages_of_run);
  if (!block.base[run] && is_one_page(*saved)) alike.run = saved;
  block.base[run] = std::move(saved);
  return bytes;
}

// Null: it was never saved.
const std::shared_ptr<const PageRun>& run_of(const std::vector<std::shared_ptr<const PageRun>>& runs, size_t run) { return run < runs.size() ? runs[run] : untouched_run(); }

// Does loading copy this page of a run?
bool differs(const Memory::Block& block, size_t run, size_t page, const PageRun& wanted) {
  const Page* const from = wanted.pages[page].get();
  const PageRun* const base = run_of(block.base, run).get();
  return from && (block.dirty[run * pages_of_run + page] || !base || base->pages[page].get() != from);
}

void copy_page(const Page& from, Memory::Block& block, size_t page) {
  std::memcpy(block.data + page * page_bytes, from.bytes.data(), page_bytes);
  std::memcpy(block.written_bits + page * (page_bytes / 8), from.written.data(), page_bytes / 8);
}

void load_run(Memory::Block& block, size_t run, const std::shared_ptr<const PageRun>& wanted) {
  const size_t first = run * pages_of_run, end = std::min(first + pages_of_run, page_count(block));
  for (size_t page = first; page < end; ++page)
    if (differs(block, run, page - first, *wanted)) copy_page(*wanted->pages[page - first], block, page);
  std::memset(block.dirty.data() + first, 0, pages_of_run);
  block.base[run] = wanted;
}

// visit(run, first page, behind the last one) of each run of pages in which it lies.
template <class Visit>
void each_run_of(const Memory::Block& block, const Memory::Part& part, Visit&& visit) {
  const size_t end = std::min<size_t>((part.high + page_bytes - 1) >> page_shift, page_count(block));
  for (size_t page = part.low >> page_shift, behind = 0; page < end; page = behind) {
    const size_t run = page / pages_of_run;
    behind = std::min(end, (run + 1) * pages_of_run);
    visit(run, page, behind);
  }
}

template <class Visit>
void each_run_to_load(const std::vector<Memory::Block>& blocks, const MemoryImage& image, Visit&& visit) {
  for (size_t b = 0; b < blocks.size() && b < image.runs.size(); ++b) {
    const Memory::Block& block = blocks[b];
    if (!block.may_be_stored || block.is_lent) continue;
    const std::vector<std::shared_ptr<const PageRun>>& saved = image.runs[b];
    const size_t runs = block.zeros ? run_count(block) : std::min(block.base.size(), saved.size());
    for (size_t run = 0; run < runs; ++run) {
      const std::shared_ptr<const PageRun>& wanted = run_of(saved, run);
      if (wanted && (run_of(block.base, run) != wanted || is_dirty(block, run)) && !visit(b, run, wanted)) return;
    }
  }
}

}  // namespace

uint32_t Memory::add(std::span<const uint8_t> bytes, bool may_be_stored) {
  Block block;
  block.size = bytes.size();
  block.may_be_stored = may_be_stored;
  const size_t pages = (bytes.size() + page_bytes - 1) / page_bytes;
  block.bytes.reserve(pages * page_bytes + padding);
  block.bytes.assign(bytes.begin(), bytes.end());
  block.bytes.resize(pages * page_bytes + padding);
  block.data = block.bytes.data();
  block.written.assign(pages * (page_bytes / 8) + padding, 0);
  block.written_bits = block.written.data();
  block.base.resize((pages + pages_of_run - 1) / pages_of_run);
  block.dirty.assign((block.base.size() + 1) * pages_of_run, 1);  // a store that ends behind the last page sets the flag of the next
  blocks_.push_back(std::move(block));
  return static_cast<uint32_t>(blocks_.size() - 1);
}

uint32_t Memory::add_zeros(uint64_t size, std::span<const uint8_t> beginning) {
  Block block;
  block.size = size;
  const size_t pages = (size + page_bytes - 1) / page_bytes;
  block.zeros = zeros_of(pages * page_bytes + padding);
  block.zeros_written = zeros_of(pages * (page_bytes / 8) + padding);
  block.data = block.zeros.get();
  block.written_bits = block.zeros_written.get();
  block.dirty.assign(((pages + pages_of_run - 1) / pages_of_run + 1) * pages_of_run, 0);
  std::copy(beginning.begin(), beginning.end(), block.data);
  std::fill_n(block.dirty.begin(), (beginning.size() + page_bytes - 1) / page_bytes, uint8_t{1});
  blocks_.push_back(std::move(block));
  return static_cast<uint32_t>(blocks_.size() - 1);
}

uint32_t Memory::borrow(std::span<const uint8_t> bytes) {
  Block block;
  block.size = bytes.size();
  block.may_be_stored = false;
  block.is_borrowed = true;
  block.data = const_cast<uint8_t*>(bytes.data());  // views of it are read-only
  block.written.assign((bytes.size() + page_bytes - 1) / page_bytes * (page_bytes / 8) + padding, 0);
  block.written_bits = block.written.data();
  blocks_.push_back(std::move(block));
  return static_cast<uint32_t>(blocks_.size() - 1);
}

uint32_t Memory::lend(uint8_t* bytes, uint8_t* written, uint64_t size) {
  Block block;
  block.size = size;
  block.is_lent = true;
  block.data = bytes;
  block.written_bits = written;
  block.dirty.assign(size / page_bytes + 2 * pages_of_run, 1);
  blocks_.push_back(std::move(block));
  return static_cast<uint32_t>(blocks_.size() - 1);
}

MemoryImage Memory::save() {
  MemoryImage image;
  image.runs.resize(blocks_.size());
  Alike alike;
  for (size_t b = 0; b < blocks_.size(); ++b) {
    Block& block = blocks_[b];
    if (!block.may_be_stored || block.is_lent) continue;
    for (size_t run = 0; run < run_count(block); ++run) {
      const bool is_written = is_dirty(block, run);
      if (is_written && run >= block.base.size()) block.base.resize(run + 1, untouched_run());
      if (is_written || (run < block.base.size() && !block.base[run])) image.bytes += save_run(block, run, alike);
    }
    image.runs[b] = block.base;
    image.bytes += block.base.size() * sizeof(block.base[0]);
  }
  return image;
}

void Memory::load(const MemoryImage& image) {
  each_run_to_load(blocks_, image, [&](size_t b, size_t run, const std::shared_ptr<const PageRun>& wanted) {
    std::vector<std::shared_ptr<const PageRun>>& base = blocks_[b].base;
    if (run >= base.size()) base.resize(run + 1, untouched_run());
    load_run(blocks_[b], run, wanted);
    return true;
  });
}

MemoryImage Memory::save(std::span<const Part> parts) {
  MemoryImage image;
  image.runs.resize(blocks_.size());
  Alike alike;
  for (const Part& part : parts) {
    Block& block = blocks_[part.allocation];
    if (!block.may_be_stored || block.is_lent) continue;
    each_run_of(block, part, [&](size_t run, size_t, size_t) {
      if (run >= block.base.size()) block.base.resize(run + 1, untouched_run());
      if (is_dirty(block, run) || !block.base[run]) image.bytes += save_run(block, run, alike);
    });
  }
  for (size_t b = 0; b < blocks_.size(); ++b)
    if (blocks_[b].may_be_stored && !blocks_[b].is_lent) image.runs[b] = blocks_[b].base;
  return image;
}

// A run that is wanted whole is taken over; of others pages are copied, as if they were written.
void Memory::load(const MemoryImage& image, std::span<const Part> parts) {
  for (const Part& part : parts) {
    Block& block = blocks_[part.allocation];
    if (!block.may_be_stored || block.is_lent || part.allocation >= image.runs.size()) continue;
    each_run_of(block, part, [&](size_t run, size_t first, size_t behind) {
      const std::shared_ptr<const PageRun>& wanted = run_of(image.runs[part.allocation], run);
      if (!wanted) return;
      if (behind - first == pages_of_run) {
        if (run >= block.base.size()) block.base.resize(run + 1, untouched_run());
        return load_run(block, run, wanted);
      }
      for (size_t page = first; page < behind; ++page)
        if (differs(block, run, page % pages_of_run, *wanted)) copy_page(*wanted->pages[page % pages_of_run], block, page), block.dirty[page] = 1;
    });
  }
}

uint64_t Memory::bytes_to_load(const MemoryImage& image, uint64_t most) const {
  uint64_t bytes = 0;
  each_run_to_load(blocks_, image, [&](size_t b, size_t run, const std::shared_ptr<const PageRun>& wanted) {
    for (size_t page = 0; page < pages_of_run && bytes < most; ++page) bytes += differs(blocks_[b], run, page, *wanted) ? page_bytes : 0;
    return bytes < most;
  });
  return bytes;
}

}  // namespace wb
