# SPDX-License-Identifier: MIT OR GPL-2.0-only
work()
{
	/bin/lives fork 2
	/bin/lives kill 1
}
verify()
{
	check "two children and both parents" test "$(grep -c ' lives  *exited ' /tmp/shown)" = 4
	check "a child that was killed" test "$(grep -c ' lives  *killed ' /tmp/shown)" = 1
}
