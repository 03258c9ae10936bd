// Names of the file's own that begin with `cuda`, at file scope, in classes, functions and macros: whole programs, and what each of their lines launches.
#include <doctest/doctest.h>

#include "tests/unit/language/host_program_launches.h"

using namespace wb;

namespace {

// "3x128 2x64": blocks and threads of each launch that the program came to, in the order of the lines; ? where something was assumed.
std::string shapes(const std::string& before, const std::string& body) {
  std::string text;
  for (const HostLaunch& launch : launches_in(body, before)) {
    text += (text.empty() ? "" : " ") + (launch.is_seen && launch.grid && launch.block ? std::to_string((*launch.grid)[0]) + "x" + std::to_string((*launch.block)[0]) : "?");
  }
  return text;
}

}  // namespace

TEST_CASE("variables of the file") {
  CHECK(shapes("static int cudaBlockSize = 128; static cudaStream_t cudaStream; int cudaN = 300;\n"
               "#define LAUNCH(k, n, ...) k<<<((n) + cudaBlockSize - 1) / cudaBlockSize, cudaBlockSize, 0, cudaStream>>>(__VA_ARGS__)\n",
               "cudaStreamCreate(&cudaStream); int* d; cudaMalloc(&d, cudaN * 4);\nLAUNCH(count, cudaN, d, cudaN);\ncudaBlockSize /= 2;\nLAUNCH(count, cudaN, d, cudaN);") == "3x128 5x64");
  CHECK(shapes("const int cudaThreads = 64; dim3 cudaGrid, cudaBlock; int *cudaIn, *cudaOut; cudaEvent_t cudaStart, cudaStop; cudaError_t cudaStatus; cudaDeviceProp cudaProp; bool cudaReady;\n"
               "void cudaSetup(int n) { cudaMalloc(&cudaIn, n * 4); cudaMalloc(&cudaOut, n * 4); cudaMemset(cudaIn, 0, n * 4); cudaBlock = dim3(cudaThreads); cudaGrid.x = (n + cudaBlock.x - 1) / cudaBlock.x; cudaReady = true; }\n",
               "cudaSetup(150); cudaEventCreate(&cudaStart); cudaEventRecord(cudaStart);\nif (cudaReady) copy<<<cudaGrid, cudaBlock>>>(cudaIn, cudaOut, 150);\n"
               "cudaStatus = cudaGetLastError(); if (cudaStatus != cudaSuccess) return 1;\ncount<<<cudaGrid.x + 1, cudaThreads / 2>>>(cudaOut, 100);") == "3x64 4x32");
  CHECK(shapes("namespace cudaUtil { static int cudaBlockSize = 32; int cudaDivUp(int a, int b) { return (a + b - 1) / b; } }\nusing namespace cudaUtil; enum cudaMode { cudaFast = 1, cudaSlow = 3 }; static cudaMode cudaCurrent = cudaSlow; int cudaSizes[3] = {64, 96, 128};\n",
               "int* d; cudaMalloc(&d, 512);\ncount<<<cudaDivUp(90, cudaBlockSize), cudaBlockSize>>>(d, 90);\ncount<<<cudaCurrent, 16>>>(d, 48);\ncount<<<cudaSizes[1] / 48, cudaSizes[0]>>>(d, 128);") == "3x32 3x16 2x64");
}

TEST_CASE("members of classes, beside variables of the file of the same name") {
  const std::string solver =
      "static int cudaBlockSize = 128; static cudaStream_t cudaStream;\n"
      "struct Solver {\n  int* cudaData; cudaStream_t cudaStream; int n;\n"
      "  int cudaBlocks() const { return (n + cudaBlockSize - 1) / cudaBlockSize; }\n"
      "  void cudaInit(int cudaCount) { n = cudaCount; cudaMalloc(&cudaData, n * sizeof(int)); cudaStreamCreate(&cudaStream); }\n"
      "  void run() {\n    count<<<cudaBlocks(), cudaBlockSize, 0, cudaStream>>>(cudaData, n);\n    scale<<<cudaBlocks() + 1, cudaBlockSize, 0, this->cudaStream>>>(cudaData, 2);\n  }\n};\n";
  CHECK(shapes(solver, "Solver s; s.cudaInit(300); s.run();") == "3x128 4x128");
  CHECK(shapes(solver, "Solver* cudaSolver = new Solver; cudaSolver->cudaInit(300); cudaSolver->run();") == "3x128 4x128");
  CHECK(shapes(solver + "static Solver cudaSolver;\n", "cudaSolver.cudaInit(300); cudaSolver.run();") == "3x128 4x128");
  CHECK(shapes(solver + "Solver cudaSolvers[2];\n", "cudaSolvers[1].cudaInit(300); cudaSolvers[1].run();") == "3x128 4x128");
  CHECK(shapes(solver + "Solver cudaSolvers[2][3]; static void cudaGo(Solver* cudaOne) { cudaOne->run(); }\n", "cudaSolvers[1][2].cudaInit(300); cudaGo(cudaSolvers[1] + 2);") == "3x128 4x128");
  CHECK(shapes("const int cudaThreads = 64;\nclass Runner {\n public:\n  explicit Runner(int n) : cudaSize(n), cudaGridSize((n + cudaThreads - 1) / cudaThreads) { cudaMalloc((void**)&cudaBuffer, cudaBytes()); }\n"
               "  ~Runner() { cudaFree(cudaBuffer); }\n  size_t cudaBytes() const { return cudaSize * sizeof(int); }\n  void cudaRun(int cudaTimes);\n private:\n  int cudaSize, cudaGridSize; int* cudaBuffer = nullptr; std::vector<int> cudaHost;\n};\n"
               "void Runner::cudaRun(int cudaTimes) {\n  for (int i = 0; i < cudaTimes; i++) count<<<cudaGridSize, cudaThreads>>>(cudaBuffer, cudaSize);\n"
               "  cudaHost.resize(cudaSize); cudaMemcpy(cudaHost.data(), cudaBuffer, cudaBytes(), cudaMemcpyDeviceToHost);\n  if (cudaHost[3] == 6) scale<<<cudaGridSize + 1, cudaThreads>>>(cudaBuffer, 3);\n}\n",
               "Runner r(200); r.cudaRun(2);") == "4x64 5x64");
}
