#!/bin/bash
# SPDX-License-Identifier: MIT OR GPL-2.0-only
# native_x86.sh <x86_64|i386> <top of the tree> <folder for outputs> [cases per form [seed]] - builds native_x86 for that CPU and runs it,
# on an x86 machine directly, else under qemu-user. Exit 77 when there is no compiler or nothing to run it.
set -eu
isa=$1 top=$2 out=$3
shift 3
run=
case $isa-$(uname -m) in
x86_64-x86_64) cc=${CC:-cc} ;;
x86_64-*) cc=x86_64-linux-gnu-gcc run=qemu-x86_64-static ;;
i386-x86_64 | i386-i?86) cc=i686-linux-gnu-gcc ;;
*) cc=i686-linux-gnu-gcc run=qemu-i386-static ;;
esac
for tool in $cc $run; do
	if ! command -v "$tool" >/dev/null; then
		echo "skipped: no $tool"
		exit 77
	fi
done
mkdir -p "$out"
. "$top/tests/isa/generate.sh"
generate "$top" "$out" isa/generic isa/x86 "isa/$isa"
$cc -std=gnu11 -O2 -g -Wall -Wextra -Wno-unused-parameter -Wno-sign-compare -fno-strict-aliasing -static -no-pie \
	-I"$top" -I"$top/include" -I"$out" -o "$out/native_$isa" "$top/tests/isa/native_x86.c" \
	$(for folder in generic x86 "$isa"; do sed "s#^#$top/isa/$folder/#" "$top/isa/$folder/SOURCES"; done) "$top"/base/*.c
if [ -z "$run" ] && [ "$isa" = i386 ] && ! "$out/native_$isa" 0 >/dev/null 2>&1; then
	echo "skipped: this machine does not run 32-bit programs"
	exit 77
fi
exec $run "$out/native_$isa" "$@"
