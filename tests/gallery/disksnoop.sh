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
	check "a line for each read" test "$(grep -Ec '^ *[0-9]+ +[0-9]+ +[0-9]+ dd +loop0 +RP +[0-9]+ +8192  /mnt/data$' /tmp/shown)" = 20
	at_least "and for writes" "$(grep -Ec '^ *[0-9]+ +[0-9]+ +[0-9]+ dd +loop0 +WP +[0-9]+ +[0-9]+  /mnt/data$' /tmp/shown)" 20
}
