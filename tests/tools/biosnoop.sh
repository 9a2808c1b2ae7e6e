# SPDX-License-Identifier: MIT OR GPL-2.0-only
disk_up
work()
{
	disk_direct
}
verify()
{
	disk_down
	check "a line for each read" test "$(grep -Ec '^ *[0-9]+ +[0-9]+ +[0-9]+ dd +loop0 +RP +[0-9]+ +8192  /mnt/data$' /tmp/shown)" = 20
	at_least "and for writes" "$(grep -Ec '^ *[0-9]+ +[0-9]+ +[0-9]+ dd +loop0 +WP +[0-9]+ +[0-9]+  /mnt/data$' /tmp/shown)" 20
}
