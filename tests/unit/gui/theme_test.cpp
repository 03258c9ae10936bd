// Can everybody read the window? Contrast of text and marks in both themes, and the distance of colours that are told apart as colour-blind
// readers see them.
#include <doctest/doctest.h>

#include <array>
#include <cmath>

#include "app/gui/embedded_assets.h"
#include "app/gui/theme_file.h"

using namespace wb;

namespace {

using Triple = std::array<double, 3>;
using Matrix = std::array<Triple, 3>;

// Linear light, 0..1 (sRGB, IEC 61966-2-1).
Triple linear(Colour colour) {
  Triple out{};
  for (size_t i = 0; i < 3; ++i) {
    const double c = static_cast<double>(colour >> (8 * i) & 0xff) / 255;
    out[i] = c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  }
  return out;
}

// WCAG 2.2: relative luminance and contrast ratio, 1 to 21.
double luminance(Colour colour) {
  const Triple l = linear(colour);
  return 0.2126 * l[0] + 0.7152 * l[1] + 0.0722 * l[2];
}
double contrast(Colour a, Colour b) {
  const double x = luminance(a) + 0.05, y = luminance(b) + 0.05;
  return x > y ? x / y : y / x;
}

Triple times(const Matrix& m, const Triple& v) {
  Triple out{};
  for (size_t i = 0; i < 3; ++i) out[i] = m[i][0] * v[0] + m[i][1] * v[1] + m[i][2] * v[2];
  return out;
}

// What a reader sees who lacks one kind of cone, in linear light: Machado, Oliveira and Fernandes 2009, severity 1.
struct Vision {
  const char* name;
  Matrix matrix;
};
const Vision visions[] = {
    {"all cones", {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}},
    {"protanopia", {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}}},
    {"deuteranopia", {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}}},
    {"tritanopia", {{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}}},
};

// OKLab (Ottosson 2020): steps of about 0.02 are just seen.
Triple oklab(const Triple& light) {
  const Matrix cones{{{0.4122214708, 0.5363325363, 0.0514459929}, {0.2119034982, 0.6806995451, 0.1073969566}, {0.0883024619, 0.2817188376, 0.6299787005}}};
  const Matrix lab{{{0.2104542553, 0.7936177850, -0.0040720468}, {1.9779984951, -2.4285922050, 0.4505937099}, {0.0259040371, 0.7827717662, -0.8086757660}}};
  Triple bounded = light;
  for (double& c : bounded) c = std::fmin(1, std::fmax(0, c));
  Triple response = times(cones, bounded);
  for (double& r : response) r = std::cbrt(r);
  return times(lab, response);
}
double distance(Colour a, Colour b, const Vision& vision) {
  const Triple x = oklab(times(vision.matrix, linear(a))), y = oklab(times(vision.matrix, linear(b)));
  return std::sqrt((x[0] - y[0]) * (x[0] - y[0]) + (x[1] - y[1]) * (x[1] - y[1]) + (x[2] - y[2]) * (x[2] - y[2]));
}

struct Named {
  const char* name;
  Colour colour;
};

}  // namespace

TEST_CASE("contrast and colour distance are what their definitions say") {
  CHECK(contrast(rgb(0xFFFFFF), rgb(0x000000)) == doctest::Approx(21));
  CHECK(contrast(rgb(0x777777), rgb(0xFFFFFF)) == doctest::Approx(4.48).epsilon(0.01));
  CHECK(distance(rgb(0x123456), rgb(0x123456), visions[0]) == 0);
  CHECK(distance(rgb(0xFF0000), rgb(0x00A000), visions[0]) > 2 * distance(rgb(0xFF0000), rgb(0x00A000), visions[2]));  // what a deuteranope misses
}

TEST_CASE("text can be read on whatever it stands on (WCAG 2.2, 1.4.3: 4.5 to 1)") {
  for (const bool is_dark : {false, true}) {
    const Theme t = read_theme(embedded::theme_toml, is_dark, 1);
    CAPTURE(is_dark);
    const Named grounds[] = {{"paper", t.paper}, {"ground", t.ground}, {"side", t.side}};
    const Named texts[] = {{"ink", t.ink}, {"quiet", t.quiet}, {"good", t.good}, {"bad", t.bad}, {"link", t.link}};
    for (const Named& ground : grounds)
      for (const Named& words : texts) {
        CAPTURE(ground.name);
        CAPTURE(words.name);
        CHECK(contrast(words.colour, ground.colour) >= 4.5);
      }
    CHECK(contrast(t.ink, t.paper) >= 7);  // 1.4.6, for what is read at length
    CHECK(contrast(t.accent_ink, t.accent) >= 4.5);
    CHECK(contrast(t.paper, t.bad) >= 4.5);  // the number on a breakpoint
    const Named code[] = {{"text", t.code_text}, {"keyword", t.code_keyword}, {"type", t.code_type}, {"built-in", t.code_builtin},
                          {"number", t.code_number}, {"string", t.code_string}, {"comment", t.code_comment}, {"preprocessor", t.code_preprocessor}};
    for (const Named& word : code) {
      CAPTURE(word.name);
      CHECK(contrast(word.colour, t.paper) >= 4.5);
      CHECK(contrast(word.colour, t.current_line) >= 4.5);
      CHECK(contrast(word.colour, t.selection) >= 4.3);  // passes by
    }
  }
}

TEST_CASE("marks stand out from what they lie on (WCAG 2.2, 1.4.11: 3 to 1)") {
  for (const bool is_dark : {false, true}) {
    const Theme t = read_theme(embedded::theme_toml, is_dark, 1);
    CAPTURE(is_dark);
    for (const Named& mark : {Named{"accent", t.accent}, Named{"first party", t.first_party}, Named{"second party", t.second_party}, Named{"good", t.good}, Named{"bad", t.bad}}) {
      CAPTURE(mark.name);
      CHECK(contrast(mark.colour, t.paper) >= 3);
    }
  }
}

TEST_CASE("what is told apart by colour is apart for colour-blind readers, too") {
  for (const Vision& vision : visions) {
    CAPTURE(vision.name);
    for (const bool is_dark : {false, true}) {
      const Theme t = read_theme(embedded::theme_toml, is_dark, 1);
      CAPTURE(is_dark);
      CHECK(distance(t.first_party, t.second_party, vision) >= 0.075);
      CHECK(distance(t.good, t.bad, vision) >= 0.075);
      CHECK(distance(t.accent, t.bad, vision) >= 0.15);
      for (size_t a = 0; a < t.blocks.size(); ++a)
        for (size_t b = 0; b < a; ++b) {
          CAPTURE(a);
          CAPTURE(b);
          CHECK(distance(t.blocks[a], t.blocks[b], vision) >= 0.075);
        }
    }
  }
}
