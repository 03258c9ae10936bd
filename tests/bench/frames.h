#pragma once
// How much of its own CPU time the window spends on a frame.

namespace wb::bench {

// Opens the real window (a virtual display will do) on a lesson of 2^20 threads, drives it through still, stepping, scrubbing, pointing
// and editing stretches, `rounds` times over, and prints a table (or one JSON document). 0; 1: the script failed; 2: no window here.
int report_frames(int rounds, bool json);

}  // namespace wb::bench
