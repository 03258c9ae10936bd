// The hour of the day: where the light comes from, its colours, and what the sky looks like in any direction.
#pragma once

#include "vec3.h"

namespace wb::pictures {

struct Hour {
  Vec3 light_direction;   // towards the sun or the moon
  Vec3 light;             // its strength on a surface that faces it
  float light_width;      // how soft its shadows are: radius of the disc, in radians, exaggerated
  Vec3 zenith, horizon;   // sky above, and all around
  Vec3 glow;              // added towards the light
  Vec3 cloud_lit, cloud_shade;
  float cloud_cover;      // 0 none, 1 overcast
  float disc;             // brightness of the disc itself; 0 where it is not shown
  float stars;
  Vec3 lamp;              // the lighthouse lamp
  float beam;             // how strongly the air shows its light
  Vec3 window;            // lit windows
  float haze;             // share of haze per unit of way
  float exposure, black;
};

Hour evening();
Hour moonlit_night();

// The light that comes from the sky in this direction.
Vec3 sky_light(const Hour& hour, Vec3 direction);

// The same without clouds, disc, stars and hills: what a rough surface receives, and what haze adds.
Vec3 open_sky(const Hour& hour, Vec3 direction);

}  // namespace wb::pictures
