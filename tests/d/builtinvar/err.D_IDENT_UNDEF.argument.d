/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A name that nobody gave, as argument. */
BEGIN { printf("%d", missing); }
