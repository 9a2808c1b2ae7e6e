# SPDX-License-Identifier: MIT OR GPL-2.0-only
arguments=lives
work()
{
	/bin/lives fork 5
}
verify()
{
	row '^PROGRAM +IN +FAULTS +WRITES +FROM DISK$'
	check "faults of the program" awk '$1 == "lives" { n += $(NF - 2); w += $(NF - 1) } END { exit n < 10 || w < 5 }' /tmp/shown
}
