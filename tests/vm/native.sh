# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Expressions as machine code (docs/dif.md) and by the DIF machine: the same values, texts, faults and counts; what /proc/dtrace/stats says of them;
# nothing is left.
# @@limit 300
. /job/lib.sh
parameter=/sys/module/dtrace/parameters/native
load

cat >/tmp/all.d <<'END'
BEGIN
{
	x = 5;
	printf("%d %d %d\n", (x * 7 - 3) & 0xff, x > 3 && x < 9 ? x << 3 : 0, -x >> 1);
	printf("%d %d %d\n", x % 3 + x / 2, x * x - 30 < 0, (uint32_t)(x - 6) > 7);
	printf("%d %s\n", curthread->pid == tid || curthread->tgid == 1, execname == "dtrace" ? "dtrace" : "another");
	printf("%s %d\n", strjoin("a ", substr(execname, x - 4)), strlen(execname) * x);
	a["one", x] = x + 1;
	a["two", x] = a["one", x] * 2;
	printf("%d\n", a["one", x] + a["two", x]);
	self->n = x;
	self->n += x * 2;
	this->m = self->n * self->n;
	printf("%d %d\n", self->n, this->m - x);
}
BEGIN
{
	trace(*(int *)(uintptr_t)(x - 5));
}
ERROR
{
	printf("fault %d at %d of %d: %x\n", arg4, arg3, arg2, arg5);
	exit(0);
}
END
cat >/tmp/expected <<'END'
32 40 -3
4 1 1
1 dtrace
a trace 30
18
15 220
END

# by 0|1: what the program prints, in /tmp/by.*
by()
{
	echo "$1" >$parameter
	trace 60 -q -s /tmp/all.d
	[ "$trace_status" = 0 ] || { not_ok "native=$1: status $trace_status"; show /tmp/err; }
	cp /tmp/out "/tmp/by.$1"
}
by 1
by 0
check "by both the same" cmp -s /tmp/by.0 /tmp/by.1
head -n 6 /tmp/by.1 >/tmp/values
check "and it is right" cmp -s /tmp/values /tmp/expected
show /tmp/by.1
check "the fault is said" grep -q '^fault 1 at [0-9]* of [0-9]*: 0$' /tmp/by.1

# counts 0|1: calls of a program whose number is known; what the report says meanwhile
counts()
{
	local kind=left other=native
	[ "$1" = 0 ] || kind=native other=left
	echo "$1" >$parameter
	armed_start 'syscall::read:entry /execname == "dd" && (arg2 ^ 1) == 0 || arg2 + 1 == 2 && execname == "dd"/ { @ = sum(arg2 + (arg2 & 1)); }
		END { printa("sum %@d\n", @); }'
	at_least "native=$1: expressions that are $kind" "$(stats_number expressions $kind)" 2
	check "native=$1: none is $other" test "$(stats_number expressions $other)" = 0
	dd if=/dev/zero of=/dev/null bs=1 count=5000 2>/dev/null
	armed_stop
	check "native=$1: each call" test "$(sed -n 's/^sum //p' /tmp/armed.out)" = 10000
}
counts 1
counts 0
check "none is left" test "$(stats_number expressions native) $(stats_number expressions left) $(stats_number expressions bytes)" = "0 0 0"
echo 1 >$parameter

# a walk through the kernel's stack does not meet the code
armed_start 'fbt::vfs_read:entry /execname == "dd" && caller != 0 && stackdepth > 2/ { @ = count(); } END { printa("calls %@d\n", @); }'
check "expressions with caller are left to the machine" test "$(stats_number expressions native) $(stats_number expressions left)" = "0 1"
dd if=/dev/zero of=/dev/null bs=1 count=100 2>/dev/null
armed_stop
at_least "calls with a caller" "$(sed -n 's/^calls //p' /tmp/armed.out)" 100
unload
finish
