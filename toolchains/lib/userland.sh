# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Cross-builds the programs that run inside a guest, statically linked.

# userland_build ISA: leaves <build>/<isa>/... and sets userland_dtrace, userland_lockstat and userland_plockstat to the programs
userland_build()
{
	local out=$anytrace_build/$1
	libraries_prepare "$1" static
	mkdir -p "$out"
	with_lock "$out.lock" userland_cmake "$1" "$out" || die "the programs for $1 do not build (log: $out/build.log)"
	userland_dtrace=$out/bin/dtrace
	userland_lockstat=$out/bin/lockstat
	userland_plockstat=$out/bin/plockstat
}

# libraries_prepare ISA KIND: the libraries of other projects, static or shared; sets libraries_roots to their folders, for CMAKE_PREFIX_PATH
libraries_prepare()
{
	libelf_prepare "$1" "$2"
	jsonc_prepare "$1" "$2"
	libraries_roots="$libelf_root;$jsonc_root"
}

userland_install()
{
	want cmake cmake "configures the build"
	want ninja ninja-build "runs the build"
	want make make "builds the kernel module"
	want python3 python3 "generates tables from spec/"
	want "$isa_triplet-gcc" "$isa_gcc_package" "compiles for $isa"
	want_file "$(isa_libc)" "$isa_libc_package" "C library for $isa"
	want_file "/usr/lib/*/libelf.so.1" libelf1 "wanted by the kernel's build programs"
	libelf_install
	want gcc gcc "compiles programs of this machine"
	want_file "/usr/include/stdio.h" libc6-dev "C library of this machine"
}

isa_libc()
{
	case $isa_libc_package in
	libc6-dev) echo "/usr/lib/*/libc.a" ;;
	*) echo "/usr/$isa_triplet/lib/libc.a" ;;
	esac
}

# userland_add: the commands, and the tools as commands, go into the guest
userland_add()
{
	local tool
	guest_add "$userland_dtrace" bin/dtrace
	guest_add "$userland_lockstat" bin/lockstat
	guest_add "$userland_plockstat" bin/plockstat
	guest_add "$anytrace_top/userland/tools" usr/local/share/anytrace/tools
	mkdir -p "$guest_overlay/usr/sbin"
	ln -sf /bin/dtrace "$guest_overlay/usr/sbin/anytrace"
	for tool in "$anytrace_top"/userland/tools/*.d; do
		ln -sf "/usr/local/share/anytrace/tools/${tool##*/}" "$guest_overlay/bin/$(basename "$tool" .d)"
	done
}

userland_cmake()
{
	local isa=$1 out=$2 made
	made=$(userland_fingerprint "$isa" "$out") || return
	! is_made "$out/made" "$made" "$out"/bin/{dtrace,lockstat,plockstat} || return 0
	rm -f "$out/made"
	# configured once; again when other libraries are wanted
	if [ ! -e "$out/build.ninja" ] || ! grep -qxF "CMAKE_PREFIX_PATH:UNINITIALIZED=$libraries_roots" "$out/CMakeCache.txt"; then
		logged "$out/build.log" cmake -G Ninja -S "$anytrace_top" -B "$out" -DDTRACE_ISA="$isa" -DDTRACE_TESTS=OFF \
			-UDTRACE_z_* -UDTRACE_elf_* -UDTRACE_dw_* -UDTRACE_json-c_* -DCMAKE_PREFIX_PATH="$libraries_roots" -DCMAKE_TOOLCHAIN_FILE="$anytrace_top/toolchains/cross.cmake" -DCMAKE_BUILD_TYPE=Release \
			-DCMAKE_EXE_LINKER_FLAGS=-static -DCMAKE_RUNTIME_OUTPUT_DIRECTORY="$out/bin" || return
	fi
	logged "$out/build.log" cmake --build "$out" -j "$anytrace_jobs" --target dtrace lockstat plockstat && echo "$made" >"$out/made"
}

# userland_fingerprint ISA OUT: what the programs are made of: the tree, where it is, the libraries, the compiler
userland_fingerprint()
{
	# shellcheck disable=SC2086
	fingerprint "$1" "$2" "$libraries_roots" "$(anytrace_commit)" "$("$isa_triplet-gcc" --version | head -n 1)" -- \
		$anytrace_sources userland toolchains/cross.cmake "toolchains/$1.conf" docs/cookbook.md docs/tutorial.md
}

# helpers_install: what the tests' helper programs want beside that
helpers_install()
{
	[ -z "$isa_musl" ] || want "$isa_musl" "$isa_musl_package" "compiles programs with another C library for tests on $isa"
	[ -n "$isa_narrow" ] || return 0
	want "$isa_narrow-gcc" "$isa_narrow_gcc" "compiles 32-bit programs for tests on $isa"
	want_file "/usr/$isa_narrow/lib/libc.a" "$isa_narrow_libc" "C library of 32-bit programs for tests on $isa"
}

# helpers_build ISA: the small programs of tests/vm/helpers, one file each, and as NAME32 what a 64-bit kernel runs of 32 bits:
# the same programs, and dtrace itself where that CPU is one of ours; sets helpers_folder
helpers_build()
{
	helpers_folder=$anytrace_build/$1-helpers
	mkdir -p "$helpers_folder"
	with_lock "$helpers_folder.lock" helpers_make || die "the tests' helper programs for $1 do not build"
	[ -n "$isa_narrow_isa" ] || return 0
	userland_build "$isa_narrow_isa"
	cp -pu "$userland_dtrace" "$helpers_folder/dtrace32"
}

helpers_make()
{
	local source name kind
	for source in "$anytrace_top"/tests/vm/helpers/*.c; do
		name=$(basename "$source" .c)
		helper_compile "$isa_triplet-gcc" "$source" "$helpers_folder/$name" -static || return
		[ -z "$isa_narrow" ] || helper_compile "$isa_narrow-gcc" "$source" "$helpers_folder/${name}32" -static || return
		for kind in $(sed -n 's/^ \* @@kinds //p' "$source"); do
			helper_kind "$kind" "$source" "$helpers_folder/$name-$kind" || return
		done
	done
}

# Languages that scripts bring programs in: a directive of this name lists their files
source_languages="go rust cxx"

# source_want LANGUAGE: its compiler
source_want()
{
	case $1 in
	go) want go golang-go "compiles programs in Go, for tests" ;;
	rust) want rustc rustc "compiles programs in Rust, for tests" ;;
	cxx) want "$isa_triplet-g++" "g++-$isa_triplet" "compiles programs in C++ for $isa, for tests" ;;
	esac
}

# source_compile LANGUAGE SOURCE PROGRAM. Go's compiler makes programs of every CPU, Debian's of Rust those of the machine's own alone. A
# program in C++ has its library as an object of its own: the guest wants Debian's libstdc++6
source_compile()
{
	case $1 in
	go) GOOS=linux GOARCH=$isa_go CGO_ENABLED=0 GO111MODULE=off GOCACHE=$anytrace_build/go-cache GOFLAGS=-trimpath go build -o "$3" "$2" ;;
	rust)
		[ "$isa_deb" = "$(host_architecture)" ] ||
			die "programs in Rust are for this machine's own CPU, not for $isa: rustc of Debian's packages makes no others"
		rustc --edition 2021 -O -C target-feature=+crt-static -o "$3" "$2"
		;;
	cxx) "$isa_triplet-g++" -O2 -ftree-vectorize -pthread -o "$3" "$2" ;;
	esac
}

# source_build LANGUAGE ISA SOURCE...: a program of each file, in source_folder
source_build()
{
	local language=$1 source program
	source_folder=$anytrace_build/$2-$language
	mkdir -p "$source_folder"
	shift 2
	for source; do
		program=$source_folder/$(basename "${source%.*}")
		[ "$program" -nt "$source" ] || source_compile "$language" "$source" "$program" || die "$source does not build for $isa"
	done
}

# helper_kind KIND SOURCE PROGRAM: of another kind than the others, which are static; dynamic ones want Debian's C library in the guest
helper_kind()
{
	case $1 in
	static-pie) # where the C library has what such programs begin with
		[ "$("$isa_triplet-gcc" -print-file-name=rcrt1.o)" = rcrt1.o ] || helper_compile "$isa_triplet-gcc" "$2" "$3" -static-pie -fpie ;;
	dynamic) helper_compile "$isa_triplet-gcc" "$2" "$3" -pie -fpie ;;
	stripped) helper_compile "$isa_triplet-gcc" "$2" "$3" -pie -fpie -s ;;
	musl) [ -z "$isa_musl" ] || helper_compile "$isa_musl" "$2" "$3" -static ;;
	*) say "$2: no such kind: $1" && return 1 ;;
	esac
}

# helper_compile COMPILER SOURCE PROGRAM OPTION...
helper_compile()
{
	local compiler=$1 source=$2 program=$3
	shift 3
	[ "$program" -nt "$source" ] && [ -z "$(find "$anytrace_top/include" -newer "$program" -print -quit)" ] && return
	"$compiler" -std=gnu11 -O2 -fno-omit-frame-pointer -fasynchronous-unwind-tables -Wall -Wextra -Werror -I"$anytrace_top/include" "$@" "$source" -o "$program"
}
