#pragma once
// The device library: what CUDA's and the C++ standard library's headers declare, written in CUDA C++ itself.
//
// A header is text of ours in simulator/library/include/, embedded in the program. Everything it needs from the machine is a builtin
// (builtin_table.h); the rest is C++ that the front end reads like the user's. But a header like cuda_fp16.h declares a thousand names, and
// a kernel uses five of them; reading them all would cost more than the kernel. So a header is cut into items, the declarations at
// namespace scope, once a process; a compilation is given only their names:
//
//     text --lex, macros--> tokens --cut--> items      "__hadd" -> items 12, 13      "operator+" -> items 40, 41, ...
//                                             ^
//     the parser looks up a name in a namespace that a header declares things in: the items of that name are read now
//
// Bodies are read when somebody calls them. To the user the library has no inside: a mistake that comes up in it is reported where the user
// asked for it, a finding points at the user's call, and stepping does not enter (Parser::user_place, Lowering::in_library_).
//
// Rules for the headers' text: one declaration, one name; no `using namespace`; helpers in namespace __wb.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "simulator/language/token.h"

namespace wb {

struct LibraryText {
  const char* name;
  std::string text;
};
const std::vector<LibraryText>& library_texts();  // written by the build

struct LibraryItem {
  uint32_t begin = 0, end = 0;  // its tokens
};
using LibraryNames = std::unordered_map<std::string_view, std::vector<uint32_t>>;  // a name -> its items

struct LibraryHeader {
  std::string_view name, text;
  std::vector<Token> tokens;                             // spans lie in `text`; their file is filled in by the compilation
  std::vector<LibraryItem> items;
  std::unordered_map<std::string, LibraryNames> scopes;  // "", "std", "cuda::std"
};

inline constexpr std::string_view always_included = "standard.h";  // which header of the standard library brings which is nobody's to know

// The library headers that `#include <path>` brings, by name and in order; empty: the header needs no text.
std::vector<std::string_view> library_includes(std::string_view path);
std::string_view include_path_of(std::string_view header);  // the other way round: the first path that stands for this header; or none
const LibraryHeader& library_header(std::string_view name);  // a name of library_texts() that ends in .h
// What the header that stands behind programs of the host (host_program.h) has by that name in namespace `wb_host` or `wb_thrust`.
enum class HostName : uint8_t { none, function, type, value };
HostName host_name(std::string_view scope, std::string_view name);
// What a user would include to have `name` in namespace `scope` ("cuda_fp16.h", "cuda/atomic"); empty: no header of ours declares it, or it needs none.
std::string_view header_that_declares(std::string_view scope, std::string_view name);

}  // namespace wb
