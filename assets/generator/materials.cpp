#include "materials.h"

#include "land.h"
#include "noise.h"

namespace wb::pictures {
namespace {

Vec3 rock_colour(Vec3 p) {
  const float layers = fractal3({0.5f * p.x, 4.5f * p.y, 0.5f * p.z}, 4);
  const float grain = fractal3(p * 5.0f, 4);
  Vec3 colour = mix({0.20f, 0.165f, 0.14f}, {0.42f, 0.35f, 0.29f}, clamp01(1.6f * layers - 0.3f));
  colour = mix(colour, {0.46f, 0.42f, 0.34f}, 0.5f * smooth_rise(0.55f, 0.75f, grain));
  return colour * (0.62f + 0.62f * grain);
}

Vec3 grass_colour(Vec3 p) {
  const float patches = fractal3({0.35f * p.x, 0, 0.35f * p.z}, 4);
  const float blades = fractal3({7.0f * p.x, 2.0f * p.y, 7.0f * p.z}, 4);
  Vec3 colour = mix({0.085f, 0.16f, 0.045f}, {0.25f, 0.27f, 0.075f}, clamp01(2.0f * patches - 0.5f));
  colour = mix(colour, {0.34f, 0.26f, 0.12f}, 0.6f * smooth_rise(0.58f, 0.72f, patches));
  return colour * (0.5f + 1.0f * blades);
}

Vec3 plaster_colour(Vec3 p) {
  const float streaks = fractal3({3.0f * p.x, 0.5f * p.y, 3.0f * p.z}, 4);
  const float spots = fractal3(p * 7.0f, 3);
  return Vec3{0.86f, 0.83f, 0.77f} * (0.80f + 0.20f * smooth_rise(0.25f, 0.6f, streaks)) * (0.94f + 0.10f * spots);
}

}  // namespace

Material land_material(Vec3 p, Vec3 normal) {
  Material m;
  const float ragged = 0.16f * (fractal3(p * 1.7f, 4) - 0.5f);
  const float grass = smooth_rise(0.70f, 0.83f, normal.y + ragged) * smooth_rise(1.9f, 3.2f, p.y + 3 * ragged);
  m.colour = mix(rock_colour(p), grass_colour(p), grass);
  const float to_tower = std::hypot(p.x - tower_foot.x, p.z - tower_foot.z);
  const float on_path = std::fabs(p.z - 12.4f - 0.5f * std::sin(0.9f * p.x)) - 0.32f;
  if (p.x > tower_foot.x && p.x < cottage_foot.x)
    m.colour = mix(m.colour, Vec3{0.50f, 0.42f, 0.31f} * (0.7f + 0.5f * fractal3(p * 6.0f, 3)), grass * (1 - smooth_rise(-0.05f, 0.22f, on_path)));
  m.colour = mix(Vec3{0.44f, 0.38f, 0.29f}, m.colour, smooth_rise(1.7f, 2.5f, to_tower + 2 * ragged));
  const float wet = 1 - smooth_rise(0.15f, 0.75f, p.y + ragged);
  m.colour = m.colour * mix(1.0f, 0.42f, wet);
  m.shine = mix(0.02f, 0.5f, wet);
  m.tightness = mix(10.0f, 60.0f, wet);
  return m;
}

Material building_material(Surface surface, Vec3 p) {
  Material m;
  const float grain = fractal3(p * 6.0f, 3);
  switch (surface) {
    case Surface::plaster: m.colour = plaster_colour(p); break;
    case Surface::red_paint: m = {Vec3{0.56f, 0.075f, 0.05f} * (0.80f + 0.35f * grain), 0.12f, 30, {}}; break;
    case Surface::iron: m = {Vec3{0.055f, 0.06f, 0.068f} * (0.8f + 0.5f * grain), 0.25f, 25, {}}; break;
    case Surface::slate: {
      const float row = std::floor(p.y * 5.5f);
      const float tile = hash01(static_cast<std::int32_t>(row), static_cast<std::int32_t>(std::floor(p.x * 3.4f + 0.5f * row)), 9);
      m = {Vec3{0.17f, 0.185f, 0.225f} * (0.65f + 0.7f * tile), 0.15f, 18, {}};
      break;
    }
    case Surface::window: m = {{0.03f, 0.035f, 0.045f}, 0.6f, 80, {}}; break;
    case Surface::lantern: m = {{0.10f, 0.11f, 0.12f}, 0.8f, 90, {}}; break;
    case Surface::wood: m = {Vec3{0.16f, 0.27f, 0.30f} * (0.7f + 0.5f * grain), 0.05f, 15, {}}; break;
    case Surface::hull: m = {p.y > 0.22f ? Vec3{0.80f, 0.76f, 0.68f} : Vec3{0.10f, 0.20f, 0.34f}, 0.2f, 30, {}}; break;
    case Surface::sail: m = {Vec3{0.88f, 0.84f, 0.75f} * (0.93f + 0.1f * grain), 0, 10, {}}; break;
    default: m.colour = Vec3{0.40f, 0.37f, 0.33f} * (0.55f + 0.9f * grain); break;
  }
  return m;
}

Vec3 with_relief(Surface surface, Vec3 p, Vec3 normal) {
  float depth = 0, scale = 6;
  if (surface == Surface::land) depth = 0.10f, scale = 4.5f;
  if (surface == Surface::stone) depth = 0.10f, scale = 6;
  if (surface == Surface::plaster) depth = 0.012f, scale = 9;
  if (depth == 0) return normal;
  constexpr float e = 0.02f;
  auto relief = [&](Vec3 q) { return fractal3(q * scale, 4); };
  const float here = relief(p);
  const Vec3 slope{relief(p + Vec3{e, 0, 0}) - here, relief(p + Vec3{0, e, 0}) - here, relief(p + Vec3{0, 0, e}) - here};
  return normalize(normal - (slope - normal * dot(slope, normal)) * (depth / e));
}

}  // namespace wb::pictures
