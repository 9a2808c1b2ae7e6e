# SPDX-License-Identifier: MIT OR GPL-2.0-only
work()
{
	/bin/lives fork 15
}
verify()
{
	check "each child that ends wakes its parent" awk '$1 == "lives" && $2 == "lives" { count = $3 } END { exit count < 15 }' /tmp/shown
}
