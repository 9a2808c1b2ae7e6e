# SPDX-License-Identifier: MIT OR GPL-2.0-only
disk_up
work()
{
	disk_direct
	dd if=/dev/zero of=/mnt/cached bs=65536 count=1 conv=fsync 2>/dev/null
}
verify()
{
	disk_down
	# a read of two blocks that are not neighbours on the disk is two transfers
	row '^loop0 +read +163840 +(2[0-9]|3[0-9]|40)  /mnt/data$'
	row '^loop0 +write +163840 +[0-9]+  /mnt/data$'
	row '^loop0 +write +65536 +[0-9]+  /mnt/cached$'
}
