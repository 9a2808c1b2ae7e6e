# SPDX-License-Identifier: MIT OR GPL-2.0-only
disk_up
work()
{
	dd if=/dev/loop0 of=/dev/null bs=4096 count=100 iflag=direct 2>/dev/null
	dd if=/dev/loop0 of=/dev/null bs=4096 count=1 skip=1000 iflag=direct 2>/dev/null
	dd if=/dev/loop0 of=/dev/null bs=4096 count=1 skip=500 iflag=direct 2>/dev/null
}
verify()
{
	disk_down
	# 99, and two less for each write of the file system that comes in between
	at_least "one after the other" "$(awk '/^loop0 +[0-9]/ { print $2 }' /tmp/shown)" 93
	at_least "and others" "$(awk '/^loop0 +[0-9]/ { print $3 }' /tmp/shown)" 2
}
