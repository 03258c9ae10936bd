#pragma once
// A panel: reads the session, keeps only its own view state (scroll, zoom, filter), sends commands.
#include "app/gui/theme.h"
#include "app/session/commands.h"
#include "app/session/session.h"

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
};

class Panel {
 public:
  virtual ~Panel() = default;
  virtual void draw(const Session& session, Rect area, Ui& ui) = 0;
};

}  // namespace wb
