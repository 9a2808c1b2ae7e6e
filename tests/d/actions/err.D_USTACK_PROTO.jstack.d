/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* jstack() with three arguments. */
BEGIN { jstack(1, 2, 3); }
