# Sourced by ./run, ./test and the scripts: messages, packages, configuring and building.
# Expects `root` (the top of the tree). Nothing here writes to standard output: a GUI may be listening there.
# shellcheck shell=bash
: "${root:?scripts/setup.sh needs root}"

say() { printf '%s: %s\n' "${program:-tabia}" "$*" >&2; }
die() {
  say "$*"
  exit 1
}

# ---- packages -------------------------------------------------------------------------------------------

# Preprocesses an #include: true if the header is there, wherever it came from.
has_header() { printf '#include <%s>\n' "$1" | "${CXX:-c++}" -x c++ -E - >/dev/null 2>&1; }

# Links an empty fuzz target: clang alone has no runtime libraries.
has_libfuzzer() {
  local output
  output=$(mktemp) || return 1
  printf 'extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) { return 0; }\n' |
    clang++ -x c++ -fsanitize=fuzzer,address - -o "$output" >/dev/null 2>&1
  local status=$?
  rm -f "$output"
  return "$status"
}

# Is the thing that the Debian package provides installed? Looks for the thing itself, so that a compiler or
# tool from elsewhere is as good as the package, and apt-get isn't called for things that work.
has_package() {
  local CXX=${CXX-}
  case $1 in
    g++) command -v "${CXX%% *}" >/dev/null || { [[ -z $CXX ]] && command -v c++ g++ clang++ >/dev/null; } ;;
    ninja-build) command -v ninja >/dev/null ;;
    clang) command -v clang++ >/dev/null ;;
    libclang-rt-dev) has_libfuzzer ;;
    libgtest-dev) has_header gtest/gtest.h ;;
    libbenchmark-dev) has_header benchmark/benchmark.h ;;
    libzstd-dev) has_header zstd.h ;;
    libasio-dev) has_header asio.hpp ;;
    libsimdjson-dev) has_header simdjson.h ;;
    libssl-dev) has_header openssl/ssl.h ;;
    libsqlite3-dev) has_header sqlite3.h ;;
    libfathom-dev) has_header tbprobe.h ;;
    zlib1g-dev) has_header zlib.h ;;
    libbz2-dev) has_header bzlib.h ;;
    libz-mingw-w64-dev) [[ -f /usr/x86_64-w64-mingw32/lib/libz.a ]] ;;
    libopenmpi-dev) has_header mpi.h || compgen -G '/usr/lib/*/openmpi/include/mpi.h' >/dev/null ;;
    openmpi-bin) command -v mpirun >/dev/null ;;
    slurm-wlm) command -v slurmctld slurmd >/dev/null ;;
    munge) command -v munged >/dev/null ;;
    tcl) command -v tclsh >/dev/null ;;
    lld) command -v wasm-ld wasm-ld-14 >/dev/null ;;
    wasi-libc) [[ -f /usr/lib/wasm32-wasi/libc.a ]] ;;
    libc++-14-dev-wasm32) [[ -f /usr/lib/wasm32-wasi/libc++.a ]] ;;
    libclang-rt-14-dev-wasm32) compgen -G '/usr/lib/llvm-14/lib/clang/14*/lib/wasi/libclang_rt.builtins-wasm32.a' >/dev/null ;;
    g++-aarch64-linux-gnu) command -v aarch64-linux-gnu-g++ >/dev/null ;;
    g++-mingw-w64-x86-64-posix) command -v x86_64-w64-mingw32-g++-posix >/dev/null ;;
    wine64) command -v wine64 wine >/dev/null || [[ -x /usr/lib/wine/wine64 ]] ;;
    qemu-user) command -v qemu-aarch64 >/dev/null ;;
    googletest) [[ -f /usr/src/googletest/googletest/src/gtest-all.cc ]] ;;
    nodejs) command -v node >/dev/null ;;
    pybind11-dev) [[ -f /usr/include/pybind11/pybind11.h ]] ;;
    python3-dev) compgen -G '/usr/include/python3*/Python.h' >/dev/null ;;
    python3-numpy) /usr/bin/python3 -c 'import numpy' 2>/dev/null ;;
    python3-venv) /usr/bin/python3 -c 'import ensurepip' 2>/dev/null ;;
    debhelper) command -v dh >/dev/null ;;
    iproute2) command -v ip >/dev/null ;;
    dh-python) command -v dh_python3 >/dev/null ;;
    python3-onnx) /usr/bin/python3 -c 'import onnx' 2>/dev/null ;;
    python3-opencv) /usr/bin/python3 -c 'import cv2' 2>/dev/null ;;
    pocl-opencl-icd) [[ -f /etc/OpenCL/vendors/pocl.icd ]] ;;
    ocl-icd-libopencl1) compgen -G '/usr/lib/*/libOpenCL.so.1' >/dev/null ;;
    pkg-config) command -v pkg-config >/dev/null ;;
    # Debian keeps games out of root's PATH.
    stockfish) command -v stockfish /usr/games/stockfish >/dev/null ;;
    *) command -v "$1" >/dev/null ;;
  esac
}

# Sets `missing` to the given packages that aren't installed.
find_missing() {
  missing=()
  local package
  for package in "$@"; do
    has_package "$package" || missing+=("$package")
  done
}

apt() {
  local as_root=()
  ((EUID == 0)) || as_root=(sudo)
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 "$@" </dev/null
}

# The reason in an apt-get log: its first error line, else its last line.
apt_reason() {
  local reason
  reason=$(grep -m 1 '^E:' "$1" || tail -n 1 "$1")
  printf '%s' "${reason:-no reason given}"
}

# Has the list of packages been fetched by this process?
apt_is_current=0

# Installs the given packages that are missing. If some can't be installed, says which and why, and returns 1.
install_missing() {
  local missing
  find_missing "$@"
  ((${#missing[@]})) || return 0
  if ! command -v apt-get >/dev/null; then
    say "missing: ${missing[*]}; can't install: this system has no apt-get. Install the equivalent packages by hand."
    return 1
  fi
  if ((EUID != 0)) && ! command -v sudo >/dev/null; then
    say "missing: ${missing[*]}; can't install: not root and no sudo. As root: apt-get install ${missing[*]}"
    return 1
  fi

  local log="$root/build/apt.log" failed=() package
  mkdir -p "$root/build"
  say "installing ${missing[*]}"
  # What counts is whether the thing is installed afterward, so errors are read from the log below.
  : >"$log"
  if ((!apt_is_current)); then
    apt update 2>&1 | tee "$log" >&2 || true
    apt_is_current=1
  fi
  apt install --yes --no-install-recommends "${missing[@]}" 2>&1 | tee -a "$log" >&2 || true
  # One bad package makes apt-get refuse all of them: install the rest one by one, and name the bad ones.
  find_missing "${missing[@]}"
  for package in ${missing[@]+"${missing[@]}"}; do
    apt install --yes --no-install-recommends "$package" >"$log" 2>&1 || true
    if ! has_package "$package"; then
      say "can't install the package '$package': $(apt_reason "$log")"
      failed+=("$package")
    fi
  done
  ((${#failed[@]} == 0))
}

# ---- building -------------------------------------------------------------------------------------------

# Runs a command while holding build/NAME.lock, so that two runs never work in the same folder at the same
# time.
with_lock() {
  local name=$1 lock
  shift
  mkdir -p "$root/build" || die "can't write to $root/build"
  exec {lock}>"$root/build/$name.lock"
  if ! flock --nonblock "$lock"; then
    say "waiting for another run in $root"
    flock "$lock"
  fi
  "$@"
  local status=$?
  exec {lock}>&-
  return "$status"
}

# Configures a preset if that wasn't done yet or the presets changed; CMake notices everything else by itself.
configure() {
  local preset=$1 folder="$root/build/$1"
  if [[ -f $folder/.configured && ! $root/CMakePresets.json -nt $folder/.configured ]] &&
    grep -qsxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$folder/CMakeCache.txt"; then
    return 0
  fi
  # An incomplete configuration, or one of a tree that was moved: start over.
  rm -rf "${folder:?}/CMakeCache.txt" "${folder:?}/CMakeFiles" "${folder:?}/.configured"
  say "configuring the $preset preset"
  mkdir -p "$folder"
  if ! (cd "$root" && cmake --preset "$preset" </dev/null >"$folder/configure.log" 2>&1); then
    cat "$folder/configure.log" >&2
    return 1
  fi
  touch "$folder/.configured"
}

# ccache, if installed, reuses what was compiled before, even on another branch or in another clone: objects
# don't depend on the folder of the tree (-ffile-prefix-map, tests/paths.h).
if [[ -z ${CMAKE_CXX_COMPILER_LAUNCHER-} ]] && command -v ccache >/dev/null; then
  export CMAKE_CXX_COMPILER_LAUNCHER=ccache CCACHE_SLOPPINESS=${CCACHE_SLOPPINESS-pch_defines,time_macros}
  export CCACHE_BASEDIR=${CCACHE_BASEDIR-$root} CCACHE_NOHASHDIR=${CCACHE_NOHASHDIR-1}
fi

# build PRESET [TARGET...]
build() {
  local preset=$1 folder="$root/build/$1"
  shift
  configure "$preset" && ninja -C "$folder" -j "$(nproc)" "$@" </dev/null >&2
}
