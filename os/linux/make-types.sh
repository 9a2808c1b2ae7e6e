#!/bin/sh
# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Makes the file of types (BTF, packed by gzip) that the module offers where the kernel has none. Run by Kbuild.
#
#   make-types.sh OUT EVENTS OBJCOPY SOURCE COMPILER OPTION...
#
# EVENTS is the kernel's folder of headers of tracepoints. Headers that need a file private to one part of
# the kernel are left out: some say so by their includes, the others by the compiler's errors, after which it is tried again without
# them. Then it is compiled once more with the functions that all those headers declare. A compiler that cannot write BTF
# (gcc before 12, clang) leaves OUT empty: the module is as good as before, and dtrace says that there are no types.
export CCACHE_DISABLE=1 # it keeps objects, and does not know that -aux-info makes a file, too
out=$1 events=$2 objcopy=$3 source=$4
shift 4

# compile COMPILER OPTION...
compile()
{
	"$@" -g0 -gbtf -w -DMODULE -DKBUILD_MODNAME='"dtrace"' -DKBUILD_MODFILE='"dtrace"' -DKBUILD_BASENAME='"types"' \
		-DTRACEPOINTS="\"$out.events\"" -DFUNCTIONS="\"$out.functions\"" -c -o "$out.o" "$source"  2>"$out.log"
}

finish()
{
	"$objcopy" -O binary --only-section=.BTF --set-section-flags .BTF=alloc "$out.o" "$out.plain" && gzip -n -9 <"$out.plain" >"$out"
}

for file in "$events"/*.h; do
	grep -q '^#include *"' "$file" || echo "#include <trace/events/${file##*/}>"
done >"$out.events"
: >"$out.functions"
for attempt in 1 2 3 4 last; do
	[ $attempt != last ] || : >"$out.events" # without tracepoints
	compile "$@" && break
	wrong=$(sed -n 's#.*trace/events/\([A-Za-z0-9_-]*\.h\):.* error: .*#\1#p' "$out.log" | sort -u)
	for header in $wrong; do
		grep -v "/$header>" "$out.events" >"$out.rest"
		mv "$out.rest" "$out.events"
	done
done
# asked for the declarations gcc gives up at the first error, so not before there are none
if ! compile "$@" -aux-info "$out.declared" || ! finish; then
	echo "make-types.sh: this compiler cannot describe the kernel's types ($out.log): dtrace will have none" >&2
	: >"$out"
	exit 0
fi

# A line of what is declared: /* FILE:LINE:KIND */ extern TYPE NAME (TYPES); Some names are macros later on: the compiler's messages
# name their lines.
sed -n 's#^/\* .* \*/ extern [^(]*[ *]\([A-Za-z_][A-Za-z_0-9]*\) (.*#\1#p' "$out.declared" |
	grep -v '^__\(compiletime\|builtin\|bad\|sync\|atomic\)' | LC_ALL=C sort -u | sed 's/.*/FUNCTION(&)/' >"$out.functions"
for attempt in 1 2 3; do
	if compile "$@"; then
		finish
		break
	fi
	sed -n "s#^$out.functions:\([0-9]*\):.*#\1d#p" "$out.log" | sort -u >"$out.wrong"
	sed -f "$out.wrong" "$out.functions" >"$out.rest"
	mv "$out.rest" "$out.functions"
done
rm -f "$out.o" "$out.plain" "$out.declared" "$out.wrong"
