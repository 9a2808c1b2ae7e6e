# SPDX-License-Identifier: MIT OR GPL-2.0-only
work()
{
	insmod /contend.ko
	echo mutex 20 50 >/sys/module/contend/parameters/run
}
# names are looked for when the table is printed: the module stays until then
verify()
{
	rmmod contend
	check "twenty waits for a mutex" awk '$1 == "adaptive-block" && $2 == "contend`contend_mutex" { n += $4; us += $5 } END { exit n != 20 || us < 20000 }' /tmp/shown
}
