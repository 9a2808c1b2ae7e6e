# SPDX-License-Identifier: MIT OR GPL-2.0-only
work()
{
	/bin/lives exec 2
	/bin/lives noexec 1
}
verify()
{
	row ' [0-9]+ +[0-9]+ +0 +/bin/lives exec 2$'
	check "two of the second program" test "$(grep -c ' exit$' /tmp/shown)" = 2
	row ' /nothing/here: ENOENT$'
}
