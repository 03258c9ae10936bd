#include "app/workbook/npy.h"

#include <cstring>

#include "doctest.h"

using namespace wb;

namespace {

constexpr uint64_t limit = 1 << 20;

std::string npy_file(std::string header, std::string data) {
  header += '\n';
  std::string file("\x93NUMPY\x01", 7);
  file += '\0';
  file += static_cast<char>(header.size() & 0xFF);
  file += static_cast<char>(header.size() >> 8);
  return file + header + data;
}

struct BadCase {
  const char* name;
  std::string file;
  const char* part_of_reason;
};

}  // namespace

TEST_CASE("what is written is read again") {
  const float values[] = {1.5f, -2.0f, 0.0f, 4.0f, 5.0f, 6.0f};
  std::string file = format_npy(ScalarKind::float_, {2, 3}, reinterpret_cast<const uint8_t*>(values), sizeof values);
  CHECK(file.size() % 64 == sizeof values % 64);
  std::string why;
  auto array = parse_npy(file, limit, why);
  REQUIRE(array);
  CHECK(array->scalar == ScalarKind::float_);
  CHECK(array->shape == std::vector<uint64_t>{2, 3});
  CHECK(std::memcmp(array->bytes.data(), values, sizeof values) == 0);
}

TEST_CASE("every scalar type keeps its size") {
  for (ScalarKind kind : {ScalarKind::bool_, ScalarKind::uchar, ScalarKind::short_, ScalarKind::uint, ScalarKind::long_, ScalarKind::half, ScalarKind::double_}) {
    std::vector<uint8_t> bytes(size_t{5} * info(kind).bytes, 1);
    std::string why;
    auto array = parse_npy(format_npy(kind, {5}, bytes.data(), bytes.size()), limit, why);
    CAPTURE(info(kind).spelling);
    REQUIRE(array);
    CHECK(array->scalar == kind);
    CHECK(array->bytes == bytes);
  }
}

TEST_CASE("files that are none, or not ours, are refused with a reason") {
  const BadCase cases[] = {
      {"empty", "", "not an .npy"},
      {"a picture", "\x89PNG\r\n\x1a\n........", "not an .npy"},
      {"only the magic", "\x93NUMPY", "ends within"},
      {"a torn header", npy_file("{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }", "").substr(0, 30), "ends within"},
      {"too little data", npy_file("{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }", "12345678"), "needs 12 bytes"},
      {"too much data", npy_file("{'descr': '|u1', 'fortran_order': False, 'shape': (3,), }", "12345678"), "needs 3 bytes"},
      {"a huge shape", npy_file("{'descr': '<f8', 'fortran_order': False, 'shape': (100000, 100000), }", ""), "more than the limit"},
      {"an overflowing shape", npy_file("{'descr': '<f8', 'fortran_order': False, 'shape': (200000000000000000, 200000000000000000), }", ""), "too large"},
      {"big-endian", npy_file("{'descr': '>f4', 'fortran_order': False, 'shape': (1,), }", "1234"), "big-endian"},
      {"Fortran order", npy_file("{'descr': '<f4', 'fortran_order': True, 'shape': (1, 1), }", "1234"), "Fortran"},
      {"complex numbers", npy_file("{'descr': '<c8', 'fortran_order': False, 'shape': (1,), }", "12345678"), "none that a kernel knows"},
      {"a structured type", npy_file("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,), }", "1234"), "structured"},
      {"a negative side", npy_file("{'descr': '<f4', 'fortran_order': False, 'shape': (-1,), }", "1234"), "whole numbers"},
      {"no shape", npy_file("{'descr': '<f4', 'fortran_order': False, }", "1234"), "lacks"},
  };
  for (const BadCase& c : cases) {
    CAPTURE(c.name);
    std::string why;
    CHECK(!parse_npy(c.file, limit, why));
    CAPTURE(why);
    CHECK(why.find(c.part_of_reason) != std::string::npos);
  }
}
