// What the simulator does not support is refused by name, with the nearest thing that works.
#include <algorithm>
#include <iterator>

#include "simulator/language/parser.h"
#include "simulator/language/unsupported.h"

namespace wb {
namespace {

// Things that CUDA has and that this front end knows by name only.
constexpr Refusal cuda_names[] = {
    {"__assert*", "write `if (!condition) return;`, or look at the value while stepping"},
    {"memmove", "copy element by element, from the side that is not overwritten: device code has no `memmove`"},
    {"__prof_trigger", "count in an array of your own"},
    {"wall_clock64", "time the whole launch"},
    {"half", "use `float`"},
    {"half2", "use `float2`"},
    {"__half", "use `float`"},
    {"__half2", "use `float2`"},
    {"nv_bfloat16*", "use `float`"},
    {"__nv_bfloat16*", "use `float`"},
    {"__h*", "use `float`"},
    {"__nv_*", "use `float`"},
    {"cg", "put `#include <cooperative_groups.h>` and `namespace cg = cooperative_groups;` at the top"},
    {"wmma", "put `#include <mma.h>` and `using namespace nvcuda;` at the top"},
    {"cub", "put `#include <cub/cub.cuh>` at the top"},
    {"thrust", "write the loop as a kernel"},
    {"cuda", "use atomics and `__syncthreads()`"},
    {"tex1D*", "fetch with `tex1D` or `tex1DLayered`, from a texture without levels of detail"},
    {"tex2D*", "fetch with `tex2D` or `tex2DLayered`, from a texture without levels of detail"},
    {"tex3D*", "fetch with `tex3D`, from a texture without levels of detail"},
    {"texCubemap*", "fetch with `tex2D`, one face in each texture"},
    {"surface", "pass a `cudaSurfaceObject_t`: CUDA has had no surface references since version 12"},
    {"cudaStreamSynchronize", "a kernel cannot wait for the grids that it launches: launch what needs their results into the same stream, or into `cudaStreamTailLaunch`"},
    {"cudaEvent*", "grids in one stream follow each other; there are no events in device code here"},
    {"cudaGraph*", "launch the kernels one by one"},
    {"curand*", "use `curandState` (XORWOW) or `curandStatePhilox4_32_10_t`, with uniform, normal or log-normal numbers"},
    {"__threadfence_*", "use `__threadfence()`"},
    {"__pipeline_*", "load through registers and `__syncthreads()`"},
    {"__cvta_*", "use the pointer as it is; `__cvta_generic_to_shared` is known"},
    {"CUtensorMap*", "put `#include <cuda.h>` at the top"},
    {"cp_async_bulk_tensor*", "put `#include <cuda.h>` and `#include <cuda/barrier>` at the top; known are copies between global and shared memory in tiled mode"},
    {"atomicCAS_128*", "use two 64-bit words and a lock"},
};

// Instructions of inline PTX that have a place in C++.
constexpr Refusal ptx_names[] = {
    {"ldmatrix.*", "known are `.sync.aligned.m8n8` with `.x1`, `.x2` or `.x4`, `.trans`, `.shared` and `.b16`, into as many registers in braces"},
    {"stmatrix.*", "known are `.sync.aligned.m8n8` with `.x1`, `.x2` or `.x4`, `.trans`, `.shared` and `.b16`, from as many registers in braces"},
    {"movmatrix.*", "known is `movmatrix.sync.aligned.m8n8.trans.b16`"},
    {"mma.*", "known are `.row.col` of m16n8k8 and k16 (f16, bf16), m16n8k4 and k8 (tf32), m16n8k16 and k32 (s8, u8), m8n8k4 (f64), with registers in braces as PTX counts them"},
    {"wmma.*", "use `wmma::load_matrix_sync`, `wmma::mma_sync` and `wmma::store_matrix_sync` of `<mma.h>`"},
    {"wgmma.*", "multiply fragments of one warp with `wmma::mma_sync` of `<mma.h>`"},
    {"tcgen05.*", "multiply fragments of one warp with `wmma::mma_sync` of `<mma.h>`"},
    {"mbarrier.*", "known are init, inval, arrive, arrive_drop, arrive.expect_tx, expect_tx, complete_tx, test_wait, try_wait and pending_count, `.shared.b64`; else use `cuda::barrier` of `<cuda/barrier>`"},
    {"cp.async.bulk.tensor*", "known are `.1d`, `.2d` and `.3d` (in C++ up to 5) in tiled mode, `.shared::cluster.global` with `.mbarrier::complete_tx::bytes`, and `.global.shared::cta.bulk_group`, in files with `#include <cuda.h>`"},
    {"cp.async.bulk.prefetch.tensor*", "leave it out: it changes nothing but speed"},
    {"cp.async.bulk*", "known are `.shared::cluster.global` and `.shared::cta.global` with `.mbarrier::complete_tx::bytes`, `.global.shared::cta.bulk_group`, `.commit_group`, `.wait_group` and `.wait_group.read`; a copy for several blocks (`.multicast::cluster`) is one for each of them"},
    {"cp.reduce.async.bulk.tensor*", "change rows with `cp.reduce.async.bulk`, which needs no tensor map"},
    {"cp.reduce.async.bulk*", "known is `.global.shared::cta.bulk_group` with `.add`, `.min`, `.max`, `.and`, `.or`, `.xor`, `.inc` or `.dec` of types of 4 or 8 bytes that atomics have"},
    {"tensormap.*", "copy rows with `cp.async.bulk`, which needs no tensor map"},
    {"cp.async.mbarrier.*", "copy with `cuda::memcpy_async` and a `cuda::barrier`"},
    {"cp.reduce.*", "use atomic functions"},
    {"multimem.*", "work on one device"},
    {"tex.*", "fetch with `tex1D`, `tex2D` or `tex3D`"},
    {"tld4.*", "fetch with `tex2D`"},
    {"suld.*", "read with `surf1Dread`, `surf2Dread` or `surf3Dread`"},
    {"sust.*", "write with `surf1Dwrite`, `surf2Dwrite` or `surf3Dwrite`"},
    {"bra", "write the loop or the branch in C++, around the instructions"},
    {"bra.*", "write the loop or the branch in C++, around the instructions"},
    {"call*", "call the function in C++"},
    {"ret", "write `return`"},
    {"exit", "write `return`; in a kernel's own body `exit` is known"},
    {"setmaxnreg.*", "leave it out: registers are not shared out while a kernel runs"},
    {"createpolicy.*", "leave it out: it changes nothing but speed"},
    {"griddepcontrol.*", "leave it out: a kernel starts when the one before has ended"},
};

// Host functions that learners try inside a kernel.
constexpr std::string_view host_functions[] = {"cudaMalloc", "cudaFree", "cudaMemcpy", "cudaMemset", "rand", "srand", "time",
                                               "exit", "abort", "puts", "fprintf", "sprintf", "scanf", "getchar", "system", "fopen", "calloc", "realloc", "clock_gettime",
                                               "cudaMallocManaged", "cudaEventRecord", "cudaThreadSynchronize", "main", "qsort", "getenv"};

struct StdRefusal {
  std::string_view name, instead;
};
constexpr StdRefusal std_functions[] = {{"swap", "a temporary variable"}, {"move", "the value itself"}, {"forward", "the value itself"}, {"max_element", "a loop"}, {"sort", "a loop"}, {"fill", "a loop"}, {"copy", "a loop"},
                                        {"accumulate", "a loop"}, {"exchange", "a temporary variable"}};

bool matches(const Refusal& r, std::string_view name) {
  if (!r.name.ends_with('*')) return r.name == name;
  return name.starts_with(r.name.substr(0, r.name.size() - 1));
}

}  // namespace

bool Parser::refuse_name(std::string_view name, Span span, bool is_std) {
  if (report_missing_include(name == "wmma" ? "nvcuda" : name, span, "")) return true;
  if (std::find(std::begin(host_functions), std::end(host_functions), name) != std::end(host_functions)) {
    report(Code::WB3071, span, {std::string(name)});
    return true;
  }
  if (name == "cudaDeviceSynchronize") {
    report(Code::WB4002, span, {"`cudaDeviceSynchronize()` in a kernel, which CUDA 12 has taken away,",
                                "a kernel cannot wait for the grids that it launches: launch what needs their results into `cudaStreamTailLaunch`, or behind them in the same stream"});
    return true;
  }
  for (const Refusal& r : cuda_names) {
    if (!matches(r, name)) continue;
    report(Code::WB4003, span, {std::string(name), r.hint});
    return true;
  }
  (void)is_std;
  if (name == "cout" || name == "cerr" || name == "vector" || name == "string") {
    report(Code::WB3024, span, {std::string(name)});
    return true;
  }
  return false;
}

// A name of the standard library in device code.
bool Parser::refuse_std(std::string_view name, Span span) {
  for (const StdRefusal& r : std_functions) {
    if (r.name != name) continue;
    report(Code::WB3023, span, {std::string(name), std::string(r.instead)});
    return true;
  }
  report(Code::WB3024, span, {std::string(name)});
  return true;
}

namespace {

struct KeywordRefusal {
  Tok kind;
  const char* what;
  const char* hint;
};
constexpr KeywordRefusal keyword_rows[] = {
      {Tok::kw_asm, "inline assembly outside a function is", "write it in C++"},
      {Tok::kw_asm2, "inline assembly outside a function is", "write it in C++"},
      {Tok::kw_try, "`try` is", "device code has no exceptions: return an error code"},
      {Tok::kw_throw, "`throw` is", "device code has no exceptions: return an error code"},
      {Tok::kw_virtual, "`virtual` is", "derive from each base once; functions may be virtual"},
      {Tok::kw_thread_local, "`thread_local` is", "a local variable belongs to its thread already"},
      {Tok::kw_typeid, "`typeid` is", "choose with overloads or templates"},
      {Tok::kw_dynamic_cast, "`dynamic_cast` is", "choose with `switch` or a template parameter"},
      {Tok::tilde, "a destructor call is", "call a method"},
};

}  // namespace

bool Parser::refuse_keyword(const Token& t) {
  for (const KeywordRefusal& r : keyword_rows) {
    if (r.kind != t.kind) continue;
    std::string what(r.what);
    what.resize(what.size() - 3);
    return report(Code::WB4002, t.span, {what, r.hint});
  }
  return report(Code::WB4002, t.span, {"`" + std::string(t.text) + "`", "write it another way"});
}

std::span<const Refusal> refused_names() { return cuda_names; }
std::span<const Refusal> refused_ptx() { return ptx_names; }

const char* ptx_hint(std::string_view instruction) {
  const auto* row = std::find_if(std::begin(ptx_names), std::end(ptx_names), [&](const Refusal& r) { return matches(r, instruction); });
  return row == std::end(ptx_names) ? nullptr : row->hint;
}

std::span<const Refusal> refused_language() {
  static const std::vector<Refusal> rows = [] {
    std::vector<Refusal> made;
    for (const KeywordRefusal& r : keyword_rows) {
      const std::string_view what(r.what);
      const Refusal row{what.substr(0, what.rfind(' ')), r.hint};
      if (std::none_of(made.begin(), made.end(), [&](const Refusal& m) { return m.name == row.name; })) made.push_back(row);
    }
    return made;
  }();
  return rows;
}

}  // namespace wb
