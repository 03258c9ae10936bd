// CUDA's two libraries by their documented C interfaces, declared here as far as they are used: no header of the toolkit is needed.
#include "tests/fuzz/differential/run_gpu.h"

#include <dlfcn.h>
#include <unistd.h>

#include <cstdio>

namespace wb::fuzz {
namespace {

using DevicePointer = unsigned long long;

struct Nvrtc {
  int (*create)(void**, const char*, const char*, int, const char* const*, const char* const*) = nullptr;
  int (*compile)(void*, int, const char* const*) = nullptr;
  int (*log_size)(void*, size_t*) = nullptr;
  int (*log)(void*, char*) = nullptr;
  int (*cubin_size)(void*, size_t*) = nullptr;
  int (*cubin)(void*, char*) = nullptr;
  int (*destroy)(void**) = nullptr;
  bool is_loaded = false;
};

struct Driver {
  int (*init)(unsigned) = nullptr;
  int (*device_get)(int*, int) = nullptr;
  int (*device_name)(char*, int, int) = nullptr;
  int (*device_attribute)(int*, int, int) = nullptr;
  int (*retain_context)(void**, int) = nullptr;
  int (*set_context)(void*) = nullptr;
  int (*synchronize)() = nullptr;
  int (*load_module)(void**, const void*) = nullptr;
  int (*unload_module)(void*) = nullptr;
  int (*get_function)(void**, void*, const char*) = nullptr;
  int (*allocate)(DevicePointer*, size_t) = nullptr;
  int (*to_device)(DevicePointer, const void*, size_t) = nullptr;
  int (*to_host)(void*, DevicePointer, size_t) = nullptr;
  int (*launch)(void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void*, void**, void**) = nullptr;
  bool is_loaded = false;
};

void* open_first(std::initializer_list<const char*> names) {
  for (const char* name : names)
    if (void* library = dlopen(name, RTLD_NOW | RTLD_LOCAL)) return library;
  return nullptr;
}

template <class F>
bool find(void* library, const char* name, F& function) {
  function = library ? reinterpret_cast<F>(dlsym(library, name)) : nullptr;
  return function != nullptr;
}

Nvrtc load_nvrtc() {
  Nvrtc n;
  void* library = open_first({"libnvrtc.so", "libnvrtc.so.13", "libnvrtc.so.12", "/usr/local/cuda/lib64/libnvrtc.so", "/usr/local/cuda/lib64/libnvrtc.so.13"});
  n.is_loaded = find(library, "nvrtcCreateProgram", n.create) && find(library, "nvrtcCompileProgram", n.compile) && find(library, "nvrtcGetProgramLogSize", n.log_size) &&
                find(library, "nvrtcGetProgramLog", n.log) && find(library, "nvrtcGetCUBINSize", n.cubin_size) && find(library, "nvrtcGetCUBIN", n.cubin) &&
                find(library, "nvrtcDestroyProgram", n.destroy);
  return n;
}

Driver load_driver() {
  Driver d;
  void* library = open_first({"libcuda.so.1", "libcuda.so"});
  d.is_loaded = find(library, "cuInit", d.init) && find(library, "cuDeviceGet", d.device_get) && find(library, "cuDeviceGetName", d.device_name) &&
                find(library, "cuDeviceGetAttribute", d.device_attribute) && find(library, "cuDevicePrimaryCtxRetain", d.retain_context) && find(library, "cuCtxSetCurrent", d.set_context) &&
                find(library, "cuCtxSynchronize", d.synchronize) && find(library, "cuModuleLoadData", d.load_module) && find(library, "cuModuleUnload", d.unload_module) &&
                find(library, "cuModuleGetFunction", d.get_function) && find(library, "cuMemAlloc_v2", d.allocate) && find(library, "cuMemcpyHtoD_v2", d.to_device) &&
                find(library, "cuMemcpyDtoH_v2", d.to_host) && find(library, "cuLaunchKernel", d.launch);
  return d;
}

// One file with a namespace for each kernel; their includes stand once before all.
std::string batch_text(const std::vector<GeneratedKernel>& kernels) {
  std::string includes, text;
  for (size_t i = 0; i < kernels.size(); ++i) {
    std::string one = text_of(kernels[i], "kernel_" + std::to_string(i));
    for (size_t at; (at = one.find("#include")) != std::string::npos;) {
      const size_t end = one.find('\n', at) + 1;
      if (includes.find(one.substr(at, end - at)) == std::string::npos) includes += one.substr(at, end - at);
      one.erase(at, end - at);
    }
    text += "namespace n" + std::to_string(i) + " {\n" + one + "}\n";
  }
  return includes + text;
}

bool compile_batch(const Nvrtc& nvrtc, const std::string& text, const std::string& architecture, bool contract, std::string& cubin, std::string& trouble) {
  void* program = nullptr;
  if (!nvrtc.is_loaded || nvrtc.create(&program, text.c_str(), "batch.cu", 0, nullptr, nullptr) != 0) {
    trouble = "NVRTC is not on this machine";
    return false;
  }
  const char* options[] = {"-std=c++17", contract ? "--fmad=true" : "--fmad=false", architecture.c_str(), "-I/usr/local/cuda/include", "-I/usr/local/cuda/include/cccl", "-default-device", "-w"};
  const bool ok = nvrtc.compile(program, 7, options) == 0;
  size_t size = 0;
  if (!ok && nvrtc.log_size(program, &size) == 0) {
    trouble.resize(size);
    nvrtc.log(program, trouble.data());
  }
  if (ok && nvrtc.cubin_size(program, &size) == 0) {
    cubin.resize(size);
    nvrtc.cubin(program, cubin.data());
  }
  nvrtc.destroy(&program);
  return ok;
}

// What the process writes to its standard output meanwhile: the driver prints there what kernels print.
class CapturedConsole {
 public:
  CapturedConsole() : file_(std::tmpfile()), kept_(dup(1)) {
    std::fflush(stdout);
    if (file_) dup2(fileno(file_), 1);
  }
  std::string text() {
    std::fflush(stdout);
    dup2(kept_, 1);
    std::string all;
    char part[4096];
    if (file_) std::rewind(file_);
    for (size_t n; file_ && (n = std::fread(part, 1, sizeof part, file_)) > 0;) all.append(part, n);
    return all;
  }
  ~CapturedConsole() {
    dup2(kept_, 1);
    close(kept_);
    if (file_) std::fclose(file_);
  }

 private:
  std::FILE* file_;
  int kept_;
};

}  // namespace

struct GpuJudge::State {
  Nvrtc nvrtc;
  Driver driver;
  std::string device, architecture;
  std::vector<DevicePointer> inputs;
  DevicePointer outputs = 0;
  size_t room = 0;           // kernels whose outputs fit
  bool is_broken = false;

  bool copy_inputs();
  bool launch(void* module, size_t i, const GeneratedKernel& kernel);
};

GpuJudge::GpuJudge() : state_(std::make_unique<State>()) {}
GpuJudge::~GpuJudge() = default;
const std::string& GpuJudge::device() const { return state_->device; }
bool GpuJudge::is_broken() const { return state_->is_broken; }

bool GpuJudge::State::copy_inputs() {
  const std::vector<DeviceBuffer> buffers = fuzz_buffers();
  for (size_t i = 0; i < first_output; ++i) {
    DevicePointer pointer = 0;
    if (driver.allocate(&pointer, buffers[i].bytes.size()) != 0 || driver.to_device(pointer, buffers[i].bytes.data(), buffers[i].bytes.size()) != 0) return false;
    inputs.push_back(pointer);
  }
  return true;
}

std::unique_ptr<GpuJudge> GpuJudge::open(std::string& why_not) {
  std::unique_ptr<GpuJudge> judge(new GpuJudge);
  State& s = *judge->state_;
  s.nvrtc = load_nvrtc();
  s.driver = load_driver();
  int device = 0, major = 0, minor = 0;
  void* context = nullptr;
  char name[128] = {};
  why_not = !s.nvrtc.is_loaded ? "NVRTC is not on this machine" : !s.driver.is_loaded ? "the CUDA driver is not on this machine" : "";
  if (!why_not.empty()) return nullptr;
  const Driver& d = s.driver;
  if (d.init(0) != 0 || d.device_get(&device, 0) != 0 || d.retain_context(&context, device) != 0 || d.set_context(context) != 0 || !s.copy_inputs()) {
    why_not = "no GPU can be used";
    return nullptr;
  }
  d.device_name(name, sizeof name, device);
  d.device_attribute(&major, 75, device);  // compute capability, major and minor
  d.device_attribute(&minor, 76, device);
  s.device = name;
  s.architecture = "-arch=sm_" + std::to_string(10 * major + minor);
  return judge;
}

bool GpuJudge::State::launch(void* module, size_t i, const GeneratedKernel& kernel) {
  void* function = nullptr;
  if (driver.get_function(&function, module, ("kernel_" + std::to_string(i)).c_str()) != 0) return false;
  std::vector<DevicePointer> pointers = inputs;
  DevicePointer at = outputs + i * outputs_bytes();
  const std::vector<DeviceBuffer> buffers = fuzz_buffers();
  for (size_t b = first_output; b < buffers.size(); ++b) {
    pointers.push_back(at);
    at += buffers[b].bytes.size();
  }
  int n = scalar_n;
  float x = scalar_x;
  std::vector<void*> arguments;
  for (size_t b = 0; b < pointers.size(); ++b) {
    if (b == first_output) {
      arguments.push_back(&n);
      arguments.push_back(&x);
    }
    arguments.push_back(&pointers[b]);
  }
  return driver.launch(function, kernel.grid.x, kernel.grid.y, kernel.grid.z, kernel.block.x, kernel.block.y, kernel.block.z, 0, nullptr, arguments.data(), nullptr) == 0;
}

std::optional<std::vector<Outputs>> GpuJudge::run(const std::vector<GeneratedKernel>& kernels, bool contract, std::string& trouble) {
  State& s = *state_;
  std::string cubin;
  if (!compile_batch(s.nvrtc, batch_text(kernels), s.architecture, contract, cubin, trouble)) return std::nullopt;
  const size_t bytes = outputs_bytes();
  if (s.room < kernels.size()) {
    if (s.driver.allocate(&s.outputs, kernels.size() * bytes) != 0) return std::nullopt;
    s.room = kernels.size();
  }
  const Outputs start = outputs_of(fuzz_buffers());
  std::vector<uint8_t> all;
  for (size_t i = 0; i < kernels.size(); ++i) all.insert(all.end(), start.begin(), start.end());
  void* module = nullptr;
  bool ok = s.driver.to_device(s.outputs, all.data(), all.size()) == 0 && s.driver.load_module(&module, cubin.data()) == 0;
  std::vector<std::string> consoles(kernels.size());
  for (size_t i = 0; ok && i < kernels.size(); ++i) {
    if (!kernels[i].prints) {
      ok = s.launch(module, i, kernels[i]);
      continue;
    }
    CapturedConsole console;
    ok = s.launch(module, i, kernels[i]) && s.driver.synchronize() == 0;
    consoles[i] = console.text();
  }
  ok = ok && s.driver.synchronize() == 0 && s.driver.to_host(all.data(), s.outputs, all.size()) == 0;
  if (module) s.driver.unload_module(module);
  if (!ok) {
    trouble = "a launch failed";
    s.is_broken = true;
    return std::nullopt;
  }
  std::vector<Outputs> results;
  for (size_t i = 0; i < kernels.size(); ++i) {
    results.emplace_back(all.begin() + static_cast<long>(i * bytes), all.begin() + static_cast<long>((i + 1) * bytes));
    add_console(results.back(), consoles[i]);
  }
  return results;
}

bool GpuJudge::compiles(const std::vector<GeneratedKernel>& kernels, std::string& trouble) {
  static const Nvrtc nvrtc = load_nvrtc();
  std::string cubin;
  return compile_batch(nvrtc, batch_text(kernels), "-arch=sm_90", false, cubin, trouble);
}

}  // namespace wb::fuzz
