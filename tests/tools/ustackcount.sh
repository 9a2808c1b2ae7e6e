# SPDX-License-Identifier: MIT OR GPL-2.0-only
program_start called 2 500
arguments="-p $program_pid called_twice"
work()
{
	program_line 'done'
}
verify()
{
	program_end ustackcount
	row '^ +called`called_twice$'
	row '^ +called`called_sum\+0x[0-9a-f]+$'
	row '^ +8000$'
	row '^ +1000$'
}
