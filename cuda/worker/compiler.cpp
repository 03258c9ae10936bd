#include "cuda/worker/compiler.h"

#include <nvrtc.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>

#include "cuda/worker/shared_library.h"

#define WB_NVRTC_FUNCTIONS(F)                                                                                          \
  F(nvrtcVersion) F(nvrtcGetErrorString) F(nvrtcGetNumSupportedArchs) F(nvrtcGetSupportedArchs) F(nvrtcCreateProgram)  \
  F(nvrtcDestroyProgram) F(nvrtcAddNameExpression) F(nvrtcCompileProgram) F(nvrtcGetProgramLogSize)                    \
  F(nvrtcGetProgramLog) F(nvrtcGetPTXSize) F(nvrtcGetPTX) F(nvrtcGetCUBINSize) F(nvrtcGetCUBIN) F(nvrtcGetLoweredName)

namespace wb::worker {
namespace {

struct NvrtcApi {
#define WB_DECLARE(name) decltype(&::name) name = nullptr;
  WB_NVRTC_FUNCTIONS(WB_DECLARE)
#undef WB_DECLARE
};
NvrtcApi nvrtc;  // filled once by Compiler::load, before anything reads it

bool load_functions(void* library) {
  bool found = true;
#define WB_LOAD(name) found = found && find_symbol(library, #name, nvrtc.name);
  WB_NVRTC_FUNCTIONS(WB_LOAD)
#undef WB_LOAD
  return found;
}

// Destroys the program at the end of a scope.
struct Program {
  nvrtcProgram handle = nullptr;
  ~Program() { if (handle) nvrtc.nvrtcDestroyProgram(&handle); }
};

std::string log_of(nvrtcProgram program) {
  size_t size = 0;
  if (nvrtc.nvrtcGetProgramLogSize(program, &size) != NVRTC_SUCCESS || size <= 1) return {};
  std::string log(size, 0);
  nvrtc.nvrtcGetProgramLog(program, log.data());
  log.resize(size - 1);
  return log;
}

std::string image_of(nvrtcProgram program, bool is_ptx) {
  size_t size = 0;
  if ((is_ptx ? nvrtc.nvrtcGetPTXSize(program, &size) : nvrtc.nvrtcGetCUBINSize(program, &size)) != NVRTC_SUCCESS) return {};
  std::string image(size, 0);
  if ((is_ptx ? nvrtc.nvrtcGetPTX(program, image.data()) : nvrtc.nvrtcGetCUBIN(program, image.data())) != NVRTC_SUCCESS) return {};
  return image;
}

// The toolkit's headers, where they are: beside the library that was opened, or where this worker was made.
std::vector<std::string> include_folders() {
  std::vector<std::string> candidates = {std::string(WB_TOOLKIT_LIBRARIES) + "/../include"};
  Dl_info library{};
  if (dladdr(reinterpret_cast<const void*>(nvrtc.nvrtcVersion), &library) && library.dli_fname) {
    const std::string folder = std::filesystem::path(library.dli_fname).parent_path().string();
    candidates.insert(candidates.begin(), {folder + "/../include", folder + "/../../../include"});
  }
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"})
    if (const char* root = std::getenv(variable)) candidates.push_back(std::string(root) + "/include");
  candidates.push_back("/usr/local/cuda/include");
  for (const std::string& folder : candidates)
    if (std::error_code none; std::filesystem::exists(folder + "/cuda_fp16.h", none)) return {folder, folder + "/cccl"};
  return {};
}

}  // namespace

protocol::Result<Compiler> Compiler::load() {
  const std::string major = std::to_string(WB_TOOLKIT_MAJOR), folder = WB_TOOLKIT_LIBRARIES;
  void* library = open_library({folder + "/libnvrtc.so." + major, folder + "/libnvrtc.so", "libnvrtc.so." + major, "libnvrtc.so"});
  if (!library) return protocol::Error{protocol::Trouble::refused, "CUDA's run-time compiler (libnvrtc) is not on this machine"};
  Compiler compiler;
  if (!load_functions(library) || nvrtc.nvrtcVersion(&compiler.major_, &compiler.minor_) != NVRTC_SUCCESS)
    return protocol::Error{protocol::Trouble::refused, "CUDA's run-time compiler (libnvrtc) on this machine is too old"};
  // NVRTC opens this one by its name alone, which the loader finds only where it is told of the toolkit's folder. What is open already needs no folder.
  open_library({folder + "/libnvrtc-builtins.so." + std::to_string(compiler.major_) + "." + std::to_string(compiler.minor_)});
  compiler.include_folders_ = include_folders();
  int count = 0;
  nvrtc.nvrtcGetNumSupportedArchs(&count);
  compiler.architectures_.resize(static_cast<size_t>(std::max(count, 0)));
  if (count > 0) nvrtc.nvrtcGetSupportedArchs(compiler.architectures_.data());
  return compiler;
}

std::string Compiler::fitting_architecture(int compute_capability) const {
  if (std::ranges::find(architectures_, compute_capability) != architectures_.end()) return "sm_" + std::to_string(compute_capability);
  int best = 0;
  for (int known : architectures_)
    if (known <= compute_capability) best = std::max(best, known);
  return "compute_" + std::to_string(best ? best : compute_capability);
}

namespace {

// NVRTC takes a header's name as it is written and looks for none beside the header that includes it. So "own/b.h" is there as "b.h" as well,
// for own/a.h's `#include "b.h"`, unless that could mean several.
std::map<std::string, std::string> headers_by_every_name(const std::map<std::string, std::string>& headers) {
  std::map<std::string, std::string> all = headers;
  std::map<std::string, int> meanings;
  for (const auto& [name, text] : headers)
    for (size_t slash = name.find('/'); slash != std::string::npos; slash = name.find('/', slash + 1)) ++meanings[name.substr(slash + 1)];
  for (const auto& [name, text] : headers)
    for (size_t slash = name.find('/'); slash != std::string::npos; slash = name.find('/', slash + 1))
      if (meanings[name.substr(slash + 1)] == 1) all.emplace(name.substr(slash + 1), text);
  return all;
}

}  // namespace

Compiled Compiler::compile(const protocol::Source& source, std::string architecture, const std::vector<std::string>& variables) const {
  Compiled result;
  const std::map<std::string, std::string> headers = headers_by_every_name(source.headers);
  std::vector<const char*> names, texts;
  for (const auto& [name, text] : headers) names.push_back(name.c_str()), texts.push_back(text.c_str());
  Program program;
  const nvrtcResult created = nvrtc.nvrtcCreateProgram(&program.handle, source.text.c_str(), source.file_name.c_str(), static_cast<int>(names.size()),
                                                       texts.data(), names.data());
  if (created != NVRTC_SUCCESS) return result.log = nvrtc.nvrtcGetErrorString(created), result;
  if (!source.kernel.empty()) nvrtc.nvrtcAddNameExpression(program.handle, source.kernel.c_str());
  for (const std::string& variable : variables) nvrtc.nvrtcAddNameExpression(program.handle, ("&" + variable).c_str());
  const std::string target = "--gpu-architecture=" + architecture;
  std::vector<std::string> defines;
  for (const std::string& define : source.defines) defines.push_back("-D" + define);
  std::vector<const char*> options = {target.c_str(), source.contract ? "--fmad=true" : "--fmad=false", "-std=c++17", "-lineinfo", "-default-device"};
  std::vector<std::string> paths;
  for (const std::string& folder : include_folders_) paths.push_back("--include-path=" + folder);
  for (const std::string& path : paths) options.push_back(path.c_str());
  const std::string prelude = std::string("--pre-include=") + protocol::prelude;
  if (headers.contains(protocol::prelude)) options.push_back(prelude.c_str());
  for (const std::string& define : defines) options.push_back(define.c_str());
  const nvrtcResult compiled = nvrtc.nvrtcCompileProgram(program.handle, static_cast<int>(options.size()), options.data());
  result.log = log_of(program.handle);
  if (compiled != NVRTC_SUCCESS) {
    if (result.log.empty()) result.log = nvrtc.nvrtcGetErrorString(compiled);
    return result;
  }
  const char* lowered = nullptr;
  if (!source.kernel.empty() && nvrtc.nvrtcGetLoweredName(program.handle, source.kernel.c_str(), &lowered) == NVRTC_SUCCESS) result.lowered_name = lowered;
  for (const std::string& variable : variables)
    if (nvrtc.nvrtcGetLoweredName(program.handle, ("&" + variable).c_str(), &lowered) == NVRTC_SUCCESS) result.lowered_variables[variable] = lowered;
  result.image = image_of(program.handle, architecture.starts_with("compute_"));
  result.ok = !result.image.empty();
  return result;
}

}  // namespace wb::worker
