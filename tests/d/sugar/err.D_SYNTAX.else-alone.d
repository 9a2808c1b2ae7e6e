/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* else without if. */
BEGIN { else printf("x"); }
