/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A conversion that is not there. */
BEGIN { printf("%q", 5); }
