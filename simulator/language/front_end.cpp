// From text to typed tree: lex and preprocess, parse, choose the kernel, finish the bodies.
#include "simulator/language/front_end.h"

#include <algorithm>

#include "simulator/language/closure_names.h"
#include "simulator/language/finish.h"
#include "simulator/language/parser.h"
#include "simulator/language/preprocessor.h"
#include "simulator/language/unsupported.h"
#include "simulator/language/virtual_functions.h"

namespace wb {
namespace {

struct KernelName {
  std::string name;       // without namespaces
  std::string arguments;  // "16"; empty: none
};

KernelName split_name(std::string_view text) {
  KernelName result;
  size_t open = text.find('<');
  std::string_view name = text.substr(0, open);
  if (size_t colons = name.rfind("::"); colons != std::string_view::npos) name.remove_prefix(colons + 2);
  while (!name.empty() && name.back() == ' ') name.remove_suffix(1);
  result.name = std::string(name);
  if (open != std::string_view::npos) {
    size_t close = text.rfind('>');
    if (close != std::string_view::npos && close > open) result.arguments = std::string(text.substr(open + 1, close - open - 1));
  }
  return result;
}

class KernelChoice {
 public:
  explicit KernelChoice(Parser& parser) : p_(parser) {}

  // Null: reported.
  FunctionDecl* choose(std::string_view wanted) {
    KernelName name = split_name(wanted);
    whole_ = {p_.main_file, 0, 0, 0};
    FunctionDecl* found = name.name.empty() ? only_kernel() : kernel_named(name.name);
    if (!found || !found->tmpl) {
      if (found && !found->body_begin) p_.report(Code::WB3060, found->span, {std::string(found->name)});
      return found && found->body_begin ? found : nullptr;
    }
    return instance(*found, name);
  }

 private:
  FunctionDecl* only_kernel() {
    if (p_.kernels.size() == 1) return p_.kernels[0];
    if (p_.kernels.empty()) {
      if (report_missing_global("")) return nullptr;
      p_.report(Code::WB3031, whole_);
      return nullptr;
    }
    p_.report(Code::WB3032, p_.kernels[1]->span, {list()});
    return nullptr;
  }

  FunctionDecl* kernel_named(const std::string& name) {
    for (FunctionDecl* f : p_.kernels)
      if (f->name == name) return f;
    if (report_missing_global(name)) return nullptr;
    std::vector<std::string_view> names;
    for (FunctionDecl* f : p_.kernels) names.push_back(f->name);
    std::string meant = p_.best_match(name, names);
    std::string hint = p_.kernels.empty() ? "a kernel starts with `__global__ void`" : !meant.empty() ? "did you mean `" + meant + "`?" : "it has " + list();
    p_.report(Code::WB3033, whole_, {name, hint});
    return nullptr;
  }

  bool report_missing_global(const std::string& name) {
    bool any = false;
    for (const Parser::MissingGlobal& m : p_.missing_global)
      if (name.empty() || m.name == name) {
        p_.report(Code::WB3034, m.span, {std::string(m.name), std::string(m.builtin)});
        any = true;
      }
    return any;
  }

  std::string list() const {
    std::string text;
    for (FunctionDecl* f : p_.kernels) text += (text.empty() ? "`" : ", `") + std::string(f->name) + "`";
    return text;
  }

  FunctionDecl* instance(FunctionDecl& f, const KernelName& name) {
    std::string arguments = name.arguments;
    if (arguments.empty())
      for (const LaunchLine& launch : p_.launches)
        if (launch.kernel == f.name && !launch.template_arguments.empty()) {
          arguments = launch.template_arguments;
          break;
        }
    bool has_defaults = std::all_of(f.tmpl->parameters.begin(), f.tmpl->parameters.end(), [](const TemplateParameter& t) { return t.default_begin != 0; });
    if (arguments.empty() && !has_defaults) {
      std::string names;
      for (const TemplateParameter& t : f.tmpl->parameters) names += (names.empty() ? "" : ", ") + std::string(t.name);
      p_.report(Code::WB3035, f.span, {std::string(f.name), names});
      return nullptr;
    }
    std::vector<TemplateArgument> values;
    if (!arguments.empty() && !read_arguments(arguments, values)) return nullptr;
    p_.names_kernel = true;
    const bool is_complete = p_.complete_arguments(*f.tmpl, values, f.span);
    p_.names_kernel = false;
    if (!is_complete) return nullptr;
    FunctionDecl* made = p_.instantiate(f, values, f.span);
    if (!made) {
      p_.report(Code::WB3036, f.span, {std::string(f.name), "its parameters make no sense with <" + arguments + ">"});
      return nullptr;
    }
    // A closure has no other name than the one that it was asked for by.
    if (arguments.find('[') != std::string::npos) p_.module->functions[made->id.v].display_name = made->display_name = std::string(f.name) + "<" + arguments + ">";
    p_.queue_body(*made, f.span);
    p_.drain_queue();
    return made;
  }

  // The arguments' text is read as a file of its own, behind the tokens of the main file.
  bool read_arguments(const std::string& text, std::vector<TemplateArgument>& values) {
    FileId file = p_.sources->add("<kernel name>", "<" + text + ">");
    std::string_view kept = p_.arena.keep("<" + text + ">");
    Lexer lexer(kept, file, &p_.diags);
    size_t begin = p_.tokens.size();
    for (Token t = lexer.next(); t.kind != Tok::end; t = lexer.next()) p_.tokens.push_back(t);
    Token end;
    end.line_start = true;
    end.span = {file, static_cast<uint32_t>(kept.size()), static_cast<uint32_t>(kept.size()), 0};
    p_.tokens.push_back(end);
    Parser::At there(p_, begin, p_.global);
    Span last;
    p_.reads_kernel_name = true;
    const bool is_read = p_.parse_template_arguments(values, last);
    p_.reads_kernel_name = false;
    return is_read;
  }

  Parser& p_;
  Span whole_;
};

void report_unfinished_calls(Parser& p) {
  for (const auto& [f, span] : p.unfinished_calls)
    if (f->body_begin == 0) p.report(Code::WB3060, span, {std::string(f->name)}, {{f->span, "`" + std::string(f->name) + "` is declared here"}});
}

// Is there a kernel of this name that could be read? Without a name: any.
bool has_kernel(const Parser& p, std::string_view name) {
  const std::string plain(split_name(name).name);
  return std::any_of(p.kernels.begin(), p.kernels.end(), [&](const FunctionDecl* f) { return plain.empty() || f->name == plain; });
}

void launched_without_global(Parser& p) {
  for (const Parser::MissingGlobal& m : p.missing_global)
    if (std::any_of(p.launches.begin(), p.launches.end(), [&](const LaunchLine& l) { return l.kernel == m.name; }))
      p.report(Code::WB3034, m.span, {std::string(m.name), std::string(m.builtin)});
}

}  // namespace

namespace {

// Texture and surface functions are known without a header. Their library is read only where a file speaks of them, and the device's runtime where
// device code launches.
std::vector<std::string_view> library_of(const Preprocessor& preprocessor, const Parser& parser) {
  const std::vector<Token>& tokens = parser.tokens;
  std::vector<std::string_view> names(preprocessor.library().begin(), preprocessor.library().end());
  const auto speaks_of = [&](std::initializer_list<std::string_view> beginnings) {
    return std::any_of(tokens.begin(), tokens.end(), [&](const Token& t) {
      return t.kind == Tok::identifier && std::any_of(beginnings.begin(), beginnings.end(), [&](std::string_view b) { return t.text.starts_with(b); });
    });
  };
  if (speaks_of({"texture", "cudaTex", "tex1D", "tex2D", "tex3D"})) names.push_back("texture_functions.inc");
  if (speaks_of({"cudaSurf", "cudaBoundaryMode", "surf1D", "surf2D", "surf3D", "surfCubemap"})) names.push_back("surface_functions.inc");
  if (parser.speaks_to_device_runtime()) names.push_back("device_runtime.inc");
  return names;
}

}  // namespace

FrontEndResult parse_module(std::shared_ptr<SourceMap> sources, FileId main, std::string_view kernel, const FrontEndOptions& options,
                            DiagSink& diags) {
  FrontEndResult result;
  size_t errors_before = diags.error_count();
  Parser parser(sources, main, options, diags);
  parser.is_host_program = kernel == "wb_host_program";
  result.module = parser.module;
  Preprocessor preprocessor(*sources, options, parser.arena, diags);
  parser.tokens = preprocessor.run(main);
  parser.include_library(library_of(preprocessor, parser));
  parser.read_launches();
  parser.parse_file();
  // From here on every name of the file is known; only instances may still be added.
  const auto is_clean = [&] { return diags.error_count() == errors_before; };
  FunctionDecl* chosen = nullptr;
  bool is_readable = true;
  if (is_clean() || !parser.missing_global.empty()) {
    launched_without_global(parser);
    is_readable = has_kernel(parser, kernel);
    if (!is_readable) parser.report_postponed(nullptr);
    if (is_clean()) chosen = KernelChoice(parser).choose(kernel);
    if (is_clean()) parser.check_unused_templates();
  }
  report_unfinished_calls(parser);
  finish_virtual_tables(parser);
  Module& module = *parser.module;
  std::vector<FunctionId> reached;
  if (chosen) reached = reachable_functions(module, chosen->id);
  if (is_readable) parser.report_postponed(chosen ? &reached : nullptr);
  const auto is_whole = [&](uint32_t function) {
    return std::none_of(parser.postponed.begin(), parser.postponed.end(), [&](const Parser::Postponed& p) { return p.function && p.function->id.v == function; });
  };
  if (is_clean() && chosen) {
    for (uint32_t i = 0; i < module.functions.size(); ++i) {
      const Function& f = module.functions[i];
      if (!f.body || !is_whole(i)) continue;
      mark_addresses(module, f.body);
      if (options.contract) contract_products(module, f.body);
    }
    result.kernel = chosen->id;
    result.qualified_kernel = qualified_name(parser, *chosen);
    result.ok = true;
    module.globals = reachable_globals(module, reached, parser.global_variables);
  }
  for (uint32_t i = 0; i < module.functions.size(); ++i)
    if (module.functions[i].is_kernel && module.functions[i].body && is_whole(i)) result.kernels.push_back({i});
  return result;
}

namespace {

KernelInfo describe_kernel(Parser& p, const FunctionDecl& f) {
  KernelInfo k;
  k.name = std::string(f.name);
  k.span = f.span;
  k.extent = f.extent;
  if (f.tmpl)
    for (uint32_t i = 0; i < f.tmpl->parameters.size(); ++i) {
      const TemplateParameter& t = f.tmpl->parameters[i];
      k.template_parameters.push_back({std::string(t.name), t.kind_text, t.default_text});
      // The stand-ins are shared by all templates: here they carry this one's names.
      if (t.is_type) p.module->types.records[p.module->types[p.placeholder_type(i, t.name)].index].name = std::string(t.name);
    }
  for (const ParameterDecl& parameter : f.parameters) {
    ListedParameter out;
    out.name = std::string(parameter.name);
    TypeId type = p.module->types.unqualified(parameter.type);
    out.type = p.type_name(type);
    out.is_pointer = p.module->types.is_pointer(type);
    TypeId value = out.is_pointer ? p.module->types[type].element : type;
    out.is_pointee_const = out.is_pointer && p.module->types[value].is_const;
    if (p.module->types.is_arithmetic(value)) out.scalar = p.module->types[value].scalar;
    k.parameters.push_back(std::move(out));
  }
  return k;
}

}  // namespace

namespace {

// The parenthesis behind the name of the function whose first word stands at `i`; else where its declaration ends. __cluster_dims__(2, 1, 1) is no name.
size_t parameters_behind(const std::vector<Token>& tokens, size_t i) {
  const auto opens = [&](size_t at) { return tokens[at].kind == Tok::left_paren && tokens[at - 1].kind == Tok::identifier && tokens[at - 1].text != cluster_word; };
  while (i + 1 < tokens.size() && tokens[i].kind != Tok::left_brace && tokens[i].kind != Tok::semicolon && !opens(i)) ++i;
  return i;
}

}  // namespace

KernelList list_kernels(std::shared_ptr<SourceMap> sources, FileId main, const FrontEndOptions& options) {
  KernelList list;
  DiagSink ignored;
  Parser parser(sources, main, options, ignored);
  Preprocessor preprocessor(*sources, options, parser.arena, ignored);
  parser.tokens = preprocessor.run(main);
  parser.include_library(library_of(preprocessor, parser));
  parser.read_launches();
  list.launches = parser.launches;
  parser.parse_file();
  for (FunctionDecl* f : parser.kernels) list.kernels.push_back(describe_kernel(parser, *f));
  // Kernels whose declaration could not be read are listed by their name.
  const std::vector<Token>& tokens = parser.tokens;
  for (size_t i = 0; i + 1 < tokens.size(); ++i) {
    if (tokens[i].kind != Tok::kw_global) continue;
    const size_t open = parameters_behind(tokens, i);
    if (tokens[open].kind != Tok::left_paren) continue;
    std::string name(tokens[open - 1].text);
    if (std::any_of(list.kernels.begin(), list.kernels.end(), [&](const KernelInfo& k) { return k.name == name; })) continue;
    KernelInfo k;
    k.name = name;
    k.span = tokens[open - 1].span;
    size_t end = parser.skip_balanced(open);
    while (end + 1 < tokens.size() && tokens[end].kind != Tok::left_brace && tokens[end].kind != Tok::semicolon) ++end;
    if (tokens[end].kind == Tok::left_brace) end = parser.skip_balanced(end) - 1;
    k.extent = cover(tokens[i].span, tokens[end].span);
    list.kernels.push_back(std::move(k));
  }
  return list;
}

}  // namespace wb
