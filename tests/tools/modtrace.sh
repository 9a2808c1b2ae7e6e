# SPDX-License-Identifier: MIT OR GPL-2.0-only
work()
{
	insmod /points.ko
	rmmod points
}
verify()
{
	row '^.* insmod +load +points$'
	row '^.* rmmod +free +points$'
}
