/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* ... and so has that of a probe. */
provider mine { probe aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa(); };
BEGIN { exit(0); }
