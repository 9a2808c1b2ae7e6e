#!/bin/bash
# SPDX-License-Identifier: MIT OR GPL-2.0-only
# test_values.sh TREE LOOK DTRACE - programs that arm their own probes (values/arm.c): for each CPU that this machine has a compiler for and
# runs, or an emulator, the argument programs that our reader makes of a program's notes give the values that the program fired with.
tree=$1 look=$2 dtrace=$3
. "$tree/toolchains/lib/all.sh"
. "$tree/tests/isa/generate.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$tree"/tests/unit/userland/usdt/values/* "$work" && cd "$work" || exit 1
failed=0 ran=0
"$dtrace" -h -s values.d -o sample.h || exit 1
warnings="-Wall -Wextra -Wno-unused-parameter -Wno-missing-field-initializers -Werror"

for isa_name in $anytrace_isas; do
	isa_facts "$isa_name"
	cc=$isa_triplet-gcc emulator=$isa_emulator
	case " $isa_processors " in *" $(uname -m) "*) emulator= ;; esac
	for tool in "$cc" $emulator; do
		command -v "$tool" >/dev/null || { echo "$isa: not looked at: no $tool"; continue 2; }
	done
	mkdir -p "$isa" && generate "$tree" "$PWD/$isa" "isa/$isa" || exit 1
	includes="-I$tree -I$tree/include -I$tree/isa/$isa -I$tree/tests/isa/$isa -I$PWD/$isa -I."
	# the table of the CPU itself is not needed: what refers to it is left out by the linker
	$cc -std=gnu11 -O2 -D_GNU_SOURCE -ffunction-sections -fdata-sections $warnings $includes -fPIC -c "$tree/core/usdt/usdt.c" "$tree/isa/$isa/regs.c" arm.c || { failed=1; continue; }
	for options in "-O0 -static" "-O1 -static" "-O2 -static" "-Os -static" "-O2 -fPIC -pie" "-O2 -fno-omit-frame-pointer -static"; do
		$cc -std=gnu11 $options $warnings -I. values.c usdt.o regs.o arm.o -Wl,--gc-sections -o values || { echo "FAILED: $isa: $options: does not link"; failed=1; continue; }
		"$look" -t values >table && marker=$("$isa_triplet-nm" values | sed -n 's/ D arm_marker$//p')
		QEMU_LD_PREFIX=/usr/$isa_triplet $emulator ./values table "$marker" >output 2>&1 || { echo "FAILED: $isa: $options: status $?: $(head -5 output)"; failed=1; }
		ran=$((ran + 1))
	done
done
echo "$ran programs"
[ $ran -gt 0 ] || exit 77
exit $failed
