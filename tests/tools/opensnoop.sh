# SPDX-License-Identifier: MIT OR GPL-2.0-only
arguments=cat
work()
{
	echo 1 >/tmp/there
	cat /tmp/there /nothing/here >/tmp/out 2>&1
}
verify()
{
	row '^[0-9]+ +cat +3 +/tmp/there$'
	row '^[0-9]+ +cat +ENOENT +/nothing/here$'
}
