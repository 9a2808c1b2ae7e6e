# SPDX-License-Identifier: MIT OR GPL-2.0-only
program_start defined 2 300 0
arguments="-p $program_pid server" by_itself=yes
work()
{
	program_line 'done 1'
	program_end ownprobes
}
verify()
{
	row '^request-start +defined`request_start[a-z.0-9]* +600$'
	row '^guarded +defined`reach_guarded +600$'
	row '^idle +defined`idle +600$'
}
