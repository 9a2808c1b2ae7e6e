# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Probes on hot functions go on and off all the time, then all of them, entries and returns, with the load running.
# @@workload
# @@limit 900
. /job/lib.sh
. /job/stress.sh
short=10
modprobe ext4
selfcheck_expect
stress_load
text_setup ext4
text_save before

# on and off as fast as it goes, then all of it
round_short()
{
	local i
	for i in $(seq $short); do
		trace 60 -q -n 'fbt::vfs_*:entry, fbt::vfs_*:return, fbt::ksys_*:entry { @ = count(); } tick-100ms { exit(0); }'
		[ "$trace_status" = 0 ] || { not_ok "run $i: status $trace_status"; show /tmp/err; break; }
	done
	text_same "after $short short runs" before
	trace_ok 200 -n 'fbt::: { @[probename] = count(); } tick-2s { exit(0); }'
	show /tmp/err
	show /tmp/out
	text_same "after entries and returns of everything" before
}

# consumer NAME PROGRAM: one more in the background, its process in /tmp/NAME.pid
consumer()
{
	dtrace -q -n "BEGIN { printf(\"armed\\n\"); } $2" >"/tmp/$1.out" 2>"/tmp/$1.err" </dev/null &
	echo $! >"/tmp/$1.pid"
}

# ended NAME SIGNAL STATUS: it was still there and ends with that status
ended()
{
	local pid status
	pid=$(cat "/tmp/$1.pid")
	kill "$2" "$pid" || { not_ok "$1 had ended by itself"; show "/tmp/$1.err"; }
	wait "$pid"
	status=$?
	[ $status = "$3" ] || { not_ok "$1: status $status"; show "/tmp/$1.err"; }
}

all_armed()
{
	[ "$(cat /tmp/few.out /tmp/all.out /tmp/calls.out | grep -c armed)" = 3 ]
}

# several consumers at once, ended in every way
round_several()
{
	consumer few 'fbt::vfs_*:entry { @ = count(); }'
	consumer all 'fbt:::entry { @ = count(); }'
	consumer calls 'syscall::: { @calls[probefunc] = count(); } fbt::ksys_*:return { @returns = count(); }'
	wait_until 120 all_armed || not_ok "three consumers are armed"
	stress_jumps
	stress_switch
	ended all -KILL 137
	ended few -TERM 0
	sleep 1
	ended calls -TERM 0
	check "the last one counted system calls" grep -q '^ *read  *[0-9]' /tmp/calls.out
	sleep 1
	text_same "after consumers beside each other" before
}

while stress_going; do
	round_short
	round_several
	selfcheck_same "round $stress_rounds"
done
stress_unload
stress_finish
