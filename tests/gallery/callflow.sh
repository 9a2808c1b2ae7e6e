# SPDX-License-Identifier: MIT OR GPL-2.0-only
arguments='cat openat' by_itself=yes
work()
{
	cat /proc/version >/dev/null
}
verify()
{
	row '^ *[0-9]+ us +[a-z_]*open'
	row '^ *[0-9]+ us result [3-9]$'
	check "callflow: called from one another" grep -q 'us      ' /tmp/shown
}
