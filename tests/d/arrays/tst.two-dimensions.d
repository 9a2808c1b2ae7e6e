/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An array of arrays is stored row by row. */
#pragma D option quiet

int m[2][3];
BEGIN
{
	m[0][0] = 1; m[0][1] = 2; m[0][2] = 3;
	m[1][0] = 4; m[1][1] = 5; m[1][2] = 6;
	i = 1;
	j = 2;
	printf("%d %d %d\n", m[i][j], m[i - 1][j - 1], m[0][i + 1]);
	printf("%d %d\n", sizeof (m), sizeof (m[0]));
	printf("%d\n", *(&m[0][0] + 4));
	exit(0);
}
