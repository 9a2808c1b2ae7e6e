# SPDX-License-Identifier: MIT OR GPL-2.0-only
arguments='vfs_r*'
work()
{
	dd if=/dev/zero of=/dev/null bs=4k count=20 2>/dev/null
}
verify()
{
	row '^MODULE +FUNCTION +CALLS$'
	at_least "reads, of whatever program" "$(awk '$2 == "vfs_read" { print $3 }' /tmp/shown)" 20
	check "only what matches" test "$(awk 'NF == 3 && $3 ~ /^[0-9]/ && $2 !~ /^vfs_r/' /tmp/shown | wc -l)" = 0
	again -c 'sh -c "exec dd if=/dev/zero of=/dev/null bs=4k count=20 2>/dev/null"' 'vfs_*'
	check "one process: its reads, its writes and the line that it prints" test "$(awk '$2 == "vfs_read" || $2 == "vfs_write" { print $2, $3 }' /tmp/again | sort | xargs)" = "vfs_read 20 vfs_write 21"
	again -t 1 -c 'sh -c "exec dd if=/dev/zero of=/dev/null bs=4k count=20 2>/dev/null"' 'vfs_[rw]*'
	check "the largest row alone" test "$(awk '$3 ~ /^[0-9]+$/ { print $2, $3 }' /tmp/again)" = "vfs_write 21"
}
