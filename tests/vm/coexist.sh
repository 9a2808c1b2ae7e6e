# SPDX-License-Identifier: MIT OR GPL-2.0-only
# The kernel's function tracer, kprobes, trace events and perf beside us: before, during and after tracing all functions.
# @@workload
# @@limit 600
. /job/lib.sh
cd /sys/kernel/tracing || { not_ok "tracefs"; finish; }
mkdir -p /tmp

ftrace_on()
{
	echo 'vfs_*' >set_ftrace_filter
	echo 'ksys_*' >>set_ftrace_filter
	echo function >current_tracer
}

ftrace_off()
{
	echo nop >current_tracer
	echo >set_ftrace_filter
}

kprobe_on()
{
	echo 'p:anytrace_p vfs_write' >kprobe_events &&
		echo 'r:anytrace_r vfs_read' >>kprobe_events &&
		echo 1 >events/kprobes/enable
}

kprobe_off()
{
	echo 0 >events/kprobes/enable
	echo >kprobe_events
}

events_on()
{
	echo 1 >events/sched/enable
	echo 1 >events/syscalls/enable
}

events_off()
{
	echo 0 >events/sched/enable
	echo 0 >events/syscalls/enable
}

perf_on()
{
	perfload 3 >/tmp/perf.out 2>&1 &
	perf_pid=$!
	usleep 300000
	echo "perf sched_switch" >/dev/null
}

perf_off()
{
	wait $perf_pid || { not_ok "perf events"; show /tmp/perf.out; }
}

# heard TOOL: the kernel's own tool got something while both were on
heard()
{
	case $1 in
	perf) return 0 ;;
	esac
	cat /proc/version >/dev/null
	[ "$(head -n 200 trace | grep -vc '^#')" -gt 0 ] || not_ok "$1 saw nothing while everything was armed"
}

text_setup
load
tools="ftrace kprobe events"
! isa_can cpu-clock || tools="$tools perf"
for tool in $tools; do
	if ! ${tool}_on 2>/tmp/err; then
		echo "$tool is not to be had on this kernel, with nothing traced: left out"
		${tool}_off 2>/dev/null
		continue
	fi
	${tool}_off
	echo >trace
	text_save "$tool"

	echo "$tool on, tracing on, $tool off, tracing off"
	${tool}_on
	armed_start "$all_entries"
	heard $tool
	${tool}_off
	armed_stop
	text_same "$tool first and off first" "$tool"

	echo "tracing on, $tool on, $tool off, tracing off"
	armed_start "$all_entries"
	${tool}_on || not_ok "$tool cannot be switched on while everything is armed"
	heard $tool
	${tool}_off
	armed_stop
	text_same "$tool inside" "$tool"

	echo "tracing on, $tool on, tracing off, $tool off"
	armed_start "$all_entries"
	${tool}_on || not_ok "$tool cannot be switched on while everything is armed"
	armed_stop
	heard $tool
	${tool}_off
	text_same "$tool last" "$tool"
	echo >trace
done
check "the function tracer still works" ftrace_on
cat /proc/version >/dev/null
heard ftrace
ftrace_off
unload
finish
