#pragma once
// A place in a buffer, as the arguments of a launch and the pointers in its records name it, in C's own words:
//
//     place  = [ "(" type "*" ")" ] target                 (int*)(pool + n)
//     target = "(" target ")"
//            | "&" name "[" elements "]"                   &pool[n / 2]
//            | name [ ("+" | "-") elements ]               pool, pool + n / 2
//
// `elements` is an expression in the launch's values and counts elements of the buffer's own type; a cast changes what the kernel takes
// them for and not where the pointer points to.
#include <optional>
#include <string_view>

namespace wb {

struct BufferPlace {
  std::string_view buffer;    // its name
  std::string_view elements;  // with the sign where there is one: "+ n / 2"; empty: the buffer's start
  std::string_view type;      // of the cast: "unsigned char"; empty: there is none
};
// None: the text is not of this form. The views are of `text`.
std::optional<BufferPlace> read_buffer_place(std::string_view text);

}  // namespace wb
