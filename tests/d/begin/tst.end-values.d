/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* END sees what was assigned before. */
#pragma D option quiet

BEGIN { g = 5; a["k"] = 6; exit(0); }
END { printf("%d %d\n", g, a["k"]); }
