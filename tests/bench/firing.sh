# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Runs in a guest: what one firing costs. Prints "firing NAME PICOSECONDS BASE" lines, each net of the loop of that name that it was measured
# with ("-": it is such a loop); "error NAME" where something could not be measured; and "measured" whenever a loop has run, by which
# tests/bench/report.py finds the line of the emulator's plugin (exceptions.c): that of the last loop before a "firing" line.
# @@smp 1
# @@limit 1500
. /job/lib.sh

probe=fbt:calls:calls_target

# measure: picoseconds of a call of the module's loop
measure()
{
	cat /proc/calls 2>/dev/null
	echo measured >&9
}

# measure_program CALL: of a loop of system calls
measure_program()
{
	/syscalls "$1"
	echo measured >&9
}

# base NAME PICOSECONDS: of a loop without a probe, for `report`
base()
{
	echo "firing $1 ${2:-0} -"
	eval "base_$(echo "$1" | tr - _)=\$2"
}

# report NAME PICOSECONDS BASE
report()
{
	eval "base=\$base_$(echo "$3" | tr - _)"
	if [ -n "$2" ] && [ -n "$base" ]; then echo "firing $1 $(($2 - base)) $3"; else echo "error $1"; fi
}

# kernels NAME: one of the kernel's mechanisms
kernels()
{
	if echo "$1" >/proc/calls 2>/dev/null; then
		report "$1" "$(measure)" call
	else
		echo "absent $1"
	fi
	echo none >/proc/calls
}

# ours NAME PROGRAM [OPTION]...: the loop while a D program traces its function
ours()
{
	name=$1
	shift
	armed_start "$@"
	report "$name" "$(measure)" call
	armed_stop
}

# ours_syscall NAME PROGRAM [CALL]: the loop of a system call, getppid if none is given, while a D program traces what it passes
ours_syscall()
{
	armed_start "$2"
	report "$1" "$(measure_program "${3:-getppid}")" "${3:-getppid}"
	armed_stop
}

# alone CALL: the base of a system call that passes no probe, while another function is traced. On aarch64 with one CPU kill()
# takes 132 instructions less then than when nothing is traced (the cause is not known): they would be taken off what a probe costs.
alone()
{
	armed_start 'fbt::getname:entry { @ = count(); }'
	base "$1" "$(measure_program "$1")"
	armed_stop
}

# user_loop CALL: picoseconds of a call of a program's loop; START is done when the program is there, STOP when it has finished
user_loop()
{
	local call=$1 start=$2 stop=$3
	program_start /syscalls "$call" wait
	$start
	program_line 'done'
	$stop
	user_picoseconds=$(sed -n 's/^done //p' "$program_out")
	echo measured >&9
	echo end >&5
	exec 5>&-
	wait "$program_pid"
}

# ours_user NAME CALL PROGRAM: the loop while a D program traces the process (PID stands for its number)
ours_user()
{
	user_program=$3
	user_start() { armed_start "$(echo "$user_program" | sed "s/PID/$program_pid/g")"; }
	user_loop "$2" user_start armed_stop
	report "$1" "$user_picoseconds" "user-$2"
}

# kernels_user NAME: the kernel's own; it must have seen every call
kernels_user()
{
	if echo "$1" >/proc/calls 2>/dev/null; then
		user_loop function : :
		[ "$(cat /proc/calls)" -ge 200000 ] || user_picoseconds=
		report "$1" "$user_picoseconds" user-function
	else
		echo "absent $1"
	fi
	echo none >/proc/calls
}

exec 9>&1
mkdir -p /tmp
insmod /calls.ko || { not_ok "insmod calls.ko"; finish; }
# the kernel's own breakpoint, and not the jump it may make of it
[ ! -e /proc/sys/debug/kprobes-optimization ] || echo 0 >/proc/sys/debug/kprobes-optimization
load
# sites stay breaks until it is said otherwise
[ ! -e /sys/module/dtrace/parameters/jump ] || echo 0 >/sys/module/dtrace/parameters/jump
base call "$(measure)"
alone getppid
for name in ftrace kprobe-ftrace kprobe-break kretprobe; do
	# riscv64 6.12: the loop never came back from the kernel's own kprobe on a breakpoint, before our module did anything
	if [ "$name" = kprobe-break ] && [ "$(uname -m)" = riscv64 ]; then echo "absent $name"; continue; fi
	kernels $name
done
for where in entry return; do
	ours $where-false "$probe:$where /arg0 == -77/ { @ = count(); }"
	ours $where-false-pid "$probe:$where /pid == 1/ { @ = count(); }"
	ours $where-count "$probe:$where { @ = count(); }"
	ours $where-count-func "$probe:$where { @[probefunc] = count(); }"
	ours $where-count-pid "$probe:$where { @[pid] = count(); }"
	ours $where-count-execname "$probe:$where { @[execname] = count(); }"
	ours $where-quantize "$probe:$where { @ = quantize(arg1); }"
	ours $where-trace "$probe:$where { trace(arg0); }"
	ours $where-stack "$probe:$where { @[stack(4)] = count(); }"
done
ours entry-caller "$probe:entry { @[caller] = count(); }"
# an expression with loads, as machine code and by the DIF machine
loads="$probe:entry /curthread->pid == 77 || curthread->tgid == 77/ { @ = count(); }"
ours entry-loads "$loads"
echo 0 >/sys/module/dtrace/parameters/native
ours machine-entry-loads "$loads"
echo 1 >/sys/module/dtrace/parameters/native
# entry and return together; what is freed is not used again within the loop, for which interrupts are off
ours latency "$probe:entry { self->ts = timestamp; }
	$probe:return /self->ts/ { @ = quantize(timestamp - self->ts); self->ts = 0; }" -x dynvarsize=16m
# the same without a trap, as soon as the site is a jump
ours_jump()
{
	name=jump-$1
	shift
	armed_start "$@"
	if wait_until 60 grep -q '^kinds break 0 ' /proc/dtrace/stats; then report "$name" "$(measure)" call; else echo "error $name"; fi
	armed_stop
}
if [ -n "$isa_jump_share" ]; then
	echo 1 >/sys/module/dtrace/parameters/jump
	for where in entry return; do
		ours_jump $where-false-pid "$probe:$where /pid == 1/ { @ = count(); }"
		ours_jump $where-count "$probe:$where { @ = count(); }"
		ours_jump $where-count-pid "$probe:$where { @[pid] = count(); }"
		ours_jump $where-count-execname "$probe:$where { @[execname] = count(); }"
		ours_jump $where-quantize "$probe:$where { @ = quantize(arg1); }"
		ours_jump $where-trace "$probe:$where { trace(arg0); }"
		ours_jump $where-stack "$probe:$where { @[stack(4)] = count(); }"
	done
	ours_jump latency "$probe:entry { self->ts = timestamp; }
		$probe:return /self->ts/ { @ = quantize(timestamp - self->ts); self->ts = 0; }" -x dynvarsize=16m
	echo 0 >/sys/module/dtrace/parameters/jump
fi
ours_syscall syscall-false 'syscall::getppid:entry /pid == 1/ { @ = count(); }'
ours_syscall syscall-count 'syscall::getppid:entry { @ = count(); }'
ours_syscall syscall-count-func 'syscall:::entry { @[probefunc] = count(); }'
ours_syscall syscall-return-func 'syscall:::return { @[probefunc] = count(); }'
# a probe of a table beside the plain one on the same hook: a tracepoint, a function's entry, its return
alone kill
alone getdents
alone read
ours_syscall sdt-count 'sdt:vmlinux::signal_generate { @ = count(); }' kill
ours_syscall derived-point 'proc:::signal-discard { @ = count(); }' kill
ours_syscall derived-point-args 'proc:::signal-discard { @[args[2]] = count(); }' kill
ours_syscall plain-entry 'fbt::iterate_dir:entry { @ = count(); }' getdents
ours_syscall derived-entry 'fsinfo:::readdir { @ = count(); }' getdents
ours_syscall plain-return 'fbt::vfs_read:return { @ = count(); }' read
ours_syscall derived-return 'fsinfo:::read { @ = count(); }' read
# a function of a program, and a probe that it defines
/syscalls place >/sys/module/calls/parameters/uprobe_offset
user_loop function : : && base user-function "$user_picoseconds"
user_loop probe : : && base user-probe "$user_picoseconds"
kernels_user uprobe
kernels_user uretprobe
for where in entry return; do
	ours_user user-$where-false function "pidPID:a.out:user_target:$where /pid == 1/ { @ = count(); }"
	ours_user user-$where-count function "pidPID:a.out:user_target:$where { @ = count(); }"
	ours_user user-$where-count-func function "pidPID:a.out:user_target:$where { @[probefunc] = count(); }"
	ours_user user-$where-trace function "pidPID:a.out:user_target:$where { trace(arg0); }"
done
ours_user user-latency function 'pidPID:a.out:user_target:entry { self->ts = timestamp; }
	pidPID:a.out:user_target:return /self->ts/ { @ = quantize(timestamp - self->ts); self->ts = 0; }'
ours_user user-stack function 'pidPID:a.out:user_target:entry { @[ustack()] = count(); }'
ours_user user-stack-deep function 'pidPID:a.out:user_leaf:entry { @[ustack()] = count(); }'
ours_user defined-count probe 'benchPID:::reached { @ = count(); }'
unload
rmmod calls
finish
