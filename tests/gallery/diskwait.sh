# SPDX-License-Identifier: MIT OR GPL-2.0-only
disk_up
work()
{
	disk_direct
}
verify()
{
	disk_down
	row '^dd +[1-9][0-9]+ +[1-9][0-9]* +[1-9][0-9]*  /mnt/data$'
}
