#pragma once
// The pictures and .npy files that a launch's buffers start from, read once. A picture's side that is a value of the launch can be moved:
// the picture is cut, or repeated, to that size (resized() in picture.h).
#include <map>
#include <string>

#include "app/workbook/buffer_start.h"
#include "app/workbook/complaint_sink.h"

namespace wb {

class LaunchFiles {
 public:
  // Reads the files of all buffers, and complains about each that cannot be had.
  LaunchFiles(const Lesson& lesson, const LaunchSpec& stage, ComplaintSink& complaints);

  const BufferFile* of(const BufferSpec& buffer) const;  // null: it starts from no file, or that could not be read
  bool is_missing(const BufferSpec& buffer) const;       // it starts from a file that could not be read
  // Where `value` is the width or height of a picture, as "rgb.width" is: gives that picture this side.
  void move_side(const ValueSpec& value, double number);

 private:
  void resize(Picture& picture, const std::string& side, const ValueSpec& value, double number);

  ComplaintSink& complaints_;
  std::map<std::string, BufferFile> files_;  // by buffer
};

}  // namespace wb
