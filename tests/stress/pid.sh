# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Programs in storms of fork, exec, threads, signals and faults, of which any process is traced at any moment, by consumers that end, are killed, or
# outlive it. Each program's output is that of an untraced one; then no process has a break of ours, nor has a file, and nothing of ours is left.
# @@limit 1800
. /job/lib.sh
. /job/stress.sh
storms="fork vfork clone thread exec signal fault trap"
storm_rounds=400
# storm_run NAME: what it prints, and its status: of one that a signal ended nothing else is left
storm_run()
{
	storm "$1" $storm_rounds 2>&1
	echo "status $?"
}

for name in $storms; do
	storm_run $name >/tmp/expected.$name
	grep -q '^status 0$' /tmp/expected.$name || { not_ok "storm $name, untraced"; show /tmp/expected.$name; }
done
files=$(sha256sum /bin/storm /bin/busybox)
consumers=0 killed=0 late=0
mkdir -p /tmp/consumers

# memory_free: KiB that nobody uses, or that only caches use
memory_free()
{
	sync
	echo 3 >/proc/sys/vm/drop_caches
	awk '$1 == "MemAvailable:" { print $2 }' /proc/meminfo
}

# A description at random, for $1.
description()
{
	case $(random 5) in
	0) echo 'pid$1:a.out::entry' ;;
	1) echo 'pid$1:a.out::return' ;;
	2) echo 'pid$1:a.out:storm_*:' ;;
	3) echo 'pid$1:a.out:*s*:' ;;
	4) echo 'pid$1:::entry' ;;
	esac
}

# any_process: the number of one of the storms' processes, or nothing
any_process()
{
	local all
	# shellcheck disable=SC2046
	set -- $(pidof storm)
	[ $# -gt 0 ] || return
	shift "$(random $#)"
	echo "$1"
}

# consumer: one that traces any process, for up to three seconds; killed, ended, or left to end with the process
consumer()
{
	local number pid
	consumers=$((consumers + 1))
	number=$(any_process)
	[ -n "$number" ] || return
	dtrace -q -n "$(description) { @ = count(); @s[ustack(3)] = count(); } tick-10s { exit(0); }" "$number" >/tmp/consumers/$consumers 2>&1 </dev/null &
	pid=$!
	pause_random 30
	case $(random 3) in
	0) kill -9 $pid && killed=$((killed + 1)) ;;
	1) kill -TERM $pid ;;
	2) late=$((late + 1)) ;;
	esac 2>/dev/null
}

storms_live() { [ -n "$(pidof storm)" ]; }
nothing_left() { grep -q '^processes 0 probes 0 sites 0 ' /proc/dtrace/pid; }
no_consumer() { [ -z "$(pidof dtrace)" ]; }

# texts_same: no process that lives has a break
texts_same()
{
	# shellcheck disable=SC2046
	sametext $(pidof storm) 1 >/tmp/differ || { not_ok "breaks are left in a process"; show /tmp/differ; }
}

stress_load
memory_before=$(memory_free)
# On a busy machine the time may be over before a consumer was killed: rounds go on until one was.
while stress_going || [ $killed = 0 ]; do
	for name in $storms; do
		storm_run $name >/tmp/now.$name &
	done
	while storms_live; do
		consumer
		# all consumers end, and the storms go on
		if [ "$(random 8)" = 0 ]; then
			# shellcheck disable=SC2046
			kill -9 $(pidof dtrace) 2>/dev/null
			wait_until 60 no_consumer || not_ok "consumers end"
			wait_until 60 nothing_left || { not_ok "the last consumer has gone, probes are left"; show /proc/dtrace/pid; }
			texts_same
		fi
	done
	wait
	for name in $storms; do
		cmp -s /tmp/now.$name /tmp/expected.$name || { not_ok "storm $name: its output differs"; show /tmp/now.$name; }
	done
	wait_until 60 nothing_left || { not_ok "probes are left"; show /proc/dtrace/pid; }
done
echo "consumers: $consumers, killed $killed, left to end with the process $late"
show /proc/dtrace/pid
grep -hv '^ *[0-9]*$' /tmp/consumers/* 2>/dev/null | grep '^dtrace: ' | sed 's/[0-9]\{1,\}/N/g' | sort | uniq -c | sort -rn | head -8
check "the files of the programs are as they were" test "$(sha256sum /bin/storm /bin/busybox)" = "$files"
rm -rf /tmp/consumers
memory_after=$(memory_free)
# what programs, traced or not, leave to the kernel's own lists of pages changes by 25 MiB: only the long form finds a small leak
check "memory is given back: $memory_before KiB were free, $memory_after are" test "$memory_after" -gt $((memory_before - 49152))
check "consumers were killed: $killed" test "$killed" -gt 0
stress_unload
stress_finish
