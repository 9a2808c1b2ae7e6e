# SPDX-License-Identifier: MIT OR GPL-2.0-only
# counts.sh - the providers that count (vminfo, sysinfo, mib) and those of files, names and the kernel's memory (fsinfo, vfs, kmem): known numbers of each.
. /job/lib.sh
load
ifconfig lo 127.0.0.1 up
for provider in vminfo sysinfo fsinfo vfs kmem mib; do
	show /proc/dtrace/$provider 60
	check "$provider has probes here" grep -q "^probe $provider:" /proc/dtrace/$provider
done

# count WHAT LEAST MOST PROGRAM COMMAND...: how often, or how much, while a command runs
count()
{
	local what=$1 least=$2 most=$3 program=$4
	shift 4
	armed_start "$program END { printa(\"total %@d\\n\", @); }"
	"$@" >/dev/null 2>&1
	armed_stop
	counted=$(sed -n 's/^total //p' /tmp/armed.out)
	if [ "${counted:-0}" -ge "$least" ] && [ "${counted:-0}" -le "$most" ]; then
		ok "$what: $counted"
	else
		not_ok "$what: ${counted:-nothing}, wanted $least to $most"
		show /tmp/armed.err
	fi
}

dd if=/dev/zero of=/tmp/file bs=4096 count=50 2>/dev/null

# ---- sysinfo: system calls
count "bytes read by dd" 51200 51200 'sysinfo:::readch / execname == "dd" / { @ = sum(arg0); }' dd if=/dev/zero of=/dev/null bs=512 count=100
count "its reads" 100 100 'sysinfo:::sysread / execname == "dd" / { @ = sum(arg0); }' dd if=/dev/zero of=/dev/null bs=512 count=100
count "bytes it wrote, and its last words" 51200 51400 'sysinfo:::writech / execname == "dd" / { @ = sum(arg0); }' dd if=/dev/zero of=/dev/null bs=512 count=100
count "forks" 20 20 'sysinfo:::sysfork / execname == "lives" / { @ = count(); }' /bin/lives fork 20
count "threads are none" 0 0 'BEGIN { @ = sum(0); } sysinfo:::sysfork / execname == "lives" / { @ = sum(1); }' /bin/lives thread 20
count "executions" 20 20 'sysinfo:::sysexec / execname == "lives" / { @ = count(); }' /bin/lives exec 20
count "paths to open" 30 80 'sysinfo::open:namei / execname == "lives" / { @ = count(); }' /bin/lives noexec 30
count "naps leave the CPU" 50 60 'sysinfo:::pswitch / execname == "lives" / { @ = count(); }' /bin/lives nap 50

# ---- vminfo: pages that are new
count "faults of 1000 new pages" 1000 1200 'vminfo:::as_fault / execname == "lives" / { @ = sum(arg0); }' /bin/lives touch 1000
if grep -q '^probe vminfo:vmlinux::zfod' /proc/dtrace/vminfo; then
	count "pages of zeros" 1000 1200 'vminfo:::zfod / execname == "lives" / { @ = sum(arg0); }' /bin/lives touch 1000
fi
check "maj_fault has a hook here" grep -q '^probe vminfo:vmlinux::maj_fault return:handle_mm_fault' /proc/dtrace/vminfo

# ---- fsinfo: operations on files
count "reads of a file" 50 50 'fsinfo:::read / execname == "dd" && args[0]->fi_name == "file" / { @ = count(); }' dd if=/tmp/file of=/dev/null bs=4096 count=50
count "bytes of them" 204800 204800 'fsinfo:::read / execname == "dd" && args[0]->fi_pathname == "/tmp/file" / { @ = sum(args[1]); }' dd if=/tmp/file of=/dev/null bs=4096 count=50
count "bytes written" 204800 204800 'fsinfo:::write / execname == "dd" && args[0]->fi_name == "copy" / { @ = sum(args[1]); }' dd if=/tmp/file of=/tmp/copy bs=4096 count=50
count "it was opened once" 1 1 'fsinfo:::open / execname == "dd" && args[0]->fi_name == "file" / { @ = count(); }' dd if=/tmp/file of=/dev/null bs=4096 count=50
# dd makes it its standard input: another descriptor
count "and closed twice" 2 2 'fsinfo:::close / execname == "dd" && args[0]->fi_name == "file" / { @ = count(); }' dd if=/tmp/file of=/dev/null bs=4096 count=50
count "positions set" 30 30 'fsinfo:::seek / execname == "lives" && args[0]->fi_pathname == "/tmp/file" && probefunc == "" / { @ = count(); }' /bin/lives seek 30
for program in lives lives32; do
	"/bin/$program" llseek 0 2>/dev/null || continue # 64-bit ones have no such call, and not every kernel runs both
	count "by the call of $program" 30 30 'fsinfo::llseek:seek / execname == "'$program'" && args[0]->fi_name == "file" / { @ = count(); }' "/bin/$program" llseek 30
done
count "files written to disk" 30 30 'fsinfo:::fsync / execname == "lives" && args[0]->fi_name == "file" / { @ = count(); }' /bin/lives sync 30
count "parts of a folder read" 60 60 'fsinfo:::readdir / execname == "lives" && args[0]->fi_name == "fdinfo" / { @ = count(); }' /bin/lives list 30
count "files mapped" 30 30 'fsinfo:::addmap / execname == "lives" && args[0]->fi_name == "file" / { @ = count(); }' /bin/lives map 30

# ---- vfs: names
folders()
{
	local i
	for i in 0 1 2 3 4 5 6 7 8 9; do
		mkdir "/tmp/folder.$i" && rmdir "/tmp/folder.$i"
	done
}
count "folders made" 10 10 'vfs::vop_mkdir:entry { @ = count(); }' folders
count "folders removed" 10 10 'vfs::vop_rmdir:return / args[0] == 0 / { @ = count(); }' folders
count "a folder that is there already" 1 1 'vfs::vop_rmdir:return / args[0] == 39 / { @ = count(); }' rmdir /tmp
count "a name that is looked up" 10 10 'vfs::lookup:entry / args[0] == "/no/such/name" / { @ = count(); }' sh -c 'for i in 0 1 2 3 4 5 6 7 8 9; do stat /no/such/name; done'
count "each is not found" 10 10 'vfs::lookup:entry { self->wanted = args[0] == "/no/such/name"; } vfs::lookup:return / self->wanted && args[0] == 2 / { @ = count(); }' sh -c 'for i in 0 1 2 3 4 5 6 7 8 9; do stat /no/such/name; done'

# ---- kmem: a process is one task_struct
count "tasks allocated" 20 20 'kmem::cache:alloc / execname == "lives" && args[0] == "task_struct" / { @ = count(); }' /bin/lives fork 20
count "of a size that makes sense" 20 20 'kmem::cache:alloc / execname == "lives" && args[0] == "task_struct" && args[2] > 1000 && args[2] < 20000 / { @ = count(); }' /bin/lives fork 20
count "what is asked for is given" 1 100000000 'kmem:vmlinux::alloc / execname == "lives" && args[3] >= args[2] && args[2] > 0 && args[1] != 0 / { @ = count(); }' /bin/lives fork 20

# ---- mib: the network's counters
count "datagrams sent" 40 40 'mib:::udpOutDatagrams / execname == "lives" / { @ = sum(arg0); }' /bin/lives datagram 40
count "datagrams received" 40 40 'mib:::udpInDatagrams { @ = sum(arg0); }' /bin/lives datagram 40
count "connections" 25 25 'mib:::tcpActiveOpens / execname == "lives" / { @ = sum(arg0); }' /bin/lives connect 25
count "bytes sent" 25000 25000 'mib:::tcpOutDataBytes { @ = sum(arg0); }' /bin/lives connect 25
count "bytes received in order" 25000 25000 'mib:::tcpInDataInorderBytes { @ = sum(arg0); }' /bin/lives connect 25

for provider in vminfo sysinfo fsinfo vfs kmem mib; do
	check "nothing of $provider is armed any more" grep -Eq "^provider $provider probes [0-9]+ armed 0\$" /proc/dtrace/stats
done
check "no call was lost" awk '/^stash / { bad += $5 + $7 } END { exit bad != 0 }' /proc/dtrace/fsinfo /proc/dtrace/vfs /proc/dtrace/vminfo
unload
finish
