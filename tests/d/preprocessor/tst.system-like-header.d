/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A header as systems have them: types that are known, functions, open arrays. */
#pragma D option quiet


# 1 "/usr/include/like-this.h" 1
typedef unsigned int id_t;
typedef unsigned long size_t;
extern int *where(void);
int plain(void *, size_t);
extern char *names[];
static inline int twice(int x)
{
	if (x) {
		return x * 2;
	}
	return "}"[0] + '}';
}
struct from_header { size_t size; id_t id; char rest[]; };
# 9 "<stdin>" 2

struct from_header h;

BEGIN { h.size = 5; h.id = 6; printf("%d %d %d\n", h.size, h.id, sizeof(h) / sizeof(long)); exit(0); }
