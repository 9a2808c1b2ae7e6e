# SPDX-License-Identifier: MIT OR GPL-2.0-only
# nfs.sh - the providers nfsv3 and nfsv4, and io's transfers of NFS, in known numbers: a kernel that is server and client of itself. Its own
# counts (/proc/net/rpc/nfsd) say how often each operation was carried out.
# @@modules nfsd nfs nfsv3 nfsv4
# @@limit 600
# @@with tests/vm/parts
. /job/lib.sh

load
modprobe nfs
modprobe nfsv3
modprobe nfsv4
trace 60 -l -P nfsv3
check "no probe while the server is no part of the kernel" grep -q 'No probe matches' /tmp/err

. /parts/nfs-server.sh

# counted LINE NAME...: how often the server did each, as `NAME n`; a - is no operation
counted()
{
	local line=$1
	shift
	awk -v line="$line" -v names="$*" '$1 == line {
		count = split(names, name, " ")
		for (i = 1; i <= count; i++)
			if (name[i] != "-")
				print name[i], $(i + 2)
	}' /proc/net/rpc/nfsd
}

count_three()
{
	counted proc3 null getattr setattr lookup access readlink read write create mkdir symlink mknod remove rmdir rename link readdir readdirplus \
		fsstat fsinfo pathconf commit
}

count_four()
{
	counted proc4ops - - - access close commit create delegpurge delegreturn getattr getfh link lock lockt locku lookup lookupp nverify open openattr \
		open-confirm open-downgrade putfh putpubfh putrootfh read readdir readlink remove rename renew restorefh savefh secinfo setattr setclientid \
		setclientid-confirm verify write release-lockowner
}

# difference BEFORE AFTER: what was done between
difference()
{
	awk 'NR == FNR { before[$1] = $2; next } $2 > before[$1] { print $1, $2 - before[$1] }' "$1" "$2" | sort
}

# work FOLDER: operations that a client makes of files
work()
{
	local folder=$1/folder
	dd if=/dev/zero of="$folder/data" bs=8192 count=5 oflag=direct 2>/dev/null
	dd if="$folder/data" of=/dev/null bs=4096 count=10 iflag=direct 2>/dev/null
	dd if=/dev/zero of="$folder/large" bs=65536 count=4 conv=fsync 2>/dev/null
	mkdir "$folder/made"
	ln -s data "$folder/link"
	readlink "$folder/link" >/dev/null
	ln "$folder/data" "$folder/other"
	mv "$folder/other" "$folder/renamed"
	chmod 600 "$folder/renamed"
	ls -l "$folder" >/dev/null
	cat "$folder/none" 2>/dev/null
	mknod "$folder/pipe" p
	df "$folder" >/dev/null
	rm "$folder/renamed" "$folder/link" "$folder/pipe"
	rmdir "$folder/made"
}

# is WHAT SEEN EXPECTED
is() { check "$1: $2, expected $3" test "$2" = "$3"; }
# lines REGEX: how many of the output's
lines() { grep -Ec "$1" /tmp/seen; }
# sum FIELD REGEX: of such lines
sum() { grep -E "$2" /tmp/seen | awk -F'|' -v field="$1" '{ n += $field } END { print n + 0 }'; }
# distinct FIELD REGEX: its values that differ
distinct() { grep -E "$2" /tmp/seen | cut -d'|' -f"$1" | sort -u | wc -l; }
# fired WHAT: NAME n of each, as the server counts them
fired() { sed -n "s/^$1 op-\([a-z-]*\)-[a-z]* \([0-9]*\)$/\1 \2/p" /tmp/seen | sort; }

# version NUMBER WORD: work, traced; then what is the same of both
version()
{
	local provider=nfsv$1
	"count_$2" >/tmp/before
	# shellcheck disable=SC2016
	armed_start "
$provider:::op-*-start { @started[probename] = count(); self->xid = args[1]->noi_xid; }
$provider:::op-*-start /probename != \"op-null-start\"/ {
	@who[args[0]->ci_remote, args[0]->ci_local, args[0]->ci_protocol, args[1]->noi_cred->cr_uid, args[1]->noi_cred->cr_gid] = count();
	printf(\"start|%s|%s|%s\\n\", probename, args[1]->noi_curpath, args[1]->noi_shrpath); }
$provider:::op-*-done { @ended[probename] = count(); @pairs[self->xid == args[1]->noi_xid] = count();
	printf(\"done|%s|%s\\n\", probename, args[1]->noi_curpath); }
$(cat "/tmp/$provider.d")
io:::start / args[1]->dev_statname == \"nfs\" / { begun[arg0] = timestamp; printf(\"io|start|%s%s|%d|%d|%s|%s|%d\\n\", args[0]->b_flags & B_WRITE ? \"W\" : \"R\",
	args[0]->b_flags & B_PHYS ? \"P\" : \"C\", args[0]->b_bcount, args[2]->fi_offset, args[2]->fi_pathname, args[2]->fi_mount, args[0]->b_lblkno); }
io:::done / args[1]->dev_statname == \"nfs\" && begun[arg0] / { @took = min(timestamp - begun[arg0]); begun[arg0] = 0;
	printf(\"io|done|%s%s|%d|%d|%s|%d|%d\\n\", args[0]->b_flags & B_WRITE ? \"W\" : \"R\", args[0]->b_flags & B_PHYS ? \"P\" : \"C\", args[0]->b_bcount,
	args[2]->fi_offset, args[2]->fi_pathname, args[0]->b_error, args[0]->b_lblkno); }
dtrace:::ERROR { printf(\"ERROR %d %d %d %x\\n\", arg1, arg2, arg4, arg5); }
END { printa(\"started %s %@d\\n\", @started); printa(\"ended %s %@d\\n\", @ended); printa(\"who %s %s %s %d %d %@d\\n\", @who);
	printa(\"pairs %d %@d\\n\", @pairs); printa(\"took %@d\\n\", @took); }" -x dynvarsize=4m -x bufsize=4m
	"mount_$2"
	work "/nfs$1"
	# the client's file number is the server's
	number=$(stat -c %i "/nfs$1/folder/data")
	umount "/nfs$1"
	usleep 300000
	"count_$2" >/tmp/after
	armed_stop
	mv /tmp/armed.out /tmp/seen
	difference /tmp/before /tmp/after >/tmp/done
	show /tmp/done
	fired started >/tmp/started
	fired ended >/tmp/ended
	check "$provider: each operation starts as often as the server counts it" cmp -s /tmp/started /tmp/done
	check "$provider: and ends so" cmp -s /tmp/ended /tmp/done
	diff /tmp/started /tmp/done
	at_least "$provider: kinds of operations" "$(wc -l </tmp/done)" 15
	is "$provider: errors" "$(lines '^ERROR')" 0
	grep '^ERROR' /tmp/seen | sort | uniq -c | head -n 5
	check "$provider: nothing was dropped" test "$(grep -c drop /tmp/armed.err)" = 0
	check "$provider: an end has its start's number: $(grep '^pairs' /tmp/seen)" test "$(grep '^pairs' /tmp/seen | cut -d' ' -f2)" = 1
	check "$provider: who asks: $(grep '^who' /tmp/seen)" test "$(grep '^who' /tmp/seen | cut -d' ' -f1-6)" = "who 127.0.0.1 127.0.0.1 ipv4 0 0"
	is "$provider: reads" "$(lines "^read\|$data\|[0-9]*\|4096$")" 10
	is "$provider: their places" "$(grep '^read|' /tmp/seen | cut -d'|' -f3 | sort -n | awk '$1 == 4096 * (NR - 1)' | wc -l)" 10
	is "$provider: ends of reads" "$(lines "^got\|$data\|0\|4096\|4096$")" 10
	is "$provider: writes that are stable" "$(lines "^write\|$data\|[0-9]*\|8192\|8192\|$stable$")" 5
	is "$provider: their places" "$(grep -E "^write\|$data\|.*\|8192\|8192" /tmp/seen | cut -d'|' -f3 | sort -n | awk '$1 == 8192 * (NR - 1)' | wc -l)" 5
	is "$provider: ends of writes" "$(lines "^put\|$data\|0\|8192$")" 5
	is "$provider: bytes of other writes" "$(($(sum 4 '^write\|') - 40960))" 262144
	is "$provider: bytes that their ends tell" "$(($(sum 4 '^put\|') - 40960))" 262144
	at_least "$provider: commits" "$(lines "^done\|op-commit-done\|$large$")" 1
	is "io: direct reads" "$(lines "^io\|start\|RP\|4096\|[0-9]*\|/nfs$1/folder/data\|/nfs$1\|$number$")" 10
	is "io: direct writes" "$(lines "^io\|start\|WP\|8192\|[0-9]*\|/nfs$1/folder/data\|/nfs$1\|$number$")" 5
	is "io: their ends" "$(lines "^io\|done\|(RP\|4096|WP\|8192)\|[0-9]*\|/nfs$1/folder/data\|0\|$number$")" 15
	is "io: places of reads" "$(distinct 5 '^io\|start\|RP')" 10
	is "io: bytes written through the page cache" "$(sum 4 "^io\|start\|WC\|[0-9]*\|[0-9]*\|/nfs$1/folder/large\|")" 262144
	is "io: at their ends" "$(sum 4 "^io\|done\|WC\|[0-9]*\|[0-9]*\|/nfs$1/folder/large\|0\|")" 262144
	at_least "io: the shortest, ns" "$(sed -n 's/^took //p' /tmp/seen)" 1
	check "$provider: all had room" grep -qx 'not-kept 0' "/proc/dtrace/$provider"
}

# Kernels without types (i386) do not tell of the server's own structures.
known=yes folder=/mnt/share/folder
[ -e /sys/kernel/btf/nfsd ] || known=
share=/mnt/share
[ -n "$known" ] || share='<unknown>'

cat >/tmp/nfsv3.d <<'D'
nfsv3:::op-read-start { printf("read|%s|%d|%d\n", args[1]->noi_curpath, args[2]->offset, args[2]->count); }
nfsv3:::op-read-done { printf("got|%s|%d|%d|%d\n", args[1]->noi_curpath, args[2]->status, args[2]->res_u.ok.count, args[2]->res_u.ok.data.data_len); }
nfsv3:::op-write-start { printf("write|%s|%d|%d|%d|%d\n", args[1]->noi_curpath, args[2]->offset, args[2]->count, args[2]->data.data_len, args[2]->stable); }
nfsv3:::op-write-done { printf("put|%s|%d|%d\n", args[1]->noi_curpath, args[2]->status, args[2]->res_u.ok.count); }
nfsv3:::op-commit-start { printf("commit|%s|%d|%d\n", args[1]->noi_curpath, args[2]->offset, args[2]->count); }
nfsv3:::op-lookup-start { self->name = stringof(args[2]->what.name);
	printf("lookup|%s|%s|%d\n", args[1]->noi_curpath, self->name, args[2]->what.dir.data.data_len); }
nfsv3:::op-lookup-done { printf("found|%s|%d\n", self->name, args[2]->status); }
nfsv3:::op-rename-start { printf("rename|%s|%s|%s\n", args[1]->noi_curpath, stringof(args[2]->from.name), stringof(args[2]->to.name)); }
nfsv3:::op-link-start { printf("link|%s|%s\n", args[1]->noi_curpath, stringof(args[2]->link.name)); }
nfsv3:::op-remove-start { printf("remove|%s|%s\n", args[1]->noi_curpath, stringof(args[2]->object.name)); }
nfsv3:::op-mkdir-start { printf("mkdir|%s|%s\n", args[1]->noi_curpath, stringof(args[2]->where.name)); }
D
data=$folder/data large=$folder/large stable=2
version 3 three
at_least "nfsv3: a name that is not there" "$(lines "^lookup\|$folder\|none\|[1-9][0-9]*$")" 1
is "nfsv3: is told at its end" "$(lines '^found\|none\|2$')" "$(lines '^lookup\|.*\|none\|')"
is "nfsv3: names of a rename" "$(lines "^rename\|$folder\|other\|renamed$")" 1
is "nfsv3: of a link" "$(lines '^link\|.*\|other$')" 1
is "nfsv3: of removes" "$(lines "^remove\|$folder\|(renamed|link|pipe)$")" 3
is "nfsv3: of a folder" "$(lines "^mkdir\|$folder\|made$")" 1
is "nfsv3: in what is shared" "$(distinct 4 '^start\|')" 1
check "nfsv3: $(grep '^start|op-read-' /tmp/seen | cut -d'|' -f4 | sort -u)" grep -q "^start|op-read-start|$data|$share\$" /tmp/seen
is "nfsv3: operations without a file" "$(lines '^start\|.*\|<unknown>\|')" 0

cat >/tmp/nfsv4.d <<'D'
nfsv4:::op-read-start { printf("read|%s|%d|%d\n", args[1]->noi_curpath, args[2]->offset, args[2]->count); }
nfsv4:::op-read-done { printf("got|%s|%d|%d|%d\n", args[1]->noi_curpath, args[2]->status, args[2]->data_len, args[2]->data_len); }
nfsv4:::op-write-start { printf("write|%s|%d|%d|%d|%d\n", args[1]->noi_curpath, args[2]->offset, args[2]->data_len, args[2]->data_len, args[2]->stable); }
nfsv4:::op-write-done { printf("put|%s|%d|%d\n", args[1]->noi_curpath, args[2]->status, args[2]->count); }
nfsv4:::compound-op-start { @compounds["start"] = count(); self->operations = args[2]->array_len; }
nfsv4:::compound-op-done { @compounds["done"] = count(); @compounds[args[2]->status == 0 && args[2]->array_len != self->operations ? "wrong" : "right"] = count(); }
END { printa("compounds %s %@d\n", @compounds); }
D
if [ -n "$known" ]; then
	cat >>/tmp/nfsv4.d <<'D'
nfsv4:::op-open-start { self->name = stringof(args[2]->claim.file); printf("open|%s|%s|%d\n", args[1]->noi_curpath, self->name, args[2]->share_access); }
nfsv4:::op-open-done { printf("opened|%s|%d\n", self->name, args[2]->status); }
nfsv4:::op-lookup-start { printf("lookup|%s|%s\n", args[1]->noi_curpath, stringof(args[2]->objname)); }
nfsv4:::op-rename-start { printf("rename|%s|%s|%s\n", args[1]->noi_curpath, stringof(args[2]->oldname), stringof(args[2]->newname)); }
nfsv4:::op-link-start { printf("link|%s|%s\n", args[1]->noi_curpath, stringof(args[2]->newname)); }
nfsv4:::op-remove-start { printf("remove|%s|%s\n", args[1]->noi_curpath, stringof(args[2]->target)); }
nfsv4:::op-commit-start { printf("commit|%s|%d|%d\n", args[1]->noi_curpath, args[2]->offset, args[2]->count); }
D
else
	data='<unknown>' large='<unknown>' stable=-1
fi
rm -f "$folder"/*
version 4 four
check "nfsv4: compounds: $(grep '^compounds' /tmp/seen | tr '\n' ' ')" test "$(sed -n 's/^compounds start //p' /tmp/seen)" = "$(sed -n 's/^compounds done //p' /tmp/seen)" -a \
	"$(lines '^compounds wrong')" = 0
if [ -n "$known" ]; then
	is "nfsv4: a name that is not there" "$(lines "^open\|$folder\|none\|1$")" 1
	is "nfsv4: is told at its end" "$(lines '^opened\|none\|2$')" 1
	at_least "nfsv4: opened" "$(lines '^opened\|data\|0$')" 2
	is "nfsv4: names of a rename" "$(lines "^rename\|$folder\|other\|renamed$")" 1
	is "nfsv4: of a link" "$(lines "^link\|$folder\|other$")" 1
	is "nfsv4: of removes" "$(lines "^remove\|$folder\|(renamed|link|pipe|made)$")" 4
	at_least "nfsv4: of look-ups" "$(lines '^lookup\|/mnt/share\|folder$')" 1
	check "nfsv4: in what is shared" grep -q "^start|op-read-start|$data|$share\$" /tmp/seen
	check "nfsv4: all structures are known" test "$(grep -c layout-not-known /proc/dtrace/nfsv4)" = 0
else
	at_least "nfsv4: structures that are told to be not known" "$(grep -c layout-not-known /proc/dtrace/nfsv4)" 1
	# a name that is not known is an error, not a wrong value
	armed_start 'nfsv4:::op-lookup-start { printf("name %s\n", stringof(args[2]->objname)); } dtrace:::ERROR { printf("ERROR %d\n", arg4); }'
	mount_four
	ls /nfs4/folder >/dev/null
	umount /nfs4
	armed_stop
	check "nfsv4: a member of such a structure is an error, of a bad address" test "$(grep -v '^armed' /tmp/armed.out | sort -u | tr '\n' ' ' | tr -d ' ')" = ERROR1
fi
grep layout-not-known /proc/dtrace/nfsv4

# ---- through the list, and the self-test
trace_ok 120 --self-test
check "the self-test finds nothing wrong" grep -q '^all is well: 0 failed, 0 not tried$' /tmp/out
trace_ok 60 -lv -n nfsv3:::op-write-done
for type in 'args\[0\]: conninfo_t \*' 'args\[1\]: nfsv3opinfo_t \*' 'args\[2\]: WRITE3res \*'; do
	check "types in the listing: $type" grep -q "$type" /tmp/out
done
for provider in nfsv3 nfsv4 io; do
	check "$provider: every probe has its hook here" grep -Eqx 'probes [0-9]+ refused 0' "/proc/dtrace/$provider"
	check "$provider: none is armed any more" grep -Eq "^provider $provider probes [0-9]+ armed 0\$" /proc/dtrace/stats
done

echo 0 >/proc/fs/nfsd/threads
umount /proc/fs/nfsd
rmmod nfsd || not_ok "rmmod nfsd"
trace 60 -l -P nfsv4
check "its probes are gone with the module" grep -q 'No probe matches' /tmp/err
disk_down
unload
finish
