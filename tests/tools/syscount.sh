# SPDX-License-Identifier: MIT OR GPL-2.0-only
arguments=calls
work()
{
	for i in 1 2 3 4 5 6 7 8 9 10; do /bin/calls; done
}
verify()
{
	row '^SYSTEM CALL +CALLS +MS$'
	row '^getppid +10 +[0-9]+$'
	row '^getpriority +10 +[0-9]+$'
	# one process, which ends: so does the tool
	program_start stacked run 100
	syscount -p "$program_pid" >/tmp/again 2>&1 </dev/null &
	again_pid=$!
	wait_until 120 grep -q Counting /tmp/again
	for i in 1 2 3; do /bin/calls; done
	program_line 'done'
	program_end syscount
	wait "$again_pid"
	check "-p: status 0" test $? = 0
	check "-p: the calls of this process" test "$(awk '$1 == "getppid" { print $2 }' /tmp/again)" = 100
	check "-p: and of no other" test "$(grep -c getpriority /tmp/again)" = 0
}
