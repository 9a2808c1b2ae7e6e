# SPDX-License-Identifier: MIT OR GPL-2.0-only
arguments=sleep
work()
{
	sleep 0.3
}
verify()
{
	check "sleepers: 300 ms, and not much more" awk '$1 == "sleep" && $2 ~ /nanosleep/ { ms = $3 } END { exit ms < 290 || ms > 3000 }' /tmp/shown
}
