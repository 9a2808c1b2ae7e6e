# SPDX-License-Identifier: MIT OR GPL-2.0-only
# An unsupported kernel: a needed symbol is missing. The module refuses to load and names it. The parameter `hide_symbol`
# makes the module's own lookup not find one name.
. /job/lib.sh
modinfo /dtrace.ko | grep -q hide_symbol || { not_ok "dtrace.ko has the parameter hide_symbol"; finish; }
for name in kallsyms_lookup_size_offset kallsyms_on_each_symbol; do
	check "insmod fails without $name" test "$(insmod /dtrace.ko hide_symbol=$name 2>/tmp/err; echo $?)" != 0
	check "and the kernel's log names it" sh -c "dmesg | grep -q 'dtrace:.*$name'"
	check "nothing is left" test ! -e /dev/dtrace/dtrace
done
load
unload
finish
