#!/bin/sh
# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Tests of tests/vm/lib.sh without a guest: text_same is right about text that is the same and text that is not, and fails when
# nothing was compared. Memory is a file here: a range's addresses are offsets in it.
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
text_device=$work/device text_parameters=$work text_folder=$work/copies
mkdir "$work/copies"
. "$here/../../vm/lib.sh"
failures=0

# what the module textdump does
text_select()
{
	bounds=${1#*:}
	dd if="$work/memory" of="$text_device" bs=1 skip=$((0x${bounds%:*})) count="$(text_length "$1")" 2>/dev/null
}

# fresh: a kernel of 4096 bytes and a module of 1000, both saved as NAME before
fresh()
{
	rm -f "$text_folder"/*
	head -c 8192 /dev/zero | tr '\000' 'A' >"$work/memory"
	text_ranges="kernel:100:1100 ext4:1800:1be8"
	text_save before
}

# poke OFFSET OCTAL: writes one byte of memory
poke()
{
	printf "\\$2" | dd of="$work/memory" bs=1 seek=$(($1)) conv=notrunc 2>/dev/null
}

# expect WHAT SAME|DIFFERS [TEXT]: what text_same says now; TEXT must be in what it prints
expect()
{
	test_failures=0
	text_same this before >"$work/said" 2>&1
	case $2-$test_failures in
	SAME-0 | DIFFERS-1) ;;
	*) echo "NOT OK: $1: $test_failures failure(s)"; cat "$work/said"; failures=$((failures + 1)); return ;;
	esac
	if ! grep -q -- "${3:-text}" "$work/said"; then
		echo "NOT OK: $1: does not say '$3'"; cat "$work/said"; failures=$((failures + 1)); return
	fi
	echo "ok: $1"
}

fresh; expect "the same text" SAME "byte for byte"
fresh; poke 0x100 102; expect "the first byte of the kernel" DIFFERS "kernel+0 is 102 was 101"
fresh; poke 0x10ff 102; expect "the last byte of the kernel" DIFFERS "kernel+4095 is 102"
fresh; poke 0x1be7 0; expect "the last byte of a module" DIFFERS "ext4+999 is 0 "
fresh; poke 0x1100 102; poke 0xff 102; expect "bytes beside the ranges" SAME
# a jump label: NOP of five bytes before, a jump of five bytes now
fresh; poke 0x200 17; poke 0x201 37; text_save before; poke 0x200 351; poke 0x201 1; expect "a jump label of five bytes" SAME
fresh; poke 0x200 146; text_save before; poke 0x200 353; poke 0x201 5; expect "a jump label of two bytes" SAME
fresh; poke 0x200 17; text_save before; poke 0x200 351; poke 0x205 1; expect "a byte after a jump label" DIFFERS "kernel+261"
fresh; rm "$text_folder/text.before.ext4"; expect "a copy is missing" DIFFERS "ext4: no whole copy"
fresh; : >"$text_folder/text.before.kernel"; expect "a copy is empty" DIFFERS "kernel: no whole copy"
fresh; head -c 4095 "$text_folder/text.before.kernel" >"$work/short"; mv "$work/short" "$text_folder/text.before.kernel"
expect "a copy is cut short" DIFFERS "kernel: no whole copy"
fresh; rm "$text_folder/text.before.kernel"; mkdir "$text_folder/text.before.kernel"; expect "a copy cannot be read" DIFFERS "kernel: no whole copy"
rmdir "$text_folder/text.before.kernel"
fresh; text_ranges=; expect "there are no ranges" DIFFERS "no range"
fresh; text_ranges="kernel:100:100"; expect "an empty range" DIFFERS "kernel: no whole copy"
fresh; text_ranges="$text_ranges xfs::"; expect "a module that has no symbols" DIFFERS "xfs: no whole copy"
fresh; head -c 4500 "$work/memory" >"$work/short"; mv "$work/short" "$work/memory"; expect "the text now ends early" DIFFERS "text.*EOF\|EOF"
fresh; head -c 8192 /dev/zero >"$work/memory"
test_failures=0; text_save before >/dev/null
[ "$test_failures" = 2 ] && echo "ok: copies of memory that cannot be read" || { echo "NOT OK: copies of zeros are kept"; failures=$((failures + 1)); }
expect "both are zeros" DIFFERS "no whole copy"
fresh; text_select() { rm -f "$text_device"; }; expect "the text now cannot be read" DIFFERS "No such file"

echo "$failures failure(s)"
[ "$failures" = 0 ]
