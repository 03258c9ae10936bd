#include "noise.h"

namespace wb::pictures {
namespace {

std::uint32_t scramble(std::uint32_t v) {
  v ^= v >> 16;
  v *= 0x7feb352du;
  v ^= v >> 15;
  v *= 0x846ca68bu;
  return v ^ (v >> 16);
}

std::uint32_t hash(std::int32_t x, std::int32_t y, std::int32_t z) {
  return scramble(static_cast<std::uint32_t>(x) + scramble(static_cast<std::uint32_t>(y) + scramble(static_cast<std::uint32_t>(z))));
}

float fade(float t) { return t * t * t * (t * (t * 6 - 15) + 10); }

// The slope at a lattice point, times the way from there.
float lattice_slope(std::int32_t x, std::int32_t y, float dx, float dy) {
  const std::uint32_t h = hash(x, y, 7);
  const float gx = static_cast<float>(h & 0xffff) / 32767.5f - 1;
  const float gy = static_cast<float>(h >> 16) / 32767.5f - 1;
  return gx * dx + gy * dy;
}

}  // namespace

float hash01(std::int32_t x, std::int32_t y, std::int32_t z) { return static_cast<float>(hash(x, y, z) >> 8) / 16777216.0f; }

float noise2(float x, float y) {
  const float fx = std::floor(x), fy = std::floor(y);
  const auto ix = static_cast<std::int32_t>(fx), iy = static_cast<std::int32_t>(fy);
  const float dx = x - fx, dy = y - fy;
  const float u = fade(dx), v = fade(dy);
  const float low = mix(lattice_slope(ix, iy, dx, dy), lattice_slope(ix + 1, iy, dx - 1, dy), u);
  const float high = mix(lattice_slope(ix, iy + 1, dx, dy - 1), lattice_slope(ix + 1, iy + 1, dx - 1, dy - 1), u);
  return 1.4f * mix(low, high, v);
}

float noise3(Vec3 p) {
  const float fx = std::floor(p.x), fy = std::floor(p.y), fz = std::floor(p.z);
  const auto ix = static_cast<std::int32_t>(fx), iy = static_cast<std::int32_t>(fy), iz = static_cast<std::int32_t>(fz);
  const float u = fade(p.x - fx), v = fade(p.y - fy), w = fade(p.z - fz);
  auto edge = [&](std::int32_t dy, std::int32_t dz) { return mix(hash01(ix, iy + dy, iz + dz), hash01(ix + 1, iy + dy, iz + dz), u); };
  return mix(mix(edge(0, 0), edge(1, 0), v), mix(edge(0, 1), edge(1, 1), v), w);
}

float fractal2(float x, float y, int octaves) {
  float sum = 0, height = 0.5f;
  for (int octave = 0; octave < octaves; ++octave) {
    sum += height * noise2(x, y);
    height *= 0.5f;
    const float turned = 1.6f * x + 1.2f * y;
    y = 1.6f * y - 1.2f * x + 17.3f;
    x = turned;
  }
  return sum;
}

float fractal3(Vec3 p, int octaves) {
  float sum = 0, height = 0.5f, total = 0;
  for (int octave = 0; octave < octaves; ++octave) {
    sum += height * noise3(p);
    total += height;
    height *= 0.5f;
    p = {1.6f * p.x + 1.2f * p.z, 2.03f * p.y + 5.1f, 1.6f * p.z - 1.2f * p.x};
  }
  return sum / total;
}

float ridges2(float x, float y, int octaves) {
  float sum = 0, height = 0.5f, total = 0;
  for (int octave = 0; octave < octaves; ++octave) {
    const float crest = 1 - std::fabs(noise2(x, y));
    sum += height * crest * crest;
    total += height;
    height *= 0.5f;
    const float turned = 1.6f * x + 1.2f * y;
    y = 1.6f * y - 1.2f * x + 17.3f;
    x = turned;
  }
  return sum / total;
}

}  // namespace wb::pictures
