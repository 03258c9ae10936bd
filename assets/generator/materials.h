// What surfaces are made of: their colour and how they shine, from noise and from where they lie.
#pragma once

#include "buildings.h"

namespace wb::pictures {

struct Material {
  Vec3 colour;            // share of light that is scattered back
  float shine = 0;        // strength of the highlight
  float tightness = 20;   // the larger, the smaller the highlight
  Vec3 own_light{};       // what it sends out itself
};

// `normal` is the unbumped one: flat ground carries grass, steep ground is rock.
Material land_material(Vec3 place, Vec3 normal);

Material building_material(Surface surface, Vec3 place);

// The normal with the fine relief of the material, which the distance fields leave out.
Vec3 with_relief(Surface surface, Vec3 place, Vec3 normal);

}  // namespace wb::pictures
