#include "app/workbook/bare_file.h"

#include <algorithm>
#include <set>

#include "app/workbook/assumed_template.h"
#include "app/workbook/host_run.h"
#include "app/workbook/kernel_text.h"
#include "app/workbook/launch_sizes.h"
#include "app/workbook/launch_writer.h"
#include "app/workbook/limits.h"
#include "app/workbook/spoken_launch.h"
#include "app/workbook/stated_launch.h"
#include "app/workbook/words.h"
#include "simulator/language/device_launches.h"
#include "simulator/language/host_launches.h"
#include "simulator/simulator.h"

namespace wb {

namespace fs = std::filesystem;

struct HostReading {
  std::string text;                            // of the file
  std::vector<HostLaunch> launches;
  std::vector<uint32_t> lines;                 // of the launches
  std::vector<HostPlace> places;               // of them, likewise; none where they stand in a header
  KernelList kernels;
  std::set<std::string> launched_on_device;    // of these
  std::map<std::string, std::string> headers;  // that were read
};

namespace {

// Comments of old files are often in another encoding: bytes that are no UTF-8 become question marks.
std::string readable(std::string text) {
  for (std::optional<size_t> bad = first_bad_byte(text); bad; bad = first_bad_byte(text, *bad + 1)) text[*bad] = '?';
  return text;
}

// "scale<float>" -> "scale"
std::string plain_name(std::string_view kernel) { return std::string(kernel.substr(0, kernel.find('<'))); }

class BareFileReader {
 public:
  BareFileReader(const fs::path& file, const BareFileWishes& wishes) : path_(file), wishes_(wishes) {
    folder_ = file.has_parent_path() ? file.parent_path() : fs::path(".");
    name_ = file.filename().string();
    read_include_ = read_headers_beside(file, wishes.header_folders, &headers_);
  }

  BareFile read() {
    std::string why;
    auto text = read_named_file(path_, limits::kernel_text_bytes, why);
    if (!text) {
      result_.read.complaints.push_back({Severity::error, path_.string(), 1, 1, why, ""});
      return std::move(result_);
    }
    return read(std::move(*text));
  }

  BareFile read(std::string text) {
    source_ = readable(std::move(text));
    stated_ = stated_shape(source_);
    find_launches();
    std::string toml, body;
    for (const Proposal& p : proposals_) write(p, toml, body);
    for (const auto& [parameter, wanted] : wishes_.arguments)
      if (!has_unread_kernel_ && !known_.contains(parameter)) result_.complaints.push_back("no kernel has a parameter `" + parameter + "`");
    result_.text = "+++\nid = " + toml_string(lesson_id()) + "\ntitle = " + toml_string(name_) + "\n\n" + toml + "+++\n" + body;
    headers_[name_] = source_;
    for (const auto& [name, content] : headers_) result_.files.insert(folder_ / name);
    result_.read = read_lesson_text(folder_, path_, result_.text, std::move(headers_));
    if (result_.read.lesson) {
      result_.read.lesson->contents = std::move(contents_);
      for (LaunchSpec& launch : result_.read.lesson->launches)
        if (const auto found = of_program_.find(launch.name); found != of_program_.end()) launch.program = found->second;
    }
    name_data_files();
    return std::move(result_);
  }

 private:
  // `--arg in=data.npy`: a path from where the user stands, else from the file's folder.
  void name_data_files() {
    for (const auto& [parameter, wanted] : wishes_.arguments) {
      if (!wanted.ends_with(".npy")) continue;
      std::error_code error;
      const fs::path beside = folder_ / wanted;
      const bool is_here = fs::is_regular_file(wanted, error);
      if (!is_here && !fs::is_regular_file(beside, error)) result_.complaints.push_back("there is no file `" + wanted + "` for `" + parameter + "`");
      else if (result_.read.lesson) result_.read.lesson->named_files[wanted] = is_here ? fs::path(wanted) : beside;
    }
  }

  struct Proposal {
    std::string kernel;  // with template arguments
    const HostLaunch* host = nullptr;
  };

  std::string lesson_id() const { return launch_name_of(fs::path(name_).stem().string()); }

  // What the user defines goes before what the file's comment does.
  std::vector<std::pair<std::string, std::string>> defines() const {
    auto all = stated_.defines;
    all.insert(all.end(), wishes_.defines.begin(), wishes_.defines.end());
    return all;
  }

  FrontEndOptions options() const {
    FrontEndOptions o;
    o.defines = defines();
    o.read_include = read_include_;
    return o;
  }

  CompileOptions compile_options() const {
    CompileOptions o;
    o.defines = defines();
    o.read_include = read_include_;
    return o;
  }

  // What the program may read: files that its command line names, from where the user stands or beside the .cu file, and others beside it. Nothing else: a
  // .cu file may come from anywhere.
  HostFiles input_files() {
    const std::set<std::string> named = wishes_.command_line ? std::set(wishes_.command_line->begin(), wishes_.command_line->end()) : std::set<std::string>();
    return [this, named](std::string_view name) -> std::optional<std::string> {
      std::string why;
      const fs::path path{std::string(name)};
      std::optional<std::string> bytes;
      if (named.contains(path.string())) bytes = read_named_file(path, limits::input_file_bytes, why);
      if (bytes || path.is_absolute()) return bytes;
      if (named.contains(path.string())) return read_named_file(folder_ / path, limits::input_file_bytes, why);
      return read_lesson_file(folder_, name, limits::input_file_bytes, why);
    };
  }

  std::shared_ptr<const HostReading> read_host() {
    if (wishes_.reading && wishes_.reading->text == source_) return wishes_.reading;
    auto reading = std::make_shared<HostReading>();
    auto sources = std::make_shared<SourceMap>();
    const FileId main = sources->add(name_, source_);
    reading->launches = read_host_launches(sources, main, options(), HostUnknowns::are_assumed, host_run_of(name_, source_, compile_options()),
                                           {host_program_run_of(name_, source_, compile_options(), input_files(), HostLimits{.stop = wishes_.stop}), wishes_.command_line});
    for (const HostLaunch& h : reading->launches) {
      const Span at = sources->outermost(h.line.span);
      reading->lines.push_back(sources->start(at).line);
      reading->places.push_back(at.file == main ? HostPlace{at.begin, at.end} : HostPlace{});
    }
    auto again = std::make_shared<SourceMap>();
    const FileId file = again->add(name_, source_);
    reading->kernels = list_kernels(again, file, options());
    reading->launched_on_device = wb::launched_on_device(again, file, options());
    reading->text = source_;
    reading->headers = headers_;
    return reading;
  }

  // The launch lines of the file; kernels that none names follow with nothing known. A wish for one kernel leaves the others out.
  void find_launches() {
    result_.reading = read_host();
    headers_.insert(result_.reading->headers.begin(), result_.reading->headers.end());
    const std::vector<HostLaunch>& hosts = result_.reading->launches;
    if (!hosts.empty()) result_.cut = hosts.front().cut;
    const KernelList& list = result_.reading->kernels;
    const std::string wished = plain_name(wishes_.kernel);
    const bool has_arguments = wishes_.kernel.find('<') != std::string::npos;
    for (const KernelInfo& k : list.kernels) {
      if (!wished.empty() && k.name != wished) continue;
      size_t before = proposals_.size();
      for (const HostLaunch& h : hosts) {
        if (h.line.kernel != k.name || is_refused_alone(h, hosts)) continue;
        const std::string kernel = has_arguments ? wishes_.kernel : with_arguments(k, &h);
        const bool is_known = std::any_of(proposals_.begin(), proposals_.end(), [&](const Proposal& p) { return p.kernel == kernel && (has_arguments || same_shape(*p.host, h)); });
        if (!is_known) proposals_.push_back({kernel, &h});
      }
      const bool is_child = wished.empty() && result_.reading->launched_on_device.contains(k.name);  // what it is given stands in the launch of another kernel, and it is shown there
      if (proposals_.size() == before && !is_child) proposals_.push_back({has_arguments ? wishes_.kernel : with_arguments(k, nullptr), through_a_pointer(list)});
    }
    if (proposals_.empty() && wished.empty())  // they launch each other, and nobody else launches one
      for (const KernelInfo& k : list.kernels) proposals_.push_back({with_arguments(k, nullptr), nullptr});
    // What the file launches comes first, in the order of its lines; what a run of its program passes by, behind that.
    const auto count = static_cast<std::ptrdiff_t>(hosts.size());
    const auto place = [&](const Proposal& p) { return p.host ? p.host - hosts.data() + (p.host->is_passed_by ? count : 0) : 2 * count; };
    std::stable_sort(proposals_.begin(), proposals_.end(), [&](const Proposal& a, const Proposal& b) { return place(a) < place(b); });
    if (!wished.empty() && proposals_.empty()) {
      std::vector<std::string> names;
      for (const KernelInfo& k : list.kernels) names.push_back(k.name);
      std::string hint = did_you_mean(wished, names);
      result_.complaints.push_back("the file has no kernel `" + wished + "`" + (hint.empty() ? "" : ": " + hint));
    }
  }
  // CUDA refuses it, and other launches of its kernel are there to be shown.
  bool is_refused_alone(const HostLaunch& h, const std::vector<HostLaunch>& hosts) {
    const bool is_alone = h.is_refused && std::any_of(hosts.begin(), hosts.end(), [&](const HostLaunch& other) { return other.is_seen && other.line.kernel == h.line.kernel; });
    if (is_alone) result_.refused.push_back("`" + h.line.kernel + "` at line " + std::to_string(result_.reading->lines[static_cast<size_t>(&h - result_.reading->launches.data())]));
    return is_alone;
  }
  std::string with_arguments(const KernelInfo& k, const HostLaunch* host) {
    if (code_.empty()) code_ = bare_code(source_);
    std::string arguments = k.template_parameters.empty() || host ? "" : instantiated_arguments(code_, k.name);
    if (arguments.empty()) arguments = assumed_template_arguments(k, host);
    return arguments.empty() ? k.name : k.name + "<" + arguments + ">";
  }
  // kernel = &transpose; kernel<<<grid, threads>>>(...): a launch of something that is no kernel by its name.
  const HostLaunch* through_a_pointer(const KernelList& list) const {
    for (const HostLaunch& h : result_.reading->launches)
      if (std::none_of(list.kernels.begin(), list.kernels.end(), [&](const KernelInfo& k) { return k.name == h.line.kernel; })) return &h;
    return nullptr;
  }
  // kernel<<<...>>>(...) or cudaLaunchKernel(...); of other calls it takes more to know.
  bool is_plain_launch(HostPlace place) const {
    const std::string_view text = std::string_view(source_).substr(std::min<size_t>(place.begin, source_.size()), place.end - place.begin);
    return text.find("<<<") != std::string_view::npos || text.starts_with("cudaLaunchKernel(");
  }
  static bool same_shape(const HostLaunch& known, const HostLaunch& b) {
    return (known.has_error || !b.has_error) && known.grid == b.grid && known.block == b.block && known.shared_bytes == b.shared_bytes && known.line.arguments == b.line.arguments;
  }

  void write(const Proposal& proposal, std::string& toml, std::string& body) {
    const std::string kernel = plain_name(proposal.kernel);
    std::string name = launch_name_of(kernel);
    for (int i = 2; result_.assumptions.contains(name); ++i) name = launch_name_of(kernel) + "-" + std::to_string(i);
    result_.assumptions[name];
    if (proposal.host && proposal.host->is_seen && wishes_.grid.empty() && wishes_.block.empty()) seen_.insert(name);
    LaunchOfProgram& of_program = of_program_[name];
    if (seen_.contains(name)) of_program.hazards = proposal.host->hazards;
    if (proposal.host) of_program.mistakes = proposal.host->mistakes;
    const size_t number = proposal.host ? static_cast<size_t>(proposal.host - result_.reading->launches.data()) : 0;
    const uint32_t line = proposal.host ? result_.reading->lines[number] : 0;
    if (proposal.host && has_own_shape(*proposal.host)) of_program.launched_at = result_.reading->places[number];
    if (proposal.host) of_program.may_sync_grid = !is_plain_launch(result_.reading->places[number]);
    result_.launches.push_back({name, proposal.kernel, line, proposal.host && !proposal.host->is_passed_by});
    if (wishes_.only && name != *wishes_.only && !(wishes_.only->empty() && toml.empty())) return;
    CompileResult compiled = compile(name_, source_, proposal.kernel, compile_options());
    BareFileWishes wishes = wishes_;
    wishes.defines = defines();
    const std::vector<std::string> chosen = proposal.host ? std::vector<std::string>{} : state(kernel, compiled, wishes);
    const auto guess = wishes_.guesses.find(name);
    WrittenLaunch writer = write_launch({name, name_, proposal.kernel, source_, compiled, proposal.host, wishes, guess == wishes_.guesses.end() ? LaunchGuess{} : guess->second});
    writer.assumptions.insert(writer.assumptions.end(), chosen.begin(), chosen.end());
    for (const KernelParameter& p : compiled.parameters) known_.insert(p.name);
    has_unread_kernel_ |= !compiled.ok();
    toml += writer.text;
    contents_.merge(writer.contents);
    of_program.made_up = writer.made_up;
    of_program.host_stores = writer.host_stores;
    of_program.out_of_reach = writer.out_of_reach;
    body += "\n## Watch: `" + kernel + "`\n\n";
    if (!writer.assumptions.empty()) {
      body += "The file does not say it, so it is assumed: ";
      for (size_t i = 0; i < writer.assumptions.size(); ++i) body += (i ? "; " : "") + writer.assumptions[i];
      body += ".\n\n";
    }
    if (!writer.filled.empty()) {
      body += "As the host code fills them: ";
      for (size_t i = 0; i < writer.filled.size(); ++i) body += (i ? ", `" : "`") + writer.filled[i] + "`";
      body += ".\n\n";
    }
    body += "```run " + name + "\n" + launch_in_words(proposal, line) + "\n```\n";
    result_.assumptions[name] = writer.assumptions;
    result_.filled[name] = writer.filled;
    result_.occurrence[name] = proposal.host ? proposal.host->occurrence : 1;
    result_.assumed_sizes[name] = writer.assumed_sizes;
    result_.assumed_numbers[name] = writer.assumed_numbers;
    if (writer.assumes_values) result_.assumes_values.insert(name);
  }

  // Nobody has assumed it, nor asked for another one.
  bool has_own_shape(const HostLaunch& host) const {
    return wishes_.grid.empty() && wishes_.block.empty() && (host.is_seen || (host.grid && host.block && host.assumed.empty()));
  }
  // "`sum<<<4, 256>>>`, launched at line 24"; of a kernel that nobody launches, its name.
  static std::string launch_in_words(const Proposal& proposal, uint32_t line) {
    if (!proposal.host || !proposal.host->grid || !proposal.host->block) return "`" + proposal.kernel + "`";
    const auto size = [](const std::array<uint32_t, 3>& of) {
      const std::string x = std::to_string(of[0]), y = std::to_string(of[1]), z = std::to_string(of[2]);
      return of[2] > 1 ? "(" + x + ", " + y + ", " + z + ")" : of[1] > 1 ? "(" + x + ", " + y + ")" : x;
    };
    const std::string where = line ? ", launched at line " + std::to_string(line) + (proposal.host->occurrence > 1 ? ", once more" : "") : "";
    return "`" + proposal.kernel + "<<<" + size(*proposal.host->grid) + ", " + size(*proposal.host->block) + ">>>`" + where;
  }

  // The shape that the kernel gets where nothing speaks of it.
  static UsualShape usual_shape(const CompileResult& compiled, const StatedShape& stated, std::string_view source) {
    const KernelUse use = compiled.program ? use_in(*compiled.program, source) : KernelUse{};
    UsualShape usual{.grid = {1, 1, 1}, .block = assumed_block(use)};
    Shape block = usual.block;
    for (size_t i = 0; i < stated.block.size() && i < 3; ++i) block[i] = std::strtoull(stated.block[i].c_str(), nullptr, 10);
    usual.grid = assumed_grid(use, {std::max<uint64_t>(block[0], 1), std::max<uint64_t>(block[1], 1), std::max<uint64_t>(block[2], 1)}, 1024);
    return usual;
  }

  // A kernel that nobody launches, as the text beside it asks for: a verifier's options, conditions, comments in words. The values that were chosen, one sentence each.
  std::vector<std::string> state(const std::string& kernel, const CompileResult& compiled, BareFileWishes& wishes) const {
    if (wishes.grid.empty()) wishes.grid = stated_.grid;
    if (wishes.block.empty()) wishes.block = stated_.block;
    std::vector<std::string> sentences;
    const auto take_shape = [&](std::vector<std::string>& sizes, const std::vector<std::string>& met, const std::string& of, const char* why) {
      if (met.empty()) return;
      sizes = met;
      const std::string one = of == "grid" ? " block" : " thread";
      sentences.push_back("a " + of + " of " + spoken_sizes(met) + one + (met == std::vector<std::string>{"1"} ? "" : "s") + why);
    };
    const auto take_numbers = [&](const std::map<std::string, std::string>& numbers, const char* why) {
      for (const auto& [parameter, value] : numbers)
        if (wishes.arguments.try_emplace(parameter, value).second) sentences.push_back("`" + parameter + "` = " + value + why);
    };
    const SpokenLaunch said = spoken_launch(source_, kernel, numbers_of(compiled));
    constexpr const char *as_said = ", as a comment says", *as_asked = ", as `__requires` asks";
    const bool asks = source_.find("__requires") != std::string::npos;
    if (!asks && wishes.block.empty()) take_shape(wishes.block, said.block, "block", as_said);
    if (!asks && wishes.grid.empty()) take_shape(wishes.grid, said.grid, "grid", as_said);
    StatedShape shape = stated_;
    shape.grid = wishes.grid, shape.block = wishes.block;
    const StatedValues found = values_that_meet(source_, kernel, compiled.parameters, shape, usual_shape(compiled, shape, source_), host_run_of(name_, source_, compile_options()));
    take_shape(wishes.block, found.block, "block", as_asked);
    take_shape(wishes.grid, found.grid, "grid", as_asked);
    take_numbers(found.numbers, as_asked);
    take_numbers(said.numbers, as_said);
    return sentences;
  }

  static std::vector<std::string> numbers_of(const CompileResult& compiled) {
    std::vector<std::string> names;
    for (const KernelParameter& p : compiled.parameters)
      if (!p.is_pointer && p.scalar != ScalarKind::void_) names.push_back(p.name);
    return names;
  }

  fs::path path_, folder_;
  std::string name_, source_, code_;  // that without its comments, where it is asked for
  const BareFileWishes& wishes_;
  std::map<std::string, std::string> headers_;  // what the file includes, filled as it is read
  std::function<std::optional<std::string>(std::string_view)> read_include_;
  StatedShape stated_;  // in the comments at its top
  std::vector<Proposal> proposals_;
  std::map<std::string, GivenContent> contents_;
  std::set<std::string> seen_;        // launches, in a run of the program
  std::map<std::string, LaunchOfProgram> of_program_;  // by launch
  std::set<std::string> known_;       // parameters of the kernels that compile
  bool has_unread_kernel_ = false;    // of one that does not, nothing is known: its run tells why
  BareFile result_;
};

}  // namespace

std::string launch_name_of(std::string_view kernel) {
  std::string name;
  for (char c : plain_name(kernel)) {
    const bool fits = std::isalnum(static_cast<unsigned char>(c));
    if (fits) name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    else if (!name.empty() && name.back() != '-') name += '-';
  }
  while (!name.empty() && name.back() == '-') name.pop_back();
  return name.empty() ? "kernel" : name;
}

BareFile open_bare_file(const fs::path& file, const BareFileWishes& wishes) { return BareFileReader(file, wishes).read(); }
BareFile read_bare_file(const fs::path& file, std::string text, const BareFileWishes& wishes) { return BareFileReader(file, wishes).read(std::move(text)); }

}  // namespace wb
