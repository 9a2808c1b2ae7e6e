# SPDX-License-Identifier: MIT OR GPL-2.0-only
work()
{
	connections client 4 2 >/dev/null
	connections reset 6 1 >/dev/null
}
verify()
{
	check "the clients' ends" test "$(grep -Ec '^connections +127\.0\.0\.1 +[0-9]+ 127\.0\.0\.1 +6001 +100 +300 +[0-9]+$' /tmp/shown)" = 2
	check "the servers' ends" test "$(grep -Ec '^- +127\.0\.0\.1 +6001 127\.0\.0\.1 +[0-9]+ +300 +100 +[0-9]+$' /tmp/shown)" = 2
	row '^connections +::1 +[0-9]+ ::1 +6001 +100 +300 +[0-9]+$'
	check "six ends" test "$(grep -c 6001 /tmp/shown)" = 6
}
