#include "simulator/language/ptx_memory.h"

#include <algorithm>
#include <iterator>

namespace wb {
namespace {

struct NumberedWord {
  std::string_view word;
  int value;
};
constexpr NumberedWord orders[] = {{"weak", PtxMemory::weak},       {"volatile", PtxMemory::volatile_access}, {"relaxed", PtxMemory::relaxed}, {"acquire", PtxMemory::acquire},
                                   {"release", PtxMemory::release}, {"acq_rel", PtxMemory::acq_rel},          {"cv", PtxMemory::volatile_access}};
constexpr NumberedWord scopes[] = {{"cta", PtxMemory::block}, {"cluster", PtxMemory::cluster}, {"gpu", PtxMemory::device}, {"sys", PtxMemory::system}};
constexpr NumberedWord vectors[] = {{"v2", 2}, {"v4", 4}};
// Where a value is kept on its way changes how long it takes, not what it is.
constexpr std::string_view hints[] = {"ca", "cg", "cs", "lu", "wb", "wt", "nc", "noftz", "L1::evict_normal", "L1::evict_unchanged", "L1::evict_first", "L1::evict_last",
                                      "L1::no_allocate", "L2::evict_last", "L2::evict_normal", "L2::evict_first", "L2::64B", "L2::128B", "L2::256B", "global"};
constexpr std::string_view operations[] = {"add", "min", "max", "and", "or", "xor", "inc", "dec", "exch", "cas"};

struct TypeWord {
  std::string_view word;
  ScalarKind type;
};
constexpr TypeWord types[] = {{"b8", ScalarKind::uchar},  {"u8", ScalarKind::uchar}, {"s8", ScalarKind::schar},       {"b16", ScalarKind::ushort},    {"u16", ScalarKind::ushort},
                              {"s16", ScalarKind::short_}, {"b32", ScalarKind::uint}, {"u32", ScalarKind::uint},       {"s32", ScalarKind::int_},      {"b64", ScalarKind::ulonglong},
                              {"u64", ScalarKind::ulonglong}, {"s64", ScalarKind::longlong}, {"f32", ScalarKind::float_}, {"f64", ScalarKind::double_}};

std::optional<int> number_of(std::string_view word, const auto& rows) {
  for (const NumberedWord& row : rows)
    if (row.word == word) return row.value;
  return std::nullopt;
}

bool contains(const auto& words, std::string_view word) { return std::find(std::begin(words), std::end(words), word) != std::end(words); }

std::optional<PtxMemory::Action> action_of(std::string_view word) {
  if (word == "ld" || word == "ldu") return PtxMemory::Action::load;
  if (word == "st") return PtxMemory::Action::store;
  if (word == "atom") return PtxMemory::Action::atomic;
  if (word == "red") return PtxMemory::Action::reduction;
  return std::nullopt;
}

bool read_word(std::string_view word, PtxMemory& memory) {
  if (const auto order = number_of(word, orders)) return memory.order = *order, true;
  if (const auto scope = number_of(word, scopes)) return memory.scope = *scope, true;
  if (const auto lanes = number_of(word, vectors)) return memory.lanes = static_cast<uint32_t>(*lanes), true;
  if (word == "shared" || word == "shared::cta" || word == "shared::cluster") return memory.is_shared = true;
  for (const TypeWord& row : types)
    if (row.word == word && memory.type == ScalarKind::void_) return memory.type = row.type, true;
  if (contains(operations, word) && memory.operation.empty()) return memory.operation = word, true;
  return contains(hints, word);
}

// Do the words go together? An atomic has an operation, and functions for its type; vectors are loaded and stored.
bool is_sound(const PtxMemory& m) {
  const bool is_atomic = m.action == PtxMemory::Action::atomic || m.action == PtxMemory::Action::reduction;
  if (m.type == ScalarKind::void_ || m.operation.empty() == is_atomic) return false;
  if (m.action == PtxMemory::Action::load && m.order > PtxMemory::acquire) return false;
  if (m.action == PtxMemory::Action::store && (m.order == PtxMemory::acquire || m.order == PtxMemory::acq_rel)) return false;
  if (!is_atomic) return true;
  const uint32_t bytes = info(m.type).bytes;
  const bool is_real = is_floating(m.type);
  if (m.lanes != 1 || m.order < 0) return false;
  if (m.operation == "cas") return !is_real && bytes >= 2;
  if (m.operation == "add") return bytes >= 4 && m.type != ScalarKind::longlong;
  if (m.operation == "inc" || m.operation == "dec") return m.type == ScalarKind::uint;
  return !is_real && bytes >= 4;
}

}  // namespace

std::optional<PtxMemory> read_ptx_memory(std::string_view name) {
  const size_t first = std::min(name.find('.'), name.size());
  const auto action = action_of(name.substr(0, first));
  if (!action) return std::nullopt;
  PtxMemory memory;
  memory.action = *action;
  const bool is_atomic = *action == PtxMemory::Action::atomic || *action == PtxMemory::Action::reduction;
  if (is_atomic) memory.order = PtxMemory::relaxed;
  for (size_t at = first; at < name.size();) {
    const size_t next = std::min(name.find('.', at + 1), name.size());
    if (!read_word(name.substr(at + 1, next - at - 1), memory)) return std::nullopt;
    at = next;
  }
  return is_sound(memory) ? std::optional(memory) : std::nullopt;
}

}  // namespace wb
