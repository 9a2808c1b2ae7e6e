#!/bin/bash
# SPDX-License-Identifier: MIT OR GPL-2.0-only
# native_program.sh <isa> <top of the tree> <folder for outputs> [programs [seed]] - builds native_program for that CPU and runs it, here if this is
# one, else under qemu-user. Exit 77 when there is no compiler or nothing to run it.
set -eu
isa=$1 top=$2 out=$3
shift 3
. "$top/tests/isa/cross.sh"
mkdir -p "$out"
. "$top/tests/isa/generate.sh"
# shellcheck disable=SC2086 # folders
generate "$top" "$out" $folders
# shellcheck disable=SC2086 # sources
$cc -std=gnu11 -O2 -g -Wall -Wextra -Wno-unused-parameter -Wno-sign-compare -fno-strict-aliasing -static -no-pie -U"$isa" \
	-I"$top" -I"$top/include" -I"$top/isa/$isa" -I"$out" -o "$out/native_program" "$top/tests/isa/native_program.c" $sources "$top"/base/*.c
run_here "$out/native_program" "$@"
