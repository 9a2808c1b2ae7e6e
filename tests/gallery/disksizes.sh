# SPDX-License-Identifier: MIT OR GPL-2.0-only
disk_up
work()
{
	dd if=/dev/zero of=/mnt/data bs=8192 count=20 oflag=direct 2>/dev/null
	dd if=/mnt/data of=/dev/null bs=8192 count=20 iflag=direct 2>/dev/null
	sync
	usleep 300000
}
verify()
{
	disk_down
	row '^dd, read, bytes: *$'
	at_least "of one size" "$(awk '/^dd, read/ { here = 1 } here && $1 == 8192 { print $NF; exit }' /tmp/shown)" 18
}
