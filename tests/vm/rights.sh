# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Who may trace what (docs/rights.md). An ordinary user, 1000, is in the device's group: every way to the kernel, to others' processes and
# to what others trace is tried and must be closed; what is their own must be open, with exact counts.
# @@limit 900
. /job/lib.sh
load
mkdir -p /tmp
chmod 1777 /tmp
GROUP=77
echo 0 >/proc/sys/kernel/kptr_restrict
cp "$(command -v becomes)" /tmp/setid && chown 0:0 /tmp/setid && chmod 4755 /tmp/setid

# asmember UID COMMAND...: that user, in the group
asmember() { local uid=$1; shift; asuser "$uid:$GROUP" "$@"; }

# mine LIMIT ARG...: dtrace as user 1000; sets trace_status, /tmp/out, /tmp/err
mine()
{
	local limit=$1
	shift
	timeout "$limit" asuser 1000:$GROUP dtrace "$@" >/tmp/out 2>/tmp/err </dev/null
	trace_status=$?
}

# closed WHAT TEXT ARG...: it fails, and says that
closed()
{
	local what=$1 text=$2
	shift 2
	mine 60 "$@"
	if [ "$trace_status" = 1 ] && grep -q "$text" /tmp/err; then
		ok "$what is closed"
	else
		not_ok "$what is closed: status $trace_status"
		show /tmp/err
		show /tmp/out
	fi
}

# open_to WHAT TEXT ARG...: it works, and prints that line
open_to()
{
	local what=$1 text=$2
	shift 2
	mine 120 "$@"
	if [ "$trace_status" = 0 ] && grep -Eq "^ *$text\$" /tmp/out && ! grep -q 'host engine' /tmp/err; then
		ok "$what is open"
	else
		not_ok "$what is open: status $trace_status"
		show /tmp/err
		show /tmp/out
	fi
}

# begin UID ARG...: a process of a user that does what it is told; tell WORD ANSWER
begin()
{
	local uid=$1
	shift
	program_start asuser "$uid" becomes "$@"
	wait_until 10 sh -c "[ \"\$(cat /proc/$program_pid/comm)\" = becomes ]"
}
tell() { echo "$1" >&5; [ -z "$2" ] || program_answers "$2"; }

# ---- the door
chown 0:$GROUP /dev/dtrace/dtrace
chmod 660 /dev/dtrace/dtrace
check "the parameter is off at first" test "$(cat /sys/module/dtrace/parameters/user)" = N
HOST='on the host engine, not the kernel.s: no privilege to open /dev/dtrace/dtrace'
mine 60 -n 'BEGIN { exit(0); }'
check "off: a member is refused" grep -q "$HOST" /tmp/err
echo 1 >/sys/module/dtrace/parameters/user
open_to "BEGIN and END" 'begun ended' -qn 'BEGIN { printf("begun "); exit(0); } END { printf("ended\n"); }'
timeout 60 asuser 1001 dtrace -n 'BEGIN { exit(0); }' >/tmp/out 2>/tmp/err
check "who is not in the group is refused" grep -q "$HOST" /tmp/err
withcaps none dtrace -n 'BEGIN { exit(0); }' >/tmp/out 2>/tmp/err
check "root without capabilities, not in the group, is refused" grep -q "$HOST" /tmp/err
withcaps 19,38 dtrace -qn 'BEGIN { stack(1); exit(0); } fbt::vfs_read:entry { }' >/tmp/out 2>/tmp/err
check "CAP_PERFMON and CAP_SYS_PTRACE are everything" test $? = 0
withcaps 21 dtrace -qn 'BEGIN { stack(1); exit(0); }' >/tmp/out 2>/tmp/err
check "CAP_SYS_ADMIN is, too" test $? = 0
withcaps 38 dtrace -n 'BEGIN { exit(0); }' >/tmp/out 2>/tmp/err
check "CAP_PERFMON alone is nothing" grep -q "$HOST" /tmp/err

# ---- the kernel: what a program has
RIGHT='is not permitted: you may trace your own processes only'
for what in 'stack()' 'sym(1)' 'mod(1)' 'trace(caller)' 'trace((uint64_t)curthread)' 'trace(stackdepth)' 'trace(ipl)' \
	'trace(mutex_owned((struct mutex *)8))' 'trace(rw_read_held((rwlock_t *)8))' 'trace(d_path((struct path *)8))'; do
	# a kernel that does not describe its types has no such one
	case $what in *rwlock_t*) [ -e /sys/kernel/btf/vmlinux ] || continue ;; esac
	closed "$what" "$RIGHT" -n "BEGIN { $what; }"
done
for what in 'panic()' 'chill(1)'; do
	closed "$what" "$RIGHT" -w -n "BEGIN { $what; }"
done
closed "a key of stack()" "$RIGHT" -n 'BEGIN { @[stack()] = count(); }'
closed "caller in a predicate" "$RIGHT" -n 'BEGIN /caller/ { exit(0); }'
closed "what a process has open" "$RIGHT" -n 'syscall::write:entry { trace(fds[arg0].fi_pathname); }'
# ---- the kernel: what it loads. KPRIV is fault 6
# a text, or, where only functions have names, the first one
address=$(grep -w -e linux_banner -e _stext /proc/kallsyms | sort -rk 3 | cut -d" " -f1 | head -n 1)
for what in "trace(*(int *)0x$address)" "trace(stringof((char *)0x$address))" "tracemem((void *)0x$address, 16)" \
	"printf(\"%s\", (string)(char *)0x$address)" "trace(strlen((string)(char *)0x$address))" "bcopy((void *)0x$address, alloca(8), 8)" \
	"trace(strjoin(\"a\", (string)(char *)0x$address))" "trace((string)(char *)0x$address == \"L\")" "trace(json((string)(char *)0x$address, \"a\"))" \
	"@[(string)(char *)0x$address] = count()" "self->a = (string)(char *)0x$address" "trace(inet_ntoa((ipaddr_t *)0x$address))" \
	"print(*(uint64_t *)0x$address)" "copyout((void *)0x$address, 1, 1)"; do
	mine 60 -wqn "BEGIN { $what; printf(\"read\\n\"); exit(0); } ERROR { printf(\"fault %d\\n\", arg4); exit(0); }"
	check "$what: the kernel is not read" grep -q '^fault 6$' /tmp/out
	grep -q '^fault 6$' /tmp/out || { show /tmp/err; show /tmp/out; }
done
# ---- the kernel: probes, and lists of them
dtrace -l | awk 'NR > 1 { print $2 }' | sort -u >/tmp/providers
for provider in fbt instr sdt proc io sched tcp udp ip lockstat vminfo sysinfo fsinfo vfs kmem mib cpc; do
	closed "$provider" "^dtrace: .*$provider $RIGHT" -n "$provider:::"
done
mine 60 -ln 'fbt:::entry'
check "fbt is not listed" test "$trace_status" = 1
mine 60 -l
check "listing has dtrace, profile, syscall" test "$(awk 'NR > 1 { print $2 }' /tmp/out | sort -u | tr '\n' ' ')" = 'dtrace profile syscall '
mine 60 -n '::vfs_read:entry'
check "a function of the kernel matches nothing" test "$trace_status" = 1
for file in $(ls /proc/dtrace); do
	asmember 1000 cat /proc/dtrace/$file >/dev/null 2>&1 && not_ok "/proc/dtrace/$file is read"
done
ok "/proc/dtrace: $(ls /proc/dtrace | wc -l) files"

# ---- processes of one's own
begin 1000 /tmp/setid
own=$program_pid
wrap=: # what the shell does before it becomes the consumer
armed_uid() { grep -q armed /tmp/mine.out || ! kill -0 $mine_pid 2>/dev/null; }
# armed_mine PROGRAM OPTION...: dtrace of user 1000 in the background
armed_mine()
{
	local program=$1
	shift
	: >/tmp/mine.out
	asuser 1000:$GROUP sh -c "$wrap"'; exec dtrace "$@"' sh -q -n "BEGIN { printf(\"armed\\n\"); } $program" "$@" >/tmp/mine.out 2>/tmp/mine.err </dev/null &
	mine_pid=$!
	wait_until 120 armed_uid
	grep -q armed /tmp/mine.out || { not_ok "'$program' began"; show /tmp/mine.err; }
}
mine_stop() { kill -TERM $mine_pid 2>/dev/null; wait $mine_pid; mine_status=$?; }
# shown WHAT LINE: the consumer of user 1000 has printed that
shown() { check "$1" grep -Eq "^ *$2\$" /tmp/mine.out; grep -Eq "^ *$2\$" /tmp/mine.out || { show /tmp/mine.out; show /tmp/mine.err; }; }

# system calls: one's own 7, of others, who make as many at the same time, none
begin 1001 /tmp/setid
exec 6>"$program_in"
other=$program_pid other_out=$program_out
begin 0 /tmp/setid
exec 7>"$program_in"
roots=$program_pid roots_out=$program_out
begin 1000 /tmp/setid
own=$program_pid
armed_mine 'syscall::kill:entry { @[execname, uid] = count(); } syscall::kill:return { @r["returns"] = count(); }'
echo step >&6
echo step >&7
wait_until 60 grep -q stepped "$other_out"
wait_until 60 grep -q stepped "$roots_out"
tell step stepped
mine_stop
shown "system calls of one's own" 'becomes +1000 +7'
shown "returns of one's own" 'returns +7'
check "of nobody else" test "$(grep -c becomes /tmp/mine.out)" = 1

# pid, with the stack and memory of the process; the same process of root's consumer at the same time
armed_mine "pid$own:a.out:step:entry { @[ustackdepth > 1, pid == $own, uregs[0] == uregs[0]] = count(); }"
armed_start "pid$own:a.out:step:entry { @ = count(); }"
: >"$program_out"
tell step stepped
armed_stop
mine_stop
shown "functions of one's own process" '1 +1 +1 +5'
check "root sees them, too" grep -Eq '^ +5$' /tmp/armed.out
printf 'step\nend\n' | timeout 60 asuser 1000:$GROUP dtrace -qn 'pid$target:a.out:step:entry { @ = count(); }' -c 'becomes x' >/tmp/out 2>/tmp/err
check "-c is open" grep -Eq '^ +5$' /tmp/out
open_to "speculation" '2 committed' -qn 'BEGIN { s = speculation(); } BEGIN { speculate(s); printf("2 committed\n"); } BEGIN { commit(s); } tick-1s { exit(0); }'

# another user's, root's, one that hides, one outside of the user namespace
closed "a process of another user" "$other" -n "pid$other:a.out:step:entry { }"
closed "a process of root" "$roots" -n "pid$roots:a.out:step:entry { }"
closed "process 1" 'pid 1' -n 'pid1:a.out::entry { }'
closed "-p of root's" "$roots" -p "$roots" -n 'pid$target:a.out:step:entry { }'
closed "probes that root's program has registered" "$roots" -n "worker$roots::: { }"
: >"$program_out"
tell hide hidden
closed "a process that hides" "$own" -n "pid$own:a.out:step:entry { }"
armed_mine 'syscall::kill:entry { @["kills"] = count(); }'
: >"$program_out"
tell step stepped
mine_stop
check "nor are its system calls seen" test "$(grep -c kills /tmp/mine.out)" = 0
program_end "the one that hides"
begin 1000 /tmp/setid
own=$program_pid
timeout 60 asuser 1000:$GROUP spaces u dtrace -n "pid$own:a.out:step:entry { }" >/tmp/out 2>/tmp/err </dev/null
check "a process outside of the user namespace is closed" test $? = 1
timeout 60 asuser 1000:$GROUP spaces u dtrace -n 'fbt::vfs_read:entry' >/tmp/out 2>/tmp/err </dev/null
check "capabilities of a user namespace open nothing" grep -q "$RIGHT" /tmp/err

# what root traces is not there
armed_start "pid$roots:a.out:step:entry { @ = count(); }"
mine 60 -l
check "probes of others are not listed" test "$(grep -c "pid$roots" /tmp/out)" = 0
id=$(dtrace -l -n "pid$roots:::" | awk 'NR == 2 { print $1 }')
at_least "root lists them" "${id:-0}" 1
mine 60 -i "$id" -n 'BEGIN { exit(0); }'
check "and cannot be had by their number" test "$(grep -c 'matched 2' /tmp/err)" = 0
armed_stop

# a set-id program: its probes go, and its system calls with them
armed_mine "pid$own:a.out:step:entry { @[\"steps\"] = count(); } syscall::kill:entry /pid == $own/ { @[\"kills\"] = count(); }"
tell step stepped
: >"$program_out"
tell become 'became 0'
: >"$program_out"
tell step stepped
mine_stop
shown "a set-id program: steps before it" 'steps +5'
shown "a set-id program: system calls before it" 'kills +7'
closed "the process that became one" "$own" -n "pid$own:a.out:step:entry { }"
program_end "the set-id program"

# ---- destructive actions
begin 1000 /tmp/setid
own=$program_pid
closed "raise() without -w" 'estructive' -n 'BEGIN { raise(9); }'
# the consumer itself is one's own: it does not mind this signal
wrap="trap '' USR1"
armed_mine 'tick-1ms { raise(10); } ERROR { errors[arg4]++; } END { printf("denied %d\n", errors[7] > 0); }' -w
wrap=:
echo spin >&6
echo spin >&7
wait_until 60 grep -q spun "$other_out"
wait_until 60 grep -q spun "$roots_out"
mine_stop
shown "raise() where others run is refused" "denied 1"
check "raise() where others run does not reach another user's" kill -0 "$other"
check "nor root's" kill -0 "$roots"
check "nor process 1" kill -0 1
exec 5>&-
wait "$program_pid" 2>/dev/null # perhaps a tick has hit it: it is one's own
begin 1000 /tmp/setid
own=$program_pid
armed_mine "pid$own:a.out:step:entry { raise(9); }" -w
echo step >&5
wait "$program_pid"
check "raise() in one's own process is open" test $? = 137
mine_stop
exec 5>&-

# ---- clocks
begin 1000 /tmp/setid
echo spin >&7
armed_mine 'profile-499 { @[uid] = count(); @a[arg0 != 0] = count(); } tick-100ms { ticks++; } END { printf("ticks %d\n", ticks > 2); }'
echo spin >&6
tell spin spun
wait_until 60 sh -c "[ \$(grep -c spun $other_out) = 2 ]"
mine_stop
shown "tick fires" 'ticks 1'
check "profile samples one's own processes only" test "$(awk 'NF == 2 && $1 == 1000 || $1 == "ticks" || $1 == "armed" || NF == 0 || $1 == 0 { next } { print }' /tmp/mine.out | wc -l)" = 0
at_least "it does sample them" "$(awk 'NF == 2 && $1 == 1000 { print $2 }' /tmp/mine.out)" 10
program_end "the program that spins"
mine 60 -qn 'tick-10ms { trace(pid); printf("\n"); } ERROR { @e[arg4] = count(); } tick-1s { exit(0); }'
check "a clock does not tell which process it has interrupted" grep -Eq '^ +7 +[0-9]+$' /tmp/out

# ---- the descriptor
handed $GROUP >/tmp/handed 2>&1
show /tmp/handed
for line in 'user by 1000: 0' 'user by 1001: 1' 'user by 0: 1' 'root by 0: 0' 'root by 1000: 0'; do
	check "a descriptor: $line" grep -q "^$line\$" /tmp/handed
done

# ---- numbers of a namespace
timeout 120 asuser 1000:$GROUP spaces upm dtrace -qn 'pid$target:a.out:step:entry { @[pid == $target, ppid < 100, progenyof($target)] = count(); }
	BEGIN { printf("target %d\n", $target); }' -c 'becomes x' >/tmp/out 2>/tmp/err <<'END'
step
end
END
status=$?
check "a container: status 0" test $status = 0
check "a container: numbers are its own" grep -Eq '^ +1 +1 +1 +5$' /tmp/out
check "a container: \$target is a small number" test "$(sed -n 's/^target //p' /tmp/out)" -lt 100
grep -Eq '^ +1 +1 +1 +5$' /tmp/out || { show /tmp/err; show /tmp/out; }
# root in a pid namespace only
timeout 120 spaces pm dtrace -qn 'pid$target:a.out:step:entry { @[probeprov, pid == $target] = count(); }' -c 'becomes x' >/tmp/out 2>/tmp/err <<'END'
step
end
END
check "a container of root: numbers are its own" grep -Eq ' 1 +5$' /tmp/out
show /tmp/out

for number in 6 7; do
	eval "echo end >&$number; exec $number>&-"
done
wait
unload
finish
