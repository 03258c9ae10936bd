#pragma once
// Tries a bare file's launch before it is shown, where nobody says all that it takes.
//
//     sizes     a buffer gets an element for each thread. A kernel that reads beyond its end shows nothing but the guess: what it reached for is given to it,
//               a few times. Buffers whose size the file fixes are never touched: reaching beyond those is the kernel's mistake.
//     values    If it goes wrong with those, smaller ones are tried: a kernel whose table holds 512 entries was not made for `entries` = 1024.
//               Then what the kernel writes is tried with zeros in it: whoever looks for a free place finds none among random numbers.
//               A launch that changes nothing is tried with 1 for one number and another: step 1 of n steps has work, step n has none.
//     its end   A kernel that asks `if (i < n)` is tried with an `n` that fills no whole warps as well. If more goes wrong then, of what happens at the end
//               of the data alone (a barrier that not all come to, a mask that names lanes which have left, a place behind the last), that one is shown.
#include "app/workbook/bare_file.h"

namespace wb {

// As open_bare_file, for one launch of the file; `launch` empty: the first one.
BareFile open_tried_file(const std::filesystem::path& file, const BareFileWishes& wishes, const std::string& launch);
// All of them.
BareFile open_tried_file(const std::filesystem::path& file, BareFileWishes wishes);

}  // namespace wb
