# SPDX-License-Identifier: MIT OR GPL-2.0-only
# hints.sh - the commonest mistakes (spec/hints.def) where the kernel's probes and types are: what is said of each; and that a listing
# of some probes takes no longer than that of all.
. /job/lib.sh

load
check "each mistake has its hint, each right program none" hints

# clock COMMAND...: sets took to its time of five runs, in hundredths of a second
clock()
{
	local start
	start=$(cut -d' ' -f1 /proc/uptime | tr -d .)
	for i in 1 2 3 4 5; do
		"$@" >/tmp/listed || return
	done
	took=$(($(cut -d' ' -f1 /proc/uptime | tr -d .) - start))
	lines=$(wc -l </tmp/listed)
}

dtrace -l >/dev/null # the first time, probes are made
clock dtrace -l
all=$took
at_least "probes are listed" "$lines" 20000
clock dtrace -ln 'fbt::*lock*:entry'
at_least "some are" "$lines" 100
check "listing some is not slower than listing all ($took and $all hundredths of a second)" test "$took" -le "$all"

# A timer's function runs in interrupts only, an open only outside.
seen=$(dtrace -q -x nointr -n 'fbt::hrtimer_interrupt:entry { @in = count(); } fbt::vfs_read:entry { @out = count(); }
	tick-10ms /n++ == 100/ { exit(0); } END { printa("in %@d\n", @in); printa("out %@d\n", @out); }' -c 'cat /proc/kallsyms' | grep -E '^(in|out) [0-9]+$')
check "nointr: nothing in interrupts ($seen)" test "${seen#*in [0-9]}" = "$seen"
at_least "... and the rest outside" "${seen#out }" 10
seen=$(dtrace -q -n 'fbt::hrtimer_interrupt:entry { @in = count(); } tick-10ms /n++ == 100/ { exit(0); }' | tr -d ' \n')
at_least "without it, they are there" "$seen" 10
# nor the functions that begin and end one: they are entered, and return, just outside
edges='fbt::irq_enter_rcu:entry, fbt::irq_exit_rcu:return, fbt::irq_enter:entry, fbt::irq_exit:return { @in = count(); }
	tick-10ms /n++ == 100/ { exit(0); } END { printa("in %@d\n", @in); }'
seen=$(dtrace -q -Z -n "$edges" | grep '^in')
at_least "what begins and ends interrupts" "${seen#in }" 10
seen=$(dtrace -q -Z -x nointr -n "$edges" | grep '^in')
check "nointr: none of that ($seen)" test -z "$seen"
finish
