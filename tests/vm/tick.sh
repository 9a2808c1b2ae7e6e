# SPDX-License-Identifier: MIT OR GPL-2.0-only
# tick-1ms fires a thousand times a second, late ones made up for.
. /job/lib.sh
load
trace_ok 60 -n 'tick-1ms { @ = count(); } tick-10s { exit(0); }'
show /tmp/out
count=$(awk 'NF == 1 && /^ *[0-9]+$/ { print $1 }' /tmp/out)
at_least "firings" "$count" 9900
check "not more than 10,100" test "${count:-0}" -le 10100

# profile fires on every CPU, tick on one
trace_ok 60 -q -n 'profile-100 { @p[cpu] = count(); } tick-100 { @t = count(); } tick-4s { printa("cpu %d %@d\n", @p); printa("tick %@d\n", @t); exit(0); }'
show /tmp/out
check "profile fires on every CPU" test "$(grep -c '^cpu' /tmp/out)" = "$(nproc)"
unload
finish
