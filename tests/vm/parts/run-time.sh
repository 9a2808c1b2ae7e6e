# SPDX-License-Identifier: MIT OR GPL-2.0-only
# run-time.sh - sourced: vtimestamp is the scheduler's own time of a thread, on every CPU.

# run_time_seen: a new process starts near 0, no thread's time goes back, and the kernel's own sum (/proc/self/schedstat, which is at most
# a tick old) is between the times before and after it was read
run_time_seen()
{
	local cpu i
	armed_start 'self uint64_t last; self int reads; int seen[int];
	syscall:::entry, syscall:::return, profile-97 / self->last > vtimestamp / { @back[execname, probename] = count(); }
	syscall:::entry, syscall:::return, profile-97 { self->last = vtimestamp; @all = count(); }
	syscall:::entry / ppid == $1 && pid > $2 && execname != "dtrace" && !seen[pid] / { seen[pid] = 1; @first = max(vtimestamp); }
	syscall::read:entry / ppid == $1 && arg2 == 1 && !self->reads / { self->reads = 1; printf("before %d %d\n", pid, vtimestamp); }
	syscall::read:return / self->reads == 1 / { self->reads = 2; printf("after %d %d\n", pid, vtimestamp); }
	END { printa("back %s %s %@d\n", @back); printa("all %@d\n", @all); printa("first %@d\n", @first); }' $$ "$(sh -c 'echo $$')"
	: >/tmp/sums
	for cpu in $(seq 0 $(($(nproc) - 1))); do
		for i in 1 2 3; do
			taskset "$(printf %x $((1 << cpu)))" sh -c 'i=0; while [ $i -lt 5000 ]; do i=$((i + 1)); done
				read -r sum rest </proc/self/schedstat; echo "sum $$ $sum" >>/tmp/sums' &
		done
	done
	for i in $(jobs -p); do
		[ "$i" = "$armed_pid" ] || [ "$i" = "$workload_pid" ] || wait "$i"
	done
	armed_stop
	awk '{ time[$1, $2] = $3; pids[$2] = 1 }
		END { for (pid in pids) if ((("sum", pid) in time) && (("before", pid) in time)) {
			close_to = time["sum", pid] <= time["after", pid] && time["sum", pid] >= time["before", pid] - 20000000
			print pid, time["before", pid], time["sum", pid], time["after", pid], close_to ? "agrees" : "differs" } }' \
		/tmp/armed.out /tmp/sums >/tmp/compared
	show /tmp/compared
	show /tmp/armed.out
	at_least "threads' times looked at" "$(sed -n 's/^all //p' /tmp/armed.out)" 100
	check "none goes back" test -z "$(sed -n 's/^back //p' /tmp/armed.out)"
	first=$(sed -n 's/^first //p' /tmp/armed.out)
	check "a new process starts near 0: at most ${first:-nothing} ns" test "${first:-1000000000}" -lt 300000000
	check "as many sums as processes" test "$(wc -l </tmp/compared)" = $(($(nproc) * 3))
	check "vtimestamp agrees with the scheduler's sum" test "$(grep -c agrees /tmp/compared)" -ge $(($(nproc) * 3 - 1))
}
