# SPDX-License-Identifier: MIT OR GPL-2.0-only
# types.sh - types of the running kernel: members of its structures say the same as the built-in variables. A kernel without BTF
# refuses by name.
. /job/lib.sh

load
if [ ! -e /sys/kernel/btf/vmlinux ]; then
	refused=$(dtrace -x errtags -qn 'BEGIN { trace(curthread->pid); exit(0); }' 2>&1)
	case $refused in
	*D_OP_INCOMPLETE*/sys/kernel/btf/vmlinux*) ok "no types: refused, and why" ;;
	*) not_ok "no types: $refused" ;;
	esac
	finish
	exit
fi

check "comm, pid and tgid of curthread" dtrace -qn '
BEGIN
/ stringof(curthread->comm) == execname && curthread->pid == tid && curthread->tgid == pid &&
  curthread->real_parent->tgid == ppid && curthread->cred->uid.val == uid /
{ exit(0); }
BEGIN { exit(1); }'
check "a cast of an argument" dtrace -qn '
fbt:vmlinux:wake_up_new_task:entry { @[((struct task_struct *)arg0)->tgid > 0 ? "good" : "bad"] = count(); }
tick-2s { exit(0); }' -x aggsortkey
check "a name scoped by its module" dtrace -qn 'BEGIN { exit(sizeof(struct vmlinux`list_head) != 2 * sizeof(void *)); }'
check "an enumerator" dtrace -qn 'BEGIN { exit(PIDTYPE_PID != 0); }'
start=$(cut -d' ' -f1 /proc/uptime)
dtrace -e -n 'BEGIN { trace(curthread->comm); }'
echo "compiling with types took from $start to $(cut -d' ' -f1 /proc/uptime)"
unload
finish
