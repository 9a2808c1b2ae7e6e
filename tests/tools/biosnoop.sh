# SPDX-License-Identifier: MIT OR GPL-2.0-only
disk_up
work()
{
	disk_direct
}
verify()
{
	disk_down
	# a read of two blocks that are not neighbours on the disk is two transfers
	check "lines for all that was read" test "$(awk '$4 == "dd" && $6 == "RP" && $9 == "/mnt/data" { bytes += $8 } END { print bytes }' /tmp/shown)" = $((20 * 8192))
	at_least "and for writes" "$(grep -Ec '^ *[0-9]+ +[0-9]+ +[0-9]+ dd +loop0 +WP +[0-9]+ +[0-9]+  /mnt/data$' /tmp/shown)" 20
}
