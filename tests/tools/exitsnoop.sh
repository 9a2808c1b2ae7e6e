# SPDX-License-Identifier: MIT OR GPL-2.0-only
work()
{
	/bin/lives fork 2
	/bin/lives kill 1
	/bin/lives fault 1
}
verify()
{
	check "two children exit with 3" test "$(grep -Ec ' lives +exited +3 +[0-9]+$' /tmp/shown)" = 2
	check "three parents with 0" test "$(grep -Ec ' lives +exited +0 +[0-9]+$' /tmp/shown)" = 3
	check "a child that was killed" test "$(grep -Ec ' lives +killed +SIGTERM +[0-9]+$' /tmp/shown)" = 1
	check "one by its own fault" test "$(grep -Ec ' lives +(killed|dumped core) +SIGSEGV +[0-9]+$' /tmp/shown)" = 1
}
