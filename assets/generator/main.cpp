// wb_pictures: renders the pictures of the lessons into the lessons' folders.
//   wb_pictures LESSONS_FOLDER [photo|boat|tower|cottage|grey|night|thumbnail] [SCALE]
// The same program gives the same pictures: nothing in it depends on time, order or chance.
#include "picture.h"
#include "view.h"

#include <cstdio>
#include <cstdlib>
#include <string>

using namespace wb::pictures;

namespace {

struct Shot {
  const char* name;
  const char* file;
  int width, height, channels;
  Hour (*hour)();
  Camera camera;
};

const Shot shots[] = {
    {"photo", "04-rgb-to-grey/photo.png", 768, 512, 3, evening, {{-7.5f, 4.2f, -21.0f}, {0.4f, 8.5f, 14.0f}, 0.68f}},
    {"boat", "09-grid-stride-loops/boat.png", 200, 125, 1, evening, {{-7.5f, 3.0f, -14.0f}, {-6.0f, 3.0f, 6.0f}, 0.40f}},
    {"tower", "12-warps-and-divergence/tower.png", 192, 128, 1, evening, {{-3.0f, 7.0f, -9.0f}, {8.0f, 12.0f, 13.0f}, 0.62f}},
    {"cottage", "13-coalescing/cottage.png", 256, 192, 3, evening, {{3.0f, 7.6f, -4.0f}, {12.0f, 9.0f, 12.5f}, 0.60f}},
    {"grey", "15-races-and-atomics/grey.png", 384, 256, 1, moonlit_night, {{-7.0f, 3.2f, -19.0f}, {-0.2f, 8.6f, 14.0f}, 0.70f}},
    {"night", "03-guard/tower.png", 40, 25, 1, moonlit_night, {{-7.5f, 4.2f, -21.0f}, {1.0f, 11.0f, 14.0f}, 0.66f}},
    {"thumbnail", "05-two-and-three-dimensions/photo.png", 216, 150, 3, evening, {{-7.5f, 4.2f, -21.0f}, {0.4f, 8.5f, 14.0f}, 0.62f}},
};

bool take(const Shot& shot, const Land& land, const std::string& folder, int scale) {
  const Hour hour = shot.hour();
  const View view(land, hour);
  const Picture picture = develop(shot.width / scale, shot.height / scale, shot.channels, shot.camera, hour.exposure, hour.black,
                                  [&](Vec3 origin, Vec3 direction) { return view.light_along({origin, direction}); });
  const std::string path = folder + "/" + shot.file;
  if (save_png(picture, path)) return true;
  std::fprintf(stderr, "%s: error: cannot be written\n", path.c_str());
  return false;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: wb_pictures LESSONS_FOLDER [photo|boat|tower|cottage|grey|night|thumbnail] [SCALE]\n");
    return 2;
  }
  const std::string only = argc > 2 ? argv[2] : "";
  const int scale = argc > 3 ? std::max(1, std::atoi(argv[3])) : 1;
  const Land land;
  bool fine = true;
  for (const Shot& shot : shots)
    if (only.empty() || only == shot.name) fine = take(shot, land, argv[1], scale) && fine;
  return fine ? 0 : 1;
}
