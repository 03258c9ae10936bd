#pragma once
// The settings, over everything: opened from the top bar or with Ctrl and comma. Each takes effect at once.
#include "app/gui/widgets/modal.h"

namespace wb {

class Settings {
 public:
  void draw(const Session& session, Ui& ui, bool asked);   // asked: its button was pressed in this frame

 private:
  struct Option {                  // one of several, as a button
    std::string label, id;
    bool is_on = false;
  };
  float draw_rows(const Session& session, const Rect& area, Ui& ui);
  // Rows at `y` of the card: a name, and what one can choose at its right. Each returns its height.
  float draw_theme(const Session& session, const Rect& area, float y, Ui& ui) const;
  float draw_language(const Session& session, const Rect& area, float y, Ui& ui) const;
  float draw_size(const Session& session, const Rect& area, float y, Ui& ui) const;
  float draw_preset(const Session& session, const Rect& area, float y, Ui& ui) const;
  float draw_memory(const Session& session, const Rect& area, float y, Ui& ui);
  float draw_choice(const Rect& area, float y, std::string_view key, const std::vector<Option>& options, int& pressed, Ui& ui) const;
  Rect draw_name(const Rect& area, float y, std::string_view key, Ui& ui) const;   // returns where its choices begin
  ModalState card_;
  MenuState memory_menu_;
};

}  // namespace wb
