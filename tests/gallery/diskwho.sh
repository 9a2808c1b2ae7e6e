# SPDX-License-Identifier: MIT OR GPL-2.0-only
disk_up
work()
{
	dd if=/dev/zero of=/mnt/data bs=65536 count=20 oflag=direct 2>/dev/null
	sleep 6
	dd if=/mnt/data of=/dev/null bs=65536 count=20 iflag=direct 2>/dev/null
	sync
	usleep 300000
}
verify()
{
	disk_down
	row '^ *[0-9]+ dd +loop0 +read +1310720$'
	row '^ *[0-9]+ dd +loop0 +write +1310720$'
}
