// Counters of constant memory and of atomics, from the source.
#include <doctest/doctest.h>

#include "kernel_run.h"

using namespace wb;
using wb::test::KernelRun;

namespace {

Counters of(const std::string& body, Index3 block = {64, 1, 1}) {
  KernelRun run("__constant__ int table[256];\n__device__ int counter;\n__device__ float total;\n__global__ void k(int* out, const int* at) {\n  int t = threadIdx.x;\n" + body + "\n}", {1, 1, 1}, block);
  std::vector<int> at(64);
  for (int i = 0; i < 64; ++i) at[static_cast<size_t>(i)] = i % 32 / 8;
  run.ints("out", 256).buffer("at", ScalarKind::int_, at);
  return run.run().counters;
}

}  // namespace

TEST_CASE("constant memory is asked once for each address of the warp") {
  CHECK(of("out[t] = table[5];").constant_load_requests == 2);
  CHECK(of("out[t] = table[5];").constant_loads == 64);
  CHECK(of("out[t] = table[t];").constant_load_requests == 64);
  CHECK(of("out[t] = table[t * 3];").constant_load_requests == 64);
  CHECK(of("out[t] = table[200 - t];").constant_load_requests == 64);
  CHECK(of("out[t] = table[t / 4];").constant_load_requests == 16);
  CHECK(of("out[t] = table[at[t]];").constant_load_requests == 8);
  CHECK(of("if (t < 5) out[t] = table[t];").constant_load_requests == 5);
  CHECK(of("out[threadIdx.y * 16 + t] = table[t];", {16, 4, 1}).constant_load_requests == 32);   // two rows of the same 16
  CHECK(of("out[threadIdx.y * 16 + t] = table[threadIdx.y];", {16, 4, 1}).constant_load_requests == 4);
  CHECK(of("out[t] = t;").constant_load_requests == 0);
}

TEST_CASE("constant memory serves a warp again for each further address, and 16 bytes in two parts") {
  CHECK(of("out[t] = table[5];").constant_load_replays == 0);
  CHECK(of("out[t] = table[t];").constant_load_replays == 62);
  CHECK(of("if (t < 5) out[t] = table[t];").constant_load_replays == 4);
  const char* pair = "const int2 v = reinterpret_cast<const int2*>(table)[t]; out[t] = v.x + v.y;";
  CHECK(of(pair).constant_load_requests == 64);
  CHECK(of(pair).constant_load_replays == 62);
  const char* quad = "const int4 v = reinterpret_cast<const int4*>(table)[t]; out[t] = v.x + v.w;";
  CHECK(of(quad).constant_load_requests == 128);
  CHECK(of(quad).constant_load_replays == 124);
  CHECK(of("const int4 v = *reinterpret_cast<const int4*>(table); out[t] = v.x + v.w;").constant_load_requests == 4);
}

TEST_CASE("atomics whose result nobody uses are reductions") {
  const Counters red = of("atomicAdd(&out[t], 1);"), atom = of("out[t] = atomicAdd(&counter, 1);"), shared = of("__shared__ int s[8]; if (t < 8) s[t] = 0; __syncthreads(); atomicAdd(&s[t & 7], 1);");
  CHECK(red.atomic_requests == 2);
  CHECK(red.atomic_red_requests == 2);
  CHECK(red.atomic_atom_requests == 0);
  CHECK(atom.atomic_requests == 2);
  CHECK(atom.atomic_red_requests == 0);
  CHECK(atom.atomic_atom_requests == 2);
  CHECK(shared.atomic_requests == 2);
  CHECK(shared.atomic_red_requests + shared.atomic_atom_requests == 0);
  CHECK(shared.atomic_sectors == 0);
  CHECK(shared.atomic_collisions == 2 * 24);
}

TEST_CASE("an atomic on a pair or a vector is one request for all of its elements") {
  const auto of_pair = [&](const std::string& type, const std::string& one, const std::string& body) {
    KernelRun run("#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n__device__ " + type + " sums[64];\n__global__ void k(int* out, const int* at) {\n  int t = threadIdx.x; " + type + " one = " + one + ";\n" + body + "\n}",
                  {1, 1, 1}, {64, 1, 1});
    run.ints("out", 256).buffer("at", ScalarKind::int_, std::vector<int>(64));
    return run.run().counters;
  };
  const std::pair<std::string, std::string> types[] = {{"__half2", "__float2half2_rn(1.0f)"}, {"__nv_bfloat162", "__float2bfloat162_rn(1.0f)"}, {"float2", "make_float2(1, 2)"}, {"float4", "make_float4(1, 2, 3, 4)"}};
  const uint64_t sectors[] = {8, 8, 16, 32};
  for (size_t i = 0; i < std::size(types); ++i) {
    CAPTURE(types[i].first);
    const Counters red = of_pair(types[i].first, types[i].second, "atomicAdd(&sums[t], one);");
    const bool is_of_halves = i < 2;  // CUDA's functions for those use `atom`, also where nobody wants the result
    CHECK(red.atomic_requests == 2);
    CHECK(red.atomic_red_requests == (is_of_halves ? 0 : 2));
    CHECK(red.atomic_atom_requests == (is_of_halves ? 2 : 0));
    CHECK(red.atomic_operations == 64);
    CHECK(red.atomic_collisions == 0);
    CHECK(red.atomic_sectors == sectors[i]);
    const Counters atom = of_pair(types[i].first, types[i].second, types[i].first + " old = atomicAdd(&sums[t], one); out[t] = (int)(float)old.x;");
    CHECK(atom.atomic_atom_requests == 2);
    CHECK(atom.atomic_red_requests == 0);
  }
}

TEST_CASE("loads and stores of cuda::atomic count as loads and stores") {
  const std::string ref = "#include <cuda/atomic>\n";
  const auto of_atomic = [&](const std::string& body) {
    KernelRun run(ref + "__global__ void k(int* out, const int* at) {\n  int t = threadIdx.x; cuda::atomic_ref<int, cuda::thread_scope_device> r(out[t]);\n" + body + "\n}", {1, 1, 1}, {64, 1, 1});
    run.ints("out", 256).buffer("at", ScalarKind::int_, std::vector<int>(64));
    return run.run().counters;
  };
  const Counters load = of_atomic("out[64 + t] = r.load();"), store = of_atomic("r.store(t);"), sum = of_atomic("r.fetch_add(1);");
  CHECK(load.global_load_requests == 2);
  CHECK(load.global_load_sectors == 8);
  CHECK(load.global_store_requests == 2);
  CHECK(load.atomic_requests == 0);
  CHECK(store.global_store_requests == 2);
  CHECK(store.global_store_sectors == 8);
  CHECK(store.atomic_requests == 0);
  CHECK(sum.atomic_requests == 2);
  CHECK(sum.global_load_requests + sum.global_store_requests == 0);
}

TEST_CASE("lanes that meet at an address, and the sectors of their turns") {
  struct Case {
    const char *name, *body;
    uint64_t collisions, sectors;
  };
  constexpr Case cases[] = {
      {"neighbours", "atomicAdd(&out[t], 1);", 0, 8},
      {"a 32-bit sum at one known address is added up first", "atomicAdd(&counter, 1);", 62, 2},
      {"... also where its result is used", "out[t] = atomicAdd(&counter, t);", 62, 2},
      {"... but not a sum of floats", "atomicAdd(&total, 1.0f);", 62, 64},
      {"... a maximum is, too", "atomicMax(&counter, t);", 62, 2},
      {"... but not where its result is used", "out[t] = atomicMax(&counter, t);", 62, 64},
      {"... nor where the address is only found to be one", "atomicAdd(&out[at[t] / 100], 1);", 62, 64},
      {"four addresses of a sector, eight lanes at each", "atomicAdd(&out[at[t]], 1);", 56, 16},
      {"one lane", "if (t == 3) atomicAdd(&counter, 1);", 0, 1},
      {"eight apart", "atomicAdd(&out[t % 32 * 8], 1);", 0, 64},
  };
  for (const Case& c : cases) {
    CAPTURE(c.name);
    const Counters counters = of(c.body);
    CHECK(counters.atomic_collisions == c.collisions);
    CHECK(counters.atomic_sectors == c.sectors);
  }
}

TEST_CASE("each access in the source has its own") {
  KernelRun run("__constant__ int table[64];\n__global__ void k(int* out) {\n  int t = threadIdx.x;\n  int v = table[t / 2];\n  atomicAdd(&out[v & 3], 1);\n}", {1, 1, 1}, {32, 1, 1});
  run.ints("out", 4);
  const SimulationResult result = run.run();
  REQUIRE(result.accesses.size() == 2);
  CHECK(result.accesses[0].space == Space::constant);
  CHECK(result.accesses[0].requests == 16);
  CHECK(result.accesses[0].lanes == 32);
  CHECK(result.accesses[1].kind == AccessKind::atomic);
  CHECK(result.accesses[1].collisions == 31);
  CHECK(result.accesses[1].sectors == 32);
  CHECK_FALSE(result.accesses[1].result_used);
}

TEST_CASE("atomics of one address are put together in the warp where the address is the same for all by the text") {
  const auto sectors = [](const std::string& body) { return of(body).atomic_sectors; };  // of two warps
  CHECK(sectors("atomicAdd(&counter, t);") == 2);
  CHECK(sectors("atomicAdd(&out[blockIdx.x + 3], t);") == 2);
  CHECK(sectors("const int which = blockDim.x / 2; atomicMax(&out[which], t);") == 2);
  CHECK(sectors("for (int k = 0; k < 4; ++k) atomicOr(&out[k], t);") == 8);
  CHECK(sectors("out[t] = atomicAdd(&counter, t);") == 2);
  CHECK(sectors("out[t] = atomicMin(&counter, t);") == 64);            // only sums, where the old value is wanted
  CHECK(sectors("atomicAdd(&out[t / 32], t);") == 64);                 // the same for all, but the text does not say so
  CHECK(sectors("int which = 0; if (at[t] > 9) which = 1; atomicAdd(&out[which], t);") == 64);
  CHECK(sectors("atomicAdd(&total, 1.0f);") == 64);
  CHECK(sectors("atomicInc((unsigned*)&counter, 9u);") == 64);
  CHECK(sectors("atomicAdd((unsigned long long*)out, 1ull);") == 2);   // of 64 bits only a constant
  CHECK(sectors("atomicAdd((unsigned long long*)out, (unsigned long long)t);") == 64);
}

TEST_CASE("there is no exchange without the old value") {
  for (const char* body : {"atomicExch(&out[t], 1);", "atomicCAS(&out[t], 0, 1);", "out[t] = atomicExch(&counter, 1);"}) {
    const Counters c = of(body);
    CHECK(c.atomic_red_requests == 0);
    CHECK(c.atomic_atom_requests == 2);
  }
}

TEST_CASE("a record is copied in parts of its alignment") {
  const auto requests = [](const std::string& fields, const std::string& body) {
    KernelRun run("struct R { " + fields + " };\n__global__ void k(const R* in, R* out) { int t = threadIdx.x; " + body + " }", {1, 1, 1}, {32, 1, 1});
    run.ints("in", 512, 1).ints("out", 512);
    const Counters c = run.run().counters;
    return std::pair(c.global_load_requests, c.global_store_requests);
  };
  using Two = std::pair<uint64_t, uint64_t>;
  CHECK(requests("short a; char b, c;", "out[t] = in[t];") == Two{2, 2});
  CHECK(requests("float a; short b, c;", "R r = in[t]; out[t] = r;") == Two{2, 2});
  CHECK(requests("double a; float b; short c, d;", "out[t] = in[t];") == Two{2, 2});
  CHECK(requests("char a; double b; short c;", "out[t] = in[t];") == Two{3, 3});
  CHECK(requests("char a, b, c;", "out[t] = in[t];") == Two{3, 3});
  CHECK(requests("short a[3]; char b[2];", "out[t] = in[t];") == Two{4, 4});
  CHECK(requests("float a; short b, c;", "out[t].b = in[t].b; out[t].c = in[t].c;") == Two{2, 2});  // no copy of the record
}
