# SPDX-License-Identifier: MIT OR GPL-2.0-only
# sdt.sh - tracepoints: which there are and how they are named, arguments of every width in known numbers, types of args[], stacks, a module
# that comes and goes while its tracepoints are armed, and all of them armed at once under load.
# @@workload
. /job/lib.sh
load
[ -d /sys/kernel/tracing/events ] || mount -t tracefs tracefs /sys/kernel/tracing

# ---- names
trace_ok 100 -l -P sdt
sed 1d /tmp/out >/tmp/list
show /tmp/list 5
at_least "tracepoints" "$(wc -l </tmp/list)" 450
check "the one of the scheduler" grep -Eq "^ *[0-9]+ +sdt +vmlinux +sched sched_switch *\$" /tmp/list
ls -d /sys/kernel/tracing/events/*/*/ | awk -F/ '$6 != "syscalls" { print $6, $7 }' | sort >/tmp/events
awk '{ print $4, $5 }' /tmp/list | sort >/tmp/named
# the kernel's own events that are no tracepoints are few
missing=$(grep -v '^ftrace \|^initcall \|^bpf_test_run ' /tmp/events | grep -vFxf /tmp/named | wc -l)
at_least "events, nine tenths of $(wc -l </tmp/events)" "$(grep -Fxf /tmp/named /tmp/events | wc -l)" $(($(wc -l </tmp/events) * 9 / 10))
echo "events that are no probe: $missing"
for description in sched:sched_switch sched_switch sdt:::sched_switch "sdt:vmlinux:sched:sched_switch" "sdt::sched:sched_switc?"; do
	trace_ok 20 -l -n "$description"
	check "$description is one probe" test "$(sed 1d /tmp/out | wc -l)" = 1
done

# ---- arguments, of a module that comes while it is armed
armed_start 'sdt:points::points_mixed
	/ execname == "sh" && (arg0 & 1) == 1 && arg1 == 0x1122334455667788 && (int)arg2 >= 0 && arg3 == 0x1000 && (int64_t)arg4 == -2 &&
	  (arg5 & 0xff) == 0xfe && arg6 == 0x8877665544332211 && arg7 == 0 /
	{ @right = count(); @sum = sum((int)arg2); }
	sdt:points::points_mixed { @mixed = count(); @callers[func(caller)] = count(); }
	sdt:points::points_ten / arg0 == 1 && arg1 == 2 && arg2 == 3 && arg3 == 4 && arg4 == 5 && arg5 == 6 && arg6 == 7 && arg7 == 8 && arg8 == 9 && arg9 == 10 /
	{ @ten = count(); }
	sdt:points::points_ten { @stacks[stack(1)] = count(); }
	END { printa("mixed %@d right %@d sum %@d ten %@d\n", @mixed, @right, @sum, @ten); }' -Z
insmod /points.ko
echo 50 >/sys/module/points/parameters/pass
rmmod points
insmod /points.ko
echo 50 >/sys/module/points/parameters/pass
armed_stop
show /tmp/armed.out
check "100 firings, each with its arguments" grep -qx "mixed 100 right 100 sum 2450 ten 100" /tmp/armed.out
# names are looked for at the end only: of a module that has gone by then addresses are left, unless the next one came to the same place
check "they are in the function that passes them" grep -Eq 'points`points_caller +(50|100)$' /tmp/armed.out
check "and so begins their stack" grep -Eq '^ +points`points_caller\+0x' /tmp/armed.out
echo 5 >/sys/module/points/parameters/pass
rmmod points

# ---- names of a module that comes after names were looked for, and goes before they are
armed_start 'BEGIN { printf("%a\n", (uintptr_t)&`vfs_read); } sdt:points::points_ten { @ = count(); stack(1); }
	sdt:points::points_mixed { @late[func(caller)] = count(); } END { printa("late %a %@d\n", @late); }' -Z -x aggrate=100ms
insmod /points.ko
echo 7 >/sys/module/points/parameters/pass
printed() { test "$(grep -c 'points`points_caller+0x' /tmp/armed.out)" = 7; }
check "each of 7 stacks has the name of the module's function" wait_until 60 printed
rmmod points
armed_stop
show /tmp/armed.out
check "a symbol of the kernel before" grep -qx 'vmlinux`vfs_read' /tmp/armed.out
check "and the key, though the module has gone" grep -qx 'late points`points_caller 7' /tmp/armed.out

# ---- a known number of the kernel's own
armed_start 'sdt:::sched_process_fork / execname == "lives" / { @forks = count(); }
	sdt:::sched_process_exit / execname == "lives" / { @exits = count(); }
	sdt:::sched_process_exec / execname == "lives" / { @execs = count(); }
	END { printa("forks %@d exits %@d execs %@d\n", @forks, @exits, @execs); }'
/bin/lives exec 30
armed_stop
show /tmp/armed.out
check "30 processes that execute a program" grep -qx "forks 30 exits 31 execs 31" /tmp/armed.out

# ---- types
if [ -e /sys/kernel/btf/vmlinux ] || [ -e /proc/dtrace/types ]; then
	point=sched:sched_switch
	trace_ok 30 -lv -n $point
	show /tmp/out 30
	check "types in the listing" grep -q 'args\[2\]: struct task_struct \*' /tmp/out
	check "args[] by their types" dtrace -qn "
		$point"' / args[1] == curthread && stringof(args[1]->comm) == execname && args[2]->pid != args[1]->pid / { @good = count(); }
		'"$point"' / args[1] != curthread || args[2]->pid == args[1]->pid && args[1]->pid != 0 / { @bad = count(); }
		tick-2s { printa("good %@d ", @good); printa("bad %@d", @bad); exit(0); }' -o /tmp/out
	cat /tmp/out
	check "all of them" grep -q '^good [1-9][0-9]* *$' /tmp/out
	refused=$(dtrace -qn "$point { trace(args[4]); }" 2>&1)
	check "one too many: $refused" test "${refused#*the tracepoint has fewer arguments}" != "$refused"
	modprobe jbd2
	trace_ok 30 -lv -n 'sdt:jbd2::jbd2_run_stats'
	check "types of a module's" grep -q 'args\[2\]: struct transaction_run_stats_s \*' /tmp/out
fi

# ---- all at once
workload_start
start=$(cut -d' ' -f1 /proc/uptime)
armed_start 'sdt::: { @[probename] = count(); } sdt:points::points_ten { @points = count(); } END { printa("points %@d\n", @points); }' -Z
echo "all armed in $(awk -v a="$start" -v b="$(cut -d' ' -f1 /proc/uptime)" 'BEGIN { print b - a }') s"
grep '^provider sdt' /proc/dtrace/stats
for round in 1 2 3; do
	insmod /points.ko
	echo 10 >/sys/module/points/parameters/pass
	rmmod points
done
modprobe ext4 && modprobe -r ext4
sleep 2
start=$(cut -d' ' -f1 /proc/uptime)
armed_stop
echo "stopped in $(awk -v a="$start" -v b="$(cut -d' ' -f1 /proc/uptime)" 'BEGIN { print b - a }') s"
workload_stop
show /tmp/armed.out 40
check "a module that came and went three times" grep -q '^points 30$' /tmp/armed.out
at_least "tracepoints that fired" "$(grep -Ec '^ +[a-z_0-9]+ +[0-9]+$' /tmp/armed.out)" 10
check "none is armed any more" grep -Eq '^provider sdt probes [0-9]+ armed 0$' /proc/dtrace/stats
unload
finish
