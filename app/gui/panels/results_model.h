#pragma once
// What the results strip says: one tile for each input, each engine and the difference, with its caption; and tables of small buffers.
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/gui/panels/image_pixels.h"
#include "app/session/session.h"

namespace wb {

enum class TileState : uint8_t { ready, running, empty, failed };
enum class TileTone : uint8_t { plain, good, bad };

struct ResultTile {
  std::string title;                  // "Input", "Simulated", "Explicit loops", "GPU", "Difference"
  std::string caption;                // "3.1 ms here, every check on"
  std::string key;                    // of its texture: "sim/out"
  TileState state = TileState::empty;
  TileTone tone = TileTone::plain;    // of the caption's last words
  std::string verdict;                // "equal", "differs in 12 elements": coloured
  double progress = 0;
  uint64_t revision = 0;              // of the bytes
  PictureFormat format;
  bool is_line = false;               // one dimension, broken into rows: a place is said by its index
  bool is_heat = false;
  const std::vector<uint8_t>* bytes = nullptr;   // borrowed from the slot
  int buffer = -1;
  // Of an engine's result, to tell what it has not written (unwritten.h): null otherwise.
  const DeviceBuffer *start = nullptr, *own = nullptr, *simulated = nullptr;
};

// Pictures of one output, by engine; the first group has those of the inputs before them. Empty when nothing can be shown as a picture.
struct PictureGroup {
  int output = -1;
  std::vector<ResultTile> tiles;
};
std::vector<PictureGroup> picture_groups(const RunSlot& slot);

// One line each: how the loops and the GPU stand to the simulated result.
std::string engine_caption(const RunSlot& slot, EngineKind kind);
struct Verdict { std::string words; TileTone tone = TileTone::plain; };
Verdict agreement_verdict(const RunSlot& slot, EngineKind kind, const std::string& buffer);
const char* engine_title(EngineKind kind);

// The two results whose difference is shown: the first pair of engines that ran and differ, else the first pair.
struct DifferencePair { EngineKind first{}, second{}; bool equal = false; uint64_t compared = 0; double tolerance = 0; };
std::optional<DifferencePair> difference_pair(const RunSlot& slot, const std::string& buffer);
std::string difference_words(const PictureDifference& difference, const std::string& buffer, const std::vector<uint64_t>& shape);

// A buffer that is no picture: its elements by engine.
struct ValueTable {
  std::string buffer;
  bool as_bars = false;
  uint32_t across = 0;                           // elements in a row of a matrix; 0: a list, one element a row
  bool is_plane = false;                         // the rows of the matrix are the buffer's own; else a row may hold fewer
  std::vector<std::string> columns;              // "element", "start", "simulated", ...
  std::vector<std::vector<std::string>> rows;    // texts, the element's name first
  std::vector<std::vector<double>> numbers;      // by row, by engine column from "start" on; NaN: none
  std::vector<bool> differs;                     // by row
  uint64_t first = 0;                            // element of the first row: later than 0 where the run changed nothing before
  uint64_t left_out = 0;                         // elements before and behind
};
std::vector<ValueTable> value_tables(const RunSlot& slot, size_t most_rows = 64);

// A remark below, where the agreement of the loops proves nothing: a racy kernel whose loops are right by luck of the order.
std::string loops_remark(const RunSlot& slot);

}  // namespace wb
