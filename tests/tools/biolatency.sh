# SPDX-License-Identifier: MIT OR GPL-2.0-only
disk_up
work()
{
	disk_direct
}
verify()
{
	disk_down
	row '^loop0, read, us: *$'
	row '^loop0 +read +[1-9][0-9]*$'
	row '^loop0 +write +[1-9][0-9]*$'
}
