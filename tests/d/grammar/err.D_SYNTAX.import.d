/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* import is reserved. */
int import;
BEGIN { exit(0); }
