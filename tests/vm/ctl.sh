# SPDX-License-Identifier: MIT OR GPL-2.0-only
# /dev/dtrace/ctl: memory and registers of a process, traced, stopped, or in a debugger's hands; who may, and what is refused.
# @@mem 1024
# @@limit 600
# @@programs strace
. /job/lib.sh
load
mkdir -p /tmp
check "anybody may open it" test "$(stat -c %a /dev/dtrace/ctl)" = 666

tell() { echo "$1" >&5; program_answers "$2"; }
# said WHAT TEXT COMMAND...: it prints that line
said()
{
	local what=$1 text=$2 printed
	shift 2
	printed=$("$@" 2>&1)
	check "$what: $printed" sh -c "echo '$printed' | grep -Eq '^$text\$'"
}

program_start asuser 1000 becomes x
pid=$program_pid
tell where at
step=$(sed -n 's/^at \([0-9a-f]*\) .*/\1/p' "$program_out")
number=$(sed -n 's/^at [0-9a-f]* //p' "$program_out")

# memory
text=$(peek $pid read $step 10)
check "the text is read: $text" test ${#text} = 32
said "a number is read" 8877665544332211 peek $pid read $number 8
peek $pid parts $number >/tmp/parts
check "parts: the first and the last are read, the second is not" test "$(tr '\n' ' ' </tmp/parts)" = 'done 8 error 0 done 0 error 5 done 8 error 0 '
said "a number is written" 'done 8 error 0' peek $pid write $number 0102030405060708
tell number 'number 807060504030201'
check "the program has it" grep -q '^number 807060504030201$' "$program_out"
said "nothing is at address 0" 'done 0 error 5' peek $pid write 0 01
said "no memory of the kernel" 'error 5' peek $pid read ffff888000000000 8

# a probe's break is not seen, nor lost when the program's own text is written
armed_start "pid$pid:a.out:step:entry { @ = count(); }"
sametext "$pid" >/tmp/breaks
check "the break is there" grep -q . /tmp/breaks
said "the program's own instructions are read" "$text" peek $pid read $step 10
said "and from the middle" "$(echo "$text" | cut -c3-)" peek $pid read $(printf %x $((0x$step + 1))) f
said "what is there is written" 'done 16 error 0' peek $pid write $step "$text"
tell step stepped
armed_stop
check "the probe has fired 5 times" grep -Eq '^ +5$' /tmp/armed.out
said "and is gone" "$text" peek $pid read $step 10
said "now it is written" 'done 4 error 0' peek $pid write $step $(echo "$text" | cut -c1-8)

# registers
said "a thread that waits has registers" 'state 3 sp [0-9a-f]+ pc [0-9a-f]+' peek $pid regs
said "they are those that /proc tells" "$(awk '{ sub("0x", "", $(NF - 1)); sub("0x", "", $NF); print "state 3 sp " $(NF - 1) " pc " $NF }' /proc/$pid/syscall)" peek $pid regs
said "they are not set while it waits" 'error 16' peek $pid set free 1
kill -STOP $pid
wait_until 10 grep -q '^State:.T' /proc/$pid/status
said "one that is stopped" 'state 1 sp [0-9a-f]+ pc [0-9a-f]+' peek $pid regs
# where the kernel has taken the thread out of its call before it stops they may be set
said "in a system call they are not set" 'error 16|set' peek $pid set free 1
kill -CONT $pid
# one that runs
sh -c 'while :; do :; done' &
busy=$!
usleep 200000
running=0
for round in 1 2 3 4 5 6 7 8; do peek $busy regs >/tmp/regs 2>&1 || running=$((running + 1)); done
at_least "one that runs has none" $running 1
kill -STOP $busy
wait_until 10 grep -q '^State:.T' /proc/$busy/status
said "stopped, it has" 'state 1 sp [0-9a-f]+ pc [0-9a-f]+' peek $busy regs
said "flags are not set" 'error 22' peek $busy set flags ffffffff
said "a number is" set peek $busy set free 1
kill -9 $busy

# beside strace
strace -p $pid -o /tmp/strace 2>/dev/null &
strace_pid=$!
wait_until 20 grep -q "^TracerPid:.$strace_pid\$" /proc/$pid/status
said "strace is attached: memory" 0102030405060708 peek $pid read $number 8
said "strace is attached: registers" 'state [23] sp [0-9a-f]+ pc [0-9a-f]+' peek $pid regs
said "strace is attached: writing" 'done 1 error 0' peek $pid write $number 09
kill $strace_pid
wait $strace_pid 2>/dev/null

# who may
said "its user" 0902030405060708 asuser 1000 peek $pid read $number 8
said "another user" 'error 1' asuser 1001 peek $pid read $number 8
said "root's process" 'error 1' asuser 1000 peek $$ regs
said "no such process" 'error 3' peek 4194000 regs
tell hide hidden
said "one that hides" 'error 1' asuser 1000 peek $pid read $number 8
# the descriptor holds the process: when that has ended, nobody else gets its place
mkfifo /tmp/gone.in
peek $pid gone </tmp/gone.in >/tmp/gone.out &
gone=$!
exec 6>/tmp/gone.in
wait_until 10 grep -q ready /tmp/gone.out
program_end
echo go >&6
exec 6>&-
wait $gone
check "a process that has ended" grep -q '^error 3$' /tmp/gone.out
unload
finish
