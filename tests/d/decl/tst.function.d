/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A function that is declared without a class is extern; a parameter may be register. */
#pragma D option quiet
typedef int compare_t(const void *, const void *);
int later(int, ...), number;
void none(void);
char *text(register char *, register int n);
compare_t by_name;
int (*f)(register int);
unsigned later_t;
BEGIN { number = 3; f = 0; later_t = 4; printf("%d %d %d\n", number, f == 0, sizeof(later_t)); exit(0); }
