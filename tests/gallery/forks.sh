# SPDX-License-Identifier: MIT OR GPL-2.0-only
work()
{
	/bin/lives fork 12
	/bin/lives thread 7
}
verify()
{
	row '^lives +[0-9]+ +12 +12$'
	row '^lives +[0-9]+ +0 +7$'
}
