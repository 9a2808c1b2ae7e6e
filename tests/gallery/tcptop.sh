# SPDX-License-Identifier: MIT OR GPL-2.0-only
arguments=1
work()
{
	connections client 4 1 >/tmp/port
	sleep 3
}
verify()
{
	row "^send +127\\.0\\.0\\.1 +$(cat /tmp/port) 127\\.0\\.0\\.1 +6001 +100 +1$"
	row "^receive +127\\.0\\.0\\.1 +6001 127\\.0\\.0\\.1 +$(cat /tmp/port) +300 +1$"
}
