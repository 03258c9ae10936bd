#include "app/gui/font_files.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>

namespace wb {
namespace {

namespace fs = std::filesystem;

using Names = std::vector<const char*>;

const Names& candidates(Face face) {
  static const std::array<Names, static_cast<size_t>(Face::count)> names = {{
      {"Inter-Regular.otf", "Inter-Regular.ttf", "InterVariable.ttf", "NotoSans-Regular.ttf", "DejaVuSans.ttf", "LiberationSans-Regular.ttf", "FreeSans.ttf",
       "Ubuntu-R.ttf", "Arial.ttf", "segoeui.ttf", "Helvetica.ttc"},
      {"Inter-Italic.otf", "Inter-Italic.ttf", "NotoSans-Italic.ttf", "DejaVuSans-Oblique.ttf", "LiberationSans-Italic.ttf", "FreeSansOblique.ttf", "ariali.ttf"},
      {"Inter-SemiBold.otf", "Inter-SemiBold.ttf", "NotoSans-SemiBold.ttf", "NotoSans-Bold.ttf", "DejaVuSans-Bold.ttf", "LiberationSans-Bold.ttf",
       "FreeSansBold.ttf", "arialbd.ttf"},
      {"Inter-SemiBoldItalic.otf", "Inter-SemiBoldItalic.ttf", "NotoSans-BoldItalic.ttf", "DejaVuSans-BoldOblique.ttf", "LiberationSans-BoldItalic.ttf"},
      {"Inter-Bold.otf", "Inter-Bold.ttf", "NotoSans-Bold.ttf", "DejaVuSans-Bold.ttf", "LiberationSans-Bold.ttf", "arialbd.ttf"},
      {"JetBrainsMono-Regular.ttf", "NotoSansMono-Regular.ttf", "DejaVuSansMono.ttf", "LiberationMono-Regular.ttf", "FreeMono.ttf", "consola.ttf", "cour.ttf"},
      {"JetBrainsMono-Bold.ttf", "NotoSansMono-Bold.ttf", "DejaVuSansMono-Bold.ttf", "LiberationMono-Bold.ttf", "consolab.ttf"},
      {"JetBrainsMono-Italic.ttf", "DejaVuSansMono-Oblique.ttf", "LiberationMono-Italic.ttf", "consolai.ttf"},
      {"NotoSansCJK-Regular.ttc", "NotoSansKR-Regular.otf", "NotoSansCJKkr-Regular.otf", "NanumGothic.ttf", "UnDotum.ttf", "malgun.ttf", "AppleSDGothicNeo.ttc",
       "DroidSansFallbackFull.ttf"},
      {"NotoSansCJK-Bold.ttc", "NotoSansKR-Bold.otf", "NotoSansCJKkr-Bold.otf", "NanumGothicBold.ttf", "malgunbd.ttf"},
      {"DejaVuSans.ttf", "NotoSansSymbols2-Regular.ttf", "NotoSansMath-Regular.ttf", "seguisym.ttf", "FreeSans.ttf"},
  }};
  return names[static_cast<size_t>(face)];
}

Face lender(Face face) {
  switch (face) {
    case Face::semi_bold_italic: return Face::semi_bold;
    case Face::bold: return Face::semi_bold;
    case Face::korean_bold: return Face::korean;
    case Face::code_bold:
    case Face::code_italic: return Face::code;
    default: return Face::regular;
  }
}

// File name -> path of every font file below the folders; and the first one of all, should no known one be there.
std::map<std::string, std::string> all_font_files(const std::vector<std::string>& folders) {
  std::map<std::string, std::string> found;
  for (const std::string& folder : folders) {
    std::error_code error;
    fs::recursive_directory_iterator it(folder, fs::directory_options::skip_permission_denied, error), end;
    for (int seen = 0; !error && it != end && seen < 20'000; it.increment(error), ++seen) {
      const std::string extension = it->path().extension().string();
      if (extension == ".ttf" || extension == ".otf" || extension == ".ttc") found.emplace(it->path().filename().string(), it->path().string());
    }
  }
  return found;
}

}  // namespace

std::vector<std::string> system_font_folders() {
  std::vector<std::string> folders;
  const char* home = std::getenv("HOME");
  if (home && *home) {
    folders.push_back(std::string(home) + "/.local/share/fonts");
    folders.push_back(std::string(home) + "/.fonts");
    folders.push_back(std::string(home) + "/Library/Fonts");
  }
  for (const char* folder : {"/usr/share/fonts", "/usr/local/share/fonts", "/System/Library/Fonts", "/Library/Fonts", "C:/Windows/Fonts"}) folders.push_back(folder);
  return folders;
}

FontFiles find_font_files(const std::vector<std::string>& folders) {
  const std::map<std::string, std::string> present = all_font_files(folders);
  FontFiles files;
  for (size_t i = 0; i < files.path.size(); ++i) {
    for (const char* name : candidates(static_cast<Face>(i))) {
      auto found = present.find(name);
      if (found == present.end()) continue;
      files.path[i] = found->second;
      break;
    }
  }
  std::string& regular = files.path[static_cast<size_t>(Face::regular)];
  if (regular.empty() && !present.empty()) regular = present.begin()->second;
  const bool korean_is_there = !files.of(Face::korean).empty();
  for (size_t i = 0; i < files.path.size(); ++i) {
    const Face face = static_cast<Face>(i);
    const bool may_stay_empty = face == Face::symbols || face == Face::korean || (face == Face::korean_bold && !korean_is_there);
    if (files.path[i].empty() && !may_stay_empty) files.path[i] = files.of(lender(face));
  }
  return files;
}

}  // namespace wb
