#pragma once
// Where one is, what this machine has, and how the window is laid out.
#include "app/gui/panel.h"
#include "app/gui/widgets/controls.h"

namespace wb {

class TopBarPanel : public Panel {
 public:
  void draw(const Session& session, Rect area, Ui& ui) override;
  bool asked_for_settings() const { return asked_for_settings_; }
  bool asked_for_keys() const { return asked_for_keys_; }   // in this frame
  static float height(const Ui& ui) { return ui.px(48); }

 private:
  bool asked_for_keys_ = false, asked_for_settings_ = false;
  float draw_switches(const Session& session, const Rect& area, Ui& ui);
  float draw_presets(const Layout& layout, float x, float y, Ui& ui) const;
  float draw_parts(const Layout& layout, bool with_page, float x, float y, Ui& ui) const;
  void draw_notice(const Session& session, const Rect& area, Ui& ui) const;
  void draw_place(const Session& session, const Rect& area, float right, Ui& ui) const;
  float draw_gpu_chip(const Session& session, const Rect& area, float right, Ui& ui) const;
};

}  // namespace wb
