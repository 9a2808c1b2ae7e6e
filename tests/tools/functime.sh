# SPDX-License-Identifier: MIT OR GPL-2.0-only
arguments=vfs_read
work()
{
	dd if=/dev/zero of=/dev/null bs=4k count=20 2>/dev/null
}
verify()
{
	row '^PROGRAM +CALLS$'
	check "dd reads 20 times" test "$(awk '$1 == "dd" { print $2 }' /tmp/shown)" = 20
}
