#include "sky.h"

#include "noise.h"

namespace wb::pictures {
namespace {

// Clouds lie on a high plane; how dense they are at a place on it.
float cloud_density(const Hour& hour, float u, float v) {
  const float shape = 0.5f + 0.5f * fractal2(0.50f * u + 1.7f, 0.85f * v + 4.2f, 3) + 0.42f * fractal2(1.7f * u, 2.6f * v, 5);
  return smooth_rise(1.0f - 0.62f * hour.cloud_cover, 1.25f - 0.62f * hour.cloud_cover, shape + 0.25f);
}

Vec3 with_clouds(const Hour& hour, Vec3 behind, Vec3 direction) {
  if (direction.y < 0.01f) return behind;
  const float reach = 1.0f / (direction.y + 0.10f);
  const float u = direction.x * reach, v = direction.z * reach;
  const float density = cloud_density(hour, u, v);
  if (density <= 0) return behind;
  // A cloud is bright on the side where it thins out towards the light.
  const float towards = cloud_density(hour, u + 0.16f * hour.light_direction.x, v + 0.16f * hour.light_direction.z);
  const float lit = clamp01(0.45f + 0.9f * (density - towards) + 0.35f * (1 - density));
  const float facing = clamp01(0.5f + 0.5f * dot(direction, hour.light_direction));
  const Vec3 colour = mix(hour.cloud_shade, hour.cloud_lit * (0.45f + 0.9f * facing * facing), lit);
  const float near_horizon = smooth_rise(0.01f, 0.16f, direction.y);
  return mix(behind, colour, density * 0.86f * near_horizon);
}

Vec3 with_disc(const Hour& hour, Vec3 behind, Vec3 direction) {
  if (hour.disc <= 0) return behind;
  const float angle = std::acos(std::min(1.0f, dot(direction, hour.light_direction)));
  const float edge = 1 - smooth_rise(0.036f, 0.039f, angle);
  const float seas = 0.80f + 0.35f * fractal2(26 * direction.x, 26 * direction.y, 4);
  const float halo = 0.10f * std::exp(-angle * 22) + 0.030f * std::exp(-angle * 6);
  return behind + hour.light * (hour.disc * (edge * seas + halo));
}

Vec3 with_stars(const Hour& hour, Vec3 behind, Vec3 direction) {
  if (hour.stars <= 0 || direction.y < 0) return behind;
  const float u = std::atan2(direction.x, direction.z) * 70, v = std::asin(direction.y) * 70;
  const auto cell_u = static_cast<std::int32_t>(std::floor(u)), cell_v = static_cast<std::int32_t>(std::floor(v));
  if (hash01(cell_u, cell_v, 1) > 0.10f) return behind;
  const float away_u = u - static_cast<float>(cell_u) - 0.2f - 0.6f * hash01(cell_u, cell_v, 2);
  const float away_v = v - static_cast<float>(cell_v) - 0.2f - 0.6f * hash01(cell_u, cell_v, 3);
  const float size = hash01(cell_u, cell_v, 4);
  const float light = hour.stars * size * size * size * std::exp(-(away_u * away_u + away_v * away_v) * 260);
  return behind + Vec3{light, light, light} * smooth_rise(0.0f, 0.2f, direction.y);
}

// Two chains of far hills along the horizon, the farther one paler.
Vec3 with_hills(const Hour& hour, Vec3 behind, Vec3 direction) {
  const float along = std::atan2(direction.x, direction.z);
  const float height = direction.y / std::max(0.01f, std::hypot(direction.x, direction.z));
  const Vec3 haze = open_sky(hour, normalize({direction.x, 0.04f, direction.z}));
  const Vec3 rock = hour.zenith * 0.55f + hour.light * 0.012f;
  const float near_left = smooth_rise(0.55f, -0.75f, along);
  const float far_crest = 0.015f + 0.045f * near_left * (0.6f + 0.9f * fractal2(3.1f * along + 2, 0.5f, 6));
  const float near_crest = 0.003f + 0.035f * smooth_rise(0.10f, -0.85f, along) * (0.8f + 1.2f * fractal2(5.3f * along, 8.5f, 6));
  Vec3 colour = mix(behind, mix(rock, haze, 0.72f), 1 - smooth_rise(far_crest - 0.0008f, far_crest + 0.0008f, height));
  return mix(colour, mix(rock, haze, 0.45f), 1 - smooth_rise(near_crest - 0.0008f, near_crest + 0.0008f, height));
}

}  // namespace

Hour evening() {
  Hour hour;
  hour.light_direction = normalize({-0.86f, 0.26f, 0.30f});
  hour.light = {6.6f, 3.75f, 1.60f};
  hour.light_width = 0.045f;
  hour.zenith = {0.055f, 0.19f, 0.52f};
  hour.horizon = {0.52f, 0.46f, 0.44f};
  hour.glow = {2.1f, 0.95f, 0.22f};
  hour.cloud_lit = {2.1f, 1.12f, 0.62f};
  hour.cloud_shade = {0.27f, 0.24f, 0.36f};
  hour.cloud_cover = 0.53f;
  hour.disc = 0;
  hour.stars = 0;
  hour.lamp = {2.6f, 2.2f, 1.6f};
  hour.beam = 3;
  hour.window = {1.9f, 1.15f, 0.42f};
  hour.haze = 0.0018f;
  hour.exposure = 1.18f;
  hour.black = 0.017f;
  return hour;
}

Hour moonlit_night() {
  Hour hour;
  hour.light_direction = normalize({-0.115f, 0.225f, 1.0f});
  hour.light = {0.62f, 0.70f, 0.84f};
  hour.light_width = 0.03f;
  hour.zenith = {0.012f, 0.018f, 0.036f};
  hour.horizon = {0.050f, 0.062f, 0.085f};
  hour.glow = {0.10f, 0.11f, 0.13f};
  hour.cloud_lit = {0.24f, 0.26f, 0.30f};
  hour.cloud_shade = {0.022f, 0.027f, 0.04f};
  hour.cloud_cover = 0.44f;
  hour.disc = 0.95f;
  hour.stars = 0.55f;
  hour.lamp = {2.0f, 1.8f, 1.4f};
  hour.beam = 18;
  hour.window = {0.80f, 0.62f, 0.34f};
  hour.haze = 0.003f;
  hour.exposure = 1.9f;
  hour.black = 0;
  return hour;
}

Vec3 open_sky(const Hour& hour, Vec3 direction) {
  const float up = clamp01(direction.y);
  const float facing = clamp01(0.5f + 0.5f * dot(direction, hour.light_direction));
  const Vec3 base = mix(hour.horizon, hour.zenith, 1 - std::pow(1 - up, 4.2f));
  const float low = std::exp(-up * 4.5f);
  return base + hour.glow * (low * std::pow(facing, 3.2f));
}

Vec3 sky_light(const Hour& hour, Vec3 direction) {
  Vec3 colour = with_stars(hour, open_sky(hour, direction), direction);
  colour = with_disc(hour, colour, direction);
  colour = with_clouds(hour, colour, direction);
  return with_hills(hour, colour, direction);
}

}  // namespace wb::pictures
