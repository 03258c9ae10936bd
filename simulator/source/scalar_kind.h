#pragma once
// The arithmetic types of CUDA C++ on a 64-bit Linux host (LP64: long has 64 bits, char is signed).
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace wb {

//      enumerator   C++ spelling          lesson name  bytes  class
#define WB_SCALARS(S)                                        \
  S(void_,      "void",               "void",      0, other)    \
  S(bool_,      "bool",               "bool",      1, unsigned_) \
  S(char_,      "char",               "char",      1, signed_)   \
  S(schar,      "signed char",        "schar",     1, signed_)   \
  S(uchar,      "unsigned char",      "uchar",     1, unsigned_) \
  S(short_,     "short",              "short",     2, signed_)   \
  S(ushort,     "unsigned short",     "ushort",    2, unsigned_) \
  S(int_,       "int",                "int",       4, signed_)   \
  S(uint,       "unsigned int",       "uint",      4, unsigned_) \
  S(long_,      "long",               "long",      8, signed_)   \
  S(ulong,      "unsigned long",      "ulong",     8, unsigned_) \
  S(longlong,   "long long",          "longlong",  8, signed_)   \
  S(ulonglong,  "unsigned long long", "ulonglong", 8, unsigned_) \
  S(half,       "__half",             "half",      2, floating)  \
  S(bfloat16,   "__nv_bfloat16",      "bf16",      2, floating)  \
  S(float_,     "float",              "float",     4, floating)  \
  S(double_,    "double",             "double",    8, floating)

enum class ScalarClass : uint8_t { other, signed_, unsigned_, floating };

#define WB_SCALAR_ENUM(name, spelling, lesson, bytes, cls) name,
enum class ScalarKind : uint8_t { WB_SCALARS(WB_SCALAR_ENUM) count };
#undef WB_SCALAR_ENUM

struct ScalarInfo {
  const char* spelling;     // as in C++
  const char* lesson_name;  // as in a lesson's front matter
  uint8_t bytes;
  ScalarClass cls;
};

#define WB_SCALAR_INFO(name, spelling, lesson, bytes, cls) {spelling, lesson, bytes, ScalarClass::cls},
inline constexpr ScalarInfo scalar_infos[] = {WB_SCALARS(WB_SCALAR_INFO)};
#undef WB_SCALAR_INFO

constexpr const ScalarInfo& info(ScalarKind kind) { return scalar_infos[static_cast<int>(kind)]; }
constexpr bool is_floating(ScalarKind kind) { return info(kind).cls == ScalarClass::floating; }
constexpr bool is_half_like(ScalarKind kind) { return kind == ScalarKind::half || kind == ScalarKind::bfloat16; }
constexpr bool is_signed(ScalarKind kind) { return info(kind).cls == ScalarClass::signed_; }
constexpr bool is_integer(ScalarKind kind) { return is_signed(kind) || info(kind).cls == ScalarClass::unsigned_; }

// The kind with this lesson name ("uchar"), if there is one.
inline std::optional<ScalarKind> scalar_from_lesson_name(std::string_view name) {
  for (int i = 1; i < static_cast<int>(ScalarKind::count); ++i)
    if (name == scalar_infos[i].lesson_name) return static_cast<ScalarKind>(i);
  return std::nullopt;
}

// A value of `kind` as a person writes it ("255", "-3", "2.5", "true"); `bits` holds the value in its low bytes.
std::string format_scalar(ScalarKind kind, uint64_t bits);

}  // namespace wb
