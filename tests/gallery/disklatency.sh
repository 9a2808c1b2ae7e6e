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
	row '^loop0, read, us: *$'
	row '^loop0 +read +[1-9][0-9]*$'
	row '^loop0 +write +[1-9][0-9]*$'
}
