/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A speculation that does not fit is counted.
 * @@options: -x specsize=16
 */
BEGIN { self->s = speculation(); }
BEGIN { speculate(self->s); printf("%d %d %d %d", 1, 2, 3, 4); }
BEGIN { commit(self->s); }
BEGIN { exit(0); }
