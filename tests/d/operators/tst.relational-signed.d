/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The six relational operators on signed numbers. */
#pragma D option quiet

BEGIN
{
	m = -1;
	p = 1;
	printf("%d%d%d%d%d%d\n", m < p, m <= p, m > p, m >= p, m == p, m != p);
	printf("%d%d%d%d%d%d\n", p < m, p <= m, p > m, p >= m, p == m, p != m);
	printf("%d%d%d%d%d%d\n", m < m, m <= m, m > m, m >= m, m == m, m != m);
	exit(0);
}
