# SPDX-License-Identifier: MIT OR GPL-2.0-only
arguments=vfs_read
work()
{
	dd if=/dev/zero of=/dev/null bs=4k count=20 2>/dev/null
}
verify()
{
	row '^PROGRAM +CALLS$'
	check "dd reads 20 times, and its files when it begins" awk '$1 == "dd" { calls = $2 } END { exit calls < 20 || calls > 40 }' /tmp/shown
}
