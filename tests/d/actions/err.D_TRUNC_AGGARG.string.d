/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* trunc() of a string. */
BEGIN { trunc("a"); }
