#include "simulator/language/reference_page.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "simulator/language/builtin_table.h"
#include "simulator/language/unsupported.h"

namespace wb {
namespace {

// Overloads of one name: one line of the page.
struct Entry {
  std::string_view spelling;
  std::vector<std::string> signatures{}, bounds{};
  std::string_view help{};
  CostClass cost{};
  bool has_double = false;
};

std::string bound_text(const BuiltinInfo& row) {
  if (row.ulp < 0) return "see text";
  return row.ulp == 0 ? "0" : std::to_string(static_cast<int>(row.ulp));
}

bool is_double(const BuiltinInfo& row) { return std::string_view(row.signature).find("double") != std::string_view::npos; }

std::string spaced(std::string_view signature) {
  std::string text;
  for (size_t i = 0; i < signature.size(); ++i) {
    text += signature[i];
    if (signature[i] == ',' && i + 1 < signature.size() && signature[i + 1] != ' ') text += ' ';
  }
  return text;
}

bool has_bound(BuiltinFamily family) { return family == BuiltinFamily::math || family == BuiltinFamily::fast || family == BuiltinFamily::rounding; }

std::vector<Entry> entries_of(BuiltinFamily family) {
  std::vector<Entry> entries;
  for (int i = 1; i < static_cast<int>(Builtin::count); ++i) {
    const BuiltinInfo& row = builtin_info(static_cast<Builtin>(i));
    if (row.family != family || std::string_view(row.spelling).ends_with(')') || std::string_view(row.spelling).starts_with("__wb_")) continue;
    auto same = std::find_if(entries.begin(), entries.end(), [&](const Entry& e) { return e.spelling == row.spelling; });
    Entry& entry = same == entries.end() ? entries.emplace_back(Entry{.spelling = row.spelling, .help = row.help, .cost = row.cost}) : *same;
    entry.signatures.push_back(spaced(row.signature));
    if (is_double(row) && row.cost == CostClass::fp64) entry.has_double = entry.cost != CostClass::fp64;
    const std::string bound = bound_text(row);
    if (std::find(entry.bounds.begin(), entry.bounds.end(), bound) == entry.bounds.end()) entry.bounds.push_back(bound);
  }
#define WB_ROW(name, form, signature, of, cost_class, text) \
  if (BuiltinFamily::of == family) entries.push_back({.spelling = #name, .signatures = {signature}, .bounds = {"0"}, .help = text, .cost = CostClass::cost_class});
  WB_SPECIAL_FORMS(WB_ROW)
#undef WB_ROW
  return entries;
}

std::string joined(const std::vector<std::string>& texts, const char* before, const char* between, const char* after) {
  std::string all;
  for (const std::string& text : texts) all += (all.empty() ? "" : between) + (before + text + after);
  return all;
}

std::string escaped(std::string_view text) {
  std::string out;
  for (char c : text) out += c == '|' ? std::string("\\|") : std::string(1, c);
  return out;
}

void add_family(std::string& page, BuiltinFamily family) {
  const std::vector<Entry> entries = entries_of(family);
  const FamilyInfo& info = family_info(family);
  if (entries.empty() || !*info.title) return;
  const bool bounds = has_bound(family);
  page += "\n### " + std::string(info.title) + "\n\n" + info.reference + ".\n\n";
  page += bounds ? "| function | types | meaning | cost | error, ulp |\n|---|---|---|---|---|\n" : "| function | types | meaning | cost |\n|---|---|---|---|\n";
  for (const Entry& entry : entries) {
    page += "| `" + std::string(entry.spelling) + "` | " + joined(entry.signatures, "`", ", ", "`") + " | " + escaped(entry.help) + " | " + cost_name(entry.cost) +
            (entry.has_double ? ", double fp64" : "");
    if (bounds) page += " | " + joined(entry.bounds, "", ", double ", "");
    page += " |\n";
  }
}

void add_rules(std::string& page) {
  std::string_view section;
  for (const LanguageRule& rule : language_rules()) {
    if (section != rule.section) page += "\n**" + std::string(rule.section) + "**\n\n";
    section = rule.section;
    page += "- " + std::string(rule.text) + "\n";
  }
}

void add_refusals(std::string& page) {
  page += "\n## What is refused\n\nEach is reported at its place, with the nearest thing that works. A star stands for the rest of a name.\n\n| name | instead |\n|---|---|\n";
  for (const Refusal& r : refused_language()) page += "| " + escaped(r.name) + " | " + escaped(r.hint) + " |\n";
  for (const Refusal& r : refused_names()) page += "| `" + std::string(r.name) + "` | " + escaped(r.hint) + " |\n";
  for (const Refusal& r : refused_ptx()) page += "| PTX `" + std::string(r.name) + "` | " + escaped(r.hint) + " |\n";
}

constexpr const char* introduction =
    R"(# The CUDA C++ that Warpbook's simulator runs

This page is written by `warpbook language-reference` from the simulator's own tables; do not edit it by hand. nvcc and NVRTC compile
whatever is listed here unchanged, and integers and IEEE arithmetic give the hardware's bits.

## The language

C++17 as kernels use it. Host code in the same file is stepped over.
)";

constexpr const char* before_builtins =
    R"(
## Functions and what they cost

*Types* are the overloads; an integer argument of a math function counts as `double`, as in C++. Names of the C++ library's math
functions may stand behind `std::`.

*Cost* is the hardware's, roughly: `none` no instruction; `alu` one or a few; `sfu` the special function unit, a quarter of the rate or
less; `software` a subroutine of some ten instructions or more; `fp64` double precision; `memory`, `atomic`, `sync` as they say.

*Error* is the largest that NVIDIA's reference states for the GPU, in units of the last place; 0 is exact or correctly rounded. The simulator computes
float functions in double and rounds once, so it lies within half a unit of the true value, and within the stated bound plus a half of
the GPU's value.
)";

}  // namespace

std::string language_reference() {
  std::string page = introduction;
  add_rules(page);
  page += before_builtins;
  for (int family = 0; family < static_cast<int>(BuiltinFamily::count); ++family) add_family(page, static_cast<BuiltinFamily>(family));
  add_refusals(page);
  return page;
}

}  // namespace wb
