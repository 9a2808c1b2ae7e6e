# SPDX-License-Identifier: MIT OR GPL-2.0-only
# gdb, strace and the kernel's own uprobes on a program that is traced, on the same function and beside it, before, during and after: the program's
# results and status are those of an untraced one, each of our firings is counted, and nothing of ours is left in its text.
# @@mem 1024
# @@limit 600
# @@programs gdb strace
. /job/lib.sh
load
mkdir -p /tmp/home
export HOME=/tmp/home
cat >/tmp/inner <<'EOT'
set pagination off
set confirm off
break *steps_inner
commands
silent
printf "hit\n"
continue
end
continue
EOT
sed 's/steps_inner/steps_outer/' /tmp/inner >/tmp/outer

hits() { grep -c '^hit' /tmp/gdb.out; }
are() { test "$(hits)" = "$1"; }

# gdb_start COMMANDS: it controls the program, which goes on
gdb_start()
{
	gdb -q -nx -p "$program_pid" -x "$1" </dev/null >/tmp/gdb.out 2>&1 &
	gdb=$!
	wait_until 120 runs_under_gdb || { not_ok "gdb goes on"; show /tmp/gdb.out; }
}
runs_under_gdb() { grep -q '^Breakpoint 1' /tmp/gdb.out && grep -q '^State:.[SR]' "/proc/$program_pid/status" && grep -q "^TracerPid:.$gdb\$" "/proc/$program_pid/status"; }

# gdb_end: it takes its breakpoints away, and lets the program go
gdb_end()
{
	kill -INT "$gdb"
	wait "$gdb"
	check "gdb has let the program go" grep -q 'Inferior 1 .* detached' /tmp/gdb.out
	check "nobody controls it" grep -q '^TracerPid:.0$' "/proc/$program_pid/status"
}

begins() { turns_begin 'sum 370' steps 10; }

# shellcheck disable=SC2016
PROBES='pid$1:a.out:steps_inner:entry, pid$1:a.out:steps_outer:entry { @[probefunc] = count(); }'
given_back() { grep -q " given-back $1 " /proc/dtrace/pid; }

# uprobe_has WHEN HITS: what the kernel has counted (docs/pid.md says what a uprobe misses)
uprobe_hits() { awk '{ print $3 }' $tracing/uprobe_profile; }
uprobe_has() { check "uprobe $1: $2 hits of $(uprobe_hits)" test "$(uprobe_hits)" = "$2"; }

# ---- gdb alone
begins
gdb_start /tmp/inner
turn "gdb alone"
check "its breakpoint: $(hits) hits" wait_until 30 are 20
gdb_end
program_end "gdb alone"

# ---- we, then gdb at the same place; we go first: gdb reads and writes the program's text, not ours
begins
armed_start "$PROBES" "$program_pid"
gdb_start /tmp/inner
turn "both"
check "its breakpoint: $(hits) hits" wait_until 30 are 20
armed_stop
armed_counted steps_inner 20
armed_counted steps_outer 10
turn "gdb, after us"
check "its breakpoint: $(hits) hits" wait_until 30 are 40
gdb_end
turn "after both"
turn "once more"
check "nothing is left" wait_until 30 nothing_left
show /proc/dtrace/pid
program_end "we, then gdb"

# ---- gdb executes single instructions where we are: each of its steps is one
cat >/tmp/step <<'EOT'
set pagination off
set confirm off
break *steps_inner
set $i = 0
continue
while $i < 20
printf "first %d %d\n", (int)($pc - (unsigned long)steps_inner), *(unsigned char *)$pc
stepi
printf "second %d %d\n", (int)($pc - (unsigned long)steps_inner), *(unsigned char *)$pc
set $i = $i + 1
continue
end
EOT
# steps_of WHERE: where one turn has stopped, and what gdb has read there
steps_of()
{
	gdb_start /tmp/step
	turn "$1"
	gdb_end
	grep -E '^(first|second) ' /tmp/gdb.out >"/tmp/steps.$1"
	check "$1: gdb has stepped 20 times" test "$(grep -c '^second ' "/tmp/steps.$1")" = 20
}
begins
steps_of untraced
# shellcheck disable=SC2016
armed_start 'pid$1:a.out:steps_inner: { @[probefunc] = count(); }' "$program_pid"
steps_of traced
armed_stop
check "its steps, and what it reads, are the same" cmp /tmp/steps.untraced /tmp/steps.traced
show /tmp/steps.traced
turn "after both"
program_end "single steps"

# ---- the same, and we trace it again after gdb
begins
armed_start "$PROBES" "$program_pid"
gdb_start /tmp/inner
armed_stop
gdb_end
check "it has put nothing of ours back" given_back 0
armed_start "$PROBES" "$program_pid"
turn "again"
armed_stop
armed_counted steps_inner 20
armed_counted steps_outer 10
turn "and untraced"
program_end "again"

# ---- gdb goes first
begins
armed_start "$PROBES" "$program_pid"
gdb_start /tmp/inner
turn "both"
check "its breakpoint: $(hits) hits" wait_until 30 are 20
gdb_end
turn "we alone"
armed_stop
armed_counted steps_inner 40
armed_counted steps_outer 20
turn "after both"
program_end "gdb goes first"

# ---- gdb first: its break is no instruction of the program's; at another place both work
begins
gdb_start /tmp/outer
trace 60 -n 'pid$1:a.out:steps_outer:entry { }' "$program_pid"
check "where gdb has its break we cannot have ours" test "$trace_status" = 1
check "and the message has the reason" grep -q 'its places are refused (break-instruction)$' /tmp/err
show /tmp/err
# shellcheck disable=SC2016
armed_start 'pid$1:a.out:steps_inner:entry { @[probefunc] = count(); }' "$program_pid"
turn "side by side"
check "gdb's breakpoint: $(hits) hits" wait_until 30 are 10
armed_stop
armed_counted steps_inner 20
turn "gdb alone"
check "gdb's breakpoint: $(hits) hits" wait_until 30 are 20
gdb_end
turn "after both"
program_end "side by side"

# ---- strace
begins
strace -f -o /tmp/strace.out -p "$program_pid" >/dev/null 2>&1 &
strace=$!
check "strace controls it" wait_until 60 grep -q "^TracerPid:.$strace\$" "/proc/$program_pid/status"
armed_start "$PROBES" "$program_pid"
turn "strace"
armed_stop
armed_counted steps_inner 20
armed_counted steps_outer 10
turn "strace, after us"
kill -TERM "$strace"
wait "$strace"
check "strace has seen each call" test "$(grep -c 'getppid()' /tmp/strace.out)" = 20
turn "after both"
program_end "strace"

# ---- a debugger that reads past us: it puts our break back
begins
armed_start "$PROBES" "$program_pid"
mkfifo /tmp/putback.in
putback "$program_pid" "$(sed -n 's/^ready //p' "$program_out")" </tmp/putback.in >/tmp/putback.out 2>&1 &
putback=$!
exec 6>/tmp/putback.in
check "it has read our break" wait_until 60 grep -qx read /tmp/putback.out
armed_stop
echo go >&6
exec 6>&-
wait "$putback"
check "it has gone" grep -qx gone /tmp/putback.out
show /tmp/putback.out
turn "after both"
check "what it has left is taken away" given_back 1
program_end "a debugger that reads past us"

# ---- the kernel's uprobes at the same place (where it has them)
tracing=/sys/kernel/tracing
[ -e $tracing/uprobe_events ] || mount -t tracefs tracefs $tracing
if [ -e $tracing/uprobe_events ]; then
	begins
	armed_start "$PROBES" "$program_pid"
	echo "p:steps/inner /bin/steps:$(sed -n 's/^ready //p' "$program_out")" >$tracing/uprobe_events
	echo 1 >$tracing/events/steps/inner/enable
	turn "a uprobe where we are"
	# where its break has the bytes of ours it finds one there already, and does nothing; else it is written over ours
	case $(uprobe_hits) in
	20)
		armed_stop
		armed_counted steps_outer 10
		check "our break was overwritten" grep -q ' overwritten 1 ' /proc/dtrace/pid
		turn "the uprobe, after us"
		uprobe_has "after us" 40
		;;
	*)
		uprobe_has "while we trace" 0
		armed_stop
		armed_counted steps_inner 20
		armed_counted steps_outer 10
		turn "the uprobe, after us"
		uprobe_has "after us" 0
		echo 0 >$tracing/events/steps/inner/enable
		echo 1 >$tracing/events/steps/inner/enable
		turn "the uprobe, enabled anew"
		uprobe_has "enabled anew" 20
		;;
	esac
	echo 0 >$tracing/events/steps/inner/enable
	echo >$tracing/uprobe_events
	turn "after both"
	program_end "a uprobe"
fi
check "nothing is left" wait_until 30 nothing_left
unload
finish
