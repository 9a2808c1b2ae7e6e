# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Everything that can be armed is armed under load, and comes and goes: ended in the ordinary way, killed at random moments, by several
# consumers with overlapping probes at once. Work with a known result runs meanwhile.
# @@workload
# @@limit 1800
. /job/lib.sh
. /job/stress.sh
modprobe ext4
selfcheck_expect
stress_load
text_setup ext4
text_save before
program=$(everything)
providers=$(every_provider)
echo "program: $program"
echo "program: $providers"

# all of it, ended in the ordinary way; consumers count what they saw
round_ordinary()
{
	armed_start "$program"
	selfcheck_same "with everything armed"
	armed_stop
	tail -n 4 /tmp/armed.out
}

# every provider; each of those that have work here has seen it
round_providers()
{
	local name
	armed_start "$providers"
	selfcheck_same "with every provider armed"
	cat /proc/dtrace/stats >/tmp/armed.stats
	armed_stop
	tail -n 4 /tmp/armed.out
	for name in fbt sdt proc sched lockstat kmem vfs fsinfo sysinfo vminfo; do
		at_least "probes of $name that are armed" "$(sed -n "s/^provider $name .* armed //p" /tmp/armed.stats)" 1
	done
}

# killed while arming, while tracing, while disarming: the moment is random
round_killed()
{
	local i
	for i in 1 2 3; do
		dtrace -q -n "$program" >/dev/null 2>/tmp/err </dev/null &
		pause_random 25
		kill -9 $!
		wait $! 2>/dev/null
	done
	selfcheck_same "after three consumers were killed"
}

round_several()
{
	local first second third fourth
	dtrace -q -n 'fbt::vfs_*:entry, fbt::vfs_*:return { @[probefunc] = count(); }' >/dev/null 2>&1 &
	first=$!
	dtrace -q -n "$program" >/dev/null 2>&1 &
	second=$!
	dtrace -q -n 'fbt:::entry { @[probefunc] = count(); } syscall::read:entry { self->t = timestamp; }
		syscall::read:return /self->t/ { @t = quantize(timestamp - self->t); self->t = 0; }' >/dev/null 2>&1 &
	third=$!
	dtrace -q -n 'syscall:::, fbt::ksys_*:return { @[probefunc] = count(); } profile-97 { @[stack(5)] = count(); }' >/dev/null 2>&1 &
	fourth=$!
	selfcheck_same "with four consumers"
	pause_random 10
	kill -9 $second
	pause_random 5
	kill -TERM $first
	wait $first $second 2>/dev/null
	selfcheck_same "with two consumers left"
	kill -9 $fourth
	kill -TERM $third
	wait $third $fourth 2>/dev/null
}

# on and off as fast as it goes, on the hottest functions
round_fast()
{
	local i
	for i in 1 2 3 4 5 6 7 8; do
		trace 60 -q -n 'fbt::vfs_*:, fbt::*_read*:, fbt::ksys_*:, syscall::read: { @ = count(); } tick-50ms { exit(0); }'
		[ "$trace_status" = 0 ] || { not_ok "a short run: status $trace_status"; show /tmp/err; return; }
	done
}

while stress_going 5; do
	case $((stress_rounds % 5)) in
	1) round_ordinary ;;
	2) round_killed ;;
	3) round_several ;;
	4) round_providers ;;
	0) round_fast ;;
	esac
	sleep 1
	text_same "round $stress_rounds" before
done
stress_unload
stress_finish
