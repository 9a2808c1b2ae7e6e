# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Restartable sequences (rseq(2)) of a program that is traced at each of their instructions: a thread that loses its CPU inside one begins it again,
# wherever our slots have it, so no addition is lost; and each beginning is a firing.
. /job/lib.sh
load
threads=4 count=3000

# turn: one turn of the program. Sets sum and restarts
turns=0
turn()
{
	turns=$((turns + 1))
	echo go >&5
	wait_until 300 answered || not_ok "the program does its work"
	sum=$(sed -n '$s/^sum \([0-9]*\).*/\1/p' "$program_out") restarts=$(sed -n '$s/.*restarts //p' "$program_out")
}
answered() { test "$(grep -Ec '^(sum|none)' "$program_out")" = $turns; }

program_start percpu $threads $count
turn
if grep -q none "$program_out"; then
	echo "# no restartable sequences here"
	program_end
	unload
	finish
fi
check "untraced: no addition is lost: $sum" test "$sum" = $((threads * count))
# shellcheck disable=SC2016
armed_start 'pid$1:a.out:percpu_add:entry { @entries = count(); } pid$1:a.out:percpu_add: { @all = count(); }
	END { printa("entries %@d\n", @entries); printa("all %@d\n", @all); }' "$program_pid"
turn
armed_stop
show "$program_out"
show /tmp/armed.out
check "traced: no addition is lost: $sum" test "$sum" = $((threads * count))
check "threads have lost their CPUs inside: $restarts times" test "$restarts" -gt 0
check "each beginning has fired" test "$(sed -n 's/^entries //p' /tmp/armed.out)" = $((sum + restarts))
check "and each instruction" test "$(sed -n 's/^all //p' /tmp/armed.out)" -gt $((80 * sum))
turn
check "afterwards: no addition is lost: $sum" test "$sum" = $((threads * count))
program_end
unload
finish
