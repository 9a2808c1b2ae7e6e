/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A member has no storage class. */
struct s { = int a; };
BEGIN { exit(0); }
