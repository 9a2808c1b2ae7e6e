/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Arrays of arrays. */
#pragma D option quiet

int m[3][4];
BEGIN
{
	m[1][2] = 7; m[2][0] = m[1][2] * 2;
	printf("%d %d %d %d\n", m[1][2], m[2][0], sizeof (m), sizeof (m[0]));
	exit(0);
}
