# SPDX-License-Identifier: MIT OR GPL-2.0-only
disk_up
written()
{
	grep -q ' write ' /tmp/shown
}
work()
{
	dd if=/dev/zero of=/mnt/data bs=65536 count=20 oflag=direct 2>/dev/null
	wait_until 60 written # the first table
	dd if=/mnt/data of=/dev/null bs=65536 count=20 iflag=direct 2>/dev/null
}
verify()
{
	disk_down
	row '^ *[0-9]+ dd +loop0 +read +1310720$'
	row '^ *[0-9]+ dd +loop0 +write +1310720$'
}
