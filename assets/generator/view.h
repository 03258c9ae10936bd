// What one ray sees: it finds the first surface on its way, lights it, and follows the mirror image in the water.
#pragma once

#include "buildings.h"
#include "land.h"
#include "sky.h"

namespace wb::pictures {

struct Ray {
  Vec3 origin, direction;
  Vec3 at(float way) const { return origin + direction * way; }
};

class View {
public:
  View(const Land& land, const Hour& hour) : land_(land), hour_(hour) {}
  Vec3 light_along(const Ray& ray) const;

private:
  struct Hit {
    float way;
    Surface surface;
  };

  Hit first_hit(const Ray& ray, float farthest) const;
  float way_to_ground(const Ray& ray, float above, float below) const;
  float sunlight_at(Vec3 place, Vec3 normal) const;
  float openness(Vec3 place, Vec3 normal) const;
  Vec3 building_normal(Vec3 place) const;
  Vec3 solid_light(const Ray& ray, Hit hit) const;
  Vec3 water_light(const Ray& ray, float way) const;
  Vec3 lamp_glow(const Ray& ray, float way) const;
  Vec3 through_haze(const Ray& ray, float way, Vec3 colour) const;
  float way_to_sea(const Ray& ray) const;

  const Land& land_;
  Hour hour_;
};

}  // namespace wb::pictures
