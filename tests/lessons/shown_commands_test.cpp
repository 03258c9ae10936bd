// The commands that the README shows, with their exit statuses and what they must say.
#include <nlohmann/json.hpp>

#include "doctest.h"
#include "program.h"

using namespace wb::test;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

// Places of a finding as "line access" in the order of the report.
std::vector<int> lines_of_finding(const json& finding) {
  std::vector<int> lines;
  for (const json& place : finding.at("places")) lines.push_back(place.at("line"));
  return lines;
}

const json* finding_of(const json& sim, const std::string& kind) {
  for (const json& finding : sim.at("findings"))
    if (finding.at("kind") == kind) return &finding;
  return nullptr;
}

}  // namespace

TEST_CASE("the version") {
  for (const char* words : {"--version", "version"}) {
    Said said = warpbook(words);
    CHECK(said.status == 0);
    CHECK(said.out.starts_with("warpbook "));
  }
}

TEST_CASE("the shipped lessons are proved") {
  Said said = warpbook("check lessons");
  CAPTURE(said.out);
  CHECK(said.status == 0);
  CHECK(said.out.find("error:") == std::string::npos);
}

TEST_CASE("the photo turns grey alike in the simulator and in the loops") {
  Folder out;
  Said said = warpbook("run 04-rgb-to-grey:photo --on all --report json --out " + out.path.string());
  CAPTURE(said.err);
  CHECK(said.status == 0);
  json report = json::parse(said.out);
  CHECK(report.at("format") == 1);
  CHECK(report.at("lesson") == "04-rgb-to-grey");
  CHECK(report.at("id") == "rgb-to-grey");
  CHECK(report.at("grid") == json{1536, 1, 1});
  CHECK(report.at("values") == json{{"width", 768}, {"height", 512}, {"n", 393216}});
  const json& sim = report.at("engines").at("sim");
  CHECK(sim.at("status") == "clean");
  CHECK(sim.at("counters").at("global.load.requests") == 36864);
  CHECK(sim.at("counters").at("global.store.sectors") == 12288);
  CHECK(report.at("engines").at("loops").at("status") == "clean");
  CHECK(report.at("engines").at("loops").at("timing_ms").at("median").get<double>() > 0);
  const json& gpu = report.at("engines").at("gpu");
  if (gpu.at("status") == "absent") CHECK(!gpu.at("reason").get<std::string>().empty());
  bool compared = false;
  for (const json& agreement : report.at("agreement"))
    if (agreement.at("engines") == json{"sim", "loops"}) {
      compared = true;
      CHECK(agreement.at("equal") == true);
      CHECK(agreement.at("max_abs_diff") == 0);
    }
  CHECK(compared);
  CHECK(read_file(out.path / "sim/out.npy") == read_file(out.path / "loops/out.npy"));
  CHECK(read_file(out.path / "sim/out.npy").size() > 393216);
  CHECK(read_file(out.path / "sim/out.png").starts_with("\x89PNG"));
}

TEST_CASE("the plain addition races, and ends at 8 in order") {
  Said said = warpbook("run 15-races-and-atomics:plain-add --report json");
  CHECK(said.status == 1);
  json report = json::parse(said.out);
  const json& sim = report.at("engines").at("sim");
  CHECK(sim.at("status") == "findings");
  const json *raw = finding_of(sim, "race.raw"), *waw = finding_of(sim, "race.waw");
  REQUIRE(raw);
  REQUIRE(waw);
  CHECK(raw->at("buffer") == "count");
  CHECK(raw->at("element") == json{0});
  CHECK(lines_of_finding(*raw) == std::vector<int>{4, 6});
  CHECK(lines_of_finding(*waw) == std::vector<int>{6, 6});
  CHECK(raw->at("places")[0].at("thread") != raw->at("places")[1].at("thread"));
  Said text = warpbook("run 15-races-and-atomics:plain-add");
  CHECK(text.status == 1);
  CHECK(text.out.find("bug-plain-add.cu:4:13: error[race.raw]") != std::string::npos);
  CHECK(text.out.find("int[1]             8") != std::string::npos);
  CHECK(text.out.find("\033[") == std::string::npos);  // no colours in a pipe
}

TEST_CASE("its repair is clean") { CHECK(warpbook("run 15-races-and-atomics:tally").status == 0); }

TEST_CASE("a missing guard is named with element, thread and line") {
  Said said = warpbook("run tests/lessons/no-guard");
  CHECK(said.status == 1);
  CHECK(said.out.find("ramp.cu:5:3: error[oob.write]") != std::string::npos);
  CHECK(said.out.find("out[1000]") != std::string::npos);
  CHECK(said.out.find("thread 232 of block 3") != std::string::npos);
  CHECK(warpbook("run tests/lessons/with-guard").status == 0);
}

TEST_CASE("every way to start a buffer works") { CHECK(warpbook("check tests/lessons/every-start").status == 0); }

TEST_CASE("a kernel as explicit loops") {
  Said said = warpbook("loops lessons/04-rgb-to-grey/grey.cu --kernel rgb2grey");
  CHECK(said.status == 0);
  CHECK(said.out.find("for (unsigned int bx") != std::string::npos);
  CHECK(said.out.find("for (unsigned int tx") != std::string::npos);
}

TEST_CASE("the lessons and what one of them holds") {
  Said all = warpbook("list");
  CHECK(all.status == 0);
  for (const char* lesson : {"01-loop-to-kernel", "04-rgb-to-grey", "15-races-and-atomics"}) CHECK(all.out.find(lesson) != std::string::npos);
  Said one = warpbook("list 15-races-and-atomics");
  CHECK(one.status == 0);
  CHECK(one.out.find("plain-add") != std::string::npos);
  CHECK(json::parse(warpbook("list --report json").out).at("courses")[0].at("lessons").size() >= 3);
}

TEST_CASE("the devices") {
  CHECK(warpbook("devices").status == 0);
  CHECK(json::parse(warpbook("devices --report json").out).contains("gpu"));
}

TEST_CASE("a bare file runs: what its host code leaves open is assumed, and said") {
  Said said = warpbook("run lessons/04-rgb-to-grey/grey.cu --block 128 --arg n=1000 --arg out=poison:1000");
  CHECK(said.status == 0);
  CHECK(said.err.find("assumed") != std::string::npos);
  CHECK(said.out.find("blocks of 128 threads") != std::string::npos);
  json report = json::parse(warpbook("run tests/golden/whole_files/vector_add_with_main.cu --report json").out);
  CHECK(report.at("engines").at("sim").at("status") == "clean");
}

TEST_CASE("values, schedules and seeds change the run, and the same seed repeats it") {
  json small = json::parse(warpbook("run 04-rgb-to-grey:photo --set width=37 --set height=53 --report json").out);
  CHECK(small.at("values").at("n") == 37 * 53);
  CHECK(small.at("grid")[0] == 8);
  std::string random = "run 15-races-and-atomics:plain-add --schedule random --seed 7";
  auto result = [](const std::string& text) { return text.substr(text.find("\nResult"), 60); };
  CHECK(result(warpbook(random).out) == result(warpbook(random).out));
  CHECK(json::parse(warpbook(random + " --report json").out).at("engines").at("sim").at("seed") == 7);
  CHECK(warpbook("run 15-races-and-atomics:plain-add --checks none").status == 0);
  CHECK(warpbook("run 15-races-and-atomics:plain-add --checks oob").status == 0);
  CHECK(warpbook("run 15-races-and-atomics:plain-add --checks oob,race.waw").status == 1);
}

TEST_CASE("what cannot be done is said on stderr, with status 2 and nothing on stdout") {
  struct Case {
    const char* name;
    const char* words;
    const char* says;
  };
  constexpr Case cases[] = {
      {"unknown lesson", "run 04-rgb-to-gray", "did you mean `04-rgb-to-grey`?"},
      {"unknown launch", "run 04-rgb-to-grey:foto", "did you mean `photo`?"},
      {"unknown engine", "run 04-rgb-to-grey --on cpu", "`cpu` is no engine"},
      {"unknown schedule", "run 04-rgb-to-grey --schedule randm", "did you mean `random`?"},
      {"unknown value", "run 04-rgb-to-grey:photo --set widht=3", "did you mean `width`?"},
      {"value that is no number", "run 04-rgb-to-grey:photo --set width=wide", "not of the form name=number"},
      {"a width of zero", "run 04-rgb-to-grey:photo --set width=0", "a whole number from 1"},
      {"a huge width", "run 04-rgb-to-grey:photo --set width=99999999", "a whole number from 1"},
      {"a negative seed", "run 04-rgb-to-grey --seed -1", "no whole number"},
      {"a huge seed", "run 04-rgb-to-grey --seed 99999999999999999999999", "no whole number"},
      {"unknown check", "run 04-rgb-to-grey --checks rase", "`rase` is no kind of finding"},
      {"unknown option", "run 04-rgb-to-grey --sed 3", "--help"},
      {"unknown report", "run 04-rgb-to-grey --report xml", "xml"},
      {"no lesson", "run", "LESSON"},
      {"too many lessons", "run 04-rgb-to-grey 15-races-and-atomics", "one argument too many"},
      {"words for a file's program", "run 04-rgb-to-grey image.ppm", "--argv \"image.ppm\""},
      {"misspelt subcommand", "rnu", "neither a subcommand nor a file"},
      {"missing folder", "check nowhere", "there is no folder `nowhere`"},
      {"missing file", "loops nowhere.cu", "there is no file `nowhere.cu`"},
      {"unknown kernel", "loops lessons/04-rgb-to-grey/grey.cu --kernel rgb2gray", "rgb2grey"},
      {"a file without a kernel", "run README.md", "has no kernel"},
      {"a file's unknown kernel", "run lessons/04-rgb-to-grey/grey.cu --kernel rgb2gray", "did you mean `rgb2grey`?"},
      {"a file's unknown argument", "run lessons/04-rgb-to-grey/grey.cu --arg width=3", "no kernel has a parameter `width`"},
      {"a lesson's kernel", "run 04-rgb-to-grey --grid 3", "are for a .cu file"},
      {"missing course", "list --course nowhere", "nowhere"},
      {"missing script", "--script nowhere.txt", "there is no script"},
      {"unwritable folder", "run 04-rgb-to-grey:tiny --out /proc/nowhere", "cannot be made"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.name);
    Said said = warpbook(c.words);
    CHECK(said.status == 2);
    CAPTURE(said.err);
    CHECK(said.err.find(c.says) != std::string::npos);
    CHECK(said.out == "");
  }
}

TEST_CASE("without a display the first lesson runs in the terminal") {
  Folder folder;
  std::string here = folder.path.string();
  Said said = warpbook("", "-C " + here);
  CAPTURE(said.err);
  CHECK(said.status == 0);
  CHECK(said.out.find("first lesson") != std::string::npos);
  CHECK(fs::exists(folder.path / "warpbook-pictures/sim/px.png"));
}
