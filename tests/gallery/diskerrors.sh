# SPDX-License-Identifier: MIT OR GPL-2.0-only
# A disk that is larger than the memory it is in.
work()
{
	modprobe loop
	mkdir -p /small
	mount -t tmpfs -o size=128k none /small
	truncate -s 4M /small/disk
	losetup /dev/loop1 /small/disk
	dd if=/dev/zero of=/dev/loop1 bs=4096 count=64 oflag=direct 2>/dev/null
	losetup -d /dev/loop1
	umount /small
}
verify()
{
	row '^[0-9].* loop1 +write +[0-9]+ +4096 +[1-9][0-9]*  /dev/loop1$'
	check "a line for each" test "$(grep -c ' loop1 .*/dev/loop1$' /tmp/shown)" = "$(sed -n 's/^loop1 *[0-9]* *//p' /tmp/shown)"
	at_least "others did not fail" "$(sed -n 's/^loop1 *\([0-9]*\) .*/\1/p' /tmp/shown)" 20
}
