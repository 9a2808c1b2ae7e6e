/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Text that cannot be read counts before what is wrong above it. */
nosuch:::probe { exit(0); }
BEGIN { trace(1) trace(2); }
