#!/bin/bash
# SPDX-License-Identifier: MIT OR GPL-2.0-only
# test_locks.sh DTRACE LOCKER - the provider plockstat on the host engine, by ptrace: functions of the machine's own C library, exact numbers of
# acquisitions and releases, of recursion and writers, and errors; waits are refused by name; descriptions that mean nothing.
dtrace=$1 locker=$2
dir=$(mktemp -d)
trap 'exec 3>&-; [ -z "$pid" ] || kill -9 $pid 2>/dev/null; rm -rf "$dir"' EXIT
cd "$dir" || exit 1
failed=0 rounds=4
[ ! -e /dev/dtrace/dtrace ] || { echo "skipped: the module is loaded"; exit 0; }

fail()
{
	echo "FAILED: $1"
	sed 's/^/    /' out err 2>/dev/null | head -40
	failed=1
}
# wait_for TEXT FILE
wait_for()
{
	for _ in $(seq 600); do
		grep -q "$1" "$2" && return
		sleep 0.05
	done
	fail "$2 has no $1"
}
mkfifo to
"$locker" $rounds 5 <to >said &
pid=$!
exec 3>to
wait_for ready said

# traced WHAT: of the program that waits
refused()
{
	timeout 60 "$dtrace" -qn "plockstat$pid:$1 { @ = count(); }" >out 2>err </dev/null && fail "$1: no error"
	grep -Eq -- "$2" err || fail "$1: did not say $2"
}
refused '::mutex-blocks' 'mutex-blocks.*does not match any probes'
refused ':no_such_function:' 'does not match any probes'
refused ':libm:' 'does not match any probes'
timeout 60 "$dtrace" -n "plockstat$pid:::mutex-block { @ = count(); }" >out 2>err </dev/null && fail "waits: no error"
grep -q '^dtrace: [0-9]* of [0-9]* matching probes cannot be armed now: [0-9]* no-system-calls$' err || fail "waits are not refused by name"
timeout 60 "$dtrace" -qn 'plockstat*:::mutex-acquire' >out 2>err </dev/null && fail "plockstat*: no error"
grep -q "'plockstat\*' is not a valid provider here: processes to come can be traced with the kernel's module only" err || fail "plockstat*"
timeout 60 "$dtrace" -ln "plockstat$pid::pthread_mutex_lock:" >out 2>err </dev/null || fail "a list"
[ "$(awk 'NR > 1 { print $NF }' out | sort | tr '\n' ' ')" = "mutex-acquire mutex-block mutex-blocked mutex-error mutex-spin mutex-spun " ] || fail "names of a list"
timeout 60 "$dtrace" -lvn "plockstat$pid:libc:pthread_rwlock_timedwrlock:rw-blocked" >out 2>err </dev/null || fail "a list with types"
[ "$(grep -Ec '^[[:space:]]*args.[0-2].: (uintptr_t|int)$' out)" = 3 ] || fail "types"

# the program does all of it
timeout 60 "$dtrace" -qn "BEGIN { printf(\"armed\n\"); }
	plockstat$pid:::*-acquire, plockstat$pid:::*-release, plockstat$pid:::mutex-error { @[usym(arg0), probename, arg1] = count(); }
	plockstat$pid:::mutex-block, plockstat$pid:::rw-blocked { @waits = count(); }
	pid$pid:a.out:locker_end:entry { printa(\"%A %s %d %@d\n\", @); exit(0); }" >out 2>err </dev/null &
tracer=$!
wait_for armed out
echo go >&3
wait $tracer || fail "dtrace ended by status $?"
wait_for '^done' said
exec 3>&-
wait $pid || { fail "the program ended by status $?"; cat said; }
pid=
waits=$(sed -n 's/^waits //p' said)
while read -r lock probe argument wanted; do
	grep -Eqx "[^ ]*\`$lock $probe $argument $wanted" out || fail "$lock $probe $argument: not $wanted"
done <<END
plain mutex-acquire 0 $((10 * rounds + 1))
plain mutex-release 0 $((10 * rounds + 1))
recursive mutex-acquire 0 $rounds
recursive mutex-acquire 1 $((2 * rounds))
recursive mutex-release 0 $rounds
recursive mutex-release 1 $((2 * rounds))
contended mutex-acquire 0 $((2 * rounds))
contended mutex-release 0 $((2 * rounds))
late mutex-acquire 0 $rounds
strict mutex-acquire 0 $rounds
strict mutex-release 0 $rounds
strict mutex-error 35 $rounds
strict mutex-error 1 $rounds
table rw-acquire 0 $((3 * rounds))
table rw-acquire 1 $((3 * rounds))
table rw-release 0 $((3 * rounds))
table rw-release 1 $((3 * rounds))
guarded mutex-acquire 0 $((4 * rounds + waits))
guarded mutex-release 0 $((4 * rounds + waits))
END
exit $failed
