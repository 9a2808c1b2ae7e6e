# SPDX-License-Identifier: MIT OR GPL-2.0-only
# A probe that interrupts user code has no kernel stack; arg0 or arg1 of profile-N says which of the two it was.
# @@workload
# @@limit 200
. /job/lib.sh
load
# user code that calls nothing
sh -c 'i=0; while [ $i -lt 100000000 ]; do i=$((i + 1)); done' &
busy=$!
trace_ok 60 -q -n '
	profile-197 /(arg0 == 0) == (arg1 == 0)/ { @["both or none"] = count(); }
	profile-197 /arg0 != 0/ { kernel++; @["kernel"] = count(); @least["kernel"] = min(stackdepth); }
	profile-197 /arg1 != 0/ { user++; @["user"] = count(); @most["user"] = max(stackdepth); }
	syscall::read:entry { calls++; @least["call"] = min(stackdepth); }
	tick-500ms /kernel >= 5 && user >= 40 && calls >= 5/ { exit(0); }
	END { printa("%s %@d\n", @); printa("depth %s %@d\n", @least); printa("depth %s %@d\n", @most); }'
kill $busy
show /tmp/out 60
check "either the kernel or user code" test "$(grep -c 'both or none' /tmp/out)" = 0
at_least "user code was interrupted" "$(awk '$1 == "user" { print $2 }' /tmp/out)" 20
at_least "the kernel was interrupted" "$(awk '$1 == "kernel" { print $2 }' /tmp/out)" 1
check "no kernel stack in user code" grep -q '^depth user 0$' /tmp/out
at_least "the kernel's stack" "$(awk '$1 == "depth" && $2 == "kernel" { print $3 }' /tmp/out)" 1
at_least "a system call's stack" "$(awk '$1 == "depth" && $2 == "call" { print $3 }' /tmp/out)" 1
trace_ok 60 -q -n 'profile-197 /arg1 != 0/ { @[stack()] = count(); user++; } tick-100ms /user >= 20/ { exit(0); }'
show /tmp/out
check "one stack: the empty one" test "$(awk 'NF' /tmp/out | wc -l)" = 1
unload
finish
