#pragma once
// What the Memory view says, in the window's language. Pure.
#include <string>

#include "app/gui/catalogue.h"
#include "app/gui/panels/memory_model.h"

namespace wb {

// "Line 6: 32 lanes of warp 0 in block 0 read rgb[0 ... 31]."
std::string request_sentence(const Catalogue& say, const Recording& recording, const WarpRequest& request);
// What it costs: sectors, passes through the banks, turns at one address, distinct addresses of constant memory.
std::string cost_sentence(const Catalogue& say, const Recording& recording, const WarpRequest& request);
// "reads rgb", for a chip.
std::string request_label(const Catalogue& say, const Recording& recording, const WarpRequest& request);
// "rgb · global, 24 numbers"
std::string piece_label(const Catalogue& say, const AllocationInfo& allocation);
// Whose copy is shown, where each block or thread has its own; else empty.
std::string whose_sentence(const Catalogue& say, const Recording& recording, const AllocationInfo& allocation, uint32_t block, uint32_t thread);
// "lanes 0, 1, 2 and 13 more", "lanes 0 to 31", "lane 5"
std::string lanes_words(const Catalogue& say, LaneMask lanes);

// A row of the table that says the same as the drawing.
struct RequestRow {
  int lane = 0;
  ThreadRef thread;
  std::string who, does, element, value, where;   // "lane 3", "reads", "rgb[15]", "77", "sector 0" or "bank 15, pass 1"
};
std::vector<RequestRow> request_rows(const Catalogue& say, const Recording& recording, const WarpRequest& request);

// "step 1,204: thread 5 of block 0 writes 8, it was 7, line 6"
std::string history_sentence(const Catalogue& say, const Recording& recording, const AccessRecord& access);

}  // namespace wb
