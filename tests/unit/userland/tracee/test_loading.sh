#!/bin/bash
# SPDX-License-Identifier: MIT OR GPL-2.0-only
# test_loading.sh DTRACE CALLS - a process that is traced (-p) while its dynamic loader is at work: its libraries are waited for, but not if it is
# stopped, ends, or when dtrace is to end. The loader is held by a fifo, which it takes for a library.
dtrace=$1 calls=$2
dir=$(mktemp -d)
trap 'exec 3>&-; [ -z "$pid" ] || kill -9 $pid 2>/dev/null; rm -rf "$dir"' EXIT
cd "$dir" || exit 1
failed=0
[ ! -e /dev/dtrace/dtrace ] || { echo "skipped: the module is loaded"; exit 0; }

fail()
{
	echo "FAILED: $what: $1"
	sed 's/^/    /' out err 2>/dev/null | head -40
	failed=1
}
# wait_until COMMAND...
wait_until()
{
	for _ in $(seq 1200); do
		"$@" && return
		sleep 0.05
	done
	fail "waited in vain: $*"
	exit 1
}
is_at_fifo() { [ "$(readlink "/proc/$pid/exe")" = "$(realpath "$calls")" ] && ! grep -q 'libc\.so' "/proc/$pid/maps" && grep -qx "State:	S.*" "/proc/$pid/status"; }
is_stopped() { grep -qx "State:	T.*" "/proc/$pid/status"; }
switches() { sed -n 's/^voluntary_ctxt_switches:	//p' "/proc/$tracer/status" 2>/dev/null; }
# asks_again: whether the tracer has slept 20 times since, or has ended
asks_again()
{
	grep -q '^State:	Z' "/proc/$tracer/status" || [ "$(switches)" -ge $((before + 20)) ]
}
waits() { grep -q "process $pid: its libraries are being loaded" err; }

# begin WHAT: the program, whose loader waits
begin()
{
	what=$1
	rm -f to library out err
	mkfifo to library
	LD_PRELOAD=$dir/library "$calls" <to >/dev/null 2>&1 &
	pid=$!
	exec 3>to
	wait_until is_at_fifo
}
# trace: until `tracer` ends
trace()
{
	"$dtrace" -x debug -qn 'pid$target:libc.so.6:fgets:entry { exit(0); }' -p $pid >out 2>err </dev/null &
	tracer=$!
}
end()
{
	exec 3>&-
	kill -9 $pid 2>/dev/null
	wait $pid 2>/dev/null
	pid=
}

begin "a process that has just begun"
trace
wait_until waits
before=$(switches)
wait_until asks_again
: >library # that is the end of it: no library
wait_until grep -q "process $pid: goes on" err
for i in $(seq 1200); do # until tracing has begun
	echo "a 1" >&3
	kill -0 $tracer 2>/dev/null || break
	sleep 0.05
done
wait $tracer || fail "status $?"
end

begin "a process that is stopped"
kill -STOP $pid
wait_until is_stopped
trace
wait $tracer && fail "its library cannot be there"
waits && fail "it was waited for"
grep -q "process $pid has nothing of these names now\|No such file\|libc.so.6" err || fail "no message"
end

begin "a process that ends"
trace
wait_until waits
kill -9 $pid
wait $tracer && fail "it has ended"
grep -q "^dtrace: .*pid $pid" err || fail "no message"
end

begin "dtrace is to end"
trace
wait_until waits
kill -TERM $tracer
wait_until grep -q "process $pid: goes on" err
wait $tracer
end

[ $failed = 0 ] && echo "all as expected"
exit $failed
