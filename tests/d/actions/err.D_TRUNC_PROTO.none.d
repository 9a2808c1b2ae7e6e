/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* trunc() of nothing. */
BEGIN { trunc(); }
