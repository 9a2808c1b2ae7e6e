# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Probes of processes that do not exist yet (pid*, comer*), and of what a traced process loads: each is counted from its first call on, by
# fork and exec, many at once. Files of no interest do not make anybody wait. A consumer that stops, is killed, and a process that is killed
# while it waits: nobody is kept, and what was not seen is said.
# @@limit 900
. /job/lib.sh
load
mkdir -p /tmp
cp /bin/comer /tmp/libcomer.so

# watched WORD: a number of /proc/dtrace/stats
watched() { sed -n "s/^watches .*\<$1 \([0-9]*\).*/\1/p" /proc/dtrace/stats; }
waits() { test "$(watched waiting)" = "$1"; }
# count_of NAME: the number after it in the output
count_of() { sed -n "s/^$1 //p" /tmp/armed.out; }
state_is() { grep -q "^State:.*$2" "/proc/$1/status" 2>/dev/null; }

# ---- functions, by fork and exec
armed_start 'pid*:a.out:come_called:entry { @all = count(); @one[pid] = count(); @names[probeprov] = count(); }
	END { printa("all %@d\n", @all); printa("process %d %@d\n", @one); printa("name %s %@d\n", @names); }' -x pidwait=10s
at_least "places of the system are known to be of no interest" "$(watched places)" 1
/bin/true
held=$(watched held)
for i in $(seq 50); do /bin/true; done
check "files of no interest: nobody waits" test "$(watched held)" = "$held"
for i in $(seq 100); do comer call 10 >/dev/null || not_ok "comer call"; done
check "each process of interest has waited once" test "$(watched held)" = $((held + 100))
comer tree 10 || not_ok "comer tree"
comer many 20 5 >/tmp/many || not_ok "comer many"
check "the children themselves" test "$(grep -c '^called 5$' /tmp/many)" = 20
wait_until 20 grep -q '^processes 0 probes 0 sites 0 ' /proc/dtrace/pid
check "nothing is left of those that have ended" grep -q '^processes 0 probes 0 sites 0 ' /proc/dtrace/pid
show /proc/dtrace/pid
armed_stop
show /tmp/armed.err
check "all calls: 100 * 10 + 30 + 20 * 5" test "$(count_of all)" = 1130
check "processes, each with its calls" test "$(grep -c '^process [0-9]* 10$' /tmp/armed.out) $(grep -c '^process [0-9]* 20$' /tmp/armed.out) $(grep -c '^process [0-9]* 5$' /tmp/armed.out)" = "101 1 20"
check "each under the name of its number" test "$(grep -c '^name pid[0-9]* ' /tmp/armed.out)" = 122
check "nothing was lost" test ! -s /tmp/armed.err
check "nobody watches any more" waits 0

# ---- a file is read once, as long as it is the same
# known N: how many processes got their places from what was known of the file
known() { [ "$(grep -c '/tmp/come: . sites were known$' /tmp/armed.err) $(grep -c '/tmp/come: 1 sites were known$' /tmp/armed.err)" = "$1 $2" ]; }
cp /bin/comer /tmp/come
armed_start 'pid*:a.out:come_called:entry { @ = count(); } comer*:::step { @steps = count(); } END { printa("calls %@d\n", @); printa("steps %@d\n", @steps); }' \
	-x pidwait=10s -x debug
for i in 1 2 3; do /tmp/come call 5 >/dev/null; done
check "the second and third process are only armed" known 3 2
check "what it defines is read once" test "$(grep -c '/tmp/come: read what it defines$' /tmp/armed.err)" = 1
/tmp/come probe 5 >/dev/null
touch /tmp/come
for i in 1 2; do /tmp/come call 5 >/dev/null; done
check "another version is read again" known 6 4
check "and so is what it defines" test "$(grep -c '/tmp/come: read what it defines$' /tmp/armed.err)" = 2
armed_stop
check "all calls and steps" test "$(count_of calls) $(count_of steps)" = "25 5"

# ---- two clauses, by different names of one place
armed_start 'pid*:a.out:come_called:entry { @ = count(); self->first = 1; } pid*::come_called:entry / self->first / { @then = count(); self->first = 0; }
	END { printa("a %@d\n", @); printa("b %@d\n", @then); }'
comer call 7
armed_stop
check "clauses run in their order" test "$(count_of a) $(count_of b)" = "7 7"

# ---- probes that programs define
armed_start 'comer*:::step { @ = count(); @sum = sum(arg0); } END { printa("steps %@d\n", @); printa("sum %@d\n", @sum); }'
for i in $(seq 10); do comer probe 10; done >/tmp/steps
check "their semaphores are up from the first time on" test "$(grep -c '^stepped 10$' /tmp/steps)" = 10
armed_stop
check "ten steps of each" test "$(count_of steps) $(count_of sum)" = "100 450"

# ---- what a process loads
armed_start 'pid*:libcomer.so:come_called:entry { @ = count(); } comer*:libcomer.so::step { @steps = count(); }
	END { printa("calls %@d\n", @); printa("steps %@d\n", @steps); }'
comer load /tmp/libcomer.so 100 >/tmp/loaded || not_ok "comer load"
show /tmp/loaded
armed_stop
check "in a process to come: its library's calls and steps" test "$(count_of calls) $(count_of steps) $(tail -n 1 /tmp/loaded)" = "100 100 stepped 100"
trace_ok 120 -q -Z -c "/bin/comer load /tmp/libcomer.so 100" -n 'pid$target:libcomer.so:come_called:entry { @ = count(); }
	comer$target:libcomer.so::step { @steps = count(); } END { printa("calls %@d\n", @); printa("steps %@d\n", @steps); }'
show /tmp/out
check "in one that is traced" test "$(sed -n 's/^calls //p' /tmp/out) $(sed -n 's/^steps //p' /tmp/out) $(grep stepped /tmp/out)" = "100 100 stepped 100"

# ---- commands: of -c with their children; what dtrace starts by system() is not meant, and does not wait for who waits for it
trace_ok 60 -q -c "/bin/comer tree 5" -n 'pid*:a.out:come_called:entry { @ = count(); } END { printa("calls %@d\n", @); }'
check "a command and its children" test "$(sed -n 's/^calls //p' /tmp/out)" = 15
before=$(cut -d. -f1 /proc/uptime)
trace_ok 60 -qw -x pidwait=10s -n 'BEGIN { system("comer call 5"); } pid*:a.out:come_called:entry { @ = count(); } tick-2s { exit(0); }
	END { printa("calls %@d\n", @); }'
check "a command of system() runs" grep -qx 'called 5' /tmp/out
check "it has not waited" test $(($(cut -d. -f1 /proc/uptime) - before)) -lt 10
check "it is not traced" test "$(grep -c '^calls' /tmp/out)" = 0

# ---- who may
withcaps 21 dtrace -n 'pid*:a.out:come_called:entry' >/tmp/out 2>/tmp/err
check "without CAP_SYS_PTRACE it is refused" test $? = 1
check "and says so" grep -q "'pid\*': tracing every process needs CAP_SYS_PTRACE" /tmp/err

# ---- nothing matches now, and no other clause is there
dtrace -n 'pid*:a.out:come_called:entry { exit(3); }' >/tmp/alone 2>&1 &
alone=$!
has_ended() { comer call 1 >/dev/null; ! kill -0 "$alone" 2>/dev/null || state_is "$alone" Z; }
check "it waits for what comes" wait_until 20 has_ended
wait $alone
status=$?
check "whose first call ends it" test "$status" = 3
show /tmp/alone

# ---- lists
mkfifo /tmp/line
comer wait </tmp/line &
waiter=$!
exec 7>/tmp/line
wait_until 20 state_is $waiter S
trace_ok 60 -l -n 'pid*:a.out:come_called:entry'
check "a list has the processes that there are" grep -q " pid$waiter .*comer .*come_called entry" /tmp/out
armed_start 'pid*:a.out:come_called:entry { @ = count(); } END { printa("present %@d\n", @); }'
echo >&7
wait $waiter
exec 7>&-
armed_stop
check "and they are traced" test "$(count_of present)" = 1

# ---- a consumer that does not answer
# stopped [OPTION]...: one that has been stopped
stopped()
{
	armed_start 'pid*:a.out:come_called:entry { @ = count(); } END { printa("seen %@d\n", @); }' "$@"
	kill -STOP "$armed_pid"
	wait_until 20 state_is "$armed_pid" T
}

stopped -x pidwait=10s
killed=$(watched killed)
comer call 5 >/dev/null &
waiter=$!
wait_until 9 waits 1
check "a process waits" waits 1
kill -9 $waiter
wait $waiter
check "it can be killed" test $? = 137
check "and was counted" test "$(watched killed)" = $((killed + 1))
comer call 5 >/tmp/one &
waiter=$!
wait_until 9 waits 1
check "another one waits" waits 1
before=$(cut -d. -f1 /proc/uptime)
kill -9 "$armed_pid"
wait "$armed_pid" 2>/dev/null
wait $waiter
check "when the consumer is killed it goes on" test "$(cat /tmp/one)" = "called 5"
check "at once" test $(($(cut -d. -f1 /proc/uptime) - before)) -lt 8
check "nobody waits" waits 0

# a process that is frozen while it waits
mkdir -p /tmp/groups
mount -t cgroup2 none /tmp/groups
mkdir /tmp/groups/frozen
stopped -x pidwait=10s
sh -c 'echo $$ >/tmp/groups/frozen/cgroup.procs; exec comer call 5' >/tmp/one &
waiter=$!
wait_until 9 waits 1
echo 1 >/tmp/groups/frozen/cgroup.freeze
kill -CONT "$armed_pid"
check "its wait ends while it is frozen" wait_until 9 waits 0
check "it does not run" test ! -s /tmp/one
echo 0 >/tmp/groups/frozen/cgroup.freeze
wait $waiter
armed_stop
check "all of its calls are seen" test "$(count_of seen) $(cat /tmp/one)" = "5 called 5"
umount /tmp/groups

stopped -x pidwait=1s
before=$(cut -d. -f1 /proc/uptime)
comer call 5
check "a process goes on when the time is over" test $(($(cut -d. -f1 /proc/uptime) - before)) -ge 1
late=$(watched late)
held=$(watched held)
for i in 1 2 3; do comer call 5; done >/dev/null
check "after that nobody waits for this consumer" test "$(watched late) $(watched held)" = "$late $held"
kill -CONT "$armed_pid"
wait_until 20 test -s /tmp/armed.err
comer call 3
armed_stop
show /tmp/armed.err
check "it says what it has not seen" grep -q '4 times a process executed new code before its probes were there' /tmp/armed.err
check "and sees the next one" test "$(count_of seen)" = 3
unload
finish
