#!/bin/bash
# SPDX-License-Identifier: MIT OR GPL-2.0-only
# test_install.sh TREE BUILD PREFIX LIBDIR [COMPILER-FLAG...] - `cmake --install` into an empty folder: the files that are there, none that another
# package has; then examples/top.c and top.cc, compiled with what pkg-config says about it, print a top 5 each second until a signal.
tree=$1 build=$2 prefix=$3 libdir=$4
shift 4
flags=("$@")
. "$tree/toolchains/lib/all.sh"
version=$(anytrace_version)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

check()
{
	local what=$1
	shift
	if ! "$@"; then
		echo "FAILED: $what"
		failed=1
	fi
}

root=$work/root top=$work/root$prefix
if ! DESTDIR=$root cmake --install "$build" >"$work/log" 2>&1; then
	cat "$work/log"
	exit 1
fi

# ---- the files
for path in sbin/anytrace sbin/dtrace sbin/lockstat sbin/opensnoop share/anytrace/tools/opensnoop.d share/anytrace/tools/slabtop.d share/man/man8/lockstat.8.gz share/man/man8/opensnoop.8.gz share/man/man8/anytrace-slabtop.8.gz share/bash-completion/completions/lockstat share/bash-completion/completions/opensnoop "$libdir/libdtrace.so.1" "$libdir/anytrace/libdtrace.so" "$libdir/pkgconfig/libdtrace.pc" \
	include/anytrace/dtrace.h include/anytrace/dtrace/ioctl.h include/anytrace/sys/dtrace.h share/anytrace/lib/io.d share/man/man8/dtrace.8.gz \
	share/bash-completion/completions/dtrace share/zsh/vendor-completions/_anytrace lib/udev/rules.d/60-anytrace.rules share/doc/anytrace/examples/modules-load.d-dtrace.conf \
	"src/anytrace-$version/dkms.conf" "src/anytrace-$version/Kbuild" "src/anytrace-$version/core/entry.h"; do
	check "$path is installed" test -s "$top/$path"
done
if [ -e "$build/userland/export/dtrace-export" ]; then
	for path in sbin/dtrace-export share/man/man8/dtrace-export.8.gz share/bash-completion/completions/dtrace-export lib/systemd/system/dtrace-export@.service share/doc/anytrace-export/examples/anytrace.url; do
		check "$path is installed" test -s "$top/$path"
	done
	check "the service starts it" grep -q "^ExecStart=$prefix/sbin/dtrace-export " "$top/lib/systemd/system/dtrace-export@.service"
fi
check "zsh completes the tools" grep -q '^#compdef dtrace anytrace lockstat plockstat dtrace-export .* opensnoop ' "$top/share/zsh/vendor-completions/_anytrace"
# symbolic links lead somewhere, and nothing leads out
check "no link leads to nothing" test -z "$(find "$root" -xtype l)"
check "the library has the project's version" test -e "$top/$libdir/libdtrace.so.1.$version"

check "the version is written once" test "$(cd "$tree" && grep -rlwF "$version" base cmake core include isa os packaging providers spec toolchains userland CMakeLists.txt)" = CMakeLists.txt
check "dkms.conf knows the version" grep -qx "PACKAGE_VERSION=\"$version\"" "$top/src/anytrace-$version/dkms.conf"
check "the command runs" test "$("$top/sbin/dtrace" -V)" = "dtrace: anytrace D 1.13"
# starts FILE ARGUMENT...: as the kernel does it, whose root is the folder: the interpreter of the first line, with its argument and the file
starts()
{
	local file=$1 interpreter argument
	shift
	IFS=' ' read -r interpreter argument <"$file"
	"$root${interpreter#\#!}" "$argument" "$file" "$@"
}
for tool in "$top"/share/anytrace/tools/*.d; do
	check "${tool##*/} starts" test "$(starts "$tool" --help | head -n 1 | cut -d ' ' -f 1)" = "$(basename "$tool" .d)"
done
check "opensnoop is one of them" test "$(starts "$top/sbin/opensnoop" --help | head -n 1)" = "opensnoop - which files do programs open, and which do they look for in vain?"
for script in "$top"/share/doc/anytrace/examples/*.d; do
	IFS=' ' read -r interpreter argument <"$script"
	check "${script##*/} is executable, and its interpreter is installed" test -x "$script" -a -x "$root${interpreter#\#!}" -a "$argument" = -s
done
manual_names()
{
	gzip -cd "$top/share/man/man8/opensnoop.8.gz" | grep -qxF ".I $prefix/share/anytrace/tools/opensnoop.d"
}
check "the manual page of a tool names its file" manual_names
check "the manual page is whole" gzip -t "$top/share/man/man8/anytrace.8.gz"
# systemtap-sdt-dev; dtrace, libdtrace2, libdtrace2-dev of Debian. The names sbin/dtrace and man8/dtrace.8.gz are for the packages' scripts.
for path in bin/dtrace share/man/man1/dtrace.1.gz include/sys/sdt.h include/dtrace.h include/dtrace include/sys "$libdir/libdtrace.so" \
	"$libdir/dtrace" lib/udev/rules.d/60-dtprobed.rules; do
	check "$path is another package's" test ! -e "$top/$path"
done

# the module's sources: all that Kbuild names, for each CPU, and the tables
for isa in $anytrace_isas; do
	objects=$(sed -n "/^dt_objects_$isa := /,/^\$/p" "$top/src/anytrace-$version/Kbuild" | grep -o '[^ 	]*\.o')
	check "$isa has objects" test "$(echo "$objects" | wc -l)" -gt 50
	for object in $objects; do
		check "$object of $isa has its source" compgen -G "$top/src/anytrace-$version/${object%.o}.[cS]" >/dev/null
	done
	check "$isa has its tables" test -s "$top/src/anytrace-$version/generated/$isa/dt_version.h" -a "$(ls "$top/src/anytrace-$version/generated/$isa" | wc -l)" -gt 1
done
for file in $(grep -v '^dt_objects' "$top/src/anytrace-$version/Kbuild" | grep -o '\$(src)/os/[a-z_/-]*\.[a-z]*' | sort -u); do
	check "Kbuild names ${file#*/}" test -s "$top/src/anytrace-$version/${file#*/}"
done
check "nothing of this machine is in the sources" test -z "$(grep -rl "$tree" "$top/src")"

# ---- programs on the library
pkg_config()
{
	PKG_CONFIG_SYSROOT_DIR=$root PKG_CONFIG_PATH=$top/$libdir/pkgconfig pkg-config "$@" libdtrace
}

check "pkg-config knows the version" test "$(pkg_config --modversion)" = "$version"

# compile COMPILER SOURCE PROGRAM
compile()
{
	# shellcheck disable=SC2046
	"$1" -Wall -Wextra -Werror "${flags[@]}" "$2" $(pkg_config --cflags --libs) -o "$3"
}

# prints_tops PROGRAM: two tops come, then a signal ends it with status 0
prints_tops()
{
	local pid status tries=0
	: >"$work/out" # now: the program before had its tops there, too, and the new process empties the file when it likes
	LD_LIBRARY_PATH=$top/$libdir "$1" >"$work/out" 2>&1 &
	pid=$!
	until [ "$(grep -c '^--$' "$work/out")" -ge 3 ] || [ $tries -gt 600 ] || ! kill -0 $pid 2>/dev/null; do
		sleep 0.1
		tries=$((tries + 1))
	done
	kill -INT $pid 2>/dev/null
	wait $pid
	status=$?
	if [ $status != 0 ] || ! grep -Eq "^ *[0-9]+  ${1##*/}  $pid  [0-9]+  profile-97  0x[0-9a-f]+" "$work/out"; then
		echo "${1##*/} ends with $status after:"
		head -n 20 "$work/out"
		return 1
	fi
}

check "top.c compiles" compile cc "$tree/examples/top.c" "$work/top"
check "top.cc compiles" compile c++ "$tree/examples/top.cc" "$work/toppp"
check "consumer.c compiles" compile cc "$tree/examples/consumer.c" "$work/consumer"
check "top prints" prints_tops "$work/top"
check "top in C++ prints" prints_tops "$work/toppp"
check "consumer prints" env LD_LIBRARY_PATH="$top/$libdir" "$work/consumer" >"$work/out"

# ---- from Python
python_traces()
{
	local preload=
	[ ${#flags[@]} = 0 ] || preload="$(cc -print-file-name=libasan.so) $(cc -print-file-name=libubsan.so)"
	env LD_PRELOAD="$preload" ASAN_OPTIONS=detect_leaks=0 PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$1" LD_LIBRARY_PATH="$top/$libdir" /usr/bin/python3 -c '
import anytrace
with anytrace.Session("host") as session:
    session.compile("BEGIN { trace(42); exit(0); }")
    assert [record.values for record in session.trace()] == [[42, 0]]
    print(anytrace.__file__)'
}
if grep -q '^DTRACE_PYTHON:BOOL=ON' "$build/CMakeCache.txt"; then
	python=$(compgen -G "$top/lib/python3*/*-packages")
	check "the Python package has its modules, its types and what is made of dtrace.h" test -s "$python/anytrace/session.py" -a -e "$python/anytrace/py.typed" -a -s "$python/anytrace/_ffi.py"
	check "the Python package traces" test "$(python_traces "$python")" = "$python/anytrace/__init__.py"
fi
[ $failed = 0 ] && echo "$(find "$root" -type f | wc -l) files installed"
exit $failed
