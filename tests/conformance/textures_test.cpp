// Texture fetches: textures/h200.txt holds what a GPU gave (textures/record_textures.cu), in every mode; the simulator must give the same
// bits. Where it is known not to, the differences are counted: the weights of a volume's eight texels (many where it wraps), signed bytes
// near -128 between texels, a coordinate below all normal numbers at a border, and coordinates from 0 to 1 that fall between two 256ths of a
// texel within the last bit of the multiplication.
#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <fstream>
#include <sstream>

#include "simulator/simulator.h"

using namespace wb;

namespace {

struct Table {
  std::string kind, address, filter, normalised, read;
  std::vector<uint32_t> words;
};
std::vector<Table> read_tables() {
  std::ifstream in(WB_SOURCE_DIR "/tests/conformance/textures/h200.txt");
  std::vector<Table> tables;
  for (std::string line; std::getline(in, line);) {
    std::istringstream head(line);
    Table t;
    size_t count = 0;
    head >> t.kind >> t.address >> t.filter >> t.normalised >> t.read >> count;
    for (std::string word; t.words.size() < count && in >> word;) t.words.push_back(static_cast<uint32_t>(std::stoul(word, nullptr, 16)));
    std::getline(in, line);
    tables.push_back(std::move(t));
  }
  return tables;
}

uint32_t hash(uint32_t i) {
  i = i * 2654435761u + 12345u;
  i ^= i >> 15;
  i *= 2246822519u;
  i ^= i >> 13;
  return i;
}

struct Texels {
  std::string type;  // of an element
  ScalarKind scalar = ScalarKind::float_;
  uint32_t lanes = 1;
  std::vector<uint8_t> bytes;
  uint32_t width = 8, height = 5, depth = 1, dimensions = 2;
};
Texels floats(uint32_t count) {
  Texels t{"float", ScalarKind::float_, 1, std::vector<uint8_t>(4 * count), 8, 5, 1, 2};
  for (uint32_t i = 0; i < count; ++i) {
    const float value = (static_cast<float>(hash(i) >> 8) - 8388608.0f) / 65536.0f;
    std::memcpy(t.bytes.data() + 4 * i, &value, 4);
  }
  return t;
}
Texels row_of(Texels t, uint32_t width) {
  t.width = width;
  t.height = 1;
  t.dimensions = 1;
  t.bytes.resize(width * info(t.scalar).bytes * t.lanes);
  return t;
}
Texels hashed(std::string type, ScalarKind scalar, uint32_t lanes, uint32_t seed, std::initializer_list<int> from_element_9) {
  const uint32_t size = info(scalar).bytes;
  Texels t{std::move(type), scalar, lanes, std::vector<uint8_t>(40 * lanes * size), 8, 5, 1, 2};
  for (uint32_t i = 0; i < t.bytes.size(); ++i) t.bytes[i] = static_cast<uint8_t>(hash(i + seed) >> 11);
  uint8_t* at = t.bytes.data() + 9 * lanes * size;
  for (int value : from_element_9) {
    std::memcpy(at, &value, size);
    at += size;
  }
  return t;
}
Texels texels_of(const Table& table) {
  if (table.kind == "uchar4") return hashed("uchar4", ScalarKind::uchar, 4, 100, {0, 255, 1, 254});
  if (table.kind == "short2") return hashed("short2", ScalarKind::short_, 2, 500, {-32768, 32767, -32767, 1});
  if (table.kind == "ushort") return hashed("unsigned short", ScalarKind::ushort, 1, 900, {});
  if (table.kind == "uchar") return hashed("unsigned char", ScalarKind::uchar, 1, 1300, {});
  if (table.kind == "char") return hashed("signed char", ScalarKind::schar, 1, 1700, {-128, 127, -127});
  if (table.kind == "int4") return hashed("int4", ScalarKind::int_, 4, 2100, {});
  if (table.kind == "fine1") return row_of(floats(40), 8);
  Texels t = floats(40);
  const bool is_weight = table.kind.starts_with("weight");
  if (is_weight) std::fill(t.bytes.begin(), t.bytes.end(), uint8_t{0});
  const float one = 1.0f;
  if (is_weight) std::memcpy(t.bytes.data() + 4 * (table.kind == "weight1" ? 1 : 16), &one, 4);
  if (table.kind == "weight1") return row_of(t, 8);
  if (table.kind == "volume") t.width = 4, t.height = 3, t.depth = 2, t.dimensions = 3;
  return t;
}

struct Places {
  std::vector<float> x, y, z;
};
Places places_of(const Table& table, const Texels& t) {
  Places p;
  if (table.kind == "volume") {
    for (uint32_t i = 0; i < 512; ++i) {
      p.x.push_back(-1.0f + static_cast<float>(hash(i + 7000) & 0x3FFF) / 2730.0f);
      p.y.push_back(-1.0f + static_cast<float>(hash(i + 8000) & 0x3FFF) / 3276.0f);
      p.z.push_back(-1.0f + static_cast<float>(hash(i + 9000) & 0x3FFF) / 4096.0f);
    }
  } else if (table.kind == "huge") {
    p.x = {std::nanf(""), INFINITY, -INFINITY, 1e9f, -1e9f, 1e20f, -1e20f, 3e38f, -0.0f, 16777216.0f, 8388607.5f, -8388607.5f, 1e-40f, -1e-40f, 8.0f, 7.9999995f};
    p.y.assign(16, 1.3f);
  } else if (table.kind.starts_with("fine") || table.kind.starts_with("weight")) {
    for (uint32_t i = 0; i <= 4096; ++i) {
      p.x.push_back(-1.0f + static_cast<float>(i) / 2048.0f + 1.0f / 65536.0f);
      p.y.push_back(2.0f + static_cast<float>(hash(i) & 0xFFFF) / 65536.0f);
    }
  } else {
    for (float row : {-0.75f, 1.3f, 2.8125f, 4.9f})
      for (int i = 0; i <= 192; ++i) {
        if (table.kind != "float" && (row < 0 || row > 3)) continue;  // the others have the two rows inside
        p.x.push_back(-2.0f + static_cast<float>(i) / 16.0f);
        p.y.push_back(row);
      }
  }
  if (p.y.empty()) p.y = p.x;
  if (p.z.empty()) p.z = p.x;
  if (table.normalised == "normalised") {
    for (float& v : p.x) v /= static_cast<float>(t.width);
    for (float& v : p.y) v /= static_cast<float>(t.height);
    for (float& v : p.z) v /= static_cast<float>(t.depth);
  }
  return p;
}

DeviceBuffer buffer(std::string name, ScalarKind scalar, const void* data, size_t bytes) {
  DeviceBuffer b;
  b.name = std::move(name);
  b.scalar = scalar;
  b.bytes.resize(bytes);
  if (data) std::memcpy(b.bytes.data(), data, bytes);
  b.shape = {bytes / info(scalar).bytes};
  return b;
}

// The same table by the simulator.
std::vector<uint32_t> simulated(const Table& table, bool is_linear_memory) {
  Texels texels = texels_of(table);
  Places p = places_of(table, texels);
  if (is_linear_memory) {
    texels = row_of(texels, 16);
    p.x.clear();
    for (int i = -3; i < 21; ++i) p.x.push_back(std::bit_cast<float>(i));
    for (int i : {1 << 27, 0x7FFFFFFF, -0x7FFFFFFF - 1, 1 << 20}) p.x.push_back(std::bit_cast<float>(i));
    p.y = p.z = p.x;
  }
  const size_t count = p.x.size();
  std::string result = texels.type;
  uint32_t result_bytes = info(texels.scalar).bytes * texels.lanes;
  if (table.read == "float") {
    result = texels.lanes == 1 ? "float" : "float" + std::to_string(texels.lanes);
    result_bytes = 4 * texels.lanes;
  }
  const std::string fetch = is_linear_memory          ? "tex1Dfetch<T>(t, __float_as_int(x[i]))"
                            : texels.dimensions == 1 ? "tex1D<T>(t, x[i])"
                            : texels.dimensions == 2 ? "tex2D<T>(t, x[i], y[i])"
                                                     : "tex3D<T>(t, x[i], y[i], z[i])";
  const std::string text = "using T = " + result + ";\n__global__ void k(cudaTextureObject_t t, const float* x, const float* y, const float* z, T* out, int n) {\n"
                           "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) out[i] = " + fetch + ";\n}\n";
  const CompileResult compiled = compile("k.cu", text, "");
  REQUIRE(compiled.ok());
  KernelLaunch launch;
  launch.block.x = 128;
  launch.grid.x = static_cast<uint32_t>((count + 127) / 128);
  launch.buffers.push_back(buffer("texels", texels.scalar, texels.bytes.data(), texels.bytes.size()));
  launch.buffers[0].vector_lanes = texels.lanes;
  launch.buffers[0].shape[0] /= texels.lanes;
  for (const auto* v : {&p.x, &p.y, &p.z}) launch.buffers.push_back(buffer("place", ScalarKind::float_, v->data(), 4 * count));
  launch.buffers.push_back(buffer("out", ScalarKind::uchar, nullptr, (count * result_bytes + 3) / 4 * 4));
  Texture t;
  t.name = "t";
  t.width = texels.width;
  t.height = texels.height;
  t.depth = texels.depth;
  for (auto& address : t.address)
    address = table.address == "clamp" ? Texture::Address::clamp : table.address == "border" ? Texture::Address::border : table.address == "wrap" ? Texture::Address::wrap : Texture::Address::mirror;
  t.filter = table.filter == "linear" ? Texture::Filter::linear : Texture::Filter::point;
  t.is_normalised = table.normalised == "normalised";
  t.reads_floats = table.read == "float";
  launch.textures = {t};
  launch.arguments = {texture_handle(1), BufferArgument{1}, BufferArgument{2}, BufferArgument{3}, BufferArgument{4}, static_cast<int64_t>(count)};
  const SimulationResult run = simulate(compiled.program, launch);
  REQUIRE(run.status == SimulationStatus::finished);
  CHECK(run.findings.empty());
  std::vector<uint32_t> words(run.buffers[4].bytes.size() / 4);
  std::memcpy(words.data(), run.buffers[4].bytes.data(), 4 * words.size());
  return words;
}

// How many fetches of a table are known to differ.
size_t known_differences(const Table& t) {
  if (t.kind == "volume" && t.filter == "linear") return t.address == "wrap" ? 293 : 17;
  if (t.kind == "char" && t.filter == "linear") return 44;
  if (t.kind == "huge" && t.address == "border" && t.filter == "point") return 1;
  if (t.kind == "fine2" && t.address == "wrap") return 8;
  return 0;
}

}  // namespace

TEST_CASE("textures: every mode gives the bits of the GPU") {
  const std::vector<Table> tables = read_tables();
  REQUIRE(tables.size() == 57);
  for (size_t i = 0; i < tables.size(); ++i) {
    const Table& table = tables[i];
    const bool is_linear_memory = i >= 50;  // the last tables
    CAPTURE(i);
    CAPTURE(table.kind + " " + table.address + " " + table.filter + " " + table.normalised + " " + table.read);
    const std::vector<uint32_t> got = simulated(table, is_linear_memory);
    REQUIRE(got.size() >= table.words.size());
    size_t differences = 0;
    for (size_t w = 0; w < table.words.size(); ++w) differences += got[w] != table.words[w];
    CHECK(differences <= known_differences(table));
  }
}
