#!/bin/bash
# SPDX-License-Identifier: MIT OR GPL-2.0-only
# native.sh <isa> <top of the tree> <folder for outputs> [cases per form [seed]] - builds native_fixed for that CPU and runs it,
# here if this is one, else under qemu-user. Exit 77 when there is no compiler or emulator.
set -eu
isa=$1 top=$2 out=$3
shift 3
. "$top/tests/isa/cross.sh"
mkdir -p "$out"
. "$top/tests/isa/generate.sh"
generate "$top" "$out" isa/generic "isa/$isa"
python3 "$top/tools/gen-insn.py" --forms "$top/spec/isa/$isa.insn" "$out/forms.h"
# No relaxation: it would address globals by the global pointer, which is random while a signal is handled.
relax=
[ "$isa" = riscv64 ] && relax=-Wl,--no-relax
$cc -std=gnu11 -O2 -g -Wall -Wextra -Wno-unused-parameter -fno-strict-aliasing -fno-stack-protector -static $relax \
	-I"$top" -I"$top/include" -I"$top/tests/isa/$isa" -I"$out" -o "$out/native_$isa" "$top/tests/isa/native_fixed.c" \
	"$top"/isa/"$isa"/{decode,emulate,regs,format}.c "$top/isa/generic/names.c" "$top"/base/*.c
run_here "$out/native_$isa" "$@"
