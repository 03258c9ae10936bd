#include "cuda/protocol/messages.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace wb::protocol {
namespace {

using Json = nlohmann::json;

Frame make(MessageType type, uint32_t request, const Json& header, std::vector<Blob> blobs = {}) {
  return {type, request, header.dump(-1, ' ', false, Json::error_handler_t::replace), std::move(blobs)};
}

// Reads a frame's header with `read`; a missing field, a wrong type or no JSON at all is one and the same complaint.
template <class Read>
auto parse(const Frame& frame, MessageType expected, const char* what, Read read) -> Result<decltype(read(Json{}))> {
  if (frame.type != expected) return Error{Trouble::malformed, std::string("expected ") + what + ", got another message"};
  try {
    return read(Json::parse(frame.header));
  } catch (const std::exception&) {
    return Error{Trouble::malformed, std::string("the fields of ") + what + " cannot be read"};
  }
}

Json json_of(const Source& source) {
  return {{"file", source.file_name}, {"text", source.text}, {"headers", source.headers}, {"kernel", source.kernel}, {"contract", source.contract}, {"defines", source.defines}};
}
Source source_of(const Json& json) {
  return {json.at("file"), json.at("text"), json.at("headers").get<std::map<std::string, std::string>>(), json.at("kernel"), json.at("contract"),
          json.at("defines").get<std::vector<std::string>>()};
}

Json json_of(const Facts& facts) {
  return {{"gpu", facts.has_gpu}, {"reason", facts.reason}, {"device", facts.device}, {"driver", facts.driver},
          {"toolkit", facts.toolkit}, {"more", facts.more}};
}
Facts facts_of(const Json& json) {
  return {json.at("gpu"), json.at("reason"), json.at("device"), json.at("driver"), json.at("toolkit"),
          json.at("more").get<std::map<std::string, std::string>>()};
}

Json json_of(const TimingValue& timing) {
  return {{"what", timing.what}, {"median", timing.median_ms}, {"min", timing.min_ms}, {"max", timing.max_ms},
          {"runs", timing.runs}, {"threads", timing.threads}};
}
TimingValue timing_of(const Json& json) {
  return {json.at("what"), json.at("median"), json.at("min"), json.at("max"), json.at("runs"), json.at("threads")};
}

// An argument is a place in a buffer, or the value's bytes and the addresses in them.
Json json_of(const Argument& argument) {
  if (argument.buffer >= 0) return {{"buffer", argument.buffer}, {"byte_offset", argument.byte_offset}};
  Json json = {{"bytes", argument.bytes}};
  for (const Argument::Pointer& pointer : argument.pointers) json["pointers"].push_back({pointer.offset, pointer.buffer, pointer.byte_offset});
  return json;
}
Argument argument_of(const Json& json) {
  Argument argument;
  if (json.contains("buffer")) argument.buffer = json.at("buffer"), argument.byte_offset = json.at("byte_offset");
  else argument.bytes = json.at("bytes").get<Blob>();
  if (json.contains("pointers"))
    for (const Json& pointer : json.at("pointers")) argument.pointers.push_back({pointer.at(0), pointer.at(1), pointer.at(2)});
  return argument;
}

Json json_of(const Symbol& symbol) { return {{"name", symbol.name}, {"buffer", symbol.buffer}, {"byte_offset", symbol.byte_offset}}; }
Symbol symbol_of(const Json& json) { return {json.at("name"), json.at("buffer"), json.at("byte_offset")}; }

Json json_of(const BufferPointer& pointer) { return {pointer.holder, pointer.at, pointer.buffer, pointer.byte_offset}; }
BufferPointer buffer_pointer_of(const Json& json) { return {json.at(0), json.at(1), json.at(2), json.at(3)}; }

template <class T>
Json array_of(const std::vector<T>& values) {
  Json array = Json::array();
  for (const T& value : values) array.push_back(json_of(value));
  return array;
}

bool can_hold(const std::vector<Blob>& buffers, const BufferPointer& pointer) {
  if (pointer.holder < 0 || pointer.holder >= static_cast<int>(buffers.size())) return false;
  const size_t bytes = buffers[static_cast<size_t>(pointer.holder)].size();
  return bytes >= 8 && pointer.at <= bytes - 8;
}

}  // namespace

Frame to_frame(const Hello& hello) {
  return make(MessageType::hello, 0, {{"version", hello.version}, {"program", hello.program}, {"capabilities", hello.capabilities}});
}
Frame facts_frame(uint32_t request) { return make(MessageType::facts, request, Json::object()); }
Frame heartbeat_frame(uint32_t request, double done) { return make(MessageType::heartbeat, request, {{"done", done}}); }
Frame to_frame(uint32_t request, const CompileRequest& compile) {
  return make(MessageType::compile, request, {{"source", json_of(compile.source)}, {"architecture", compile.architecture}});
}
Frame to_frame(uint32_t request, const Facts& facts) { return make(MessageType::reply, request, json_of(facts)); }
Frame to_frame(uint32_t request, const CompileReply& reply) {
  return make(MessageType::reply, request, {{"ok", reply.ok}, {"log", reply.log}, {"ptx", reply.ptx}, {"architecture", reply.architecture}});
}
Frame to_frame(uint32_t request, const Refusal& refusal) {
  return make(MessageType::error, request, {{"kind", refusal.kind}, {"what", refusal.what}, {"log", refusal.log}});
}

Frame to_frame(uint32_t request, RunRequest run) {
  Json header = {{"key", run.key}, {"source", json_of(run.source)}, {"grid", run.grid}, {"block", run.block}, {"shared_bytes", run.shared_bytes}, {"cluster", run.cluster}, {"cooperative", run.is_cooperative},
                 {"arguments", array_of(run.arguments)}, {"buffer_names", run.buffer_names}, {"pointers", array_of(run.pointers)}, {"symbols", array_of(run.symbols)}, {"timed_runs", run.timed_runs},
                 {"time_budget_ms", run.time_budget_ms}};
  return make(MessageType::run, request, header, std::move(run.buffers));
}

Frame to_frame(uint32_t request, RunReply reply) {
  Json header = {{"log", reply.log}, {"facts", json_of(reply.facts)}, {"pointers", array_of(reply.pointers)}, {"timings", array_of(reply.timings)}};
  return make(MessageType::reply, request, header, std::move(reply.buffers));
}

Result<Hello> hello_from(const Frame& frame) {
  auto hello = parse(frame, MessageType::hello, "a greeting", [](const Json& json) {
    return Hello{json.at("version"), json.at("program"), json.at("capabilities").get<std::vector<std::string>>()};
  });
  if (hello && hello->version != version)
    return Error{Trouble::malformed, "the other side (" + hello->program + ") speaks version " + std::to_string(hello->version) +
                                         " of the protocol, this program version " + std::to_string(version)};
  return hello;
}

Result<CompileRequest> compile_request_from(const Frame& frame) {
  return parse(frame, MessageType::compile, "a request to compile",
               [](const Json& json) { return CompileRequest{source_of(json.at("source")), json.at("architecture")}; });
}

Result<RunRequest> run_request_from(Frame frame) {
  auto run = parse(frame, MessageType::run, "a request to run", [](const Json& json) {
    RunRequest request;
    request.key = json.at("key");
    request.source = source_of(json.at("source"));
    request.grid = json.at("grid");
    request.block = json.at("block");
    request.shared_bytes = json.at("shared_bytes");
    request.cluster = json.at("cluster");
    request.is_cooperative = json.at("cooperative");
    for (const Json& argument : json.at("arguments")) request.arguments.push_back(argument_of(argument));
    request.buffer_names = json.at("buffer_names").get<std::vector<std::string>>();
    for (const Json& pointer : json.at("pointers")) request.pointers.push_back(buffer_pointer_of(pointer));
    for (const Json& symbol : json.at("symbols")) request.symbols.push_back(symbol_of(symbol));
    request.timed_runs = json.at("timed_runs");
    request.time_budget_ms = json.at("time_budget_ms");
    return request;
  });
  if (!run) return run;
  run->buffers = std::move(frame.blobs);
  const auto is_there = [&](int buffer, uint64_t byte_offset) {
    return buffer >= 0 && buffer < static_cast<int>(run->buffers.size()) && byte_offset <= run->buffers[static_cast<size_t>(buffer)].size();
  };
  for (const Argument& argument : run->arguments) {
    if (argument.buffer >= 0 && !is_there(argument.buffer, argument.byte_offset)) return Error{Trouble::malformed, "an argument names a buffer that is not there, or a place behind it"};
    for (const Argument::Pointer& pointer : argument.pointers)
      if (!is_there(pointer.buffer, pointer.byte_offset) || pointer.offset + uint64_t{8} > argument.bytes.size())
        return Error{Trouble::malformed, "a pointer in an argument names a buffer that is not there, or a place behind it"};
  }
  for (const BufferPointer& pointer : run->pointers)
    if (!can_hold(run->buffers, pointer) || !is_there(pointer.buffer, pointer.byte_offset))
      return Error{Trouble::malformed, "a pointer in a buffer names one that is not there, or a place behind it"};
  for (const Symbol& symbol : run->symbols)
    if (!is_there(symbol.buffer, 0)) return Error{Trouble::malformed, "a variable names a buffer that is not there"};
  return run;
}

Result<Facts> facts_from(const Frame& frame) {
  return parse(frame, MessageType::reply, "facts", [](const Json& json) { return facts_of(json); });
}

Result<CompileReply> compile_reply_from(const Frame& frame) {
  return parse(frame, MessageType::reply, "what came of compiling",
               [](const Json& json) { return CompileReply{json.at("ok"), json.at("log"), json.at("ptx"), json.at("architecture")}; });
}

Result<RunReply> run_reply_from(Frame frame) {
  auto reply = parse(frame, MessageType::reply, "what came of running", [](const Json& json) {
    RunReply result;
    result.log = json.at("log");
    result.facts = facts_of(json.at("facts"));
    for (const Json& pointer : json.at("pointers")) result.pointers.push_back(buffer_pointer_of(pointer));
    for (const Json& timing : json.at("timings")) result.timings.push_back(timing_of(timing));
    return result;
  });
  if (!reply) return reply;
  reply->buffers = std::move(frame.blobs);
  for (const BufferPointer& pointer : reply->pointers)
    if (!can_hold(reply->buffers, pointer)) return Error{Trouble::malformed, "a pointer in a result lies behind it"};
  return reply;
}

Result<Refusal> refusal_from(const Frame& frame) {
  return parse(frame, MessageType::error, "an error",
               [](const Json& json) { return Refusal{json.at("kind"), json.at("what"), json.at("log")}; });
}

double heartbeat_done(const Frame& frame) {
  auto done = parse(frame, MessageType::heartbeat, "a heartbeat", [](const Json& json) { return json.at("done").get<double>(); });
  return done ? *done : 0;
}

TimingValue summarize(std::string what, std::vector<double> milliseconds, int threads) {
  TimingValue timing{std::move(what), 0, 0, 0, static_cast<int>(milliseconds.size()), threads};
  if (milliseconds.empty()) return timing;
  std::sort(milliseconds.begin(), milliseconds.end());
  const size_t middle = milliseconds.size() / 2;
  timing.median_ms = milliseconds.size() % 2 ? milliseconds[middle] : (milliseconds[middle - 1] + milliseconds[middle]) / 2;
  timing.min_ms = milliseconds.front();
  timing.max_ms = milliseconds.back();
  return timing;
}

}  // namespace wb::protocol
