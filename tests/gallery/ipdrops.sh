# SPDX-License-Identifier: MIT OR GPL-2.0-only
work()
{
	connections unheard 4 5 >/dev/null
}
verify()
{
	row '^drop-in, from 127\.0\.0\.1 to 127\.0\.0\.1, UDP:$'
	row 'udp.*rcv'
	row '^5 times$'
}
