# SPDX-License-Identifier: MIT OR GPL-2.0-only
arguments='syscall::write:entry arg2'
work()
{
	dd if=/dev/zero of=/tmp/file bs=8192 count=50 2>/dev/null
}
verify()
{
	check "50 of 8 KiB" awk '$1 == 8192 { n = $NF } END { exit n != 50 }' /tmp/shown
	check "and the line that it prints" test "$(awk '$1 == "dd" { print $2 }' /tmp/shown)" = 51
}
