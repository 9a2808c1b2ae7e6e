# SPDX-License-Identifier: MIT OR GPL-2.0-only
work()
{
	connections client 4 2 >/dev/null
	connections refused 6 1 >/dev/null
}
verify()
{
	check "two connections" test "$(grep -Ec '^[0-9]+ +connections +127\.0\.0\.1 +6001 +[0-9]+\.[0-9]+  established$' /tmp/shown)" = 2
	check "one is refused" test "$(grep -Ec '^[0-9]+ +connections +::1 +6002 +[0-9]+\.[0-9]+  refused$' /tmp/shown)" = 1
}
