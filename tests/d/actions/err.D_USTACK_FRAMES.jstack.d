/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The same for jstack(). */
BEGIN { jstack("a"); }
