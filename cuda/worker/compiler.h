#pragma once
// NVRTC, opened at run time: CUDA C++ to PTX or to a program for one GPU. Works without a GPU.
#include <map>
#include <string>
#include <vector>

#include "cuda/protocol/messages.h"

namespace wb::worker {

struct Compiled {
  bool ok = false;
  std::string log;
  std::string image;         // a cubin, or PTX
  std::string lowered_name;  // of the kernel: what the driver finds it by
  std::map<std::string, std::string> lowered_variables;  // "filters::weights" -> what the driver finds it by
};

class Compiler {
 public:
  static protocol::Result<Compiler> load();

  int version_major() const { return major_; }
  std::string version() const { return std::to_string(major_) + "." + std::to_string(minor_); }

  // `architecture`: "compute_90" for PTX, "sm_90" for a program. An unknown one becomes the nearest older one that NVRTC knows, as PTX.
  // `variables` of the file will be asked for.
  Compiled compile(const protocol::Source& source, std::string architecture, const std::vector<std::string>& variables = {}) const;
  std::string fitting_architecture(int compute_capability) const;  // 90 -> "sm_90", or "compute_86" where 9.0 is unknown

 private:
  int major_ = 0, minor_ = 0;
  std::vector<int> architectures_;
  std::vector<std::string> include_folders_;  // of the CUDA Toolkit; none where its headers are not on this machine
};

}  // namespace wb::worker
