// What a host program's work does to each other where nothing waits: launches and copies in streams, and what the program itself touches (simulator/host/async_work.h).
#include <doctest/doctest.h>

#include "simulator/host/footprint.h"
#include "simulator/host/stream_clocks.h"
#include "tests/unit/language/host_program_launches.h"

using namespace wb;

namespace {

const std::string order_kernels =
    "__global__ void fill(int* a, int n, int v) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = v; }\n"
    "__global__ void add(const int* a, int* b, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) b[i] += a[i]; }\n"
    "__global__ void count(int* total, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) atomicAdd(total, 1); }\n"
    "__constant__ int weights[16];\n"
    "__global__ void weigh(int* a) { a[threadIdx.x] = weights[threadIdx.x % 16]; }\n"
    "__global__ void bytes(unsigned char* p, int first, int n) { int i = threadIdx.x; if (i < n) p[first + i] = 1; }\n";
const std::string device = "const int n = 256; int *a, *b; cudaMalloc(&a, n * 4); cudaMalloc(&b, n * 4); cudaMemset(a, 0, n * 4); cudaMemset(b, 0, n * 4); ";
const std::string streams = device + "cudaStream_t s, t; cudaStreamCreate(&s); cudaStreamCreate(&t); cudaEvent_t e; cudaEventCreate(&e); ";
const std::string apart = device + "cudaStream_t s, t; cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking); cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking); ";
const std::string managed = "const int n = 256; int *a, *b; cudaMallocManaged(&a, n * 4); cudaMallocManaged(&b, n * 4); for (int i = 0; i < n; i++) a[i] = b[i] = i; ";
const std::string pinned = streams + "int* h; cudaMallocHost(&h, n * 4); for (int i = 0; i < n; i++) h[i] = i; ";

std::string source_of(const std::string& body) { return order_kernels + "int main() { " + body + " return 0; }\n"; }

std::string text_at(const std::string& source, const HostPlace& place) { return source.substr(place.begin, place.end - place.begin); }
std::string party(const std::string& source, const HostHazard::Party& p) {
  constexpr const char* doers[] = {"kernel", "copy", "fill", "program"};
  return p.doer == HostHazard::Doer::kernel ? p.kernel + (p.is_write ? " writes " : " reads ") + text_at(source, p.access) : std::string(doers[static_cast<int>(p.doer)]) + (p.is_write ? " writes" : " reads");
}
// "fill writes a[i], add reads a[i]: a[0]", one a line.
std::string hazards_of(const std::string& body) {
  const std::string source = source_of(body);
  std::string all;
  for (const HostLaunch& launch : launches_of(source)) {
    CHECK(launch.is_seen);
    for (const HostHazard& h : launch.hazards) all += party(source, h.first) + ", " + party(source, h.second) + (h.memory.empty() ? "" : ": " + h.memory) + "\n";
  }
  return all;
}

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
    {"one element of both", streams + "fill<<<1, 160, 0, s>>>(a, n, 3); fill<<<1, 128, 0, t>>>(a + 128, n / 2, 3);", "fill writes a[i], fill writes a[i]: a[0]\n"},
    {"bytes of one word", streams + "bytes<<<1, 32, 0, s>>>((unsigned char*)a, 0, 2); bytes<<<1, 32, 0, t>>>((unsigned char*)a, 2, 2);"},
    {"both read", streams + "add<<<1, 256, 0, s>>>(a, b, n); int* c; cudaMalloc(&c, n * 4); cudaMemset(c, 0, n * 4); add<<<1, 256, 0, t>>>(a, c, n);"},
    {"both by atomics", streams + "count<<<1, 256, 0, s>>>(a, n); count<<<1, 256, 0, t>>>(a, n);"},
    {"one by atomics", streams + "count<<<1, 256, 0, s>>>(a, n); fill<<<1, 256, 0, t>>>(a, n, 0);", "count writes atomicAdd(total, 1), fill writes a[i]: a[0]\n"},
    {"a fill in another stream", streams + "fill<<<1, 256, 0, s>>>(a, n, 3); cudaMemsetAsync(a, 0, n * 4, t);", "fill writes a[i], fill writes: a[0]\n"},
    {"what comes back is looked at too early", pinned + "fill<<<1, 256, 0, s>>>(a, n, 3); cudaMemcpyAsync(h, a, n * 4, cudaMemcpyDeviceToHost, s); int x = h[7];", "copy writes, program reads\n"},
    {"and when it is there", pinned + "fill<<<1, 256, 0, s>>>(a, n, 3); cudaMemcpyAsync(h, a, n * 4, cudaMemcpyDeviceToHost, s); cudaStreamSynchronize(s); int x = h[7];"},
    {"what goes there is changed too early", pinned + "cudaMemcpyAsync(a, h, n * 4, cudaMemcpyHostToDevice, s); h[7] = 5; add<<<1, 256, 0, s>>>(a, b, n);", "copy reads, program writes\n"},
    {"a copy in another stream", pinned + "cudaMemcpyAsync(a, h, n * 4, cudaMemcpyHostToDevice, s); add<<<1, 256, 0, t>>>(a, b, n); cudaDeviceSynchronize();", "copy writes, add reads a[i]: a[0]\n"},
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
    {"an asynchronous one does not", managed + "add<<<1, 256>>>(a, b, n); cudaDeviceSynchronize(); cudaMemsetAsync(a, 0, n * 4); int x = a[3];", "fill writes, program reads\n"},
    {"a line that launches again", streams + "for (int i = 0; i < 4; i++) fill<<<1, 256, 0, i % 2 ? s : t>>>(a, n, i);", "fill writes a[i], fill writes a[i]: a[0]\n"},
    {"rounds that wait", streams + "for (int i = 0; i < 4; i++) { fill<<<1, 256, 0, i % 2 ? s : t>>>(a, n, i); cudaDeviceSynchronize(); }"},
    {"bands in streams of a list", streams + "std::vector<cudaStream_t> all(4); for (auto& x : all) cudaStreamCreate(&x); for (int i = 0; i < 4; i++) fill<<<1, 64, 0, all[i]>>>(a + i * 64, 64, i);"},
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
