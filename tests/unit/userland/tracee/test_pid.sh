#!/bin/bash
# SPDX-License-Identifier: MIT OR GPL-2.0-only
# test_pid.sh DTRACE CALLS LIBRARY - probes of a process that runs: exact numbers of firings, arguments, values; names; errors.
# On the host engine, by ptrace; where ptrace is not permitted there is nothing to test.

dtrace=$1 calls=$2
dir=$(mktemp -d)
trap 'exec 3>&- 4<&-; [ -z "$pid" ] || kill -9 $pid 2>/dev/null; rm -rf "$dir"' EXIT
cd "$dir" || exit 1
# a short path: what a description may have of it is limited
cp "$calls" . && calls=$dir/$(basename "$calls")
failed=0 checks=0
[ ! -e /dev/dtrace/dtrace ] || { echo "skipped: the module is loaded"; exit 0; }

fail()
{
	echo "FAILED: $what: $1"
	sed 's/^/    /' out err 2>/dev/null | head -20
	failed=$((failed + 1))
}

# The program that is traced: start, tell COMMAND RESULT, finish STATUS
start()
{
	rm -f to from
	mkfifo to from
	"$calls" <to >from &
	pid=$!
	exec 3>to 4<from
	read -r -t 20 said <&4
	[ "$said" = "$pid" ] || fail "the program did not begin"
}
tell()
{
	echo "$1" >&3
	read -r -t 20 said <&4
	[ "$said" = "$2" ] || fail "the program said '$said' to '$1', not '$2'"
}
finish()
{
	exec 3>&- 4<&-
	wait $pid
	[ $? = "$1" ] || fail "the program did not end as it should"
	pid=
}

# traced WHAT PROGRAM COMMAND RESULT...: the program does these things while it is traced; PID in PROGRAM is its number.
traced()
{
	what=$1 checks=$((checks + 1))
	local program=${2//PID/$pid} tracer
	shift 2
	rm -f ready
	"$dtrace" -q -n "$program" -n 'BEGIN { system("echo >ready"); } tick-60s { exit(9); }' -w >out 2>err </dev/null &
	tracer=$!
	for i in $(seq 600); do
		[ ! -e ready ] || break
		kill -0 $tracer 2>/dev/null || break
		sleep 0.05
	done
	while [ $# -gt 0 ]; do
		tell "$1" "$2"
		shift 2
	done
	kill -TERM $tracer
	wait $tracer || fail "status $?"
}
# out_is LINES: what was printed, without empty lines and blanks, in any order
out_is() { [ "$(tr -s ' ' <out | sed 's/^ //; s/ $//; /^$/d' | sort)" = "$(printf '%s\n' "$@" | sort)" ] || fail "printed, and not: $*"; }

# refused WHAT STATUS PATTERN ARG...: the message
refused()
{
	what=$1 checks=$((checks + 1))
	local status=$2 pattern=$3
	shift 3
	timeout 30 "$dtrace" "${@//PID/$pid}" >out 2>err </dev/null
	[ $? = "$status" ] || fail "status"
	grep -Eq -- "${pattern//PID/$pid}" err || fail "did not say ${pattern//PID/$pid}"
}

start
traced "entries and returns" 'pidPID:a.out:add:entry { @e = count(); @b = sum(arg1); } pidPID:a.out:add:return { @r = count(); @v = sum(arg1); }
	END { printa("e %@d\n", @e); printa("b %@d\n", @b); printa("r %@d\n", @r); printa("v %@d\n", @v); }' "a 100" 5050
out_is "e 100" "b 100" "r 100" "v 5050"
traced "all returns" 'pidPID::sign:return { @[(int)arg1] = count(); }' "s 10" 7
out_is "-1 1" "0 1" "1 8"
traced "recursion" 'pidPID::factorial:entry { @e[arg0] = count(); } pidPID::factorial:return { @r[arg1] = count(); }
	END { printa("e%d %@d\n", @e); printa("r%d %@d\n", @r); }' "f 3" 360
out_is "e5 3" "e4 3" "e3 3" "e2 3" "e1 3" "r1 3" "r2 3" "r6 3" "r24 3" "r120 3"
traced "threads" 'pidPID::add:entry { @[pid == PID, tid != 0] = count(); }' "p 500" 501000
out_is "1 1 2000"
traced "ten arguments" 'pidPID::ten:entry { @ = sum(arg0 + 2 * arg1 + 3 * arg2 + 4 * arg3 + 5 * arg4 + 6 * arg5 + 7 * arg6 + 8 * arg7 + 9 * arg8 + 10 * arg9); }
	pidPID::ten:return { @v = sum(arg1); }' "v 10" 3345
out_is 3345 3345
traced "a jump to another function" 'pidPID::forward:entry { @e = count(); } pidPID::forward:return { @r = count(); @v = sum(arg1); }
	pidPID::add:entry { @a = count(); } END { printa("%@d %@d %@d %@d\n", @e, @r, @v, @a); }' "t 10" 90
out_is "10 10 0 10"
traced "children are not the process" 'pidPID::add:entry { @ = count(); }' "c 10" 55
out_is
traced "every instruction" 'pidPID:a.out:factorial:[0-9a-f]* { @ = count(); } pidPID:a.out:factorial:0 { @z = count(); }
	END { printa("z %@d\n", @z); } END /0/ { printa("%@d\n", @); }' "f 2" 240
out_is "z 10" "$(grep -v z out | tr -d ' \n')"
[ "$(grep -v z out | tr -d ' \n')" -gt 100 ] || fail "too few instructions"
traced "a library by its short name" 'pidPID:libc:getpid:entry, pidPID:libc.so.6:fgets:entry { @[probemod, probefunc] = max(1); }' "a 1" 1 "a 2" 3
out_is "libc.so.6 fgets 1" # the next call may come too late
tell "a 3" 6

own=$(realpath "$calls") libc=$(sed -n 's/^[^/]* r-xp [^/]*\(\/.*\/libc\.so\.6\)$/\1/p;' "/proc/$pid/maps" | head -n 1)
traced "modules by their full paths" "pidPID:$own:add:entry { @ = count(); } pidPID:$libc:fgets:entry/pid == PID/ { @f[probemod] = max(1); }" "a 7" 28 "a 2" 3
out_is "libc.so.6 1" 9
ln -s "$own" link
traced "by a path that leads to the file" "pidPID:$dir/link:add:entry { @ = count(); }" "a 7" 28
out_is 7
refused "-f with a path" 0 "description 'pidPID:$own:add' matched [0-9]+ probes" -f "pidPID:$own:add" -n 'BEGIN { exit(0); }'
refused "-m with a path" 0 "description 'pidPID:$own ' matched [0-9]+ probes" -m "pidPID:$own /pid == 0/ { }" -n 'BEGIN { exit(0); }'
refused "another file" 1 'process PID has nothing of these names now$' -n "pidPID:/bin/true:add:entry"
refused "a path of nearly that name" 1 "process PID has nothing of these names now, did you mean $own[?]" -n "pidPID:${own}s:add:entry"

refused "no such process" 1 'failed to grab pid 999999999: ' -n 'pid999999999:::entry'
refused "no such function" 1 "failed to lookup 'nonsense' in module 'a.out'" -n 'pidPID:a.out:nonsense:entry'
refused "a function of nearly that name" 1 "failed to lookup 'factoral' in module 'a.out': did you mean factorial[?]" -n 'pidPID:a.out:factoral:entry'
refused "... of no module" 1 'process PID has nothing of these names now, did you mean factorial[?]' -n 'pidPID::factoral:entry'
refused "... in -l" 1 'process PID has nothing of these names now, did you mean factorial[?]' -ln 'pidPID::factoral:entry'
refused "... of no module, not with compat" 1 'process PID has nothing of these names now$' -x compat -n 'pidPID::factoral:entry'
refused "... in -l, not with compat" 1 'dtrace: failed to match pidPID::factoral:entry: No probe matches description$' -x compat -ln 'pidPID::factoral:entry'
! grep -q 'no kernel tracing' err || fail "speaks of the kernel"
refused "a module of nearly that name" 1 'process PID has nothing of these names now, did you mean libc[?]' -n 'pidPID:libq:malloc:entry'
! grep -q 'no kernel tracing' err || fail "speaks of the kernel"
refused "... with a dot" 1 'process PID has nothing of these names now, did you mean libc.so.6[?]' -n 'pidPID:libc.so:malloc:entry'
refused "... of the program" 1 'process PID has nothing of these names now, did you mean a.out[?]' -n 'pidPID:a.ot:add:entry'
strip -o nameless "$calls"
refused "a name that was stripped off" 1 "failed to lookup 'add' in module 'a.out': nameless is stripped$" -c ./nameless -n 'pid$target:a.out:add:entry'
refused "... of any module" 1 'process [0-9]+ has nothing of these names now, nameless is stripped$' -c ./nameless -n 'pid$target::add:entry'
refused "... a pattern" 1 'process [0-9]+ has nothing of these names now, nameless is stripped$' -c ./nameless -n 'pid$target::ad*nonsense:entry'
strip -o bare.so "$3"
tell "l $dir/bare.so" 21
refused "... of a library" 1 "failed to lookup 'nonsense' in module 'bare': bare.so is stripped$" -n 'pidPID:bare:nonsense:entry'
refused "... not with compat" 1 "failed to lookup 'add' in module 'a.out'$" -x compat -c ./nameless -n 'pid$target:a.out:add:entry'
refused "... not where an address is the name" 1 "failed to lookup '0x1' in module 'a.out'$" -c ./nameless -n 'pid$target:a.out:0x1:entry'
refused "... not of a name that it exports" 1 "offset 0xffff outside of function 'tee'$" -c ./nameless -n 'pid$target::tee:ffff'
refused "one of two, in -l" 1 'failed to match pidPID:nonsense:add:entry: No probe matches description: no (probe of process PID has these names now|module nonsense in pidPID)$' -ln 'pidPID:nonsense:add:entry, pidPID:a.out:add:entry'
refused "a pattern, in -l as without it" 1 'pidPID:a.out:operator\*:entry does not match any probes: process PID has nothing of these names now$' -ln 'pidPID:a.out:operator*:entry'
refused "an offset, with functions of nearly that name elsewhere" 1 "offset 0xffff outside of function 'tee'$" -n 'pidPID::tee:ffff'
refused "a misspelt process beside the kernel" 1 'no kernel tracing here' -n 'pidPID:a.out:add:entry, fbt::vfs_read:entry'
printf 'BEGIN { }\npid$1:libq:malloc:entry\n{ }\n' >wrong.d
refused "in a script" 1 'line 2: .*, did you mean libc[?]' -s wrong.d PID
! grep -q 'no kernel tracing' err || fail "speaks of the kernel"
refused "nothing, with -Z" 0 'matched 0 probes' -Zn 'pidPID:nonsense:add:entry' -n 'BEGIN { exit(0); }'
! grep -q 'no kernel tracing' err || fail "speaks of the kernel"
refused "nothing at all, with -Z" 0 'this predicate assigns' -eZn 'pidPID:nonsense:add:entry /x = 1/ { }'
! grep -q 'no kernel tracing' err || fail "speaks of the kernel"
refused "... not with compat" 1 "failed to lookup 'factoral' in module 'a.out'$" -x compat -n 'pidPID:a.out:factoral:entry'
refused "no such module" 1 'process PID has nothing of these names now' -n 'pidPID:nonsense:add:entry'
refused "no such module, but it may come" 0 'matched 1 probe' -Z -n 'pidPID:nonsense:add:entry, BEGIN { exit(0); }'
refused "a name that is none" 1 "'nonsense' is an invalid probe name" -n 'pidPID:a.out:add:nonsense'
refused "beyond the function" 1 "offset 0xffff outside of function 'add'" -n 'pidPID:a.out:add:ffff'
refused "no pid" 1 "'pid0' does not contain a valid pid" -n 'pid0:a.out:add:entry'
refused "all processes" 1 "'pid\*' is not a valid provider here: processes to come can be traced with the kernel's module only" -n 'pid*:a.out:add:entry'
refused "too many sites" 0 'too-many-sites' -x pidsites=1 -n 'pidPID:a.out:add: { exit(0); } BEGIN { exit(0); }'
checks=$((checks + 1)) what="-l"
timeout 30 "$dtrace" -ln "pid$pid:a.out:sign:entry" >out 2>err || fail "status"
[ "$(tr -s ' ' <out | sed 1d | cut -d ' ' -f 3-)" = "pid$pid tracee_calls sign entry" ] || fail "lists"
tell "a 4" 10
finish 0

start
what="kill -9 of the process" checks=$((checks + 1))
"$dtrace" -q -n "pid$pid::add:entry { @ = count(); } tick-2s { exit(0); }" >out 2>err &
tracer=$!
sleep 1
kill -9 $pid
wait $tracer || fail "status $?"
wait $pid 2>/dev/null
pid=

start
traced "it executes another program" 'pidPID::add:entry { @ = count(); }' "a 7" 28 "e" ""
finish 0
out_is 7

if command -v strip nm >/dev/null; then
	whole=$calls calls=$dir/stripped
	strip -o "$calls" "$whole"
	add=$(nm "$whole" | sed -n 's/^0*\([0-9a-f]*\) T add$/0x\1/p')
	start
	traced "a function without a name" "pidPID:a.out:$add:entry { @e[probefunc] = count(); @b = sum(arg1); }"'
		pidPID:a.out:'"$add"':return { @v = sum(arg1); } END { printa("e %s %@d\n", @e); printa("b %@d\n", @b); printa("v %@d\n", @v); }' "a 100" 5050
	out_is "e $add 100" "b 100" "v 5050"
	traced "each function without a name" 'pidPID:a.out:0x*:entry { @[probefunc] = count(); }' "a 7" 28
	grep -Eq "^ *$add +7\$" out || fail "is not among them"
	refused "no such address" 1 "failed to lookup '0x1' in module 'a.out'" -n 'pidPID:a.out:0x1:entry'
	finish 0
fi

echo "$checks checks, $failed failed"
[ $failed = 0 ]
