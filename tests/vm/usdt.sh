# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Probes that a program defines (helper `defined`): firings and arguments are exact, semaphores are counted up while somebody traces and given
# back, whoever ends first; children of fork() have neither breaks nor counts. With the argument 32: a 32-bit program (defined32) under a
# 64-bit kernel.
# @@limit 600
. /job/lib.sh
defined=defined$1
[ -e "/bin/$defined" ] || skip "no 32-bit programs for this kernel"
load
mkdir -p /tmp

# number NAME: the last line of that name that the program has printed
number() { sed -n "s/^$1 //p" "$program_out" | tail -n 1; }
# fired NAME [KEY]: the value of an aggregation's row
fired() { awk -v name="$1" '$1 == name { print $NF }' /tmp/armed.out; }

COUNT=500
program_start $defined 3 $COUNT 20
program_line 'done 1'
check "untraced: semaphores are 0" test "$(number semaphores)" = "0 0"
check "untraced: what they guard is not reached" test "$(number guarded)" = 0

# every probe, every argument
PROBES="server$program_pid:::request-start { @[probename] = count(); @n[\"number\"] = sum(arg1); @s[\"small\"] = min((int64_t)arg2); @o[\"octet\"] = max(args[3]); }
	server$program_pid:::request-start /copyinstr(arg0) == \"/index\"/ { @[\"path\"] = count(); }
	server$program_pid:::guarded { @[probename] = count(); @t[\"turn\"] = max(arg0); }
	server$program_pid:::idle { @[probename] = count(); }"
armed_start "$PROBES"
grep "^process " /proc/dtrace/pid
program_line 'done 2'
check "traced: semaphores are 1" test "$(number semaphores)" = "1 1"
armed_stop
check "traced: request-start" test "$(fired request-start)" = $((3 * COUNT))
check "traced: idle" test "$(fired idle)" = $((3 * COUNT))
check "traced: guarded, as the program says" test "$(fired guarded)-$(number guarded)" = "$((3 * COUNT))-$((3 * COUNT))"
check "traced: its argument" test "$(fired turn)" = $((COUNT - 1))
check "traced: a text" test "$(fired path)" = $((3 * COUNT))
check "traced: 64 bits" test "$(fired number)" = $((3 * COUNT * (COUNT - 1) / 2))
check "traced: 16 bits with a sign" test "$(fired small)" = $((1 - COUNT))
check "traced: 8 bits without" test "$(fired octet)" = 255
program_line 'done 3'
check "after it: semaphores are 0" test "$(number semaphores)" = "0 0"
check "after it: nothing is left" nothing_left

# two consumers count once each; the one that is killed is taken off, too
armed_start "$PROBES"
first_pid=$armed_pid
armed_start "server$program_pid::: { @[probename] = count(); }"
program_line 'done 4'
check "two consumers: the probe is traced once" test "$(number semaphores)" = "1 1"
kill -9 "$first_pid"
wait "$first_pid" 2>/dev/null
program_line 'done 5'
check "the first is killed: the other goes on" test "$(number semaphores)" = "1 1"
armed_stop
check "the other has all firings" test "$(fired idle)" = $((6 * COUNT))
check "killed: nothing is left" wait_until 60 nothing_left
program_line 'done 6'
check "killed: semaphores are 0" test "$(number semaphores)" = "0 0"
program_end "defined"

# armed and disarmed while it makes children without a pause: each of them finds semaphores of 0
program_start $defined 1 1 on
echo go >&5
for i in 1 2 3 4; do
	armed_start "server$program_pid::: { @[probename] = count(); }
		proc:::create /pid == $program_pid && made++ == 10/ { printf(\"children\\n\"); }"
	check "children are made while it is traced" wait_until 120 grep -q children /tmp/armed.out
	armed_stop
done
program_line 'done 1'
program_end "children"
check "children: semaphores are 0 at the end" test "$(number semaphores)" = "0 0"

# the program ends first
program_start $defined 1 $COUNT 0
armed_start "server$program_pid::: { @[probename] = count(); }"
program_line 'done 1'
kill -9 "$program_pid"
wait "$program_pid" 2>/dev/null
exec 5>&-
check "the program is killed: the probes are gone while the consumer stays" wait_until 60 nothing_left
armed_stop
check "the program is killed: its firings are there" test "$(fired idle)" = $COUNT

# a command; arguments by what the description means
trace 60 -q -n 'server$target:a.out::re* { @ = sum(arg1); } server$target::idle: { @b = count(); }' -c "$defined 2 10 0 once"
check "a command: $(tr '\n' ' ' </tmp/out)" test "$trace_status-$(grep -c '^ *90$' /tmp/out)-$(grep -c '^ *20$' /tmp/out)" = 0-1-1

# what cannot be
trace 20 -n 'server999999:::idle { }'
check "no such process: dtrace fails" test "$trace_status" != 0
check "... and says so" grep -q 'failed to grab pid 999999' /tmp/err
program_start $defined 1 1 0
trace 20 -n "sever$program_pid:::idle { }"
check "another provider: what the program has" grep -q 'defines probes of these providers only: server)$' /tmp/err
show /tmp/err
program_end "what cannot be"
check "at the end nothing is left" nothing_left
unload
finish
