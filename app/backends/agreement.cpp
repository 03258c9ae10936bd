#include "app/backends/agreement.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>

#include "app/backends/scalar_bytes.h"

namespace wb {

std::vector<uint64_t> index_in_shape(uint64_t flat, const std::vector<uint64_t>& shape) {
  std::vector<uint64_t> index(shape.size());
  for (size_t d = shape.size(); d-- > 0;) {
    uint64_t side = std::max<uint64_t>(shape[d], 1);
    index[d] = flat % side;
    flat /= side;
  }
  return index;
}

std::string format_element(const DeviceBuffer& buffer, uint64_t element) {
  uint64_t bytes = info(buffer.scalar).bytes;
  std::string text;
  for (uint32_t lane = 0; lane < buffer.vector_lanes; ++lane) {
    if (lane) text += ", ";
    text += format_scalar(buffer.scalar, load_bits(buffer.scalar, &buffer.bytes[element * buffer.element_bytes() + lane * bytes]));
  }
  return buffer.vector_lanes > 1 ? "(" + text + ")" : text;
}

namespace {

// How far two numbers are apart; infinite where only one is a number, 0 where neither is.
double distance(ScalarKind kind, const uint8_t* a, const uint8_t* b) {
  if (std::memcmp(a, b, info(kind).bytes) == 0) return 0;
  if (is_integer(kind) && info(kind).bytes == 8) {
    auto x = static_cast<__int128>(load_bits(kind, a)), y = static_cast<__int128>(load_bits(kind, b));
    if (is_signed(kind)) x = static_cast<int64_t>(x), y = static_cast<int64_t>(y);
    return static_cast<double>(x > y ? x - y : y - x);
  }
  double x = load_scalar(kind, a), y = load_scalar(kind, b);
  if (std::isnan(x) && std::isnan(y)) return 0;
  if (x == y) return 0;  // -0 and 0, equal infinities
  double apart = std::fabs(x - y);
  return std::isnan(apart) ? INFINITY : apart;
}

bool is_within(double apart, ScalarKind kind, const uint8_t* a, const uint8_t* b, const Tolerance& tolerance) {
  if (apart <= tolerance.absolute) return true;
  double size = std::max(std::fabs(load_scalar(kind, a)), std::fabs(load_scalar(kind, b)));
  return std::isfinite(size) && apart <= tolerance.relative * size;
}

}  // namespace

Agreement compare_buffers(const DeviceBuffer& a, EngineKind first, const DeviceBuffer& b, EngineKind second, const Tolerance& tolerance) {
  Agreement result;
  result.buffer = a.name;
  result.first = first;
  result.second = second;
  uint64_t elements = std::min(a.element_count(), b.element_count()), each = a.element_bytes(), scalar_bytes = info(a.scalar).bytes;
  result.equal = each != 0 && each == b.element_bytes() && a.element_count() == b.element_count();
  if (!result.equal) return result;
  auto was_written = [](const DeviceBuffer& buffer, uint64_t e) { return buffer.written.empty() || (e < buffer.written.size() && buffer.written[e]); };

  for (uint64_t e = 0; e < elements; ++e) {
    const uint8_t *x = &a.bytes[e * each], *y = &b.bytes[e * each];
    bool same_bytes = std::memcmp(x, y, each) == 0;
    // An element that the simulator saw nobody write still holds its start there: other bytes elsewhere mean that it was changed.
    if (same_bytes && !was_written(a, e) && !was_written(b, e)) continue;
    ++result.compared;
    if (same_bytes) continue;
    bool is_equal = true;
    for (uint32_t lane = 0; lane < a.vector_lanes; ++lane) {
      const uint8_t *p = x + lane * scalar_bytes, *q = y + lane * scalar_bytes;
      double apart = distance(a.scalar, p, q);
      result.max_abs_diff = std::max(result.max_abs_diff, apart);
      is_equal = is_equal && is_within(apart, a.scalar, p, q, tolerance);
    }
    if (is_equal) continue;
    ++result.differing;
    result.equal = false;
    if (!result.first_diff) result.first_diff = Difference{e, index_in_shape(e, a.shape), format_element(a, e), format_element(b, e)};
  }
  return result;
}

std::vector<Agreement> agreements(const Launch& launch, const std::vector<RunResult>& results) {
  std::vector<Agreement> all;
  auto reference = std::find_if(results.begin(), results.end(), [](const RunResult& r) { return r.ran() && !r.buffers.empty(); });
  if (reference == results.end()) return all;
  for (auto other = reference + 1; other != results.end(); ++other) {
    if (!other->ran() || other->buffers.empty()) continue;
    for (int output : launch.outputs) {
      auto i = static_cast<size_t>(output);
      if (i >= reference->buffers.size() || i >= other->buffers.size()) continue;
      all.push_back(compare_buffers(reference->buffers[i], reference->engine, other->buffers[i], other->engine, launch.tolerance));
    }
  }
  return all;
}

}  // namespace wb
