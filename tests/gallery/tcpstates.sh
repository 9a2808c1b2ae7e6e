# SPDX-License-Identifier: MIT OR GPL-2.0-only
arguments=6001
work()
{
	connections late 4 1 >/dev/null
}
verify()
{
	row '^127\.0\.0\.1 +[0-9]+ 127\.0\.0\.1 +6001  closed       -> syn-sent     +-$'
	row '^127\.0\.0\.1 +[0-9]+ 127\.0\.0\.1 +6001  syn-sent     -> established  +[0-9]+\.[0-9]{3}$'
	row '^127\.0\.0\.1 +6001 127\.0\.0\.1 +[0-9]+  close-wait   -> last-ack     +(29[0-9]|[3-9][0-9]{2}|[0-9]{4,})\.[0-9]{3}$'
	row '^127\.0\.0\.1 +[0-9]+ 127\.0\.0\.1 +6001  fin-wait-2   -> time-wait    +[0-9]+\.[0-9]{3}$'
	row '^127\.0\.0\.1 +6001 0\.0\.0\.0 +0  listen       -> closed '
}
