# SPDX-License-Identifier: MIT OR GPL-2.0-only
# System calls of 32-bit programs on a 64-bit kernel: module compat, by that word size's names and numbers. `calls` and `calls32` are one program.
. /job/lib.sh
[ -e /bin/calls32 ] || skip "no 32-bit programs for this kernel"
load

# seen NAME: what `calls` and `calls32` did, as: module call entry|return arguments|value errno
seen()
{
	armed_start "syscall:::entry /execname == \"$1\" && probefunc == \"getpriority\"/
			{ printf(\"%s %s entry %d %d %d %d %d %d\\n\", probemod, probefunc, arg0, arg1, arg2, arg3, arg4, arg5); }
		syscall:::entry /execname == \"$1\" && probefunc != \"getpriority\"/ { printf(\"%s %s entry %d\\n\", probemod, probefunc, (int)arg0); }
		syscall:::return /execname == \"$1\"/ { printf(\"%s %s return %d %d %d\\n\", probemod, probefunc, (int)arg0, (int)arg1, errno); }"
	"$@" >/tmp/said
	usleep 500000
	armed_stop
	cp /tmp/armed.out "/tmp/seen.$1"
}

# has PROGRAM LINE: this line was printed, once
has()
{
	check "$1: $2" test "$(grep -cx "$2" "/tmp/seen.$1")" = 1
}

for size in vmlinux:calls compat:calls32; do
	module=${size%:*} program=${size#*:}
	seen "$program"
	tail -n 12 "/tmp/seen.$program" >/tmp/end
	show /tmp/end
	has "$program" "$module getpriority entry 11 22 33 44 55 66"
	has "$program" "$module getpriority return -22 -22 22"
	has "$program" "$module close entry -1"
	has "$program" "$module close return -9 -9 9"
	has "$program" "$module dup entry 0"
	check "$program: dup returns a descriptor" grep -qx "$module dup return [1-9] [1-9] 0" "/tmp/seen.$program"
	has "$program" "$module getppid return $$ $$ 0"
	# the execve of the shell, which has 64 bits, was entered under the shell's name; it returns under the program's
	check "$program: execve returns" grep -Eqx "(vmlinux|compat) execve return 0 0 0" "/tmp/seen.$program"
	armed_start "syscall::getpriority:entry /execname == \"$program\"/ {
			this->wide = curpsinfo->pr_dmodel == PR_MODEL_LP64;
			this->name = this->wide ? *(uint64_t *)copyin(curpsinfo->pr_argv, 8) : *(uint32_t *)copyin(curpsinfo->pr_argv, 4);
			printf(\"%s %d %s\n\", this->wide ? \"vmlinux\" : \"compat\", curpsinfo->pr_argc, copyinstr(this->name)); }"
	"$program" >/dev/null
	usleep 500000
	armed_stop
	check "$program: its word size, and its arguments where exec() put them" grep -qx "$module 1 $program" /tmp/armed.out
	grep -Ev "^($module |(vmlinux|compat) execve return|armed|$)" "/tmp/seen.$program" >/tmp/others
	check "$program: nothing under another module" test ! -s /tmp/others
	show /tmp/others
done

# A 64-bit program that 32-bit ones are not: calls of the x32 ABI have no probes, and no probe of another ABI takes them
if isa_can x32; then
	seen calls 40000027
	show /tmp/said
	check "an x32 call fires no probe: getpid" test "$(grep -c 'getpid' /tmp/seen.calls)" = 0
	trace 20 -n 'syscall:x32::entry { exit(0); }'
	check "there is no module x32" test "$trace_status" = 1
	show /tmp/err
	trace_ok 20 -l -n 'syscall:::'
	check "a listing has both modules" test "$(awk '$2 == "syscall" { print $3 }' /tmp/out | sort -u | tr '\n' ' ')" = "compat vmlinux "
fi

# ustack() of a 32-bit program: all frames, or the innermost address only
armed_start 'syscall:compat:read:entry /execname == "frames32" && arg2 == 1/ { printf("depth %d\ncaller %x\n", ustackdepth, ucaller); ustack(5); }'
frames32 >/tmp/frames
usleep 500000
armed_stop
show /tmp/frames
show /tmp/armed.out 10
if isa_can narrow-frames; then
	sed -n 's/^return //p' /tmp/frames >/tmp/expected
	sed -n 's/^ *\(frames32`.*\)/\1/p' /tmp/armed.out >/tmp/got
	check "the innermost frame of a 32-bit program" grep -q '^frames32`inner+' /tmp/got
	check "and the next three" test "$(sed -n 2,4p /tmp/got)" = "$(cat /tmp/expected)"
	check "ucaller" test "$(sed -n 's/^caller //p' /tmp/armed.out | head -n 1)" = "$(sed -n 's/^caller //p' /tmp/frames)"
else
	check "one frame" test "$(sed -n 's/^depth //p' /tmp/armed.out | head -n 1)" = 1
fi
unload
finish
