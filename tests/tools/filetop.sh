# SPDX-License-Identifier: MIT OR GPL-2.0-only
work()
{
	dd if=/dev/zero of=/tmp/file bs=8192 count=50 2>/dev/null
	dd if=/tmp/file of=/dev/null bs=8192 2>/dev/null
}
verify()
{
	row '^dd +/tmp/file +409600 +409600$'
	row '^dd +/dev/zero +409600 +0$'
}
