# SPDX-License-Identifier: MIT OR GPL-2.0-only
work()
{
	dd if=/dev/zero of=/dev/null bs=4096k count=1 2>/dev/null
}
verify()
{
	check "growth: dd's buffer of 4 MB" awk '$1 == "dd" { kb += $4 } END { exit kb < 4096 || kb > 6144 }' /tmp/shown
}
