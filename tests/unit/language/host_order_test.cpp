// What a host program's work does to each other where nothing waits: launches and copies in streams, and what the program itself touches (simulator/host/async_work.h).
#include <doctest/doctest.h>

#include "simulator/host/footprint.h"
#include "simulator/host/host_findings.h"
#include "simulator/host/stream_clocks.h"
#include "simulator/language/call_words.h"
#include "tests/unit/language/host_program_launches.h"

using namespace wb;

namespace {

const std::string order_kernels =
    "__global__ void fill(int* a, int n, int v) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = v; }\n"
    "__global__ void add(const int* a, int* b, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) b[i] += a[i]; }\n"
    "__global__ void count(int* total, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) atomicAdd(total, 1); }\n"
    "__constant__ int weights[16];\n"
    "__global__ void weigh(int* a) { a[threadIdx.x] = weights[threadIdx.x % 16]; }\n"
    "__managed__ int total;\n"
    "__global__ void count_all() { atomicAdd(&total, 1); }\n"
    "__global__ void bytes(unsigned char* p, int first, int n) { int i = threadIdx.x; if (i < n) p[first + i] = 1; }\n";
const std::string device = "const int n = 256; int *a, *b; cudaMalloc(&a, n * 4); cudaMalloc(&b, n * 4); cudaMemset(a, 0, n * 4); cudaMemset(b, 0, n * 4); ";
const std::string streams = device + "cudaStream_t s, t; cudaStreamCreate(&s); cudaStreamCreate(&t); cudaEvent_t e; cudaEventCreate(&e); ";
const std::string apart = device + "cudaStream_t s, t; cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking); cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking); ";
const std::string managed = "const int n = 256; int *a, *b; cudaMallocManaged(&a, n * 4); cudaMallocManaged(&b, n * 4); for (int i = 0; i < n; i++) a[i] = b[i] = i; ";
const std::string pinned = streams + "int* h; cudaMallocHost(&h, n * 4); for (int i = 0; i < n; i++) h[i] = i; ";

std::string source_of(const std::string& body) { return order_kernels + "int main() { " + body + " return 0; }\n"; }

std::string text_at(const std::string& source, const HostPlace& place) { return source.substr(place.begin, place.end - place.begin); }
std::string party(const std::string& source, const HostHazard::Party& p) {
  constexpr const char* doers[] = {"kernel", "copy", "fill", "program", "host function", "allocation", "release"};
  return p.doer == HostHazard::Doer::kernel ? p.kernel + (p.is_write ? " writes " : " reads ") + text_at(source, p.access) : std::string(doers[static_cast<int>(p.doer)]) + (p.is_write ? " writes" : " reads");
}
// "fill writes a[i], add reads a[i]: a[0]", one a line.
std::string hazards_in(const std::string& source) {
  std::string all;
  for (const HostLaunch& launch : launches_of(source)) {
    CHECK(launch.is_seen);
    for (const HostHazard& h : launch.hazards) all += party(source, h.first) + ", " + party(source, h.second) + (h.memory.empty() ? "" : ": " + h.memory) + "\n";
  }
  return all;
}
std::string hazards_of(const std::string& body) { return hazards_in(source_of(body)); }

struct Order {
  const char* name;
  std::string body;
  const char* found = "";
};
const Order orders[] = {
    {"two streams", streams + "fill<<<1, 256, 0, s>>>(a, n, 3); add<<<1, 256, 0, t>>>(a, b, n); cudaDeviceSynchronize();", "fill writes a[i], add reads a[i]: a[0]\n"},
    {"one stream", streams + "fill<<<1, 256, 0, s>>>(a, n, 3); add<<<1, 256, 0, s>>>(a, b, n); cudaDeviceSynchronize();"},
    {"an event between", streams + "fill<<<1, 256, 0, s>>>(a, n, 3); cudaEventRecord(e, s); cudaStreamWaitEvent(t, e, 0); add<<<1, 256, 0, t>>>(a, b, n);"},
    {"an event that is recorded too early", streams + "cudaEventRecord(e, s); fill<<<1, 256, 0, s>>>(a, n, 3); cudaStreamWaitEvent(t, e, 0); add<<<1, 256, 0, t>>>(a, b, n);", "fill writes a[i], add reads a[i]: a[0]\n"},
    {"the event of another stream", streams + "fill<<<1, 256, 0, s>>>(a, n, 3); cudaEventRecord(e, t); cudaStreamWaitEvent(t, e, 0); add<<<1, 256, 0, t>>>(a, b, n);", "fill writes a[i], add reads a[i]: a[0]\n"},
    {"the program waits between", streams + "fill<<<1, 256, 0, s>>>(a, n, 3); cudaStreamSynchronize(s); add<<<1, 256, 0, t>>>(a, b, n);"},
    {"it waits for the other one", streams + "fill<<<1, 256, 0, s>>>(a, n, 3); cudaStreamSynchronize(t); add<<<1, 256, 0, t>>>(a, b, n);", "fill writes a[i], add reads a[i]: a[0]\n"},
    {"the default stream waits for both", streams + "fill<<<1, 256, 0, s>>>(a, n, 3); add<<<1, 256>>>(a, b, n); fill<<<1, 256, 0, t>>>(a, n, 4);"},
    {"and not for these", apart + "cudaDeviceSynchronize(); fill<<<1, 256, 0, s>>>(a, n, 3); add<<<1, 256>>>(a, b, n);", "fill writes a[i], add reads a[i]: a[0]\n"},
    {"a fill that the program does not wait for", apart + "fill<<<1, 256, 0, s>>>(a, n, 3);", "fill writes, fill writes a[i]: a[0]\n"},
    {"other elements", streams + "fill<<<1, 128, 0, s>>>(a, n, 3); fill<<<1, 128, 0, t>>>(a + 128, n / 2, 3);"},
    {"one element of both", streams + "fill<<<1, 160, 0, s>>>(a, n, 3); fill<<<1, 128, 0, t>>>(a + 128, n / 2, 3);", "fill writes a[i], fill writes a[i]: a[128]\n"},
    {"bytes of one word", streams + "bytes<<<1, 32, 0, s>>>((unsigned char*)a, 0, 2); bytes<<<1, 32, 0, t>>>((unsigned char*)a, 2, 2);"},
    {"both read", streams + "add<<<1, 256, 0, s>>>(a, b, n); int* c; cudaMalloc(&c, n * 4); cudaMemset(c, 0, n * 4); add<<<1, 256, 0, t>>>(a, c, n);"},
    {"both by atomics", streams + "count<<<1, 256, 0, s>>>(a, n); count<<<1, 256, 0, t>>>(a, n);"},
    {"one by atomics", streams + "count<<<1, 256, 0, s>>>(a, n); fill<<<1, 256, 0, t>>>(a, n, 0);", "count writes atomicAdd(total, 1), fill writes a[i]: a[0]\n"},
    {"a fill in another stream", streams + "fill<<<1, 256, 0, s>>>(a, n, 3); cudaMemsetAsync(a, 0, n * 4, t);", "fill writes a[i], fill writes: a[0]\n"},
    {"what comes back is looked at too early", pinned + "fill<<<1, 256, 0, s>>>(a, n, 3); cudaMemcpyAsync(h, a, n * 4, cudaMemcpyDeviceToHost, s); int x = h[7];", "copy writes, program reads: h[7]\n"},
    {"and when it is there", pinned + "fill<<<1, 256, 0, s>>>(a, n, 3); cudaMemcpyAsync(h, a, n * 4, cudaMemcpyDeviceToHost, s); cudaStreamSynchronize(s); int x = h[7];"},
    {"what goes there is changed too early", pinned + "cudaMemcpyAsync(a, h, n * 4, cudaMemcpyHostToDevice, s); h[7] = 5; add<<<1, 256, 0, s>>>(a, b, n);", "copy reads, program writes: h[7]\n"},
    {"a copy in another stream", pinned + "cudaMemcpyAsync(a, h, n * 4, cudaMemcpyHostToDevice, s); add<<<1, 256, 0, t>>>(a, b, n); cudaDeviceSynchronize();", "copy writes, add reads a[i]: a[0]\n"},
    {"what comes back is copied on by memcpy too early", pinned + "fill<<<1, 256, 0, s>>>(a, n, 3); cudaMemcpyAsync(h, a, n * 4, cudaMemcpyDeviceToHost, s); std::vector<int> v(n); memcpy(v.data(), h, n * 4);", "copy writes, program reads: h[0]\n"},
    {"and when it is there, by memcpy", pinned + "fill<<<1, 256, 0, s>>>(a, n, 3); cudaMemcpyAsync(h, a, n * 4, cudaMemcpyDeviceToHost, s); cudaStreamSynchronize(s); std::vector<int> v(n); memcpy(v.data(), h, n * 4);"},
    {"by memcpy, to the stack", pinned + "fill<<<1, 256, 0, s>>>(a, n, 3); cudaMemcpyAsync(h, a, n * 4, cudaMemcpyDeviceToHost, s); int v[256]; memcpy(v, h, n * 4);", "copy writes, program reads: h[0]\n"},
    {"by memmove", pinned + "fill<<<1, 256, 0, s>>>(a, n, 3); cudaMemcpyAsync(h, a, n * 4, cudaMemcpyDeviceToHost, s); int* v = (int*)malloc(n * 4); memmove(v, h + 2, 16);", "copy writes, program reads: h[2]\n"},
    {"by std::copy", pinned + "fill<<<1, 256, 0, s>>>(a, n, 3); cudaMemcpyAsync(h, a, n * 4, cudaMemcpyDeviceToHost, s); std::vector<int> v(n); std::copy(h, h + n, v.begin());", "copy writes, program reads: h[0]\n"},
    {"as a list's beginning", pinned + "fill<<<1, 256, 0, s>>>(a, n, 3); cudaMemcpyAsync(h, a, n * 4, cudaMemcpyDeviceToHost, s); std::vector<int> v(h + 1, h + n);", "copy writes, program reads: h[1]\n"},
    {"by memcmp", pinned + "fill<<<1, 256, 0, s>>>(a, n, 3); cudaMemcpyAsync(h, a, n * 4, cudaMemcpyDeviceToHost, s); int v[4] = {}; if (memcmp(v, h, 16)) n + 1;", "copy writes, program reads: h[0]\n"},
    {"by std::accumulate", pinned + "fill<<<1, 256, 0, s>>>(a, n, 3); cudaMemcpyAsync(h, a, n * 4, cudaMemcpyDeviceToHost, s); int sum = std::accumulate(h, h + n, 0);", "copy writes, program reads: h[0]\n"},
    {"by std::accumulate, in time", pinned + "fill<<<1, 256, 0, s>>>(a, n, 3); cudaMemcpyAsync(h, a, n * 4, cudaMemcpyDeviceToHost, s); cudaStreamSynchronize(s); int sum = std::accumulate(h, h + n, 0);"},
    {"what goes there is filled by memcpy too early", pinned + "int v[256] = {}; cudaMemcpyAsync(a, h, n * 4, cudaMemcpyHostToDevice, s); memcpy(h, v, n * 4); add<<<1, 256, 0, s>>>(a, b, n);", "copy reads, program writes: h[0]\n"},
    {"and by memset", pinned + "cudaMemcpyAsync(a, h, n * 4, cudaMemcpyHostToDevice, s); memset(h, 0, n * 4); add<<<1, 256, 0, s>>>(a, b, n);", "copy reads, program writes: h[0]\n"},
    {"and by memset, in time", pinned + "cudaMemcpyAsync(a, h, n * 4, cudaMemcpyHostToDevice, s); cudaDeviceSynchronize(); memset(h, 0, n * 4); add<<<1, 256, 0, s>>>(a, b, n);"},
    {"pageable memory waits by itself", streams + "int h[256]; fill<<<1, 256, 0, s>>>(a, n, 3); cudaMemcpyAsync(h, a, n * 4, cudaMemcpyDeviceToHost, s); int x = h[7];"},
    {"a copy that waits", streams + "int h[256]; fill<<<1, 256, 0, s>>>(a, n, 3); cudaMemcpy(h, a, n * 4, cudaMemcpyDeviceToHost); add<<<1, 256, 0, t>>>(a, b, n);"},
    {"managed memory, too early", managed + "add<<<1, 256>>>(a, b, n); int x = b[3];", "add writes b[i], program reads: b[3]\n"},
    {"printed too early", managed + "add<<<1, 256>>>(a, b, n); printf(\"%d\\n\", b[3]);", "add writes b[i], program reads: b[3]\n"},
    {"printed by a stream too early", managed + "add<<<1, 256>>>(a, b, n); std::cout << \"first: \" << *b << std::endl;", "add writes b[i], program reads: b[0]\n"},
    {"printed in time", managed + "add<<<1, 256>>>(a, b, n); cudaDeviceSynchronize(); printf(\"%d %s\\n\", b[3], \"x\"); std::cout << b[0] << unheard::of[3] << std::endl;"},
    {"managed memory, waited for", managed + "add<<<1, 256>>>(a, b, n); cudaDeviceSynchronize(); int x = b[3];"},
    {"managed memory that it only reads", managed + "add<<<1, 256>>>(a, b, n); int x = a[3];"},
    {"managed memory that is changed under it", managed + "add<<<1, 256>>>(a, b, n); a[3] = 5; cudaDeviceSynchronize();", "add reads a[i], program writes: a[3]\n"},
    {"a query that says it is done", managed + "cudaStream_t s; cudaStreamCreate(&s); add<<<1, 256, 0, s>>>(a, b, n); while (cudaStreamQuery(s) != cudaSuccess) {} int x = b[3];"},
    {"an event that is waited for", managed + "cudaEvent_t e; cudaEventCreate(&e); add<<<1, 256>>>(a, b, n); cudaEventRecord(e); cudaEventSynchronize(e); int x = b[3];"},
    {"a flag that is looked at until it is set", managed + "volatile int* f = b; fill<<<1, 256>>>(b, n, 9); while (f[0] != 9) {} int x = b[3];"},
    {"what a stream calls is in its order", managed + "cudaStream_t s; cudaStreamCreate(&s); add<<<1, 256, 0, s>>>(a, b, n); cudaLaunchHostFunc(s, look, b);"},
    {"giving it back waits", managed + "int* c; cudaMalloc(&c, 4); add<<<1, 256>>>(a, b, n); cudaFree(c); int x = b[3];"},
    {"a variable that is set while a kernel reads it", pinned + "cudaMemcpyToSymbol(weights, h, 64); weigh<<<1, 64, 0, s>>>(a); cudaMemcpyToSymbolAsync(weights, h, 64, 0, cudaMemcpyHostToDevice, t);", "weigh reads weights[threadIdx.x % 16], copy writes: weights\n"},
    {"a variable that is set in the kernel's stream", pinned + "cudaMemcpyToSymbolAsync(weights, h, 64, 0, cudaMemcpyHostToDevice, s); weigh<<<1, 64, 0, s>>>(a); cudaMemcpyToSymbolAsync(weights, h, 64, 0, cudaMemcpyHostToDevice, s);"},
    {"a variable that is set once for all", pinned + "cudaMemcpyToSymbol(weights, h, 64); weigh<<<1, 64, 0, s>>>(a); weigh<<<1, 64, 0, t>>>(b);"},
    {"a launch by a call, in its stream", managed + "cudaStream_t s; cudaStreamCreate(&s); int m = 256; void* args[] = {&a, &b, &m}; cudaLaunchKernel((const void*)add, dim3(1), dim3(256), args, 0, s); cudaStreamSynchronize(s); int x = b[3];"},
    {"launches by calls, in two streams", streams + "int v = 3, m = 256; void* args[] = {&a, &m, &v}; cudaLaunchKernel((const void*)fill, dim3(1), dim3(256), args, 0, s); cudaLaunchConfig_t c = {}; c.gridDim = dim3(1); c.blockDim = dim3(256); c.stream = t; cudaLaunchKernelEx(&c, fill, a, m, 4);", "fill writes a[i], fill writes a[i]: a[0]\n"},
    {"a stream that is not understood", apart + "cudaDeviceSynchronize(); fill<<<1, 256, 0, s>>>(a, n, 3); add<<<1, 256, 0, at::cuda::getCurrentCUDAStream()>>>(a, b, n); fill<<<1, 256, 0, t>>>(a, n, 4);"},
    {"a stream that is none at first", managed + "cudaStream_t s = nullptr; if (s == nullptr) cudaStreamCreate(&s); add<<<1, 256, 0, s>>>(a, b, n); cudaStreamSynchronize(s); int x = b[3];"},
    {"a fill of managed memory waits", managed + "add<<<1, 256>>>(a, b, n); cudaMemset(a, 0, n * 4); int x = a[3];"},
    {"an asynchronous one does not", managed + "add<<<1, 256>>>(a, b, n); cudaDeviceSynchronize(); cudaMemsetAsync(a, 0, n * 4); int x = a[3];", "fill writes, program reads: a[3]\n"},
    {"a line that launches again", streams + "for (int i = 0; i < 4; i++) fill<<<1, 256, 0, i % 2 ? s : t>>>(a, n, i);", "fill writes a[i], fill writes a[i]: a[0]\n"},
    {"rounds that wait", streams + "for (int i = 0; i < 4; i++) { fill<<<1, 256, 0, i % 2 ? s : t>>>(a, n, i); cudaDeviceSynchronize(); }"},
    {"bands in streams of a list", streams + "std::vector<cudaStream_t> all(4); for (auto& x : all) cudaStreamCreate(&x); for (int i = 0; i < 4; i++) fill<<<1, 64, 0, all[i]>>>(a + i * 64, 64, i);"},
    {"a managed variable, looked at too early", managed + "total = 0; count_all<<<1, 64>>>(); int x = total;", "count_all writes atomicAdd(&total, 1), program reads: total\n"},
    {"a managed variable that is printed too early", managed + "total = 0; count_all<<<1, 64>>>(); printf(\"%d\\n\", total);", "count_all writes atomicAdd(&total, 1), program reads: total\n"},
    {"a managed variable, waited for", managed + "total = 0; count_all<<<1, 64>>>(); cudaDeviceSynchronize(); int x = total; total = 5; count_all<<<1, 64>>>();"},
    {"a wait whose result is printed", managed + "fill<<<1, 256>>>(a, n, 3); printf(\"%s\\n\", cudaGetErrorString(cudaDeviceSynchronize())); int x = a[3];"},
    {"memory that another stream allocates", apart + "int* p; cudaMallocAsync(&p, n * 4, s); fill<<<1, 256, 0, t>>>(p, n, 3);", "allocation writes, fill writes a[i]: p[0]\n"},
    {"memory that another stream allocates, behind an event", apart + "cudaEvent_t e; cudaEventCreate(&e); int* p; cudaMallocAsync(&p, n * 4, s); cudaEventRecord(e, s); cudaStreamWaitEvent(t, e, 0); fill<<<1, 256, 0, t>>>(p, n, 3);"},
    {"memory that is freed while another stream uses it", streams + "int* p; cudaMallocAsync(&p, n * 4, s); cudaStreamSynchronize(s); fill<<<1, 256, 0, t>>>(p, n, 3); cudaFreeAsync(p, s);", "fill writes a[i], release writes: p[0]\n"},
    {"memory that is used behind its release", streams + "int* p; cudaMallocAsync(&p, n * 4, s); fill<<<1, 256, 0, s>>>(p, n, 3); cudaStreamSynchronize(s); cudaFreeAsync(p, s); fill<<<1, 256, 0, t>>>(p, n, 3);", "release writes, fill writes a[i]: p[0]\n"},
    {"memory that lives in one stream", streams + "for (int i = 0; i < 4; i++) { int* p; cudaMallocAsync((void**)&p, n * 4, s); fill<<<1, 256, 0, s>>>(p, n, 3); cudaFreeAsync(p, s); }"},
    {"the thread's own default stream", apart + "cudaDeviceSynchronize(); fill<<<1, 256, 0, cudaStreamPerThread>>>(a, n, 3); add<<<1, 256, 0, s>>>(a, b, n);", "fill writes a[i], add reads a[i]: a[0]\n"},
    {"the thread's own default stream and the legacy one", streams + "fill<<<1, 256, 0, cudaStreamPerThread>>>(a, n, 3); add<<<1, 256>>>(a, b, n); fill<<<1, 256, 0, cudaStreamPerThread>>>(a, n, 4);"},
    {"the legacy stream by its name", streams + "fill<<<1, 256, 0, s>>>(a, n, 3); add<<<1, 256, 0, cudaStreamLegacy>>>(a, b, n); fill<<<1, 256, 0, t>>>(a, n, 4);"},
    {"a stream in a unique_ptr", "struct Destroy { void operator()(cudaStream_t s) const { cudaStreamDestroy(s); } }; " + device + "cudaStream_t r; cudaStreamCreate(&r); std::unique_ptr<CUstream_st, Destroy> s(r); fill<<<1, 256, 0, s.get()>>>(a, n, 3); add<<<1, 256, 0, s.get()>>>(a, b, n); cudaStreamSynchronize(s.get());"},
    {"one missing wait, told once", streams + "fill<<<1, 256, 0, s>>>(a, n, 3); add<<<1, 256, 0, t>>>(a, b, n); add<<<1, 256, 0, t>>>(a, b, n); add<<<1, 256, 0, t>>>(b, a, n);", "fill writes a[i], add reads a[i]: a[0]\n"},
    {"one early look, told once", pinned + "fill<<<1, 256, 0, s>>>(a, n, 3); cudaMemcpyAsync(h, a, n * 4, cudaMemcpyDeviceToHost, s); int x = h[7]; x += h[8]; h[9] = x;", "copy writes, program reads: h[7]\n"},
    {"two waits that are missing", streams + "fill<<<1, 256, 0, s>>>(a, n, 3); add<<<1, 256, 0, t>>>(a, b, n); fill<<<1, 256, 0, s>>>(b, n, 3);", "fill writes a[i], add reads a[i]: a[0]\nadd writes b[i], fill writes a[i]: b[0]\n"},
    {"bands of columns, side by side", apart + "int* h; cudaMallocHost(&h, n * 4); cudaDeviceSynchronize(); cudaMemcpy2DAsync(a, 64, h, 64, 32, 16, cudaMemcpyHostToDevice, s); cudaMemcpy2DAsync(a + 8, 64, h + 8, 64, 32, 16, cudaMemcpyHostToDevice, t); cudaDeviceSynchronize(); fill<<<1, 1>>>(b, 1, 0);"},
    {"bands of columns with one in common", apart + "int* h; cudaMallocHost(&h, n * 4); cudaDeviceSynchronize(); cudaMemcpy2DAsync(a, 64, h, 64, 32, 16, cudaMemcpyHostToDevice, s); cudaMemcpy2DAsync(a + 7, 64, h + 7, 64, 32, 16, cudaMemcpyHostToDevice, t); cudaDeviceSynchronize(); fill<<<1, 1>>>(b, 1, 0);", "copy writes, copy writes: a[7]\n"},
    {"a fill of columns", apart + "cudaDeviceSynchronize(); cudaMemset2DAsync(a, 64, 0, 32, 16, s); fill<<<1, 8, 0, t>>>(a + 8, 8, 3);"},
    {"a fill of columns that a kernel writes", apart + "cudaDeviceSynchronize(); cudaMemset2DAsync(a, 64, 0, 32, 16, s); fill<<<1, 8, 0, t>>>(a + 16, 8, 3);", "fill writes, fill writes a[i]: a[16]\n"},
    {"a box that is copied", pinned + "cudaMemcpy3DParms p = {0}; p.srcPtr = make_cudaPitchedPtr(h, 64, 16, 4); p.dstPtr = make_cudaPitchedPtr(a, 64, 16, 4); p.extent = make_cudaExtent(32, 4, 4); cudaMemcpy3DAsync(&p, s); h[2] = 1; fill<<<1, 8, 0, t>>>(a + 8, 8, 3);", "copy reads, program writes: h[2]\n"},
    {"a box that is copied, and waited for", pinned + "cudaMemcpy3DParms p = {0}; p.srcPtr = make_cudaPitchedPtr(h, 64, 16, 4); p.dstPtr = make_cudaPitchedPtr(a, 64, 16, 4); p.extent = make_cudaExtent(32, 4, 4); cudaMemcpy3DAsync(&p, s); cudaStreamSynchronize(s); h[2] = 1; add<<<1, 256, 0, t>>>(a, b, n);"},
    {"each device waits for its own", "const int n = 256; int *a, *b; cudaMallocManaged(&a, n * 4); cudaSetDevice(1); cudaMallocManaged(&b, n * 4); for (int i = 0; i < n; i++) a[i] = b[i] = i; fill<<<1, 256>>>(b, n, 1); cudaSetDevice(0); fill<<<1, 256>>>(a, n, 1); cudaDeviceSynchronize(); int x = a[3]; x = b[3];", "fill writes a[i], program reads: b[3]\n"},
    {"both devices are waited for", "const int n = 256; int *a, *b; cudaMallocManaged(&a, n * 4); cudaMallocManaged(&b, n * 4); for (int i = 0; i < n; i++) a[i] = b[i] = i; int *m[] = {a, b}; for (int i = 0; i < 2; i++) { cudaSetDevice(i); fill<<<1, 256>>>(m[i], n, 1); } for (int i = 0; i < 2; i++) { cudaSetDevice(i); cudaDeviceSynchronize(); } int x = a[3]; x = b[3];"},
    {"default streams of two devices", device + "cudaDeviceSynchronize(); fill<<<1, 256>>>(a, n, 3); cudaSetDevice(1); add<<<1, 256>>>(a, b, n); cudaDeviceSynchronize();", "fill writes a[i], add reads a[i]: a[0]\n"},
    {"a stream stays with its device", device + "cudaStream_t s; cudaStreamCreate(&s); cudaDeviceSynchronize(); fill<<<1, 256, 0, s>>>(a, n, 3); cudaSetDevice(1); cudaStreamSynchronize(s); add<<<1, 256>>>(a, b, n);"},
    {"an event across devices", device + "cudaEvent_t e; cudaEventCreate(&e); cudaDeviceSynchronize(); fill<<<1, 256>>>(a, n, 3); cudaEventRecord(e); cudaSetDevice(1); cudaStream_t t; cudaStreamCreate(&t); cudaStreamWaitEvent(t, e, 0); add<<<1, 256, 0, t>>>(a, b, n);"},
    {"a copy between devices, in a stream of one", "const int n = 256; int *a, *b; cudaMalloc(&a, n * 4); cudaMemset(a, 0, n * 4); cudaDeviceSynchronize(); cudaStream_t s; cudaStreamCreate(&s); cudaSetDevice(1); cudaMalloc(&b, n * 4); cudaMemcpyPeerAsync(b, 1, a, 0, n * 4, s); fill<<<1, 256>>>(b, n, 1);", "copy writes, fill writes a[i]: b[0]\n"},
    {"a copy between devices is in order with both", "const int n = 256; int *a, *b; cudaMalloc(&a, n * 4); fill<<<1, 256>>>(a, n, 1); cudaSetDevice(1); cudaMalloc(&b, n * 4); fill<<<1, 256>>>(b, n, 1); cudaMemcpyPeer(b, 1, a, 0, n * 4); fill<<<1, 256>>>(b, n, 1); cudaSetDevice(0); fill<<<1, 256>>>(a, n, 1);"},
    {"a thread that nobody waits for yet", streams + "std::thread other([=] { fill<<<1, 256, 0, s>>>(a, n, 3); cudaStreamSynchronize(s); }); add<<<1, 256, 0, t>>>(a, b, n); other.join();", "fill writes a[i], add reads a[i]: a[0]\n"},
    {"a thread that is waited for", streams + "std::thread other([=] { fill<<<1, 256, 0, s>>>(a, n, 3); cudaStreamSynchronize(s); }); other.join(); add<<<1, 256, 0, t>>>(a, b, n);"},
    {"threads with a stream each", managed + "cudaStream_t st[2]; for (auto& x : st) cudaStreamCreate(&x); std::vector<std::thread> all; for (int i = 0; i < 2; i++) all.emplace_back([=] { fill<<<1, 128, 0, st[i]>>>(a + 128 * i, 128, i); cudaStreamSynchronize(st[i]); }); for (auto& x : all) x.join(); int y = a[3] + a[200];"},
    {"a graph in a stream", streams + "cudaGraph_t g; cudaGraphExec_t x; cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal); fill<<<1, 256, 0, s>>>(a, n, 3); cudaStreamEndCapture(s, &g); cudaGraphInstantiate(&x, g, NULL, NULL, 0); cudaGraphLaunch(x, s); add<<<1, 256, 0, t>>>(a, b, n);",
     "fill writes a[i], add reads a[i]: a[0]\n"},
};

}  // namespace

TEST_CASE("work that nobody waits for is a hazard where it meets, and only there") {
  for (const Order& order : orders) {
    CAPTURE(order.name);
    const std::string body = order.body;
    std::string found;
    if (body.find("look") == std::string::npos) found = hazards_of(body);
    else {
      const std::string source = order_kernels + "void look(void* p) { int* x = (int*)p; x[0] = 1; }\nint main() { " + body + " return 0; }\n";
      for (const HostLaunch& launch : launches_of(source)) found += std::string(launch.hazards.size(), '!');
    }
    CHECK(found == order.found);
  }
}

TEST_CASE("what a function of the library reads stands at the statement that calls it") {
  const std::string source = source_of(pinned + "fill<<<1, 256, 0, s>>>(a, n, 3); cudaMemcpyAsync(h, a, n * 4, cudaMemcpyDeviceToHost, s); int first = 0;\nint sum = std::accumulate(h, h + n, first);\nstd::vector<int> v(n); cudaMemcpyAsync(h, a, n * 4, cudaMemcpyDeviceToHost, s);\nmemcpy(v.data(), h, n * 4);\n");
  std::vector<std::string> calls;
  for (const HostLaunch& launch : launches_of(source))
    for (const HostHazard& h : launch.hazards) calls.push_back(text_at(source, h.second.call));
  REQUIRE(calls.size() == 2);
  CHECK(calls[0].starts_with("int sum = std::accumulate(h, h + n, first)"));
  CHECK(calls[1].starts_with("memcpy(v.data(), h, n * 4)"));
}

TEST_CASE("objects that stand for a stream, and cannot be copied") {
  const std::string own = "class Stream { cudaStream_t s_ = nullptr; public: Stream() { cudaStreamCreateWithFlags(&s_, cudaStreamNonBlocking); } Stream(const Stream&) = delete;\n"
                          "operator cudaStream_t() const { return s_; } void sync() const { cudaStreamSynchronize(s_); } };\n";
  const auto count = [&](const std::string& body) {
    size_t hazards = 0;
    for (const HostLaunch& launch : launches_of(order_kernels + own + "int main() { " + managed + "Stream s, t; " + body + " return 0; }\n")) {
      CHECK(launch.is_seen);
      hazards += launch.hazards.size();
    }
    return hazards;
  };
  CHECK(count("fill<<<1, 256, 0, s>>>(a, n, 3); add<<<1, 256, 0, s>>>(a, b, n); s.sync(); int x = b[3];") == 0);
  CHECK(count("fill<<<1, 256, 0, s>>>(a, n, 3); add<<<1, 256, 0, t>>>(a, b, n); s.sync(); t.sync(); int x = b[3];") == 1);
  CHECK(count("fill<<<1, 256, 0, s>>>(a, n, 3); t.sync(); int x = a[3];") == 1);
}

TEST_CASE("a hazard says where its parties stand") {
  const std::string source = source_of(streams + "fill<<<1, 256, 0, s>>>(a, n, 3);\n  add<<<1, 256, 0, t>>>(a, b, n);");
  const std::vector<HostLaunch> launches = launches_of(source);
  REQUIRE(launches.size() == 2);
  CHECK(launches[0].hazards.empty());
  REQUIRE(launches[1].hazards.size() == 1);  // it is told at the later one
  const HostHazard& h = launches[1].hazards[0];
  CHECK(text_at(source, h.first.call) == "fill<<<1, 256, 0, s>>>(a, n, 3);");
  CHECK(text_at(source, h.second.call) == "add<<<1, 256, 0, t>>>(a, b, n);");
}

TEST_CASE("sentences name streams and memory as the program does, and tell all ways in which two pieces of work meet") {
  const auto told = [](const std::string& body, const std::string& before = "") {
    const std::string source = order_kernels + before + "int main() { " + body + " return 0; }\n";
    SourceMap sources;
    sources.add("t.cu", source);
    std::string all;
    for (const HostLaunch& launch : launches_of(source))
      for (const Finding& f : host_findings(launch.hazards, sources)) all += f.message + " | " + f.hint + "\n";
    return all;
  };
  const std::string swapped = told(streams + "add<<<1, 256, 0, s>>>(a, b, n); add<<<1, 256, 0, t>>>(b, a, n); cudaDeviceSynchronize();");
  CHECK(swapped.find("in stream `s`, writes `b[0]` at line 2") != std::string::npos);
  CHECK(swapped.find("in stream `t`, reads it") != std::string::npos);
  CHECK(swapped.find("they meet at `a[0]` (read, then written)") != std::string::npos);
  CHECK(swapped.find("cudaEventRecord(event, s)") != std::string::npos);
  CHECK(std::count(swapped.begin(), swapped.end(), '\n') == 1);

  const std::string looped = told(device + "cudaStream_t all[3]; for (int i = 0; i < 3; i++) cudaStreamCreate(&all[i]); for (int i = 0; i < 6; i++) fill<<<1, 256, 0, all[i % 3]>>>(a, n, i);");
  CHECK(looped.find("for the 1st time in stream `all[0]`") != std::string::npos);
  CHECK(looped.find("for the 2nd time in stream `all[1]`") != std::string::npos);

  const std::string default_stream = told(managed + "add<<<1, 256>>>(a, b, n); int x = b[3];");
  CHECK(default_stream.find("in the default stream, writes `b[3]`") != std::string::npos);
  CHECK(default_stream.find("`cudaDeviceSynchronize()`") != std::string::npos);

  const std::string early = told(pinned + "cudaMemcpyAsync(h, a, n * 4, cudaMemcpyDeviceToHost, s); fill<<<1, 256>>>(b, n, 1); look(h);", "int look(int* p) { return p[5]; }\n");
  CHECK(early.find("the copy at line 10 in stream `s` writes `h[5]`, and the host program reads it at line 9") != std::string::npos);
  CHECK(early.find("`cudaStreamSynchronize(s)`") != std::string::npos);

  const std::string called = told(pinned + "cudaMemcpyAsync(h, a, n * 4, cudaMemcpyDeviceToHost, s); cudaLaunchHostFunc(t, look, h); fill<<<1, 256>>>(b, n, 1);", "void look(void* p) { int* x = (int*)p; x[0] += 1; }\n");
  CHECK(called.find("the host function `look`, which line 10 gives to stream `t`, reads it at line 9") != std::string::npos);
}

TEST_CASE("nodes of a graph are in order where edges lead from one to the other") {
  const std::string graph = streams + "int m = 256, v = 3; void* args1[] = {&a, &m, &v}; void* args2[] = {&a, &b, &m}; cudaGraph_t g; cudaGraphCreate(&g, 0); cudaGraphNode_t n1, n2; "
                            "cudaKernelNodeParams p1 = {0}; p1.func = (void*)fill; p1.gridDim = dim3(1); p1.blockDim = dim3(256); p1.kernelParams = args1; cudaGraphAddKernelNode(&n1, g, nullptr, 0, &p1); "
                            "cudaKernelNodeParams p2 = {0}; p2.func = (void*)add; p2.gridDim = dim3(1); p2.blockDim = dim3(256); p2.kernelParams = args2; ";
  const std::string run = "cudaGraphExec_t x; cudaGraphInstantiate(&x, g, 0); cudaGraphLaunch(x, s); cudaGraphLaunch(x, s); cudaStreamSynchronize(s);";
  CHECK(hazards_of(graph + "cudaGraphAddKernelNode(&n2, g, nullptr, 0, &p2); " + run) == "fill writes a[i], add reads a[i]: a[0]\n");
  const std::string without_streams = device + graph.substr(streams.size());
  CHECK(hazards_of(without_streams + "cudaGraphAddKernelNode(&n2, g, nullptr, 0, &p2); cudaGraphExec_t x; cudaGraphInstantiate(&x, g, 0); cudaGraphLaunch(x, 0); cudaDeviceSynchronize();") ==
        "fill writes a[i], add reads a[i]: a[0]\n");
  CHECK(hazards_of(graph + "cudaGraphAddKernelNode(&n2, g, &n1, 1, &p2); " + run) == "");
  CHECK(hazards_of(graph + "cudaGraphAddKernelNode(&n2, g, nullptr, 0, &p2); cudaGraphAddDependencies(g, &n1, &n2, 1); " + run) == "");
}

namespace {

// Two streams capture one graph, which is launched twice.
std::string captured(const std::string& work) {
  return apart + "cudaEvent_t e, f; cudaEventCreate(&e); cudaEventCreate(&f); int* h; cudaMallocHost(&h, n * 4); cudaDeviceSynchronize(); cudaGraph_t g; cudaGraphExec_t x; cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal); " + work +
         " cudaStreamEndCapture(s, &g); cudaGraphInstantiate(&x, g, 0); cudaGraphLaunch(x, s); cudaGraphLaunch(x, s); cudaStreamSynchronize(s);";
}

}  // namespace

TEST_CASE("branches of a capture have the order that its events give them") {
  const std::string fork = "cudaMemsetAsync(a, 0, n * 4, s); cudaEventRecord(e, s); cudaStreamWaitEvent(t, e, 0); ", join = "cudaEventRecord(f, t); cudaStreamWaitEvent(s, f, 0); ";
  CHECK(hazards_of(captured(fork + "add<<<1, 256, 0, t>>>(a, b, n); " + join + "fill<<<1, 256, 0, s>>>(b, n, 1);")) == "");
  CHECK(hazards_of(captured(fork + "add<<<1, 256, 0, t>>>(a, b, n); fill<<<1, 256, 0, s>>>(b, n, 1); " + join)) == "add writes b[i], fill writes a[i]: b[0]\n");
  CHECK(hazards_of(captured("cudaEventRecord(e, s); cudaStreamWaitEvent(t, e, 0); cudaMemsetAsync(a, 0, n * 4, s); add<<<1, 256, 0, t>>>(a, b, n); " + join)) == "fill writes, add reads a[i]: a[0]\n");
  CHECK(hazards_of(captured(fork + "fill<<<1, 128, 0, s>>>(a, n, 1); fill<<<1, 128, 0, t>>>(a + 128, 128, 1); " + join)) == "");
}

TEST_CASE("nodes that streams have captured are told with these streams, others without") {
  const auto told = [](const std::string& body) {
    const std::string source = source_of(body);
    SourceMap sources;
    sources.add("t.cu", source);
    std::string all;
    for (const HostLaunch& launch : launches_of(source))
      for (const Finding& f : host_findings(launch.hazards, sources)) all += f.message;
    return all;
  };
  const std::string all = told(captured("cudaEventRecord(e, s); cudaStreamWaitEvent(t, e, 0); cudaMemsetAsync(a, 0, n * 4, s); add<<<1, 256, 0, t>>>(a, b, n); cudaEventRecord(f, t); cudaStreamWaitEvent(s, f, 0);"));
  CHECK(all.find("the fill at line 9 in stream `s` writes `a[0]`, and `add`, launched at line 9 in stream `t`, reads it") != std::string::npos);
}

TEST_CASE("a stream that does not capture works meanwhile") {
  CHECK(hazards_of(captured("fill<<<1, 256, 0, t>>>(a, n, 1); add<<<1, 256, 0, s>>>(a, b, n);")) == "fill writes a[i], add reads a[i]: a[0]\n");
  CHECK(hazards_of(captured("fill<<<1, 256, 0, t>>>(a, n, 1); cudaStreamSynchronize(t); add<<<1, 256, 0, s>>>(a, b, n);")) == "");
}

TEST_CASE("a capture with a branch that does not lead back gives no graph") {
  const std::vector<HostLaunch> launches = launches_of(source_of(apart + "cudaEvent_t e; cudaEventCreate(&e); cudaGraph_t g; cudaGraphExec_t x; cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal); cudaEventRecord(e, s); cudaStreamWaitEvent(t, e, 0); "
                                                                    "fill<<<1, 256, 0, t>>>(a, n, 1); if (cudaStreamEndCapture(s, &g) == cudaErrorStreamCaptureUnjoined) count<<<1, 32>>>(b, n); cudaGraphInstantiate(&x, g, 0); cudaGraphLaunch(x, s);"));
  REQUIRE(launches.size() == 2);
  CHECK_FALSE(launches[0].is_seen);
  CHECK(launches[1].is_seen);
}

TEST_CASE("what a stream calls is a node, too, and done by each launch of the graph") {
  const auto hazards = [](const std::string& body) {
    const std::string source = order_kernels + "void look(void* p) { int* x = (int*)p; x[1] += x[0]; }\nint main() { " + body + " return 0; }\n";
    std::string all;
    for (const HostLaunch& launch : launches_of(source)) {
      CHECK(launch.is_seen);
      for (const HostHazard& h : launch.hazards) all += party(source, h.first) + ", " + party(source, h.second) + "\n";
    }
    return all;
  };
  const std::string body = captured("fill<<<1, 256, 0, s>>>(a, n, 3); cudaMemcpyAsync(h, a, n * 4, cudaMemcpyDeviceToHost, s); cudaLaunchHostFunc(s, look, h);");
  CHECK(hazards(body + " if (h[1] == 6) fill<<<1, 256>>>(a, n, h[1]);") == "");  // 3 + 3
  CHECK(hazards(body + " cudaGraphLaunch(x, s); int y = h[1]; cudaDeviceSynchronize();") == "host function writes, program reads\n");
  const std::string nodes = pinned + "cudaGraph_t g; cudaGraphCreate(&g, 0); cudaGraphNode_t c, k; cudaGraphAddMemcpyNode1D(&c, g, nullptr, 0, h, a, n * 4, cudaMemcpyDeviceToHost); cudaHostNodeParams p = {0}; p.fn = look; p.userData = h; ";
  const std::string run = " cudaGraphExec_t x; cudaGraphInstantiate(&x, g, 0); cudaGraphLaunch(x, s); cudaStreamSynchronize(s); fill<<<1, 1>>>(b, 1, 0);";
  CHECK(hazards(nodes + "cudaGraphAddHostNode(&k, g, &c, 1, &p);" + run) == "");
  CHECK(hazards(nodes + "cudaGraphAddHostNode(&k, g, nullptr, 0, &p);" + run) == "copy writes, host function reads\n");
}

TEST_CASE("nodes of a graph fill words, rows and the program's own memory") {
  const std::string source = source_of(streams + "cudaGraph_t g; cudaGraphCreate(&g, 0); cudaGraphNode_t f, c; cudaMemsetParams p = {0}; p.dst = a; p.value = 0x01020304; p.elementSize = 4; p.pitch = 64; p.width = 2; p.height = 2; cudaGraphAddMemsetNode(&f, g, nullptr, 0, &p); "
                                       "int own[2] = {0, 0}; cudaGraphAddMemcpyNode1D(&c, g, &f, 1, own, a, 8, cudaMemcpyDeviceToHost); cudaGraphExec_t x; cudaGraphInstantiate(&x, g, 0); cudaGraphLaunch(x, s); cudaStreamSynchronize(s); fill<<<1, 256>>>(a, n, own[1]);");
  const std::vector<HostLaunch> launches = launches_of(source);
  REQUIRE(launches.size() == 1);
  REQUIRE(launches[0].is_seen);
  CHECK(launches[0].arguments[2].number->whole == 0x01020304);
  const std::vector<int> a = ints_of(launches[0], 0);
  CHECK(std::vector<int>(a.begin(), a.begin() + 3) == std::vector<int>{0x01020304, 0x01020304, 0});
  CHECK(std::vector<int>(a.begin() + 16, a.begin() + 19) == std::vector<int>{0x01020304, 0x01020304, 0});
}

TEST_CASE("graphs in graphs, other kernels' arguments, and nodes that are left out") {
  const std::string made = streams + "int m = 256, v = 3; void* args[] = {&a, &m, &v}; cudaGraph_t g, child; cudaGraphCreate(&g, 0); cudaGraphNode_t k, c; cudaKernelNodeParams p = {0}; p.func = (void*)fill; p.gridDim = dim3(1); p.blockDim = dim3(256); p.kernelParams = args; cudaGraphExec_t x; ";
  const std::string in_child = made + "cudaGraphCreate(&child, 0); cudaGraphAddKernelNode(&k, child, nullptr, 0, &p); cudaGraphAddChildGraphNode(&c, g, nullptr, 0, child); cudaGraphNode_t copy; int* h; cudaMallocHost(&h, n * 4); ";
  const std::string run = " cudaGraphInstantiate(&x, g, 0); cudaGraphLaunch(x, s); cudaStreamSynchronize(s);";
  CHECK(hazards_of(in_child + "cudaGraphAddMemcpyNode1D(&copy, g, &c, 1, h, a, n * 4, cudaMemcpyDeviceToHost);" + run) == "");
  CHECK(hazards_of(in_child + "cudaGraphAddMemcpyNode1D(&copy, g, nullptr, 0, h, a, n * 4, cudaMemcpyDeviceToHost);" + run) == "fill writes a[i], copy reads: a[0]\n");
  const std::string changed = made + "cudaGraphAddKernelNode(&k, g, nullptr, 0, &p);" + run + " void* others[] = {&b, &m, &v}; p.kernelParams = others; cudaGraphExecKernelNodeSetParams(x, k, &p); cudaGraphLaunch(x, s); ";
  CHECK(hazards_of(changed + "fill<<<1, 256, 0, t>>>(a, n, 3);") == "");
  CHECK(hazards_of(changed + "fill<<<1, 256, 0, t>>>(b, n, 3);") == "fill writes a[i], fill writes a[i]: b[0]\n");
  const std::string turns = made + "cudaGraphAddKernelNode(&k, g, nullptr, 0, &p);" + run + " void* others[] = {&b, &m, &v}; cudaKernelNodeParams q = {0}; q.func = (void*)fill; q.gridDim = dim3(1); q.blockDim = dim3(256); q.kernelParams = others; "
                            "for (int i = 0; i < 2; i++) { cudaGraphExecKernelNodeSetParams(x, k, i % 2 == 0 ? &p : &q); cudaGraphLaunch(x, s); } fill<<<1, 256, 0, t>>>(b, n, 3);";
  CHECK(hazards_of(turns) == "fill writes a[i], fill writes a[i]: b[0]\n");
  const std::string disabled = made + "cudaGraphAddKernelNode(&k, g, nullptr, 0, &p); cudaGraphInstantiate(&x, g, 0); cudaGraphLaunch(x, s); cudaStreamSynchronize(s); cudaGraphNodeSetEnabled(x, k, 0); cudaGraphLaunch(x, s); fill<<<1, 256, 0, t>>>(a, n, 3);";
  CHECK(hazards_of(disabled) == "");
}

TEST_CASE("graphs have bounds") {
  std::string body = streams + "cudaGraph_t g; cudaGraphCreate(&g, 0); cudaGraphNode_t k; cudaGraphAddEmptyNode(&k, g, nullptr, 0); for (int i = 0; i < 40; i++) cudaGraphAddChildGraphNode(&k, g, nullptr, 0, g); fill<<<1, 256>>>(a, n, 3);";
  CHECK_FALSE(launches_of(source_of(body)).empty());
}

TEST_CASE("words of a call") {
  CHECK(arguments_of_call("CHECK(cudaMemcpyAsync(h + o, f(d, 2), 4 /* , */, kind, streams[i]));", "cudaMemcpy") == std::vector<std::string_view>{"h + o", "f(d, 2)", "4 /* , */", "kind", "streams[i]"});
  CHECK(arguments_of_call("my_cudaFree(p)", "cudaFree").empty());
  CHECK(arguments_of_call("cudaFree(p", "cudaFree").empty());
  CHECK(variable_in("(void**)&d_a") == "d_a");
  CHECK(variable_in("reinterpret_cast<void**>(&d_a)") == "d_a");
  CHECK(variable_in("h_out + o") == "h_out");
  CHECK(variable_in("&d[o]") == "d");
  CHECK(variable_in("s.get()") == "s");
  CHECK(variable_in("this->stream_") == "stream_");
  CHECK(variable_in("streams[i % 2]", 3) == "streams[2]");
  CHECK(variable_in("4 * n") == "");
  CHECK(behind_bracket("(a \")\" b)", 0) == 9);
}

TEST_CASE("a macro's call is underlined to its end") {
  const std::string source = "#define CHECK(x) do { int e = (int)(x); } while (0)\n" + source_of(pinned + "CHECK(cudaMemcpyAsync(a, h, n * 4, cudaMemcpyHostToDevice, s)); add<<<1, 256, 0, t>>>(a, b, n);");
  const std::vector<HostLaunch> launches = launches_of(source);
  REQUIRE(launches.size() == 1);
  REQUIRE(launches[0].hazards.size() == 1);
  CHECK(text_at(source, launches[0].hazards[0].first.call) == "CHECK(cudaMemcpyAsync(a, h, n * 4, cudaMemcpyHostToDevice, s));");
}

TEST_CASE("a stream that the reader does not understand costs no launch") {
  const std::vector<HostLaunch> launches = launches_of(order_kernels + "int main() { " + streams + "fill<<<1, 256, 0, at::cuda::getCurrentCUDAStream()>>>(a, n, 3); return 0; }\n");
  REQUIRE(launches.size() == 1);
  CHECK(launches[0].is_seen);
}

TEST_CASE("clocks of streams") {
  StreamClocks clocks;
  const uint64_t s = clocks.make_stream(true), t = clocks.make_stream(false);
  const StreamClocks::Moment first = clocks.enqueue(s);
  CHECK_FALSE(StreamClocks::is_before(first, clocks.now()));
  CHECK(StreamClocks::is_before(first, clocks.enqueue(s)));
  CHECK(StreamClocks::is_before(first, clocks.enqueue(0)));
  CHECK_FALSE(StreamClocks::is_before(first, clocks.enqueue(t)));  // it waits for nobody by itself
  const StreamClocks::Moment second = clocks.enqueue(t);
  clocks.record(clocks.make_event(), t);
  clocks.stream_waits(s, 1);
  CHECK(StreamClocks::is_before(second, clocks.enqueue(s)));
  CHECK_FALSE(StreamClocks::is_before(second, clocks.now()));
  clocks.wait_for(t);
  CHECK(StreamClocks::is_before(second, clocks.now()));
  CHECK_FALSE(StreamClocks::is_before(clocks.enqueue(12345), clocks.enqueue(t)));  // a stream that nobody made: the default one
  const StreamClocks::Moment of_first = clocks.enqueue(0);
  clocks.set_device(1);
  CHECK_FALSE(StreamClocks::is_before(of_first, clocks.enqueue(0)));
  clocks.wait_for_all();
  CHECK_FALSE(StreamClocks::is_before(of_first, clocks.now()));
  clocks.set_device(0);
  clocks.wait_for_all();
  CHECK(StreamClocks::is_before(of_first, clocks.now()));
}

TEST_CASE("footprints meet at the lowest byte that both touch") {
  const Footprint::Use store{no_site, AccessKind::store}, load{no_site, AccessKind::load}, atomic{3, AccessKind::atomic};
  Footprint a, b, c;
  a.add(store, 4090, 20);
  b.add(load, 4105, 1);
  b.add(load, 4109, 100);
  c.add(atomic, 4200, 4);
  uint64_t steps = 0;
  REQUIRE(a.meetings(b, steps).size() == 1);
  CHECK(a.meetings(b, steps)[0].place == 4105);
  CHECK(b.meetings(b, steps).empty());
  CHECK(c.meetings(c, steps).empty());
  CHECK(c.meetings(a, steps).empty());
  CHECK(b.meetings(c, steps).size() == 1);
  CHECK(steps > 0);
}

namespace {

const std::string trigger = "cudaTriggerProgrammaticLaunchCompletion(); ", wait = "cudaGridDependencySynchronize(); ";
// make() writes `a`, use() reads it and writes `b`; use() is launched behind that in stream `s`, with or without the attribute.
std::string hazards_of_pair(const std::string& make, const std::string& use, const std::string& between = "", const std::string& allowed = "1") {
  return hazards_in("__global__ void make(int* a, int* b) { int i = threadIdx.x; " + make + "}\n__global__ void use(int* a, int* b) { int i = threadIdx.x; " + use + "}\nint main() { " + streams +
                    "make<<<1, 64, 0, s>>>(a, b); " + between + " cudaLaunchAttribute at[1]; at[0].id = cudaLaunchAttributeProgrammaticStreamSerialization; at[0].val.programmaticStreamSerializationAllowed = " + allowed +
                    "; cudaLaunchConfig_t c = {}; c.gridDim = dim3(1); c.blockDim = dim3(64); c.stream = s; c.attrs = at; c.numAttrs = 1; cudaLaunchKernelEx(&c, use, a, b); cudaStreamSynchronize(s); return 0; }\n");
}

}  // namespace

TEST_CASE("a launch that may begin early waits for the one in front of it, or races with it") {
  const std::string write = "a[i] = i; ", read = "b[i] = a[63 - i]; ", raced = "make writes a[i], use reads a[63 - i]: a[0]\n";
  CHECK(hazards_of_pair(write + trigger, read) == raced);
  CHECK(hazards_of_pair(write + trigger, wait + read) == "");
  CHECK(hazards_of_pair(write + trigger, read + wait) == raced);
  CHECK(hazards_of_pair(trigger + write, read) == raced);
  CHECK(hazards_of_pair(write, read) == "");  // nothing lets it begin early
  CHECK(hazards_of_pair(write + trigger, read, "", "0") == "");
  CHECK(hazards_of_pair(write + trigger, read, "cudaMemsetAsync(b, 0, 4, s);") == "");
  CHECK(hazards_of_pair(write + trigger, read, "cudaStreamSynchronize(s);") == "");
  CHECK(hazards_of_pair(write + trigger, "if (i == 0) " + wait + "__syncthreads(); " + read) == "");
  CHECK(hazards_of_pair(write + trigger, "if (i < 32) " + wait + read) == raced);
  CHECK(hazards_of_pair(write + trigger, "int k = b[i]; " + wait + read + "b[i] += k; ") == "");
  CHECK(hazards_of_pair("int v = b[i]; " + trigger + "a[i] = v; ", "b[i] = 1; " + wait) == "");  // read, and only then the next one may begin
  CHECK(hazards_of_pair(trigger + "int v = b[i]; a[i] = v; ", "b[i] = 1; " + wait) == "make reads b[i], use writes b[i]: b[0]\n");
  CHECK(hazards_of_pair("asm volatile(\"griddepcontrol.launch_dependents;\"); " + write, "asm volatile(\"griddepcontrol.wait;\" ::: \"memory\"); " + read) == "");
  CHECK(hazards_of_pair("asm volatile(\"griddepcontrol.launch_dependents;\"); " + write, read) == raced);
}

TEST_CASE("a flag that is for the device alone puts nothing in order with the program that looks at it") {
  // produce() writes data, and sets the flag behind them; the program waits for the flag and reads the data.
  const auto found = [](const std::string& set, const std::string& look = "while (*(volatile int*)(h + 64) == 0) {}", const std::string& between = "") {
    return hazards_in("#include <cuda/atomic>\n__global__ void produce(int* data, int* flag) { data[threadIdx.x] = 7; __syncthreads(); if (threadIdx.x == 0) { " + set +
                      " } }\nint main() { int *h, *d; cudaHostAlloc(&h, 65 * 4, cudaHostAllocMapped); for (int i = 0; i < 65; i++) h[i] = 0; cudaHostGetDevicePointer(&d, h, 0); produce<<<1, 64>>>(d, d + 64); " + look + " " + between +
                      " int s = 0; for (int i = 0; i < 64; i++) s += h[i]; cudaDeviceSynchronize(); return s; }\n");
  };
  const std::string look = "cuda::atomic_ref<int, cuda::thread_scope_system> f(h[64]); while (f.load(cuda::memory_order_acquire) == 0) {}";
  const std::string raced = "produce writes data[threadIdx.x], program reads: h[0]\n";
  const auto set_for = [](const std::string& scope) { return "cuda::atomic_ref<int, cuda::thread_scope_" + scope + "> f(*flag); f.store(1, cuda::memory_order_release);"; };
  CHECK(found(set_for("device"), look) == raced);
  CHECK(found(set_for("block"), look) == raced);
  CHECK(found(set_for("device")) == raced);
  CHECK(found(set_for("system"), look) == "");
  CHECK(found(set_for("system")) == "");
  CHECK(found("__threadfence(); *(volatile int*)flag = 1;") == raced);
  CHECK(found("__threadfence_system(); *(volatile int*)flag = 1;") == "");
  CHECK(found("__threadfence_system(); atomicExch(flag, 1);") == "");
  CHECK(found("__threadfence(); atomicExch_system(flag, 1);") == "");
  CHECK(found("__threadfence_system(); cuda::atomic_ref<int, cuda::thread_scope_device> f(*flag); f.store(1, cuda::memory_order_relaxed);", look) == "");
  for (const char* wait : {"cudaDeviceSynchronize();", "cudaStreamSynchronize(0);", "cudaEvent_t e; cudaEventCreate(&e); cudaEventRecord(e); cudaEventSynchronize(e);"}) {
    CAPTURE(wait);
    CHECK(found(set_for("device"), look, wait) == "");
    CHECK(found("__threadfence(); *(volatile int*)flag = 1;", "while (*(volatile int*)(h + 64) == 0) {}", wait) == "");
  }
}
