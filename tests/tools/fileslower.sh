# SPDX-License-Identifier: MIT OR GPL-2.0-only
disk_up
arguments=0
work()
{
	disk_direct
	dd if=/dev/zero of=/dev/null bs=1k count=5 2>/dev/null
}
verify()
{
	disk_down
	check "each write of the file" test "$(grep -Ec '^2.* dd +write +8192 +[0-9]+\.[0-9]+  /mnt/data$' /tmp/shown)" = 20
	check "each read of it" test "$(grep -Ec '^2.* dd +read +8192 +[0-9]+\.[0-9]+  /mnt/data$' /tmp/shown)" = 20
	check "and nothing of devices" test "$(grep -c /dev/ /tmp/shown)" = 0
}
