#!/bin/bash
# SPDX-License-Identifier: MIT OR GPL-2.0-only
# test_elf_cpus.sh TREE LOOK DTRACE - files that the assembler and linker of each CPU made: LOOK sees in them what binutils see, in programs,
# in stripped ones and their debug files, in sections compressed in both ways; dtrace reads types from them.
tree=$1 look=$2 dtrace=$3
. "$tree/toolchains/lib/all.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0 looked=0

fail()
{
	echo "FAILED: $isa: $*"
	failed=1
}

# same WHAT WANTED GOT
same()
{
	[ "$2" = "$3" ] && [ -n "$3" ] || fail "$1: '$3', not '$2'"
}

cat >program.s <<'EOF'
	.text
	.globl outer
	.type outer, %function
outer:	.skip 32
	.size outer, 32
	.type inner, %function
inner:	.skip 16
	.size inner, 16
	.data
	.globl variable
	.type variable, %object
variable: .skip 8
	.size variable, 8
	.section .debug_text, "", %progbits
	.rept 500
	.ascii "something to compress "
	.endr
EOF
sed 's/%/@/' program.s >program@.s

# types: a structure in BTF, which is the same for all CPUs
echo 'struct sample { long a; char name[24]; } sample;' >types.c
types=
if gcc -gbtf -c types.c -o types.o 2>/dev/null && objcopy -O binary --only-section=.BTF --set-section-flags .BTF=alloc types.o types.btf && [ -s types.btf ]; then
	types=yes
fi

for isa_name in $anytrace_isas; do
	isa_facts "$isa_name"
	prefix=$isa_triplet-
	command -v "${prefix}as" >/dev/null || { echo "$isa: not looked at: no ${prefix}as" && continue; }
	looked=$((looked + 1))
	rm -f whole stripped packed old types-in
	"${prefix}as" program.s -o program.o && "${prefix}ld" -e outer --build-id program.o -o whole || { fail "no program" && continue; }
	"${prefix}objcopy" --only-keep-debug whole whole.debug && "${prefix}objcopy" --strip-all --add-gnu-debuglink=whole.debug whole stripped &&
		"${prefix}objcopy" --compress-debug-sections=zlib-gabi whole packed && "${prefix}objcopy" --compress-debug-sections=zlib-gnu whole old || { fail "no copies" && continue; }

	# what readelf says about each symbol that has a name; sections have symbols, too, with a name or without
	"${prefix}readelf" -sW whole | awk '$8 != "" && $4 != "SECTION" && $1 ~ /^[0-9]+:$/ { print $8, $2, $3, ($4 == "FUNC"), ($7 != "UND") }' |
		while read -r name value rest; do printf '%s %x %s\n' "$name" "0x$value" "$rest"; done >wanted
	"$look" whole symbols | grep -v '^\.' >got
	grep -q '^inner ' wanted && diff wanted got || fail "symbols"
	same "symbols of the debug file" "$(cat wanted)" "$("$look" whole.debug symbols | grep -v '^\.')"
	[ -z "$("$look" stripped symbols)" ] || fail "a stripped program has symbols"

	address=$("${prefix}nm" whole | sed -n 's/ [tT] inner$//p')
	read -r from at <<<"$("${prefix}readelf" -SW whole | sed 's/^ *\[ *[0-9]*\] *//' | awk '$1 == ".text" { print $3, $4 }')"
	same "place in the file" "$(printf '%x' $((0x$address - 0x$from + 0x$at)))" "$("$look" whole offset "$address")"

	id=$("${prefix}readelf" -nW whole 2>/dev/null | sed -n 's/.*Build ID: //p')
	for file in whole stripped whole.debug; do
		same "build-id of $file" "$id" "$("$look" "$file" build-id)"
	done
	same "the debug file's name and sum" "whole.debug $(python3 -c 'import zlib; print("%08x" % zlib.crc32(open("whole.debug", "rb").read()))')" "$("$look" stripped debuglink)"

	"${prefix}readelf" -SW packed | grep -q 'debug_text.* C ' && "${prefix}readelf" -SW old | grep -q zdebug_text || fail "not compressed"
	for file in whole packed old; do
		"$look" "$file" section .debug_text >got
		cmp -s got <(printf 'something to compress %.0s' {1..500}) || fail ".debug_text of $file"
	done

	[ -n "$types" ] || continue
	printf '\t.section .BTF, "", %%progbits\n\t.incbin "types.btf"\n' | "${prefix}as" - -o types-in || fail "no file of types"
	same "types" "24 32" "$("$dtrace" -q -x ctfpath=types-in -n 'BEGIN { printf("%d %d", sizeof (((struct sample *)0)->name), sizeof (struct sample)); exit(0); }' 2>&1)"
	head -c $(($(stat -c %s types-in) - 1)) types-in >cut
	message=$("$dtrace" -q -x ctfpath=cut -n 'BEGIN { trace(sizeof (struct sample)); exit(0); }' 2>&1)
	case $message in *"cut short or damaged"*) ;; *) fail "types of a file that is cut: $message" ;; esac
done
echo "$looked CPUs looked at"
[ $looked -gt 0 ] || exit 77
exit $failed
