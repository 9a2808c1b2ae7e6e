/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Memory of alloca() by way of another variable.
 * @@options: -x compat=oracle
 */
char *q;

BEGIN { this->p = (char *)alloca(10); this->r = this->p; this->r = q; exit(0); }
