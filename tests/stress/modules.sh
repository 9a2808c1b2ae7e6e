# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Kernel modules come and go while all functions, theirs included, are traced.
# @@workload
# @@limit 900
. /job/lib.sh
skip "a record of a probe whose module has gone stops the consumer (Invalid enabled probe id): the core has to keep such names until the consumer closes"
load
text_setup
text_save before
armed_start "$all_entries"
for i in $(seq 5); do
	for name in ext4 xfs nf_tables loop dummy; do
		modprobe $name || not_ok "modprobe $name while everything is armed"
	done
	for name in dummy loop nf_tables xfs ext4; do
		modprobe -r $name || not_ok "modprobe -r $name while everything is armed"
	done
done
armed_stop
text_same "after modules came and went" before
modprobe ext4
armed_start 'fbt:ext4::entry, fbt:ext4::return { @ = count(); }'
modprobe -r ext4
check "a traced module could go" test "$(grep -c '^ext4 ' /proc/modules)" = 0
modprobe ext4
armed_stop
modprobe -r ext4
text_same "at the end" before
unload
finish
