# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Runs in a guest (tests/bench/where): one loop while a D program traces it, and the names of what the loop can pass.
#
#   where.sh CALL [PROGRAM]    CALL: module, or a call that syscalls.c knows; no PROGRAM: the loop alone
# @@smp 1
. /job/lib.sh

insmod /calls.ko || { not_ok "insmod calls.ko"; finish; }
load
[ -z "$2" ] || armed_start "$2"
[ -z "$2" ] || [ -z "$isa_jump_share" ] || wait_until 60 grep -q '^kinds break 0 ' /proc/dtrace/stats
# twice: in the first measurement the kernel still has work of its own, such as for the modules; the last one counts
for i in 1 2; do
	if [ "$1" = module ]; then cat /proc/calls; else /syscalls "$1"; fi
done
[ -z "$2" ] || armed_stop
sed -n 's/^\([0-9a-f]* [tTwW] .*\)$/symbol \1/p' /proc/kallsyms
finish
