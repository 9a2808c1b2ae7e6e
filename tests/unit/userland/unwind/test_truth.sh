#!/bin/bash
# SPDX-License-Identifier: MIT OR GPL-2.0-only
# test_truth.sh TREE TRUTH wide|narrow [STACKS [STEPS]] - stacks of programs without frame pointers, at random moments and STEPS times more after
# each: the walk by tables is the one of libdw's unwinder. wide: programs of this machine's word size, in C, C++, the shell and python3; narrow:
# one of 32 bits on a 64-bit machine, exit 77 where there are none.
tree=$1 truth=$2 what=$3 stacks=${4:-3000} steps=${5:-3}
. "$tree/toolchains/lib/all.sh"
here=$tree/tests/unit/userland/unwind
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

try()
{
	echo "$1:"
	shift
	timeout 600 "$truth" -n "$stacks" -s "$steps" "$@" || failed=1
}

if [ "$what" = narrow ]; then
	[ "$(host_architecture)" = amd64 ] || { echo "skipped: this machine has no 32-bit programs that are traced"; exit 77; }
	isa_facts i386
	# by the loader of the compiler's C library: the machine may have none of 32 bits
	library=$(dirname "$("$isa_triplet-gcc" -print-file-name=libc.so.6)")
	"$library/ld-linux.so.2" --version >/dev/null 2>&1 || { echo "skipped: this machine does not run 32-bit programs"; exit 77; }
	"$isa_triplet-gcc" -O2 -fomit-frame-pointer "$here/subject.c" -o "$work/subject32" &&
		try "32 bits" "$library/ld-linux.so.2" --library-path "$library" "$work/subject32" || failed=1
	exit $failed
fi
gcc -O2 -fomit-frame-pointer "$here/subject.c" -o "$work/subject" && try "C" "$work/subject" || failed=1
g++ -O2 -fomit-frame-pointer "$here/subject.cc" -o "$work/subject.cc" && try "C++" "$work/subject.cc" || failed=1
try bash bash --norc -c 'echo ready
	while :; do
		x=${x}a
		case $x in *aaaaaaaaaaaaaaaa) x= ;; esac
		y=$((y + ${#x}))
		printf -v z "%d %s" $y "$x"
	done'
try python3 python3 -c 'import json, re
print("ready", flush=True)
def f(n): return 1 if n < 2 else f(n - 1) + f(n - 2)
class A:
	def __lt__(self, other): return f(3) < f(4)
while True:
	f(8)
	sorted(A() for i in range(5))
	re.sub("a+b", lambda m: m.group(0)[::-1], "aaab" * 20)
	json.loads(json.dumps({"a": [1, 2, {"b": "x" * 50}]}))'
exit $failed
