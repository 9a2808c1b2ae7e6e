# SPDX-License-Identifier: MIT OR GPL-2.0-only
# CPUs go and come, and modules with probes in them come and go, while everything is armed and while it is being armed and disarmed.
# @@workload
# @@limit 1800
. /job/lib.sh
. /job/stress.sh
selfcheck_expect
stress_load
text_setup
program=$(everything)
last=$(($(nproc) - 1))
at_least "CPUs" "$(nproc)" 2

cpu_set()
{
	echo "$2" >"/sys/devices/system/cpu/cpu$1/online" || not_ok "CPU $1 to $2"
}

# toggle N: CPUs but the first go off and on, N times
toggle()
{
	local i cpu
	for i in $(seq "$1"); do
		for cpu in $(seq 1 $last); do
			echo 0 >"/sys/devices/system/cpu/cpu$cpu/online"
		done
		for cpu in $(seq 1 $last); do
			echo 1 >"/sys/devices/system/cpu/cpu$cpu/online"
		done
	done
}

# hotplug switches some of the kernel's own jump labels: compare after it was done once, untraced
toggle 1
text_save before
while stress_going; do
	armed_start "$program profile-97 { @p[cpu] = count(); }"
	toggle 2
	selfcheck_same "with CPUs that came back"
	for name in dummy loop ext4; do
		modprobe $name || not_ok "modprobe $name with everything armed"
		modprobe -r $name || not_ok "modprobe -r $name with everything armed"
	done
	armed_stop
	tail -n 6 /tmp/armed.out
	# both at once: CPUs go and come while tracing begins and ends
	toggle 3 &
	toggling=$!
	for i in 1 2 3; do
		trace 100 -q -n "$program tick-100ms { exit(0); }"
		[ "$trace_status" = 0 ] || { not_ok "a run while CPUs come and go: status $trace_status"; show /tmp/err; }
	done
	wait $toggling
	# begun with a CPU less, ended with one more; and the other way
	cpu_set $last 0
	armed_start "$program"
	cpu_set $last 1
	armed_stop
	armed_start "$program"
	cpu_set $last 0
	armed_stop
	cpu_set $last 1
	check "all CPUs are there" test "$(nproc)" = $((last + 1))
	selfcheck_same "after round $stress_rounds"
	text_same "round $stress_rounds" before
done
stress_unload
stress_finish
