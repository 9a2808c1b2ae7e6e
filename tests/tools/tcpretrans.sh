# SPDX-License-Identifier: MIT OR GPL-2.0-only
arguments=6003
# nobody has this address: the first segment is lost, and sent again after a second
work()
{
	ip route add 192.0.2.1/32 dev lo
	timeout 4 nc 192.0.2.1 6003 </dev/null >/dev/null 2>&1
	ip route del 192.0.2.1/32 dev lo
}
verify()
{
	row '^2.* [0-9.]+ +[0-9]+ 192\.0\.2\.1 +6003  syn-sent$'
	row '^192\.0\.2\.1 +6003  syn-sent +[1-9][0-9]*$'
}
