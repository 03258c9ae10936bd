// The parameters of a template: types, values, templates, packs and their defaults; and the stand-ins for them.
#include <algorithm>
#include <utility>

#include "simulator/language/constraints.h"
#include "simulator/language/placeholders.h"

namespace wb {

TypeId Parser::placeholder_type(uint32_t index, std::string_view name) {
  if (placeholders.size() <= index) placeholders.resize(index + 1);
  if (placeholders[index].v != 0) return placeholders[index];
  RecordId id{static_cast<uint32_t>(module->types.records.size())};
  Record record;
  record.name = std::string(name);
  record.size = record.alignment = 1;
  module->types.records.push_back(std::move(record));
  RecordInfo& info = record_info(id);
  info.is_placeholder = true;
  info.placeholder_index = index;
  return placeholders[index] = module->types.record(id);
}

// template-parameters = "<" ( ("typename" | "class") "..."? name? ("=" type)? | type "..."? name? ("=" value)? | "template" "<" ... ">" "class" name? ) ,* ">"
bool Parser::parse_template_parameters(TemplateDecl& t) {
  take();  // <
  while (!is(Tok::greater)) {
    TemplateParameter p;
    p.span = here();
    uint32_t index = static_cast<uint32_t>(t.parameters.size());
    if (index >= 200) return report(Code::WB2018, here(), {found()});
    const auto behind_constraint = is(Tok::identifier) || is(Tok::scope) ? behind_concept(*this, pos) : std::nullopt;
    bool is_type_parameter = (is(Tok::kw_typename) || is(Tok::kw_class)) && kind(1) != Tok::scope &&
                             (kind(1) != Tok::identifier || kind(2) == Tok::comma || kind(2) == Tok::greater || kind(2) == Tok::equal);
    if (is(Tok::kw_template)) {
      take();
      if (!is(Tok::less)) return report(Code::WB2001, here(), {"<", "after `template`"});
      pos = std::max(skip_template_list(pos), pos + 1);
      if (!eat(Tok::kw_class) && !eat(Tok::kw_typename)) return report(Code::WB2001, here(), {"class", "after the parameters"});
      p.is_template = true;
      p.is_type = false;
      p.kind_text = "template";
    } else if (is_type_parameter) {
      take();
      p.kind_text = "typename";
    } else if (behind_constraint) {  // Number T
      p.constraint_begin = pos;
      pos = *behind_constraint;
      p.kind_text = "typename";
    } else if (!parse_value_parameter(p)) {
      return false;
    }
    if ((p.is_type || p.is_template) && eat(Tok::ellipsis)) p.is_pack = true;
    if ((p.is_type || p.is_template) && is(Tok::identifier)) {
      p.span = here();
      p.name = take().text;
    }
    has_packs |= p.is_pack;
    if (eat(Tok::equal)) {
      p.default_begin = pos;
      pos = element_end(pos, true);
      for (size_t i = p.default_begin; i < pos; ++i) p.default_text += (i > p.default_begin && tokens[i].space_before ? " " : "") + std::string(tokens[i].text);
    }
    if (p.constraint_begin) t.constraints.push_back({p.constraint_begin, *behind_constraint, p.name, false});
    t.parameters.push_back(p);
    if (!p.name.empty()) {
      if (lookup_in(*scope, p.name)) return report(Code::WB3005, p.span, {std::string(p.name)});
      bind_argument(*scope, p, stand_in(t, index));
    }
    if (!eat(Tok::comma)) break;
  }
  if (!expect(Tok::greater, "after the template's parameters")) return false;
  return !is(Tok::kw_requires) || parse_requires_clause(*this, t);
}

// int N, bool B = true, auto V, T value, float (*f)(float), typename X<T>::type = 0
bool Parser::parse_value_parameter(TemplateParameter& p) {
  p.is_type = false;
  p.type_begin = pos;
  size_t end = element_end(pos, true);
  for (size_t i = pos; i < end; ++i)
    if (tokens[i].kind == Tok::equal) end = i;
  if (!is_type_start()) return report(Code::WB2006, here(), {found()});
  Specifiers specs;
  {
    Quiet silent(*this);
    bool was = std::exchange(in_template_pattern, true);
    specs = parse_specifiers(false);
    in_template_pattern = was;
  }
  if (specs.ok && is(Tok::left_paren)) {  // a pointer to a function
    Quiet silent(*this);
    bool was = std::exchange(in_template_pattern, true);
    Declarator f = parse_declarator(specs, true);
    in_template_pattern = was;
    p.type = module->types.unqualified(f.type);
    p.name = f.name;
    p.span = f.span;
    p.kind_text = type_name(p.type);
    pos = end;
    return true;
  }
  Declarator d;
  d.span = here();
  if (specs.ok) {
    d.type = parse_pointer_operators(d, specs.type);
  } else {  // its type depends on the other parameters
    d.type = placeholder_type(placeholder::dependent, "dependent");
    size_t name = end > 0 && tokens[end - 1].kind == Tok::identifier && tokens[end - 2].kind != Tok::scope ? end - 1 : end;
    if (name > 0 && tokens[name - 1].kind == Tok::ellipsis) --name;
    pos = std::max(pos, name);
  }
  p.is_pack = eat(Tok::ellipsis);
  if (is(Tok::identifier)) {
    p.span = here();
    p.name = take().text;
  }
  if (pos != end) return report(Code::WB2004, here(), {found()});
  p.is_auto = specs.ok && specs.is_auto;
  p.type = module->types.unqualified(d.type);
  p.kind_text = type_name(p.type);
  return true;
}

// Default arguments of the earlier declaration that this one does not repeat.
void Parser::merge_defaults(TemplateDecl& to, const TemplateDecl& from) {
  for (size_t i = 0; i < to.parameters.size() && i < from.parameters.size(); ++i)
    if (to.parameters[i].default_begin == 0) {
      to.parameters[i].default_begin = from.parameters[i].default_begin;
      to.parameters[i].default_text = from.parameters[i].default_text;
    }
}

TemplateArgument Parser::type_argument(TypeId type, bool is_expansion) {
  TemplateArgument a;
  a.type = type;
  a.is_known = true;
  a.is_expansion = is_expansion;
  return a;
}

}  // namespace wb
