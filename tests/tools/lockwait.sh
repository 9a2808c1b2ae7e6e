# SPDX-License-Identifier: MIT OR GPL-2.0-only
work()
{
	insmod /contend.ko
	echo mutex 20 50 >/sys/module/contend/parameters/run
}
# names are looked for when the table is printed: the module stays until then. Some kernels do not keep the names of data (i386)
verify()
{
	local lock
	lock=$(sed -n 's/^contend_mutex //p' /sys/module/contend/parameters/locks)
	! grep -q " contend_mutex	\[contend\]" /proc/kallsyms || lock=contend_mutex
	rmmod contend
	check "twenty waits for a mutex" awk -v lock="contend\`$lock" '$1 == "adaptive-block" && $2 == lock { n += $4; us += $5 } END { exit n != 20 || us < 20000 }' /tmp/shown
}
