# SPDX-License-Identifier: MIT OR GPL-2.0-only
disk_up
work()
{
	dd if=/dev/loop0 of=/dev/null bs=4096 count=50 iflag=direct 2>/dev/null
}
verify()
{
	disk_down
	row '^loop0, transfers at a time: *$'
	# the disk may have a transfer of its own beside one of ours
	at_least "transfers" "$(awk '$1 ~ /^[0-9]+$/ && $2 ~ /^[|]/ { n += $NF } END { print n + 0 }' /tmp/shown)" 50
	at_least "one at a time" "$(awk '$1 == 1 && $2 ~ /@/ { print $NF }' /tmp/shown)" 26
	at_least "the most" "$(sed -n 's/^loop0 *//p' /tmp/shown | tail -n 1)" 1
}
