# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Storms of fork, vfork, clone, threads, exec, signals, faults and traps of the program's own: a traced process never sees a difference.
# @@limit 1800
. /job/lib.sh
. /job/stress.sh
storms="fork vfork clone thread exec signal fault trap"
storm_rounds=60
for name in $storms; do
	storm $name $storm_rounds || not_ok "storm $name, untraced"
done >/tmp/storm.expected 2>&1
show /tmp/storm.expected
check "all storms have a result" test "$(grep -c '^storm [a-z]*: 60 rounds' /tmp/storm.expected)" = 8
selfcheck_expect
stress_load
text_setup
text_save before
program=$(everything)

# storms_same WHEN: one after the other, then all at once
storms_same()
{
	local name
	for name in $storms; do
		storm $name $storm_rounds
	done >/tmp/storm.now 2>&1
	if ! cmp -s /tmp/storm.now /tmp/storm.expected; then
		not_ok "a storm's output differs $1"
		diff /tmp/storm.expected /tmp/storm.now | sed 's/^/    | /'
	fi
	storms_pids=
	for name in $storms; do
		storm $name $storm_rounds >/tmp/storm.$name 2>&1 &
		storms_pids="$storms_pids $!"
	done
	wait $storms_pids
	for name in $storms; do
		cat /tmp/storm.$name
	done >/tmp/storm.now
	cmp -s /tmp/storm.now /tmp/storm.expected || { not_ok "a storm's output differs $1, all at once"; show /tmp/storm.now; }
}

while stress_going; do
	armed_start "$program"
	storms_same "with everything armed"
	armed_stop
	tail -n 4 /tmp/armed.out
	# tracing begins and ends in the middle of them
	storms_same "while tracing comes and goes" &
	storming=$!
	for i in 1 2 3; do
		trace 60 -q -n "$program tick-200ms { exit(0); }"
		[ "$trace_status" = 0 ] || { not_ok "a short run: status $trace_status"; show /tmp/err; }
	done
	# the subshell's own count of failures is its output
	wait $storming
	cmp -s /tmp/storm.now /tmp/storm.expected || not_ok "a storm's output differs while tracing comes and goes"
	selfcheck_same "after the storms"
	text_same "round $stress_rounds" before
done
stress_unload
stress_finish
