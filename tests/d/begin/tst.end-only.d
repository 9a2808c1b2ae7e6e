/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* END fires also when only a tick stops. */
#pragma D option quiet

tick-10ms { exit(0); }
END { printf("end\n"); }
