# SPDX-License-Identifier: MIT OR GPL-2.0-only
arguments=dd
work()
{
	dd if=/dev/zero of=/tmp/file bs=8192 count=50 2>/dev/null
}
verify()
{
	row '^dd +read +409600$'
	row '^dd +write +4096[0-9][0-9]$' # and its message
	row '^ +8192 \|@+ +50 *$'
}
