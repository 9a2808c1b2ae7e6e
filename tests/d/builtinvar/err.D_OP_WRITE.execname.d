/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* execname is not assigned to. */
BEGIN { execname = "x"; }
