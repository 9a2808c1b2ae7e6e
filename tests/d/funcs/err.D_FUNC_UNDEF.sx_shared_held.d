/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* sx_shared_held() is for another operating system. */
BEGIN { x = sx_shared_held(NULL); }
