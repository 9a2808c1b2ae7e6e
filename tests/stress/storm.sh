# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Probes on hot functions go on and off all the time, then all of them, entries and returns, with the load running.
# @@workload
# @@limit 900
. /job/lib.sh
[ "$(uname -m)" != riscv64 ] || skip "not seen to end on riscv64 yet, where one CPU of the emulator is slow"
modprobe ext4
load
text_setup ext4
text_save before
for i in $(seq 40); do
	trace 60 -q -n 'fbt::vfs_*:entry, fbt::vfs_*:return, fbt::ksys_*:entry { @ = count(); } tick-100ms { exit(0); }'
	[ "$trace_status" = 0 ] || { not_ok "round $i: status $trace_status"; show /tmp/err; break; }
done
text_same "after 40 short runs" before
for i in 1 2 3; do
	trace_ok 200 -n 'fbt::: { @[probename] = count(); } tick-2s { exit(0); }'
	show /tmp/err
	show /tmp/out
	text_same "after entries and returns of everything, run $i" before
done
# several consumers at once, ended in every way
for i in 1 2 3; do
	dtrace -q -n 'fbt::vfs_*:entry { @ = count(); }' >/dev/null 2>&1 &
	first=$!
	dtrace -q -n 'fbt:::entry { @ = count(); }' >/dev/null 2>&1 &
	second=$!
	dtrace -q -n 'syscall::: { @[probefunc] = count(); } fbt::ksys_*:return { @ = count(); }' >/dev/null 2>&1 &
	third=$!
	sleep 3
	kill -9 $second
	kill -TERM $first
	wait $first $second
	sleep 1
	kill -TERM $third
	wait $third
done
sleep 1
text_same "after consumers beside each other" before
unload
finish
