// A run saved by the command line opens again, is the same run, and answers questions.
#include <fstream>

#include <nlohmann/json.hpp>

#include "doctest.h"
#include "program.h"

using namespace wb::test;

TEST_CASE("run --trace saves a run that opens again and is the same") {
  Folder folder;
  const std::string file = (folder.path / "run.wbtrace").string();
  const Said run = warpbook("run lessons/15-races-and-atomics --schedule random --seed 7 --report json --trace " + file);
  CHECK(run.err == "");
  REQUIRE(std::filesystem::exists(file));
  const Said again = warpbook("trace " + file + " --report json");
  CHECK(again.err == "");
  const auto before = nlohmann::json::parse(run.out);
  auto after = nlohmann::json::parse(again.out);
  CHECK(after["replay"]["equal"] == true);
  CHECK(after["replay"]["differences"].empty());
  CHECK(before["engines"]["sim"]["findings"] == after["engines"]["sim"]["findings"]);
  CHECK(before["engines"]["sim"]["counters"] == after["engines"]["sim"]["counters"]);
  CHECK(before["values"] == after["values"]);
  CHECK(before["id"] == after["id"]);
  const Said text = warpbook("trace " + file);
  CHECK(text.out.find("the same run as the one that was saved") != std::string::npos);
}

TEST_CASE("a saved run answers who wrote what, and when threads meet") {
  Folder folder;
  {
    std::ofstream(folder.path / "k.cu") << "__global__ void k(int* a, int n) {\n  __shared__ int s[64];\n  int t = threadIdx.x;\n  s[t] = t;\n  __syncthreads();\n"
                                           "  a[blockIdx.x * 64 + t] = s[63 - t] * 2;\n}\n";
  }
  const std::string file = (folder.path / "k.wbtrace").string();
  REQUIRE(warpbook("run " + (folder.path / "k.cu").string() + " --grid 2 --block 64 --arg a=zeros:128 --arg n=128 --trace " + file).status == 0);
  const Said wrote = warpbook("trace " + file + " --who-wrote 'a[65]'");
  CHECK(wrote.status == 0);
  CHECK(wrote.out.find("thread (1,0,0) of block (1,0,0) wrote 124 to a[65], over 0") != std::string::npos);
  CHECK(warpbook("trace " + file + " --at 0 --who-wrote 'a[65]'").out.find("nobody wrote a[65] before tick 0") != std::string::npos);
  CHECK(lines_of(warpbook("trace " + file + " --thread 1:5 --accesses").out).size() == 3);
  CHECK(warpbook("trace " + file + " --who-wrote 'a[65]' --memory 16").out == wrote.out);
  CHECK(warpbook("trace " + file + " --who-wrote 'a[65]' --memory 1").status != 0);
  const Said met = warpbook("trace " + file + " --together 0:0 0:63");
  CHECK(lines_of(met.out).size() == 5);  // two meetings of two lines, and a line between them
  CHECK(met.out.find("read 63 from s[63]") != std::string::npos);
  CHECK(warpbook("trace " + file + " --changes 's[3]' --block 1").out.find("wrote 3 to s[3]") != std::string::npos);
  CHECK(warpbook("trace " + file + " --at 3").out.find("tick 3: warp") != std::string::npos);
  for (const char* wrong : {"--who-wrote 'b[1]'", "--who-wrote 'a[128]'", "--who-wrote 'a[x]'", "--thread 9:0", "--thread 1", "--together 0:0 5:5", "--at 123456789", "--accesses", "--who-wrote 's[1]' --block 7"}) {
    CAPTURE(wrong);
    const Said said = warpbook("trace " + file + " " + wrong);
    CHECK(said.status == 2);
    CHECK(said.err.find("error: ") != std::string::npos);
  }
}

TEST_CASE("a saved run lists the grids that its device code launches, and answers within any of them") {
  Folder folder;
  {
    std::ofstream(folder.path / "k.cu") << "__global__ void child(int* a, int by) {\n  a[blockIdx.x * 8 + threadIdx.x] += by;\n}\n__global__ void k(int* a) {\n  a[threadIdx.x] = threadIdx.x;\n"
                                           "  __syncthreads();\n  if (threadIdx.x == 33) {\n    child<<<2, 8>>>(a, 10);\n    child<<<1, 8, 0, cudaStreamTailLaunch>>>(a, 100);\n  }\n}\n";
  }
  const std::string file = (folder.path / "k.wbtrace").string();
  REQUIRE(warpbook("run " + (folder.path / "k.cu").string() + " --kernel k --grid 1 --block 64 --arg a=zeros:64 --trace " + file).status == 0);
  const auto ask = [&](const std::string& what) { return warpbook("trace " + file + " " + what); };
  const Said table = ask("--grids");
  CHECK(table.status == 0);
  const std::vector<std::string> lines = lines_of(table.out);
  REQUIRE(lines.size() == 4);
  CHECK(lines[1].find("0  k<<<1, 64>>>") != std::string::npos);
  CHECK(lines[2].find("1  child<<<2, 8>>>") != std::string::npos);
  CHECK(lines[2].find("thread (33,0,0) of block (0,0,0) of grid 0, at its tick ") != std::string::npos);
  CHECK(lines[2].find("k.cu:8:5") != std::string::npos);
  CHECK(lines[3].find("tail launch") != std::string::npos);
  CHECK(ask("--grids --limit 2").out.find("3 grids in all") != std::string::npos);
  CHECK(ask("--grid 1 --who-wrote 'a[9]'").out.find("thread (1,0,0) of block (1,0,0) wrote 19 to a[9], over 9") != std::string::npos);
  CHECK(ask("--grid 2 --who-wrote 'a[3]'").out.find("wrote 113 to a[3], over 13") != std::string::npos);
  CHECK(ask("--grid 2 --who-wrote 'a[9]'").out.find("nobody wrote a[9] in grid 2 before tick ") != std::string::npos);
  CHECK(ask("--grid 1 --changes 'a[3]'").out.find("wrote 13 to a[3], over 3") != std::string::npos);
  CHECK(lines_of(ask("--grid 1 --thread 1:5 --accesses").out).size() == 2);
  CHECK(ask("--grid 1 --at 0").out.find("tick 0: warp 0 of block (0,0,0)") != std::string::npos);
  CHECK(ask("--grid 0 --who-wrote 'a[9]'").out == ask("--who-wrote 'a[9]'").out);
  for (const char* wrong : {"--grid 3", "--grid x", "--grid 1 --thread 2:0", "--grid 1 --at 99999"}) {
    CAPTURE(wrong);
    CHECK(ask(wrong).status == 2);
  }
}

TEST_CASE("a saved run without device-side launches has one grid") {
  Folder folder;
  std::ofstream(folder.path / "k.cu") << "__global__ void k(int* a) {\n  a[threadIdx.x] = 1;\n}\n";
  const std::string file = (folder.path / "k.wbtrace").string();
  REQUIRE(warpbook("run " + (folder.path / "k.cu").string() + " --grid 1 --block 32 --arg a=zeros:32 --trace " + file).status == 0);
  CHECK(warpbook("trace " + file + " --grids").out.find("grid 0 alone") != std::string::npos);
  CHECK(warpbook("trace " + file + " --grid 1").err.find("is no grid of this launch") != std::string::npos);
  CHECK(warpbook("trace " + file + " --who-wrote 'a[1]' --at 0").out.find("nobody wrote a[1] before tick 0") != std::string::npos);
}

TEST_CASE("what is no saved run, or is damaged, is refused") {
  Folder folder;
  const std::string file = (folder.path / "x.wbtrace").string();
  CHECK(warpbook("trace " + file).status == 2);
  CHECK(warpbook("trace " + folder.path.string()).err.find("cannot be read") != std::string::npos);
  std::ofstream(file) << "wbtrace\nnonsense";
  const Said said = warpbook("trace " + file);
  CHECK(said.status == 2);
  CHECK(said.err.find("cannot be opened: ") != std::string::npos);
  CHECK(warpbook("run lessons/15-races-and-atomics --schedule all:4 --trace " + file).status == 2);
  CHECK(warpbook("run lessons/15-races-and-atomics --on loops --trace " + file).status == 2);
}
