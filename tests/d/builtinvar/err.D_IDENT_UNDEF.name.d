/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A name that nobody gave. */
BEGIN { trace(no_such_name); }
