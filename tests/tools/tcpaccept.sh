# SPDX-License-Identifier: MIT OR GPL-2.0-only
work()
{
	connections client 4 3 >/dev/null
	connections client 6 2 >/dev/null
	connections refused 4 4 >/dev/null
}
verify()
{
	row '^127\.0\.0\.1 +6001 +established +3$'
	row '^::1 +6001 +established +2$'
	row '^127\.0\.0\.1 +6002 +refused +4$'
	check "a line for each" test "$(grep -Ec '^2.* 127\.0\.0\.1 +6001  established$' /tmp/shown)" = 3
}
