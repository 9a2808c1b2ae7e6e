#!/bin/bash
# SPDX-License-Identifier: MIT OR GPL-2.0-only
# test_command.sh DTRACE CALLS LIBRARY FIXED - commands that dtrace starts (-c), processes that it grabs (-p): where they wait, exact
# numbers of firings, $target, how their end is told, exit statuses. On the host engine, by ptrace.

dtrace=$1 calls=$2 library=$3 fixed=$4
here=$(dirname "$(realpath "$0")")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
. "$here/command.sh"

count='pid$target:a.out:add:entry { @ = count(); }'
check "calls of a command" 0 -qn "$count" -c "$calls a100"
out_is 5050 100
check "its status" 0 -n "$count" -c "$calls a100 3"
err_has 'dtrace: pid [0-9]+ exited with status 3$'
check "its end" 0 -n "$count" -c "$calls a100"
err_has 'dtrace: pid [0-9]+ has exited$'
check "a signal" 0 -n 'pid$target:a.out:main:entry { system("kill -9 %d", pid); }' -w -c "$calls a1000000000"
err_has 'dtrace: pid [0-9]+ terminated by SIGKILL$'
check "a signal of its own" 0 -Zn 'pid$target:a.out:nonsense:entry, BEGIN { }' -c "sh -c 'kill -TERM \$\$'"
err_has 'dtrace: pid [0-9]+ terminated by SIGTERM$'
check "quiet" 0 -qn "$count" -c "$calls a10 3"
err_lacks 'exited'
check "exit() ends it before" 7 -qn 'pid$target::add:entry { exit(7); }' -c "$calls a1000000000"
check "\$target" 0 -qn 'BEGIN { printf("%s\n", $target != 0 ? "yes" : "no"); }' -c "$calls a2"
out_is yes 3
check "recursion, its values" 0 -qn 'pid$target::factorial:return { @[arg1] = count(); }' -c "$calls f10"
out_is 1200 "1 10" "2 10" "6 10" "24 10" "120 10"
check "threads" 0 -qn "$count" -c "$calls p1000"
out_is 2002000 4000
check "all functions of the program" 0 -qn 'pid$target:a.out::entry { @[probefunc] = count(); }' -c "$calls v3"
grep -q '^ten 3$' out && grep -q '^main 1$' out && grep -q '^obey 1$' out || fail "counts"
# slots are beside a program, and before one at the lowest addresses there is no room
check "a program at a fixed address" 0 -qn 'pid$target:a.out:twice:entry, pid$target:a.out:twice:return { @[probename] = count(); }' -c "$fixed"
out_is 20 "entry 10" "return 10"
check "each instruction of it" 0 -qn 'pid$target:a.out:twice: { @ = max(1); }' -c "$fixed"
out_is 20 1
err_lacks 'cannot be traced'
check "a long name is cut" 0 -qn 'pid$target:a.out:long_*:entry { printf("%d %s\n", strlen(probefunc), substr(probefunc, 0, 25)); }' -c "$fixed"
out_has 20 && out_has "191 long_abcdefghijabcdefghij" # the program may print before or after
objcopy --redefine-sym strange_name=$'strange_\e[31m' "$fixed" renamed || fail "objcopy"
check "a name that a terminal obeys" 0 -Zn 'pid$target:a.out:strange*:entry { printf("fired"); }' -c ./renamed
! grep -q fired out || fail "it is a probe"
err_has 'strange-name'
check "two commands" 0 -n 'pid$target::add:entry { @ = count(); }' -c "$calls a5" -c "$calls a7 2"
err_has 'has exited'
err_has 'exited with status 2'
grep -q '^5$' out || fail "the first one is \$target"

# names with a +
echo 'int main() { try { throw 1; } catch (int) { return 0; } return 1; }' >throws.cc
g++ -o c++ throws.cc || fail "g++"
check "a library whose name has a +" 0 -qn 'pid$target:libstdc++.so.6:__cxa_throw:entry { @[probemod] = count(); }' -c ./c++
out_has 'libstdc\+\+\.so\.6[0-9.]* 1'
check "a program" 0 -qn 'pid$target:c++:main:entry { @[probemod] = count(); }' -c ./c++
out_is "c++ 1"
check "its own probes" 0 -qn 'libstdcxx$target:libstdc++.so.6::throw { @[probename] = count(); }' -c ./c++
out_is "throw 1"

# where it waits: a function that the loader calls before the program begins, one that the program's own start calls, main()
started='pid$target:a.out:_start:0 { @s = count(); } pid$target:a.out:main:entry { @m = count(); } END { printa("start %@d\n", @s); printa("main %@d\n", @m); }'
for when in exec preinit postinit; do
	check "evaltime=$when" 0 -Zqx evaltime=$when -n "$started" -c "$calls a0"
	out_is 0 "start 1" "main 1"
done
check "evaltime=main" 0 -Zqx evaltime=main -n "$started" -c "$calls a0"
out_is 0 "main 1"
check "evaltime=exec: no library is there yet" 1 -x evaltime=exec -n 'pid$target:libc.so.6:puts:entry' -c "$calls a0"
err_has 'has nothing of these names now'
check "evaltime=preinit: they are" 0 -qx evaltime=preinit -n 'pid$target:libc.so.6:puts:entry, BEGIN { }' -c "$calls a0"

# no function of the program keeps a frame pointer; frames, by name, from the inside out
frames_are()
{
	grep '`' out | sed 's/^[^`]*`//; s/+0x[0-9a-f]*\( \|$\)/\1/' >frames
	[ "$(head -n $# frames)" = "$(printf '%s\n' "$@")" ] || fail "frames, not: $*"
}
whole="factorial factorial factorial factorial factorial obey main"
check "a stack at the first instruction" 0 -qn 'pid$target:a.out:factorial:entry /arg0 == 1/ { ustack(7); }' -c "$calls f1"
frames_are $whole
check "a stack at a return" 0 -qn 'pid$target:a.out:factorial:return /arg1 == 1/ { ustack(7); }' -c "$calls f1"
frames_are $whole
check "a stack to its end" 0 -qn 'pid$target:a.out:add:entry { ustack(30); }' -c "$calls a1"
frames_are add obey main
[ "$(tail -n 1 frames)" = _start ] || fail "no _start"
# libraries that are mapped while it is traced have no tables at first (docs/unwind.md), but soon
for when in preinit main; do
	check "evaltime=$when: the first stack to its end" 0 -qx evaltime=$when -n 'pid$target:a.out:add:entry { ustack(30); }' -c "$calls a1"
	frames_are add obey main
	[ "$(tail -n 1 frames)" = _start ] || fail "no _start"
done
depth='pid$target:a.out:add:entry { depth = ustackdepth; } END { printf("%d\n", depth); }'
check "a stack's depth" 0 -qn "$depth" -c "$calls a1"
whole_depth=$(grep -v '^1$' out)
check "evaltime=exec: a later stack to its end" 0 -qx evaltime=exec -n "$depth" -c "$calls a50000"
out_has "$whole_depth"
check "ucaller" 0 -qn 'pid$target:a.out:add:entry { printf("%A\n", ucaller); }' -c "$calls a1"
frames_are obey
check "names of a process that has ended" 0 -qn 'pid$target:a.out:add:entry { @[usym(uregs[R_PC]), ustack(2)] = count(); }' -c "$calls a1"
frames_are add add obey
check "of one that executes another program" 0 -qn 'pid$target:a.out:obey:entry { @[ustack(2)] = count(); }' -c "$calls e"
frames_are obey main

# a library that comes later: the consumer has to see it before its function is called, so it is called again and again
check "dlopen" 0 -Zqn 'pid$target:libtracee_library.so:in_library:entry { @ = sum(arg0); }' -c "$calls L$library"
grep -Eq '^[1-9][0-9]*$' out && [ "$(grep -Ec '^[1-9][0-9]*$' out)" = 2 ] || fail "no firing in the library"

check "no such command" 1 -n "$count" -c "./nonsense"
err_has 'failed to execute ./nonsense: No such file or directory'
cp "$calls" hostile
printf '\377\377\377\177' | dd of=hostile bs=1 seek=40 conv=notrunc 2>/dev/null # e_shoff of 64 bits: where no table of sections is
check "a file that is damaged, which runs" 1 -n "$count" -c "./hostile a1"
err_has 'failed to execute ./hostile: it is an ELF file that is cut short or damaged'
check "no command" 1 -n "$count" -c " "
err_has '-c needs a command'
check "no such process" 1 -n "$count" -p 999999999
err_has 'failed to grab pid 999999999: no such process'
check "no number" 1 -n "$count" -p 12x
err_has 'invalid pid: 12x'
check "an error ends what was started" 1 -n 'pid$target:a.out:nonsense:entry' -c "sleep 1234"
! pgrep -f '^sleep 1234$' >/dev/null || fail "it runs"

# -p: a process that runs already, until it ends
mkfifo to from
"$calls" <to >from &
pid=$!
exec 3>to 4<from
read -r -t 20 said <&4
what="-p" checks=$((checks + 1))
timeout 60 "$dtrace" -qn "$count"' BEGIN { system("echo >ready"); }' -w -p $pid >out.all 2>err </dev/null 3>&- 4<&- &
tracer=$!
for i in $(seq 600); do [ ! -e ready ] || break; sleep 0.05; done
echo "a 50" >&3
read -r -t 20 said <&4
[ "$said" = 1275 ] || fail "the program said $said"
exec 3>&- 4<&-
wait $tracer || fail "status $?"
[ "$(tr -d ' \n' <out.all)" = 50 ] || fail "counts"
wait $pid

# a signal ends tracing in the middle of calls: the process does not notice
for signal in TERM INT HUP; do
	what="dtrace ends by SIG$signal" checks=$((checks + 1))
	rm -f ready
	"$calls" <to >from &
	pid=$!
	exec 3>to 4<from
	read -r -t 20 said <&4
	timeout 60 "$dtrace" -qx switchrate=10ms -n 'pid$target:a.out:add: { @ = count(); } pid$target:a.out:add:entry /n++ == 500/ { system("echo >ready"); }' \
		-n 'BEGIN { system("echo >begun"); }' -w -p $pid >out.all 2>err </dev/null 3>&- 4<&- &
	tracer=$!
	for i in $(seq 600); do [ ! -e begun ] || break; sleep 0.05; done
	echo "p 100000" >&3
	for i in $(seq 600); do [ ! -e ready ] || break; sleep 0.05; done
	[ -e ready ] || fail "it is not traced"
	pkill -$signal -P $tracer -x dtrace || fail "it has ended before"
	wait $tracer || fail "status $?"
	read -r -t 60 said <&4
	[ "$said" = 20000200000 ] || fail "the program said $said"
	echo "a 50" >&3
	read -r -t 20 said <&4
	[ "$said" = 1275 ] || fail "the program said $said"
	exec 3>&- 4<&-
	wait $pid || fail "its status is $?"
	rm -f begun
done

finish
