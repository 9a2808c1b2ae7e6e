# SPDX-License-Identifier: MIT OR GPL-2.0-only
# User stacks of a program without frame pointers (helper `stacked`): at each instruction of a leaf function, of one that moves its stack
# pointer, in a signal's handler, in system calls, at samples; of processes that begin after the tracing; of 32-bit programs. With the
# argument 32: all of that of a 32-bit program (stacked32) under a 64-bit kernel.
# @@limit 600
. /job/lib.sh
stacked=stacked$1
[ -e "/bin/$stacked" ] || skip "no 32-bit programs for this kernel"
load
mkdir -p /tmp

# stacks: of aggregations keyed by stacks in /tmp/armed.out, a line each: frames without module, innermost first, then the value
stacks()
{
	awk 'NF == 0 { next }
		$1 == "armed" { next }
		$1 ~ /^[0-9]+$/ && NF == 1 { print line " " $1; line = ""; next }
		{ sub(/^ +/, ""); sub(/^[^`]*`/, ""); line = line (line == "" ? "" : " ") $0 }' /tmp/armed.out
}

# the value of each stack, and how many stacks there are whose frames from the second on are no `TAIL`
sum() { awk '{ n += $NF } END { print n + 0 }' /tmp/stacks; }
others() { grep -cv "$1" /tmp/stacks; }

COUNT=40
TAIL='stacked_outer+0x[0-9a-f]* main+0x[0-9a-f]* \([^ ]* \)*_start\(+0x[0-9a-f]*\)\? [0-9]*$'

# at_each FUNCTION: the stacks at each of its instructions, in /tmp/all
at_each()
{
	program_start $stacked run "$COUNT"
	armed_start "pid$program_pid:a.out:$1: { @[ustack()] = count(); }"
	program_line 'done'
	armed_stop
	program_end
	stacks >/tmp/all
}

# complete WHAT AT-LEAST FRAMES WAYS: so many stacks in /tmp/stacks, one for each instruction and way to its function, each of these frames
# and TAIL; but for the first frame they are one of WAYS
complete()
{
	local wrong ways
	at_least "$1: stacks" "$(wc -l </tmp/stacks)" "$2"
	wrong=$(others "^$3$TAIL")
	check "$1: each stack is complete: $wrong are not" test "$wrong" = 0
	ways=$(sed "s/^[^ ]* //; s/ [0-9]*$//" /tmp/stacks | sort -u | wc -l)
	check "$1: of $4 ways: $ways" test "$ways" = "$4"
	[ "$wrong" = 0 ] && [ "$ways" = "$4" ] || show /tmp/stacks
}

at_each stacked_middle
cp /tmp/all /tmp/stacks
complete "a function that moves its stack pointer" 20 'stacked_middle[^ ]* ' 1
at_each stacked_leaf
grep -v stacked_handler /tmp/all >/tmp/stacks
complete "a leaf" 15 'stacked_leaf[^ ]* stacked_middle+0x[0-9a-f]* ' 3
grep stacked_handler /tmp/all >/tmp/stacks
complete "in a signal's handler" 5 'stacked_leaf[^ ]* stacked_handler+0x[0-9a-f]* .*raise.* ' 1

# no rule is known of it, and none is needed where it begins and ends
program_start $stacked run "$COUNT"
armed_start "pid$program_pid:a.out:stacked_plain:entry, pid$program_pid:a.out:stacked_plain:return { @[ustack()] = count(); @c[ufunc(ucaller)] = count(); }
	END { printa(\"caller %A %@d\n\", @c); trunc(@c); }"
program_line 'done'
armed_stop
program_end
check "without call frames: its caller" grep -q "^caller $stacked\`stacked_outer $((2 * COUNT))\$" /tmp/armed.out
sed -i '/^caller /d' /tmp/armed.out
stacks >/tmp/stacks
complete "without call frames" 2 'stacked_plain[^ ]* ' 1

# samples: any instruction of the program and of libc
program_start $stacked spin
armed_start "profile-997 /pid == $program_pid/ { @[ustack()] = count(); } profile-997 /pid == $program_pid/ { @n = count(); } tick-3s { exit(0); }" -p "$program_pid"
echo go >&5
wait "$armed_pid"
program_line 'done'
program_end
stacks >/tmp/all
grep _start /tmp/all >/tmp/stacks
complete=$(sum)
awk 'NF > 1' /tmp/all >/tmp/stacks
all=$(sum)
# a function without call frames has no caller; its sample is a frame alone
if ! isa_can c-library-frames; then
	alone=$(awk 'NF == 2 && $1 !~ /^stacked_/ { n += $2 } END { print n + 0 }' /tmp/stacks)
	check "samples: in functions of the C library without call frames: $alone of $all" test $((alone * 10)) -le "$all"
	all=$((all - alone))
fi
at_least "samples" "$all" 20
check "samples: complete are $complete of $all" test $((complete * 100)) -ge $((all * 99))
[ $((complete * 100)) -ge $((all * 99)) ] || { grep -v _start /tmp/all >/tmp/stacks; show /tmp/stacks; }

# processes that begin while it is traced: the first ones bring the file's table, from then on each stack is complete
depths() { grep '^[0-9]\{1,\}$' /tmp/armed.out; }
brings_table()
{
	$stacked once
	depths | grep -q '^[5-9]'
}
# of 32 bits no other process lives that has their vDSO, in which they call the system
lives=0
if [ -n "$1" ]; then
	program_start $stacked spin
	lives=$program_pid
	echo go >&5
fi
armed_start 'syscall::getppid:entry /pid == '$lives'/ { @lives[ustack()] = count(); } END { trunc(@lives); }
	syscall::getppid:entry /pid != '$lives' && execname == "'$stacked'"/ {
	@[ustackdepth, ustack()] = count(); @c[ufunc(ucaller)] = count(); printf("%d\n", ustackdepth); }' -x temporal
wait_until 30 brings_table || not_ok "a new process brings the table"
for i in 1 2 3 4 5; do
	$stacked once
done
armed_stop
[ "$lives" = 0 ] || program_end "one that lives"
complete=$(depths | grep -c '^[5-9]')
check "new processes: the last ten system calls have one depth" test "$(depths | tail -n 10 | sort -u | grep -c '^[5-9]')-$(depths | tail -n 10 | sort -u | wc -l)" = 1-1
check "new processes: names, although they have ended" test "$(grep -c "$stacked\`stacked_outer+0x" /tmp/armed.out)" = "$complete"
# i386 calls the system in the vDSO
check "new processes: and their callers" test "$(grep -Ec "^ *$stacked\`(stacked_outer|getppid)  *[0-9]+\$" /tmp/armed.out)" -ge "$complete"
at_least "new processes: complete stacks" "$complete" 10
[ "$(grep -c "$stacked\`stacked_outer+0x" /tmp/armed.out)" = "$complete" ] || show /tmp/armed.out 400

# nothing is kept when nobody wants stacks
check "nothing is left" grep -q '^user-stacks watched no memories 0 files 0 tables 0 table-bytes 0$' /proc/dtrace/stats
check "nothing was lost" grep -q '^user-stacks lost tables 0 memories 0 ended 0$' /proc/dtrace/stats

# where 32-bit programs have the instructions of a CPU of ours
if command -v stacked32 >/dev/null && command -v dtrace32 >/dev/null; then
	program_start stacked32 spin
	armed_start "syscall::getppid:entry /pid == $program_pid/ { @[ustack()] = count(); } tick-2s { exit(0); }" -p "$program_pid"
	echo go >&5
	wait "$armed_pid"
	program_line 'done'
	program_end
	stacks >/tmp/stacks
	at_least "a 32-bit program: system calls" "$(sum)" 1000
	check "a 32-bit program: each stack is complete" test "$(others "stacked_outer+0x[0-9a-f]* main+0x[0-9a-f]* .*_start[^ ]* [0-9]*$")" = 0
fi

grep user-stacks /proc/dtrace/stats
finish
