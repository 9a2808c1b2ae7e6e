# SPDX-License-Identifier: MIT OR GPL-2.0-only
arguments=getppid
work()
{
	for i in 1 2 3 4 5 6 7 8 9 10; do /bin/calls; done
}
verify()
{
	row '^Timing getppid\(\)'
	row '^  calls +$'
	check "calltime: ten calls" test "$(awk '/^  calls/ { on = 1; next } on && /\|/ { sum += $NF } END { print sum }' /tmp/shown)" = 10
}
