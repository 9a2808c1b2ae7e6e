/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* ... with a probe more. */
provider mine { probe a(int); };
provider mine { probe a(int); probe b(); };
BEGIN { exit(0); }
