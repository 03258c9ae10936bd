#include "program.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace wb::test {

namespace fs = std::filesystem;

Folder::Folder() {
  static int count = 0;
  path = fs::temp_directory_path() / ("wb-lessons-" + std::to_string(::getpid()) + "-" + std::to_string(count++));
  fs::create_directories(path);
}
Folder::~Folder() {
  std::error_code error;
  fs::remove_all(path, error);
}

std::string read_file(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

Said warpbook(const std::string& arguments, const std::string& environment) {
  Folder folder;
  fs::path out = folder.path / "out", err = folder.path / "err";
  std::string command = "cd " WB_SOURCE_DIR " && env -u DISPLAY -u WAYLAND_DISPLAY " + environment + " timeout 120 " WB_BINARY_DIR "/warpbook " + arguments + " >" + out.string() + " 2>" + err.string() + " </dev/null";
  int status = std::system(command.c_str());
  Said said;
  said.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  said.out = read_file(out);
  said.err = read_file(err);
  return said;
}

}  // namespace wb::test
