# SPDX-License-Identifier: MIT OR GPL-2.0-only
work()
{
	mkdir -p /tmp/hill
	mount -t tmpfs hill /tmp/hill
	umount /tmp/hill
	umount /tmp/hill 2>/dev/null
}
verify()
{
	row '^.* mount +mount +0 +hill on /tmp/hill, type tmpfs$'
	row '^.* umount +umount2? +0 +/tmp/hill$'
	row '^.* umount +umount2? +EINVAL +/tmp/hill$'
}
