# SPDX-License-Identifier: MIT OR GPL-2.0-only
work()
{
	for i in 1 2 3 4 5 6 7 8 9 10; do /bin/calls; done
}
verify()
{
	row '^calls +close +EBADF +10$'
	row '^calls +getpriority +EINVAL +10$'
}
