# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Runs in a guest: what takes seconds. Prints "scale NAME NUMBER" lines, times in milliseconds.
# @@smp 2
# @@limit 1500
. /job/lib.sh

now()
{
	awk '{ print int($1 * 1000 + 0.5) }' /proc/uptime
}

# took NAME command...: the shortest of three
took()
{
	local name=$1 best= i start time
	shift
	for i in 1 2 3; do
		start=$(now)
		"$@" >/tmp/took.out 2>/tmp/took.err </dev/null || { echo "error $name"; show /tmp/took.err; return; }
		time=$(($(now) - start))
		[ -n "$best" ] && [ "$best" -le "$time" ] || best=$time
	done
	echo "scale $name $best"
}

# once NAME command...: what differs the first time
once()
{
	local name=$1 start
	shift
	start=$(now)
	"$@" >/tmp/took.out 2>/tmp/took.err </dev/null || { echo "error $name"; show /tmp/took.err; return; }
	echo "scale $name $(($(now) - start))"
}

stat_value()
{
	awk -v name="$1" '$1 == name { print $2 }' /proc/dtrace/stats
}

# crossed: cross calls so far, but for those of the task that makes jumps
crossed()
{
	awk '$1 == "text-cross-calls" { all = $2 } $1 == "text-cross-calls-background" { print all - $2 }' /proc/dtrace/stats
}

# arm NAME PROGRAM: from the start of dtrace until all is armed, and from the signal to its end, when its sites have become jumps; the writing of
# breaks alone; cross calls
arm()
{
	local start syncs
	syncs=$(crossed)
	start=$(now)
	armed_start "$2"
	echo "scale $1-on $(($(now) - start))"
	echo "scale $1-on-text $(($(stat_value text-last-batch-ns) / 1000))"
	echo "scale $1-on-syncs $(($(crossed) - syncs))"
	echo "scale $1-probes $(grep -c '^armed' /proc/dtrace/fbt)"
	[ -z "$isa_jump_share" ] || wait_until 120 most_jumps || echo "error $1-off: $(grep kinds /proc/dtrace/stats)"
	wait_until 60 idle || echo "error $1-off: the machine has other work"
	syncs=$(crossed)
	start=$(now)
	armed_stop
	echo "scale $1-off $(($(now) - start))"
	echo "scale $1-off-text $(($(stat_value text-last-batch-ns) / 1000))"
	echo "scale $1-off-syncs $(($(crossed) - syncs))"
}

# again NAME PROGRAM: arm three times: of times the shortest, of cross calls the most, of probes the fewest
again()
{
	local i
	for i in 1 2 3; do
		arm "$1" "$2"
	done >/tmp/again.out
	awk '$1 != "scale" { print; next }
		!($2 in best) { best[$2] = $3; name[++count] = $2; next }
		$2 ~ /-syncs$/ ? $3 > best[$2] : $3 < best[$2] { best[$2] = $3 }
		END { for (i = 1; i <= count; i++) print "scale", name[i], best[name[i]] }' /tmp/again.out
}

# breaks NAME PROGRAM: from the signal to the end while its sites are breaks
breaks()
{
	local start parameter=/sys/module/dtrace/parameters/jump
	echo 0 >$parameter
	armed_start "$2"
	start=$(now)
	armed_stop
	echo "scale $1-off-breaks $(($(now) - start))"
	echo 1 >$parameter
}

# arm_process: the same for a program that runs
arm_process()
{
	local start
	program_start /functions
	start=$(now)
	armed_start "pid$program_pid:a.out:f*:entry { @ = count(); }"
	echo "scale process-on $(($(now) - start))"
	echo "scale process-on-user $(awk '{ print 10 * $14 }' "/proc/$armed_pid/stat")"
	echo "scale process-on-system $(awk '{ print 10 * $15 }' "/proc/$armed_pid/stat")"
	echo "scale process-probes $(grep -c '^armed process' /proc/dtrace/pid)"
	start=$(now)
	armed_stop
	echo "scale process-off $(($(now) - start))"
	program_end
}

# printed COUNT: that many events in a tight loop, each printed as a line; what was lost is said by dtrace
printed()
{
	local start lines drops
	armed_start 'syscall::getppid:entry { printf("%d\n", pid); }'
	start=$(now)
	/syscalls "$1"
	echo "scale printed-loop $(($(now) - start))"
	armed_stop
	echo "scale printed-all $(($(now) - start))"
	lines=$(grep -c '^[0-9]' /tmp/armed.out)
	drops=$(awk '/ drops? on CPU/ { for (i = 1; i < NF; i++) if ($(i + 1) ~ /^drops?$/) sum += $i } END { print sum + 0 }' /tmp/armed.err)
	echo "scale printed-lines $lines"
	echo "scale printed-drops $drops"
	echo "scale printed-unaccounted $(($1 - lines - drops))"
}

# list_class: one class of all functions' instructions
list_class()
{
	local start first
	start=$(now)
	dtrace -l -n 'instr:::call-*' | {
		read -r first && read -r first
		echo "scale list-instr-first $(($(now) - start))"
		cat >/tmp/took.out
	}
	echo "scale list-instr $(($(now) - start))"
	echo "scale list-instr-probes $(($(wc -l </tmp/took.out) + 1))"
}

# ticks: processor time of dtrace so far, ms
ticks()
{
	awk '{ print 10 * ($14 + $15) }' "/proc/$armed_pid/stat"
}

# unchanged NUMBER: an aggregation with so many keys, of which one changes: the processor time that a hundred snapshots take
unchanged()
{
	local before i=0
	armed_start 'syscall::getppid:entry { @[self->i++] = count(); } syscall::kill:entry { @[0] = count(); }' -x aggsize=32m -x aggrate=100ms
	/syscalls "$1"
	usleep 3000000
	before=$(ticks)
	while [ $i -lt 100 ]; do
		kill -0 $$
		usleep 100000
		i=$((i + 1))
	done
	echo "scale unchanged-$1 $(($(ticks) - before))"
	armed_stop
}

took machine /syscalls 1000000 # times of two runs are compared by this one
load
took start-up dtrace -n 'BEGIN { exit(0); }'
armed_start 'tick-60s { }'
echo "scale memory $(awk '/^Rss:/ { print $2 }' "/proc/$armed_pid/smaps_rollup")"
armed_stop
once list-first dtrace -l
took list dtrace -l
echo "scale list-probes $(($(wc -l </tmp/took.out) - 1))"
list_class
# what is known of functions goes with the module
unload
load
arm entries-first 'fbt:::entry { @ = count(); }'
again entries 'fbt:::entry { @ = count(); }'
breaks entries 'fbt:::entry { @ = count(); }'
unload
load
arm all-first 'fbt::: { @ = count(); }'
again all 'fbt::: { @ = count(); }'
breaks all 'fbt::: { @ = count(); }'
arm_process
printed 2000000
unchanged 10
unchanged 100000
unload
finish
