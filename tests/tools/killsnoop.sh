# SPDX-License-Identifier: MIT OR GPL-2.0-only
work()
{
	/bin/lives kill 2
}
verify()
{
	check "SIGTERM to two children" test "$(grep -c '^.* lives .* 15 -> [0-9]* *lives$' /tmp/shown)" = 2
}
