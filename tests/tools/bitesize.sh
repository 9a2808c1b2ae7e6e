# SPDX-License-Identifier: MIT OR GPL-2.0-only
disk_up
work()
{
	disk_direct
}
verify()
{
	disk_down
	row '^dd, read, bytes: *$'
	at_least "of one size" "$(awk '/^dd, read/ { here = 1 } here && $1 == 8192 { print $NF; exit }' /tmp/shown)" 18
}
