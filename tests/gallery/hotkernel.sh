# SPDX-License-Identifier: MIT OR GPL-2.0-only
work()
{
	dd if=/dev/zero of=/dev/null bs=64k count=20000 2>/dev/null
}
verify()
{
	row '^FUNCTION +SAMPLES$'
	row '^vmlinux`[a-z_0-9.]+ +[0-9]+$'
	check "hotkernel: at most 20, the hottest last" awk 'NR > 2 { if ($2 < last) exit 1; last = $2; n++ } END { exit n < 1 || n > 20 }' /tmp/shown
}
