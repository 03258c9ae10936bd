#pragma once
// What differs between the Dear ImGui versions that this compiles with (1.86 of Debian 12, and newer). Only .cpp files include this.
#include <imgui.h>

#include <cstdint>

namespace wb {

inline ImTextureID imgui_texture(uint32_t name) {
#if IMGUI_VERSION_NUM >= 19140
  return static_cast<ImTextureID>(name);                                 // an integer since 1.91.4
#else
  return reinterpret_cast<ImTextureID>(static_cast<intptr_t>(name));
#endif
}

// Corner flags: 1.86 takes 0 as "all corners"; later versions too.
inline ImDrawFlags imgui_round_all() { return ImDrawFlags_None; }

// All our shapes and glyphs come from one texture of our own, so that a frame is few draw calls: Dear ImGui's atlas is told to be that one.
inline void imgui_use_texture(uint32_t name, float white_u, float white_v) {
  ImFontAtlas* atlas = ImGui::GetIO().Fonts;
#if IMGUI_VERSION_NUM < 19200
  atlas->SetTexID(imgui_texture(name));
#else
  atlas->TexRef = ImTextureRef(imgui_texture(name));
#endif
  atlas->TexUvWhitePixel = ImVec2(white_u, white_v);
}

}  // namespace wb
