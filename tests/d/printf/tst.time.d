/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* %Y and %T of a time since the epoch, local time. */
#pragma D option quiet

BEGIN
{
	printf("%Y\n", (uint64_t)1136214245000000000);
	printf("%T\n", (uint64_t)1136214245000000000);
	printf("<%24Y>\n", (uint64_t)1136214245000000000);
	exit(0);
}
