/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Only the last member may have no size. */
struct s { int a[]; int b; };
BEGIN { exit(0); }
