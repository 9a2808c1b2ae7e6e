# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Bad input: one clear line, exit status 1 or 2, nothing stays armed or allocated.
. /job/lib.sh

# refused WHAT STATUS PATTERN ARG...: dtrace must end with that status and say PATTERN on one line of standard error
refused()
{
	local what=$1 status=$2 pattern=$3
	shift 3
	trace 30 "$@"
	show /tmp/err 5
	check "$what: status $status" test "$trace_status" = "$status"
	# the message itself is one line; the program's line and a mark below it may follow, and what was matched may stand before
	check "$what: says $pattern on one line" test "$(grep -Eic -e "$pattern" /tmp/err)" -ge 1
	check "$what: says nothing else" test "$(grep -c . /tmp/err)" -le 4
	check "$what: nothing on standard output" test ! -s /tmp/out
}

refused "module not loaded" 1 'module|insmod|modprobe' -n 'syscall:::entry { }'
# A module built for another kind of kernel: one letter of its version text is changed. (Not of the release: kernels that
# compare the symbols' checksums do not look at it.)
at=$(strings -t d /dtrace.ko | awk '$2 ~ /^vermagic=/ { print $1 + index($0, "SMP") - index($0, "vermagic=") }')
cp /dtrace.ko /tmp/other.ko
printf X | dd of=/tmp/other.ko bs=1 seek="$at" conv=notrunc 2>/dev/null
check "a module for another kernel is refused" test "$(insmod /tmp/other.ko 2>/tmp/err; echo $?)" != 0
show /tmp/err

load
text_setup
text_save loaded
refused "syntax error" 1 'line [0-9]+' -n 'BEGIN { x = ; }'
refused "unknown probe" 1 'no probes matched|does not match any probes' -n 'fbt::no_such_function:entry { }'
refused "a function whose name is misspelled" 1 'did you mean fbt::vfs_open:entry\?' -n 'fbt::vfs_opne:entry { }'
refused "a system call whose name is misspelled" 1 'did you mean syscall::read:entry\?' -n 'syscall::reed:entry { }'
refused "unknown provider" 1 'no probes matched|does not match any probes' -n 'nonesuch:::entry { }'
refused "unknown variable" 1 'nonesuch' -n 'BEGIN { trace(nonesuch); }'
refused "unknown function" 1 'nonesuch' -n 'BEGIN { nonesuch(); }'
refused "destructive without -w" 1 'destructive' -n 'BEGIN { panic(); }'
refused "no such script" 1 'nonesuch.d' -s /tmp/nonesuch.d
trace 30 -Q
check "unknown option: status 2" test "$trace_status" = 2
trace 30 -x nonesuch=1 -n 'BEGIN { exit(0); }'
check "unknown -x option: status 1 or 2" test "$trace_status" = 1 -o "$trace_status" = 2

# processes: that are not there, are no programs, or have a file that says nothing sensible
refused "no such process" 1 'pid 4000000' -p 4000000 -n 'pid$target:::entry { }'
refused "no such process, by the provider's name" 1 'pid 4000000: no such process' -n 'pid4000000:a.out:main:entry { }'
refused "a thread of the kernel" 1 'pid 2: it has no program' -n 'pid2:::entry { }'
refused "no such command" 1 '/bin/nonesuch' -c /bin/nonesuch -n 'pid$target:::entry { }'
refused "no such module of a process" 1 'nonesuch' -c '/bin/called 1 1' -n 'pid$target:nonesuch:main:entry { }'
refused "no such function of a process" 1 'nonesuch' -c '/bin/called 1 1' -n 'pid$target:a.out:nonesuch:entry { }'
refused "no such instruction" 1 'ffff' -c '/bin/called 1 1' -n 'pid$target:a.out:main:ffff { }'
# e_shoff, where the table of sections is, leads out of the file; the program does not mind
cp /bin/called /tmp/hostile
printf '\377\377\377\177' | dd of=/tmp/hostile bs=1 seek="$(test "$(dd if=/bin/called bs=1 skip=4 count=1 2>/dev/null | od -An -tu1 | tr -d ' ')" = 2 && echo 40 || echo 32)" conv=notrunc 2>/dev/null
check "a program without a sensible table of sections runs" test "$(/tmp/hostile 1 1 </dev/null 2>&1; echo $?)" = "$(/bin/called 1 1 </dev/null 2>&1; echo $?)"
refused "a function of it" 1 'cut short or damaged' -c '/tmp/hostile 1 1' -n 'pid$target:a.out:main:entry { }'
check "nothing of processes is left" wait_until 30 nothing_left

# without privilege
asuser 65534 dtrace -n 'syscall:::entry { }' >/tmp/out 2>/tmp/err
trace_status=$?
show /tmp/err
check "no privilege: status 1" test "$trace_status" = 1
check "no privilege: says so" grep -Eiq 'privilege|permission|permitted|root' /tmp/err

# random bytes against the device
check "random and truncated DOF, random ioctls" badioctl 1000
text_same "after bad input" loaded
trace_ok 30 -q -n 'BEGIN { printf("fine\n"); exit(0); }'
check "and tracing still works" grep -q fine /tmp/out
unload
finish
