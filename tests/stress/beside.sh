# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Others that change the same functions: the function tracer and its graph, kprobes, kretprobes, jump-optimised kprobes, a BPF program on a
# function's entry, a plain ftrace callback with registers and one that replaces the function as live patches do. Each is switched on
# on and off before, while and after everything is armed; then all of them at random. A fourth argument: so many rounds at least.
# @@workload
# @@limit 1800
. /job/lib.sh
. /job/stress.sh
tracing=/sys/kernel/tracing
insmod /company.ko || not_ok "insmod company.ko"
selfcheck_expect

function_on()
{
	echo 'vfs_*' >$tracing/set_ftrace_filter && echo function >$tracing/current_tracer
}

function_off()
{
	echo nop >$tracing/current_tracer
	echo >$tracing/set_ftrace_filter
}

# patience WATCHDOG RCU: after how many seconds without a yield the kernel complains: its watchdog after twice the first, RCU after the second
patience()
{
	echo "$1" >/proc/sys/kernel/watchdog_thresh
	echo "$2" >/sys/module/rcupdate/parameters/rcu_cpu_stall_timeout
}

# Without a filter the graph makes the kernel change every function: 35,000 times three writes in one loop that never yields
# (ftrace_replace_code). A write calls some fifty functions that everything armed fires on: more than five million firings for one switch,
# more than its watchdog's 20 s in an emulated i386, where the same takes 14 s with nothing armed. So all functions are changed on x86_64
# with a few probes armed; else those that are of interest here. On a busy machine this alone takes more than 20 s, when the watchdog and RCU
# complain: both wait longer while the graph is switched on and off.
graph_on()
{
	local functions='vfs_*'
	! isa_can graph-of-all || [ "$program" != "$same" ] || functions=
	[ -n "$functions" ] || patience 60 120
	echo "$functions" >$tracing/set_ftrace_filter
	echo 'vfs_*' >$tracing/set_graph_function && echo function_graph >$tracing/current_tracer
}

graph_off()
{
	echo nop >$tracing/current_tracer
	echo >$tracing/set_graph_function
	echo >$tracing/set_ftrace_filter
	patience 10 21
}

# event_on NAME DEFINITION: a probe of the kernel's own, by trace events
event_on()
{
	echo "$2" >>$tracing/kprobe_events && echo 1 >$tracing/events/kprobes/$1/enable
}

event_off()
{
	[ -d $tracing/events/kprobes/$1 ] || return 0
	echo 0 >$tracing/events/kprobes/$1/enable
	echo "-:$1" >>$tracing/kprobe_events
}

kprobe_on()
{
	event_on company_p 'p:company_p vfs_write'
}

kprobe_off()
{
	event_off company_p
}

kretprobe_on()
{
	event_on company_r 'r:company_r vfs_read'
}

kretprobe_off()
{
	event_off company_r
}

# optimised: at a place after the entry, where the kernel writes a jump over several instructions
optimised_on()
{
	[ -n "$optimised_place" ] && event_on company_o "p:company_o $optimised_place"
}

optimised_off()
{
	event_off company_o
}

optimised_find()
{
	local offset
	optimised_place=
	for offset in $(seq 5 60); do
		optimised_place=vfs_read+$offset
		if optimised_on 2>/dev/null && wait_until 1 grep -q 'vfs_read+.*OPTIMIZED' /sys/kernel/debug/kprobes/list; then
			optimised_off
			echo "a jump-optimised kprobe can stand at $optimised_place"
			return
		fi
		optimised_off
	done
	optimised_place=
}

fentry_on()
{
	rm -f /tmp/fentry.in /tmp/fentry.out
	mkfifo /tmp/fentry.in
	fentry vfs_read <>/tmp/fentry.in >/tmp/fentry.out 2>/tmp/fentry.err &
	fentry_pid=$!
	wait_until 30 sh -c "grep -q attached /tmp/fentry.out || ! kill -0 $fentry_pid 2>/dev/null"
	grep -q attached /tmp/fentry.out || { wait $fentry_pid; fentry_pid=; cat /tmp/fentry.err >&2; return 1; }
}

fentry_off()
{
	[ -z "$fentry_pid" ] || { kill $fentry_pid; wait $fentry_pid 2>/dev/null; }
	fentry_pid=
}

callback_on()
{
	echo 1 >/sys/module/company/parameters/trace
}

callback_off()
{
	echo 0 >/sys/module/company/parameters/trace
}

replace_on()
{
	echo 1 >/sys/module/company/parameters/replace
}

replace_off()
{
	echo 0 >/sys/module/company/parameters/replace
}

# heard TOOL: it works while everything is armed
heard()
{
	local before
	case $1 in
	replace)
		check "replace: the replacement runs" grep -q 'replaced by company' /proc/cmdline
		;;
	callback)
		before=$(awk '{ print $6 }' /proc/company)
		cat /proc/version >/dev/null
		at_least "callback: calls seen" $(($(awk '{ print $6 }' /proc/company) - before)) 1
		;;
	fentry)
		check "fentry: still attached" kill -0 $fentry_pid
		;;
	*)
		echo >$tracing/trace
		cat /proc/version /proc/cmdline >/dev/null
		[ "$(head -n 400 $tracing/trace | grep -vc '^#')" -gt 0 ] || not_ok "$1 saw nothing"
		;;
	esac
}

program= same=few
everywhere="function graph kprobe kretprobe optimised fentry callback replace"
optimised_find
tools=
for tool in $everywhere; do
	if ${tool}_on 2>/tmp/err; then
		heard $tool
		tools="$tools $tool"
	else
		echo "$tool: not to be had here with nothing traced: $(head -n 1 /tmp/err)"
	fi
	${tool}_off
done
echo "tools:$tools"
check "after replacing, the function is itself again" sh -c '! grep -q replaced /proc/cmdline'
stress_load
text_setup
all=$(everything)
same='fbt::vfs_*:, fbt::cmdline_proc_show:, fbt::ksys_*: { @f = count(); } syscall::read: { @s = count(); }'

# inside TOOL: switched on while everything is armed. One refusal is the kernel's own: can_probe() decodes the function up to the place of the
# kprobe, and __copy_instruction() what stands there; both take a break instruction that is no kprobe's for a debugger's, and say -EINVAL.
inside()
{
	if ${1}_on 2>/dev/null; then
		heard $1
	elif [ "$1" = optimised ]; then
		echo "the kernel refuses a kprobe at $optimised_place, behind or on a break instruction that is not a kprobe's"
	else
		not_ok "$1 cannot be switched on while everything is armed"
	fi
}

# compare WHAT NAME: text_same, as soon as nobody holds a jump of ours. What was put on one has a copy of it, and leaves that in the text when it
# goes; it is taken away when the statistics are read next (docs/jump.md)
compare()
{
	wait_until 60 nothing_held || not_ok "$1: jumps are held"
	text_same "$@"
}
nothing_held() { [ "$(stats_number kinds held)" = 0 ]; }

# off_first, within, off_last, around: the four orders of TOOL and tracing
order_off_first()
{
	${1}_on || not_ok "$1 on"
	armed_start "$program"
	heard $1
	${1}_off
	cat /proc/version >/dev/null
	armed_stop
	compare "$1 on, armed, $1 off, disarmed" $1
}

order_within()
{
	armed_start "$program"
	inside $1
	${1}_off
	armed_stop
	compare "armed, $1 on, $1 off, disarmed" $1
}

order_off_last()
{
	armed_start "$program"
	inside $1
	armed_stop
	${1}_off
	compare "armed, $1 on, disarmed, $1 off" $1
}

order_around()
{
	${1}_on || not_ok "$1 on"
	armed_start "$program"
	armed_stop
	heard $1
	${1}_off
	compare "$1 on, armed, disarmed, $1 off" $1
}

# each_tool: in all orders; in the short form each tool has one, another one in each round
each_tool()
{
	local tool order number=$stress_rounds
	for tool in $tools; do
		echo "$tool"
		text_save $tool
		number=$((number + 1))
		for order in off_first within off_last around; do
			number=$((number + 1))
			[ "$stress_seconds" -ge 120 ] || [ $((number % 4)) = 0 ] || continue
			order_$order $tool
		done
	done
}

# all of the tools in any order, while consumers come and go
at_random()
{
	local tool count
	count=$(echo $tools | wc -w)
	armed_start "$program"
	for i in $(seq 12); do
		tool=$(echo $tools | cut -d' ' -f$(($(random "$count") + 1)))
		eval "state=\${on_$tool:-}"
		if [ -n "$state" ]; then
			${tool}_off 2>/dev/null
			eval "on_$tool="
		elif case $tool in function) [ -z "$on_graph" ] ;; graph) [ -z "$on_function" ] ;; esac && ${tool}_on 2>/dev/null; then
			eval "on_$tool=yes"
		fi
		[ $((i % 4)) != 0 ] || { armed_stop; armed_start "$program"; }
	done
	selfcheck_same "with others at random"
	armed_stop
	for tool in $tools; do
		${tool}_off 2>/dev/null
		eval "on_$tool="
	done
}

# the same functions first, then everything at random; on one more turn everything for each tool. The short form has the same functions only.
on_graph= on_function=
while stress_going "${4:-2}"; do
	case $((stress_rounds % 3)) in
	1) program=$same && each_tool ;;
	0) program=$all && each_tool ;;
	2)
		program=$all
		[ "$stress_seconds" -ge 120 ] || program=$same
		text_save random
		at_random
		compare "others at random" random
		;;
	esac
	echo >$tracing/trace
	selfcheck_same "round $stress_rounds"
done
check "nobody has switched the function tracer off for good" test "$(cat /proc/sys/kernel/ftrace_enabled)" = 1
cat /proc/company
stress_unload
check "rmmod company" rmmod company
stress_finish
