/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A provider name has at most 63 characters. */
provider aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa { probe p(); };
BEGIN { exit(0); }
