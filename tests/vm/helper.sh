# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Probes that a program makes and registers at run time (/dev/dtrace/helper, helper `registers`): firings and arguments are exact, the
# program is told whether a probe is enabled, a child of fork() has them too, exec() and the end take them away; what is wrong is refused. With
# the argument 32: a 32-bit program (registers32) under a 64-bit kernel.
# @@limit 600
. /job/lib.sh
registers=registers$1
[ -e "/bin/$registers" ] || skip "no 32-bit programs for this kernel"
load
mkdir -p /tmp

number() { sed -n "s/^$1 //p" "$program_out" | tail -n 1; }
# fired NAME: the value of an aggregation's row
fired() { awk -v name="$1" '$1 == name { print $NF }' /tmp/armed.out; }
# say WORD ANSWER: the program does that, and answers with the number of the line
say() { turn=$((turn + 1)); echo "$1 $turn" >&5; program_answers "^$2 $turn\$"; }
# listed PID: names of the probes of the provider worker
listed() { dtrace -ln "worker$1:::" 2>/tmp/err | awk '$1 ~ /^[0-9]+$/ { print $3 ":" $4 ":" $5 }' | sort | tr '\n' ' '; }
unused() { [ "$(awk '$1 == "dtrace" { print $3 }' /proc/modules)" = 0 ]; }

COUNT=200
JOBS="job-start { @[probename] = count(); @n[\"number\"] = sum(arg0); @l[\"last\"] = sum(args[2]); }"

check "anybody may open the device" test "$(stat -c %a /dev/dtrace/helper)" = 666
program_start $registers $COUNT
say round done
check "nothing is registered: nothing is enabled" test "$(number enabled)" = 0
check "nothing is registered: nothing is listed" test "$(listed "$program_pid")" = ""
say bad bad
check "what is malformed is refused: $(grep -c wrong "$program_out")" sh -c "! grep wrong $program_out"
check "what is refused leaves nothing" test "$(listed "$program_pid")" = ""
say add added
check "it is listed: $(listed "$program_pid")" test "$(listed "$program_pid")" = "registers:work:idle registers:work:job-start "
dtrace -lvn "worker$program_pid:::job-start" >/tmp/out 2>/tmp/err
check "types of arguments" test "$(sed -n 's/^[[:space:]]*args\[\([0-9]\)\]: //p' /tmp/out | tr '\n' ';')" = "long;char *;long;"
show /tmp/out
check "the module is in use" sh -c '! rmmod dtrace 2>/dev/null'

# a pattern does not mean it
armed_start 'worker*:::job-start { @ = count(); }'
say remove removed
say add added
check "a pattern: it is said" wait_until 20 grep -q "1 time a process registered probes of its own, not traced: name its provider by its number, not by a pattern; process $program_pid\$" /tmp/armed.err
armed_stop
show /tmp/armed.err

# before, while, and after it is traced
say round done
check "before: it is not enabled" test "$(number enabled)" = 0
armed_start "worker$program_pid:::$JOBS worker$program_pid::work:job-start /copyinstr(arg1) == \"/job\"/ { @[\"path\"] = count(); }
	worker$program_pid:::idle { @[probename] = count(); }"
say round done
check "while: it is enabled each time" test "$(number enabled)" = $COUNT
armed_stop
check "while: firings" test "$(fired job-start)" = $COUNT
check "while: a number" test "$(fired number)" = $((COUNT * (COUNT - 1) / 2))
check "while: the last argument" test "$(fired last)" = $((COUNT * (COUNT - 1) / 2 + 7000 * COUNT))
check "while: a text" test "$(fired path)" = $COUNT
check "while: a probe without arguments" test "$(fired idle)" = 1
show /tmp/armed.out
say round done
check "after: it is not enabled" test "$(number enabled)" = 0
check "after: nothing is left" wait_until 60 nothing_left

# what comes and goes while somebody traces
armed_start "worker$program_pid::: { @[probename] = count(); }"
say second second
say round done
say remove removed
say round done
check "taken back: it is not enabled" test "$(number enabled)" = 0
say add added
say round done
check "registered again: it is enabled" test "$(number enabled)" = $COUNT
armed_stop
check "coming and going: job-start" test "$(fired job-start)" = $((2 * COUNT))
check "coming and going: idle" test "$(fired idle)" = 2
check "coming and going: an object that came, and stayed" test "$(fired second)" = 3
show /tmp/armed.out

# a child has the same probes, by its own number; its parent's are its parent's
echo fork >&5
program_answers '^child '
child=$(number child)
check "a child's are listed: $(listed "$child")" test "$(listed "$child")" = "registers:more:second registers:work:idle registers:work:job-start "
armed_start "worker$child:::$JOBS"
say round done
check "a child: it is enabled" test "$(number enabled)" = $COUNT
armed_stop
check "a child: firings" test "$(fired job-start)" = $COUNT
# ... which takes its own back
say remove removed
check "a child: what it takes back is its own" test "$(listed "$child")" = "registers:more:second "
check "a child: ... its parent's are there" test "$(listed "$program_pid")" = "registers:more:second registers:work:idle registers:work:job-start "
# one that is made while its parent is traced executes none of the breaks
echo end >&5
program_answers '^back 0'
armed_start "worker$program_pid:::$JOBS"
echo fork >&5
wait_until 60 sh -c "[ \$(grep -c '^child ' $program_out) = 2 ]"
say round done
check "a child of one that is traced: it is not enabled" test "$(number enabled)" = 0
echo end >&5
wait_until 60 sh -c "[ \$(grep -c '^back 0' $program_out) = 2 ]"
say round done
check "its parent: it is enabled" test "$(number enabled)" = $COUNT
armed_stop
check "its parent: firings" test "$(fired job-start)" = $COUNT

# another program has nothing
armed_start "worker$program_pid::: { @[probename] = count(); }"
echo exec >&5
program_answers '^executed'
check "exec: the probes are gone while the consumer stays" wait_until 60 nothing_left
say round done
check "exec: it is not enabled" test "$(number enabled)" = 0
armed_stop
check "exec: nothing is listed" test "$(listed "$program_pid")" = ""
check "exec: the module is not in use" wait_until 60 unused
# ... and may register anew; a description may be there before its probes are
armed_start "worker$program_pid::: { @[probename] = count(); }" -Z
say add added
say round done
check "before its probes: it is enabled" test "$(number enabled)" = $COUNT
armed_stop
check "before its probes: firings" test "$(fired job-start)" = $COUNT
program_end "registers"
check "its end: the module is not in use" wait_until 60 unused

# killed while it is traced, and the consumer killed
program_start $registers $COUNT
say add added
armed_start "worker$program_pid::: { @[probename] = count(); }"
say round done
kill -9 "$program_pid"
wait "$program_pid" 2>/dev/null
exec 5>&-
check "the program is killed: nothing is left" wait_until 60 nothing_left
armed_stop
check "the program is killed: its firings are there" test "$(fired job-start)" = $COUNT
program_start $registers $COUNT
say add added
armed_start "worker$program_pid::: { @[probename] = count(); }"
kill -9 "$armed_pid"
wait "$armed_pid" 2>/dev/null
check "the consumer is killed: nothing is left" wait_until 60 nothing_left
say round done
check "the consumer is killed: it is not enabled" test "$(number enabled)" = 0
program_end "the consumer is killed"
check "at the end the module is not in use" wait_until 60 unused
unload
finish
