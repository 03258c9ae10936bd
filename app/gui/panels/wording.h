#pragma once
// How numbers, durations and places are said on screen. Pure; every panel uses the same words.
#include <cstdint>
#include <string>
#include <vector>

#include "simulator/recording/recording.h"
#include "simulator/simulator.h"

namespace wb {

std::string with_thousands(uint64_t number);                   // 2930 -> "2,930"
std::string format_number(double value);                       // 0.25, 12, 1,204.5: at most four significant digits after the point
std::string format_ms(double ms);                              // "0.004 ms", "0.34 ms", "3.1 ms", "1,250 ms"
std::string format_ratio(double ratio);                        // 84.6 -> "85", 2.04 -> "2.0"
std::string plural(uint64_t count, std::string_view noun);     // "1 lane", "32 lanes"
// Only the dimensions that the extent has: "3" in a line, "(2, 1)" in a plane, "(2, 1, 0)" in a space.
std::string format_index(Index3 index, Index3 extent);
std::string format_extent(Index3 extent);                      // "16 x 16"
std::string block_words(const LaunchShape& shape, uint32_t block);    // "block (2, 1)"
std::string thread_words(const LaunchShape& shape, uint32_t thread);  // "thread (3, 7)"
std::string element_words(std::string_view buffer, const std::vector<uint64_t>& shape, uint64_t flat);  // "out[23][35]", "count[0]"
std::string flat_element_words(std::string_view buffer, uint64_t flat);  // "out[2,979]"
// "rgb[8,937 ... 8,939]" for neighbours, "rgb[15], rgb[39], rgb[63]" for others; at most `limit` are named.
std::string element_list_words(std::string_view buffer, std::vector<uint64_t> elements, size_t limit = 4);
std::string schedule_words(Schedule schedule);                 // "in order", "round robin"
std::string shape_words(const std::vector<uint64_t>& shape);   // "768 x 512" for {512, 768}; "16 numbers" for {16}
const char* lane_state_words(LaneState state);                 // "waiting for its block to start", "at the barrier", ...
std::string date_words(std::string_view iso_date);             // "2026-11-20" -> "20 Nov 2026"; anything else as it is

// A sentence in which paths longer than `most` letters are cut in the middle: "/home/.../loops/warpbook-loops could not be started".
std::string with_short_paths(std::string_view sentence, size_t most = 36);

// With a capital letter, if it begins with a word: `count[0]`, `rgb2grey` and what stands in backticks keep their own letters.
std::string capitalised(std::string text);
// A message as a sentence on screen: a capital, a full stop, and no backticks round code.
std::string as_sentence(std::string message);
std::string as_sentence_with_code(std::string message);  // keeps the backticks, for text that is set with code in it

}  // namespace wb
