# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Runs in a guest: what many clauses, programs and keys take, each in three sizes, so that the page shows whether it grows as their number does. Prints
# "scale WHAT-NUMBER-on|off|program|kernel VALUE" lines: milliseconds to begin and to end, kB of memory of dtrace and of everything else.
# @@smp 2
# @@mem 2560
# @@limit 900
. /job/lib.sh

now()
{
	awk '{ print int($1 * 1000 + 0.5) }' /proc/uptime
}

# memory that can be had, in kB
available()
{
	sed -n 's/^MemAvailable: *\([0-9]*\) kB$/\1/p' /proc/meminfo
}

# private memory of a process (anonymous pages), in kB
private()
{
	awk '/^Anonymous:/ { print $2 }' "/proc/$1/smaps_rollup"
}

# measured WHAT NUMBER PROGRAM-KB ALL-KB START ARMED STOP: one point of a curve; it has ended now
measured()
{
	echo "scale $1-$2-on $(($6 - $5))"
	echo "scale $1-$2-off $(($(now) - $7))"
	echo "scale $1-$2-program $3"
	echo "scale $1-$2-kernel $(($4 - $3))"
}

# clauses WHAT NUMBER PROBE: a program of so many clauses for it, ten aggregations, each with a predicate that is true for nobody
clauses()
{
	local before start armed program all stop
	awk -v n="$2" -v probe="$3" 'BEGIN { for (i = 0; i < n; i++) printf "%s /pid == %d/ { @a%d = count(); }\n", probe, i + 1000000, i % 10
		print "BEGIN { printf(\"armed\\n\"); }" }' >/tmp/clauses.d
	: >/tmp/armed.out
	before=$(available) start=$(now)
	dtrace -q -s /tmp/clauses.d >/tmp/armed.out 2>/tmp/armed.err </dev/null &
	armed_pid=$!
	wait_until 120 armed_or_dead
	armed=$(now)
	grep -q armed /tmp/armed.out || { echo "error $1-$2"; show /tmp/armed.err; return; }
	program=$(private $armed_pid) all=$((before - $(available))) stop=$(now)
	armed_stop
	measured "$1" "$2" "$program" $all "$start" "$armed" "$stop"
}

all_armed() { test "$(cat /tmp/many.*.out | grep -c armed)" = "$1"; }

# consumers NUMBER: so many dtrace at once, with small buffers. What each of them traces is a system call that none of them makes
consumers()
{
	local before start armed program=0 all stop pids='' i=0
	before=$(available) start=$(now)
	while [ $i -lt "$1" ]; do
		dtrace -q -x bufsize=64k -x aggsize=64k -n 'BEGIN { printf("armed\n"); } syscall::getppid:entry { @ = count(); }' >/tmp/many.$i.out 2>/tmp/many.$i.err </dev/null &
		pids="$pids $!" i=$((i + 1))
	done
	wait_until 240 all_armed "$1" || { echo "error consumers-$1"; cat /tmp/many.*.err | sort | uniq -c >/tmp/armed.err; show /tmp/armed.err; }
	armed=$(now)
	all=$((before - $(available)))
	for i in $pids; do
		program=$((program + $(private "$i")))
	done
	stop=$(now)
	kill -TERM $pids
	wait $pids
	rm -f /tmp/many.*
	measured consumers "$1" $program $all "$start" "$armed" "$stop"
}

# keys NUMBER: an aggregation with so many, made by as many system calls, sorted and printed at the end
keys()
{
	local before program all start armed stop
	before=$(available)
	armed_start 'syscall::getppid:entry { @[self->i++] = count(); } END { printa("%d %@d\n", @); }' -x aggsize=128m -x aggrate=10s
	start=$(now)
	/syscalls "$1"
	armed=$(now)
	program=$(private $armed_pid) all=$((before - $(available))) stop=$(now)
	armed_stop
	[ "$(grep -c ' 1$' /tmp/armed.out)" = "$1" ] || { echo "error keys-$1: $(wc -l </tmp/armed.out) lines"; show /tmp/armed.err; return; }
	measured keys "$1" "$program" $all "$start" "$armed" "$stop"
	rm -f /tmp/armed.out
}

load
for n in 100 300 1000; do clauses clauses $n syscall:::entry; done
for n in 1000 3000 10000; do clauses clauses-of-one $n syscall::getppid:entry; done
for n in 10 50 200; do consumers $n; done
for n in 10000 100000 1000000; do keys $n; done
unload
finish
