#!/bin/bash
# SPDX-License-Identifier: MIT OR GPL-2.0-only
# native_jump.sh <isa> <top of the tree> <folder for outputs> [inputs for each site [seed]] - builds native_jump for that CPU and
# runs it, here if this is one, else under qemu-user. Exit 77 when there is no compiler or nothing to run it.
set -eu
isa=$1 top=$2 out=$3
shift 3
. "$top/tests/isa/cross.sh"
mkdir -p "$out"
. "$top/tests/isa/generate.sh"
# shellcheck disable=SC2086 # folders
generate "$top" "$out" $folders
# What the compiler is told for functions of programs and of kernels (their makefiles, for the oldest CPU that they run on).
. "$top/tests/isa/$isa/jump_options.sh"
flags="-std=gnu11 -O1 -g -Wall -Wextra -Wno-unused-parameter -Wno-sign-compare -fno-strict-aliasing -fno-stack-protector
	-I$top -I$top/include -I$top/tests/isa/$isa -I$out -U$isa -DNATIVE_ISA=$isa"
# shellcheck disable=SC2086 # options
for variant in plain kernel; do
	options=${variant}_options
	$cc $flags -O2 $jump_options ${!options} -DVARIANT=$variant -c -o "$out/$variant.o" "$top/tests/isa/jump_targets.c"
done
# shellcheck disable=SC2086 # options
$cc $flags -static -no-pie $link_options -o "$out/native_jump" "$top/tests/isa/native_jump.c" "$out/plain.o" "$out/kernel.o" \
	"$top/tests/isa/$isa/jump_special.c" $sources "$top"/base/*.c
run_here "$out/native_jump" "$@"
