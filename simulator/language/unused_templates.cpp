// Templates that nobody uses. C++ looks at a template twice: where it stands, for its grammar and for the names that do not depend on its
// parameters, and again in each instance. Here a template is read in its instances alone; so one without any is tried: read with arguments
// that are as good as others (float, then int; 32), listening without reporting. A mistake is reported if it cannot be the arguments'
// fault: grammar, and names that are declared nowhere, up to the first complaint that these arguments may have caused.
//
// Left alone: templates that name members of their parameters (T::x may be a type, a value or a template), template template parameters,
// calls of unknown functions with arguments (the arguments' namespaces may hold them), host code.
#include <algorithm>

#include "simulator/language/parser.h"

namespace wb {
namespace {

bool is_grammar(Code code) { return (code >= Code::WB2001 && code <= Code::WB2007) || (code >= Code::WB2009 && code <= Code::WB2011); }

}  // namespace

// What a trial leaves behind is taken back: bodies that wait, variables, functions that the program must not list.
struct Parser::Trial {
  Parser& p;
  size_t functions, globals, calls, queued, position;
  Span asked;
  std::vector<Diagnostic>* outer;
  std::vector<Diagnostic> heard;

  explicit Trial(Parser& parser)
      : p(parser), functions(p.module->functions.size()), globals(p.global_variables.size()), calls(p.unfinished_calls.size()), queued(p.queue.size()), position(p.pos),
        asked(p.asked_at), outer(p.listener) {
    p.listener = &heard;
  }
  ~Trial() {
    p.listener = outer;
    for (size_t i = functions; i < p.module->functions.size(); ++i) p.module->functions[i].body = {};
    p.global_variables.resize(std::min(globals, p.global_variables.size()));
    p.unfinished_calls.resize(std::min(calls, p.unfinished_calls.size()));
    for (size_t i = queued; i < p.queue.size(); ++i) p.queue[i]->is_queued = false;
    p.queue.resize(std::min(queued, p.queue.size()));
    p.pos = position;
    p.asked_at = asked;
    p.stopped = false;
  }
};

// Arguments to try; none: this template cannot be tried.
std::optional<std::vector<TemplateArgument>> Parser::trial_arguments(const TemplateDecl& t, ScalarKind type) {
  std::vector<TemplateArgument> arguments;
  for (const TemplateParameter& p : t.parameters) {
    if (p.default_begin) break;  // it and those behind it have defaults
    TemplateArgument a;
    a.is_known = true;
    a.is_type = p.is_type;
    a.type = module->types.scalar(p.is_type ? type : ScalarKind::int_);
    if (p.is_template || (!p.is_type && !p.is_auto && module->types[p.type].kind != TypeKind::scalar)) return std::nullopt;
    if (!p.is_type) a.bits = module->types[p.type].kind == TypeKind::scalar && module->types[p.type].scalar == ScalarKind::bool_ ? 1 : 32;
    arguments.push_back(a);
  }
  return arguments;
}

// T::x in the template's text: what that is follows from the argument.
bool Parser::names_dependent_members(const TemplateDecl& t) const {
  for (size_t i = t.begin; i + 1 < t.end; ++i) {
    if (tokens[i].kind != Tok::identifier || tokens[i + 1].kind != Tok::scope) continue;
    if (std::any_of(t.parameters.begin(), t.parameters.end(), [&](const TemplateParameter& p) { return p.name == tokens[i].text; })) return true;
  }
  return false;
}

// Is this the template's own mistake, whatever its arguments are?
bool Parser::is_own_mistake(const TemplateDecl& t, const Diagnostic& d) const {
  if (d.span.file != tokens[t.begin].span.file || d.span.expansion != tokens[t.begin].span.expansion) return false;
  if (is_grammar(d.code)) return !(d.code == Code::WB2004 && !d.arguments.empty() && d.arguments[0].starts_with("the type"));
  if ((d.code != Code::WB3001 && d.code != Code::WB3002) || is_postponed(d.code)) return false;
  for (size_t i = t.begin; i < t.end; ++i) {
    if (tokens[i].kind != Tok::identifier || tokens[i].span.begin != d.span.begin || tokens[i].span.file != d.span.file) continue;
    if (tokens[i + 1].kind == Tok::less) return false;
    if (tokens[i + 1].kind != Tok::left_paren) return true;
    const size_t behind = skip_balanced(i + 1);
    return std::none_of(tokens.begin() + static_cast<long>(i + 1), tokens.begin() + static_cast<long>(behind), [](const Token& a) { return a.kind == Tok::identifier; });
  }
  return false;
}

// The mistakes in front of the first one that these arguments may have made.
std::vector<Diagnostic> Parser::own_mistakes(const TemplateDecl& t, const std::vector<Diagnostic>& heard) const {
  std::vector<Diagnostic> own;
  for (const Diagnostic& d : heard) {
    if (d.severity != Severity::error) continue;
    if (!is_own_mistake(t, d)) break;
    own.push_back(d);
  }
  return own;
}

// Reads an instance for these arguments, quietly: what is heard meanwhile.
std::vector<Diagnostic> Parser::try_template(TemplateDecl& t, FunctionDecl* f, const std::vector<TemplateArgument>& arguments) {
  Trial trial(*this);
  Quiet silent(*this);
  if (f) {
    if (FunctionDecl* made = instantiate(*f, arguments, f->span)) need_body(*made);
    return trial.heard;
  }
  const size_t before = functions.size();
  const std::optional<TypeId> made = instantiate_record(t, arguments, t.span);
  if (!made || !module->types.is_record(*made)) return trial.heard;
  for (size_t i = before; i < functions.size() && !stopped; ++i) {
    FunctionDecl& method = functions[i];
    if (!method.tmpl && method.owner == RecordId{module->types[*made].index} && (method.is_device || method.is_constexpr)) need_body(method);
  }
  return trial.heard;
}

void Parser::check_unused_template(TemplateDecl& t, FunctionDecl* f) {
  if (names_dependent_members(t)) return;
  std::vector<Diagnostic> found;
  for (ScalarKind type : {ScalarKind::float_, ScalarKind::int_}) {
    const auto arguments = trial_arguments(t, type);
    if (!arguments) return;
    const std::vector<Diagnostic> heard = try_template(t, f, *arguments);
    if (heard.empty()) return;
    std::vector<Diagnostic> own = own_mistakes(t, heard);
    if (own.size() > found.size()) found = std::move(own);
  }
  for (Diagnostic& d : found) report(d.code, d.span, std::move(d.arguments), std::move(d.notes));
}

void Parser::check_unused_templates() {
  const size_t count = functions.size();
  for (size_t i = 0; i < count && !is_full(); ++i) {
    FunctionDecl& f = functions[i];
    const bool is_unused = f.tmpl && !f.tmpl->is_lambda && f.tmpl->functions.empty() && f.body_begin != 0 && f.is_readable;
    if (is_unused && (f.is_device || f.is_kernel) && !f.is_in_template && !is_library(f.span)) check_unused_template(*f.tmpl, &f);
  }
  const size_t classes = templates.size();
  for (size_t i = 0; i < classes && !is_full(); ++i) {
    TemplateDecl& t = templates[i];
    const bool is_unused = t.is_record && !t.is_placeholder && t.instances.empty() && t.partials.empty() && t.begin != 0 && t.end > t.begin && tokens[t.end - 1].kind != Tok::right_paren;
    if (!is_unused || is_library(t.span)) continue;
    const bool is_device = std::any_of(tokens.begin() + static_cast<long>(t.begin), tokens.begin() + static_cast<long>(t.end), [](const Token& k) { return k.kind == Tok::kw_device; });
    const Symbol* symbol = t.scope ? lookup_in(*t.scope, t.name) : nullptr;
    if (is_device && symbol && symbol->tmpl == &t) check_unused_template(t, nullptr);
  }
}

}  // namespace wb
