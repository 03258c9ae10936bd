# Sourced by run.sh and test.sh: makes sure that the distribution's packages we build with are there.
#   need_packages PURPOSE PACKAGE...
# Asks dpkg once and remembers the answer in build/, so that a second start costs nothing.

build_packages=(cmake ninja-build g++ pkg-config ccache nlohmann-json3-dev libcli11-dev libmd4c-dev libtomlplusplus-dev libstb-dev)
window_packages=(libglfw3-dev libimgui-dev libfreetype-dev libgl-dev libgl1-mesa-dri fonts-inter fonts-jetbrains-mono fonts-noto-cjk)
test_packages=(doctest-dev libbenchmark-dev xvfb xauth)

need_packages() {
  local purpose=$1; shift
  local stamp="build/.packages-$purpose"
  [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$*" ] && return 0
  mkdir -p build
  if command -v dpkg-query >/dev/null; then
    local missing=() package
    for package in "$@"; do
      dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
    done
    if [ ${#missing[@]} -gt 0 ]; then
      echo "Installing packages needed to $purpose Warpbook: ${missing[*]}" >&2
      local as_root=()
      if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null; then
          echo "error: these packages are missing and sudo is not here; as root, run:" >&2
          echo "  apt-get install ${missing[*]}" >&2
          exit 2
        fi
        echo "(apt-get needs root: sudo may ask for your password)" >&2
        as_root=(sudo)
      fi
      export DEBIAN_FRONTEND=noninteractive
      "${as_root[@]}" apt-get update -qq >&2 || echo "warning: the package lists could not be renewed; trying with the old ones" >&2
      if ! "${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >build/packages.log 2>&1; then
        tail -20 build/packages.log >&2
        echo "error: apt-get could not install the packages above (whole log: build/packages.log)" >&2
        exit 2
      fi
    fi
  elif ! command -v cmake >/dev/null || ! command -v ninja >/dev/null; then
    echo "error: this is no Debian or Ubuntu; please install the equivalents of: $*" >&2
    exit 2
  fi
  printf '%s' "$*" >"$stamp"
}

# Configures once (ninja configures again by itself when a CMakeLists.txt changes), then builds what is out of date.
#   build_preset PRESET
build_preset() {
  local preset=$1
  # What one clone has compiled serves another one: paths in the clone count from its build folder.
  command -v ccache >/dev/null && export WB_COMPILER_LAUNCHER=ccache CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1
  if [ ! -f "build/$preset/build.ninja" ]; then
    if ! cmake --preset "$preset" >build/configure.log 2>&1; then
      cat build/configure.log >&2
      echo "error: configuring failed (log: build/configure.log)" >&2
      exit 2
    fi
    grep -E '^-- (window|GPU worker|tests):' build/configure.log >&2 || true
  fi
}
