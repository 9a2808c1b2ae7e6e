/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Elements that are arrays without a size. */
int a[3][];
BEGIN { exit(0); }
