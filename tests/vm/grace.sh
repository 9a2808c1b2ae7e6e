# SPDX-License-Identifier: MIT OR GPL-2.0-only
# A task that stays in the kernel for seconds is waited for before memory for slots and stubs is given back: the kernel's watch for tasks that
# hang, which may be told to panic, has nothing to say of that. Its line would be in the log, and fail the test.
# @@smp 2
# @@append preempt=full
# @@limit 300
. /job/lib.sh
insmod /contend.ko || { not_ok "insmod contend.ko"; finish; }
[ -e /proc/sys/kernel/hung_task_timeout_secs ] || skip "this kernel does not watch for tasks that hang"
echo 1 >/proc/sys/kernel/hung_task_timeout_secs
load
armed_start 'fbt::vfs_*: { @ = count(); }'
echo 6000 >/sys/module/contend/parameters/stay &
spinner=$!
busy() { grep -q '^State:.R' "/proc/$spinner/status"; }
check "a task is in the kernel" wait_until 20 busy
usleep 500000
armed_stop
armed_start 'fbt::vfs_*: { @ = count(); }'
check "it is there still when all has been disarmed, and armed again" busy
wait $spinner
armed_stop
unload
rmmod contend
finish
