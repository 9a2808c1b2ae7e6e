/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* += wants a variable that is there. */
BEGIN { trace(nothing + 1); nothing += 1; }
