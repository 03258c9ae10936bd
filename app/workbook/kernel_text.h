#pragma once
// Where a kernel stands in the text of its file, without a compiler: its comments are to be read, too.
//
//     // <<<4, 64>>>                      a comment
//     __global__ void k(int* a) {         head, body
//       a[0] = 1;  // once
//     }                                   end
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace wb {

struct Comment {
  size_t begin = 0, end = 0;  // with its marks
  std::string_view text;      // without
};
std::vector<Comment> comments_in(std::string_view source);

// The text without comments and string literals: as long, with spaces in their place.
std::string bare_code(std::string_view source);

struct KernelText {
  size_t head = 0, body = 0, end = 0;  // `__global__`, `{`, the `}` of it
};
// `__global__ ... name ( ... ) { ... }` in bare code.
std::optional<KernelText> find_kernel(std::string_view code, std::string_view kernel);
std::string_view body_of(std::string_view code, std::string_view kernel);  // empty: it has none

// Of all kernels that it defines or declares, in bare code.
std::set<std::string, std::less<>> kernel_names(std::string_view code);

bool is_word_letter(char c);
// Not as a part of another word; npos: nowhere.
size_t find_word(std::string_view code, std::string_view word, size_t from);
bool mentions(std::string_view code, std::string_view word);
// Where the bracket at `open` closes; npos: nowhere.
size_t close_of(std::string_view code, size_t open);

}  // namespace wb
