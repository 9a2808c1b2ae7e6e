# SPDX-License-Identifier: MIT OR GPL-2.0-only
# bpftrace of Debian beside us, on the functions that we trace and on others, before us, after us and at the same time: the program's results and
# status are those of an untraced one, both count each call where docs/pid.md says so, and nothing of ours is left in its text.
# @@mem 3072
# @@limit 600
# @@programs bpftrace
. /job/lib.sh
load
export HOME=/tmp BPFTRACE_NO_CPP_DEMANGLE=1
mount -t debugfs debugfs /sys/kernel/debug 2>/dev/null
mount -t tracefs tracefs /sys/kernel/tracing 2>/dev/null
[ -d /sys/kernel/btf ] || skip "this kernel has no BTF"

begins() { turns_begin 'sum 370' steps 10; }
# other_start: bpftrace counts both functions; its clock runs when its probes are there
other_start()
{
	: >/tmp/other.out # the last one's words
	/usr/bin/bpftrace -e 'uprobe:/bin/steps:steps_inner { @inner = count(); } uprobe:/bin/steps:steps_outer { @outer = count(); }
		uretprobe:/bin/steps:steps_outer { @returned = count(); } interval:ms:100 { printf("begun\n"); }' >/tmp/other.out 2>&1 </dev/null &
	other=$!
	wait_until 60 grep -q begun /tmp/other.out || { not_ok "bpftrace begins"; show /tmp/other.out; finish; }
}
# other_end: bpftrace misses a signal that comes while it is not waiting, and its clock goes on; once it prints, the next signal would kill it
other_end()
{
	wait_until 120 other_told || { not_ok "bpftrace ends"; show "/proc/$other/status"; kill -9 $other; }
	wait $other
}
other_told()
{
	other_lines=$(grep -c begun /tmp/other.out)
	kill -INT $other 2>/dev/null
	wait_until 120 other_heard
	other_gone
}
other_heard() { other_gone || [ "$(grep -c begun /tmp/other.out)" -gt $((other_lines + 20)) ]; }
other_gone() { ! grep -qs '^State:.[^Z]' "/proc/$other/status"; }
# other_has WHAT NAME COUNT: what it has counted
other_has() { check "$1: bpftrace has @$2 $3 times, not: $(sed -n "s/^@$2: //p" /tmp/other.out)" test "$(sed -n "s/^@$2: //p" /tmp/other.out)" = "$3"; }

begins
other_start
turn "bpftrace alone"
other_end
other_has "alone" inner 20
other_has "alone" outer 10
other_has "alone" returned 10

# it is there first: the instructions that it has are refused, others are ours, and it counts on
other_start
trace 60 -n "pid$program_pid:a.out:steps_*:entry"
check "its places are refused by name" grep -q 'its places are refused (break-instruction)' /tmp/err
armed_start "pid$program_pid:a.out:steps_inner:return { @[probefunc, probename] = count(); }"
turn "bpftrace, then we"
armed_stop
check "beside it: each return" grep -Eqx ' *steps_inner +return +20' /tmp/armed.out
turn "bpftrace, after us"
other_end
other_has "first" inner 40
other_has "first" outer 20
other_has "first" returned 20

# we are there first: it misses the function that we trace, and not the other
armed_start "pid$program_pid:a.out:steps_inner:entry { @[probefunc] = count(); }"
other_start
turn "we, then bpftrace"
armed_stop
armed_counted steps_inner 20
other_end
other_has "second" outer 10
other_has "second" returned 10
other_has "second, the one that is ours" inner 0
other_start
turn "bpftrace anew, after us"
other_end
other_has "anew" inner 20
other_has "anew" outer 10

# our probes on the program's system calls and the kernel's functions are nobody's business
other_start
armed_start "syscall::write:entry /pid == $program_pid/ { @[\"write\"] = count(); } fbt::uprobe_notify_resume:entry /pid == $program_pid/ { @u[probefunc] = count(); }"
turn "the kernel's functions behind its probes"
armed_stop
other_end
other_has "kernel" inner 20
check "the program's one write()" grep -Eqx ' *write +1' /tmp/armed.out
program_end "bpftrace"
check "nothing is left" wait_until 30 nothing_left
unload
finish
