/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* ddi_pathname() is for another operating system. */
BEGIN { x = ddi_pathname(NULL, 0); }
