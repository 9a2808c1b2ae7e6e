# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Programs under the pid provider: functions that are called a known number of times (helper `called`), with threads, signals and children by
# fork(); entries and returns, every instruction of the program; several processes at once; ends of either side. A traced program's results,
# exit status and text are those of an untraced one. With the argument 32: a 32-bit program (called32) under a 64-bit kernel.
# @@limit 900
. /job/lib.sh
called=called$1
[ -e "/bin/$called" ] || skip "no 32-bit programs for this kernel"
load
mkdir -p /tmp

# the number of calls of a function, as the program counts them
calls() { sed -n "s/^$1 //p" "$program_out"; }
# fired FUNCTION NAME: how often that probe has fired
fired() { awk -v f="$1" -v n="$2" '$1 == f && $2 == n { print $3 }' /tmp/armed.out; }

FUNCTIONS='called_twice called_sum called_down called_jump called_trap called_handler'

# counted WHAT NAME...: each function's probe of that name has fired as often as it was called
counted()
{
	local what=$1 function name
	shift
	for function in $FUNCTIONS; do
		for name in "$@"; do
			check "$what: $function:$name" test "$(fired "$function" "$name")" = "$(calls "$function" | sed 's/^0$//')"
		done
	done
}

# round WHAT PROBES ARG...: the program, with these probes (PID stands for its number), is as it is without them
round()
{
	local what=$1 probes=$2 sum
	shift 2
	program_start $called "$@"
	program_line 'done'
	sum=$(calls sum)
	program_end "$what, untraced"
	program_start $called "$@"
	armed_start "$(echo "$probes" | sed "s/PID/$program_pid/g") { @[probefunc, probename] = count(); }"
	tail -n 1 /proc/dtrace/pid
	program_line 'done'
	armed_stop
	check "$what: the result is that of the untraced program" test "$(calls sum)" = "$sum"
	program_end "$what"
	check "$what: nothing is left" grep -q '^processes 0 probes 0 sites 0 ' /proc/dtrace/pid
}

EDGES='pidPID::called_*:entry, pidPID::called_*:return'
round "threads" "$EDGES" 3 300
counted "threads" entry return
round "signals" "$EDGES" 2 1500 2000
counted "signals" entry return
at_least "signals that came meanwhile" "$(calls called_handler)" 1
round "children" "$EDGES" 1 100 2000 20
counted "children" entry return
round "every instruction" "pidPID::called_*:" 3 200 2000 5
counted "every instruction" entry return 0
round "every function" "pidPID:a.out::entry, pidPID:a.out::return" 2 100 2000 5
counted "every function" entry return
round "every instruction of the program" "pidPID:a.out::" 1 20 5000 2
counted "every instruction of the program" entry return 0

# what functions are called with, and what they return: 3 threads, called_sum(0 .. 299), which calls called_twice() eight times
program_start $called 3 300
armed_start "pid$program_pid:a.out:called_sum:entry { @in = sum(arg0); } pid$program_pid:a.out:called_sum:return { @out = sum(arg1); }
	pid$program_pid:a.out:called_twice:return { @twice = sum(arg1); }
	END { printa(\"in %@d\\n\", @in); printa(\"out %@d\\n\", @out); printa(\"twice %@d\\n\", @twice); }"
program_line 'done'
armed_stop
program_end "values"
value() { sed -n "s/^$1 //p" /tmp/armed.out; }
numbers=$((3 * 299 * 300 / 2)) out=$((3 * (8 * 299 * 300 + 56 * 300)))
check "values: arguments: $(value in)" test "$(value in)" = $numbers
check "values: of returns: $(value out)" test "$(value out)" = $out
check "values: of returns of the called one: $(value twice)" test "$(value twice)" = $((out + 2 * numbers))

# two processes at once: each has its own probes
program_start $called 1 100
first_pid=$program_pid first_in=$program_in first_out=$program_out
exec 6>"$first_in"
program_start $called 1 300
armed_start "pid$first_pid:a.out:called_sum:entry { @a[\"first\", \"sum\"] = count(); }
	pid$program_pid:a.out:called_sum:entry { @b[\"second\", \"sum\"] = count(); }"
echo go >&6
wait_until 60 grep -q done "$first_out"
program_line 'done'
site_fired() { sed -n "s/^armed process $1 [0-9a-f]* pid$1:.*:called_sum:entry fired //p" /proc/dtrace/pid; }
check "two processes: firings of each site" test "$(site_fired "$first_pid") $(site_fired "$program_pid")" = "100 300"
armed_stop
check "two processes: the first" test "$(fired first sum)" = 100
check "two processes: the second" test "$(fired second sum)" = 300
program_end "two processes: the second"
echo end >&6
exec 6>&-
wait "$first_pid"
check "two processes: the first one's status" test $? = 0

# the program has its text read anew: the breaks are there again before it executes any of it (thrown-away.sh has the rest)
program_start $called 2 200
armed_start "pid$program_pid:a.out:called_sum: { @[probefunc, probename] = count(); }"
kill -USR1 "$program_pid"
program_answers reread
sed -n 's/^armed /sites of: /p' /proc/dtrace/pid | head -n 3
program_line 'done'
armed_stop
at_least "reread: breaks that were written again" "$(sed -n 's/^processes .* restored \([0-9]*\) .*/\1/p' /proc/dtrace/pid)" 10
check "reread: called_sum has fired as often as it was called" test "$(fired called_sum entry)" = 400
program_end "reread"

# the process is killed while it is traced
program_start $called 2 1000000
armed_start "pid$program_pid::called_*: { @[probefunc, probename] = count(); }
	pid$program_pid::called_jump:return /!seen++/ { printf(\"seen\\n\"); }"
echo go >&5
wait_until 60 grep -q seen /tmp/armed.out
kill -9 "$program_pid"
wait "$program_pid" 2>/dev/null
exec 5>&-
gone() { grep -q '^processes 0 ' /proc/dtrace/pid; }
wait_until 60 gone
check "killed: the probes are gone while the consumer stays" gone
armed_stop
at_least "killed: firings before" "$(fired called_twice entry)" 1

# the consumer is killed while the program runs: the program goes on, its text is as before
for i in 1 2 3; do
	program_start $called 2 3000 2000 3
	armed_start "pid$program_pid:a.out:: { @[probefunc] = count(); }"
	echo go >&5
	kill -9 "$armed_pid"
	wait "$armed_pid" 2>/dev/null
	program_answers 'done'
	wait_until 60 gone
	program_end "consumer killed, $i"
done

# what cannot be
trace 20 -n 'pid999999:::entry { }'
check "no such process: dtrace fails" test "$trace_status" != 0
show /tmp/err
unload
finish
