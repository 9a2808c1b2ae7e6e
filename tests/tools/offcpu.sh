# SPDX-License-Identifier: MIT OR GPL-2.0-only
arguments=sleep
work()
{
	sleep 0.3
}
verify()
{
	check "300 ms in a sleep" awk '/`/ && /nanosleep/ { slept = 1 } $2 == "ms" { if (slept) ms = $1; slept = 0 } END { exit ms < 290 || ms > 3000 }' /tmp/shown
}
