# SPDX-License-Identifier: MIT OR GPL-2.0-only
arguments=vfs_read
work()
{
	dd if=/dev/zero of=/dev/null bs=4k count=20 2>/dev/null
}
verify()
{
	row '^vfs_read$'
	row '^ +vmlinux`ksys_read\+0x[0-9a-f]+$'
	check "twenty of one stack" awk 'NF == 1 && /^ *[0-9]+$/ && $1 >= 20 { found = 1 } END { exit !found }' /tmp/shown
}
