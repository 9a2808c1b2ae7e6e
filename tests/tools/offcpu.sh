# SPDX-License-Identifier: MIT OR GPL-2.0-only
arguments=sleep
work()
{
	sleep 0.3
}
verify()
{
	check "300 ms in a sleep" awk '$2 == "ms" && last ~ /nanosleep/ { ms = $1 } /`/ { if ($0 ~ /nanosleep/) last = $0 } END { exit ms < 290 || ms > 3000 }' /tmp/shown
}
