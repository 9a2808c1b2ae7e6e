#!/bin/bash
# SPDX-License-Identifier: MIT OR GPL-2.0-only
# test_gen.sh <gen-x86-insn.py> - feeds it one wrong table after the other; each has to be refused with its own reason.
set -eu
generator=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0

# check <expected part of the message, "" for success> <lines...>
check() {
	local expected=$1 status=0
	shift
	printf '%s\n' "$@" >"$scratch/in.insn"
	python3 "$generator" "$scratch/in.insn" "$scratch/out.h" 2>"$scratch/err" || status=$?
	if [ -z "$expected" ] && [ $status != 0 ]; then
		echo "refused: $* ($(cat "$scratch/err"))"
		failed=1
	elif [ -n "$expected" ] && { [ $status = 0 ] || ! grep -qF -- "$expected" "$scratch/err"; }; then
		echo "not refused as '$expected': $* ($(cat "$scratch/err"))"
		failed=1
	fi
}

check "" "L.1 90 : nop : nop" "# comment" "L.0f {80 81} : j{o no} Jz : f64 jcc"
check "" "L.1 63 m32 : arpl Ew,Gw" "L.1 63 m64 : movslq Gv,Ed"
check "" "LVE.0f 58 66 : (v)addpd V,(H),W"
check ":2: L.1 90: overlaps line 1" "L.1 90 : nop" "L.1 90 f3 : pause"
check "overlaps" "L.1 ff /0-3 : inc Ev" "L.1 ff mem /3 : lcall M"
check "unknown selector 'w2'" "L.1 90 w2 : nop"
check "unknown operand 'Ex'" "L.1 01 : add Ex,Gv"
check "unknown or second attribute 'jump'" "L.1 e9 : jmp Jz : jump"
check "unknown or second attribute 'ret'" "L.1 e9 : jmp Jz : jmp ret"
check "lists of different lengths" "L.1 {00 01} : {add or adc} Eb,Gb"
check "no map 77 in space L" "L.77 00 : nop"
check "expected SPACES.MAP OPCODE" "L.1 zz : nop"
check "expected FORM" "L.1 90 nop"
check "names its prefix" "V.0f 58 : vaddps V,H,W"
check "needs the selector 'mem'" "L.1 8d : lea Gv,M"
check "needs the selector 'reg'" "L.0f 01 /7 rm0 : swapgs"
check "lines differ in having a ModRM byte" "L.0f 77 np : emms" "L.0f 77 66 : x V,W"
check "is a prefix" "L.1 66 : nop"
check "is a prefix" "L.1 40 : inc Zv"
check "more than four operands" "L.1 01 : add Eb,Eb,Eb,Eb,Eb"
check "this pair of immediates has no code" "L.1 c8 : enter Ib,Iz"
exit $failed
