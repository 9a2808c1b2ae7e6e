# SPDX-License-Identifier: MIT OR GPL-2.0-only
# An unsupported kernel: a needed symbol is missing. The module refuses to load and names it. The parameter `without`
# makes the module's own lookup not find one name.
. /job/lib.sh
modinfo /dtrace.ko | grep -q without || { not_ok "dtrace.ko has the parameter without"; finish; }
for name in kallsyms_on_each_symbol within_kprobe_blacklist set_memory_x; do
	check "insmod fails without $name" test "$(insmod /dtrace.ko without=$name 2>/tmp/err; echo $?)" != 0
	check "and the kernel's log names it" sh -c "dmesg | grep -q 'dtrace:.*$name'"
	check "nothing is left" test ! -e /dev/dtrace/dtrace
done
load
unload
finish
