# `make`: builds the engine with nothing but a C++20 compiler and GNU make (no CMake, no library). OpenBench
# uses it. Everything else (tests, library, tools) is built by CMake: see README.md.
#
# Each combination of compiler and flags has its own folder for objects, so changing one of them never mixes
# objects, and changing back compiles nothing.

EVALFILE ?=
TUNE     ?=
PREFIX   ?= /usr/local
# Empty in a plain `make`; the user's flags are added to ours.
CXXFLAGS ?=
LDFLAGS  ?=

.DELETE_ON_ERROR:
.SUFFIXES:

# ---- what to build --------------------------------------------------------------------------------------
# The engine rooms come from the one table.
rooms   := $(shell sed -n 's/\#.*//; s/^@engine *: *//p' scripts/layers.txt)
ifeq ($(strip $(rooms)),)
  $(error scripts/layers.txt has no line '@engine : rooms')
endif
sources := $(foreach room,$(rooms),$(wildcard src/$(room)/*.cpp))

# ---- how ------------------------------------------------------------------------------------------------
# The compiler's target, as processor-vendor-system, and the processor of this machine. A cross compiler has
# no `native`, so the default is then any processor of that kind. An empty ARCH also means the compiler's
# default.
target    := $(shell $(CXX) -dumpmachine)
cpu_name   = $(patsubst amd64,x86_64,$(patsubst arm64,aarch64,$(1)))
processor := $(call cpu_name,$(firstword $(subst -, ,$(target))))
ifneq ($(and $(findstring mingw,$(target)),$(findstring Linux,$(shell uname -s))),)
  ARCH ?= x86-64-v2
else ifeq ($(processor),$(call cpu_name,$(shell uname -m)))
  ARCH ?= native
endif
# On ARM, names of processors (and native) need -mcpu; names of architectures start with armv.
ifneq ($(ARCH),)
  arch_flag := $(if $(and $(filter aarch64,$(processor)),$(filter-out armv%,$(ARCH))),-mcpu,-march)
  arch_flag := $(arch_flag)=$(ARCH:armv8=armv8-a)
endif

# Some compilers can't link with LTO (no linker plugin): try it, and do without if it fails.
lto_flag := $(shell mkdir -p build/make && probe=build/make/probe.$$$$ && \
  for flag in -flto=auto -flto; do \
    if echo 'int main() {}' | $(CXX) $$flag -x c++ - -o $$probe 2>/dev/null; then echo $$flag; break; fi; \
  done; rm -f $$probe)

# No fused multiply-add: the same numbers on every machine (as in src/kernels/room.cmake).
flags := -std=c++20 -O3 -DNDEBUG -pthread -ffp-contract=off -Wall -Wextra $(arch_flag) $(lto_flag) -Isrc
ifneq ($(findstring mingw,$(target)),)
  suffix     := .exe
  # One file that needs no library but Windows' own. (_WIN32_WINNT: Windows 10, the oldest that is still
  # updated.) Threads get the stack that they have on Linux, 8 MB.
  link_flags := -static -Wl,--stack,8388608 -Wl,--no-insert-timestamp
  libraries  := -lws2_32
  flags      += -D_WIN32_WINNT=0x0A00
  # g++ assumes a stack aligned to 32 bytes, which Windows doesn't guarantee (GCC bug 54412): let the
  # assembler write moves that don't need it.
  ifeq ($(shell echo | $(CXX) -Wa,-muse-unaligned-vector-move -x assembler -c - -o /dev/null 2>&1),)
    flags += -Wa,-muse-unaligned-vector-move
  else
    $(warning this assembler is older than binutils 2.38: kernels with AVX may crash; set TABIA_KERNELS=sse4.1)
  endif
endif

# g++ treats the sources of a united file as headers and warns if they use types of a namespace { }.
unity_flag := $(if $(findstring clang,$(shell $(CXX) --version)),,-Wno-subobject-linkage)

# The search parameters as UCI options, for tuning.
ifneq ($(filter-out 0,$(TUNE)),)
  flags += -DTABIA_TUNE
endif

# The network to embed in the binary.
ifneq ($(strip $(EVALFILE)),)
  ifneq ($(words $(EVALFILE)),1)
    $(error EVALFILE='$(EVALFILE)': a path with spaces does not work with make, expected one without)
  endif
  evalfile := $(abspath $(EVALFILE))
  ifeq ($(wildcard $(evalfile)),)
    $(error EVALFILE=$(EVALFILE): no such file ($(evalfile)), expected the path of a network file)
  endif
  flags += -DTABIA_EVALFILE='"$(evalfile)"'
endif

EXE     ?= tabia$(suffix)
version := $(shell cat VERSION)
commit  := $(shell if [ -e .git ]; then GIT_OPTIONAL_LOCKS=0 \
  git describe --always --dirty --abbrev=7 --exclude='*' 2>/dev/null; fi)
commit  := $(or $(commit),unknown)
version_flags := -DTABIA_VERSION='"$(version)"' -DTABIA_COMMIT='"$(commit)"'

compile := $(CXX) $(flags) $(CXXFLAGS)
link    := $(CXX) $(flags) $(CXXFLAGS) $(link_flags) $(LDFLAGS)
compiler_version := $(shell $(CXX) --version | head -n 1)
key     := $(firstword $(shell printf '%s' "$(subst ",\",$(compiler_version) $(compile) $(link))" | cksum))
folder  := build/make/$(key)
program := $(folder)/tabia$(suffix)

# A room is compiled as one file that includes its sources: most of what a compiler reads is the standard library, and
# `make -j` then starts few compilers. Compiled separately: the file that has the version, the kernels (each
# for its own instruction set) and the network, which the assembler reads.
alone   := $(filter src/cli/version.cpp src/kernels/% src/nn/embedded.cpp,$(sources))
united  := $(sort $(foreach source,$(filter-out $(alone),$(sources)),$(word 2,$(subst /, ,$(source)))))
objects := $(alone:src/%.cpp=$(folder)/%.o) $(united:%=$(folder)/%.o)

# ---- rules ----------------------------------------------------------------------------------------------
.PHONY: all clean install help FORCE

# The program is linked in its folder and copied if it differs, because EXE may have been built with other
# settings.
all: $(program)
	@cmp -s $(program) '$(EXE)' || { cp $(program) '$(EXE)' && echo "built $(EXE)"; }

$(program): $(objects)
	+$(link) -o $@ $(objects) $(libraries)

$(folder)/%.o: src/%.cpp Makefile
	@mkdir -p $(@D)
	$(compile) -MMD -MP -c $< -o $@

# (Rewritten only if a source was added or removed.)
$(united:%=$(folder)/%.cpp): $(folder)/%.cpp: FORCE
	@mkdir -p $(@D)
	@printf '#include "%s"\n' $(patsubst src/%,%,$(filter-out $(alone),$(filter src/$*/%,$(sources)))) > $@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@
$(united:%=$(folder)/%.o): $(folder)/%.o: $(folder)/%.cpp Makefile
	$(compile) $(unity_flag) -MMD -MP -c $< -o $@

# The embedded network is read by the assembler, which link-time optimization must leave alone.
$(folder)/nn/embedded.o: compile += -fno-lto
$(folder)/nn/embedded.o: $(or $(evalfile),nets/default.net)

# Only one file has version and commit, and only that file is compiled again when they change.
$(folder)/cli/version.o: compile += $(version_flags)
$(folder)/cli/version.o: $(folder)/version.txt
$(folder)/version.txt: FORCE
	@mkdir -p $(@D)
	@echo '$(version) $(commit)' | cmp -s - $@ || echo '$(version) $(commit)' > $@

clean:
	rm -rf build/make
	rm -f '$(EXE)'

install: all
	mkdir -p '$(DESTDIR)$(PREFIX)/bin' '$(DESTDIR)$(PREFIX)/share/man/man1' \
	  '$(DESTDIR)$(PREFIX)/share/bash-completion/completions'
	cp $(program) '$(DESTDIR)$(PREFIX)/bin/tabia'
	$(program) man > '$(DESTDIR)$(PREFIX)/share/man/man1/tabia.1'
	$(program) completion bash > '$(DESTDIR)$(PREFIX)/share/bash-completion/completions/tabia'

help:
	@echo 'make [-j] [EXE=name] [CXX=compiler] [ARCH=native|x86-64-v3|...] [EVALFILE=network] [TUNE=1]'
	@echo '     [CXXFLAGS=...]'
	@echo 'make install [PREFIX=/usr/local] [DESTDIR=...]    the engine, its manual page, bash completion'
	@echo 'make clean'
	@echo 'Builds the engine with a bare compiler. For tests, library and all tools: ./run, ./test, CMake.'

-include $(objects:.o=.d)
