// Records move in as few accesses as the hardware's: a float4 is one of 16 bytes, not four of 4.
//
// A record's leaves are grouped into pieces. 8 or 16 bytes of leaves of one size that lie side by side, at an offset and in a record aligned to
// as much, are one access: of leaves of 4 or 8 bytes into neighbouring registers; smaller ones (2 or 4 bytes, too) are loaded as words and cut
// up, and put together before they are stored. Everything else goes leaf by leaf.
//
//     float4                      | x y z w |             one piece of 16
//     float3                      | x | y | z |           aligned to 4 alone
//     uchar4                      | xyzw |                one word, cut into bytes
//     short4                      | xy zw |               two words in one access, cut into halves
//     alignas(16) short[16]       | 01 23 45 67 | 89 ...  two accesses of four words
//     {int; char; short}          leaf by leaf, but counted as two requests of 4 bytes: so nvcc copies it
//     {half2; half2}              | x y | x y |           each by itself: they have copy constructors of their own
#include <algorithm>
#include <set>

#include "simulator/program/lowering.h"

namespace wb {
namespace {

struct Piece {
  uint64_t offset = 0;
  size_t first = 0, count = 1;  // leaves
  uint32_t bytes = 4;
  bool is_packed = false;       // leaves smaller than a register
};

bool lies_side_by_side(const std::vector<Leaf>& leaves, size_t first, size_t count) {
  for (size_t i = 1; i < count; ++i)
    if (leaves[first + i].rep.bytes != leaves[first].rep.bytes || leaves[first + i].offset != leaves[first].offset + i * leaves[first].rep.bytes) return false;
  return true;
}

// Where numbers lie in a record that are copied by functions of their own (cuda_fp16.h, cuda_bf16.h): pairs of 4 bytes.
void add_pairs(const TypeTable& types, TypeId type, uint64_t offset, std::set<uint64_t>& pairs) {
  const Type& t = types[type];
  if (t.kind == TypeKind::array) {
    const size_t before = pairs.size();
    for (uint64_t i = 0; i < t.count && (i == 0 || pairs.size() > before); ++i) add_pairs(types, t.element, offset + i * types.size_of(t.element), pairs);
  }
  if (t.kind != TypeKind::record) return;
  const Record& record = types.records[t.index];
  if (record.name == "__half2" || record.name == "__nv_bfloat162") pairs.insert(offset);
  else
    for (const Field& field : record.fields) add_pairs(types, field.type, offset + field.offset, pairs);
}
bool holds_pair(const std::set<uint64_t>& pairs, uint64_t offset, uint32_t bytes) {
  const auto pair = pairs.lower_bound(offset);
  return pair != pairs.end() && *pair < offset + bytes;
}

std::vector<Piece> pieces_of(const std::vector<Leaf>& leaves, uint64_t alignment, const std::set<uint64_t>& pairs) {
  std::vector<Piece> pieces;
  for (size_t i = 0; i < leaves.size();) {
    const uint32_t each = leaves[i].rep.bytes;
    Piece piece{.offset = leaves[i].offset, .first = i, .bytes = each};
    for (uint32_t size : {16u, 8u, 4u, 2u}) {
      const size_t count = size / each;
      if (count < 2 || i + count > leaves.size() || piece.offset % size || alignment < size || (each >= 4 && size < 8)) continue;
      if (!lies_side_by_side(leaves, i, count) || (size > 4 && holds_pair(pairs, piece.offset, size))) continue;
      piece.count = count;
      piece.bytes = size;
      piece.is_packed = each < 4;
      break;
    }
    pieces.push_back(piece);
    i += piece.count;
  }
  return pieces;
}

// A record is copied in parts as large as its alignment, up to 16 bytes: leaves that lie in one part with those before go by one request.
bool goes_with(const Piece& piece, const Piece* before, uint64_t alignment, const std::set<uint64_t>& pairs) {
  const uint64_t part = std::min<uint64_t>(alignment, 16);
  return before && piece.bytes < part && piece.offset / part == before->offset / part && !holds_pair(pairs, piece.offset / part * part, static_cast<uint32_t>(part));
}

Opcode packed_opcode(bool is_load, uint32_t bytes) {
  switch (bytes) {
    case 16: return is_load ? Opcode::ld_4x32 : Opcode::st_4x32;
    case 8: return is_load ? Opcode::ld_2x32 : Opcode::st_2x32;
    case 4: return is_load ? Opcode::ld_32 : Opcode::st_32;
    default: return is_load ? Opcode::ld_u16 : Opcode::st_16;
  }
}

Opcode wide_opcode(bool is_load, const Piece& piece, bool wide) {
  if (wide) return is_load ? Opcode::ld_2x64 : Opcode::st_2x64;
  if (piece.bytes == 16) return is_load ? Opcode::ld_4x32 : Opcode::st_4x32;
  return is_load ? Opcode::ld_2x32 : Opcode::st_2x32;
}

}  // namespace

// CUDA's own: float4, uchar2 ... all of whose members are meant to be set.
bool Lowering::is_vector_type(TypeId type) const {
  const Type& t = types_[type];
  if (t.kind != TypeKind::record) return false;
  const Record& record = types_.records[t.index];
  return record.span.end == 0 && !record.is_union && !record.fields.empty() && record.fields[0].name == "x";
}

std::vector<Slot> Lowering::load_leaves(const Address& address, TypeId type, uint32_t site_id, bool volatile_access) {
  const std::vector<Leaf> all = leaves(type, span_);
  const bool is_vector = is_vector_type(type);
  std::vector<Slot> out;
  const auto mark_copy = [&] {
    if (!is_vector && !code_.empty()) code_.back().kind |= Ins::is_copy;
  };
  std::set<uint64_t> pairs;
  add_pairs(types_, type, 0, pairs);
  const std::vector<Piece> pieces = pieces_of(all, types_.align_of(type), pairs);
  const auto is_more_of_one = [&](const Piece& piece) { return goes_with(piece, &piece == pieces.data() ? nullptr : &piece - 1, types_.align_of(type), pairs); };
  for (const Piece& piece : pieces) {
    Address at = address;
    at.displacement += static_cast<int64_t>(piece.offset);
    settle(at);
    const Leaf& leaf = all[piece.first];
    if (piece.count == 1) {
      out.push_back(load_from(at, leaf.rep, site_id, volatile_access, no_slot));
      mark_copy();
      info_.back().is_more_of_one = is_more_of_one(piece);
    } else if (piece.is_packed) {
      const Pc pc = here();
      const std::vector<Slot> values = load_packed(at, piece.bytes, piece.count, leaf.rep, site_id, volatile_access, !is_vector);
      info_[pc].is_more_of_one = is_more_of_one(piece);
      out.insert(out.end(), values.begin(), values.end());
    } else {
      const bool wide = is_wide(leaf.rep.rep);
      const size_t begin = out.size();
      for (size_t i = 0; i < piece.count; ++i) out.push_back(new_slot(wide));
      info_[emit_memory(wide_opcode(true, piece, wide), out[begin], no_slot, at, site_id, volatile_access)].is_more_of_one = is_more_of_one(piece);
      mark_copy();
    }
  }
  return out;
}

void Lowering::store_leaves(const Address& address, TypeId type, const std::vector<Slot>& values, uint32_t site_id, bool volatile_access) {
  const std::vector<Leaf> all = leaves(type, span_);
  if (values.size() < all.size()) return;
  std::set<uint64_t> pairs;
  add_pairs(types_, type, 0, pairs);
  const std::vector<Piece> pieces = pieces_of(all, types_.align_of(type), pairs);
  const auto is_more_of_one = [&](const Piece& piece) { return goes_with(piece, &piece == pieces.data() ? nullptr : &piece - 1, types_.align_of(type), pairs); };
  for (const Piece& piece : pieces) {
    Temporaries temporaries(*this);
    Address at = address;
    at.displacement += static_cast<int64_t>(piece.offset);
    settle(at);
    const Leaf& leaf = all[piece.first];
    if (piece.count == 1) {
      const Pc pc = emit_memory(store_opcode(leaf.rep), values[piece.first], no_slot, at, site_id, volatile_access);
      info_[pc].is_more_of_one = is_more_of_one(piece);
    } else if (piece.is_packed) {
      const Pc pc = store_packed(at, piece.bytes, {values.begin() + static_cast<std::ptrdiff_t>(piece.first), values.begin() + static_cast<std::ptrdiff_t>(piece.first + piece.count)},
                                leaf.rep, site_id, volatile_access);
      info_[pc].is_more_of_one = is_more_of_one(piece);
    } else {
      const bool wide = is_wide(leaf.rep.rep);
      const Pc pc = emit_memory(wide_opcode(false, piece, wide), neighbours(values, piece.first, piece.count, wide), no_slot, at, site_id, volatile_access);
      info_[pc].is_more_of_one = is_more_of_one(piece);
    }
  }
}

// Values in slots side by side: where they stand if they do, else copies.
Slot Lowering::neighbours(const std::vector<Slot>& values, size_t first, size_t count, bool wide) {
  const Slot step = wide ? 2 : 1;
  bool stand = !is_preset(values[first]);
  for (size_t i = 1; i < count; ++i) stand &= values[first + i] == values[first] + i * step;
  if (stand) return values[first];
  Slot begin = no_slot;
  for (size_t i = 0; i < count; ++i) {
    const Slot copy = new_slot(wide);
    if (i == 0) begin = copy;
    move(copy, values[first + i], wide);
  }
  return begin;
}

// The words that so many bytes take: in slots side by side.
std::vector<Slot> Lowering::new_words(uint32_t bytes) {
  std::vector<Slot> words;
  for (uint32_t at = 0; at < bytes; at += 4) words.push_back(new_slot(false));
  return words;
}

std::vector<Slot> Lowering::load_packed(const Address& at, uint32_t bytes, size_t count, ScalarRep each, uint32_t site_id, bool volatile_access, bool is_copy) {
  const std::vector<Slot> words = new_words(bytes);
  emit_memory(packed_opcode(true, bytes), words[0], no_slot, at, site_id, volatile_access);
  if (is_copy && !code_.empty()) code_.back().kind |= Ins::is_copy;
  const Opcode narrow = each.bytes == 1 ? (each.is_signed ? Opcode::sx8 : Opcode::zx8) : each.is_signed ? Opcode::sx16 : Opcode::zx16;
  std::vector<Slot> out;
  for (size_t i = 0; i < count; ++i) {
    const size_t bit = 8 * each.bytes * i;
    const Slot slot = new_slot(false);
    if (bit % 32) emit(Opcode::shr_u32, {slot, words[bit / 32], constant32(static_cast<uint32_t>(bit % 32))}, 0, 1);
    emit(narrow, {slot, bit % 32 ? slot : words[bit / 32]});
    out.push_back(slot);
  }
  return out;
}

Pc Lowering::store_packed(const Address& at, uint32_t bytes, const std::vector<Slot>& values, ScalarRep each, uint32_t site_id, bool volatile_access) {
  const std::vector<Slot> words = new_words(bytes);
  const Slot shifted = new_slot(false);
  for (size_t i = 0; i < values.size(); ++i) {
    const size_t bit = 8 * each.bytes * i;
    const Slot word = words[bit / 32];
    emit(each.bytes == 1 ? Opcode::zx8 : Opcode::zx16, {bit % 32 ? shifted : word, values[i]});
    if (bit % 32 == 0) continue;
    emit(Opcode::shl32, {shifted, shifted, constant32(static_cast<uint32_t>(bit % 32))}, 0, 1);
    emit(Opcode::or32, {word, word, shifted});
  }
  return emit_memory(packed_opcode(false, bytes), words[0], no_slot, at, site_id, volatile_access);
}

}  // namespace wb
