/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* sx_exclusive_held() is for another operating system. */
BEGIN { x = sx_exclusive_held(NULL); }
