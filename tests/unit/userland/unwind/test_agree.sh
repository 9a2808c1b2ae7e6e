#!/bin/bash
# SPDX-License-Identifier: MIT OR GPL-2.0-only
# test_agree.sh TREE AGREE - at each address of the C libraries of all CPUs, and of the shell and the interpreter of this machine, the table of the
# file says what libdw says. Prints the tables' sizes.
tree=$1 agree=$2
. "$tree/toolchains/lib/all.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0 looked=0

# Where the C library's headers say that a handler's third argument has the interrupted registers: the kernel's frame is 128 bytes of siginfo,
# and then that.
cat >"$work/saved.c" <<'END'
#define _GNU_SOURCE
#include <stddef.h>
#include <ucontext.h>
#ifdef __aarch64__
#define AT(field) offsetof(mcontext_t, field)
#define SP AT(sp)
#define PC AT(pc)
#define FP AT(regs[29])
#define LINK AT(regs[30])
#else
#define AT(reg) (offsetof(mcontext_t, __gregs) + (reg) * sizeof(long))
#define SP AT(REG_SP)
#define PC AT(REG_PC)
#define FP AT(REG_S0)
#define LINK AT(REG_RA)
#endif
#define FRAME (128 + (int)offsetof(ucontext_t, uc_mcontext))
void saved(void)
{
	__asm__ volatile("# saved: sp %c0 pc %c1 fp %c2 link %c3" ::"i"(FRAME + (int)SP), "i"(FRAME + (int)PC), "i"(FRAME + (int)FP), "i"((int)LINK - (int)PC));
}
END

# check_known_code: the return from a signal's handler, which has no call frames here, has the rule that the headers ask for
check_known_code()
{
	local code wanted
	case $isa in
	aarch64) code="mov x8, #139; svc #0" ;;
	riscv64) code="li a7, 139; ecall" ;;
	*) return 0 ;;
	esac
	# 20,000 times in 240,000 bytes: text is looked through in pieces, and at the end of one of any three, code goes over it
	printf '%s\n' '.text' '.option norvc' '.rept 20000' 'nop' "$code" '.endr' 'nop' >"$work/return.s"
	[ "$isa" = riscv64 ] || sed -i '/norvc/d' "$work/return.s"
	"$isa_triplet-gcc" -O1 -S "$work/saved.c" -o "$work/saved.s" &&
		"$isa_triplet-gcc" -shared -nostdlib -fasynchronous-unwind-tables "$work/saved.c" "$work/return.s" -o "$work/return.so" || return 1
	wanted=$(sed -n 's/.*# saved: //p' "$work/saved.s")
	# at each of its 8 bytes and at the one before
	"$agree" "$work/return.so" >"$work/said"
	[ "$(grep -c ": signal: $wanted\$" "$work/said")" = 180000 ] ||
		{ echo "FAILED: $isa: not 180,000 bytes with the rule '$wanted':" && sort "$work/said" | uniq -c | sort -rn | head && return 1; }
}

for isa in $anytrace_isas; do
	isa_facts "$isa"
	library=$("$isa_triplet-gcc" -print-file-name=libc.so.6 2>/dev/null)
	[ -f "$library" ] || continue
	echo "$isa:"
	"$agree" "$library" || failed=1
	looked=$((looked + 1))
	check_known_code || failed=1
done
for program in bash python3; do
	program=$(command -v "$program") && readelf -S "$program" 2>/dev/null | grep -q eh_frame || continue
	"$agree" "$program" || failed=1
done
[ $failed = 0 ] || exit 1
[ $looked -ge 4 ] || { echo "SKIPPED: C libraries of only $looked CPUs are here" && exit 77; }
echo "tables of $looked C libraries agree with libdw"
