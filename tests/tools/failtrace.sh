# SPDX-License-Identifier: MIT OR GPL-2.0-only
arguments='openat cat'
work()
{
	echo 1 >/tmp/there
	cat /tmp/there /nothing/here >/tmp/out 2>&1
}
verify()
{
	row '^cat\[[0-9]+\]: openat\(\) failed: error 2$'
	row '^ +-> do_sys_openat2$'
	row '^ +<- [a-z_]+ = -2$'
	check "one that failed, none that did not" test "$(grep -c 'failed: error' /tmp/shown)" = 1
}
