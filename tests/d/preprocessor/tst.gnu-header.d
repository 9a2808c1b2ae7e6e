/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * What headers for GNU C have: arrays of no elements, enumerators that only unsigned int holds, __extension__, [restrict].
 * @@options: -q -C
 */
# 1 "/usr/include/like-that.h" 1
enum events { EVENT_IN = 1, EVENT_EDGE = 1u << 31 };
struct pad { int a; char fill[sizeof (long) - sizeof (long)]; };
struct routing { unsigned char count; struct pad each[0]; };
extern int spawn(const char *, char *const arguments[restrict]);
__extension__ typedef struct { __extension__ unsigned long long int rip; } regs_t;
# 13 "<stdin>" 2
struct routing r;
enum events e;

BEGIN
{
	e = EVENT_EDGE;
	printf("%d %d %d %d\n", sizeof (struct pad), sizeof (r), offsetof(struct routing, each), sizeof (regs_t));
	printf("%x %d %d\n", EVENT_EDGE, EVENT_EDGE > 0, e == EVENT_EDGE);
	exit(0);
}
