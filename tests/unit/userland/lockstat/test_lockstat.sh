#!/bin/bash
# SPDX-License-Identifier: MIT OR GPL-2.0-only
# test_lockstat.sh LOCKSTAT SOURCE - the command line of lockstat(8): options, messages, exit statuses; -I on the host engine; the D
# program of -V; that each letter is in the manual page and in the completion.
lockstat=$1 tree=$2
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
failed=0

fail()
{
	echo "FAILED: lockstat $command: $1"
	failed=1
}

# run STATUS ARG...: leaves out and err
run()
{
	local want=$1 got
	shift
	command=$*
	timeout 30 "$lockstat" "$@" >out 2>err </dev/null
	got=$?
	[ $got = "$want" ] || { fail "status $got, not $want"; sed 's/^/    /' err | head -5; }
}
out_has() { grep -Eq -- "$1" out || { fail "did not print $1"; sed 's/^/    /' out | head -9; }; }
out_lacks() { ! grep -Eq -- "$1" out || fail "printed $1"; }
err_has() { grep -Eq -- "$1" err || { fail "did not say $1"; sed 's/^/    /' err | head -5; }; }
err_empty() { [ ! -s err ] || { fail "said something"; sed 's/^/    /' err; }; }

# ---- wrong command lines
run 2; err_has 'no command: lockstat sleep 5'
run 2 -Q true; err_has '^usage: lockstat'
for wrong in '-s 51' '-s 0' '-s x' '-i 0' '-i 1001' '-n 0' '-d -1' '-D x'; do
	run 2 $wrong true; err_has "invalid argument of ${wrong%% *}: ${wrong#* }\$"
done
for wrong in 9 64 2-1 x 1,,2 ''; do
	run 2 -e "$wrong" true; err_has "no such events: $wrong"
done
run 2 -l 0x1000,0 true; err_has 'invalid size'
run 2 -gT true; err_has '-g and -T'
run 1 -I -l no_such_symbol true; err_has 'no_such_symbol: no symbol'
run 1 -I -x no_such_option true; err_has 'no_such_option'
run 1 -I -o /no/such/file true; err_has '/no/such/file: No such file'
run 0 --help; out_has '^usage: lockstat'; err_empty
[ "$(wc -l <out)" -le 24 ] || fail "does not fit one screen"

# ---- events that the host engine has not got
if [ ! -e /dev/dtrace/dtrace ]; then
	run 1 true; err_has "the kernel's locks cannot be traced: /dev/dtrace/dtrace is not there"
fi

# ---- a profile on the host engine
busy='i=0; while [ $i -lt 40000 ]; do i=$((i + 1)); done'
run 0 -I -i 200 sh -c "$busy"; err_empty
out_has '^Profiling interrupt: [1-9][0-9]* events in [0-9]+\.[0-9]{3} seconds \([0-9]+ events/sec\)$'
out_has '^Count indv cuml rcnt     nsec CPU\+PIL                Caller$'
out_has '^ *[0-9]+ +[0-9]+% +[0-9]+% 0\.00 +[0-9]+ cpu\[[0-9]+\] +\(usermode\)$'
[ "$(grep -c -- '^-------------------------------------------------------------------------------$' out)" = 2 ] || fail "has not two lines"
run 0 -I -b -i 200 sh -c "$busy"; out_has '^Count indv cuml rcnt CPU'
run 0 -IR -i 200 sh -c "$busy"; out_has '^ops/s indv'
run 0 -IW -i 200 sh -c "$busy"; [ "$(grep -c 'usermode' out)" = 1 ] || fail "has not one row"
run 0 -I -D 0 -i 200 sh -c "$busy"; out_has '^Profiling interrupt: [1-9]'; out_lacks usermode
run 0 -I -h -i 200 sh -c "$busy"; out_has '^ +nsec ------ Time Distribution ------ count'
run 0 -Ip -i 200 sh -c "$busy"; out_has '^56 [0-9]+ cpu\[[0-9]+\] \(usermode\) 0\.00 [0-9]+$'; out_lacks Profiling
run 0 -IT -i 200 sh -c "$busy"; out_has '^Event +Time +nsec +Owner Lock +Caller$'; out_has '^ +56 +[0-9]+ '
run 0 -I -o file true; [ ! -s out ] || fail "printed to stdout"

# ---- the command's own end
run 0 -I sh -c 'exit 3'; err_has 'sh ended with status 3'
run 0 -I sh -c 'kill -9 $$'; err_has 'sh was ended by signal 9'
run 0 -I no-such-command; err_has 'no-such-command: No such file'

# ---- the program
run 0 -V; out_has '^lockstat:::adaptive-spin'; out_has 'avg\('; out_lacks 'quantize|stack|acquire'
run 0 -V -A -s 7; out_has 'lockstat:::adaptive-block'; out_has 'lockstat:::spin-acquire'; out_has 'quantize\('; out_has 'stack\(7\)'
run 0 -V -e 1,32-33; out_has adaptive-block; out_has spin-release; out_lacks 'adaptive-spin|rw-'
run 0 -V -e 4 -d 500 -l 0x1000,16 -f 0x2000; out_has 'rw-block /\(arg2 == 0 && arg3 == 1\) && \(arg1 >= 500\)'
out_has 'arg0 >= 0x1000 && \(uint64_t\)arg0 < 0x1010'; out_has 'caller >= 0x2000 && \(uint64_t\)caller < 0x2001'
run 0 -V -I -i 500; out_has '^profile-500$'
run 0 -V -E; out_has 'EDEADLK'

# ---- letters
for letter in A C E H I T V b c g h k p P R t w W D d e f i l n o s x; do
	grep -q -- "^\.B[IR]* \\\\-$letter" "$tree/docs/lockstat.8" || { command=; fail "-$letter is not in the manual page"; }
	grep -q -- " -$letter " "$tree/userland/lockstat/lockstat.bash" || { command=; fail "-$letter is not completed"; }
done
exit $failed
