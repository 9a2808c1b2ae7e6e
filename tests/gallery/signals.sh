# SPDX-License-Identifier: MIT OR GPL-2.0-only
work()
{
	/bin/lives kill 2
}
verify()
{
	check "signals: SIGTERM to two children" test "$(grep -c '^lives .* 15 -> ' /tmp/shown)" = 2
}
