#include "buildings.h"

#include "land.h"

namespace wb::pictures {
namespace {

// Distances to simple shapes standing at the origin: negative inside, never larger than the true distance.

float round_column(Vec3 p, float radius_below, float radius_above, float height) {
  const float along = clamp01(p.y / height);
  const float side = std::hypot(p.x, p.z) - mix(radius_below, radius_above, along);
  const float ends = std::max(-p.y, p.y - height);
  return std::max(side, ends) < 0 ? std::max(side, ends) : std::hypot(std::max(side, 0.0f), std::max(ends, 0.0f));
}

float ring(Vec3 p, float radius, float thickness) { return std::hypot(std::hypot(p.x, p.z) - radius, p.y) - thickness; }

float ball(Vec3 p, float radius) { return length(p) - radius; }

float block(Vec3 p, Vec3 half) {
  const Vec3 q{std::fabs(p.x) - half.x, std::fabs(p.y) - half.y, std::fabs(p.z) - half.z};
  const Vec3 outside{std::max(q.x, 0.0f), std::max(q.y, 0.0f), std::max(q.z, 0.0f)};
  return length(outside) + std::min(std::max(q.x, std::max(q.y, q.z)), 0.0f);
}

// A ridge roof along x: two slopes that meet at height `rise` over the middle.
float ridge_roof(Vec3 p, float half_length, float half_width, float rise) {
  const float slope = std::hypot(rise, half_width);
  const float plane = (rise * std::fabs(p.z) + half_width * p.y - rise * half_width) / slope;
  return std::max(std::max(plane, -p.y), std::fabs(p.x) - half_length);
}

Vec3 turned_about_y(Vec3 p, float angle) {
  const float c = std::cos(angle), s = std::sin(angle);
  return {c * p.x + s * p.z, p.y, c * p.z - s * p.x};
}

// p as seen from the nearest of `count` spokes around the y axis.
Vec3 at_nearest_spoke(Vec3 p, int count) {
  const float sector = 6.2831853f / static_cast<float>(count);
  const float angle = std::atan2(p.z, p.x);
  return turned_about_y(p, sector * std::round(angle / sector));
}

void take_nearer(Nearest& nearest, float distance, Surface surface) {
  if (distance < nearest.distance) nearest = {distance, surface};
}

Nearest lighthouse(Vec3 p) {
  const float banded = std::fmod(p.y + 0.55f, 3.4f);
  Nearest n{round_column(p, 1.45f, 0.92f, 9.2f), banded > 1.75f && p.y > 1.5f && p.y < 8.4f ? Surface::red_paint : Surface::plaster};
  take_nearer(n, round_column(p - Vec3{0, -0.6f, 0}, 1.9f, 1.7f, 1.0f), Surface::stone);
  take_nearer(n, round_column(p - Vec3{0, 8.75f, 0}, 0.95f, 1.42f, 0.5f), Surface::plaster);
  take_nearer(n, round_column(p - Vec3{0, 9.25f, 0}, 1.5f, 1.5f, 0.14f), Surface::iron);
  take_nearer(n, ring(p - Vec3{0, 10.02f, 0}, 1.42f, 0.035f), Surface::iron);
  take_nearer(n, ring(p - Vec3{0, 9.72f, 0}, 1.42f, 0.022f), Surface::iron);
  const Vec3 post = at_nearest_spoke(p, 14);
  take_nearer(n, round_column(post - Vec3{1.42f, 9.35f, 0}, 0.028f, 0.028f, 0.7f), Surface::iron);
  take_nearer(n, round_column(p - Vec3{0, 9.35f, 0}, 0.78f, 0.78f, 0.5f), Surface::plaster);
  take_nearer(n, round_column(p - Vec3{0, 9.85f, 0}, 0.66f, 0.66f, 1.45f), Surface::lantern);
  const Vec3 bar = at_nearest_spoke(p, 8);
  take_nearer(n, block(bar - Vec3{0.69f, 10.55f, 0}, {0.03f, 0.72f, 0.03f}), Surface::iron);
  take_nearer(n, ring(p - Vec3{0, 10.55f, 0}, 0.69f, 0.025f), Surface::iron);
  take_nearer(n, round_column(p - Vec3{0, 11.25f, 0}, 0.92f, 0.86f, 0.12f), Surface::red_paint);
  take_nearer(n, round_column(p - Vec3{0, 11.35f, 0}, 0.85f, 0.10f, 0.85f), Surface::red_paint);
  take_nearer(n, ball(p - Vec3{0, 12.25f, 0}, 0.15f), Surface::iron);
  take_nearer(n, round_column(p - Vec3{0, 12.3f, 0}, 0.025f, 0.02f, 0.9f), Surface::iron);
  const Vec3 front = turned_about_y(p, -1.15f);  // door and windows look towards the viewer, a little to the left
  take_nearer(n, block(front - Vec3{-1.36f, 0.85f, 0}, {0.14f, 0.85f, 0.42f}), Surface::wood);
  take_nearer(n, block(front - Vec3{-1.20f, 3.75f, 0}, {0.10f, 0.34f, 0.20f}), Surface::window);
  take_nearer(n, block(front - Vec3{-1.02f, 6.95f, 0}, {0.10f, 0.30f, 0.18f}), Surface::window);
  return n;
}

Nearest cottage(Vec3 p) {
  p = turned_about_y(p, 0.35f);
  Nearest n{block(p - Vec3{0, 1.0f, 0}, {2.1f, 1.15f, 1.25f}), Surface::plaster};
  take_nearer(n, ridge_roof(p - Vec3{0, 2.1f, 0}, 2.3f, 1.6f, 1.45f), Surface::slate);
  take_nearer(n, block(p - Vec3{1.5f, 3.4f, 0.1f}, {0.26f, 0.75f, 0.26f}), Surface::stone);
  take_nearer(n, round_column(p - Vec3{1.5f, 4.15f, 0.1f}, 0.13f, 0.11f, 0.3f), Surface::red_paint);
  take_nearer(n, block(p - Vec3{-1.15f, 1.15f, -1.24f}, {0.30f, 0.36f, 0.05f}), Surface::window);
  take_nearer(n, block(p - Vec3{1.15f, 1.15f, -1.24f}, {0.30f, 0.36f, 0.05f}), Surface::window);
  take_nearer(n, block(p - Vec3{0.05f, 0.85f, -1.24f}, {0.32f, 0.85f, 0.06f}), Surface::wood);
  return n;
}

Nearest boat(Vec3 p) {
  p = turned_about_y(p, 0.5f);
  const float narrow = 0.34f * (1 - clamp01(std::fabs(p.x) / 1.5f) * clamp01(std::fabs(p.x) / 1.5f));
  const float hull = std::max(std::max(std::fabs(p.z) - narrow - 0.25f * p.y, std::fabs(p.y - 0.1f) - 0.28f), std::fabs(p.x) - 1.5f) * 0.7f;
  Nearest n{hull, Surface::hull};
  take_nearer(n, round_column(p - Vec3{0.15f, 0, 0}, 0.04f, 0.03f, 3.5f), Surface::wood);
  const float belly = p.z - 0.22f * std::sin(clamp01(p.y / 3.4f) * 3.1f);
  const float main_sail = std::max(std::max(p.x - 0.10f, -p.x - 1.35f + 0.42f * (p.y - 0.55f)), std::max(0.6f - p.y, std::fabs(belly) - 0.02f));
  const float jib = std::max(std::max(0.2f - p.x, p.x - 1.45f + 0.44f * (p.y - 0.4f)), std::max(0.45f - p.y, std::fabs(belly) - 0.02f));
  take_nearer(n, std::max(main_sail, p.y - 3.4f) * 0.7f, Surface::sail);
  take_nearer(n, std::max(jib, p.y - 3.0f) * 0.7f, Surface::sail);
  return n;
}

constexpr Vec3 boat_place{-12.5f, 0, 22.0f};

// Asks a group for its distance only where the ball around it has been entered.
template <typename Group>
void visit(Nearest& nearest, Vec3 p, Vec3 middle, float reach, Vec3 foot, Group group) {
  const float bound = length(p - middle) - reach;
  if (bound > 1.0f) return take_nearer(nearest, bound, Surface::sky);
  const Nearest found = group(p - foot);
  take_nearer(nearest, found.distance, found.surface);
}

}  // namespace

Vec3 lamp_place() { return tower_foot + Vec3{0, lamp_height, 0}; }

Nearest nearest_building(Vec3 p) {
  Nearest nearest{1e9f, Surface::sky};
  visit(nearest, p, tower_foot + Vec3{0, 6.2f, 0}, 7.3f, tower_foot, lighthouse);
  visit(nearest, p, cottage_foot + Vec3{0, 1.8f, 0}, 3.6f, cottage_foot, cottage);
  visit(nearest, p, boat_place + Vec3{0, 1.6f, 0}, 2.6f, boat_place, boat);
  return nearest;
}

}  // namespace wb::pictures
