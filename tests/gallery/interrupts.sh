# SPDX-License-Identifier: MIT OR GPL-2.0-only
enough()
{
	dd if=/proc/interrupts of=/tmp/interrupts bs=64k 2>/dev/null
	echo "a line on the console" >/dev/console
	[ "$((lines += 1))" -gt 20 ]
}
work()
{
	lines=0
	wait_until 30 enough
}
verify()
{
	row '^NUMBER HANDLER +RUNS +US$'
	check "interrupts: each has a name, a number, runs" awk 'NR > 3 && NF >= 4 { n++; if ($1 !~ /^[0-9]+$/ || $(NF - 1) < 1) exit 1 } END { exit n < 1 }' /tmp/shown
}
