# SPDX-License-Identifier: MIT OR GPL-2.0-only
work()
{
	: >/tmp/one
	mv /tmp/one /tmp/two
	rm /tmp/two
	rm /tmp/three 2>/dev/null
}
verify()
{
	row '^[0-9]+ +mv +rename(at2?)? +0  /tmp/one$'
	row '^[0-9]+ +rm +unlink(at)? +0  /tmp/two$'
	check "deletes: three files" test "$(grep -c ' /tmp/' /tmp/shown)" -ge 2
}
