#include "tests/fuzz/differential/features.h"

#include "simulator/simulator.h"

namespace wb::fuzz {
namespace {

struct FeatureInfo {
  const char *name, *probe;
};
constexpr FeatureInfo infos[] = {
#define WB_INFO(name, probe) {#name, probe},
    WB_FUZZ_FEATURES(WB_INFO)
#undef WB_INFO
};

}  // namespace

const char* feature_name(Feature feature) { return infos[static_cast<size_t>(feature)].name; }

Features supported_features() {
  Features features;
  for (size_t i = 0; i < features.size(); ++i) features[i] = compile("probe.cu", infos[i].probe, "k").ok();
  return features;
}

Features features_from_names(std::string_view names) {
  Features features;
  const std::string all = "," + std::string(names) + ",";
  for (size_t i = 0; i < features.size(); ++i) features[i] = all.find("," + std::string(infos[i].name) + ",") != std::string::npos;
  return features;
}

std::string names_of(const Features& features) {
  std::string names;
  for (size_t i = 0; i < features.size(); ++i)
    if (features[i]) names += (names.empty() ? "" : ",") + std::string(infos[i].name);
  return names;
}

}  // namespace wb::fuzz
