# SPDX-License-Identifier: MIT OR GPL-2.0-only
# A 32-bit dtrace on a 64-bit kernel: the same programs print the same with both.
# @@limit 400
. /job/lib.sh
[ -e /bin/dtrace32 ] || skip "dtrace is not built for this kernel's 32-bit programs"
load
export _DTRACE_TESTING=t # no column for the CPU, which may be another one

# both WHAT ARG...: runs dtrace and dtrace32; status and output must be equal, and some output there
both()
{
	local what=$1
	shift
	timeout 60 dtrace "$@" >/tmp/out.64 2>/tmp/err.64 </dev/null
	echo "status $?" >>/tmp/err.64
	timeout 60 dtrace32 "$@" >/tmp/out.32 2>/tmp/err.32 </dev/null
	echo "status $?" >>/tmp/err.32
	sed -i 's/^DIFO 0x[0-9a-f]* /DIFO /' /tmp/err.64 /tmp/err.32 # where an object lies in the consumer's memory is its own affair
	cat /tmp/out.64 /tmp/err.64 >/tmp/all
	if cmp -s /tmp/out.64 /tmp/out.32 && cmp -s /tmp/err.64 /tmp/err.32 && [ "$(wc -l </tmp/all)" -gt 1 ] && ! grep -Eq '^dtrace: (invalid|failed)' /tmp/all; then
		ok "$what: $(wc -l </tmp/all) lines"
		return
	fi
	not_ok "$what"
	diff -u /tmp/out.64 /tmp/out.32 >/tmp/difference
	diff -u /tmp/err.64 /tmp/err.32 >>/tmp/difference
	show /tmp/difference
	show /tmp/all 10
}

both "BEGIN and END" -n 'BEGIN { trace(5); trace("text"); printf("%d %s %x\n", 1, "two", 0x123456789abcdef); exit(3); } END { trace(-1ll); }'
both "sizes of the kernel's words" -q -n 'BEGIN { printf("%d %d %d\n", sizeof (long), sizeof (void *), sizeof (uintptr_t)); exit(0); }'
both "aggregations" -q -n 'BEGIN { i = 0; } tick-1ms /i < 50/ { @[i % 3, "key"] = quantize(i); @s["sum"] = sum(-i); @a = avg(i); @d = stddev(i);
	@m = min(i); @x = max(i); @l = lquantize(i, 0, 50, 10); @g = llquantize(i, 10, 0, 3, 10); i++; } tick-1ms /i == 50/ { exit(0); }'
both "associative arrays, thread-locals, strings" -q -n 'BEGIN { a["x", 1] = "value"; self->t = 1ull << 40; s = strjoin(a["x", 1], substr("and more", 3));
	printf("%s %d %s %d\n", s, self->t, cleanpath("/a/../b"), strlen(s)); exit(0); }'
both "speculations" -q -n 'BEGIN { n = speculation(); speculate(n); printf("kept\n"); } BEGIN { commit(n); } BEGIN { exit(0); }'
both "a fault" -q -n 'BEGIN { trace(*(int *)8); } ERROR { printf("%d %d %d %x", arg3, arg4, arg5, arg5); exit(0); }'
both "tracemem" -q -n 'BEGIN { this->p = (char *)alloca(16); bcopy("sixteen letters", this->p, 16); tracemem(this->p, 16); exit(0); }'
both "the listing of system calls" -l -n 'syscall:::'
both "the listing of functions" -l -f 'vfs_*'
both "the whole listing" -l
both "DIF" -S -e -n 'syscall::read:entry /execname == "x"/ { @[ustack()] = count(); self->x = copyinstr(arg1); }'

# what depends on what happens: the same work under each
work='syscall::openat:entry /execname == "cat" || execname == "head"/ { @[execname, probefunc, basename(copyinstr(arg1))] = count(); }
	fbt::vfs_read:entry /execname == "head"/ { @k[stack(1)] = count(); }
	fbt::vfs_read:return /execname == "head"/ { @r["returned"] = max((int)arg1); }'
for program in dtrace dtrace32; do
	$program -q -n "BEGIN { printf(\"armed\\n\"); } $work" >/tmp/work.$program 2>/tmp/err &
	pid=$!
	wait_until 60 grep -q armed /tmp/work.$program || not_ok "$program began"
	cat /proc/version >/tmp/version
	head -c 100 /tmp/version >/dev/null
	head -c 50 /proc/cmdline >/dev/null
	usleep 1200000
	kill -TERM $pid
	wait $pid
	check "$program ends" test $? = 0
	show /tmp/err
done
show /tmp/work.dtrace32
check "system calls, copyinstr, stacks and returns under both" cmp /tmp/work.dtrace /tmp/work.dtrace32
check "and there was something" grep -q cmdline /tmp/work.dtrace32
unload
finish
