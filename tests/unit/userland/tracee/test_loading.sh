#!/bin/bash
# SPDX-License-Identifier: MIT OR GPL-2.0-only
# test_loading.sh DTRACE CALLS WOKEN - a process that is traced (-p) while its dynamic loader is at work: its libraries are waited for, but not if it is
# stopped, ends, or when dtrace is to end. The loader is held by a fifo, which it takes for a library.
dtrace=$1 calls=$2 woken=$3
here=$(dirname "$(realpath "$0")")
dir=$(mktemp -d)
trap 'exec 3>&-; [ -z "$pid" ] || kill -9 $pid 2>/dev/null; rm -rf "$dir"' EXIT
cd "$dir" || exit 1
. "$here/command.sh"

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
# asks_again: whether the tracer has slept five times since, or has ended
asks_again()
{
	grep -q '^State:	Z' "/proc/$tracer/status" || [ "$(switches)" -ge $((before + 5)) ]
}
# goes_on WHY
goes_on() { grep -q "process $pid: goes on, $1" err; }
waits() { grep -q "process $pid: its libraries are being loaded" err; }

# begin WHAT: the program, whose loader waits
begin()
{
	what=$1 checks=$((checks + 1))
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
wait_until goes_on "its libraries are there"
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
err_has "process $pid has nothing of these names now"
end

begin "a process that stops"
trace
wait_until waits
kill -STOP $pid
wait_until goes_on "it is stopped"
wait $tracer && fail "its library cannot be there"
end

begin "a process that ends"
trace
wait_until waits
kill -9 $pid
wait $tracer && fail "it has ended"
goes_on "it has ended" || fail "goes on for another reason"
err_has "^dtrace: .*pid $pid"
end

begin "dtrace is to end"
trace
wait_until waits
kill -TERM $tracer
wait_until goes_on "a signal has come"
wait $tracer
end

begin "dtrace is to end already"
"$woken" $pid >out 2>err || fail "status $?"
waits || fail "its loader is at work"
goes_on "a signal has come" || fail "goes on for another reason"
end

finish
