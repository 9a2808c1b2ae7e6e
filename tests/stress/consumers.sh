# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Consumers that are too slow, stopped, or ask for too much: the system goes on, and they are told what was lost.
# @@workload
# @@limit 1800
. /job/lib.sh
. /job/stress.sh
selfcheck_expect
stress_load
text_setup
text_save before

# responsive WHAT: a program still starts and does its work, within seconds
responsive()
{
	if timeout 60 sh -c 'cat /proc/version | grep -q Linux && find /proc/self >/dev/null'; then
		ok "the system answers with $1"
	else
		not_ok "the system does not answer with $1"
	fi
	selfcheck_same "with $1"
}

# accounted: do the ledgers of all consumers balance?
accounted()
{
	awk '$1 == "enabling" {
			for (i = 1; i < NF; i++) value[$i] = $(i + 1)
			if (value["fired"] != value["recorded"] + value["predicated"] + value["dropped"] + value["faulted"]) bad++
		} END { exit bad > 0 }' /proc/dtrace/stats
}

# much more than the buffers can take, and a consumer that prints all of it
round_runaway()
{
	trace 120 -b 64k -n 'fbt:::entry { printf("%s %d %s\n", probefunc, timestamp, execname); } tick-2s { exit(0); }'
	[ "$trace_status" = 0 ] || { not_ok "runaway output: status $trace_status"; show /tmp/err; }
	check "runaway output: says what was lost" grep -Eq '[0-9] drops? on CPU' /tmp/err
	at_least "runaway output: lines that arrived" "$(wc -l </tmp/out)" 100
	tail -n 2 /tmp/err
	rm -f /tmp/out
	responsive "runaway output over"
}

# the fill policy ends tracing when a buffer is full; the ring policy keeps the last records
round_full()
{
	trace 120 -b 32k -x bufpolicy=fill -q -n 'fbt::vfs_*:entry { printf("%s\n", probefunc); }'
	[ "$trace_status" = 0 ] || { not_ok "a full fill buffer: status $trace_status"; show /tmp/err; }
	at_least "fill: lines" "$(wc -l </tmp/out)" 100
	trace 120 -b 32k -x bufpolicy=ring -q -n 'fbt::vfs_*:entry { printf("%s\n", probefunc); } tick-1s { exit(0); }'
	[ "$trace_status" = 0 ] || { not_ok "the ring policy: status $trace_status"; show /tmp/err; }
	at_least "ring: lines" "$(wc -l </tmp/out)" 100
	trace 120 -x aggsize=8k -q -n 'fbt:::entry { @[probefunc, timestamp] = count(); } tick-1s { exit(0); }'
	[ "$trace_status" = 0 ] || { not_ok "a small aggregation buffer: status $trace_status"; show /tmp/err; }
	check "aggregation: says what was lost" grep -q 'aggregation drop' /tmp/err
	trace 120 -x dynvarsize=4k -q -n 'fbt:::entry { x[timestamp] = 1; } tick-1s { exit(0); }'
	[ "$trace_status" = 0 ] || { not_ok "few dynamic variables: status $trace_status"; show /tmp/err; }
	check "dynamic variables: says what was lost" grep -q 'dynamic variable drop' /tmp/err
}

# stopped for longer than the switch rate: records are lost and counted; then it goes on
round_stopped()
{
	dtrace -b 32k -n 'fbt::vfs_*:entry { trace(timestamp); }' >/tmp/stopped.out 2>/tmp/stopped.err </dev/null &
	stopped=$!
	wait_until 60 grep -q matched /tmp/stopped.err
	sleep 1
	kill -STOP $stopped
	responsive "a consumer stopped"
	sleep 3
	check "its ledger balances" accounted
	kill -CONT $stopped
	sleep 2
	kill -TERM $stopped
	wait $stopped
	check "it says what was lost" grep -Eq '[0-9] drops? on CPU' /tmp/stopped.err
	tail -n 1 /tmp/stopped.err
	rm -f /tmp/stopped.out
}

none_armed()
{
	! grep -q '^armed ' /proc/dtrace/fbt
}

# stopped for good: after 30 seconds the deadman ends its tracing, and it says so when it goes on
round_deadman()
{
	dtrace -q -n 'fbt::vfs_*: { @ = count(); }' >/tmp/dead.out 2>/tmp/dead.err </dev/null &
	stopped=$!
	wait_until 60 grep -q 'activity active' /proc/dtrace/stats || not_ok "the consumer does not begin"
	kill -STOP $stopped
	check "the deadman stops its tracing" wait_until 90 grep -q 'activity killed' /proc/dtrace/stats
	check "and soon nothing of it is armed" wait_until 10 none_armed
	responsive "a consumer that the deadman stopped"
	kill -CONT $stopped
	wait $stopped
	check "its exit status is not 0" test $? != 0
	show /tmp/dead.err
	check "it says so" grep -q 'processing aborted: Abort due to systemic unresponsiveness' /tmp/dead.err
}

# stopped with everything armed, then killed
round_stopped_killed()
{
	armed_start "$(everything)"
	kill -STOP "$armed_pid"
	responsive "everything armed and the consumer stopped"
	kill -9 "$armed_pid"
	wait "$armed_pid" 2>/dev/null
	sleep 1
	check "nothing is armed a second after it was killed" test "$(grep -c '^armed ' /proc/dtrace/fbt)" = 0
}

while stress_going; do
	round_runaway
	round_full
	round_stopped
	round_stopped_killed
	[ $stress_rounds -gt 1 ] || round_deadman
	text_same "round $stress_rounds" before
done
stress_unload
stress_finish
