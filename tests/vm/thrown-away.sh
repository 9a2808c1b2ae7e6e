# SPDX-License-Identifier: MIT OR GPL-2.0-only
# A program throws text away in which probes are (helper `thrower`): their breaks are there again before it executes any of that, each
# is counted, and what is moved elsewhere, breaks included, runs as it would untraced. Another library at the same place has probes of its own.
# @@limit 300
. /job/lib.sh
load
mkdir -p /tmp/work
COUNT=200
cp /bin/thrower /tmp/work/libone.so
cp /bin/thrower /tmp/work/libother.so

# of the last line of /proc/dtrace/pid
counted() { sed -n "s/^processes .* $1 \([0-9]*\).*/\1/p" /proc/dtrace/pid; }
told() { awk -v name="$1" '$1 == name { print $2 }' /tmp/armed.out; }
# restored COUNT: the breaks that were written again
restored() { check "restored: $1" test "$(($(counted restored) - before))" = "$1"; }

for probe in entry 0; do
	before=$(counted restored) gone=$(counted gone)
	program_start thrower /tmp/work/libone.so /tmp/work/libother.so $COUNT
	armed_start "pid$program_pid:libone.so:thrower_called:$probe { @[\"one\"] = count(); }
		pid$program_pid:libother.so:thrower_called:$probe { @[\"other\"] = count(); }" -Z
	program_line 'done'
	# thrown away, unmapped and mapped, mapped over, moved back, mapped again at the first place
	restored 5
	armed_stop
	# mapped, these five, made executable again, at the second place
	check "$probe: fired as often as it was called" test "$(told one)" = $((8 * COUNT))
	check "$probe: another library at the same place" test "$(told other)" = $COUNT
	# the one at the first place, which is the other library's then; the one at the second
	check "$probe: places whose text has gone: $(counted gone)" test $(($(counted gone) - gone)) = 2
	check "$probe: nothing was overwritten" test "$(counted overwritten)" = 0
	check "$probe: nothing was late" test "$(counted late)" = 0
	program_end "$probe"
	[ "$(told one)" = $((8 * COUNT)) ] || { show /tmp/armed.out; show /tmp/armed.err; show "$program_out"; }
	check "$probe: nothing is left" wait_until 30 grep -q '^processes 0 probes 0 sites 0 ' /proc/dtrace/pid
done

# the program's own text, read anew in a signal's handler while four threads execute it
program_start called 4 2000 2000
armed_start "pid$program_pid:a.out:called_jump: { @[probename] = count(); }"
before=$(counted restored)
kill -USR1 "$program_pid"
program_answers reread
at_least "read anew: breaks that were written again" $(($(counted restored) - before)) 10
program_line 'done'
armed_stop
check "read anew: each call fires" test "$(told entry)" = 8000
program_end "read anew"

unload
finish
