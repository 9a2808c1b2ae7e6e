# SPDX-License-Identifier: MIT OR GPL-2.0-only
# sched.sh - the provider sched: two programs that take turns on one CPU, whose times add up; a program that sleeps a known number of times.
# @@smp 1
. /job/lib.sh
load
show /proc/dtrace/sched 40
for name in off-cpu on-cpu sleep preempt wakeup enqueue dequeue tick change-pri surrender; do
	check "$name has a hook here" grep -Eq "^probe sched:vmlinux:[a-z]*:$name " /proc/dtrace/sched
done

# ---- turns: the thread that comes is the one that off-cpu named, on and off alternate, and the CPU is always somebody's
/bin/lives turn 1 &
a=$!
/bin/lives turn 1 &
b=$!
trace_ok 60 -qn '
uint64_t expected, since, first, last, all, time[int];
self int running;
self uint64_t since;
sched:::on-cpu / expected != 0 / { @right = sum(expected == (uintptr_t)curthread); @on = count(); }
sched:::on-cpu { since = timestamp; first = first ? first : since; }
sched:::off-cpu / since / { expected = arg0; last = timestamp; all += last - since; since = 0; }
sched:::on-cpu / pid == $1 || pid == $2 / { @twice = sum(self->running); self->running = 1; self->since = timestamp; }
sched:::off-cpu / self->running / { self->running = 0; time[pid] += timestamp - self->since; @left = count(); }
sched:::preempt / pid == $1 || pid == $2 / { @preempted = count(); }
sched:::sleep / pid == $1 || pid == $2 / { @slept = sum(1); }
sched:::tick / pid == $1 || pid == $2 / { @ticks = count(); }
BEGIN { @slept = sum(0); @twice = sum(0); }
tick-5s { exit(0); }
END {
	printa("on %@d right %@d\n", @on, @right); printa("twice %@d slept %@d\n", @twice, @slept);
	printa("left %@d preempted %@d ticks %@d\n", @left, @preempted, @ticks);
	printf("wall %d all %d a %d b %d\n", last - first, all, time[$1], time[$2]);
}' "$a" "$b"
show /tmp/out
kill "$a" "$b"
check "every thread that came was announced" awk '$1 == "on" { good = ($2 > 50 && $2 == $4) } END { exit !good }' /tmp/out
check "they never came twice, never slept" grep -Eq '^twice 0 slept 0$' /tmp/out
check "they left when they had to, and the clock saw them" awk '$1 == "left" { good = ($2 > 15 && $4 >= $2 - 2 && $4 <= $2 + 2 && $6 > 100) } END { exit !good }' /tmp/out
# the missing part is the way from one thread to the next: hundreds of them, each with five clauses that an emulator executes slowly
check "the times add up to the wall clock's" awk '$1 == "wall" { good = ($4 <= $2 && $4 > $2 * 0.98) } END { exit !good }' /tmp/out
check "each had about half of it" awk '$1 == "wall" { good = ($6 > $2 * 0.3 && $8 > $2 * 0.3 && $6 + $8 <= $4) } END { exit !good }' /tmp/out

# ---- sleep and wakeup
armed_start '
uint64_t napper;
sched:::sleep / execname == "lives" / { napper = (uintptr_t)curthread; @sleep = count(); }
sched:::wakeup / napper != 0 && arg0 == napper / { @wakeup = count(); }
sched:::enqueue / napper != 0 && arg0 == napper / { @enqueue = count(); @cpu[arg2] = count(); }
sched:::dequeue / napper != 0 && arg0 == napper / { @dequeue = count(); }
END { printa("sleep %@d wakeup %@d enqueue %@d dequeue %@d\n", @sleep, @wakeup, @enqueue, @dequeue); printa("cpu %d %@d\n", @cpu); }'
/bin/lives nap 100
armed_stop
show /tmp/armed.out
# beside its naps it may wait for a page of its program; the first sleep is what makes it known, the last one is its end
check "100 naps" awk '$1 == "sleep" { good = ($2 >= 100 && $2 <= 110 && $4 >= $2 - 2 && $4 <= $2 + 2) } END { exit !good }' /tmp/armed.out
check "each wakeup put it into a queue, of CPU 0" awk '$1 == "sleep" { e = $6; good = (e >= 99 && e <= 115) } $1 == "cpu" { good = ($2 == 0 && $3 == e) } END { exit !good }' /tmp/armed.out
check "each sleep took it out of one" awk '$1 == "sleep" { good = ($8 >= 99) } END { exit !good }' /tmp/armed.out

# ---- priorities: a thread that lowers its own goes to the front of its new queue, one that raises it to the end
armed_start '
self int changes;
sched::policy:change-pri / execname == "lives" / { @changed[arg2] = count(); self->changes = 1; }
sched::rt:enqueue / self->changes && arg0 == (uintptr_t)curthread / { @queued[arg3] = count(); self->changes = 0; }
END { printa("front %d: %@d\n", @queued); printa("priority %d: %@d\n", @changed); }'
/bin/lives lower 50
armed_stop
show /tmp/armed.out
check "50 times to the front of the queue, 50 times not" awk '$1 == "front" { n[$2] = $3 } END { exit !(n["0:"] == 50 && n["1:"] == 50) }' /tmp/armed.out
check "50 times priority 79, 50 times 89" awk '$1 == "priority" { n[$2] = $3 } END { exit !(n["79:"] == 50 && n["89:"] == 50) }' /tmp/armed.out

if [ -e /sys/kernel/btf/vmlinux ]; then
	sh -c 'while :; do /bin/lives nap 100; done' &
	naps=$!
	check "who is woken, and on which CPU" dtrace -qn '
		sched:::wakeup / args[1]->pr_pid == 0 && args[0]->pr_lwpid != 0 / { exit(1); }
		sched:::enqueue / args[2]->cpu_id == 0 && args[1]->pr_fname == "lives" / { exit(args[3] == 0 ? 0 : 2); }
		tick-20s { exit(3); }'
	kill "$naps"
fi
check "none is armed any more" grep -Eq '^provider sched probes [0-9]+ armed 0$' /proc/dtrace/stats
unload
finish
