/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Size prefixes are legal when they say what the argument is. */
#pragma D option quiet

BEGIN
{
	printf("%hhd %hd %ld %lld\n", (char)1, (short)2, (long)3, (long long)4);
	printf("%hhu %hu %lu %llx\n", (unsigned char)1, (unsigned short)2, (unsigned long)3, (unsigned long long)255);
	exit(0);
}
