/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The type of an argument has at most 127 characters. */
struct sssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssss;
provider mine { probe a(struct sssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssss *); };
BEGIN { exit(0); }
