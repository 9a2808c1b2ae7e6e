/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* BEGIN has no typed arguments. */
BEGIN { trace(args[0]); }
