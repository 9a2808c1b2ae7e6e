# SPDX-License-Identifier: MIT OR GPL-2.0-only
arguments='vfs_r*'
work()
{
	dd if=/dev/zero of=/dev/null bs=4k count=20 2>/dev/null
}
verify()
{
	row '^MODULE +FUNCTION +CALLS$'
	check "reads" awk '$2 == "vfs_read" { n = $3 } END { exit n < 20 }' /tmp/shown
	check "only what matches" test "$(awk 'NF == 3 && $3 ~ /^[0-9]/ && $2 !~ /^vfs_r/' /tmp/shown | wc -l)" = 0
}
