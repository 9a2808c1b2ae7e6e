/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A provider that is there already. */
provider profile { probe mine(int); };
BEGIN { exit(0); }
