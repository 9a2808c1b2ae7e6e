# SPDX-License-Identifier: MIT OR GPL-2.0-only
work()
{
	/bin/lives kill 2
}
verify()
{
	check "SIGTERM to two children" test "$(grep -Ec '^.* lives +[0-9]+  SIGTERM +-> [0-9]+ +lives$' /tmp/shown)" = 2
	row '^.* lives +[0-9]+  SIGCHLD +-> [0-9]+ +sh$'
	again -c '/bin/lives kill 2' term
	check "of one process and one signal" test "$(grep -Ec ' lives +[0-9]+  SIGTERM +-> [0-9]+ +lives$' /tmp/again) $(grep -c -- '->  *[0-9]' /tmp/again)" = "2 2"
}
