// Host programs by way of CUDA's longer calls: argument arrays, captured graphs; classes whose parts stand apart; files that a program can do without.
#include <doctest/doctest.h>

#include "tests/unit/language/host_program_launches.h"

using namespace wb;

TEST_CASE("an argument array may be set element by element, and once more behind its initialiser") {
  const auto all = launches_in(allocate + "int m = 7; void* args[] = {(void*)&a, nullptr, &n}; args[1] = (void*)&b; args[2] = &m; cudaLaunchCooperativeKernel((void*)copy, dim3(2), dim3(32), args, 0, 0);\n"
                                          "void* more[2]; more[0] = &a; more[1] = &n; cudaLaunchKernel((const void*)count, 4, 16, more, 0, nullptr);");
  REQUIRE(all.size() == 2);
  CHECK(all[0].is_seen);
  CHECK(all[0].arguments[0].allocation != all[0].arguments[1].allocation);
  CHECK(all[0].arguments[2].number->whole == 7);
  REQUIRE(all[1].arguments.size() == 2);
  CHECK(all[1].arguments[1].number->whole == 64);
  CHECK((*all[1].grid)[0] == 4);
}

TEST_CASE("which element of an argument array is set, or whether it is, may be unknown: then it is no launch that was understood") {
  const auto all = launches_in(allocate + "int m = 7; void* args[] = {&a, &n}; if (argc > 5) args[1] = &m; cudaLaunchKernel((void*)count, dim3(2), dim3(32), args, 0, 0);");
  REQUIRE(all.size() == 1);
  CHECK(all[0].arguments.empty());
}

TEST_CASE("a bounded model checker's launches are launches") {
  const auto all = launches_in(allocate + "ESBMC_verify_kernel(count, 2, 32, a, n); ESBMC_verify_kernel_u((void*)scale<int>, dim3(1), dim3(8, 4), a, 3);");
  REQUIRE(all.size() == 2);
  CHECK(all[0].is_seen);
  CHECK((*all[0].grid)[0] == 2);
  CHECK(all[0].arguments[1].number->whole == 64);
  CHECK((*all[1].block)[1] == 4);
  CHECK(all[1].arguments[1].number->whole == 3);
}

TEST_CASE("a program that is run asks for clusters, each time of its own size") {
  const auto all = launches_in(allocate +
                               "cudaLaunchConfig_t config = {0}; config.gridDim = 8; config.blockDim = 8; cudaLaunchAttribute attribute[1]; attribute[0].id = cudaLaunchAttributeClusterDimension;\n"
                               "attribute[0].val.clusterDim.x = n / 16; attribute[0].val.clusterDim.y = 1; attribute[0].val.clusterDim.z = 1; config.attrs = attribute; config.numAttrs = 1;\n"
                               "int clusters = 0; cudaOccupancyMaxActiveClusters(&clusters, (void*)count, &config);\n"
                               "cudaLaunchKernelEx(&config, count, a, n);\n"
                               "count<<<1, 64>>>(a, n);");
  REQUIRE(all.size() == 2);
  CHECK(all[0].is_seen);
  CHECK(all[0].cluster == std::array<uint32_t, 3>{4, 1, 1});
  CHECK((*all[0].grid)[0] == 8);
  CHECK(all[1].is_seen);
  CHECK(all[1].cluster == std::nullopt);
}

TEST_CASE("what a stream captures is done by each launch of the graph, in order") {
  const auto all = launches_in(allocate +
                               "cudaStream_t s; cudaStreamCreate(&s); cudaGraph_t graph; cudaGraphExec_t exec; int by = 3;\n"
                               "cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);\n"
                               "count<<<1, 64, 0, s>>>(a, n); for (int i = 0; i < 2; ++i) scale<int><<<1, 64, 0, s>>>(a, by); by = 100; cudaMemcpyAsync(b, a, n * 4, cudaMemcpyDeviceToDevice, s);\n"
                               "cudaStreamEndCapture(s, &graph); size_t nodes = 0; cudaGraphGetNodes(graph, NULL, &nodes);\n"
                               "copy<<<1, 1>>>(a, b, (int)nodes);\n"  // nothing was done yet
                               "cudaGraphInstantiate(&exec, graph, NULL, NULL, 0); cudaMemset(b, 0, n * 4); for (int r = 0; r < 2; ++r) cudaGraphLaunch(exec, s);\n"
                               "cudaStreamSynchronize(s); copy<<<1, 64>>>(b, a, n); cudaGraphExecDestroy(exec); cudaGraphDestroy(graph);");
  REQUIRE(all.size() == 4);
  CHECK(all[2].arguments[2].number->whole == 4);
  CHECK(memory_of(all[2], 0).filled.empty());
  CHECK(all[0].is_seen);  // in the order of the file
  CHECK(all[1].arguments[1].number->whole == 3);
  CHECK(ints_of(all[1], 0) == times(2, 64));
  CHECK(ints_of(all[3], 0) == times(18, 64));
}

TEST_CASE("what a node of a graph launches may be copied from another one's parameters, or stand in braces") {
  const auto all = launches_in(allocate +
                               "cudaGraph_t graph; cudaGraphExec_t exec; cudaGraphNode_t first, second, third; cudaGraphCreate(&graph, 0);\n"
                               "void* args[] = {&a, &n}; void* more[] = {&a, &b, &n}; cudaKernelNodeParams p = {}, q = {};\n"
                               "p.func = (void*)count; p.gridDim = dim3(1); p.blockDim = dim3(64); p.kernelParams = args; q = p; q.func = (void*)copy; q.kernelParams = more;\n"
                               "cudaKernelNodeParams r = {(void*)count, dim3(2), dim3(32), 0, args, nullptr};\n"
                               "cudaGraphAddKernelNode(&first, graph, nullptr, 0, &p); cudaGraphAddKernelNode(&second, graph, &first, 1, &q); cudaGraphAddKernelNode(&third, graph, &second, 1, &r);\n"
                               "cudaGraphInstantiate(&exec, graph, 0); cudaGraphLaunch(exec, 0);");
  REQUIRE(all.size() == 3);
  CHECK((*all[1].block)[0] == 64);
  CHECK((*all[2].grid)[0] == 2);
  CHECK((*all[2].block)[0] == 32);
}

TEST_CASE("a graph may be put together node by node") {
  const auto all = launches_in(allocate +
                               "cudaGraph_t graph; cudaGraphExec_t exec; cudaGraphNode_t fill, first, second, last; cudaGraphCreate(&graph, 0);\n"
                               "cudaMemsetParams m = {0}; m.dst = (void*)b; m.value = 0; m.elementSize = sizeof(int); m.width = n; m.height = 1; cudaGraphAddMemsetNode(&fill, graph, NULL, 0, &m);\n"
                               "cudaKernelNodeParams p = {0}; void* args[] = {(void*)&a, &n}; p.func = (void*)count; p.gridDim = dim3(1); p.blockDim = dim3(64); p.kernelParams = args; p.extra = NULL;\n"
                               "cudaGraphAddKernelNode(&first, graph, &fill, 1, &p);\n"
                               "cudaKernelNodeParams q = {0}; void* more[] = {&a, &b, &n}; q.func = (void*)copy; q.gridDim = dim3(2); q.blockDim = dim3(16); q.kernelParams = (void**)more;\n"
                               "cudaGraphAddKernelNode(&second, graph, &first, 1, &q); cudaGraphAddMemcpyNode1D(&last, graph, &second, 1, a, b, n * 4, cudaMemcpyDeviceToDevice);\n"
                               "cudaGraphInstantiate(&exec, graph, NULL, NULL, 0); cudaGraphLaunch(exec, 0); copy<<<1, 64>>>(a, b, n);");
  REQUIRE(all.size() == 3);
  CHECK(all[0].is_seen);
  CHECK((*all[1].grid)[0] == 2);
  CHECK(ints_of(all[1], 1) == times(0, 64));
  std::vector<int> half = times(2, 64);
  std::fill(half.begin() + 32, half.end(), 0);
  CHECK(ints_of(all[2], 0) == half);
}

TEST_CASE("a class within another may be defined behind it") {
  const std::string classes =
      "class App { public: struct State; App(int n); ~App(); void run(); int size() const; private: State* state; };\n"
      "struct App::State { int *a, *b; int n; State(int count); void go() { count<<<1, 64>>>(a, n); } };\n"
      "App::State::State(int count) : n(count) { cudaMalloc(&a, n * 4); cudaMalloc(&b, n * 4); }\n"
      "App::App(int n) : state(new State(n)) {}\nApp::~App() { cudaFree(state->a); delete state; }\n"
      "void App::run() { state->go(); copy<<<1, 64>>>(state->a, state->b, size()); }\nint App::size() const { App::State* s = state; return s->n; }\n";
  const auto all = launches_in("App app(50); app.run(); cudaDeviceSynchronize();", classes);
  REQUIRE(all.size() == 2);
  CHECK(all[0].is_seen);
  CHECK(all[0].arguments[1].number->whole == 50);
  CHECK(ints_of(all[1], 0) == times(2, 50));
}

TEST_CASE("a file that is not there is none where the program can do without it, and made up where it cannot") {
  const std::string cached = "int n = 64, h[64]; bool is_there = false; if (FILE* f = fopen(\"cache\", \"rb\")) { fread(&n, 4, 1, f); fclose(f); is_there = true; } if (!is_there) for (int i = 0; i < 64; ++i) h[i] = 5 * i;\n"
                             "int* a; cudaMalloc(&a, 256); cudaMemcpy(a, h, 256, cudaMemcpyHostToDevice); count<<<1, 64>>>(a, n);";
  const auto without = launches_reading(cached, {});
  REQUIRE(without.size() == 1);
  CHECK(ints_of(without[0], 0) == times(5, 64));
  CHECK(without[0].arguments[1].number->whole == 64);
  CHECK(without[0].assumed.empty());
  const auto with = launches_reading(cached, {{"cache", bytes_of({32})}});
  REQUIRE(with.size() == 1);
  CHECK(with[0].arguments[1].number->whole == 32);
  const auto needed = launches_reading("int n = 0; FILE* f = fopen(\"graph\", \"rb\"); if (!f) return 1; fread(&n, 4, 1, f); int* a; cudaMalloc(&a, n * 4); count<<<4, 128>>>(a, n);", {});
  REQUIRE(needed.size() == 1);
  CHECK(needed[0].arguments[1].number->whole == 500);
  CHECK(!needed[0].assumed.empty());
}
