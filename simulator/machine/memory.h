#pragma once
// The bytes of a launch. Global memory is flat, so that loads and stores are plain array accesses; it is cut into pages only for
// snapshots. A page remembers which saved page it is equal to, as long as nobody writes it:
//
//   live    [ page 0 | page 1* | page 2 ]      * written since the last save
//   base       P0       P1        P2           saved pages, shared by all images that have them
//   save()  copies page 1 alone: image = {P0, P1', P2}
//   load()  copies the pages alone whose base is another page or which were written
//
// Pages are held in runs of 32, which images share likewise: a big buffer that is left alone costs an image nearly nothing.
//
// With every byte stands one bit: has the kernel written it. Where an allocation starts poisoned the same bit says "defined".
#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <vector>

#include "simulator/analysis/events.h"
#include "simulator/source/pointer_value.h"

namespace wb {

inline constexpr uint32_t page_shift = 9;  // small: blocks in random order write here and there
inline constexpr uint32_t page_bytes = 1u << page_shift;

struct Page {
  std::array<uint8_t, page_bytes> bytes;
  std::array<uint8_t, page_bytes / 8> written;
};

inline constexpr size_t pages_of_run = 32;
struct PageRun {
  std::array<std::shared_ptr<const Page>, pages_of_run> pages;
};

// A saved state of all global memory: cheap to copy.
struct MemoryImage {
  // [allocation][page / 32]; empty for allocations that nobody can store to. Of zeros nobody has come to they may end early.
  std::vector<std::vector<std::shared_ptr<const PageRun>>> runs;
  size_t bytes = 0;  // memory that this save added
  const Page* page(size_t allocation, size_t index) const { return runs[allocation][index / pages_of_run]->pages[index % pages_of_run].get(); }
};

class Memory {
 public:
  // `bytes` are the contents; more memory stands behind the end, so that a wide load of the last elements reads nothing foreign.
  uint32_t add(std::span<const uint8_t> bytes, bool may_be_stored);
  // Zeros without values, that may be stored to: they cost what of them is touched. They may begin with something else.
  uint32_t add_zeros(uint64_t size, std::span<const uint8_t> beginning = {});
  // Bytes that nobody stores to and that outlive this memory: used where they stand.
  uint32_t borrow(std::span<const uint8_t> bytes);
  // Bytes that outlive this memory, stored to where they stand; `written` has a bit for each. Both go on for `padding` bytes. Such memory is not saved.
  uint32_t lend(uint8_t* bytes, uint8_t* written, uint64_t size);
  static constexpr size_t padding = 256;  // a wide load of the last elements stays inside

  // Bytes of one allocation, as whole pages.
  struct Part {
    uint32_t allocation = 0;
    uint64_t low = 0, high = 0;
  };
  MemoryImage save();
  void load(const MemoryImage& image);
  // These parts alone. What stands elsewhere in the image is anything.
  MemoryImage save(std::span<const Part> parts);
  void load(const MemoryImage& image, std::span<const Part> parts);
  uint64_t bytes_to_load(const MemoryImage& image, uint64_t most) const;  // so many would be copied; they are not counted on from `most`

  struct Freed {
    void operator()(uint8_t* bytes) const { std::free(bytes); }
  };
  using Zeros = std::unique_ptr<uint8_t, Freed>;
  struct Block {
    std::vector<uint8_t> bytes;    // size + padding; empty where they stand elsewhere
    Zeros zeros, zeros_written;    // of add_zeros()
    uint8_t* data = nullptr;       // where they stand
    std::vector<uint8_t> written;  // one bit a byte; empty where these are lent, or of zeros
    uint8_t* written_bits = nullptr;  // where they stand
    std::vector<uint8_t> read;     // one bit a byte: loaded; empty where nobody wants to know
    std::vector<uint8_t> dirty;    // one flag a page, filled up to whole runs of pages: written since the last save
    std::vector<std::shared_ptr<const PageRun>> base;  // of zeros: up to the last one that was ever written
    uint64_t size = 0;
    bool may_be_stored = true;
    bool is_lent = false, is_borrowed = false;
  };
  Block& operator[](uint32_t allocation) { return blocks_[allocation]; }
  const Block& operator[](uint32_t allocation) const { return blocks_[allocation]; }
  size_t count() const { return blocks_.size(); }

 private:
  std::vector<Block> blocks_;
};

}  // namespace wb
