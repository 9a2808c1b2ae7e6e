/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* ... with a probe less. */
provider mine { probe a(int); probe b(); };
provider mine { probe a(int); };
BEGIN { exit(0); }
