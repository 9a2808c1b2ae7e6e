# SPDX-License-Identifier: MIT OR GPL-2.0-only
arguments=1
seen()
{
	grep -Eq '^md5sum +[0-9]+ ' /tmp/shown
}
work()
{
	md5sum /dev/zero &
	busy=$!
	wait_until 60 seen
	kill $busy
	wait $busy 2>/dev/null
}
verify()
{
	row '^PROGRAM +USER +KERNEL$'
	check "hotprograms: md5sum computes, the idle CPUs are in the kernel" awk '
		$1 == "md5sum" { user += $2 }
		$1 == "(idle)" { idle += $3; bad += $2 }
		END { exit user < 20 || idle < 1 || bad > 0 }' /tmp/shown
}
