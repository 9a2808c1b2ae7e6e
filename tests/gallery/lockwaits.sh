# SPDX-License-Identifier: MIT OR GPL-2.0-only
program_start locker 10 5
arguments="-p $program_pid" by_itself=yes
work()
{
	program_line 'done'
	program_end lockwaits
}
verify()
{
	check "lockwaits: ten waits of 5 ms" test "$(awk '$1 == "locker`contended" { waits += $(NF - 1); if ($NF >= 50000) long = 1 } END { print waits, long }' /tmp/shown)" = "10 1"
	row '^locker`table +locker`[a-z_]+ +[1-9]'
}
