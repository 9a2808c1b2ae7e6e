# SPDX-License-Identifier: MIT OR GPL-2.0-only
# a disk without a file system: nobody else transfers anything, and what is asked for is in one piece
modprobe loop
dd if=/dev/zero of=/tmp/disk bs=1M count=16 2>/dev/null
losetup /dev/loop0 /tmp/disk
work()
{
	dd if=/dev/zero of=/dev/loop0 bs=8192 count=20 oflag=direct 2>/dev/null
	dd if=/dev/loop0 of=/dev/null bs=8192 count=15 iflag=direct 2>/dev/null
}
# timed DIRECTION: how many transfers are in its distribution
timed()
{
	awk -v title="loop0, $1, us:" '/us: *$/ { here = index($0, title) == 1 } here && /\|/ { n += $NF } END { print n + 0 }' /tmp/shown
}
verify()
{
	losetup -d /dev/loop0
	row '^loop0, read, us: *$'
	row '^loop0 +read +[1-9][0-9]*$'
	row '^loop0 +write +[1-9][0-9]*$'
	check "each read" test "$(timed read)" = 15
	check "each write" test "$(timed write)" = 20
}
