# SPDX-License-Identifier: MIT OR GPL-2.0-only
program_start called 2 500
arguments="-p $program_pid a.out"
work()
{
	program_line 'done'
}
verify()
{
	program_end functions
	row '^called_sum +1000 +[1-9][0-9]*$'
	row '^called_twice +9000 +[1-9][0-9]*$'
	row '^called_jump +1000 +[1-9][0-9]*$'
}
