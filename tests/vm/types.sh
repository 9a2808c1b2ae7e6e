# SPDX-License-Identifier: MIT OR GPL-2.0-only
# types.sh - types of the running kernel: members of its structures say the same as the built-in variables. A kernel without BTF
# has them from the module. And packets, whose structures programs look into.
# @@workload
# @@with tests/vm/parts
. /job/lib.sh
. /parts/packets.sh

load
check "the process as a structure of the library" dtrace -qn '
BEGIN / curpsinfo->pr_pid == pid && curpsinfo->pr_fname == execname && curpsinfo->pr_uid == uid && curlwpsinfo->pr_lwpid == tid &&
  curcpu->cpu_id == cpu && chip == $1 && lgrp == 0 && pset == 0 && strstr(curpsinfo->pr_psargs, "-qn") != NULL / { exit(0); }
BEGIN { exit(1); }' "$(cat /sys/devices/system/cpu/cpu0/topology/physical_package_id)"
check "members of curpsinfo" dtrace -qn '
BEGIN
/ curpsinfo->pr_pgid == $pgid && curpsinfo->pr_sid == $sid && curpsinfo->pr_euid == $euid && curpsinfo->pr_egid == $egid &&
  curpsinfo->pr_nlwp == 1 && curlwpsinfo->pr_pri == 120 && curlwpsinfo->pr_nice == 0 && curlwpsinfo->pr_clname == "TS" &&
  curlwpsinfo->pr_bindpro == ($1 == 1 ? 0 : -1) && curlwpsinfo->pr_syscall != 0 && curlwpsinfo->pr_flag == 0 /
{ exit(0); }
BEGIN { exit(1); }' "$(nproc)"
check "... of another priority, and bound to a CPU" sh -c 'renice -n 7 -p $$ >/dev/null && exec taskset 1 dtrace -qn "$1"' sh '
BEGIN / curlwpsinfo->pr_pri == 127 && curlwpsinfo->pr_nice == 7 && curlwpsinfo->pr_bindpro == 0 / { exit(0); }
BEGIN { exit(1); }'
check "... in a system call" sh -c "dtrace -qn 'syscall::getpriority:entry / execname == \"calls\" / { exit(curlwpsinfo->pr_syscall == $isa_getpriority ? 0 : 1); }
	tick-20s { exit(2); }' & while kill -0 \$! 2>/dev/null; do calls >/dev/null; done; wait \$!"
check "... of an idle thread" dtrace -qn 'profile-97 / pid == 0 / { exit(curlwpsinfo->pr_flag == PR_ISSYS && curlwpsinfo->pr_syscall == 0 ? 0 : 1); }
	tick-20s { exit(2); }'
tty=$(sed 's/.* //' /sys/class/tty/console/active)
device=$(cat "/sys/class/tty/$tty/dev")
seen=$(setsid -c dtrace -qn 'BEGIN { printf("%d:%d", curpsinfo->pr_ttydev >> 20, curpsinfo->pr_ttydev & 0xfffff); exit(0); }' <"/dev/$tty")
check "... of a session with a terminal, $tty: $seen" test "$seen" = "$device"
check "... and of one without" setsid dtrace -qn 'BEGIN { exit(curpsinfo->pr_ttydev == (uint_t)-1 ? 0 : 1); }'
armed_start 'fbt:vmlinux:exit_files:entry / execname == "sh" && curpsinfo->pr_wstat == 3 << 8 / { printf("ended with 3\n"); }'
sh -c 'exit 3'
armed_stop
check "... of one that ends" grep -qx "ended with 3" /tmp/armed.out
sh -c 'while :; do :; done' &
busy=$!
check "... of user code" dtrace -qn 'profile-97 / pid == $1 && arg1 != 0 / { exit(curlwpsinfo->pr_flag == 0 && curlwpsinfo->pr_syscall == 0 ? 0 : 1); }
	tick-20s { exit(2); }' "$busy"
kill "$busy"
armed_start 'struct path; fbt:vmlinux:vfs_open:entry / execname == "head" / { printf("%s\n", d_path((struct path *)arg0)); }'
(cd /sys/kernel && head -n 1 ./../../proc/./version >/dev/null)
armed_stop
check "d_path(), without types" grep -qx /proc/version /tmp/armed.out
armed_start 'struct path; fbt:vmlinux:vfs_open:entry / execname == "head" / { printf("%s\n", d_path((struct path *)arg0)); }' -x strsize=12
head -n 1 /proc/version >/dev/null
armed_stop
check "d_path(), cut at its front" grep -qx roc/version /tmp/armed.out
if [ ! -e /sys/kernel/btf/vmlinux ]; then
	check "types come with the module" test "$(wc -c </proc/dtrace/types)" -gt 100000
	refused=$(dtrace -x errtags -qn 'struct rq; BEGIN { trace(((struct rq *)0)->nr_running); exit(0); }' 2>&1)
	case $refused in
	*D_OP_INCOMPLETE*) ok "a structure of no public header: refused" ;;
	*) not_ok "a structure of no public header: $refused" ;;
	esac
	rmmod dtrace
	refused=$(dtrace -x errtags -qn 'BEGIN { trace(curthread->pid); exit(0); }' 2>&1)
	case $refused in
	*D_OP_INCOMPLETE*/sys/kernel/btf/vmlinux*/proc/dtrace/types*) ok "no types: refused, and why" ;;
	*) not_ok "no types: $refused" ;;
	esac
	load
fi

check "comm, pid and tgid of curthread" dtrace -qn '
BEGIN
/ stringof(curthread->comm) == execname && curthread->pid == tid && curthread->tgid == pid &&
  curthread->real_parent->tgid == ppid && curthread->cred->uid.val == uid /
{ exit(0); }
BEGIN { exit(1); }'
check "members of curpsinfo from the kernel" dtrace -qn '
BEGIN
/ xlate <psinfo_t> (curthread).pr_flag == 0 && xlate <psinfo_t> (curthread).pr_pgid == $pgid && xlate <psinfo_t> (curthread).pr_sid == $sid && xlate <psinfo_t> (curthread).pr_egid == $egid &&
  xlate <lwpsinfo_t> (curthread).pr_pri == 120 && xlate <lwpsinfo_t> (curthread).pr_clname == "TS" &&
  xlate <lwpsinfo_t> (curthread).pr_bindpro == curlwpsinfo->pr_bindpro && (xlate <psinfo_t *> (curthread))->pr_ppid == ppid && (xlate <lwpsinfo_t *> (curthread))->pr_sname == 79 &&
  xlate <lwpsinfo_t> (curthread).pr_onpro == cpu /
{ exit(0); }
BEGIN { exit(1); }'
paths=$(cd /proc && dtrace -qn 'BEGIN { printf("%s %s %s %s", cwd, root, fds[0].fi_pathname, fds[0].fi_fs); exit(0); }' </proc/version)
check "paths: $paths" test "$paths" = "/proc / /proc/version proc"
check "a cast of an argument" dtrace -qn '
fbt:vmlinux:wake_up_new_task:entry { @[((struct task_struct *)arg0)->tgid > 0 ? "good" : "bad"] = count(); }
tick-4s { exit(0); }' -x aggsortkey
if grep -q ' jiffies$' /proc/kallsyms; then # CONFIG_KALLSYMS_ALL
	check "variables of the kernel: its version, its clock, its first task" dtrace -qn '
BEGIN { before = `jiffies; }
tick-2s / stringof(`linux_banner) == strjoin($$1, "\n") && `jiffies > before && (uint32_t)`jiffies_64 - (uint32_t)`jiffies + 100 < 200 &&
  `init_task.pid == 0 && stringof(`init_task.comm) == "swapper/0" && `nr_cpu_ids >= 1 / { exit(0); }
tick-2s { exit(1); }' "$(cat /proc/version)"
else
	refused=$(dtrace -qn 'BEGIN { trace(`jiffies); }' 2>&1)
	check "functions only: $refused" test "${refused#*in /proc/kallsyms}" != "$refused"
fi
check "a name scoped by its module" dtrace -qn 'BEGIN { exit(sizeof(struct vmlinux`list_head) != 2 * sizeof(void *)); }'
check "an enumerator" dtrace -qn 'BEGIN { exit(PIDTYPE_PID != 0); }'
workload_start
check "args[] of a function" dtrace -qn '
fbt:vmlinux:vfs_read:entry / args[0]->f_inode != 0 && (uint64_t)args[1] == arg1 && args[2] == arg2 / { @entry = count(); }
fbt:vmlinux:vfs_read:return / args[1] >= 0 && args[1] == (long)arg1 / { @return = count(); }
tick-4s { printa("%@d entries ", @entry); printa("%@d returns\n", @return); exit(0); }' -o /tmp/out
cat /tmp/out
check "both were seen" grep -q "^[1-9][0-9]* entries [1-9][0-9]* returns" /tmp/out
check "args[] of a system call" dtrace -qn '
syscall::write:entry / args[0] == arg0 && args[2] == arg2 && sizeof(args[2]) == sizeof(size_t) / { exit(0); }
tick-4s { exit(1); }'
workload_stop
tag=$(dtrace -x errtags -qn 'syscall::read:entry, syscall::openat:entry { trace(args[0]); }' 2>&1)
check "args[] of different types: $tag" test "${tag#*D_ARGS_MULTI}" != "$tag"
tag=$(dtrace -x errtags -qn 'fbt::vfs_read:entry { trace(args[9]); }' 2>&1)
check "args[] too far: $tag" test "${tag#*D_ARGS_IDX}" != "$tag"
dtrace -lv -n fbt::vfs_read:entry >/tmp/out
check "arguments in the listing" grep -q 'args\[0\]: struct file \*' /tmp/out
start=$(cut -d' ' -f1 /proc/uptime)
dtrace -e -n 'BEGIN { trace(curthread->comm); }'
echo "compiling with types took from $start to $(cut -d' ' -f1 /proc/uptime)"
packets_seen
# where the emulator is too slow for it, what it would compile is what the others have
! isa_can translators || packets_translated
unload
finish
