# SPDX-License-Identifier: MIT OR GPL-2.0-only
work()
{
	/bin/lives fork 15
}
verify()
{
	row '^CACHE +ALLOCATED +FREED +STAY +BYTES$'
	check "tasks come and go" awk '$1 == "task_struct" { n = $2; bytes = $5 } END { exit n < 15 || bytes < 15000 }' /tmp/shown
	check "what stays is the difference" awk 'NF == 5 && $2 ~ /^[0-9]+$/ && $2 - $3 != $4 { wrong = 1 } END { exit wrong }' /tmp/shown
}
