#include "simulator/machine/memory.h"

#include <cstring>

namespace wb {
namespace {

constexpr size_t padding = 256;  // a wide load of the last elements stays inside

void copy_page(const Memory::Block& block, size_t page, Page& to) {
  std::memcpy(to.bytes.data(), block.data + page * page_bytes, page_bytes);
  std::memcpy(to.written.data(), block.written.data() + page * (page_bytes / 8), page_bytes / 8);
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
  block.dirty.assign(pages + 1, 1);
  block.base.resize(pages);
  blocks_.push_back(std::move(block));
  return static_cast<uint32_t>(blocks_.size() - 1);
}

uint32_t Memory::borrow(std::span<const uint8_t> bytes) {
  Block block;
  block.size = bytes.size();
  block.may_be_stored = false;
  block.data = const_cast<uint8_t*>(bytes.data());  // views of it are read-only
  block.written.assign((bytes.size() + page_bytes - 1) / page_bytes * (page_bytes / 8) + padding, 0);
  blocks_.push_back(std::move(block));
  return static_cast<uint32_t>(blocks_.size() - 1);
}

MemoryImage Memory::save() {
  MemoryImage image;
  image.pages.resize(blocks_.size());
  for (size_t b = 0; b < blocks_.size(); ++b) {
    Block& block = blocks_[b];
    if (!block.may_be_stored) continue;
    for (size_t page = 0; page < block.base.size(); ++page) {
      if (!block.dirty[page] && block.base[page]) continue;
      auto saved = std::make_shared<Page>();
      copy_page(block, page, *saved);
      block.base[page] = std::move(saved);
      block.dirty[page] = 0;
      image.bytes += sizeof(Page);
    }
    image.pages[b] = block.base;
  }
  return image;
}

void Memory::load(const MemoryImage& image) {
  for (size_t b = 0; b < blocks_.size() && b < image.pages.size(); ++b) {
    Block& block = blocks_[b];
    if (!block.may_be_stored) continue;
    for (size_t page = 0; page < block.base.size() && page < image.pages[b].size(); ++page) {
      const std::shared_ptr<const Page>& wanted = image.pages[b][page];
      if (!wanted || (block.base[page] == wanted && !block.dirty[page])) continue;
      std::memcpy(block.data + page * page_bytes, wanted->bytes.data(), page_bytes);
      std::memcpy(block.written.data() + page * (page_bytes / 8), wanted->written.data(), page_bytes / 8);
      block.base[page] = wanted;
      block.dirty[page] = 0;
    }
  }
}

}  // namespace wb
