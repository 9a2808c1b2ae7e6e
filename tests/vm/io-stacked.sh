# SPDX-License-Identifier: MIT OR GPL-2.0-only
# io-stacked.sh - the provider io on a device that stands on another one (device mapper): each has transfers of its own, as many and as large.
# @@modules dm-mod
# @@programs dmsetup
. /job/lib.sh

load
partition_up
umount /mnt
modprobe dm-mod
check "a device on top of a partition" /usr/sbin/dmsetup create line --noudevsync --table '0 4096 linear /dev/loop0p1 512'

# 8,192 bytes each, direct: one transfer
armed_start '
io:::start / args[0]->b_bcount == 8192 / { begun[arg0] = timestamp; @begun[args[1]->dev_statname, args[0]->b_flags & B_WRITE ? "W" : "R"] = count(); }
io:::done / begun[arg0] / {
	@ended[args[1]->dev_statname, args[0]->b_flags & B_WRITE ? "W" : "R"] = count();
	@bytes[args[1]->dev_statname] = sum(args[0]->b_bcount);
	@place[args[1]->dev_statname] = min(args[0]->b_blkno);
	begun[arg0] = 0;
}
dtrace:::ERROR { printf("ERROR %d %d %x\n", arg2, arg4, arg5); }
END { printa("begun %s %s %@d\n", @begun); printa("ended %s %s %@d\n", @ended); printa("bytes %s %@d\n", @bytes); printa("place %s %@d\n", @place); }'
dd if=/dev/zero of=/dev/dm-0 bs=8192 count=16 oflag=direct 2>/dev/null
dd if=/dev/dm-0 of=/dev/null bs=8192 count=12 iflag=direct 2>/dev/null
usleep 300000
armed_stop
show /tmp/armed.out 20
check "no errors" test "$(grep -c ERROR /tmp/armed.out)" = 0
upper=$(sed -n 's/^bytes \(dm-[0-9]*\) .*/\1/p' /tmp/armed.out) lower=$(sed -n 's/^bytes \(loop0[p1]*\) .*/\1/p' /tmp/armed.out)
for device in "$upper" "$lower"; do
	for what in begun ended; do
		check "$device: writes $what" grep -qx "$what $device W 16" /tmp/armed.out
		check "$device: reads $what" grep -qx "$what $device R 12" /tmp/armed.out
	done
	check "$device: bytes" grep -qx "bytes $device $((28 * 8192))" /tmp/armed.out
done
check "blocks of the upper one are counted from its beginning" grep -qx "place $upper 0" /tmp/armed.out
check "those of the lower one from the disk's" grep -qx "place $lower $((2048 + 512))" /tmp/armed.out
/usr/sbin/dmsetup remove --noudevsync line
losetup -d /dev/loop0
unload
finish
