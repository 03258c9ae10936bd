#include "view.h"

#include "materials.h"
#include "noise.h"

namespace wb::pictures {
namespace {

constexpr float farthest_land = 75;

// The water's surface: several sizes of ripples, the fine ones fading with distance, where they are smaller than a pixel.
Vec3 water_normal(float x, float z, float way) {
  constexpr float e = 0.02f;
  const float calm = 1 / (1 + 0.010f * way);
  const float fine = 1 / (1 + 0.0016f * way * way);
  auto level = [&](float u, float v) {
    return 0.075f * calm * noise2(0.42f * u + 0.2f * v, 0.75f * v) + 0.042f * calm * noise2(1.3f * u + 5, 2.1f * v - 0.5f * u) +
           0.014f * fine * noise2(3.7f * u, 5.1f * v + 3) + 0.0035f * fine * noise2(9.1f * u + 2 * v, 11.0f * v);
  };
  const float here = level(x, z);
  return normalize({(here - level(x + e, z)) / e, 1, (here - level(x, z + e)) / e});
}

// How much of the light a water surface mirrors: little from above, all of it at a grazing angle.
float mirrored_share(float facing) {
  const float grazing = 1 - clamp01(facing);
  const float square = grazing * grazing;
  return 0.02f + 0.98f * square * square * grazing;
}

}  // namespace

float View::way_to_sea(const Ray& ray) const {
  return ray.direction.y < -1e-4f ? -ray.origin.y / ray.direction.y : 1e9f;
}

// A cliff is steeper than its height tells, so a step can end inside it: the surface lies between the last two places.
float View::way_to_ground(const Ray& ray, float above, float below) const {
  for (int halving = 0; halving < 8; ++halving) {
    const float middle = 0.5f * (above + below);
    const Vec3 p = ray.at(middle);
    (p.y > land_.height(p.x, p.z) ? above : below) = middle;
  }
  return above;
}

View::Hit View::first_hit(const Ray& ray, float farthest) const {
  float way = 0.02f, before = 0;
  for (int step = 0; step < 260 && way < farthest; ++step) {
    const Vec3 p = ray.at(way);
    const float to_land = p.y > 13 ? (p.y - 12) * 0.9f : (p.y - land_.height(p.x, p.z)) * 0.36f;
    const Nearest building = nearest_building(p);
    const float close_enough = 0.0012f * way + 0.001f;
    if (building.distance < close_enough && building.surface != Surface::sky) return {way, building.surface};
    if (to_land < close_enough) return {way_to_ground(ray, before, way), Surface::land};
    if (p.y > 22 && ray.direction.y > 0) break;
    before = way;
    way += std::max(std::min(to_land, building.distance * 0.9f), close_enough * 0.5f);
  }
  return {farthest, Surface::sky};
}

// The share of the sun's disc that is seen from here: the nearest miss on the way to it tells.
float View::sunlight_at(Vec3 place, Vec3 normal) const {
  const Ray ray{place + normal * 0.03f, hour_.light_direction};
  float seen = 1, way = 0.03f;
  for (int step = 0; step < 90 && way < 45; ++step) {
    const Vec3 p = ray.at(way);
    if (p.y > 21) break;
    const float room = std::min((p.y - land_.height(p.x, p.z)) * 0.6f, nearest_building(p).distance);
    seen = std::min(seen, 0.5f + 0.5f * room / (hour_.light_width * way));
    if (seen <= 0) return 0;
    way += std::max(0.02f, std::min(room, 1.5f));
  }
  return seen * seen * (3 - 2 * seen);
}

// 1 in the open, towards 0 in corners: how much nearer the surroundings are than the way gone outwards.
float View::openness(Vec3 place, Vec3 normal) const {
  float closed = 0, weight = 1;
  for (int step = 1; step <= 5; ++step) {
    const float way = 0.09f * static_cast<float>(step * step);
    const Vec3 p = place + normal * way;
    const float room = std::min(p.y - land_.height(p.x, p.z), nearest_building(p).distance);
    closed += weight * std::max(0.0f, way - room) / way;
    weight *= 0.72f;
  }
  return std::max(0.22f, 1 - 0.30f * closed);
}

Vec3 View::building_normal(Vec3 p) const {
  constexpr float e = 0.004f;
  const float here = nearest_building(p).distance;
  return normalize({nearest_building(p + Vec3{e, 0, 0}).distance - here, nearest_building(p + Vec3{0, e, 0}).distance - here,
                    nearest_building(p + Vec3{0, 0, e}).distance - here});
}

Vec3 View::solid_light(const Ray& ray, Hit hit) const {
  const Vec3 place = ray.at(hit.way);
  const bool is_land = hit.surface == Surface::land;
  const Vec3 smooth_normal = is_land ? land_.normal(place.x, place.z, 0.07f) : building_normal(place);
  const Vec3 normal = with_relief(hit.surface, place, smooth_normal);
  Material material = is_land ? land_material(place, land_.normal(place.x, place.z, 0.16f)) : building_material(hit.surface, place);
  if (hit.surface == Surface::window) material.own_light = hour_.window;
  if (hit.surface == Surface::lantern) {
    // The lens spreads the flame sideways: a bright bar behind the panes.
    const Vec3 aside = cross(ray.direction, lamp_place() - place);
    const float upwards = lamp_place().y - place.y;
    material.own_light = hour_.lamp * (0.12f + 4.4f * std::exp(-3.5f * dot(aside, aside) - 110 * upwards * upwards));
  }

  const float open = openness(place, smooth_normal);
  const float facing = std::max(0.0f, dot(normal, hour_.light_direction));
  const float sun = facing > 0 ? facing * sunlight_at(place, smooth_normal) : 0;
  const Vec3 above = mix(open_sky(hour_, {0, 0.25f, -0.97f}), hour_.zenith, 0.45f);
  const Vec3 below = (Vec3{0.10f, 0.085f, 0.06f} * hour_.light) * 0.28f + hour_.zenith * 0.12f;
  const Vec3 around = mix(below, above, 0.5f + 0.5f * normal.y) + hour_.glow * (0.16f * clamp01(0.5f - 0.5f * normal.x));
  Vec3 colour = material.colour * (hour_.light * sun * 0.52f + around * (open * 0.74f));

  const Vec3 halfway = normalize(hour_.light_direction - ray.direction);
  const float highlight = material.shine * std::pow(std::max(0.0f, dot(normal, halfway)), material.tightness);
  colour += hour_.light * (highlight * sun * 0.6f);
  const Vec3 mirror = reflect(ray.direction, normal);
  if (material.shine > 0.3f) colour += open_sky(hour_, mirror) * (material.shine * 0.25f * open);
  return colour + material.own_light;
}

Vec3 View::water_light(const Ray& ray, float way) const {
  const Vec3 place = ray.at(way);
  const Vec3 normal = water_normal(place.x, place.z, way);
  const float share = mirrored_share(-dot(ray.direction, normal));
  Vec3 mirror = reflect(ray.direction, normal);
  mirror.y = std::max(mirror.y, 0.02f);
  mirror = normalize(mirror);

  const Ray mirrored{place + Vec3{0, 0.01f, 0}, mirror};
  const Hit hit = first_hit(mirrored, 45);
  const Vec3 image = hit.surface == Surface::sky ? sky_light(hour_, mirror) : solid_light(mirrored, hit);

  const float ground = land_.height(place.x, place.z);
  const float deep = 1 - std::exp(0.55f * std::min(0.0f, ground));
  const Vec3 day = hour_.light * 0.20f + hour_.zenith;
  const Vec3 body = day * mix(Vec3{0.07f, 0.125f, 0.10f}, Vec3{0.012f, 0.050f, 0.066f}, deep);
  Vec3 colour = mix(body, image, share);

  // Foam: broken rims around everything that stands in the water.
  const float rim = smooth_rise(-0.55f, -0.02f, ground + 0.16f * fractal2(2.3f * place.x, 2.3f * place.z, 3));
  const float lace = smooth_rise(0.38f, 0.62f, fractal3({3.2f * place.x, 0, 3.2f * place.z}, 4) + 0.30f * rim);
  const Vec3 foam = (hour_.light * 0.16f + hour_.horizon * 0.55f) * 0.85f;
  colour = mix(colour, foam, 0.85f * rim * lace);

  // Ripples smaller than a pixel scatter the disc's image into a path of glitter.
  const float off = 1 - dot(mirror, hour_.light_direction);
  return colour + hour_.light * (hour_.disc * 0.85f * std::exp(-off * 210) * share);
}

// The lamp shines into the air around it, and sends two beams out over the sea.
Vec3 View::lamp_glow(const Ray& ray, float way) const {
  const Vec3 lamp = lamp_place();
  const float nearest_way = std::min(way, std::max(0.0f, dot(lamp - ray.origin, ray.direction)));
  const float miss = length(ray.at(nearest_way) - lamp);
  const float visible = nearest_way < way - 1.2f || miss < 0.9f ? 1.0f : 0.25f;
  Vec3 glow = hour_.lamp * (hour_.beam * visible * (0.0007f / (0.09f + miss * miss) + 0.0009f / (0.6f + miss)));

  const Vec3 axis = normalize({-0.93f, -0.015f, -0.30f});
  const Vec3 across = cross(ray.direction, axis);
  const float spread = dot(across, across);
  if (spread < 1e-4f) return glow;
  const Vec3 between = lamp - ray.origin;
  const float on_ray = dot(cross(between, axis), across) / spread;
  const float on_axis = dot(cross(between, ray.direction), across) / spread;
  if (on_ray < 0 || on_ray > way || std::fabs(on_axis) < 0.75f) return glow;
  const float gap = std::fabs(dot(between, across)) / std::sqrt(spread);
  const float width = 0.28f + 0.035f * std::fabs(on_axis);
  const float beam = std::exp(-gap * gap / (width * width)) / (1 + 0.10f * std::fabs(on_axis)) / std::sqrt(spread);
  return glow + hour_.lamp * (0.0115f * hour_.beam * beam);
}

Vec3 View::through_haze(const Ray& ray, float way, Vec3 colour) const {
  const float share = 1 - std::exp(-hour_.haze * way);
  return mix(colour, open_sky(hour_, normalize({ray.direction.x, 0.05f, ray.direction.z})), share);
}

Vec3 View::light_along(const Ray& ray) const {
  const float sea = way_to_sea(ray);
  const Hit hit = first_hit(ray, std::min(sea, farthest_land));
  float way = hit.way;
  Vec3 colour;
  if (hit.surface != Surface::sky) {
    colour = through_haze(ray, way, solid_light(ray, hit));
  } else if (sea < 1e8f) {
    way = sea;
    colour = through_haze(ray, std::min(way, 420.0f), water_light(ray, way));
  } else {
    way = 1e9f;
    colour = sky_light(hour_, ray.direction);
  }
  return colour + lamp_glow(ray, way);
}

}  // namespace wb::pictures
