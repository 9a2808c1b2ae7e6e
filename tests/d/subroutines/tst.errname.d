/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Errors by name and text, whatever the sign; the kernel's own ones; numbers that are none. Names may be keys and be compared. */
#pragma D option quiet

BEGIN
{
	printf("%s %s %s %s %s\n", errname(1), errname(-2), errname(133), errname(512), errname(-517));
	printf("%s %s %s %s %s %s\n", errname(0), errname(41), errname(134), errname(-511), errname(520), errname(4095));
	printf("%s %s %s %s %s|%s\n", errname(518), errname(-524), errname(530), errname(531), errname(532), strerror(-524));
	printf("%s %s\n", errname(0x7fffffffffffffff), errname((long long)0x8000000000000000));
	printf("%s|%s|%s|%s\n", strerror(2), strerror(-110), strerror(516), strerror(0));
	printf("%s|%s\n", strerror(134), strerror(-600));
	@[errname(13)] = count();
	printa("%s %@d\n", @);
	exit(errname(-4) == "EINTR" ? 0 : 1);
}
