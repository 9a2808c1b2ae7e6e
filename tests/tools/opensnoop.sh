# SPDX-License-Identifier: MIT OR GPL-2.0-only
arguments=cat
work()
{
	echo 1 >/tmp/there
	cat /tmp/there /nothing/here >/tmp/out 2>&1
}
verify()
{
	row '^[0-9]+ +cat +3 +/tmp/there$'
	row '^[0-9]+ +cat +ENOENT +/nothing/here$'
	again -j -c 'sh -c "exec cat /tmp/there /nothing/here >/tmp/out 2>&1"' cat
	check "JSON: one record of each" test "$(grep -c '"values":\[[0-9]*,"cat","3","/tmp/there"\]' /tmp/again) $(grep -c '"values":\[[0-9]*,"cat","ENOENT","/nothing/here"\]' /tmp/again)" = "1 1"
	check "JSON: the titles are none" test "$(grep -c PROGRAM /tmp/again)" = 0
	check "JSON: each line is an object" test "$(grep -cv '^{"type":"[a-z]*",.*}$' /tmp/again)" = 0
}
