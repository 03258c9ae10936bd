#include "tests/fuzz/differential/launch.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <sstream>

#include "tests/fuzz/differential/random.h"

namespace wb::fuzz {
namespace {

using K = ScalarKind;

template <class T>
DeviceBuffer buffer(const char* name, K kind, const std::vector<T>& values) {
  DeviceBuffer b{.name = name, .scalar = kind, .shape = {values.size()}};
  b.bytes.resize(values.size() * sizeof(T));
  std::memcpy(b.bytes.data(), values.data(), b.bytes.size());
  return b;
}

// Half of the values are small, some at the edges, some anything.
template <class T>
std::vector<T> integers(Random& random) {
  using L = std::numeric_limits<T>;
  const T edges[] = {0, 1, T(-1), L::min(), L::max(), T(L::max() - 1), 2, 7, 32, 100, T(L::max() / 2), T(1 << 7)};
  std::vector<T> values;
  for (int i = 0; i < input_count; ++i) {
    if (i < 12) values.push_back(edges[i]);
    else if (random.chance(50)) values.push_back(static_cast<T>(random.between(L::is_signed ? -100 : 0, 100)));
    else values.push_back(static_cast<T>(random.next()));
  }
  return values;
}

template <class T>
std::vector<T> floats(Random& random) {
  using L = std::numeric_limits<T>;
  const T edges[] = {0, T(-0.0), 1, -1, L::infinity(), -L::infinity(), L::quiet_NaN(), L::denorm_min(), L::max(), L::min(), T(0.5), T(2.5), T(-1.5), T(1e10), T(3e9), T(-7)};
  std::vector<T> values;
  for (int i = 0; i < input_count; ++i) {
    if (i < 16) values.push_back(edges[i]);
    else if (random.chance(40)) values.push_back(static_cast<T>(random.between(-400, 400)) / 8);
    else values.push_back(std::ldexp(static_cast<T>(static_cast<double>(random.next() >> 11) / 9007199254740992.0 - 0.5), random.between(-30, 30)));
  }
  return values;
}

struct OutputColumns {
  const char* name;
  K kind;
  size_t columns, rows;
};
constexpr std::array<OutputColumns, 7> outputs = {{{"oi", K::longlong, 4, input_count},
                                                   {"of", K::float_, 6, input_count},
                                                   {"od", K::double_, 4, input_count},
                                                   {"os", K::short_, 2, input_count},
                                                   {"ob", K::uchar, 4, input_count},
                                                   {"total", K::uint, 1, 16},
                                                   {"wide", K::ulonglong, 1, 8}}};

DeviceBuffer output(const OutputColumns& o) {
  DeviceBuffer b{.name = o.name, .scalar = o.kind, .shape = {o.rows, o.columns}};
  const uint8_t start = o.columns == 1 ? 0x35 : 0;  // cells of atomics start with something
  b.bytes.assign(o.rows * o.columns * info(o.kind).bytes, start);
  return b;
}

uint64_t word_at(const Outputs& bytes, size_t at, K kind) {
  uint64_t word = 0;
  std::memcpy(&word, bytes.data() + at, info(kind).bytes);
  return word;
}

bool is_nan(K kind, uint64_t word) {
  if (kind == K::float_) return (word & 0x7fffffff) > 0x7f800000;
  return kind == K::double_ && (word & 0x7fffffffffffffff) > 0x7ff0000000000000;
}

// The order of the numbers as whole ones: neighbours differ by 1.
int64_t ordered(K kind, uint64_t word) {
  const auto bits = kind == K::float_ ? int64_t{static_cast<int32_t>(word)} : static_cast<int64_t>(word);
  const int64_t least = kind == K::float_ ? int64_t{std::numeric_limits<int32_t>::min()} : std::numeric_limits<int64_t>::min();
  return bits < 0 ? static_cast<int64_t>(static_cast<uint64_t>(least) - static_cast<uint64_t>(bits)) : bits;
}

// `ulps` holds an allowance for each column of `of`, then of `od`.
bool are_close(const OutputColumns& o, size_t element, uint64_t a, uint64_t b, const std::vector<uint8_t>& ulps) {
  if (!is_floating(o.kind) || is_nan(o.kind, a) || is_nan(o.kind, b)) return false;
  const size_t column = element % o.columns + (o.kind == K::double_ ? outputs[1].columns : 0);
  if (column >= ulps.size() || ulps[column] == 0) return false;
  const int64_t x = ordered(o.kind, a), y = ordered(o.kind, b);
  const uint64_t distance = x < y ? static_cast<uint64_t>(y) - static_cast<uint64_t>(x) : static_cast<uint64_t>(x) - static_cast<uint64_t>(y);
  return distance <= ulps[column];
}

std::string first_printed_difference(const Outputs& here, const Outputs& there) {
  const auto lines_of = [](const Outputs& all) { return std::istringstream(std::string(all.begin() + static_cast<long>(outputs_bytes()), all.end())); };
  std::istringstream mine = lines_of(here), theirs = lines_of(there);
  for (std::string a, b;; a.clear(), b.clear()) {
    const bool more = static_cast<bool>(std::getline(mine, a)), others = static_cast<bool>(std::getline(theirs, b));
    if (!more && !others) return {};
    if (a != b || more != others) return "printed `" + a + "` here, `" + b + "` there";
  }
}

}  // namespace

std::vector<DeviceBuffer> fuzz_buffers() {
  Random random(2026);
  std::vector<DeviceBuffer> buffers;
  buffers.push_back(buffer("a", K::int_, integers<int32_t>(random)));
  buffers.push_back(buffer("u", K::uint, integers<uint32_t>(random)));
  buffers.push_back(buffer("l", K::longlong, integers<int64_t>(random)));
  buffers.push_back(buffer("f", K::float_, floats<float>(random)));
  buffers.push_back(buffer("d", K::double_, floats<double>(random)));
  buffers.push_back(buffer("b", K::uchar, integers<uint8_t>(random)));
  buffers.push_back(buffer("s", K::short_, integers<int16_t>(random)));
  for (const OutputColumns& o : outputs) buffers.push_back(output(o));
  return buffers;
}

KernelLaunch fuzz_launch(Index3 grid, Index3 block) {
  KernelLaunch launch{.grid = grid, .block = block, .buffers = fuzz_buffers()};
  for (uint32_t i = 0; i < launch.buffers.size(); ++i) {
    if (i == first_output) {
      launch.arguments.emplace_back(std::in_place_type<int64_t>, scalar_n);
      launch.arguments.emplace_back(std::in_place_type<double>, scalar_x);
    }
    launch.arguments.emplace_back(std::in_place_type<BufferArgument>, BufferArgument{i});
  }
  return launch;
}

Outputs outputs_of(const std::vector<DeviceBuffer>& buffers, const std::string& console) {
  Outputs all;
  for (size_t i = first_output; i < buffers.size(); ++i) all.insert(all.end(), buffers[i].bytes.begin(), buffers[i].bytes.end());
  add_console(all, console);
  return all;
}

void add_console(Outputs& all, const std::string& console) {
  std::vector<std::string> lines;
  std::istringstream text(console);
  for (std::string line; std::getline(text, line);) lines.push_back(line + "\n");
  std::sort(lines.begin(), lines.end());
  for (const std::string& line : lines) all.insert(all.end(), line.begin(), line.end());
}

size_t outputs_bytes() {
  size_t bytes = 0;
  for (const OutputColumns& o : outputs) bytes += o.rows * o.columns * info(o.kind).bytes;
  return bytes;
}

std::string first_difference(const Outputs& here, const Outputs& there, const std::vector<uint8_t>& ulps) {
  if (std::min(here.size(), there.size()) < outputs_bytes()) return here == there ? "" : "one run has no results";
  if (here == there) return {};
  size_t at = 0;
  for (const OutputColumns& o : outputs)
    for (size_t i = 0; i < o.rows * o.columns; ++i, at += info(o.kind).bytes) {
      const uint64_t a = word_at(here, at, o.kind), b = word_at(there, at, o.kind);
      if (a == b || (is_nan(o.kind, a) && is_nan(o.kind, b)) || are_close(o, i, a, b, ulps)) continue;
      std::ostringstream text;
      text << o.name << "[" << i << "] (thread " << i / o.columns << ", column " << i % o.columns << "): " << format_scalar(o.kind, a) << " here, " << format_scalar(o.kind, b)
           << " there (0x" << std::hex << a << ", 0x" << b << ")";
      return text.str();
    }
  return first_printed_difference(here, there);
}

std::string outputs_as_text(const Outputs& bytes) {
  const Outputs start = outputs_of(fuzz_buffers());
  std::ostringstream text;
  size_t first = 0;
  for (const OutputColumns& o : outputs) {
    for (size_t c = 0; c < o.columns; ++c) {
      std::ostringstream line;
      bool is_written = false;
      for (size_t r = 0; r < o.rows; ++r) {
        const size_t at = first + (r * o.columns + c) * info(o.kind).bytes;
        const uint64_t word = word_at(bytes, at, o.kind);
        is_written |= word != word_at(start, at, o.kind);
        line << ' ' << std::hex << word;
      }
      if (is_written) text << o.name << ' ' << c << " :" << line.str() << '\n';
    }
    first += o.rows * o.columns * info(o.kind).bytes;
  }
  return text.str();
}

Outputs outputs_from_text(const std::string& text) {
  Outputs bytes = outputs_of(fuzz_buffers());
  std::istringstream lines(text);
  std::string name, colon, word;
  for (size_t column; lines >> name >> column >> colon;) {
    size_t first = 0;
    for (const OutputColumns& o : outputs) {
      if (name == o.name)
        for (size_t r = 0; r < o.rows && lines >> word; ++r) {
          const uint64_t value = std::stoull(word, nullptr, 16);
          std::memcpy(bytes.data() + first + (r * o.columns + column) * info(o.kind).bytes, &value, info(o.kind).bytes);
        }
      first += o.rows * o.columns * info(o.kind).bytes;
    }
  }
  return bytes;
}

}  // namespace wb::fuzz
