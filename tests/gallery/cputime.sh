# SPDX-License-Identifier: MIT OR GPL-2.0-only
work()
{
	dd if=/dev/zero of=/tmp/file bs=64k count=100 2>/dev/null
	md5sum /tmp/file >/tmp/sum
	sleep 0.2
}
verify()
{
	row '^PROGRAM +PIECES +US +LONGEST, US$'
	row '^md5sum +[0-9]+ +[0-9]+ +[0-9]+$'
	check "cputime: one that sleeps runs for less than it sleeps" awk '$1 == "sleep" { us = $3; seen = 1 } END { exit !seen || us > 200000 }' /tmp/shown
	check "cputime: no piece is longer than all of them" awk '/^[a-z]/ && NF == 4 { n++; if ($4 > $3) exit 1 } END { exit n < 3 }' /tmp/shown
}
