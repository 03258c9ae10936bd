#pragma once
// A lesson as plain values: what its front matter declares and the blocks of its page. Made by lesson_reader.h; read by the window,
// the command line and `check`. Spans lie in lesson.md (Lesson::text), so that every complaint has a place.
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/backends/launch.h"
#include "simulator/source/source_map.h"

namespace wb {

// ---- text

// Formatted text inside a paragraph: a small tree.
struct Inline {
  enum class Kind : uint8_t { text, bold, italic, code, link, image, line_break };
  Kind kind = Kind::text;
  std::string text;              // text, code; image: its alternative text
  std::string target;            // link, image: where to, as written
  std::vector<Inline> children;  // bold, italic, link
};
using RichText = std::vector<Inline>;
std::string plain_text(const RichText& text);  // without the formatting

// ---- what the front matter declares

// A size or a value: an expression as written; evaluated by launch_builder.h.
struct Expression {
  std::string text;
  Span span;
};

struct Slider {
  double min = 0, max = 0, step = 1;
};

struct ValueSpec {
  std::string name;
  Span span;
  Expression value;              // a slider's start, or the formula
  std::optional<Slider> slider;  // none: not for the student to move
};

enum class BufferStart : uint8_t { poison, zeros, iota, constant, random, image, data, file, content, addresses };
enum class ImageLayout : uint8_t { planar, interleaved };
enum class ShowAs : uint8_t { image, heat, bars, table, hidden };
enum class Cover : uint8_t { automatic, once, all, any };

struct BufferSpec {
  std::string name;
  Span span;
  BufferStart start = BufferStart::poison;
  ScalarKind scalar = ScalarKind::uchar;
  uint32_t vector_lanes = 1;        // uchar4: 4
  std::vector<Expression> shape;    // row-major; empty: taken from the picture, the data or the file
  std::string path;                 // image, file: as written, relative to the lesson's folder; content: a name in Lesson::contents
  Span path_span;
  int channels = 0;                 // image: 1, 3 or 4; 0: as the file has them
  ImageLayout layout = ImageLayout::interleaved;
  std::vector<double> data;         // data, flattened (integers exactly up to 2^53)
  std::vector<uint64_t> data_shape; // of the nested lists; {} for a flat one's own length
  std::vector<Expression> points_to;  // addresses: places in other buffers, "row_0 + 4", or "nullptr"
  Expression fill_value;            // constant(...)
  std::optional<uint64_t> filled;   // elements from the start on that the fill reaches; the rest is poison. None: all
  uint64_t seed = 0;                // random
  double min = 0, max = 1;
  ShowAs show = ShowAs::table;
  Cover cover = Cover::automatic;   // automatic: once where the start is poison, any where it is filled
  std::string symbol;               // a variable of the file, "filters::weights", that starts from it; empty: an argument
  Span symbol_span;
  bool is_constant = false;         // that variable must be `__constant__`
};

// Memory seen through the texture units: an argument of type cudaTextureObject_t or cudaSurfaceObject_t, or a texture reference of this name.
struct TextureSpec {
  std::string name;
  Span span;
  std::string buffer;
  Span buffer_span;
  std::vector<Expression> shape;    // width, height, depth; empty: the buffer's
  std::string type;                 // of a texel, "float4"; empty: the buffer's
  Expression offset{"0", {}}, pitch{"0", {}};  // bytes: of the first texel in the buffer, and from row to row (0: no gaps)
  uint32_t number = 0;              // of its handle, where memory holds that; 0: by its place
  bool is_surface = false;
  std::array<Texture::Address, 3> address{};
  Texture::Filter filter = Texture::Filter::point;
  bool is_normalised = false, reads_floats = false;
};

// As HostStore, with the buffer's name.
struct HostStoreSpec {
  std::string buffer;
  HostStore store;
};

// Of a launch that a .cu file's own program makes: what was found when the program was read, beside shape and arguments.
struct LaunchOfProgram {
  HostPlace launched_at;              // in the source; begin == end: the shape is not the program's
  bool has_its_shape() const { return launched_at.begin != launched_at.end; }  // what CUDA refuses of it is the program's mistake, not the lesson's
  bool may_sync_grid = true;          // a launch that is not cooperative must not come to grid.sync()
  std::vector<HostHazard> hazards;
  std::vector<HostMistake> mistakes;
  std::vector<HostStoreSpec> host_stores;  // while the kernel is at work
  std::vector<std::string> made_up;   // buffers whose numbers nobody has given: they stand for what the program has there
  std::vector<OutOfReach> out_of_reach;
};

// A named run. `like` is already resolved: what the other launch said stands here.
struct LaunchSpec {
  std::string name;
  Span span;
  std::string source, kernel;   // both empty: a stage on which bugs, starts and solutions run
  Span source_span, kernel_span;
  std::vector<Expression> grid, block;
  std::vector<Expression> cluster;    // empty: as the kernel says
  Expression large_clusters{"0", {}};  // cudaFuncAttributeNonPortableClusterSizeAllowed of the kernel
  Expression shared_bytes{"0", {}};
  Expression shared_opt_in{"0", {}};  // cudaFuncAttributeMaxDynamicSharedMemorySize of the kernel
  Expression heap_bytes{"0", {}};     // of the device's heap (cudaLimitMallocHeapSize); 0: the usual 8 MiB
  LaunchOfProgram program;
  std::vector<std::pair<std::string, std::string>> defines;  // "TILE" -> "16", as -DTILE=16
  std::vector<std::string> arguments;  // buffers and places in them (buffer_place.h), values, textures, records in braces
  std::vector<Span> argument_spans;
  Span arguments_span;
  Tolerance tolerance;
  std::vector<ValueSpec> values;    // in the order of the file
  std::vector<BufferSpec> buffers;  // in the order of the file
  std::vector<TextureSpec> textures;  // in the order of the file
  bool is_stage() const { return source.empty(); }
  const BufferSpec* buffer(std::string_view name) const;
  const ValueSpec* value(std::string_view name) const;
  const TextureSpec* texture(std::string_view name) const;
};

// One finding that a bug must report; an unnamed key matches anything.
struct ExpectedFinding {
  Span span;
  FindingKind kind{};
  std::optional<std::string> buffer;
  std::optional<std::vector<uint64_t>> element;  // flat (one number) or in the buffer's shape
  std::vector<uint32_t> lines;                   // of the parties, in order of the report; empty: any
  std::optional<Severity> severity;
  std::optional<uint64_t> count;
};

enum class CheckKind : uint8_t { output, clean, schedules, inputs, metric, budget, must_use, must_not_use, coverage, engines_agree, ratio };
const char* check_kind_name(CheckKind kind);

struct CheckSpec {
  CheckKind kind{};
  Span span;
  std::string launch;                   // of its own; empty: the exercise's
  std::optional<Tolerance> tolerance;   // of its own; none: the launch's
  Severity level = Severity::warning;   // clean: the mildest finding that fails it
  uint64_t count = 32;                  // schedules
  std::vector<std::map<std::string, double>> inputs;
  std::string name;                     // metric, budget: the counter; must_use, must_not_use: the word
  std::optional<double> min, max;       // metric, budget, ratio
  std::string over, engine;             // ratio
  double points = 1;
};

enum class ExerciseStyle : uint8_t { code, blanks, parsons, answer };

// What an exercise of style `answer` is answered with, and what proves it: the launch's own run. The question, and choices where there
// are any, stand in its card (ExerciseCard::question).
struct ExerciseAnswer {
  std::optional<double> number;         // typed; none: a choice
  Tolerance tolerance;
  std::string counter, result;          // a counter of the run; an element of its results, "out[3]"
  Span span;                            // of what proves it
};

struct ExerciseSpec {
  std::string name;
  Span span;
  std::string start, solution;  // file names in the lesson's folder; empty where it is answered
  Span start_span, solution_span;
  std::string launch;
  Span launch_span;
  ExerciseStyle style = ExerciseStyle::code;
  std::vector<RichText> hints;
  RichText after;
  std::vector<std::string> objectives;  // for = [...]
  Span objectives_span;
  std::vector<CheckSpec> checks;
  ExerciseAnswer answer;                // style `answer`
  bool is_answered() const { return style == ExerciseStyle::answer; }
};

enum class BugOutput : uint8_t { right, wrong, any };

struct BugSpec {
  std::string name;
  Span span;
  std::string source, kernel;
  Span source_span;
  std::string launch;
  Span launch_span;
  std::vector<ExpectedFinding> expect;
  Span expect_span;
  BugOutput output = BugOutput::any;
  std::vector<std::pair<std::string, std::vector<double>>> results;  // "in-order" or "loops" -> the output's first elements
  Span results_span;
  std::string fix;                     // the exercise that repairs it; empty: `repair`, if it has checks
  Span fix_span;
  std::optional<ExerciseSpec> repair;  // checks, hints and after of its own; start = the bug's source, no solution file
};

struct Objective {
  std::string id;
  RichText text;
  Span span;
};

// ---- the page

struct Block;

// The fixed words of step headings, in the order of a lesson.
inline constexpr const char* step_words[] = {"Recall", "Predict", "Watch", "Investigate", "Find the bug", "Fix", "Make", "On a GPU", "Explain"};

struct Heading {
  int level = 2;
  std::string step;  // "Watch"; empty where the heading does not start with a step word
  RichText text;     // own words, without the step word and its colon
};
struct Paragraph {
  RichText text;
};
struct List {
  bool is_ordered = false;
  int start = 1;
  std::vector<std::vector<Block>> items;
};
enum class Align : uint8_t { left, centre, right };
struct Table {
  std::vector<Align> columns;
  std::vector<RichText> head;
  std::vector<std::vector<RichText>> rows;
};
struct CodeBlock {
  std::string language;  // "cpp"; may be empty
  std::string text;
};
struct ImageBlock {
  std::filesystem::path file;  // checked: inside the lesson's folder
  std::string alternative;
};
struct Quote {
  std::vector<Block> blocks;
};
struct Rule {};  // a thin line
struct Aside {
  bool is_instructor = false;  // hidden from students
  std::vector<Block> blocks;
};

struct Choice {
  RichText text;
  bool is_right = false;
  std::string misconception;  // tag in kebab case; may be empty
  RichText feedback;
  Span span;
};

// A question. Multiple choice, or a typed number.
struct Predict {
  std::string id;                  // key of its answer in the progress: the name, else "predict-3" (third of the page)
  std::string name;                // name=idle; may be empty
  std::vector<std::string> objectives;  // for=guard,flat
  std::string counter;             // counter=global.load.sectors: `check` compares the marked choice with the run
  std::string counter_launch;      // of=photo, else the launch of the run card that follows (or the one before)
  std::optional<double> answer;    // answer=19: typed; then no choices
  std::string recall;              // recall="guard/idle": asks an earlier one again
  RichText question;
  RichText feedback;               // said after a typed number
  std::vector<Choice> choices;     // in the order of the file; shuffled on screen
  bool locks = true;               // locks the next run, bug or exercise card until answered (not under Recall and Explain)
};

// "threadIdx.x == 3 && blockIdx.x == 0", as a thread; coordinates that are not named are 0.
struct StopCondition {
  std::string text;
  Index3 block, thread;
};

struct Stop {
  Span span;
  uint32_t line = 0;               // holds before this line of the launch's file
  StopCondition when;
  uint32_t pass = 1;
  std::optional<Predict> predict;  // asked there
  RichText caption;                // where it asks nothing
};

struct RunCard {
  std::string launch;              // launch, bug or exercise (its solution)
  Schedule schedule = Schedule::in_order;
  uint64_t seed = 0;
  std::map<std::string, double> set;
  RichText caption;
  std::vector<Stop> stops;
  std::vector<std::string> locked_by;  // Predict::id
};
struct SourceExcerpt {
  std::string file;                // name in the lesson's folder
  uint32_t first_line = 1, last_line = 1;
  std::string text;                // as it stands in the lesson
  Span text_span;                  // for `check --write`
};
struct ViewFigure {
  std::string view;                // grid | warp | memory | loops | timings | ...
  std::string launch;
  uint32_t line = 0;               // 0: the start
  std::optional<StopCondition> when;
  RichText caption;
};
struct ExerciseCard {
  std::string exercise;
  RichText caption;
  std::optional<Predict> question;  // of one that is answered; no prediction: it can be tried again
  std::vector<std::string> locked_by;
};
struct BugCard {
  std::string bug;
  RichText caption;
  std::vector<std::string> locked_by;
};
struct Explain {
  std::string id;                  // key of the answer
  std::vector<std::string> objectives;
  RichText prompt;
  RichText model_answer;           // after a line "---"; may be empty
};

struct Block {
  Span span;
  std::variant<Heading, Paragraph, List, Table, CodeBlock, ImageBlock, Quote, Rule, Aside, RunCard, Predict, SourceExcerpt, ViewFigure,
               ExerciseCard, BugCard, Explain>
      content;
};

// Bytes that a buffer starts from and that do not stand in the lesson's text, which names them: `content = "host:gather/idx"`. Made with
// lessons that are made from something else, as from a bare file.
struct GivenContent {
  std::vector<uint8_t> bytes;
  std::vector<bool> has_value;     // a flag for each byte, or for each of equal parts of them (elements); empty: they all have one
  struct Pointer {
    uint64_t at = 0;               // byte: 8 of them are the address of a place in
    std::string buffer;            // a buffer of the launch, or in_heap; empty: nothing that a kernel can reach
    static constexpr const char* in_heap = "the device's heap";
    uint64_t byte_offset = 0;
  };
  std::vector<Pointer> pointers;   // in order and apart
  std::shared_ptr<const DeviceHeap> heap{};  // else: what a launch finds in the device's heap, with these pointers in it
};

struct Lesson {
  std::filesystem::path folder;    // as given
  std::string folder_name;         // "04-rgb-to-grey"
  std::string id, title;
  std::vector<std::string> needs, covers;
  int minutes = 0;
  std::vector<Objective> objectives;
  std::vector<LaunchSpec> launches;
  std::vector<BugSpec> bugs;
  std::vector<ExerciseSpec> exercises;
  std::vector<Block> blocks;       // stops stand inside their run cards
  std::shared_ptr<const SourceMap> text;  // file 0: lesson.md
  uint32_t page_line = 1;          // the first line behind the front matter
  std::map<std::string, std::string> sources;  // every .cu and header that the lesson names: name -> text (those that could be read)
  std::map<std::string, GivenContent> contents;    // by what names them; "heap:" and a launch: its heap
  std::map<std::string, std::filesystem::path> named_files;  // data that the user named: it may lie anywhere; other data lies in the folder

  const LaunchSpec* launch(std::string_view name) const;
  const BugSpec* bug(std::string_view name) const;
  const ExerciseSpec* exercise(std::string_view name) const;
  // The launch that a launch, bug or exercise of this name runs on; null when there is none.
  const LaunchSpec* stage_of(std::string_view name) const;
  std::vector<std::string> run_names() const;  // launches (not stages), bugs, exercises
};

// Calls `visit(const Predict&, const Block&)` for every question of the page, those of stops and asides included.
template <class Visit>
void for_each_predict(const std::vector<Block>& blocks, const Visit& visit) {
  for (const Block& block : blocks) {
    if (auto* predict = std::get_if<Predict>(&block.content)) visit(*predict, block);
    if (auto* aside = std::get_if<Aside>(&block.content)) for_each_predict(aside->blocks, visit);
    if (auto* run = std::get_if<RunCard>(&block.content))
      for (const Stop& stop : run->stops)
        if (stop.predict) visit(*stop.predict, block);
  }
}

}  // namespace wb
