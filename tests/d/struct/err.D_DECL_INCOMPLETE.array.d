/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* No array of what has no size. */
struct later a[3];
BEGIN { exit(0); }
