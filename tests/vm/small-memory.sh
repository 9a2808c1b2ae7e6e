# SPDX-License-Identifier: MIT OR GPL-2.0-only
# A machine that cannot give the buffer asked for: refused or lowered with a clear line, never a machine out of memory.
# @@mem 128
. /job/lib.sh
load
free
for size in 256m 1g 16g; do
	trace 60 -b $size -x bufresize=manual -n 'BEGIN { exit(0); }'
	show /tmp/err 5
	check "-b $size: status 1" test "$trace_status" = 1
	check "-b $size: says memory" grep -Eiq 'memory|buffer size' /tmp/err
	trace 60 -x aggsize=$size -x bufresize=manual -n 'BEGIN { @ = count(); exit(0); }'
	check "aggsize=$size: status 1" test "$trace_status" = 1
done
trace_ok 60 -b 256k -q -n 'BEGIN { printf("fine\n"); exit(0); }'
check "a small buffer works after that" grep -q fine /tmp/out
unload
finish
