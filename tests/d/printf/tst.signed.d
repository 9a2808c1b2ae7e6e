/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* %d follows the sign and the width of its argument. */
#pragma D option quiet

BEGIN
{
	printf("%d %d %d %d\n", (int8_t)-1, (int16_t)-1, (int32_t)-1, (int64_t)-1);
	printf("%i %i\n", (int8_t)127, (int64_t)-9223372036854775807);
	exit(0);
}
