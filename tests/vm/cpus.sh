# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Works with the number of CPUs given; with more than one, CPUs go and come back while everything is armed.
# @@workload
# @@limit 600
# @@with tests/vm/parts
. /job/lib.sh
. /parts/run-time.sh
load
echo "$(nproc) CPU(s)"
text_setup
text_save before
trace_ok 120 -q -n 'profile-50 { @[cpu] = count(); } syscall:::entry { @s[cpu] = count(); } tick-3s { printa("cpu %d %@d\n", @); exit(0); }'
show /tmp/out
check "all CPUs seen" test "$(grep -c '^cpu' /tmp/out)" = "$(nproc)"
for cpu in /sys/devices/system/cpu/cpu[0-9]*; do
	number=${cpu##*/cpu}
	node=$(cd "$cpu" && ls -d node* 2>/dev/null)
	expected="$number $(cat "$cpu/topology/physical_package_id") ${node#node}"
	[ -n "$node" ] || expected="${expected}0"
	found=$(taskset "$(printf %x $((1 << number)))" dtrace -qn 'BEGIN { printf("%d %d %d", cpu, chip, lgrp); exit(0); }')
	check "CPU, chip and node: $found" test "$found" = "$expected"
done
# x86: `lock` prefixes are something else as long as the kernel has seen one CPU only, and are written when a second one comes
if grep -q '^flags.* cx8 ' /proc/cpuinfo; then
	trace_ok 60 -l -n 'instr:vmlinux:mutex_unlock:'
	switched=$(sed -n 's/^refused patched-by-kernel //p' /proc/dtrace/instr)
	if [ "$(nproc)" = 1 ]; then
		at_least "instructions that somebody changes: the function tracer's, and one that a second CPU would" "${switched:-0}" 2
	else
		check "nobody changes an instruction but the function tracer" test "$switched" = 1
	fi
fi
run_time_seen
armed_start "$all_entries profile-50 { @p[cpu] = count(); }"
if [ "$(nproc)" -gt 1 ]; then
	last=$(($(nproc) - 1))
	for i in 1 2 3; do
		check "CPU $last goes offline while everything is armed" sh -c "echo 0 >/sys/devices/system/cpu/cpu$last/online"
		find /proc/self >/dev/null
		check "and comes back" sh -c "echo 1 >/sys/devices/system/cpu/cpu$last/online"
		find /proc/self >/dev/null
	done
fi
armed_stop
text_same "after it" before

# a CPU that is away when tracing begins, and comes while it lasts; one that goes and stays away
if [ "$(nproc)" -gt 1 ]; then
	echo 0 >/sys/devices/system/cpu/cpu$last/online
	armed_start "$all_entries"
	echo 1 >/sys/devices/system/cpu/cpu$last/online
	find /proc/self >/dev/null
	armed_stop
	text_same "a CPU came while armed" before
	armed_start "$all_entries"
	echo 0 >/sys/devices/system/cpu/cpu$last/online
	armed_stop
	echo 1 >/sys/devices/system/cpu/cpu$last/online # the kernel's own switches know how many CPUs there are
	text_same "a CPU went while armed" before
fi
trace_ok 60 -q -n 'profile-50 { @[cpu] = count(); } tick-2s { printa("cpu %d %@d\n", @); exit(0); }'
check "all CPUs seen again" test "$(grep -c '^cpu' /tmp/out)" = "$(nproc)"
unload
finish
