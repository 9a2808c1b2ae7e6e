# SPDX-License-Identifier: MIT OR GPL-2.0-only
program_start stacked spin
arguments="-d 3 stacked"
by_itself=yes
work()
{
	echo go >&5
}
verify()
{
	program_line 'done'
	program_end oncpu
	row '^stacked$'
	row '^ +stacked`[a-z_]+(\+0x[0-9a-f]+)?$'
	check "samples" awk '/^ +[0-9]+$/ { n += $1 } END { exit n < 20 }' /tmp/shown
}
