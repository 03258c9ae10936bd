#pragma once
// Runs the built warpbook as a user would, and takes down what it says.
#include <filesystem>
#include <string>
#include <vector>

namespace wb::test {

struct Said {
  int status = -1;   // exit status; 128 + n: ended by signal n
  std::string out, err;
};
// `arguments` as a shell reads them; the working directory is the source folder.
Said warpbook(const std::string& arguments, const std::string& environment = {});

std::string read_file(const std::filesystem::path& path);
std::vector<std::string> lines_of(const std::string& text);

// A folder that goes away with the test.
struct Folder {
  std::filesystem::path path;
  Folder();
  ~Folder();
};

}  // namespace wb::test
