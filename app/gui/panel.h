#pragma once
// A panel: reads the session, keeps only its own view state (scroll, zoom, filter), sends commands.
#include <string>
#include <string_view>

#include "app/gui/catalogue.h"
#include "app/gui/input.h"
#include "app/gui/textures.h"
#include "app/gui/theme.h"
#include "app/session/commands.h"
#include "app/session/session.h"

struct ImDrawList;

namespace wb {

class Fonts;           // gui/fonts.h
class WidgetRegistry;  // gui/widgets/registry.h

struct Rect {
  float x = 0, y = 0, width = 0, height = 0;
  float right() const { return x + width; }
  float bottom() const { return y + height; }
  bool contains(float px, float py) const { return px >= x && px < right() && py >= y && py < bottom(); }
};

// What a panel needs to draw; handed down, never found.
struct Ui {
  const Theme& theme;
  const Fonts& fonts;
  WidgetRegistry& widgets;
  Commands& commands;
  const Catalogue& catalogue;
  Textures& textures;
  ImDrawList* draw;       // where paint.h draws; Overlay changes it
  ImDrawList* overlay;    // above everything
  Rect window;            // the whole client area

  float px(float design_pixels) const { return design_pixels * theme.scale; }
  const std::string& say(std::string_view key) const { return catalogue.text(key); }
  std::string say(std::string_view key, std::initializer_list<std::string> arguments) const { return catalogue.text(key, arguments); }
  std::string say(const Said& said) const { return catalogue.text(said); }
  std::string phrase(std::string_view english) const { return catalogue.phrase(english); }   // of what a model has said in English
};

class Panel {
 public:
  virtual ~Panel() = default;
  virtual void draw(const Session& session, Rect area, Ui& ui) = 0;
};

}  // namespace wb
