# SPDX-License-Identifier: MIT OR GPL-2.0-only
arguments=100
work()
{
	/bin/calls
	sleep 0.3
}
verify()
{
	row '^sleep \([0-9]+\): (clock_)?nanosleep(_time64)? took [0-9]{3,} ms, result 0$'
	check "slowcalls: nothing quick" test "$(grep -c '^calls' /tmp/shown)" = 0
}
