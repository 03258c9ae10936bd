#include "app/backends/scalar_bytes.h"

#include <bit>
#include <cmath>
#include <cstring>

#include "simulator/builtins/half.h"

namespace wb {

namespace {

template <class T>
T read(const uint8_t* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

template <class T>
void write(uint8_t* bytes, T value) {
  std::memcpy(bytes, &value, sizeof value);
}

}  // namespace

uint64_t load_bits(ScalarKind kind, const uint8_t* bytes) {
  uint64_t bits = 0;
  std::memcpy(&bits, bytes, info(kind).bytes);
  return bits;
}

double load_scalar(ScalarKind kind, const uint8_t* bytes) {
  switch (kind) {
    case ScalarKind::half: return static_cast<double>(half_to_float(read<uint16_t>(bytes)));
    case ScalarKind::bfloat16: return static_cast<double>(bfloat_to_float(read<uint16_t>(bytes)));
    case ScalarKind::float_: return static_cast<double>(read<float>(bytes));
    case ScalarKind::double_: return read<double>(bytes);
    case ScalarKind::bool_: return bytes[0] != 0;
    default: break;
  }
  uint64_t bits = load_bits(kind, bytes);
  if (!is_signed(kind)) return static_cast<double>(bits);
  int unused = 64 - 8 * info(kind).bytes;
  return static_cast<double>(static_cast<int64_t>(bits << unused) >> unused);
}

void store_integer(ScalarKind kind, uint8_t* bytes, int64_t value) {
  if (kind == ScalarKind::bool_) value = value != 0;
  std::memcpy(bytes, &value, info(kind).bytes);
}

void store_scalar(ScalarKind kind, uint8_t* bytes, double value) {
  switch (kind) {
    case ScalarKind::half: return write(bytes, static_cast<uint16_t>(double_to_half(value, Rounding::nearest)));
    case ScalarKind::bfloat16: return write(bytes, static_cast<uint16_t>(double_to_bfloat(value, Rounding::nearest)));
    case ScalarKind::float_: return write(bytes, static_cast<float>(value));
    case ScalarKind::double_: return write(bytes, value);
    default: break;
  }
  if (!(std::fabs(value) < 1.8446744073709552e19)) return store_integer(kind, bytes, 0);
  store_integer(kind, bytes, value < 9.2e18 ? static_cast<int64_t>(value) : static_cast<int64_t>(static_cast<uint64_t>(value)));
}

}  // namespace wb
