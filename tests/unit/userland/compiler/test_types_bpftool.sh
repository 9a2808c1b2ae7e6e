#!/bin/sh
# SPDX-License-Identifier: MIT OR GPL-2.0-only
# test_types_bpftool.sh DTRACE - what -x ctypes=FILE and -x dtypes=FILE write is BTF for other programs, too: bpftool prints it as the
# declarations that it was made of.
PATH=$PATH:/usr/sbin
command -v bpftool >/dev/null || { echo "skipped: no bpftool"; exit 77; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
failed=0

check()
{
	what=$1
	shift
	"$@" >out && return
	echo "FAILED: $what"
	failed=1
}

cat >header.h <<'EOF'
enum color { RED = -1, GREEN = 5 };
typedef struct from_c { int x : 3; unsigned y : 7; struct from_c *next; enum color c; } from_c_t;
EOF
cat >script.d <<'EOF'
#include "header.h"
struct from_d { from_c_t one; short s[3][2]; uint64_t wide : 40; };
BEGIN { exit(0); }
EOF
"$1" -C -q -x ctypes="$dir/c" -x dtypes="$dir/d" -s script.d || exit 1
for file in c d; do
	check "bpftool reads $file" bpftool btf dump file $file format raw
done
bpftool btf dump file c >dump
check "C's structure, its size and members" grep -Eq "STRUCT 'from_c' size=24 vlen=4" dump
check "a bit-field" grep -Eq "'y' type_id=[0-9]+ bits_offset=3 bitfield_size=7" dump
check "an enumerator" grep -q "'RED' val=-1" dump
check "D's structure is not among C's" sh -c '! grep -q from_d dump'
bpftool btf dump file d >dump
check "D's structure" grep -Eq "STRUCT 'from_d' size=48 vlen=3" dump
exit $failed
