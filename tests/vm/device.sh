# SPDX-License-Identifier: MIT OR GPL-2.0-only
# A D program reads memory, also where vmalloc() has mapped it, but never a device's registers.
. /job/lib.sh
load
echo 1 >/proc/sys/kernel/kptr_restrict # root sees addresses

# areas KIND COUNT: the first addresses of the kernel's areas of that kind; tables of the firmware and what memremap() maps may be memory
areas()
{
	grep -w "$1" /proc/vmallocinfo | grep -Ev "acpi_os_map|memremap" | head -n "$2" | sed 's/-.*//'
}

# reads ADDRESS: prints `read` or `refused N`, N the fault
reads()
{
	timeout 20 dtrace -q -n "BEGIN { this->x = *(int *)$1; printf(\"read\\n\"); exit(0); }
		ERROR { printf(\"refused %d\\n\", arg4); exit(0); }" 2>/tmp/err | sed -n 1p
}

show /proc/vmallocinfo 12
devices=0
for address in $(areas ioremap 4); do
	devices=$((devices + 1))
	check "a device at $address is not read" test "$(reads "$address")" = "refused 1"
done
at_least "devices" $devices 1
for address in $(areas vmalloc 3); do
	check "memory at $address is read" test "$(reads "$address")" = read
done
grep -E ' [dD] jiffies$| [dD] init_task$| [dD] linux_banner$| [rR] linux_banner$' /proc/kallsyms >/tmp/data
for address in $(sed 's/ .*//' /tmp/data); do
	check "the kernel's data at $address is read" test "$(reads "0x$address")" = read
done
# where page tables of four levels, and of five, can have nothing: the kernel complains of a load there (x86)
for address in 0x0003000f00000004 0x0103000f00000004 0x8000000000000000 0xffe0000000000000 0xfeffffffffffff00; do
	check "nothing is read at $address" test "$(reads $address)" = "refused 1"
done
unload
finish
