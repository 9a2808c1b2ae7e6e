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
	at_least "reads, of whatever program" "$(awk 'NF == 1 && /^ *[0-9]+$/ { n += $1 } END { print n }' /tmp/shown)" 20
	again -c 'sh -c "exec dd if=/dev/zero of=/dev/null bs=4k count=20 2>/dev/null"' vfs_read
	check "one process: twenty, of one stack" test "$(awk 'NF == 1 && /^ *[0-9]+$/ { print $1 }' /tmp/again)" = 20
}
