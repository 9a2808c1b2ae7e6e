# SPDX-License-Identifier: MIT OR GPL-2.0-only
work()
{
	connections udp 4 10 >/dev/null
	connections unheard 6 3 >/dev/null
}
verify()
{
	row '^connections +127\.0\.0\.1 +6001 +10 +500$'
	row '^connections +::1 +6002 +3 +150$'
}
