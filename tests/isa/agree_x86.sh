#!/bin/bash
# SPDX-License-Identifier: MIT OR GPL-2.0-only
# agree_x86.sh <agree_x86> <x86_64|i386> [FILE...] - runs agree_x86 over the files given, or over large binaries found on this machine,
# and over the kernel in $ANYTRACE_VMLINUX (64-bit) or $ANYTRACE_VMLINUX_I386 if set. A file with a name in .bin is bare code.
# Exit 77 when there is no objdump or no file.
set -eu
program=$1 isa=$2
shift 2
if [ "$isa" = x86_64 ]; then
	objdumps=(objdump x86_64-linux-gnu-objdump)
	candidates=(/lib/x86_64-linux-gnu/libc.so.6 /usr/x86_64-linux-gnu/lib/libc.so.6 /usr/bin/python3.11 ${ANYTRACE_VMLINUX:-})
	format=elf64-x86-64
else
	objdumps=(objdump i686-linux-gnu-objdump)
	candidates=(/usr/i686-linux-gnu/lib/libc.so.6 /lib/i386-linux-gnu/libc.so.6 /usr/i686-linux-gnu/lib/libstdc++.so.6
		${ANYTRACE_VMLINUX_I386:-})
	format=elf32-i386
fi
objdump=
for tool in "${objdumps[@]}"; do
	if [ -z "$objdump" ] && command -v "$tool" >/dev/null && "$tool" --info | grep -q "^$format\$"; then
		objdump=$tool
	fi
done
if [ -z "$objdump" ]; then
	echo "skipped: no objdump for $format"
	exit 77
fi
[ $# -gt 0 ] && candidates=("$@")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
files=()
for file in "${candidates[@]}"; do
	[ -e "$file" ] || continue
	if [[ $file == *.bin ]]; then
		wrapped=$scratch/${#files[@]}.elf
		"${objdump%objdump}objcopy" -I binary -O "$format" --rename-section .data=.text,code "$file" "$wrapped"
		file=$wrapped
	fi
	files+=("$file")
done
if [ ${#files[@]} = 0 ]; then
	echo "skipped: no binary to compare"
	exit 77
fi
"$program" "$isa" "$objdump" "${files[@]}"
