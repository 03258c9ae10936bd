#include "app/gui/widgets/cut_check.h"

#include <algorithm>

namespace wb {
namespace {

constexpr float slack = 2;   // pixels: rounding

bool is_control(const Widget& widget) {
  switch (widget.role) {
    case Role::button: case Role::tab: case Role::choice: case Role::check_box: case Role::link: case Role::menu_item: case Role::text_box:
    case Role::list_item: case Role::slider:
      return true;
    default: return false;
  }
}

// A text inside these is panned, scrolled sideways, or drawn as far as it fits on purpose.
bool has_own_window(const Widget& widget) { return widget.role == Role::text_box || widget.role == Role::image || widget.role == Role::cell; }

float overlap(float a0, float a1, float b0, float b1) { return std::min(a1, b1) - std::max(a0, b0); }

bool is_inside(const Rect& part, const Rect& whole) {
  return part.x >= whole.x - slack && part.right() <= whole.right() + slack && part.y >= whole.y - slack && part.bottom() <= whole.bottom() + slack;
}

bool is_over(const Rect& a, const Rect& b) { return overlap(a.x, a.right(), b.x, b.right()) > slack && overlap(a.y, a.bottom(), b.y, b.bottom()) > slack; }

std::string named(const char* what, const std::string& words) { return std::string(what) + " \"" + (words.size() > 60 ? words.substr(0, 60) + "..." : words) + "\""; }

bool is_panned(const WidgetRegistry& widgets, const DrawnText& text) {
  return std::any_of(widgets.widgets().begin(), widgets.widgets().end(), [&](const Widget& w) { return w.layer == text.layer && has_own_window(w) && is_over(w.visible, text.rect); });
}

void check_texts(const WidgetRegistry& widgets, const Rect& window, std::vector<std::string>& cut) {
  for (const DrawnText& text : widgets.texts()) {
    if (!text.is_visible) continue;
    const bool leaves_window = overlap(text.rect.x, text.rect.right(), window.x, window.right()) < text.rect.width - slack;
    if ((text.is_cut || leaves_window) && !is_panned(widgets, text)) cut.push_back(named("text", text.text) + " is cut");
  }
}

void check_controls(const WidgetRegistry& widgets, const Rect& window, std::vector<std::string>& cut) {
  for (const Widget& w : widgets.widgets()) {
    if (!is_control(w) || w.label.empty()) continue;
    const bool scrolls = w.scroll_area >= 0;
    const bool is_away = w.visible.width <= 0 || w.visible.height <= 0;
    if (is_away && scrolls) continue;
    const bool is_narrowed = w.rect.width - w.visible.width > slack || w.visible.right() > window.right() + slack || w.visible.x < window.x - slack;
    const bool is_lowered = !scrolls && (w.rect.height - w.visible.height > slack || w.visible.bottom() > window.bottom() + slack);
    if (is_away || is_narrowed || is_lowered) cut.push_back(named(role_name(w.role), w.label) + (is_away ? " lies outside" : " is cut"));
  }
}

// Buttons and tabs against each other, their labels, and the words around them.
void check_overlaps(const WidgetRegistry& widgets, std::vector<std::string>& cut) {
  std::vector<const Widget*> buttons;
  for (const Widget& w : widgets.widgets())
    if ((w.role == Role::button || w.role == Role::tab) && w.visible.width > 0 && w.visible.height > 0) buttons.push_back(&w);
  for (size_t i = 0; i < buttons.size(); ++i)
    for (size_t k = i + 1; k < buttons.size(); ++k)
      if (buttons[i]->layer == buttons[k]->layer && is_over(buttons[i]->visible, buttons[k]->visible))
        cut.push_back(named(role_name(buttons[i]->role), buttons[i]->label) + " lies over " + named(role_name(buttons[k]->role), buttons[k]->label));
  for (const DrawnText& text : widgets.texts()) {
    if (!text.is_visible) continue;
    for (const Widget* button : buttons) {
      const bool is_at_its_height = overlap(text.visible.y, text.visible.bottom(), button->visible.y, button->visible.bottom()) > 0.4f * std::min(text.rect.height, button->visible.height);
      if (text.layer != button->layer || text.line_group != 0 || !is_at_its_height || !is_over(text.visible, button->visible)) continue;
      const bool is_too_wide = text.rect.x < button->rect.x - slack || text.rect.right() > button->rect.right() + slack;
      if (is_too_wide && !is_inside(button->rect, text.rect)) cut.push_back(named("text", text.text) + " reaches into or out of " + named(role_name(button->role), button->label));
    }
  }
}

// Words printed over words, on one line. A picture may have words over its own.
void check_words_over_words(const WidgetRegistry& widgets, std::vector<std::string>& cut) {
  const std::vector<DrawnText>& texts = widgets.texts();
  for (size_t i = 0; i < texts.size(); ++i)
    for (size_t k = i + 1; k < texts.size(); ++k) {
      const Rect &a = texts[i].visible, &b = texts[k].visible;
      if (!texts[i].is_visible || !texts[k].is_visible || texts[i].layer != texts[k].layer || overlap(a.x, a.right(), b.x, b.right()) <= slack) continue;
      if (overlap(a.y, a.bottom(), b.y, b.bottom()) > 0.5f * std::min(a.height, b.height)) cut.push_back(named("text", texts[k].text) + " lies over " + named("text", texts[i].text));
    }
}

}  // namespace

std::vector<std::string> what_is_cut(const WidgetRegistry& widgets, const Rect& window) {
  std::vector<std::string> cut;
  check_texts(widgets, window, cut);
  check_controls(widgets, window, cut);
  check_overlaps(widgets, cut);
  check_words_over_words(widgets, cut);
  return cut;
}

}  // namespace wb
