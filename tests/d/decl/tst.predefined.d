/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Sizes of the predefined types. */
#pragma D option quiet

BEGIN
{
	printf("%d %d %d %d %d %d\n", sizeof (int8_t), sizeof (uint16_t), sizeof (int32_t), sizeof (uint64_t), sizeof (pid_t), sizeof (u_longlong_t));
	exit(0);
}
