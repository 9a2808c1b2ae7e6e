/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A translation to another type than the inline's. */
typedef struct point { int x, y; } point_t;
translator point_t < int I > { x = I; y = I; };
inline lwpsinfo_t *here = xlate <point_t *> (4);
BEGIN { trace(here->pr_lwpid); exit(0); }
