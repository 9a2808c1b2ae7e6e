# SPDX-License-Identifier: MIT OR GPL-2.0-only
# io.sh - the provider io in known numbers: direct and cached reads and writes of known size and place, transfers that are cut in pieces, that
# end with a flush, devices as files. Each begins once and ends once, and is told of in the same words.
# @@modules brd
. /job/lib.sh

load
show /proc/dtrace/io 20
# those of NFS come with its modules (nfs.sh)
check "every other probe has its hook here" grep -qx 'probes 7 refused 4' /proc/dtrace/io
check "and those are NFS's" test "$(grep -c '^refused io:nfs:.* module-not-loaded$' /proc/dtrace/io)" = 4

partition_up
mkdir /mnt/folder
echo 64 >/sys/block/loop0/queue/max_sectors_kb # more than that is cut in pieces

# A line for each start and each end. What a start says is kept by arg0 and compared at the end.
# shellcheck disable=SC2016
program='
io:::start {
	begun[arg0] = timestamp; bytes[arg0] = args[0]->b_bcount; place[arg0] = args[0]->b_blkno; flags[arg0] = args[0]->b_flags;
	device[arg0] = args[0]->b_edev; offset[arg0] = args[2]->fi_offset; file[arg0] = args[2]->fi_pathname;
	@begun[args[1]->dev_statname] = count();
	printf("start|%s|%d|%s%s%s|%s|%d|%s|%d|%d\n", args[1]->dev_statname, args[0]->b_bcount, args[0]->b_flags & B_WRITE ? "W" : "R",
		args[0]->b_flags & B_PHYS ? "P" : "", args[0]->b_flags & B_PAGEIO ? "C" : "", args[2]->fi_pathname, args[2]->fi_offset,
		args[2]->fi_fs, args[0]->b_blkno, args[0]->b_addr != 0);
}
io:::done / begun[arg0] / {
	@ended[args[1]->dev_statname] = count();
	@bytes[args[1]->dev_statname] = sum(args[0]->b_bcount);
	@quick = min(timestamp - begun[arg0]);
	@slow = max(timestamp - begun[arg0]);
	printf("done|%s|%d|%s%s%s|%s|%d\n", args[1]->dev_statname, args[0]->b_bcount, args[0]->b_flags & B_WRITE ? "W" : "R",
		args[0]->b_flags & B_PHYS ? "P" : "", args[0]->b_flags & B_PAGEIO ? "C" : "", args[2]->fi_pathname, args[0]->b_error);
}
io:::done / begun[arg0] && (args[0]->b_bcount != bytes[arg0] || args[0]->b_blkno != place[arg0] ||
	(args[0]->b_flags & ~B_ERROR) != flags[arg0] || args[0]->b_edev != device[arg0]) / {
	printf("other %d %d, %x %x, %d %d, %d %d\n", args[0]->b_bcount, bytes[arg0], args[0]->b_flags, flags[arg0], args[0]->b_blkno, place[arg0],
		args[0]->b_edev, device[arg0]);
}
io:::done / begun[arg0] && (args[2]->fi_offset != offset[arg0] || args[2]->fi_pathname != file[arg0]) / {
	printf("file %s %s %d %d\n", args[2]->fi_pathname, file[arg0], args[2]->fi_offset, offset[arg0]);
}
io:::done / !begun[arg0] / { printf("stray %s %d %s\n", args[1]->dev_statname, args[0]->b_bcount, args[2]->fi_pathname); }
io:::done { begun[arg0] = 0; }
dtrace:::ERROR { printf("ERROR %d %d %x\n", arg2, arg4, arg5); }
END { printa("begun %s %@d\n", @begun); printa("ended %s %@d\n", @ended); printa("bytes %s %@d\n", @bytes); printa("quickest %@d\n", @quick);
	printa("slowest %@d\n", @slow); }'

# trace_io: the program, and its file system is quiet at both ends
trace_io()
{
	sync
	armed_start "$program" -x dynvarsize=4m -x bufsize=4m "$@"
}

end_io()
{
	sync
	usleep 300000
	armed_stop
	mv /tmp/armed.out "/tmp/$1"
	check "$1: no errors, none without a start, each ends in the words of its start" test "$(grep -Ec '^(ERROR|stray|other|file)' "/tmp/$1")" = 0
	grep -E '^(ERROR|stray|other|file)' "/tmp/$1" | head -n 5
	check "$1: as many end as begin" test -n "$(sed -n 's/^begun //p' "/tmp/$1")" -a "$(sed -n 's/^begun //p' "/tmp/$1")" = "$(sed -n 's/^ended //p' "/tmp/$1")"
	at_least "$1: the shortest time of one, ns" "$(sed -n 's/^quickest //p' "/tmp/$1")" 1
	grep -E '^(begun|bytes|quickest|slowest)' "/tmp/$1"
	check "$1: nothing was dropped" test "$(grep -c drop /tmp/armed.err)" = 0
}

# lines FILE REGEX: how many
lines() { grep -Ec "$2" "/tmp/$1"; }
# sum FILE REGEX: of the bytes in such lines
sum() { grep -E "$2" "/tmp/$1" | awk -F'|' '{ n += $3 } END { print n + 0 }'; }
# follow_each_other FILE PATH SIZE: whether the reads of a file of that size are all of it, each place once
follow_each_other()
{
	grep "^start|loop0p1|[0-9]*|RP|$2|" "/tmp/$1" | awk -F'|' '{ print $6, $3 }' | sort -n |
		awk -v size="$3" '$1 == next_one { n++ } { next_one = $1 + $2 } END { print n == NR && next_one == size ? "yes" : "no" }'
}
# is WHAT SEEN EXPECTED
is() { check "$1: $2, expected $3" test "$2" = "$3"; }

# ---- past the page cache, and through it
trace_io
dd if=/dev/zero of=/mnt/folder/direct bs=8192 count=20 oflag=direct 2>/dev/null
dd if=/mnt/folder/direct of=/dev/null bs=8192 iflag=direct 2>/dev/null
for i in 1 2 3 4 5; do
	dd if=/dev/zero of=/mnt/folder/cached$i bs=65536 count=1 conv=fsync 2>/dev/null
done
echo 1 >/proc/sys/vm/drop_caches
for i in 1 2 3 4 5; do
	cat /mnt/folder/cached$i >/dev/null
done
end_io files
check "the slowest took less than a minute" test "$(sed -n 's/^slowest //p' /tmp/files)" -lt 60000000000
is "bytes of direct writes" "$(sum files '^start\|loop0p1\|[0-9]+\|WP\|/mnt/folder/direct\|.*\|ext4\|')" 163840
# a block of the file system may be anywhere, so a transfer may be in two parts, each with a start and an end of its own
is "bytes of direct reads" "$(sum files '^start\|loop0p1\|[0-9]+\|RP\|/mnt/folder/direct\|.*\|ext4\|')" 163840
at_least "direct reads" "$(lines files '^start\|loop0p1\|(8192|4096)\|RP\|/mnt/folder/direct\|.*\|ext4\|')" 20
is "direct reads, each begins where the one before ends" "$(follow_each_other files /mnt/folder/direct 163840)" yes
is "blocks of the file that are read where they were written" "$(awk -F'|' '$1 == "start" && $4 ~ /P/ {
	for (at = 0; at < $3; at += 4096) n[$6 + at " " $8 + at / 512 " " $4]++
} END { for (i in n) if (sub("RP$", "WP", i) && i in n) same++; print same + 0 }' /tmp/files)" 40
is "bytes written through the page cache" "$(sum files '^start\|loop0p1\|[0-9]+\|WC\|/mnt/folder/cached[1-5]\|')" 327680
is "bytes read through it" "$(sum files '^start\|loop0p1\|[0-9]+\|RC\|/mnt/folder/cached[1-5]\|')" 327680
is "bytes of those that ended" "$(sum files '^done\|loop0p1\|[0-9]+\|[RW][PC]\|/mnt/folder/(cached|direct)')" 983040
is "of no error" "$(lines files '^done\|.*\|0$')" "$(lines files '^done\|')"
at_least "what the file system keeps for itself" "$(lines files '^start\|loop0p1\|[0-9]+\|WC\|<none>\|.*\|bdev\|')" 1
is "addresses of data" "$(lines files '^start\|.*\|[RW](P|C)\|.*\|0$')" 0

# ---- more than the device takes at once: pieces are no transfers of their own
trace_io
dd if=/dev/zero of=/mnt/folder/large bs=3M count=2 oflag=direct 2>/dev/null
dd if=/mnt/folder/large of=/dev/null bs=3M count=2 iflag=direct 2>/dev/null
end_io pieces
is "bytes written" "$(sum pieces '^start\|loop0p1\|[0-9]+\|WP\|/mnt/folder/large\|')" 6291456
is "bytes of ended writes" "$(sum pieces '^done\|loop0p1\|[0-9]+\|WP\|/mnt/folder/large\|')" 6291456
is "bytes read" "$(sum pieces '^start\|loop0p1\|[0-9]+\|RP\|/mnt/folder/large\|')" 6291456
at_least "bytes of the largest, which is cut" "$(sed -n 's/^start|loop0p1|\([0-9]*\)|WP|.*/\1/p' /tmp/pieces | sort -n | tail -n 1)" 65537
is "each begins where the one before ends" "$(follow_each_other pieces /mnt/folder/large 6291456)" yes

# ---- threads that wait: each time that they begin to, they end to, and it is for what they began themselves
# shellcheck disable=SC2016
armed_start '
io:::wait-start / execname == "dd" / {
	self->began = timestamp; self->transfer = arg0;
	@starts[execname, args[2]->fi_pathname] = count();
	@bytes[execname, args[2]->fi_pathname] = max(args[0]->b_bcount);
}
io:::wait-done / self->began / {
	@dones[execname, args[2]->fi_pathname] = count();
	@quick = min(timestamp - self->began);
	@same = sum(self->transfer == arg0 && args[1]->dev_statname == "loop0p1" && !(args[0]->b_flags & B_WRITE));
	self->began = 0;
}
fbt:vmlinux:io_schedule:entry, fbt:vmlinux:io_schedule_timeout:entry / execname == "dd" / { @slept = count(); }
dtrace:::ERROR { printf("ERROR %d %d %x\n", arg2, arg4, arg5); }
END { printa("slept %@d\n", @slept); printa("starts %s %s %@d\n", @starts); printa("dones %s %s %@d\n", @dones); printa("bytes %s %s %@d\n", @bytes);
	printa("quickest %@d\n", @quick); printa("same %@d\n", @same); }'
dd if=/mnt/folder/direct of=/dev/null bs=8192 iflag=direct 2>/dev/null
echo 1 >/proc/sys/vm/drop_caches
for i in 1 2 3 4 5; do
	dd if=/mnt/folder/cached$i of=/dev/null bs=65536 2>/dev/null
done
armed_stop
show /tmp/armed.out 20
check "waits: no errors" test "$(grep -c ERROR /tmp/armed.out)" = 0
at_least "waits for direct reads, of 20" "$(sed -n 's,^starts dd /mnt/folder/direct ,,p' /tmp/armed.out)" 15
# where the thread that reads the disk gets the CPU in between, its data are there before dd would wait for them: so not each file has a wait
is "waits: each time that dd slept" "$(awk '$1 == "starts" { n += $NF } END { print n + 0 }' /tmp/armed.out)" "$(sed -n 's/^slept //p' /tmp/armed.out)"
# what the file system reads for itself meanwhile (the inode, whose time of access changes, when its block was dropped, too) is one block of
# the device, and of no file
check "all of them for its files" test "$(grep '^starts' /tmp/armed.out | grep -vEc '^starts dd (/mnt/folder/(direct|cached[1-5])|<none>) ')" = 0
check "or a block that the file system needs" test "$(sed -n 's/^bytes dd <none> //p' /tmp/armed.out | awk '{ n = $1 } END { print n + 0 }')" -le 4096
at_least "those for files, of 25" "$(awk '$1 == "starts" && $3 != "<none>" { n += $NF } END { print n + 0 }' /tmp/armed.out)" 16
check "as many waits end as begin" test "$(sed -n 's/^starts //p' /tmp/armed.out | sort)" = "$(sed -n 's/^dones //p' /tmp/armed.out | sort)"
is "bytes that a direct read waits for" "$(sed -n 's,^bytes dd /mnt/folder/direct ,,p' /tmp/armed.out)" 8192
at_least "the shortest wait, ns" "$(sed -n 's/^quickest //p' /tmp/armed.out)" 1
is "all of reads of this disk, with one arg0" "$(sed -n 's/^same //p' /tmp/armed.out)" "$(awk '/^dones/ { n += $NF } END { print n }' /tmp/armed.out)"

# ---- -F: probes of several providers, which one thread on one CPU passes, are one picture
armed_start 'syscall::read:entry, syscall::read:return, fbt:vmlinux:vfs_read:entry, fbt:vmlinux:vfs_read:return, io:::start
	/ execname == "dd" / { printf("\n"); }' -F
taskset 1 dd if=/mnt/folder/direct of=/dev/null bs=8192 count=1 iflag=direct 2>/dev/null
armed_stop
# the last read is that of the file: those before it are of what dd itself needs. It may be in two parts
sed -n 's/^  0 \(.*[^ ]\) *$/\1/p' /tmp/armed.out | uniq | awk '/=> read/ { text = "" } { text = text $0 "\n" } END { printf "%s", text }' >/tmp/picture
cat >/tmp/expected <<-'END'
	 => read
	   -> vfs_read
	    | bio:start
	   <- vfs_read
	 <= read
END
check "the flow of a direct read" cmp -s /tmp/expected /tmp/picture
cmp -s /tmp/expected /tmp/picture || show /tmp/armed.out 60

# ---- the end alone: the size is still that of the whole
armed_start 'io:::done / args[2]->fi_pathname == "/mnt/folder/large" / { @[args[2]->fi_pathname] = sum(args[0]->b_bcount); } END { printa("%s %@d\n", @); }'
dd if=/mnt/folder/large of=/dev/null bs=3M count=2 iflag=direct 2>/dev/null
armed_stop
check "ends alone: $(grep large /tmp/armed.out)" grep -qx '/mnt/folder/large 6291456' /tmp/armed.out
umount /mnt

# ---- the device as a file
trace_io
dd if=/dev/loop0p1 of=/dev/null bs=4096 skip=1000 count=5 iflag=direct 2>/dev/null
dd if=/dev/loop0p1 of=/dev/null bs=2M count=1 iflag=direct 2>/dev/null
throughwrite /dev/loop0p1 8192 6 || not_ok "throughwrite"
throughwrite /dev/loop0p1 1048576 1 || not_ok "throughwrite"
end_io devices
is "small reads of a partition" "$(lines devices '^start\|loop0p1\|4096\|RP\|/dev/loop0p1\|41?[0-9]+\|bdev\|')" 5
check "block of the first: on the disk, whose partition begins at 2048" grep -q '^start|loop0p1|4096|RP|/dev/loop0p1|4096000|bdev|10048|' /tmp/devices
is "writes that a flush follows" "$(lines devices '^start\|loop0p1\|8192\|WP\|/dev/loop0p1\|[0-9]+\|bdev\|')" 6
is "their ends" "$(lines devices '^done\|loop0p1\|8192\|WP\|/dev/loop0p1\|0$')" 6
is "the end of one in pieces that each are followed by one" "$(lines devices '^done\|loop0p1\|1048576\|WP\|/dev/loop0p1\|0$')" 1
is "bytes of a large one" "$(($(sum devices '^start\|loop0p1\|[0-9]+\|RP\|/dev/loop0p1\|') - 20480))" 2097152

# ---- a device without requests: it ends its transfers itself
modprobe brd rd_nr=1 rd_size=1024
trace_io
dd if=/dev/zero of=/dev/ram0 bs=8192 count=16 oflag=direct 2>/dev/null
dd if=/dev/ram0 of=/dev/null bs=8192 count=16 iflag=direct 2>/dev/null
end_io memory
for way in W R; do
	is "$way: begun on a device without requests" "$(sum memory "^start\|ram0\|8192\|${way}P\|/dev/ram0\|")" 131072
	is "$way: and ended" "$(sum memory "^done\|ram0\|8192\|${way}P\|/dev/ram0\|0\$")" 131072
done
rmmod brd

# ---- through the list
trace_ok 30 -lv -n io:::start
show /tmp/out 30
for type in 'args\[0\]: bufinfo_t \*' 'args\[1\]: devinfo_t \*' 'args\[2\]: fileinfo_t \*'; do
	check "types in the listing: $type" grep -q "$type" /tmp/out
done
show /proc/dtrace/io 20
check "all had room" grep -qx 'not-kept 0' /proc/dtrace/io
check "none is armed any more" grep -Eq '^provider io probes [0-9]+ armed 0$' /proc/dtrace/stats
losetup -d /dev/loop0
unload
finish
