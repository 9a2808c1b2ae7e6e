# SPDX-License-Identifier: MIT OR GPL-2.0-only
# facts.sh - facts of the kernel's objects (spec/fact.def), as the structures of the D library show them, beside what /proc and /sys say
# of the same processes, sockets, files and devices. No types of the kernel are used: every program must do on a kernel without BTF.
. /job/lib.sh

# field N FILE: a field of a line
field() { cut -d' ' -f"$1" "$2"; }
# status NAME PID [COLUMN]: a number of /proc/PID/status
status() { sed -n "s/^$1:[[:space:]]*//p" "/proc/$2/status" | tr '\t' ' ' | tr -s ' ' | cut -d' ' -f"${3:-1}"; }
# value NAME: what the program printed for it
value() { sed -n "s/^$1=//p" /tmp/armed.out | tail -n 1; }
# same NAME EXPECTED
same() { check "$1 is $2: $(value "$1")" test "$(value "$1")" = "$2"; }
# near NAME EXPECTED DISTANCE
near()
{
	local seen
	seen=$(value "$1")
	check "$1 is about $2: $seen" test -n "$seen" -a $((seen - $2)) -le "$3" -a $(($2 - seen)) -le "$3"
}

load

# ---- a process: whoever reads /proc/PID/status asks for its memory
mkdir -p /tmp/here
stand 1001 1002 2001 2002 7 known-name 20 3 /tmp/here >/tmp/stand.out &
wait_until 20 grep -q ready /tmp/stand.out || not_ok "stand is ready"
pid=$(pidof stand)
# shellcheck disable=SC2016
armed_start '
fbt:vmlinux:get_task_mm:entry / execname == "cat" / {
	this->t = (struct task_struct *)arg0;
	printf("pid=%d\nppid=%d\npgid=%d\nsid=%d\n", xlate <psinfo_t> (this->t).pr_pid, xlate <psinfo_t> (this->t).pr_ppid,
		xlate <psinfo_t> (this->t).pr_pgid, xlate <psinfo_t> (this->t).pr_sid);
	printf("uid=%d\neuid=%d\ngid=%d\negid=%d\n", xlate <psinfo_t> (this->t).pr_uid, xlate <psinfo_t> (this->t).pr_euid,
		xlate <psinfo_t> (this->t).pr_gid, xlate <psinfo_t> (this->t).pr_egid);
	printf("nlwp=%d\nsize=%d\nrss=%d\nstart=%d\n", xlate <psinfo_t> (this->t).pr_nlwp, xlate <psinfo_t> (this->t).pr_size,
		xlate <psinfo_t> (this->t).pr_rssize, xlate <psinfo_t> (this->t).pr_start.tv_sec);
	printf("fname=%s\npsargs=%s\ndmodel=%d\nflag=%d\ntty=%d\n", xlate <psinfo_t> (this->t).pr_fname, xlate <psinfo_t> (this->t).pr_psargs,
		xlate <psinfo_t> (this->t).pr_dmodel == (sizeof(long) == 4 ? PR_MODEL_ILP32 : PR_MODEL_LP64), xlate <psinfo_t> (this->t).pr_flag, xlate <psinfo_t> (this->t).pr_ttydev == (dev_t)-1);
	printf("lwpid=%d\nsname=%c\nstate=%d\nnice=%d\npri=%d\nclname=%s\n", xlate <lwpsinfo_t> (this->t).pr_lwpid, xlate <lwpsinfo_t> (this->t).pr_sname,
		xlate <lwpsinfo_t> (this->t).pr_state == SSLEEP, xlate <lwpsinfo_t> (this->t).pr_nice, xlate <lwpsinfo_t> (this->t).pr_pri,
		xlate <lwpsinfo_t> (this->t).pr_clname);
	printf("onpro=%d\nlgrp=%d\ntime=%d\naddr=%d\n", xlate <lwpsinfo_t> (this->t).pr_onpro, xlate <lwpsinfo_t> (this->t).pr_lgrp,
		xlate <lwpsinfo_t> (this->t).pr_time.tv_sec < 60 && xlate <lwpsinfo_t> (this->t).pr_time.tv_nsec > 0,
		xlate <psinfo_t> (this->t).pr_addr == arg0);
	printf("own args=%s\nown size=%d\nown start=%d\nown rss=%d\n", xlate <psinfo_t> (curthread).pr_psargs, xlate <psinfo_t> (curthread).pr_size == curpsinfo->pr_size,
		curpsinfo->pr_start.tv_sec >= xlate <psinfo_t> (this->t).pr_start.tv_sec, curpsinfo->pr_rssize < curpsinfo->pr_size);
	printf("own state=%c\nown cpu=%d\ncwd=%s\n", xlate <lwpsinfo_t> (curthread).pr_sname, xlate <lwpsinfo_t> (curthread).pr_onpro == cpu, cwd);
}
dtrace:::ERROR { printf("ERROR %d %d %x\n", arg2, arg4, arg5); }'
(cd /proc && cat "$pid/status" >/dev/null)
armed_stop
show /tmp/armed.out 50
check "no faults" test "$(grep -c ERROR /tmp/armed.out)" = 0
same pid "$pid"
same ppid $$
same pgid "$pid"
same sid "$(field 6 "/proc/$pid/stat")"
same uid 1001
same euid 1002
same gid 2001
same egid 2002
same nlwp 3
same size "$(status VmSize "$pid")"
near rss "$(status VmRSS "$pid")" 1024
near start $(($(sed -n 's/^btime //p' /proc/stat) + $(field 22 "/proc/$pid/stat") / 100)) 1
same fname known-name
same psargs known-name
same dmodel 1
same flag 0
same lwpid "$pid"
same sname S
same state 1
same nice 7
same pri 127
same clname TS
same onpro "$(field 39 "/proc/$pid/stat")"
same lgrp 0
same time 1
same addr 1
same "own size" 1
same "own start" 1
same "own rss" 1
same "own state" O
same "own cpu" 1
same cwd /proc
kill "$pid"

# ---- sockets: of a connection that is being made, that is there, that has ended
packets up
# shellcheck disable=SC2016
armed_start '
fbt:vmlinux:tcp_check_req:entry {
	this->r = (struct sock *)arg2;
	printf("request=%d %d %s %s %d %d %d\n", xlate <tcpsinfo_t> (this->r).tcps_lport, xlate <tcpsinfo_t> (this->r).tcps_rport, xlate <tcpsinfo_t> (this->r).tcps_laddr,
		xlate <tcpsinfo_t> (this->r).tcps_raddr, xlate <tcpsinfo_t> (this->r).tcps_state == TCP_STATE_SYN_RECEIVED, xlate <tcpsinfo_t> (this->r).tcps_cwnd,
		xlate <tcpsinfo_t> (this->r).tcps_mss);
}
fbt:vmlinux:inet_twsk_hashdance*:entry {
	this->w = (struct sock *)arg0;
	printf("ended=%d %d %s %s %d %d %d\n", xlate <tcpsinfo_t> (this->w).tcps_lport, xlate <tcpsinfo_t> (this->w).tcps_rport, xlate <tcpsinfo_t> (this->w).tcps_laddr,
		xlate <tcpsinfo_t> (this->w).tcps_raddr, xlate <tcpsinfo_t> (this->w).tcps_state == TCP_STATE_TIME_WAIT, xlate <tcpsinfo_t> (this->w).tcps_cwnd,
		xlate <tcpsinfo_t> (this->w).tcps_mss);
}
fbt:vmlinux:tcp_rcv_established:entry / xlate <ipinfo_t> ((struct sk_buff *)arg1).ip_plength > 0 / {
	this->e = (struct sock *)arg0;
	printf("there=%d %d %s %s %s %d\n", xlate <tcpsinfo_t> (this->e).tcps_lport, xlate <tcpsinfo_t> (this->e).tcps_rport, xlate <conninfo_t> (this->e).ci_local,
		xlate <conninfo_t> (this->e).ci_remote, tcp_state_string[xlate <tcpsinfo_t> (this->e).tcps_state], xlate <csinfo_t> (this->e).cs_cid == arg0);
	printf("numbers=%d %d %d %d %d\n", xlate <tcpsinfo_t> (this->e).tcps_cwnd > 0, xlate <tcpsinfo_t> (this->e).tcps_mss > 500,
		xlate <tcpsinfo_t> (this->e).tcps_rto >= 200 && xlate <tcpsinfo_t> (this->e).tcps_rto < 130000, xlate <tcpsinfo_t> (this->e).tcps_rwnd > 1000,
		xlate <tcpsinfo_t> (this->e).tcps_sack_fack == xlate <tcpsinfo_t> (this->e).tcps_suna);
}
dtrace:::ERROR { printf("ERROR %d %d %x\n", arg2, arg4, arg5); }'
mkfifo /tmp/server /tmp/client
nc -l -p 7001 </tmp/server >/dev/null 2>&1 &
server=$!
exec 5>/tmp/server
wait_until 20 grep -q ":1B59 0*:0000 0A" /proc/net/tcp6 || not_ok "nobody listens"
nc 127.0.0.1 7001 </tmp/client >/dev/null 2>&1 &
client=$!
exec 6>/tmp/client
wait_until 20 grep -q "0100007F:.... 0100007F:1B59 01 " /proc/net/tcp || not_ok "no connection"
port=$(printf '%d' "0x$(sed -n 's/^.*0100007F:\(....\) 0100007F:1B59 01 .*/\1/p' /proc/net/tcp | head -n 1)")
echo ping >&6
echo hello >&5
wait_until 20 grep -q "there=$port 7001 " /tmp/armed.out || not_ok "the client gets nothing"
exec 6>&- # it ends first
wait $client $server
exec 5>&-
wait_until 20 grep -q "^ended=" /tmp/armed.out || not_ok "no connection ends"
armed_stop
show /tmp/armed.out 40
check "no faults" test "$(grep -c ERROR /tmp/armed.out)" = 0
local="::ffff:127.0.0.1" # the server has a socket of IPv6, which takes both
check "a request is no full socket" grep -qx "request=7001 $port $local $local 1 0 0" /tmp/armed.out
check "an ended connection is none" grep -Eqx "ended=($port 7001|7001 $port) (::ffff:)?127.0.0.1 (::ffff:)?127.0.0.1 1 0 0" /tmp/armed.out
check "the server's end" grep -qx "there=7001 $port $local $local state-established 1" /tmp/armed.out
check "the client's end" grep -qx "there=$port 7001 127.0.0.1 127.0.0.1 state-established 1" /tmp/armed.out
check "numbers of connections" test "$(grep '^numbers=' /tmp/armed.out | grep -vcx 'numbers=1 1 1 1 1')" = 0

# ---- devices and files: a partition, a file in it; through the page cache and past it
partition_up
mkdir /mnt/folder
# shellcheck disable=SC2016
armed_start '
fbt:vmlinux:submit_bio_noacct:entry {
	this->b = (struct bio *)arg0;
	printf("%s %d %d %d %s %s|%d %s%s%s%s %d|%s %s %s %d %s %s\n", xlate <devinfo_t> (this->b).dev_statname, xlate <devinfo_t> (this->b).dev_major,
		xlate <devinfo_t> (this->b).dev_minor, xlate <devinfo_t> (this->b).dev_instance, xlate <devinfo_t> (this->b).dev_name, xlate <devinfo_t> (this->b).dev_pathname,
		xlate <bufinfo_t> (this->b).b_bcount, xlate <bufinfo_t> (this->b).b_flags & B_WRITE ? "W" : "R", xlate <bufinfo_t> (this->b).b_flags & B_PHYS ? "P" : "",
		xlate <bufinfo_t> (this->b).b_flags & B_PAGEIO ? "C" : "", xlate <bufinfo_t> (this->b).b_flags & B_ERROR ? "E" : "",
		getmajor(xlate <bufinfo_t> (this->b).b_edev),
		xlate <fileinfo_t> (this->b).fi_pathname, xlate <fileinfo_t> (this->b).fi_dirname, xlate <fileinfo_t> (this->b).fi_name,
		xlate <fileinfo_t> (this->b).fi_offset, xlate <fileinfo_t> (this->b).fi_fs, xlate <fileinfo_t> (this->b).fi_mount);
}
syscall::fsync:entry { printf("fd=%s %s %s %s %s %d %d\n", fds[arg0].fi_pathname, fds[arg0].fi_dirname, fds[arg0].fi_name, fds[arg0].fi_fs, fds[arg0].fi_mount,
	fds[arg0].fi_offset, (fds[arg0].fi_oflags & O_WRONLY) != 0); }
syscall::fsync:entry { printf("none=%s %d\n", fds[1000].fi_pathname, fds[1000].fi_offset); }
dtrace:::ERROR { printf("ERROR %d %d %x\n", arg2, arg4, arg5); }'
dd if=/dev/zero of=/mnt/folder/cached bs=8192 count=1 conv=fsync 2>/dev/null
dd if=/dev/zero of=/mnt/folder/direct bs=4096 count=2 oflag=direct 2>/dev/null
dd if=/mnt/folder/direct of=/dev/null bs=4096 skip=1 count=1 iflag=direct 2>/dev/null
dd if=/dev/loop0p1 of=/dev/null bs=4096 skip=1000 count=1 iflag=direct 2>/dev/null
sync
usleep 300000
armed_stop
show /tmp/armed.out 60
check "no faults" test "$(grep -c ERROR /tmp/armed.out)" = 0
device="loop0p1 $(tr : ' ' </sys/block/loop0/loop0p1/dev) 1 loop /dev/loop0p1"
major=$(cut -d: -f1 </sys/block/loop0/loop0p1/dev)
check "written through the page cache" grep -Eqx "$device\|8192 WC $major\|/mnt/folder/cached /mnt/folder cached 0 ext4 /mnt" /tmp/armed.out
check "written past it" grep -Eqx "$device\|4096 WP $major\|/mnt/folder/direct /mnt/folder direct 4096 ext4 /mnt" /tmp/armed.out
check "what the file system keeps for itself" grep -Eqx "$device\|4096 WC $major\|<none> <none> <none> [0-9]* bdev bdev" /tmp/armed.out
check "read past it" grep -Eqx "$device\|4096 RP $major\|/mnt/folder/direct /mnt/folder direct 4096 ext4 /mnt" /tmp/armed.out
check "an open file" grep -qx "fd=/mnt/folder/cached /mnt/folder cached ext4 /mnt 8192 1" /tmp/armed.out
check "a number of no open file" grep -qx "none=<none> 0" /tmp/armed.out
disk_down
unload
finish
