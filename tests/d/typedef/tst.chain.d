/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Names of names of types. */
#pragma D option quiet

typedef int number_t;
typedef number_t count_t;
typedef count_t *count_p;
typedef struct pair { count_t a; number_t b; } pair_t;
typedef pair_t row_t[2];
count_t n;
row_t r;
BEGIN
{
	n = 5;
	r[1].a = n + 1;
	r[1].b = 7;
	printf("%d %d %d %d\n", n, r[1].a, r[1].b, sizeof (row_t));
	printf("%d\n", sizeof (count_p) == sizeof (void *));
	exit(0);
}
