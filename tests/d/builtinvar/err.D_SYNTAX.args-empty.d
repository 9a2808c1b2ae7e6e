/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An index is needed. */
BEGIN { trace(args[]); }
