# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Runs in a guest (tests/bench/where): one loop while a D program traces it, or a start of dtrace, and the names of what is executed.
#
#   where.sh CALL [PROGRAM]           CALL: module, or a call that syscalls.c knows; no PROGRAM: the loop alone
#   where.sh switch PROGRAM           from the moment when its sites may be jumps until most are
#   where.sh end PROGRAM              from the signal that ends dtrace, when most of its sites are jumps, to its end
#   where.sh start|process PROGRAM    from the start of dtrace to its end, which comes as soon as it traces; PID in PROGRAM: a program's
# @@smp 1
. /job/lib.sh

# looped CALL [PROGRAM]: twice, as in the first measurement the kernel still has work of its own, such as for the modules; the last one counts
looped()
{
	[ -z "${2:-}" ] || armed_start "$2"
	[ -z "${2:-}" ] || [ -z "$isa_jump_share" ] || wait_until 60 grep -q '^kinds break 0 ' /proc/dtrace/stats
	for i in 1 2; do
		if [ "$1" = module ]; then cat /proc/calls; else /syscalls "$1"; fi
	done
	[ -z "${2:-}" ] || armed_stop
}

# started PROGRAM: twice, as the first start after the module has come has more to do; both count, the last one is shown
started()
{
	wait_until 60 idle || echo "the machine has other work, which is counted, too"
	for i in 1 2; do
		/syscalls begin
		dtrace -q -n "BEGIN { exit(0); } $1" >/tmp/out 2>&1
		status=$?
		/syscalls end
		[ "$status" = 0 ] || { not_ok "dtrace -n '$1': status $status"; show /tmp/out; }
	done
}

# ended PROGRAM: twice, as the first start after the module has come has more to do; the last one is shown
ended()
{
	for i in 1 2; do
		armed_start "$1"
		[ -z "$isa_jump_share" ] || wait_until 60 most_jumps || not_ok "most sites are jumps: $(grep kinds /proc/dtrace/stats)"
		/syscalls begin
		armed_stop
		/syscalls end
	done
}

# switched PROGRAM: from breaks to jumps. What waits for it sleeps most of the time; a look at the counters of all probes is 2 million instructions
switched()
{
	parameter=/sys/module/dtrace/parameters/jump
	seldom() { usleep 900000; "$@"; }
	echo 0 >$parameter
	armed_start "$1"
	/syscalls begin
	echo 1 >$parameter
	wait_until 300 seldom most_jumps || not_ok "most sites are jumps: $(grep kinds /proc/dtrace/stats)"
	/syscalls end
	grep -e kinds -e last-switch /proc/dtrace/stats
	armed_stop
}

insmod /calls.ko || { not_ok "insmod calls.ko"; finish; }
load
case $1 in
start) started "$2" ;;
switch) switched "$2" ;;
end) ended "$2" ;;
process)
	program_start /functions
	started "$(echo "$2" | sed "s/PID/$program_pid/g")"
	program_end
	;;
*) looped "$@" ;;
esac
sed -n 's/^\([0-9a-f]* [tTwW] .*\)$/symbol \1/p' /proc/kallsyms
finish
