#pragma once
// GPU timings that were measured on a named card on a named date, for machines without one. assets/recorded_timings/*.json:
//
//   { "format": 1, "device": "NVIDIA H200", "date": "2026-11-20", "driver": "580.65.06", "toolkit": "13.0",
//     "timings": [ { "key": "<timing_key>", "lesson": "rgb-to-grey", "launch": "photo", "kernel": "rgb2grey",
//                    "times": [ { "what": "kernel", "median_ms": 0.004, "min_ms": 0.004, "max_ms": 0.005, "runs": 21 } ] } ] }
//
// The key holds source, kernel, shape and values: a figure is shown for exactly what was measured.
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/backends/engine.h"

namespace wb {

// The folder with the recordings: beside the program, installed, or in the source tree; empty: none.
std::string recorded_timings_folder();

// What was recorded for this launch, if anything. `kernel` is the compiled display name.
std::optional<RecordedTiming> find_recorded_timing(const Launch& launch, const std::string& kernel, const std::string& folder = recorded_timings_folder());

struct RecordingReport {
  int recorded = 0;
  std::vector<std::string> failures;  // "rgb-to-grey:photo: why"
  std::string error;                  // the file could not be written, or there is no GPU
};

// Runs each launch on the GPU and writes what was measured to `out_file`. `tell` is called with each launch before it runs; may be empty.
RecordingReport record_timings(const std::vector<Launch>& launches, Engine& cuda, const std::string& out_file,
                               const std::function<void(const Launch&)>& tell = {});

}  // namespace wb
