// The file:  \x93 N U M P Y  major minor  header length (2 or 4 bytes)  header  data
// The header is a Python dictionary: {'descr': '<f4', 'fortran_order': False, 'shape': (512, 768), }
#include "app/workbook/npy.h"

#include <cctype>
#include <cstring>

namespace wb {

namespace {

constexpr std::string_view magic = "\x93NUMPY";

struct Descr {
  ScalarKind kind;
  const char* text;
};
// What we write for each kind; reading accepts each of these (and '=' or '|' for the byte order of single bytes).
constexpr Descr descrs[] = {
    {ScalarKind::bool_, "|b1"},  {ScalarKind::char_, "|i1"},   {ScalarKind::uchar, "|u1"}, {ScalarKind::short_, "<i2"},
    {ScalarKind::ushort, "<u2"}, {ScalarKind::int_, "<i4"},    {ScalarKind::uint, "<u4"},  {ScalarKind::long_, "<i8"},
    {ScalarKind::ulong, "<u8"},  {ScalarKind::half, "<f2"},    {ScalarKind::float_, "<f4"}, {ScalarKind::double_, "<f8"},
};

std::string descr_of(ScalarKind kind) {
  if (kind == ScalarKind::schar) kind = ScalarKind::char_;
  if (kind == ScalarKind::longlong) kind = ScalarKind::long_;
  if (kind == ScalarKind::ulonglong) kind = ScalarKind::ulong;
  for (const Descr& d : descrs)
    if (d.kind == kind) return d.text;
  return "|V1";
}

// Reads the three keys of the header dictionary, in any order, and nothing else.
class HeaderReader {
 public:
  explicit HeaderReader(std::string_view text) : text_(text) {}

  bool read() {
    if (!take('{')) return fail("does not start with `{`");
    while (!take('}')) {
      auto key = quoted();
      if (!key || !take(':')) return fail("is not a dictionary with the keys descr, fortran_order and shape");
      bool ok = *key == "descr" ? read_descr() : *key == "fortran_order" ? read_order() : *key == "shape" ? read_shape() : fail("has an unknown key '" + *key + "'");
      if (!ok) return false;
      if (!take(',') && peek() != '}') return fail("lacks a `,` between its keys");
    }
    if (descr.empty() || !has_order_ || !has_shape_) return fail("lacks descr, fortran_order or shape");
    return true;
  }

  std::string descr, why;
  bool fortran_order = false;
  std::vector<uint64_t> shape;

 private:
  bool fail(std::string what) {
    if (why.empty()) why = "the header " + what;
    return false;
  }
  bool read_descr() {
    auto value = quoted();
    if (!value) return fail("has a descr that is not a plain type; structured arrays are not read");
    descr = *value;
    return true;
  }
  bool read_order() {
    skip();
    has_order_ = true;
    if (text_.substr(at_, 4) == "True") return at_ += 4, fortran_order = true;
    if (text_.substr(at_, 5) == "False") return at_ += 5, true;
    return fail("has a fortran_order that is neither True nor False");
  }
  bool read_shape() {
    has_shape_ = true;
    if (!take('(')) return fail("has a shape that is not a tuple");
    while (!take(')')) {
      skip();
      uint64_t value = 0;
      size_t begin = at_;
      while (at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_]))) {
        if (value > (uint64_t{1} << 58)) return fail("has a dimension that is too large");
        value = value * 10 + static_cast<uint64_t>(text_[at_++] - '0');
      }
      if (at_ == begin) return fail("has a shape that is not a list of whole numbers");
      if (shape.size() >= 32) return fail("has more than 32 dimensions");
      shape.push_back(value);
      if (!take(',') && peek() != ')') return fail("has a shape that is not a list of whole numbers");
    }
    return true;
  }
  std::optional<std::string> quoted() {
    skip();
    if (at_ >= text_.size() || (text_[at_] != '\'' && text_[at_] != '"')) return std::nullopt;
    char quote = text_[at_++];
    size_t end = text_.find(quote, at_);
    if (end == std::string_view::npos) return std::nullopt;
    std::string value(text_.substr(at_, end - at_));
    at_ = end + 1;
    return value;
  }
  void skip() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
  }
  char peek() {
    skip();
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool take(char c) { return peek() == c ? ++at_, true : false; }

  std::string_view text_;
  size_t at_ = 0;
  bool has_order_ = false, has_shape_ = false;
};

std::optional<ScalarKind> kind_of(std::string_view descr, std::string& why) {
  for (const Descr& d : descrs) {
    std::string_view known = d.text;
    if (descr.size() != 3 || descr.substr(1) != known.substr(1)) continue;
    if (descr[0] == '>' && known[2] != '1') {
      why = "its numbers are big-endian ('" + std::string(descr) + "'); save it with astype('" + std::string(known) + "')";
      return std::nullopt;
    }
    return d.kind;
  }
  why = "its type '" + std::string(descr) + "' is none that a kernel knows";
  return std::nullopt;
}

}  // namespace

std::optional<NpyArray> parse_npy(std::string_view file, uint64_t limit_bytes, std::string& why) {
  if (file.substr(0, magic.size()) != magic) return why = "it is not an .npy file (its first bytes are not \\x93NUMPY)", std::nullopt;
  if (file.size() < 10) return why = "it ends within its header", std::nullopt;
  int major = static_cast<uint8_t>(file[6]);
  if (major < 1 || major > 3) return why = "its format version " + std::to_string(major) + " is unknown", std::nullopt;
  size_t length_bytes = major == 1 ? 2 : 4;
  if (file.size() < 8 + length_bytes) return why = "it ends within its header", std::nullopt;
  size_t header_bytes = 0;
  for (size_t i = 0; i < length_bytes; ++i) header_bytes |= static_cast<size_t>(static_cast<uint8_t>(file[8 + i])) << (8 * i);
  size_t data_at = 8 + length_bytes + header_bytes;
  if (header_bytes > 65'536 || data_at > file.size()) return why = "it ends within its header", std::nullopt;

  HeaderReader header(file.substr(8 + length_bytes, header_bytes));
  if (!header.read()) return why = header.why, std::nullopt;
  if (header.fortran_order && header.shape.size() > 1) return why = "it is in Fortran order; save it with np.ascontiguousarray", std::nullopt;
  auto kind = kind_of(header.descr, why);
  if (!kind) return std::nullopt;
  uint64_t bytes = info(*kind).bytes;
  for (uint64_t side : header.shape)
    if (__builtin_mul_overflow(bytes, side, &bytes)) return why = "its shape is too large", std::nullopt;
  if (bytes > limit_bytes) return why = "it holds " + std::to_string(bytes) + " bytes, more than the limit of " + std::to_string(limit_bytes), std::nullopt;
  if (file.size() - data_at != bytes)
    return why = "its shape needs " + std::to_string(bytes) + " bytes of data, but there are " + std::to_string(file.size() - data_at), std::nullopt;
  NpyArray array{*kind, header.shape, {}};
  array.bytes.assign(file.begin() + static_cast<ptrdiff_t>(data_at), file.end());
  return array;
}

std::string format_npy(ScalarKind scalar, const std::vector<uint64_t>& shape, const uint8_t* bytes, size_t size) {
  std::string header = "{'descr': '" + descr_of(scalar) + "', 'fortran_order': False, 'shape': (";
  for (size_t i = 0; i < shape.size(); ++i) header += std::to_string(shape[i]) + (i + 1 < shape.size() ? ", " : shape.size() == 1 ? "," : "");
  header += "), }";
  while ((10 + header.size() + 1) % 64 != 0) header += ' ';  // the data start at a multiple of 64
  header += '\n';
  std::string file(magic);
  file += '\x01';
  file += '\x00';
  file += static_cast<char>(header.size() & 0xFF);
  file += static_cast<char>(header.size() >> 8);
  file += header;
  file.append(reinterpret_cast<const char*>(bytes), size);
  return file;
}

}  // namespace wb
