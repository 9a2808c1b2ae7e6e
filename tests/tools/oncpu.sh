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
	# an emulated clock comes late, and never too often: one thread, 997 times a second, and some time to end
	check "samples" awk '/^ +[0-9]+$/ { n += $1 } END { exit n < 20 || n > 4 * 997 }' /tmp/shown
	program_start stacked spin
	echo go >&5
	again -d 1 -x oformat=folded stacked
	program_line 'done'
	program_end oncpu
	check "folded: stacks of the program, and nothing else" test "$(grep -cv '^stacked[; ].*[0-9]$' /tmp/again)" = 0
	at_least "folded: samples" "$(awk '{ n += $NF } END { print n }' /tmp/again)" 10
}
