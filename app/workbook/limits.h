#pragma once
// Every limit on what a lesson may ask for, in one place. Each is named by the complaint that it causes, and listed by `warpbook check --help`.
#include <cstddef>
#include <cstdint>

namespace wb::limits {

inline constexpr uint64_t lesson_text_bytes = 2u << 20;      // lesson.md
inline constexpr uint64_t kernel_text_bytes = 4u << 20;      // one .cu file
inline constexpr uint64_t data_file_bytes = 512u << 20;      // one picture or .npy file
inline constexpr uint64_t image_pixels = 64u << 20;          // one picture
inline constexpr uint64_t image_side = 65'536;               // pixels
inline constexpr uint64_t input_file_bytes = 32u << 20;      // that a .cu file's program reads
inline constexpr uint64_t buffer_bytes = 1ull << 30;         // one buffer
inline constexpr uint64_t launch_bytes = 2ull << 30;         // all buffers of a launch
inline constexpr uint64_t held_bytes = 256u << 20;           // one buffer that starts without values, or as zeros: of a larger one a launch holds the beginning
inline constexpr uint64_t untouched_bytes = (4ull << 30) - (64u << 10);  // of such a larger one; it costs what is touched
inline constexpr uint64_t beginning_elements = 65'536;       // of it
inline constexpr size_t buffer_dimensions = 8;
inline constexpr size_t data_elements = 1u << 20;            // data = [...] written in the lesson
inline constexpr size_t launches = 256;                      // launches, bugs and exercises of a lesson, each
inline constexpr size_t buffers = 64;                        // of a launch
inline constexpr size_t reached_buffers = 8192;              // and those that a kernel finds through memory: `rows[2]`
inline constexpr size_t values = 256;                        // of a launch
inline constexpr size_t checks = 64;                         // of an exercise
inline constexpr size_t check_inputs = 256;                  // sizes of one `inputs` check
inline constexpr uint64_t check_schedules = 1024;            // of one `schedules` check
inline constexpr size_t blocks = 4096;                       // of a lesson's body
inline constexpr size_t block_nesting = 16;                  // lists in lists in asides ...
inline constexpr size_t expression_bytes = 1000;
inline constexpr int expression_depth = 24;
inline constexpr size_t value_chain = 16;                    // values defined by values defined by ...
inline constexpr size_t complaints = 200;                    // of one lesson; the rest is counted
inline constexpr size_t lessons = 1000;                      // of a course
inline constexpr uint64_t run_instructions = 500'000'000;    // warp instructions of one run, unless --budget says otherwise: so many,
inline constexpr uint64_t warp_instructions = 50'000;        // or, where a launch has many warps, so many for each of them,
inline constexpr uint64_t most_instructions = 2'000'000'000; // up to these
inline constexpr uint64_t check_instructions = 20'000'000;   // warp instructions of one run while checking
inline constexpr uint64_t edit_bytes = 4u << 20;             // a student's edit
inline constexpr uint64_t progress_bytes = 16u << 20;        // a progress file

}  // namespace wb::limits
