#!/bin/bash
# SPDX-License-Identifier: MIT OR GPL-2.0-only
# test_programs.sh TREE LOOK DTRACE - programs with probes: the header of dtrace -h is compiled by each compiler of this machine, for
# each CPU, in C and C++, with and without optimization, static, shared, position-independent, and linked with the object of dtrace -G. The
# notes are what readelf -n sees, each argument has a place, the parts of a program share a semaphore, and the program runs.
tree=$1 look=$2 dtrace=$3
. "$tree/toolchains/lib/all.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$tree"/tests/unit/userland/usdt/program/* "$work" && cd "$work" || exit 1
failed=0 made=0
warnings="-Wall -Wextra -Wshadow -Wpedantic -Werror"

fail()
{
	echo "FAILED: $isa: $what: $*"
	failed=1
}

# what readelf -n says: provider, name with dashes, location, semaphore, arguments
readelf_sites()
{
	readelf -nW "$1" 2>/dev/null | awk '
		function plain(number) { sub(/^0x0*/, "", number); return "0x" (number == "" ? "0" : number) }
		/Provider: / { provider = $NF }
		/ Name: / { name = $2; gsub(/__/, "-", name) }
		/Location: / { gsub(/,/, ""); location = $2; semaphore = $6 }
		/Arguments:/ { sub(/^ *Arguments: ?/, ""); print provider, name, plain(location), plain(semaphore), $0 }'
}

# check_notes FILE PROBES: LOOK and readelf agree; the file has exactly these probes; no argument is refused, every site has a semaphore
check_notes()
{
	"$look" "$1" >got 2>&1 || { fail "$1: $(cat got)"; return; }
	readelf_sites "$1" >wanted
	sed '1d; /^declared/,$d; s/ \[[^]]*\] / /; s/ (.*)$//' got >told
	diff wanted told >diff || fail "$1: not what readelf says: $(head -4 diff)"
	[ "$(cut -d' ' -f1,2 wanted | sort -u | tr '\n' ',')" = "$2" ] || fail "$1: has $(cut -d' ' -f1,2 wanted | sort -u | tr '\n' ',')"
	! grep '(argument\|(nothing' got || fail "$1: sites that cannot be used"
	! awk '$4 == "0x0"' wanted | grep . || fail "$1: no semaphore"
	[ "$(awk '$1 == "sample" && $2 == "work-begin" { print $4 }' wanted | sort -u | wc -l)" = 1 ] || fail "$1: more than one semaphore of a probe"
}

all="sa__mple second,sample idle,sample wide,sample work-begin,sample work-done,"

# build LANGUAGE COMPILER OPTIONS...: a program of two parts, linked with the object of -G, which runs
build()
{
	local language=$1
	shift
	what=$*
	made=$((made + 1))
	rm -f ./*.o program
	$* $warnings -x "$language" -c program.c -o program.o && $* $warnings -x "$language" -c other.c -o other.o || { fail "does not compile"; return; }
	"$dtrace" -G -s sample.d program.o other.o -o sample.o || { fail "-G"; return; }
	$* program.o other.o sample.o -o program || { fail "does not link"; return; }
	check_notes program "$all"
	sed '1,/^declared/d' got | diff definitions - >diff || fail "definitions: $(head -4 diff)"
	run ./program "other 1"
}

# run PROGRAM LAST: its output
run()
{
	local emulator=
	[ "$isa" = "$self" ] || emulator=$isa_emulator
	[ -z "$emulator" ] || command -v "$emulator" >/dev/null || return
	QEMU_LD_PREFIX=/usr/$isa_triplet $emulator "$1" >output 2>&1
	[ "$(cat output)" = "$(printf 'disabled 0\nenabled 1\n%s' "$2")" ] || fail "$1 says: $(cat output)"
}

# a shared object with a probe, and a program that has it too: each has its own semaphore; a static library
build_shared()
{
	what="$* shared"
	made=$((made + 1))
	rm -f ./*.o ./*.so ./*.a program
	$* -O2 -fPIC -c other.c -o other.o && "$dtrace" -G -s sample.d other.o -o sample.o && $* -shared other.o sample.o -o libother.so &&
		$* -O2 program.c -o program -L. -lother -Wl,-rpath,. || { fail "does not link"; return; }
	check_notes libother.so "sample work-begin,"
	check_notes program "$all"
	run ./program "other 1"
	what="$* static library"
	"${isa_triplet}-ar" rcs libsample.a other.o sample.o && $* -O2 program.c -o program -L. -l:libsample.a || { fail "does not link"; return; }
	check_notes program "$all"
	run ./program "other 1"
}

self=$(isa_of_processor "$(uname -m)") isa= what=
"$dtrace" -h -s sample.d -o sample.h || fail "-h"
cat >definitions <<'END'
provider sample
stability Evolving/Evolving/Common Private/Private/Unknown Private/Private/Unknown Evolving/Evolving/Common Stable/Evolving/ISA
probe work__begin
native const char *
native int
native block_t = unsigned int
probe work__done
native char *
native long
native uint64_t = unsigned @long@
native bool = _Bool
probe idle
probe wide
native int64_t = @long@
native unsigned char
native short
native struct request *
native void *
native size_t = unsigned @word@
native int
native int
native int
native int
native int
native int
probe never
provider sa__mple
stability Unstable/Unstable/Common Unstable/Unstable/Common Unstable/Unstable/Common Unstable/Unstable/Common Unstable/Unstable/Common
probe second
native pid_t = int
END
cp definitions definitions.in

for isa_name in $anytrace_isas; do
	isa_facts "$isa_name"
	if [ "$isa_bits" = 64 ]; then sed 's/@long@/long/; s/@word@/long/' definitions.in >definitions; else sed 's/@long@/long long/; s/@word@/int/' definitions.in >definitions; fi
	cc=$isa_triplet-gcc
	command -v "$cc" >/dev/null || { echo "$isa: not looked at: no $cc"; continue; }
	build c "$cc" -std=c99 -O0
	build c "$cc" -O2 -static
	build c "$cc" -O3 -flto -fPIC -pie
	build_shared "$cc"
	command -v "$isa_triplet-g++" >/dev/null || continue
	build c++ "$isa_triplet-g++" -std=c++17 -O0
	build c++ "$isa_triplet-g++" -std=c++20 -O2 -fPIC -pie
done
isa_facts "$self"
if command -v clang >/dev/null; then
	build c clang -O2
	! command -v clang++ >/dev/null || build c++ clang++ -std=c++17 -O2
fi

# gdb and bpftrace see the probes of the last program, also without the object of -G
what="others"
$isa_triplet-gcc -O2 program.c other.c -o program && check_notes program "$all"
run ./program "other 1"
seen="sa__mple second,sample idle,sample wide,sample work__begin,sample work__done,"
if command -v gdb >/dev/null; then
	[ "$(gdb -batch -nx -ex 'info probes stap' ./program 2>/dev/null | awk '$1 == "stap" { print $2, $3 }' | sort -u | tr '\n' ',')" = "$seen" ] || fail "gdb does not see them"
fi
if command -v bpftrace >/dev/null && [ "$(id -u)" = 0 ]; then
	[ "$(bpftrace -l 'usdt:./program:*' 2>/dev/null | awk -F: '{ print $3, $4 }' | sort -u | tr '\n' ',')" = "$seen" ] || fail "bpftrace does not see them"
fi
echo "$made programs"
exit $failed
