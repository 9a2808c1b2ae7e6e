# SPDX-License-Identifier: MIT OR GPL-2.0-only
# perf of Debian beside us, with its own probe in the function that we trace (perf probe -x) and with samples of the program's time, before us,
# after us and at the same time: the program's results and status are those of an untraced one, both count each call where docs/pid.md says so,
# perf's samples have the names of the functions, but for those taken in copies of instructions (slots), and nothing of ours is left in the program's text.
# @@mem 1024
# @@limit 600
# @@programs linux-perf
. /job/lib.sh
load
export HOME=/tmp
[ -e /sys/kernel/tracing/uprobe_events ] || skip "this kernel has no uprobes"

# perf_runs ARG...
perf_runs() { perf --no-pager "$@" >/tmp/perf.out 2>&1 </dev/null; }

# perf_begins ARG...: of the program, in the background; returns when it says that it has begun
perf_begins()
{
	answer=
	rm -f /tmp/control /tmp/answer
	mkfifo /tmp/control /tmp/answer
	exec 6<>/tmp/control 7<>/tmp/answer
	perf --no-pager "$@" -D -1 --control fifo:/tmp/control,/tmp/answer -p "$program_pid" >/tmp/perf.out 2>&1 </dev/null 6>&- 7>&- &
	perf=$!
	echo enable >&6
	read -r -t 120 answer <&7
	[ "$answer" = ack ] || { not_ok "perf begins"; show /tmp/perf.out; finish; }
}
perf_ends()
{
	kill -INT $perf
	wait $perf
	exec 6>&- 7>&-
}

# counts_start: perf counts what its probe sees in the program
counts_start() { perf_begins stat -x, -o /tmp/counts -e probe_steps:steps_inner; }
# counted WHAT COUNT
counted() { check "$1: perf has counted $2, not $(counts)" test "$(counts)" = "$2"; }
counts() { sed -n 's/^\([0-9]*\),.*probe_steps.*/\1/p' /tmp/counts; }

# ---- perf's probe
check "perf makes its probe" perf_runs probe -x /bin/steps steps_inner
show /tmp/perf.out
turns_begin 'sum 370' steps 10
counts_start
turn "perf alone"
perf_ends
counted "alone" 20

# it is there first: at the same place we are refused by name, at another one both work
counts_start
trace 60 -n "pid$program_pid:a.out:steps_inner:entry"
check "its place is refused by name" grep -q 'its places are refused (break-instruction)' /tmp/err
armed_start "pid$program_pid:a.out:steps_outer:entry, pid$program_pid:a.out:steps_inner:return { @[probefunc] = count(); }"
turn "perf, then we"
armed_stop
armed_counted steps_outer 10
armed_counted steps_inner 20
turn "perf, after us"
perf_ends
counted "first" 40

# we are there first: where its break has the bytes of ours it takes it for its own
armed_start "pid$program_pid:a.out:steps_inner:entry { @[probefunc] = count(); }"
counts_start
turn "we, then perf"
perf_ends
case $(counts) in
20) check "ours was overwritten" grep -q ' overwritten 1 ' /proc/dtrace/pid ;;
*) counted "second" 0 && fired_later=yes ;;
esac
armed_stop
[ -z "$fired_later" ] || armed_counted steps_inner 20
counts_start
turn "perf anew, after us"
perf_ends
counted "anew" 20
program_end "perf's probe"
check "perf takes its probe away" perf_runs probe -d 'probe_steps:*'

# ---- samples, while each instruction of the program is traced
program_start steps 100000
perf_begins record -q -e cpu-clock -F 997 -o /tmp/samples
armed_start "pid$program_pid:a.out:steps_inner:, pid$program_pid:a.out:steps_outer: { @ = count(); }"
# memory for copies of instructions belongs to no file
awk '$2 ~ /x/ && NF == 5 { print $1 }' "/proc/$program_pid/maps" >/tmp/copies
show /tmp/copies
in_copies()
{
	local range
	for range in $(cat /tmp/copies); do
		[ $((0x$1)) -lt $((0x${range%-*})) ] || [ $((0x$1)) -ge $((0x${range#*-})) ] || return 0
	done
	return 1
}
echo go >&5
check "sampled and traced, it does its work" wait_until 120 grep -qx 'sum 30000700000' "$program_out"
perf_ends
armed_stop
# each of the two functions has four instructions at least
at_least "firings" "$(awk 'NF == 1 { print $1 }' /tmp/armed.out | tail -n 1)" 1200000
check "perf has read its samples" perf_runs script -i /tmp/samples -F ip,sym,dso
sort /tmp/perf.out | uniq -c | sort -rn | head -n 40 >/tmp/perf.top
show /tmp/perf.top
for name in main steps_inner steps_outer; do
	check "there are samples in $name()" grep -q " $name (/bin/steps)" /tmp/perf.top
done
# of our module it has no name for some, though for others at the same address
awk '$2 == "[unknown]" && $3 == "([unknown])" { print $1 }' /tmp/perf.out >/tmp/nameless
at_least "samples in copies of instructions" "$(wc -l </tmp/nameless)" 1
for addr in $(sort -u /tmp/nameless); do
	in_copies "$addr" || not_ok "the sample at $addr is in a copy"
done
program_end "samples"
check "nothing is left" wait_until 30 nothing_left
unload
finish
