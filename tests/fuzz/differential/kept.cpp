#include "tests/fuzz/differential/kept.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace wb::fuzz {
namespace {

std::string read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

}  // namespace

std::string kept_header(const GeneratedKernel& kernel, bool contract) {
  return "// grid " + std::to_string(kernel.grid.x) + ", block " + std::to_string(kernel.block.x) + "x" + std::to_string(kernel.block.y) + ", seed " + std::to_string(kernel.seed) +
         (contract ? ", contract" : "") + "\n";
}

GeneratedKernel KeptKernel::as_generated() const {
  GeneratedKernel kernel{.grid = grid, .block = block};
  std::string placed = text;
  const size_t at = placed.find("void k(");
  if (at != std::string::npos) placed.replace(at + 5, 1, kernel_placeholder);
  for (size_t dollar; (dollar = placed.find('$')) != std::string::npos;) placed.erase(dollar, 1);
  kernel.file = list();
  kernel.file.children.push_back(statement(placed));
  return kernel;
}

std::vector<KeptKernel> kept_kernels(const std::string& folder) {
  std::vector<KeptKernel> all;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".cu") continue;
    KeptKernel kept{.name = entry.path().stem().string(), .text = read_file(entry.path()), .expected = read_file(std::filesystem::path(entry.path()).replace_extension(".txt"))};
    std::sscanf(kept.text.c_str(), "// grid %u, block %ux%u", &kept.grid.x, &kept.block.x, &kept.block.y);
    kept.contract = kept.text.substr(0, kept.text.find('\n')).find("contract") != std::string::npos;
    all.push_back(std::move(kept));
  }
  std::ranges::sort(all, {}, &KeptKernel::name);
  return all;
}

}  // namespace wb::fuzz
