# SPDX-License-Identifier: MIT OR GPL-2.0-only
work()
{
	dd if=/dev/zero of=/tmp/file bs=64k count=20 2>/dev/null
	sync
	sleep 0.5
}
verify()
{
	row '^FUNCTION +RUNS +US$'
	row '^[a-z0-9_]+`[A-Za-z0-9_.]+ +[0-9]+ +[0-9]+$'
}
