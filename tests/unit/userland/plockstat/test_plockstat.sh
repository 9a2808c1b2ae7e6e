#!/bin/bash
# SPDX-License-Identifier: MIT OR GPL-2.0-only
# test_plockstat.sh PLOCKSTAT LOCKER SOURCE - the command line of plockstat(1): options, messages, exit statuses; holds of a program on the
# host engine, in exact numbers; the D program of -V; that each letter is in the manual page and in the completion.
plockstat=$1 locker=$2 tree=$3
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
failed=0 rounds=4

fail()
{
	echo "FAILED: plockstat $command: $1"
	failed=1
}

# run STATUS ARG...: leaves out and err
run()
{
	local want=$1 got
	shift
	command=$*
	timeout 60 "$plockstat" "$@" >out 2>err </dev/null
	got=$?
	[ $got = "$want" ] || { fail "status $got, not $want"; sed 's/^/    /' err | head -5; }
}
out_has() { grep -Eq -- "$1" out || { fail "did not print $1"; sed 's/^/    /' out | head -40; }; }
out_lacks() { ! grep -Eq -- "$1" out || fail "printed $1"; }
err_has() { grep -Eq -- "$1" err || { fail "did not say $1"; sed 's/^/    /' err | head -5; }; }
err_is() { [ "$(<err)" = "plockstat: $1" ] || { fail "did not say just: $1"; sed 's/^/    /' err | head -5; }; }
err_empty() { [ ! -s err ] || { fail "said something"; sed 's/^/    /' err; }; }

# ---- wrong command lines
run 2; err_has 'no process: give a command, or -p PID'; err_has '^usage: plockstat'
run 2 -Q true; err_has '^usage: plockstat'
for wrong in '-s 0' '-s 101' '-s x' '-n 0' '-n -1' '-e 0' '-e 1s' '-p 0' '-p self'; do
	run 2 $wrong true; err_has "invalid argument of ${wrong%% *}: ${wrong#* }\$"
done
run 2 -p 1 true; err_has 'a process and a command'
run 0 --help; out_has '^usage: plockstat'; err_empty
[ "$(wc -l <out)" -le 24 ] || fail "does not fit one screen"

# ---- the program
run 0 -V; err_empty; out_has '^plockstat\$target:::mutex-block$'; out_lacks 'acquire|quantize|exit'
[ "$(head -n 1 out)" = 'vvvv D program vvvv' ] && [ "$(tail -n 1 out)" = '^^^^ D program ^^^^' ] || fail "no marks"
run 0 -VH; out_has 'rw-release'; out_lacks 'block|spin'
run 0 -VA -e 2 -s 3; out_has 'rw-release'; out_has 'rw-block'; out_has '>= 2000000000/'; out_has 'quantize'
run 0 -VHC; out_has 'mutex-release'; out_has 'mutex-spun'

# ---- letters
for letter in A C H V v e n p s x; do
	grep -q -- "^\.B[IR]* \\\\-$letter" "$tree/docs/plockstat.1" || { command=; fail "-$letter is not in the manual page"; }
	grep -q -- " -$letter " "$tree/userland/plockstat/plockstat.bash" || { command=; fail "-$letter is not completed"; }
done
[ ! -e /dev/dtrace/dtrace ] || { echo "skipped: the module is loaded"; exit $failed; }

# ---- the host engine has holds, and no waits
for letter in '' -C -A; do
	run 1 $letter true; err_has 'waits for locks cannot be seen here, only -H can be: /dev/dtrace/dtrace is not there'
done
run 1 -H no-such-command; err_is 'failed to execute no-such-command: No such file or directory'
# a process that is not there is no matter of what can be seen of it
for letter in '' -C -A -H; do
	run 1 $letter -p 2147483647; err_is 'failed to grab pid 2147483647: no such process'
done
run 1 -C -p $$; err_has 'waits for locks cannot be seen here'
run 1 -H -x no_such_option true; err_has 'no_such_option'
run 0 -Hv "$locker" $rounds 5
err_has '^plockstat: tracing enabled for pid [0-9]+$'
err_has '^plockstat: pid [0-9]+ has exited$'
[ "$(wc -l <err)" = 2 ] || fail "said more"
[ "$(grep -E '^(Mutex|R/W)' out | tr '\n' ,)" = 'Mutex hold,R/W reader hold,R/W writer hold,' ] || fail "other tables: $(grep -E '^(Mutex|R/W)' out)"
# a row is a lock and a caller; which, the library knows while the process lives
[ "$(awk '/^[RM]/ { s = $0 } $1 + 0 > 0 { n[s] += $1 } END { print n["R/W reader hold"], n["R/W writer hold"] }' out)" = "$((3 * rounds)) $((3 * rounds))" ] ||
	fail "not $((3 * rounds)) holds of readers and writers"
mkfifo to
rm -f err said # what an earlier one said is no answer
"$locker" $rounds 5 <to >said &
pid=$!
exec 3>to
until grep -q ready said; do sleep 0.05; done
timeout 60 "$plockstat" -H -n 1 -e 6 -v -p $pid >out 2>err </dev/null &
tracer=$!
until grep -q enabled err; do kill -0 $tracer || break; sleep 0.05; done
echo go >&3
wait $tracer || fail "-p: status $?"
command='-H -n 1 -p'
out_has "^ *[0-9]+ +[0-9]+ [^ ]+\`table +"
[ "$(grep -Ec '^ *[0-9]+ +[0-9]+ ' out)" = 3 ] || fail "not one row of each"
exec 3>&-
wait $pid || { fail "the program ended by status $?"; cat said; }
exit $failed
