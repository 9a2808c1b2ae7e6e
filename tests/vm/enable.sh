# SPDX-License-Identifier: MIT OR GPL-2.0-only
# A thousand clauses on every system call: enabled in a time that grows with their number, ended by a signal while it is enabled, and other
# consumers go on meanwhile. Ten thousand descriptors are closed in a moment.
# @@mem 1024
# @@limit 900
. /job/lib.sh
load
now_ms()
{
	awk '{ print int($1 * 1000) }' /proc/uptime
}

# clauses NUMBER: that many, each with its own sum, and a last one that ends
clauses()
{
	awk -v n="$1" 'BEGIN { for (i = 0; i < n; i++) print "syscall:::entry { @ = count(); }"; print "tick-1s { exit(0); }" }'
}

# enabling NUMBER: not a line more is read than that consumer's own, as each piece waits for its turn between groups of clauses
enabling()
{
	sed "/^consumer $1 /q" /proc/dtrace/stats | grep -q "^consumer $1 activity inactive enablings [0-9]* ecbs [1-9]"
}

clauses 250 >/tmp/250.d
clauses 1000 >/tmp/1000.d
clauses 2000 >/tmp/2000.d # long enough for a look at it while it is enabled
for n in 250 1000; do
	start=$(now_ms)
	trace_ok 300 -q -s /tmp/$n.d
	echo "$n clauses: $(($(now_ms) - start)) ms"
	at_least "counted by $n clauses" "$(awk 'NF == 1 { print $1 }' /tmp/out | tail -n 1)" "$n"
done

# somebody else traces while it is enabled: its own enabling and reports do not wait for the thousands of clauses
dtrace -q -s /tmp/2000.d >/dev/null 2>/tmp/long.err &
long=$!
check "a program is being enabled" wait_until 100 enabling 0
start=$(now_ms)
trace_ok 60 -q -n 'syscall::getpid:entry { @ = count(); } BEGIN { exit(0); }'
took=$(($(now_ms) - start))
echo "the other consumer: $took ms"
check "the other consumer did not have to wait for the end of it" kill -0 $long
wait $long

# killed in the middle of it
dtrace -q -s /tmp/2000.d >/dev/null 2>/tmp/long.err &
long=$!
check "a program is being enabled" wait_until 100 enabling 0
start=$(now_ms)
kill -9 $long
wait $long 2>/dev/null
took=$(($(now_ms) - start))
check "killed while it is enabled, it is gone after $took ms (at most 5000)" test $took -le 5000
cat /proc/dtrace/stats >/tmp/stats
check "nothing stays armed" grep -Eq '^provider syscall probes [0-9]+ armed 0$' /tmp/stats
check "nobody is there" test "$(grep -c '^consumer ' /tmp/stats)" = 0

# all probes have been made: closing does not look at each of them
dtrace -l >/dev/null
dtrace -l >/dev/null &
listing=$!
check "descriptors" sh -c 'descriptors 5000 >/tmp/closed'
wait $listing
cat /tmp/closed
at_least "closed 5000 in milliseconds, at most 5000 less this" "$((5000 - $(awk '{ print $NF }' /tmp/closed)))" 0
unload
finish
