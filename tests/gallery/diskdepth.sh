# SPDX-License-Identifier: MIT OR GPL-2.0-only
disk_up
work()
{
	dd if=/dev/loop0 of=/dev/null bs=4096 count=50 iflag=direct 2>/dev/null
}
verify()
{
	disk_down
	row '^loop0, transfers at a time: *$'
	at_least "one at a time" "$(awk '$1 == 1 && $2 ~ /@/ { print $NF }' /tmp/shown)" 50
	at_least "the most" "$(sed -n 's/^loop0 *//p' /tmp/shown | tail -n 1)" 1
}
