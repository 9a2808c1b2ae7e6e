/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Two slashes are no comment, but with compat=oracle. */
BEGIN { // one
	exit(0); }
