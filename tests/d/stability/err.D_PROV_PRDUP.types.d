/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A probe twice, with other arguments. */
provider mine { probe a(int); probe a(); };
BEGIN { exit(0); }
