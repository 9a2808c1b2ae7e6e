# SPDX-License-Identifier: MIT OR GPL-2.0-only
# destructive.sh - what destructive actions do to two processes at once, under load: each as often as asked for, and nothing else. Sourced, with
# the module loaded.

# said WORD FILE: the number after WORD
said()
{
	sed -n "s/^$1 //p" "$2"
}

stopped()
{
	grep -q '^State:.T' "/proc/$1/status"
}

destructive_acts()
{
	local n=400 one two process file line
	rm -f /tmp/acts.*
	# temporal: the processes change their CPUs, and each CPU's records would come together
	armed_start '
#pragma D option destructive
#pragma D option account
#pragma D option temporal
syscall::getpriority:entry / execname == "target" / {
	this->p = (uint64_t *)alloca(8);
	*this->p = arg2 * 3 + 1;
	copyout(this->p, arg0, 8);
	copyoutstr(strjoin("call ", lltostr(arg2)), arg1, 16);
}
syscall::getppid:entry / execname == "target" / { raise(10); }
syscall::getpgid:entry / execname == "target" / { chill(200000); }
syscall::getsid:entry / execname == "target" / { system("echo %d >>/tmp/acts.system.%d", (int)arg0, pid); }
syscall::sched_get_priority_max:entry / execname == "target" / {
	freopen("/tmp/acts.file%d.%d", (int)arg0 % 4, pid);
	printf("%d\n", (int)arg0);
	freopen("");
}
syscall::sched_get_priority_min:entry / execname == "target" / { stop(); }'
	workload_start
	target $n >/tmp/acts.one &
	one=$!
	target $n >/tmp/acts.two &
	two=$!
	for process in $one $two; do
		wait_until 60 stopped $process
		check "stop(): process $process is stopped" stopped $process
		kill -CONT $process
	done
	wait $one $two
	workload_stop
	sleep 1
	armed_stop
	show /tmp/armed.err
	for process in one two; do
		file=/tmp/acts.$process
		check "copyout() and copyoutstr(), $process: $n" test "$(said written $file)" = $n
		check "raise(), $process: $((n / 10)) signals" test "$(said signalled $file)" = $((n / 10))
		at_least "chill(), $process: microseconds" "$(said held $file)" $((n / 10 * 200))
		check "stop(), $process: went on" grep -qx "went on" $file
		line=$(said process $file)
		check "system(), $process: $((n / 20)) commands, in order" \
			test "$(echo $(cat /tmp/acts.system.$line))" = "$(echo $(seq 0 $((n / 20 - 1))))"
		check "freopen(), $process: every fourth line" \
			test "$(echo $(cat /tmp/acts.file1.$line))" = "$(echo $(seq 1 4 $((n / 10 - 1))))"
		check "freopen(), $process: $((n / 10)) lines" test "$(cat /tmp/acts.file?.$line | wc -l)" = $((n / 10))
	done
	check "nothing printed elsewhere" test "$(grep -v '^$' /tmp/armed.out)" = armed
	# clause 0 is BEGIN; two processes
	check "each firing recorded" test "$(awk 'NF >= 7 && $1 ~ /^[1-6]$/ { print $3, $5, $6 }' /tmp/armed.err | tr '\n' ,)" = \
		"$((2 * n)) 0 0,$((n / 5)) 0 0,$((n / 5)) 0 0,$((n / 10)) 0 0,$((n / 5)) 0 0,2 0 0,"
	destructive_limits
}

# What cannot be done, said by name or as a fault.
destructive_limits()
{
	trace 30 -qw -n 'BEGIN { breakpoint(); }'
	check "breakpoint() without a debugger is refused" grep -q 'breakpoint() cannot be done: this kernel has no kgdb' /tmp/err
	trace_ok 30 -qw -n 'BEGIN { chill(400000000); chill(200000000); printf("not reached\n"); }
		ERROR { printf("fault %d action %d\n", arg4, arg2); exit(0); }'
	check "chill(): 500 ms of a second and no more" grep -qx 'fault 3 action 2' /tmp/out
	trace_ok 30 -qw -n 'BEGIN { raise(1000); printf("not reached\n"); }
		ERROR { printf("fault %d value %d\n", arg4, arg5); exit(0); }'
	check "raise(): no such signal" grep -qx 'fault 3 value 1000' /tmp/out
}
