#include "app/workbook/bare_file.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>

#include "app/workbook/front_matter.h"
#include "app/workbook/limits.h"
#include "app/workbook/words.h"
#include "simulator/language/host_launches.h"
#include "simulator/simulator.h"

namespace wb {

namespace fs = std::filesystem;

namespace {

constexpr uint64_t most_assumed_elements = 1u << 22;

// Comments of old files are often in another encoding: bytes that are no UTF-8 become question marks.
std::string readable(std::string text) {
  while (auto bad = first_bad_byte(text)) text[*bad] = '?';
  return text;
}

std::string toml_string(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return out + "\"";
}

std::string number_text(double value) {
  char text[40];
  if (value == std::floor(value) && std::fabs(value) < 9e15) return std::to_string(static_cast<int64_t>(value));
  auto [end, error] = std::to_chars(text, text + sizeof text, value);
  return error == std::errc{} && std::isfinite(value) ? std::string(text, end) : "0";
}

std::string lower(std::string_view text) {
  std::string out;
  for (char c : text) out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

bool is_whole_number(std::string_view text) { return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos; }
bool is_number(std::string_view text) {
  double value = 0;
  auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && rest == text.data() + text.size() && std::isfinite(value);
}

// One launch in the making: a kernel's compiled parameters beside what the host code says.
class LaunchWriter {
 public:
  LaunchWriter(std::string file_name, std::string_view source, std::string kernel, const CompileResult& compiled, const HostLaunch* host, const BareFileWishes& wishes)
      : file_name_(std::move(file_name)), source_(source), kernel_(std::move(kernel)), parameters_(compiled.parameters), references_(compiled.textures), host_(host), wishes_(wishes) {
    given_ = parameters_.size();
    add_members();
    name_parameters();
    choose_shape();
  }

  std::string text(const std::string& name) {
    std::string out = "[[launch]]\nname = " + toml_string(name) + "\nsource = " + toml_string(file_name_) + "\nkernel = " + toml_string(kernel_) + "\n";
    out += "grid = " + sizes(grid_) + "\nblock = " + sizes(block_) + "\nshared_bytes = " + shared_bytes() + "\n";
    std::string names, values, buffers;
    for (size_t i = 0; i < parameters_.size(); ++i) {
      const KernelParameter& p = parameters_[i];
      if (i < given_) names += (names.empty() ? "" : ", ") + toml_string(p.members.empty() ? p.name : record(i));
      if (!p.members.empty()) continue;
      if (p.is_pointer) buffers += buffer(i);
      else if (p.type.find("cudaTextureObject_t") != std::string::npos && !wish(i)) buffers += texture(read_as(p.name, p.name));
      else values += (values.empty() ? "" : ", ") + p.name + " = " + value(i);
    }
    for (const TextureReference& reference : references_) buffers += texture(reference);
    for (const TextureReference& member : in_records_) buffers += texture(member);
    out += "arguments = [" + names + "]\n";
    if (!values.empty()) out += "values = { " + values + " }\n";
    std::string defines;
    for (const auto& [macro, replacement] : wishes_.defines) defines += (defines.empty() ? "" : ", ") + macro + " = " + toml_string(replacement);
    if (!defines.empty()) out += "defines = { " + defines + " }\n";
    return out + buffers + "\n";
  }

  std::vector<std::string> assumptions;

 private:
  // Pointers in records get buffers as if they were parameters of their own: `view.data` becomes view_data.
  void add_members() {
    for (size_t i = 0; i < given_; ++i)
      for (const RecordMember& member : std::vector<RecordMember>(parameters_[i].members))
        if (member.is_pointer && !wish(i)) {
          KernelParameter p;
          p.name = parameters_[i].name + "_" + member.name;
          for (char& c : p.name)
            if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
          p.type = member.type;
          p.is_pointer = true;
          p.pointee_is_const = member.pointee_is_const;
          p.scalar = member.scalar;
          p.bytes = member.bytes;
          parameters_.push_back(std::move(p));
        }
  }

  // The value of a record in braces.
  std::string record(size_t i) {
    if (const std::string* w = wish(i)) return w->starts_with("{") ? *w : "{" + *w + "}";
    size_t next = given_;
    for (size_t before = 0; before < i; ++before)
      if (!wish(before)) next += static_cast<size_t>(std::count_if(parameters_[before].members.begin(), parameters_[before].members.end(), [](const RecordMember& m) { return m.is_pointer; }));
    std::string text;
    for (const RecordMember& member : parameters_[i].members) {
      KernelParameter like;
      like.name = member.name;
      like.scalar = member.scalar;
      std::string value = member.is_pointer ? parameters_[next++].name : assumed_value(like);
      if (!member.is_pointer && member.type.find("cudaTextureObject_t") != std::string::npos) {
        value = parameters_[i].name + "_" + member.name;
        for (char& c : value)
          if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
        in_records_.push_back(read_as(value, member.name));
      }
      text += (text.empty() ? "" : ", ") + value;
    }
    assumptions.push_back("`" + parameters_[i].name + "` = {" + text + "}");
    return "{" + text + "}";
  }

  // Every parameter needs a name of its own that an expression can use.
  void name_parameters() {
    std::set<std::string> taken;
    for (size_t i = 0; i < parameters_.size(); ++i) {
      std::string& name = parameters_[i].name;
      if (name.empty()) name = "argument_" + std::to_string(i + 1);
      while (!taken.insert(name).second) name += "_";
    }
  }

  const HostArgument* host_argument(size_t i) const { return host_ && i < host_->arguments.size() ? &host_->arguments[i] : nullptr; }
  const std::string* wish(size_t i) const {
    auto it = wishes_.arguments.find(parameters_[i].name);
    return it == wishes_.arguments.end() ? nullptr : &it->second;
  }

  static std::vector<std::string> words(const std::array<uint32_t, 3>& shape) {
    std::vector<std::string> out{std::to_string(shape[0]), std::to_string(shape[1]), std::to_string(shape[2])};
    while (out.size() > 1 && out.back() == "1") out.pop_back();
    return out;
  }
  static double product(const std::vector<std::string>& sizes) {
    double result = 1;
    for (const std::string& size : sizes) result *= is_whole_number(size) ? std::stod(size) : 1;
    return result;
  }

  void choose_shape() {
    block_ = !wishes_.block.empty() ? wishes_.block : host_ && host_->block ? words(*host_->block) : std::vector<std::string>{};
    if (block_.empty()) {
      block_ = {"256"};
      assumptions.push_back("a block of 256 threads");
    }
    grid_ = !wishes_.grid.empty() ? wishes_.grid : host_ && host_->grid ? words(*host_->grid) : std::vector<std::string>{};
    if (grid_.empty()) {
      uint64_t elements = 1024;
      for (size_t i = 0; i < parameters_.size(); ++i)
        if (const HostArgument* a = host_argument(i); a && a->bytes && parameters_[i].bytes) elements = std::max(elements, std::min(*a->bytes / parameters_[i].bytes, most_assumed_elements));
      const auto threads = static_cast<uint64_t>(std::max(1.0, product(block_)));
      grid_ = {std::to_string((elements + threads - 1) / threads)};
      assumptions.push_back("a grid of " + grid_[0] + (grid_[0] == "1" ? " block" : " blocks"));
    }
  }

  std::string shared_bytes() {
    if (!wishes_.shared_bytes.empty()) return wishes_.shared_bytes;
    return std::to_string(host_ && host_->shared_bytes ? *host_->shared_bytes : 0);
  }

  static std::string sizes(const std::vector<std::string>& shape) {
    std::string out;
    for (const std::string& size : shape) out += (out.empty() ? "" : ", ") + (is_whole_number(size) ? size : toml_string(size));
    return "[" + out + "]";
  }

  uint64_t threads(size_t axis) const {
    double count = 1;
    for (size_t a = 0; a < 3; ++a) {
      if (axis < 3 && a != axis) continue;
      if (a < grid_.size() && is_whole_number(grid_[a])) count *= std::stod(grid_[a]);
      if (a < block_.size() && is_whole_number(block_[a])) count *= std::stod(block_[a]);
    }
    return static_cast<uint64_t>(std::min(count, 4e9));
  }

  std::string value(size_t i) {
    const KernelParameter& p = parameters_[i];
    if (const std::string* w = wish(i)) return is_number(*w) ? *w : toml_string(*w);
    if (const HostArgument* a = host_argument(i); a && a->number) return number_text(a->number->value());
    std::string guess = assumed_value(p);
    assumptions.push_back("`" + p.name + "` = " + guess);
    return guess;
  }

  // A size that the host code computes at run time: the threads of the launch along the axis that the name speaks of.
  std::string assumed_value(const KernelParameter& p) const {
    if (p.scalar == ScalarKind::float_ || p.scalar == ScalarKind::double_) return "1";
    if (p.scalar == ScalarKind::bool_) return "1";
    const auto starts = [&](std::initializer_list<const char*> beginnings) {
      return std::any_of(beginnings.begin(), beginnings.end(), [&](const char* b) { return lower(p.name).starts_with(b); });
    };
    for (const char* small : {"radius", "filter", "mask", "ksize"})
      if (lower(p.name).find(small) != std::string::npos) return "3";
    const bool is_flat = grid_.size() < 2 && block_.size() < 2;
    if (!is_flat && starts({"w", "col", "nx", "ncol", "imgw", "numcol"})) return std::to_string(threads(0));
    if (!is_flat && starts({"h", "row", "ny", "nrow", "imgh", "numrow"})) return std::to_string(threads(1));
    return std::to_string(is_flat ? threads(3) : threads(0));
  }

  // ---- textures

  // What the kernel fetches from an object, by its text: `tex2D<float4>(name, x, y)`.
  TextureReference read_as(const std::string& name, const std::string& in_text) const {
    TextureReference texture{name, "float", 1, false};
    static constexpr std::pair<std::string_view, uint32_t> fetches[] = {{"tex1Dfetch<", 1}, {"tex1D<", 1}, {"tex2D<", 2}, {"tex3D<", 3}};
    for (const auto& [fetch, dimensions] : fetches)
      for (size_t at = source_.find(fetch); at != std::string_view::npos; at = source_.find(fetch, at + 1)) {
        const size_t begin = at + fetch.size(), close = source_.find('>', begin), end = source_.find(',', begin);
        if (close == std::string_view::npos || end == std::string_view::npos || close > end || source_.substr(close, end - close).find(in_text) == std::string_view::npos) continue;
        texture.element = std::string(source_.substr(begin, close - begin));
        texture.dimensions = dimensions;
      }
    const bool is_real = texture.element == "float" || texture.element == "float2" || texture.element == "float4";
    if (is_real && host_says("cudaReadModeNormalizedFloat")) {
      texture.element = "uchar" + texture.element.substr(5);
      texture.reads_floats = true;
    }
    return texture;
  }
  bool host_says(std::string_view words) const { return source_.find(words) != std::string_view::npos; }

  // A texture over a buffer of its own, as large as the launch. How it is read is what the host code sets somewhere.
  std::string texture(TextureReference t) {
    auto element = element_type_from_name(t.element);
    for (int i = 1; i < static_cast<int>(ScalarKind::count) && !element; ++i)
      if (t.element == info(static_cast<ScalarKind>(i)).spelling) element = ElementType{static_cast<ScalarKind>(i), 1};
    if (!element) element = ElementType{ScalarKind::float_, 1};
    const bool is_real = element->scalar == ScalarKind::float_;
    const bool is_flat = threads(1) < 2;
    const auto side = static_cast<uint64_t>(std::ceil(std::sqrt(static_cast<double>(threads(3)))));
    uint64_t width = t.dimensions == 1 ? threads(3) : is_flat ? side : threads(0), height = t.dimensions == 1 ? 1 : is_flat ? side : threads(1);
    uint64_t depth = t.dimensions < 3 ? 1 : std::max<uint64_t>(threads(2), 1);
    width = std::clamp<uint64_t>(width, 1, t.dimensions == 1 ? most_assumed_elements : 2048);
    height = std::clamp<uint64_t>(height, 1, most_assumed_elements / width);
    depth = std::clamp<uint64_t>(depth, 1, std::max<uint64_t>(most_assumed_elements / (width * height), 1));
    const std::string lanes = element->lanes > 1 ? std::to_string(element->lanes) : "", type = info(element->scalar).lesson_name + lanes, texels = t.name + "_texels";
    std::string out = "[launch.buffer." + toml_string(texels) + "]\ntype = " + toml_string(type) + "\nshape = [" + std::to_string(width * height * depth) + "]\nfill = " +
                      toml_string(is_real ? "random(seed=1, min=0, max=1)" : "random(seed=1, min=0, max=100)") + "\ncover = \"any\"\n";
    out += "[launch.texture." + toml_string(t.name) + "]\nbuffer = " + toml_string(texels) + "\nshape = [" + std::to_string(width) + ", " + std::to_string(height) + ", " + std::to_string(depth) + "]\n";
    if (host_says("cudaFilterModeLinear") && (is_real || t.reads_floats)) out += "filter = \"linear\"\n";
    if (t.reads_floats) out += "read = \"float\"\n";
    const bool is_normalised = host_says("normalizedCoords = 1") || host_says("normalizedCoords = true") || host_says("normalizedCoords=1") || host_says(".normalized = true") || host_says(".normalized = 1");
    if (is_normalised) out += "normalised = true\n";
    for (const auto& [words, address] : {std::pair{"cudaAddressModeWrap", "wrap"}, {"cudaAddressModeMirror", "mirror"}, {"cudaAddressModeBorder", "border"}})
      if (host_says(words)) {
        out += "address = " + toml_string(address) + "\n";
        break;
      }
    assumptions.push_back("the texture `" + t.name + "` has " + std::to_string(width) + " x " + std::to_string(height) + (depth > 1 ? " x " + std::to_string(depth) : "") + " random texels of " + type);
    return out;
  }

  // ---- buffers

  struct Element {
    std::string type;
    uint64_t bytes = 1;
  };
  Element element(const KernelParameter& p) const {
    std::string type = p.type;
    for (const char* word : {"const ", "volatile "})
      for (size_t at; (at = type.find(word)) != std::string::npos;) type.erase(at, std::string(word).size());
    const size_t star = type.find('*');
    if (star != std::string::npos && type.find('*', star + 1) == std::string::npos) {
      std::string name = type.substr(0, star);
      while (!name.empty() && name.back() == ' ') name.pop_back();
      if (auto known = element_type_from_name(name)) return {name, uint64_t{info(known->scalar).bytes} * known->lanes};
      if (p.scalar != ScalarKind::void_) return {info(p.scalar).lesson_name, info(p.scalar).bytes};
    }
    return {"uchar", 1};
  }

  std::string buffer(size_t i) {
    const KernelParameter& p = parameters_[i];
    const HostArgument* host = host_argument(i);
    const Element e = element(p);
    uint64_t count = host && host->bytes ? *host->bytes / e.bytes : 0;
    std::string fill, file, wished_count;
    if (const std::string* w = wish(i)) {
      const size_t colon = w->rfind(':');
      fill = w->substr(0, colon);
      if (colon != std::string::npos) wished_count = w->substr(colon + 1);
      if (fill.ends_with(".npy")) file = std::exchange(fill, "");
    }
    if (is_whole_number(wished_count)) count = std::stoull(wished_count);
    if (count == 0 && file.empty()) {
      count = std::clamp<uint64_t>(threads(3), 1, most_assumed_elements) * (e.type == "uchar" ? std::max<uint64_t>(p.bytes, p.scalar == ScalarKind::uchar ? 4 : 1) : 1);  // bytes are often an image's, red green blue and alpha
      assumptions.push_back("`" + p.name + "` has " + std::to_string(count) + " elements");
    }
    if (fill.empty() && file.empty()) fill = start(p, host, e);
    std::string out = "[launch.buffer." + toml_string(p.name) + "]\n";
    if (!file.empty()) out += "file = " + toml_string(file) + "\n";
    else out += "type = " + toml_string(e.type) + "\nshape = [" + std::to_string(count) + "]\nfill = " + toml_string(fill) + "\n";
    return out + "cover = \"any\"\n";
  }

  std::string start(const KernelParameter& p, const HostArgument* host, const Element& e) {
    using Start = HostArgument::Start;
    const bool is_real = e.type.starts_with("float") || e.type.starts_with("double") || e.type.starts_with("half");
    if (host && host->start == Start::set) {
      if (host->set_byte == 0) return "zeros";
      if (e.bytes == 1) return "constant(" + std::to_string(host->set_byte) + ")";
      if (host->set_byte == 0xFF && !is_real) return "constant(-1)";
    }
    if (host && host->is_buffer && host->start == Start::unknown && !p.pointee_is_const) return "poison";
    if (!host && !p.pointee_is_const) return "zeros";
    if (p.type.find("**") != std::string::npos || (p.scalar == ScalarKind::void_ && e.type == "uchar")) return "zeros";
    const std::string fill = is_real ? "random(seed=1, min=0, max=1)" : e.type.starts_with("bool") ? "random(seed=1, min=0, max=1)" : "random(seed=1, min=0, max=100)";
    assumptions.push_back("`" + p.name + "` holds random numbers from 0 to " + (is_real ? "1" : "100"));
    return fill;
  }

  std::string file_name_;
  std::string_view source_;
  std::string kernel_;
  std::vector<KernelParameter> parameters_;  // behind the kernel's own: pointers in records
  size_t given_ = 0;                         // the kernel's own
  std::vector<TextureReference> references_, in_records_;
  const HostLaunch* host_;
  const BareFileWishes& wishes_;
  std::vector<std::string> grid_, block_;
};

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
    find_launches();
    std::string toml, body;
    for (const Proposal& p : proposals_) write(p, toml, body);
    for (const auto& [parameter, wanted] : wishes_.arguments)
      if (!known_.contains(parameter)) result_.complaints.push_back("no kernel has a parameter `" + parameter + "`");
    result_.text = "+++\nid = " + toml_string(lesson_id()) + "\ntitle = " + toml_string(name_) + "\n\n" + toml + "+++\n" + body;
    headers_[name_] = source_;
    result_.read = read_lesson_text(folder_, path_, result_.text, std::move(headers_));
    return std::move(result_);
  }

 private:
  struct Proposal {
    std::string kernel;  // with template arguments
    const HostLaunch* host = nullptr;
  };

  std::string lesson_id() const { return launch_name_of(fs::path(name_).stem().string()); }

  FrontEndOptions options() const {
    FrontEndOptions o;
    o.defines = wishes_.defines;
    o.read_include = read_include_;
    return o;
  }

  // The launch lines of the file; kernels that none names follow with nothing known. A wish for one kernel leaves the others out.
  void find_launches() {
    auto sources = std::make_shared<SourceMap>();
    hosts_ = read_host_launches(sources, sources->add(name_, source_), options());
    auto again = std::make_shared<SourceMap>();
    KernelList list = list_kernels(again, again->add(name_, source_), options());
    const std::string wished = plain_name(wishes_.kernel);
    const bool has_arguments = wishes_.kernel.find('<') != std::string::npos;
    for (const KernelInfo& k : list.kernels) {
      if (!wished.empty() && k.name != wished) continue;
      size_t before = proposals_.size();
      for (const HostLaunch& h : hosts_) {
        if (h.line.kernel != k.name) continue;
        std::string kernel = has_arguments ? wishes_.kernel : k.name + (h.template_arguments.empty() ? "" : "<" + h.template_arguments + ">");
        const bool is_known = std::any_of(proposals_.begin(), proposals_.end(), [&](const Proposal& p) { return p.kernel == kernel && (has_arguments || same_shape(*p.host, h)); });
        if (!is_known) proposals_.push_back({kernel, &h});
      }
      if (proposals_.size() == before) proposals_.push_back({has_arguments ? wishes_.kernel : k.name, through_a_pointer(list)});
    }
    if (!wished.empty() && proposals_.empty()) {
      std::vector<std::string> names;
      for (const KernelInfo& k : list.kernels) names.push_back(k.name);
      std::string hint = did_you_mean(wished, names);
      result_.complaints.push_back("the file has no kernel `" + wished + "`" + (hint.empty() ? "" : ": " + hint));
    }
  }
  // kernel = &transpose; kernel<<<grid, threads>>>(...): a launch of something that is no kernel by its name.
  const HostLaunch* through_a_pointer(const KernelList& list) const {
    for (const HostLaunch& h : hosts_)
      if (std::none_of(list.kernels.begin(), list.kernels.end(), [&](const KernelInfo& k) { return k.name == h.line.kernel; })) return &h;
    return nullptr;
  }
  static bool same_shape(const HostLaunch& a, const HostLaunch& b) {
    return a.grid == b.grid && a.block == b.block && a.shared_bytes == b.shared_bytes && a.line.arguments == b.line.arguments;
  }

  void write(const Proposal& proposal, std::string& toml, std::string& body) {
    const std::string kernel = plain_name(proposal.kernel);
    std::string name = launch_name_of(kernel);
    for (int i = 2; result_.assumptions.contains(name); ++i) name = launch_name_of(kernel) + "-" + std::to_string(i);
    CompileOptions compile_options;
    compile_options.defines = wishes_.defines;
    compile_options.read_include = read_include_;
    CompileResult compiled = compile(name_, source_, proposal.kernel, compile_options);
    LaunchWriter writer(name_, source_, proposal.kernel, compiled, proposal.host, wishes_);
    for (const KernelParameter& p : compiled.parameters) known_.insert(p.name);
    toml += writer.text(name);
    body += "\n## Watch: " + kernel + "\n\n";
    if (!writer.assumptions.empty()) {
      body += "The file does not say it, so it is assumed: ";
      for (size_t i = 0; i < writer.assumptions.size(); ++i) body += (i ? "; " : "") + writer.assumptions[i];
      body += ".\n\n";
    }
    body += "```run " + name + "\n" + name + "\n```\n";
    result_.assumptions[name] = writer.assumptions;
  }

  fs::path path_, folder_;
  std::string name_, source_;
  const BareFileWishes& wishes_;
  std::map<std::string, std::string> headers_;  // what the file includes, filled as it is read
  std::function<std::optional<std::string>(std::string_view)> read_include_;
  std::vector<HostLaunch> hosts_;
  std::vector<Proposal> proposals_;
  std::set<std::string> known_;
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
