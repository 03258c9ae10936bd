// Which function does a call mean? Candidates are ranked argument by argument as [over.match] says: exact, promotion, conversion, user-made.
#include <algorithm>

#include "simulator/language/constraints.h"
#include "simulator/language/virtual_functions.h"

namespace wb {
namespace {

constexpr size_t shown_candidates = 6;

constexpr auto is_exact = [](const auto& candidate) {
  return std::all_of(candidate.ranks.begin(), candidate.ranks.end(), [](auto rank) { return rank == decltype(rank)::exact; });
};

std::string count_text(const FunctionDecl& f) {
  size_t most = f.parameters.size(), least = most;
  while (least > 0 && f.parameters[least - 1].default_begin != 0) --least;
  return least == most ? std::to_string(most) : std::to_string(least) + " to " + std::to_string(most);
}

}  // namespace

std::string Parser::describe(const FunctionDecl& f) {
  std::string text = (f.is_constructor ? std::string(f.name) : type_name(f.result) + " " + std::string(f.display_name.empty() ? f.name : std::string_view(f.display_name))) + "(";
  for (size_t i = 0; i < f.parameters.size(); ++i) text += (i ? ", " : "") + type_name(f.parameters[i].type);
  return text + ")";
}

std::string Parser::argument_types(const std::vector<ExprId>& arguments) {
  std::string text;
  for (ExprId e : arguments) text += (text.empty() ? "" : ", ") + (is_open_list(e) ? "{...}" : type_name(module->types.is_array(at(e).type) ? at(e).type : module->types.unqualified(at(e).type)));
  return text;
}

bool Parser::rank_arguments(const std::vector<TypeId>& parameters, const std::vector<ExprId>& arguments, Candidate& c) {
  for (size_t i = 0; i < arguments.size(); ++i) {
    Rank rank = conversion_rank(arguments[i], parameters[i]);
    if (rank == Rank::none) return false;
    int tie = 0;
    const Type to = module->types[parameters[i]];
    TypeId from = at(arguments[i]).type;
    if (to.kind == TypeKind::reference && module->types[to.element].is_const && !module->types[from].is_const && at(arguments[i]).is_lvalue) tie = 1;
    // A value likes T&& better than const T&.
    if (to.kind == TypeKind::reference && !to.is_rvalue && (!at(arguments[i]).is_lvalue || at(arguments[i]).is_xvalue)) tie += 2;
    if (to.kind == TypeKind::pointer && module->types.is_pointer(value_type(arguments[i])) && rank == Rank::exact &&
        module->types[value_type(arguments[i])].element != to.element)
      tie = 1;
    if (to.kind == TypeKind::scalar && to.scalar == ScalarKind::bool_ && module->types.is_pointer(value_type(arguments[i]))) tie = 2;
    // half's way to a double leads through its operator float, too, and is the longer one.
    if (rank == Rank::user && is_half(value_type(arguments[i])) && to.kind == TypeKind::scalar && to.scalar == ScalarKind::double_) tie = 1;
    c.ranks.push_back(rank);
    c.ties.push_back(tie);
  }
  return true;
}

// -1: a is better, 1: b is, 0: neither.
int Parser::compare(const Candidate& a, const Candidate& b) {
  bool a_better = false, b_better = false;
  for (size_t i = 0; i < a.ranks.size() && i < b.ranks.size(); ++i) {
    if (a.ranks[i] != b.ranks[i]) (a.ranks[i] < b.ranks[i] ? a_better : b_better) = true;
    else if (a.ties[i] != b.ties[i]) (a.ties[i] < b.ties[i] ? a_better : b_better) = true;
  }
  if (a_better != b_better) return a_better ? -1 : 1;
  if (a_better) return 0;
  if (a.is_template != b.is_template) return a.is_template ? 1 : -1;
  bool a_builtin = a.builtin_row >= 0, b_builtin = b.builtin_row >= 0;
  if (a_builtin != b_builtin) return a_builtin ? 1 : -1;
  if (a.function && b.function) {
    if (a.function->is_device != b.function->is_device) return a.function->is_device ? -1 : 1;
    if (a.is_template && a.function->instance_of && b.function->instance_of) {
      bool more_a = is_more_specialised(*a.function->instance_of, *b.function->instance_of);
      bool more_b = is_more_specialised(*b.function->instance_of, *a.function->instance_of);
      if (more_a != more_b) return more_a ? -1 : 1;
      const TemplateDecl &first = *a.function->instance_of->tmpl, &second = *b.function->instance_of->tmpl;
      more_a = is_more_constrained(*this, first, second);
      more_b = is_more_constrained(*this, second, first);
      if (more_a != more_b) return more_a ? -1 : 1;
    }
  }
  return 0;
}

// Could the user's make_float3(float) be CUDA's make_float3(x, y, z) instead?
bool Parser::makes_vector(const Operand& callee, size_t arguments) {
  if (callee.object || callee.has_template_arguments || !callee.name.starts_with("make_")) return false;
  auto type = vector_type(callee.name.substr(5));
  return type && module->types.records[module->types[*type].index].fields.size() == arguments;
}

ExprId Parser::resolve_call(Operand& callee, std::vector<ExprId> arguments, Span call_span) {
  for (ExprId e : arguments)
    if (!e) return {};
  if (callee.with_builtins && callee.functions.empty()) add_warp_mask(callee, arguments);
  const std::vector<int>* rows = callee.with_builtins ? builtins_named(callee.name) : nullptr;
  if (callee.functions.empty() && callee.name.starts_with("make_") && !rows) return make_vector(callee.name.substr(5), std::move(arguments), call_span);
  if (in_template_pattern)
    for (ExprId e : arguments)
      if (is_placeholder(at(e).type)) return {};
  std::vector<Candidate> viable;
  for (FunctionDecl* f : callee.functions) {
    if (std::optional<Candidate> candidate = candidate_of(*f, callee, arguments)) viable.push_back(std::move(*candidate));
    if (stopped || is_full()) return {};
  }
  if (makes_vector(callee, arguments.size()) && std::none_of(viable.begin(), viable.end(), is_exact)) return make_vector(callee.name.substr(5), std::move(arguments), call_span);
  if (rows && !callee.has_template_arguments && std::none_of(viable.begin(), viable.end(), is_exact)) {
    bool handled = false;
    const ExprId math = viable.empty() ? call_math(callee.name, *rows, arguments, call_span, handled) : ExprId{};
    if (handled) return math;
    add_builtin_candidates(*rows, arguments, viable);
  }
  if (viable.empty()) return report_no_fit(callee, arguments, call_span);
  const Candidate* best = best_of(viable);
  if (!best) {
    report_ambiguous(callee, arguments, viable);
    return {};
  }
  if (!best->function) return call_builtin(best->builtin_row, std::move(arguments), call_span);
  if (best->function->owner && !check_access(callee.named_in.value_or(*best->function->owner), best->function->name, best->function, callee.span)) return {};
  FunctionDecl& chosen = *best->function;
  const ExprId call = call_function(chosen, std::move(arguments), call_span, callee.object, callee.span);
  return chosen.is_virtual && !callee.is_qualified ? called_virtually(*this, call, chosen) : call;
}

// A function, or what is deduced of its template, as it suits the arguments; nothing if it does not.
std::optional<Parser::Candidate> Parser::candidate_of(FunctionDecl& f, const Operand& callee, const std::vector<ExprId>& arguments) {
  if (!f.is_readable) return std::nullopt;
  FunctionDecl* chosen = &f;
  if (f.tmpl) {
    std::vector<TemplateArgument> deduced;
    std::string missing;
    const bool has_pack = !f.parameters.empty() && f.parameters.back().is_pack;
    if ((arguments.size() > f.parameters.size() && !has_pack) || !deduce(f, callee.template_arguments, arguments, deduced, missing)) return std::nullopt;
    chosen = instantiate(f, std::move(deduced), callee.span);
  } else if (callee.has_template_arguments) {
    return std::nullopt;
  }
  if (!chosen || arguments.size() > chosen->parameters.size()) return std::nullopt;
  if (arguments.size() < chosen->parameters.size() && chosen->parameters[arguments.size()].default_begin == 0) return std::nullopt;
  Candidate c;
  c.function = chosen;
  c.is_template = f.tmpl != nullptr;
  if (chosen->owner && !chosen->is_static_method && !chosen->is_constructor && callee.object && callee.functions.size() > 1) {
    // The object is an argument, too: a const one needs a const method, another one likes a plain method better.
    const bool is_const = module->types[type_of(callee.object).element].is_const;
    if (is_const && !chosen->is_const_method) return std::nullopt;
    c.ranks.push_back(Rank::exact);
    c.ties.push_back(!is_const && chosen->is_const_method ? 1 : 0);
  }
  std::vector<TypeId> parameters;
  for (size_t i = 0; i < arguments.size(); ++i) parameters.push_back(chosen->parameters[i].type);
  if (!rank_arguments(parameters, arguments, c)) return std::nullopt;
  return c;
}

void Parser::add_builtin_candidates(const std::vector<int>& rows, const std::vector<ExprId>& arguments, std::vector<Candidate>& viable) {
  for (int row : rows) {
    const BuiltinRow& r = builtin_rows()[static_cast<size_t>(row)];
    if (!r.takes(arguments.size())) continue;
    Candidate c;
    c.builtin_row = row;
    std::vector<TypeId> parameters;
    for (const BuiltinRow::Parameter& p : r.parameters) {
      if (parameters.size() == arguments.size()) break;
      parameters.push_back(builtin_type(p));
    }
    if (rank_arguments(parameters, arguments, c)) viable.push_back(std::move(c));
  }
}

// The one that is better than every other; null: there is none. (One function may have been found in two ways.)
const Parser::Candidate* Parser::best_of(const std::vector<Candidate>& viable) {
  const Candidate* best = &viable[0];
  for (const Candidate& c : viable)
    if (compare(c, *best) < 0) best = &c;
  for (const Candidate& c : viable)
    if (&c != best && compare(*best, c) >= 0 && !(c.function && c.function == best->function)) return nullptr;
  return best;
}

void Parser::report_ambiguous(const Operand& callee, const std::vector<ExprId>& arguments, const std::vector<Candidate>& viable) {
  std::vector<DiagNote> notes;
  for (const Candidate& c : viable) {
    if (notes.size() == shown_candidates) break;
    if (c.function) {
      notes.push_back({c.function->span, "candidate: `" + describe(*c.function) + "`"});
      continue;
    }
    const BuiltinRow& row = builtin_rows()[static_cast<size_t>(c.builtin_row)];
    notes.push_back({std::nullopt, std::string("candidate: `") + builtin_info(row.builtin).spelling + "` for `" + info(row.parameters.back().kind).spelling + "`"});
  }
  report(Code::WB3013, callee.span, {std::string(callee.name), argument_types(arguments)}, std::move(notes));
}

ExprId Parser::report_no_fit(Operand& callee, const std::vector<ExprId>& arguments, Span call_span) {
  if (std::any_of(callee.functions.begin(), callee.functions.end(), [](const FunctionDecl* f) { return !f->is_readable; })) {
    report(Code::WB3022, callee.span, {std::string(callee.name)}, {{callee.functions[0]->span, "`" + std::string(callee.name) + "` is declared here"}});
    return {};
  }
  std::string name(callee.name);
  const std::vector<int>* rows = callee.with_builtins ? builtins_named(callee.name) : nullptr;
  if (callee.functions.size() == 1 && !rows) {
    FunctionDecl& f = *callee.functions[0];
    std::vector<DiagNote> notes{{f.span, "`" + name + "` is declared here"}};
    bool has_pack = f.tmpl && !f.parameters.empty() && f.parameters.back().is_pack;
    bool count_fits = has_pack ? arguments.size() + 1 >= f.parameters.size() : arguments.size() <= f.parameters.size() && (arguments.size() == f.parameters.size() || f.parameters[arguments.size()].default_begin != 0);
    if (!count_fits) {
      // Point at the first argument too many, or at the call that lacks one.
      Span span = arguments.size() > f.parameters.size() ? at(arguments[f.parameters.size()]).span : callee.span;
      std::string label;
      if (arguments.size() < f.parameters.size()) label = "missing: `" + std::string(f.parameters[arguments.size()].name) + "`, a `" + type_name(f.parameters[arguments.size()].type) + "`";
      report(Code::WB3010, span, {name, count_text(f), std::to_string(arguments.size()), f.tmpl ? "" : label}, std::move(notes));
      return {};
    }
    if (f.tmpl) {
      std::vector<TemplateArgument> deduced;
      std::string missing;
      if (!deduce(f, callee.template_arguments, arguments, deduced, missing) && !missing.empty()) {
        report(Code::WB3037, callee.span, {name, missing}, std::move(notes));
        return {};
      }
      report(Code::WB3012, callee.span, {name, argument_types(arguments)}, std::move(notes));
      return {};
    }
    for (size_t i = 0; i < arguments.size(); ++i)
      if (conversion_rank(arguments[i], f.parameters[i].type) == Rank::none) {
        TypeId to = f.parameters[i].type;
        if (module->types[to].kind == TypeKind::reference) {
          if (bind_reference(arguments[i], to, at(arguments[i]).span)) report(Code::WB3012, callee.span, {name, argument_types(arguments)}, std::move(notes));
        } else {
          report(Code::WB3008, at(arguments[i]).span, {is_open_list(arguments[i]) ? "{...}" : type_name(value_type(arguments[i])), type_name(to)}, std::move(notes));
        }
        return {};
      }
    return {};
  }
  if (rows && callee.functions.empty()) {
    const BuiltinRow& first = builtin_rows()[static_cast<size_t>((*rows)[0])];
    if (!first.takes(arguments.size())) {
      const auto needed = std::count_if(first.parameters.begin(), first.parameters.end(), [](const auto& p) { return !p.has_default; });
      std::string count = std::to_string(first.parameters.size());
      if (static_cast<size_t>(needed) != first.parameters.size()) count = std::to_string(needed) + " to " + count;
      report(Code::WB3010, call_span, {name, count, std::to_string(arguments.size()), ""});
      return {};
    }
    if (!first.parameters.empty() && first.parameters[0].is_pointer && !first.parameters.back().is_pointer && !arguments.empty()) {
      if (!module->types.is_pointer(value_type(arguments[0]))) {
        report(Code::WB3068, at(arguments[0]).span, {name, type_name(at(arguments[0]).type)});
        return {};
      }
      std::string known;
      std::vector<std::string> seen;
      for (int row : *rows) {
        std::string text = std::string("`") + type_name(builtin_type(builtin_rows()[static_cast<size_t>(row)].parameters[0])) + "`";
        if (std::find(seen.begin(), seen.end(), text) != seen.end()) continue;
        seen.push_back(text);
        known += (known.empty() ? "" : ", ") + text;
      }
      report(Code::WB3069, at(arguments[0]).span, {name, type_name(value_type(arguments[0])), known});
      return {};
    }
    if (rows->size() == 1)
      for (size_t i = 0; i < arguments.size(); ++i) {
        TypeId to = builtin_type(first.parameters[i]);
        if (conversion_rank(arguments[i], to) != Rank::none) continue;
        report(Code::WB3008, at(arguments[i]).span, {type_name(value_type(arguments[i])), type_name(to)});
        return {};
      }
  }
  std::vector<DiagNote> notes;
  for (FunctionDecl* f : callee.functions)
    if (notes.size() < shown_candidates) notes.push_back({f->span, "candidate: `" + describe(*f) + "`"});
  report(Code::WB3012, callee.span, {name, argument_types(arguments)}, std::move(notes));
  return {};
}

}  // namespace wb
