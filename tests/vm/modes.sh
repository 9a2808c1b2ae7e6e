# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Programs that execute the same bytes as 64-bit code and as 32-bit code (helpers `modes` and `modes32`): what is traced is their own mode's;
# a break that the other mode comes to is taken away, and counted. Their results are those of untraced programs.
. /job/lib.sh
[ -e /bin/modes32 ] || skip "no 32-bit programs for this kernel"
load

COUNT=300
# say MODE: so many calls; the program has the next sum
sums=0
say()
{
	sums=$((sums + 1))
	echo "$1" >&5
	wait_until 60 has_sums || not_ok "the program says sum $sums"
}
has_sums() { [ "$(grep -c '^sum ' "$program_out")" = $sums ]; }
fired() { awk -v name="$1" '$1 == name { print $2 }' /tmp/armed.out; }
overwritten() { sed -n 's/^processes .* overwritten \([0-9]*\) .*/\1/p' /proc/dtrace/pid; }

before=0
for program in modes modes32; do
	sums=0
	program_start $program $COUNT
	armed_start "pid$program_pid:a.out:mode_both: { @[probename] = count(); }"
	say own
	say other
	say own
	armed_stop
	say other
	show /tmp/armed.out
	check "$program: firings at the first instruction: $(fired 0)" test "$(fired 0)" = $COUNT
	check "$program: firings at the entry: $(fired entry)" test "$(fired entry)" = $COUNT
	at_least "$program: breaks that were given up" $(($(overwritten) - before)) 2
	before=$(overwritten)
	program_end $program
	show "$program_out"
done
unload
finish
