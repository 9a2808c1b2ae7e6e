#!/bin/bash
# SPDX-License-Identifier: MIT OR GPL-2.0-only
# test_narrow.sh TREE DTRACE - 32-bit programs on a 64-bit machine, by the host engine: calls, returns, arguments, stacks, every instruction of a
# program, the probes that it defines, and code of both word sizes in one program. Exit 77 where there are none, or nothing to compile them with.
tree=$1 dtrace=$2
. "$tree/toolchains/lib/all.sh"
helpers=$tree/tests/vm/helpers
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
failed=0

skip()
{
	echo "skipped: $1"
	exit 77
}

[ ! -e /dev/dtrace/dtrace ] || skip "the module is loaded"
isa_facts "$(isa_of_processor "$(uname -m)")"
[ -n "$isa_narrow_isa" ] || skip "this machine has no 32-bit programs that are traced"
command -v "$isa_narrow-gcc" >/dev/null || skip "no $isa_narrow-gcc"
for name in called defined modes; do
	"$isa_narrow-gcc" -std=gnu11 -O2 -fno-omit-frame-pointer -static -w -I"$tree/include" "$helpers/$name.c" -o $name || skip "$isa_narrow-gcc has no library"
done
echo end | ./modes 1 >/dev/null 2>&1 || skip "this machine does not run 32-bit programs"

# is WHAT GOT WANTED
is()
{
	[ "$2" = "$3" ] && return
	echo "FAILED: $1: '$2', not '$3'"
	sed 's/^/    /' out err | head -n 20
	failed=$((failed + 1))
}

# traced PROGRAM COMMAND: what the command says and what is printed, in out; its input is of this function
traced()
{
	timeout 300 "$dtrace" -q -n "$1" -c "$2" >out 2>err
	is "$2: the exit status" $? 0
}
# value KEY: of an aggregation
value() { awk -v key="$1" '$1 == key { print $2 }' out; }
said() { sed -n "s/^$1 //p" out; }

printf 'go\nend\n' >lines
./called 2 10 <lines >out
sum=$(said sum)
traced 'pid$target:a.out:called_*:entry, pid$target:a.out:called_*:return { @[strjoin(probefunc, strjoin(":", probename))] = count(); }' "./called 2 10" <lines
is "calls: the result" "$(said sum)" "$sum"
for function in called_twice called_sum called_down called_jump called_trap; do
	is "$function: entries" "$(value $function:entry)" "$(said $function)"
	is "$function: returns" "$(value $function:return)" "$(said $function)"
done
traced 'pid$target:a.out:called_*: { @[strjoin(probefunc, strjoin(":", probename))] = count(); }' "./called 2 10" <lines
is "every instruction: the result" "$(said sum)" "$sum"
is "every instruction: called_sum" "$(value called_sum:0)" "$(said called_sum)"

traced 'server$target:::request-start { @n["number"] = sum(arg1); @o["octet"] = max(args[3]); }
	server$target:::request-start /copyinstr(arg0) == "/index"/ { @["path"] = count(); } server$target:::guarded { @["behind"] = count(); }' \
	"./defined 2 10 2 once" <lines
is "its own probes: a number" "$(value number)" 90
is "its own probes: 8 bits" "$(value octet)" 255
is "its own probes: a text" "$(value path)" 20
is "its own probes: guarded by a semaphore" "$(value behind)" 20

printf 'own\nother\nown\n' >lines
./modes 20 <lines >wanted
traced 'pid$target:a.out:mode_both:0 { @["first"] = count(); } pid$target:a.out:main:entry { @a["argument"] = sum(arg0); }
	pid$target:a.out:main:return { @a["value"] = sum(arg1 + 1); }' "./modes 20" <lines
is "code of both sizes: results" "$(grep -E 'ready|sum' out)" "$(cat wanted)"
is "code of both sizes: firings of its own" "$(value first)" 20
is "an argument" "$(value argument)" 2
is "a value" "$(value value)" 1
exit $failed
