# SPDX-License-Identifier: MIT OR GPL-2.0-only
# stack() by the tracer's own walk is what the kernel's unwinder finds: stacks of a busy kernel are walked by both (unwinder=2). Faults of programs,
# interrupts, switches between threads, modules that come and go are among them.
# @@limit 900
. /job/lib.sh
parameter=/sys/module/dtrace/parameters/unwinder
mkdir -p /tmp

# count NAME: a number of the line of /proc/dtrace/stats
count()
{
	stats_number stacks-compared "$1"
}

# compared NAME LEAST PROGRAM: that many stacks at least, while all kinds of work are done; all are the same
compared()
{
	local name=$1 least=$2 program=$3 before differ left longer number
	before=$(count stacks-compared) differ=$(count different) left=$(count left-to-kernel) longer=$(count longer)
	armed_start "$program" -Z -x aggsize=8m
	workload_some
	armed_stop
	number=$(($(count stacks-compared) - before))
	left=$(($(count left-to-kernel) - left))
	longer=$(($(count longer) - longer))
	echo "$name: $number compared, $longer longer, $left left to the kernel"
	at_least "$name: stacks that both have walked" $number "$least"
	check "$name: the same in both" test "$(count different)" = "$differ"
	check "$name: nearly none is left to the kernel" test $((left * 20)) -le $((number + left))
	[ "$(count different)" = "$differ" ] || grep 'stack:' /proc/dtrace/trace | tail -n 5
}

workload_some()
{
	ls -lR /sys/module/dtrace /bin >/dev/null 2>&1
	modprobe dummy
	modprobe -r dummy
	dd if=/dev/zero of=/tmp/file bs=4k count=100 2>/dev/null
	ping -c 2 127.0.0.1 >/dev/null 2>&1
	sh -c 'kill -SEGV $$' 2>/dev/null
}

load unwinder=2
check "the parameter" test "$(cat $parameter)" = 2
compared "functions of files" 2000 'fbt::vfs_*: { @[stack()] = count(); }'
compared "samples" 100 'profile-499 { @[stack()] = count(); }'
compared "switches" 50 'sched:::off-cpu, sched:::on-cpu { @[stack()] = count(); }'
compared "system calls" 2000 'syscall:::entry, syscall:::return { @[stack()] = count(); }'
compared "interrupts and timers" 500 'fbt::hrtimer_*:, fbt::irq_*: { @[stack()] = count(); }'
compared "modules" 5 'fbt:dummy:: { @[stack()] = count(); }'
# of all functions too many: the guest does little else than walk
compared "many functions, their first frames" 5000 'fbt::[s-t]*:entry { @[stack(6)] = count(); }'

# who doubts it has the kernel's alone, and the answer is the same text
by()
{
	echo "$1" >$parameter
	trace 60 -q -n 'fbt::vfs_read:entry /pid == $target/ { stack(); exit(0); }' -c 'cat /proc/self/stat'
	[ "$trace_status" = 0 ] || { not_ok "unwinder=$1: status $trace_status"; show /tmp/err; }
	grep '`' /tmp/out >"/tmp/text$1"
}
before=$(count stacks-compared)
by 0
by 1
check "unwinder=0 and unwinder=1: nothing is compared" test "$(count stacks-compared)" = "$before"
at_least "frames of one stack" "$(wc -l </tmp/text1)" 4
check "the same stack by either" cmp -s /tmp/text0 /tmp/text1
unload
finish
