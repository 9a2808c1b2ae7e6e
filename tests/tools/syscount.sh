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
}
