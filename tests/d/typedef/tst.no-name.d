/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A typedef that only defines a structure, as headers have it. */
#pragma D option quiet
typedef struct foo { int x; };
struct foo f;
BEGIN { f.x = 3; printf("%d %d\n", f.x, sizeof(struct foo)); exit(0); }
