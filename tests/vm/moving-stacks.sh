# SPDX-License-Identifier: MIT OR GPL-2.0-only
# A program in Go with probes in all of its functions, the runtime's too: its stacks move while functions on them wait for their returns, and
# signals take goroutines from their threads in the middle of anything. It prints what it prints untraced, and each call is counted.
# @@limit 900
# @@smp 2
# @@go tests/vm/parts/moving.go
# @@with tests/vm/parts
. /job/lib.sh
. /parts/same.sh
load
least_lines=15
same "each function" /bin/moving 'pid$target:::entry, pid$target:::return'
same "each instruction of those that grow the stack" /bin/moving 'pid$target:a.out:main.deeper:, pid$target:a.out:runtime.newstack:'

# Each goroutine's own calls: 100, 200 and 300 of main.deeper(), as many more as its number, and the last one, three times. A function that finds its
# stack too small begins again when that has grown: it is entered once all the same. Goroutines are not preempted by signals here: one that is, at a
# probe, and goes on on another thread fires twice (docs/pid.md).
export GODEBUG=asyncpreemptoff=1
trace 120 -qn 'pid$target:a.out:main.deeper:entry { @in = count(); } pid$target:a.out:main.deeper:return { @out = count(); }
	pid$target:a.out:main.weigh:entry { @weighed = count(); } pid$target:a.out:runtime.newstack:entry { @grown = count(); }
	END { printa("in %@d\n", @in); printa("out %@d\n", @out); printa("weighed %@d\n", @weighed); printa("grown %@d\n", @grown); }' -c /bin/moving
show /tmp/out
number() { sed -n "s/^$1 \([0-9]*\)$/\1/p" /tmp/out; }
calls=$((12 * (600 + 3) + 3 * (11 * 12 / 2)))
check "each call of a function whose stack moves: $(number in) of $calls" test "$(number in)" = $calls
check "each return of it: $(number out)" test "$(number out)" = $calls
check "each call of another one: $(number weighed)" test "$(number weighed)" = $((12 * 3 * (2 * 511 + 1)))
at_least "stacks grew" "$(number grown)" 12
refused=$(dtrace -ln 'pid$target:a.out::entry' -c /bin/moving 2>&1 >/tmp/listed | sed -n 's/.* \([0-9,]*\) loop-to-entry.*/\1/p')
at_least "functions have an entry" "$(grep -c ' entry$' /tmp/listed)" 1000
check "few of them loop to it (${refused:-0})" test "${refused:-0}" -le 20
unload
finish
