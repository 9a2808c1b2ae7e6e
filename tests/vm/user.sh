# SPDX-License-Identifier: MIT OR GPL-2.0-only
# What a firing knows of the program it interrupted: user stack, registers, names, arguments, ids; and of the kernel: the way to vfs_read.
. /job/lib.sh
load
armed_start "int seen;
	syscall::read:entry /execname == \"frames\" && arg2 == 1 && !seen/ {
		seen = 1;
		printf(\"depth %d\ncaller %x\npc %x\n\", ustackdepth, ucaller, uregs[$isa_pc_register]);
		ustack(5);
		self->thread = (uint64_t)curthread;
		printf(\"thread %d\nargs %s\npid %d ppid %d tid %d uid %d gid %d\n\", self->thread != 0, execargs, pid, ppid, tid, uid, gid);
	}
	fbt::vfs_read:entry /self->thread/ {
		printf(\"kernel depth %d\n\", stackdepth);
		stack();
		printf(\"user again\n\");
		ustack(4);
		printf(\"same thread %d\n\", (uint64_t)curthread == self->thread);
		self->thread = 0;
	}
	syscall::read:return /execname == \"frames\"/ { printf(\"end %d %d\n\", (int)arg1, errno); }"
asuser 1000 frames one "two three" >/tmp/frames
usleep 500000
armed_stop
show /tmp/frames
show /tmp/armed.out 60

# between FIRST LAST: lines of the output from one that begins with FIRST to one that begins with LAST
between()
{
	sed -n "/^$1/,/^$2/p" /tmp/armed.out | sed 's/^ *//'
}

# frames_of FIRST LAST: compares a user stack with the one that the program itself prints
frames_of()
{
	between "$1" "$2" | grep '^frames`' >/tmp/got
	check "$1: the innermost frame is the system call in inner()" sh -c 'head -n 1 /tmp/got | grep -q "^frames.inner+"'
	check "$1: its callers are middle, outer, main" test "$(sed -n 2,4p /tmp/got)" = "$(sed -n 's/^return //p' /tmp/frames)"
}

frames_of depth thread
at_least "ustackdepth" "$(sed -n 's/^depth //p' /tmp/armed.out)" 4
check "ucaller" test "$(sed -n 's/^caller //p' /tmp/armed.out)" = "$(sed -n 's/^caller //p' /tmp/frames)"
check "uregs[$isa_pc_register] is the program counter: in inner(), at most 64 KiB from its return" \
	test $((0x$(sed -n 's/^pc //p' /tmp/armed.out) >> 16)) = $((0x$(sed -n 's/^caller //p' /tmp/frames) >> 16))
frames_of user same
check "curthread" grep -qx "thread 1" /tmp/armed.out
check "curthread is the same in both firings" grep -qx "same thread 1" /tmp/armed.out
check "execargs of a thread of the kernel is its name" \
	dtrace -qn 'profile-97 /pid == 0/ { name = execargs == execname; exit(name ? 0 : 1); } ERROR { exit(2); } tick-20s { exit(3); }'
check "execargs" grep -qx "args frames one two three" /tmp/armed.out
check "pid, ppid, tid, uid, gid" grep -Eqx "pid ([0-9]+) ppid $$ tid \1 uid 1000 gid 1000" /tmp/armed.out
check "errno without an error is 0" test "$(grep -cx "end 1 0" /tmp/armed.out)" = 3

between kernel user | sed -n 's/^vmlinux`//p' | sed 's/+.*//' >/tmp/chain
check "stack() begins in vfs_read" test "$(head -n 1 /tmp/chain)" = vfs_read
check "ksys_read is its caller" test "$(sed -n 2p /tmp/chain)" = ksys_read
check "and $isa_kernel_entry is further up" grep -Eq "^($isa_kernel_entry)" /tmp/chain
check "stackdepth is the number of frames" test "$(sed -n 's/^kernel depth //p' /tmp/armed.out)" = "$(wc -l </tmp/chain)"

# errno of a call that fails
armed_start 'syscall::close:return /execname == "calls"/ { printf("close %d %d\n", (int)arg1, errno); }'
calls
usleep 300000
armed_stop
check "errno of a failed call" grep -qx "close -9 9" /tmp/armed.out
unload
finish
