/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A percent sign at the end. */
BEGIN { printf("50%"); }
