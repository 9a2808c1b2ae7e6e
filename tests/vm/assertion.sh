# SPDX-License-Identifier: MIT OR GPL-2.0-only
# A failed assertion of the tracer stops all tracing and leaves the machine alone: consumers end with a message, text is as before, nobody can
# begin anew until the module is loaded again. The parameter `fail` of the module behaves as such an assertion.
# @@workload
# @@limit 300
. /job/lib.sh
text_setup
text_save unloaded
load
text_save before
armed_start 'fbt::vfs_*:entry { @ = count(); }'
echo 1 >/sys/module/dtrace/parameters/fail
wait $armed_pid
armed_status=$?
show /tmp/armed.err
check "dtrace ends with status 1" test $armed_status = 1
check "it says why" grep -q 'assertion of the tracer failed' /tmp/armed.err
check "/proc/dtrace/stats counts it" grep -q '^assertions-failed 1$' /proc/dtrace/stats
check "/proc/dtrace/trace tells it, and where, in hexadecimal that is seen as such" grep -Eq 'asked for by the parameter fail 0x[0-9a-f]+ 0x0$' /proc/dtrace/trace
check "nothing is armed" grep -q '^provider fbt probes [0-9]* armed 0$' /proc/dtrace/stats
text_same "after the assertion" before
trace 20 -n 'BEGIN { exit(0); }'
check "nobody begins anew" test "$trace_status" = 1
check "and is told why" grep -q 'failed assertion' /tmp/err
show /tmp/err
unload
load
trace_ok 60 -q -n 'fbt::vfs_*:entry { exit(0); }'
unload
text_same "at the end" unloaded
finish
