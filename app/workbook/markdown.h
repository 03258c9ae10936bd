#pragma once
// CommonMark with tables, through md4c, as blocks and formatted text. The live blocks of a page are not its business: see page_reader.h.
#include <string_view>
#include <vector>

#include "app/workbook/lesson.h"

namespace wb {

// Text within a line: captions, choices, hints. Line breaks become spaces, an empty line a line break; block syntax has no meaning.
RichText parse_inline(std::string_view text);

// Whole blocks. `at`: the offset of `text` in file 0, for the blocks' spans. Image targets stay as written in ImageBlock::file.
// `is_too_deep` is set where lists and quotes are nested beyond the limit: what follows is lost.
std::vector<Block> parse_markdown(std::string_view text, uint32_t at, bool& is_too_deep);

}  // namespace wb
