#include "app/workbook/launch/record_argument.h"

#include <algorithm>

#include "app/backends/scalar_bytes.h"
#include "app/workbook/assumed_records.h"
#include "app/workbook/launch/argument_types.h"
#include "app/workbook/launch/launch_places.h"
#include "app/workbook/launch/launch_textures.h"

namespace wb {

namespace {

std::string trimmed(std::string text) {
  while (!text.empty() && text.back() == ' ') text.pop_back();
  return text.substr(std::min(text.find_first_not_of(' '), text.size()));
}

// What stands between the commas; braces inside only group.
std::vector<std::string> parts_of_record(const std::string& text) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (const char c : text) {
    depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
    if (c == ',' && depth == 0) parts.emplace_back();
    else if (c != '{' && c != '}') parts.back() += c;
  }
  for (std::string& part : parts) part = trimmed(part);
  std::erase(parts, "");
  return parts;
}

class RecordReader {
 public:
  RecordReader(LaunchDraft& draft, uint32_t bytes, Span at) : draft_(draft), complaints_(draft.complaints), at_(at) { record_.bytes.resize(bytes); }

  void give(const RecordMember& member, const std::string& text) {
    if (member.is_pointer) return give_pointer(member, text);
    const int texture = texture_index(draft_.launch, text);
    if (texture >= 0 && member.bytes == sizeof(uint64_t)) return store_integer(ScalarKind::ulonglong, bytes_of(member), static_cast<int64_t>(handle_of(draft_.launch, texture)));
    give_number(member, text);
  }
  RecordArgument take() { return std::move(record_); }

 private:
  static std::string shown(const RecordMember& member) { return "`" + member.type + " " + member.name + "`"; }
  uint8_t* bytes_of(const RecordMember& member) { return record_.bytes.data() + member.offset; }

  void give_pointer(const RecordMember& member, const std::string& text) {
    if (text == "0" || text == "nullptr") return;
    const auto named = read_buffer_place(text);
    if (!named || !draft_.stage.buffer(named->buffer)) return complaints_.error(at_, "the member " + shown(member) + " takes a buffer, and `" + text + "` is none of this launch's");
    KernelParameter like;
    like.type = member.type;
    like.scalar = member.scalar;
    like.bytes = member.bytes;
    const auto place = place_for(draft_, text, like, "the member is " + shown(member), at_);
    if (!place) return;
    record_.pointers.push_back({member.offset, place->index, place->byte_offset});
    if (!member.pointee_is_const) add_output(draft_.launch, place->index);
  }

  void give_number(const RecordMember& member, const std::string& text) {
    const auto number = draft_.numbers.number_of({text, at_});
    if (!number) return;
    if (member.scalar == ScalarKind::void_) return complaints_.error(at_, "the member " + shown(member) + " is of a type that a launch cannot pass");
    if (is_floating(member.scalar)) return store_scalar(member.scalar, bytes_of(member), number->as_double());
    if (member.scalar == ScalarKind::bool_) return void(*bytes_of(member) = number->as_double() != 0);
    if (!number->is_integer || !is_in_range(member.scalar, number->integer))
      return complaints_.error(at_, "`" + text + "` is " + in_words(*number) + ", which does not fit into the member " + shown(member));
    store_integer(member.scalar, bytes_of(member), number->integer);
  }

  LaunchDraft& draft_;
  ComplaintSink& complaints_;
  Span at_;
  RecordArgument record_;
};

}  // namespace

std::optional<RecordArgument> read_record(LaunchDraft& draft, const std::string& text, const KernelParameter& parameter, Span at) {
  const std::string shown = in_code(parameter);
  if (!is_record(parameter)) return draft.complaints.error(at, "the kernel's parameter " + shown + " is no record with members", "give it the name of a buffer or a value"), std::nullopt;
  const auto& members = parameter.members;
  RecordReader record(draft, parameter.bytes, at);
  auto next = members.begin();
  for (std::string part : parts_of_record(text)) {
    if (const size_t equals = part.find('='); part.starts_with(".") && equals != std::string::npos) {
      const std::string name = trimmed(part.substr(1, equals - 1));
      next = std::find_if(members.begin(), members.end(), [&](const RecordMember& m) { return m.name == name; });
      if (next == members.end()) return draft.complaints.error(at, shown + " has no member `" + name + "`"), std::nullopt;
      part = trimmed(part.substr(equals + 1));
    }
    if (next == members.end()) return draft.complaints.error(at, shown + " has " + std::to_string(members.size()) + " members, and more are given"), std::nullopt;
    record.give(*next++, part);
  }
  return record.take();
}

}  // namespace wb
