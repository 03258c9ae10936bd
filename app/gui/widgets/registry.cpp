#include "app/gui/widgets/registry.h"

#include <algorithm>
#include <cctype>

namespace wb {
namespace {

Rect intersect(const Rect& a, const Rect& b) {
  const float x = std::max(a.x, b.x), y = std::max(a.y, b.y);
  return {x, y, std::max(0.0f, std::min(a.right(), b.right()) - x), std::max(0.0f, std::min(a.bottom(), b.bottom()) - y)};
}

bool same_key(const KeyPress& press, Key key, bool ctrl, bool shift, bool alt) {
  return press.key == key && press.ctrl == ctrl && press.shift == shift && press.alt == alt;
}

std::string lower(std::string_view s) {
  std::string out(s);
  for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

}  // namespace

const char* role_name(Role role) {
  constexpr const char* names[] = {"button", "link", "tab", "choice", "check box", "slider", "text box", "list item", "menu item", "splitter",
                                   "image", "cell", "row", "card", "heading", "region"};
  return names[static_cast<size_t>(role)];
}

const Widget* WidgetRegistry::hit(float x, float y) const {
  const Widget* best = nullptr;
  for (const Widget& widget : shown_) {
    if (!widget.visible.contains(x, y) || (has_modal_ && widget.layer == 0)) continue;
    if (!best || widget.layer >= best->layer) best = &widget;  // later ones lie above
  }
  return best;
}

const Widget* WidgetRegistry::by_id(const std::string& id) const {
  for (const Widget& widget : shown_)
    if (widget.id == id) return &widget;
  return nullptr;
}

void WidgetRegistry::begin_frame(const Input& input) {
  input_ = input;
  wants_frame_ = false;
  clicked_.clear();
  last_text_owner_ = text_owner_;
  text_owner_.clear();
  layer_ = 0;
  const Widget* over = hit(input_.mouse_x, input_.mouse_y);
  const std::string now_hot = over ? over->id : std::string();
  if (now_hot != hot_ || input_.pressed) hot_since_ = input_.time;
  hot_ = now_hot;
  hot_layer_ = over ? over->layer : 0;
  if (input_.pressed) {
    held_ = hot_;
    is_focus_visible_ = false;
    if (!over || !over->focusable || !over->enabled) focus_.clear();
    else focus_ = over->id;
  }
  if (input_.released && !held_.empty() && held_ == hot_) clicked_ = held_;
  // A box of code keeps Tab for itself (it captures text under an id that ends in "/code"); Ctrl+Tab leaves it.
  const bool keeps_tab = is_text_captured() && focus_.ends_with("/code");
  if (!keeps_tab && take_key(Key::tab)) move_focus(1);
  if (!keeps_tab && take_key(Key::tab, false, true)) move_focus(-1);
  if (take_key(Key::tab, true)) move_focus(1);
  if (take_key(Key::tab, true, true)) move_focus(-1);
  is_focus_key_ = false;
  if (!focus_.empty() && !is_text_captured()) {
    const Widget* owner = nullptr;
    for (const Widget& widget : shown_)
      if (widget.id == focus_) owner = &widget;
    if (owner && owner->role != Role::text_box) is_focus_key_ = take_key(Key::enter) || take_key(Key::space);
  }
}

void WidgetRegistry::end_frame() {
  if (input_.released || !input_.down) held_.clear();
  shown_.swap(widgets_);
  widgets_.clear();
  shown_texts_.swap(texts_);
  texts_.clear();
  shown_areas_.swap(areas_);
  areas_.clear();
  shown_pictures_.swap(pictures_);
  pictures_.clear();
  clips_.clear();
  area_stack_.clear();
  has_modal_ = has_next_modal_;
  modal_ = next_modal_;
  has_next_modal_ = false;
  group_ = next_group_ = 0;
  const bool focus_is_there = std::any_of(shown_.begin(), shown_.end(), [&](const Widget& w) { return w.id == focus_; });
  if (!focus_is_there) focus_.clear();
}

Interaction WidgetRegistry::add(Widget widget) {
  widget.layer = layer_;
  widget.visible = clips_.empty() ? widget.rect : intersect(widget.rect, clips_.back());
  widget.scroll_area = scroll_area();
  Interaction result;
  result.hovered = hot_ == widget.id && (held_.empty() || held_ == widget.id);
  result.held = held_ == widget.id && input_.down;
  result.pressed = input_.pressed && held_ == widget.id;
  result.double_clicked = result.pressed && input_.double_clicked;
  result.focused = focus_ == widget.id && !widget.id.empty();
  if (widget.enabled) {
    result.clicked = clicked_ == widget.id;
    result.activated = result.clicked || (result.focused && is_focus_key_);
  }
  widgets_.push_back(std::move(widget));
  return result;
}

bool WidgetRegistry::has_rested(double seconds) {
  if (input_.time - hot_since_ >= seconds) return true;
  wants_frame_ = true;
  return false;
}

bool WidgetRegistry::is_free_hover(const Rect& area) const {
  const bool is_inside = area.contains(input_.mouse_x, input_.mouse_y) && (clips_.empty() || clips_.back().contains(input_.mouse_x, input_.mouse_y));
  if (!is_inside || hot_layer_ > layer_ || (has_modal_ && layer_ == 0)) return false;
  return held_.empty() || held_ == hot_;
}

bool WidgetRegistry::is_wheel_over(const Rect& area) const {
  const bool turned = input_.wheel != 0 || input_.wheel_x != 0;
  return turned && area.contains(input_.mouse_x, input_.mouse_y) && hot_layer_ <= layer_ && !(has_modal_ && layer_ == 0);
}

void WidgetRegistry::push_layer() {
  ++layer_;
  clips_.push_back({-1e6f, -1e6f, 2e6f, 2e6f});
  area_stack_.push_back(-1);
}
void WidgetRegistry::pop_layer() {
  --layer_;
  clips_.pop_back();
  area_stack_.pop_back();
}

void WidgetRegistry::push_clip(const Rect& clip) { clips_.push_back(clips_.empty() ? clip : intersect(clips_.back(), clip)); }
void WidgetRegistry::pop_clip() { clips_.pop_back(); }
Rect WidgetRegistry::clip() const { return clips_.empty() ? Rect{-1e6f, -1e6f, 2e6f, 2e6f} : clips_.back(); }

void WidgetRegistry::begin_scroll_area(ScrollArea area) {
  areas_.push_back(std::move(area));
  area_stack_.push_back(static_cast<int>(areas_.size()) - 1);
}
void WidgetRegistry::end_scroll_area() { area_stack_.pop_back(); }

void WidgetRegistry::move_focus(int direction) {
  std::vector<const Widget*> order;
  for (const Widget& widget : shown_)
    if (widget.focusable && widget.enabled && !widget.id.empty() && !(has_modal_ && widget.layer == 0)) order.push_back(&widget);
  if (order.empty()) return;
  const int count = static_cast<int>(order.size());
  int at = -1;
  for (int i = 0; i < count; ++i)
    if (order[static_cast<size_t>(i)]->id == focus_) at = i;
  at = at < 0 ? (direction > 0 ? 0 : count - 1) : (at + direction + count) % count;
  const Widget& next = *order[static_cast<size_t>(at)];
  focus_ = next.id;
  is_focus_visible_ = true;
  wants_frame_ = true;
  if (next.scroll_area < 0 || next.scroll_area >= static_cast<int>(shown_areas_.size())) return;
  const ScrollArea& area = shown_areas_[static_cast<size_t>(next.scroll_area)];  // bring it into view
  if (!area.offset) return;
  if (next.rect.y < area.rect.y) *area.offset -= area.rect.y - next.rect.y + 20;
  if (next.rect.bottom() > area.rect.bottom()) *area.offset += next.rect.bottom() - area.rect.bottom() + 20;
  *area.offset = std::max(0.0f, *area.offset);
}

bool WidgetRegistry::take_key(Key key, bool ctrl, bool shift, bool alt, std::string_view owner) {
  if (!owner.empty() && focus_ != owner) return false;
  auto found = std::find_if(input_.keys.begin(), input_.keys.end(), [&](const KeyPress& press) { return same_key(press, key, ctrl, shift, alt); });
  if (found == input_.keys.end()) return false;
  input_.keys.erase(found);
  return true;
}

void WidgetRegistry::note_text(std::string_view text, const Rect& rect) {
  if (!is_listening_) return;
  const Rect seen = clips_.empty() ? rect : intersect(rect, clips_.back());
  const bool is_seen = seen.width > 0 && seen.height > 0;
  constexpr float slack = 1.5f;   // of the line box, beyond what is drawn
  const bool is_cut = is_seen && (rect.width - seen.width > slack || (scroll_area() < 0 && rect.height - seen.height > slack));
  if (group_ != 0 && !texts_.empty() && texts_.back().line_group == group_) {
    DrawnText& whole = texts_.back();
    const bool is_next_line = rect.y > whole.rect.bottom() - 1, has_gap = rect.x > last_text_right_ + 2;
    if (!whole.text.empty() && whole.text.back() != ' ' && !text.starts_with(' ') && (is_next_line || has_gap)) whole.text += ' ';
    last_text_right_ = rect.right();
    whole.text += text;
    if (is_seen && !whole.is_visible) whole.visible = seen;
    else if (is_seen && seen.y < whole.visible.bottom() - 1) whole.visible.width = std::max(whole.visible.right(), seen.right()) - whole.visible.x;
    whole.is_visible = whole.is_visible || is_seen;
    whole.is_cut = whole.is_cut || is_cut;
    const float right = std::max(whole.rect.right(), rect.right()), bottom = std::max(whole.rect.bottom(), rect.bottom());
    whole.rect.x = std::min(whole.rect.x, rect.x);
    whole.rect.width = right - whole.rect.x;
    whole.rect.height = bottom - whole.rect.y;
    return;
  }
  last_text_right_ = rect.right();
  texts_.push_back({std::string(text), rect, group_, is_seen, is_cut, layer_, scroll_area(), seen});
}

void WidgetRegistry::begin_text_group() { group_ = ++next_group_; }
void WidgetRegistry::end_text_group() { group_ = 0; }

const Widget* WidgetRegistry::find(std::string_view label) const {
  for (const Widget& widget : shown_)
    if (widget.label == label) return &widget;
  const std::string wanted = lower(label);
  for (const Widget& widget : shown_)
    if (lower(widget.label) == wanted || widget.id == label) return &widget;
  for (const Widget& widget : shown_)
    if (lower(widget.label).find(wanted) != std::string::npos) return &widget;
  return nullptr;
}

}  // namespace wb
