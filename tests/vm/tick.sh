# SPDX-License-Identifier: MIT OR GPL-2.0-only
# tick-1ms fires a thousand times a second, late ones made up for.
. /job/lib.sh
load
trace_ok 60 -n 'tick-1ms { @ = count(); } tick-5s { exit(0); }'
show /tmp/out
count=$(awk 'NF == 1 && /^ *[0-9]+$/ { print $1 }' /tmp/out)
at_least "firings" "$count" 4950
check "not more than 5,050" test "${count:-0}" -le 5050

# profile fires on every CPU, tick on one
trace_ok 60 -q -n 'profile-100 { @p[cpu] = count(); } tick-100 { @t = count(); } tick-2s { printa("cpu %d %@d\n", @p); printa("tick %@d\n", @t); exit(0); }'
show /tmp/out
check "profile fires on every CPU" test "$(grep -c '^cpu' /tmp/out)" = "$(nproc)"
unload
finish
