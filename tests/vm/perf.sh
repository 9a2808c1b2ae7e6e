# SPDX-License-Identifier: MIT OR GPL-2.0-only
# perf of Debian beside us, with its own probe in the function that we trace (perf probe -x) and with samples of the program's time, before us,
# after us and at the same time: the program's results and status are those of an untraced one, both count each call where docs/pid.md says so,
# perf's samples have the names of the functions, but for those taken in slots, and nothing of ours is left in the program's text.
# @@mem 1024
# @@limit 600
# @@programs linux-perf
. /job/lib.sh
load
export HOME=/tmp
[ -e /sys/kernel/tracing/uprobe_events ] || skip "this kernel has no uprobes"

# perf_runs ARG...
perf_runs() { perf --no-pager "$@" >/tmp/perf.out 2>&1 </dev/null; }

# goes WHAT: one turn of the program, with the right sum
turns=0
goes()
{
	turns=$((turns + 1))
	echo go >&5
	check "$1: the program does its work" wait_until 60 answered
}
answered() { test "$(grep -cx 'sum 370' "$program_out")" = $turns; }

# counts_start: perf counts what its probe sees in the program
counts_start()
{
	perf --no-pager stat -x, -o /tmp/counts -e probe_steps:steps_inner -p "$program_pid" >/tmp/perf.out 2>&1 </dev/null &
	perf=$!
	wait_until 60 is_enabled || { not_ok "perf begins"; show /tmp/perf.out; finish; }
}
is_enabled() { ls -l "/proc/$perf/fd" 2>/dev/null | grep -q perf_event; }
counts_end()
{
	kill -INT $perf
	wait $perf
}
# counted WHAT COUNT
counted() { check "$1: perf has counted $2, not $(counts)" test "$(counts)" = "$2"; }
counts() { sed -n 's/^\([0-9]*\),.*probe_steps.*/\1/p' /tmp/counts; }

# fired FUNCTION COUNT: of our entry probe
fired() { check "we have counted each call of $1: $2" grep -Eqx " *$1 +$2" /tmp/armed.out; }
nothing_left() { grep -q '^processes 0 probes 0 sites 0 ' /proc/dtrace/pid; }

# ---- perf's probe
check "perf makes its probe" perf_runs probe -x /bin/steps steps_inner
show /tmp/perf.out
program_start steps 10
counts_start
goes "perf alone"
counts_end
counted "alone" 20

# it is there first: at the same place we are refused by name, at another one both work
counts_start
trace 60 -n "pid$program_pid:a.out:steps_inner:entry"
check "its place is refused by name" grep -q 'its places are refused (break-instruction)' /tmp/err
armed_start "pid$program_pid:a.out:steps_outer:entry, pid$program_pid:a.out:steps_inner:return { @[probefunc] = count(); }"
goes "perf, then we"
armed_stop
fired steps_outer 10
fired steps_inner 20
goes "perf, after us"
counts_end
counted "first" 40

# we are there first: where its break has the bytes of ours it takes it for its own
armed_start "pid$program_pid:a.out:steps_inner:entry { @[probefunc] = count(); }"
counts_start
goes "we, then perf"
counts_end
case $(counts) in
20) check "ours was overwritten" grep -q ' overwritten 1 ' /proc/dtrace/pid ;;
*) counted "second" 0 && fired_later=yes ;;
esac
armed_stop
[ -z "$fired_later" ] || fired steps_inner 20
counts_start
goes "perf anew, after us"
counts_end
counted "anew" 20
program_end "perf's probe"
check "perf takes its probe away" perf_runs probe -d 'probe_steps:*'

# ---- samples, while each instruction of the program is traced
program_start steps 100000
perf --no-pager record -q -e cpu-clock -F 997 -o /tmp/samples -p "$program_pid" >/tmp/perf.out 2>&1 </dev/null &
perf=$!
wait_until 60 is_enabled || { not_ok "perf begins"; show /tmp/perf.out; finish; }
armed_start "pid$program_pid:a.out:steps_inner:, pid$program_pid:a.out:steps_outer: { @ = count(); }"
echo go >&5
check "sampled and traced, it does its work" wait_until 120 grep -qx 'sum 30000700000' "$program_out"
kill -INT $perf
wait $perf
armed_stop
check "perf has read its samples" perf_runs script -i /tmp/samples -F ip,sym,dso
sort /tmp/perf.out | uniq -c | sort -rn | head -n 40 >/tmp/perf.top
show /tmp/perf.top
for name in main steps_inner steps_outer; do
	check "there are samples in $name()" grep -q " $name (/bin/steps)" /tmp/perf.top
done
# what a slot executes is memory without a file
check "what has no name is in slots" test "$(grep -c '\[unknown\]' /tmp/perf.out)" = "$(grep -c "\[unknown\] (/tmp/perf-$program_pid.map)" /tmp/perf.out)"
program_end "samples"
check "nothing is left" wait_until 30 nothing_left
unload
finish
