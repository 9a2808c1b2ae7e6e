#!/bin/bash
# SPDX-License-Identifier: MIT OR GPL-2.0-only
# native_x86.sh <x86_64|i386> <top of the tree> <folder for outputs> [cases per form [seed]] - builds native_x86 for that CPU and runs it,
# on an x86 machine directly, else under qemu-user. Exit 77 when there is no compiler or nothing to run it.
set -eu
isa=$1 top=$2 out=$3
shift 3
. "$top/tests/isa/cross.sh"
mkdir -p "$out"
. "$top/tests/isa/generate.sh"
# shellcheck disable=SC2086 # folders
generate "$top" "$out" $folders
# shellcheck disable=SC2086 # sources
$cc -std=gnu11 -O2 -g -Wall -Wextra -Wno-unused-parameter -Wno-sign-compare -fno-strict-aliasing -static -no-pie \
	-I"$top" -I"$top/include" -I"$out" -o "$out/native_$isa" "$top/tests/isa/native_x86.c" \
	$sources "$top"/base/*.c
run_here "$out/native_$isa" "$@"
