/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A key cannot be void, alone or among others. */
int a[int, void];
BEGIN { exit(0); }
