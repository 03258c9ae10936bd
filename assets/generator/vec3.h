// Three floats: a place, a direction or a colour (red, green, blue as linear light).
#pragma once

#include <algorithm>
#include <cmath>

namespace wb::pictures {

struct Vec3 {
  float x = 0, y = 0, z = 0;
};

constexpr Vec3 operator+(Vec3 a, Vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
constexpr Vec3 operator-(Vec3 a, Vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
constexpr Vec3 operator*(Vec3 a, Vec3 b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
constexpr Vec3 operator*(Vec3 a, float s) { return {a.x * s, a.y * s, a.z * s}; }
constexpr Vec3 operator*(float s, Vec3 a) { return a * s; }
constexpr Vec3 operator-(Vec3 a) { return {-a.x, -a.y, -a.z}; }
constexpr Vec3& operator+=(Vec3& a, Vec3 b) { return a = a + b; }

constexpr float dot(Vec3 a, Vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
constexpr Vec3 cross(Vec3 a, Vec3 b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
inline float length(Vec3 a) { return std::sqrt(dot(a, a)); }
inline Vec3 normalize(Vec3 a) { return a * (1.0f / length(a)); }
constexpr Vec3 reflect(Vec3 direction, Vec3 normal) { return direction - normal * (2.0f * dot(direction, normal)); }

constexpr float mix(float a, float b, float share_of_b) { return a + (b - a) * share_of_b; }
constexpr Vec3 mix(Vec3 a, Vec3 b, float share_of_b) { return a + (b - a) * share_of_b; }
constexpr float clamp01(float v) { return v < 0 ? 0 : v > 1 ? 1 : v; }

// 0 below `from`, 1 above `to`, and a smooth rise between them; falls when `from` is the larger one.
constexpr float smooth_rise(float from, float to, float v) {
  const float t = clamp01((v - from) / (to - from));
  return t * t * (3 - 2 * t);
}

}  // namespace wb::pictures
