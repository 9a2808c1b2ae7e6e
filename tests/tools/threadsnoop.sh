# SPDX-License-Identifier: MIT OR GPL-2.0-only
work()
{
	/bin/lives thread 3
}
verify()
{
	check "three threads" test "$(grep -Ec '^2.* [0-9]+ +lives +[0-9]+$' /tmp/shown)" = 3
	row '^lives +[0-9]+ +3$'
}
